"""User files on the Pico that come before Glowgrid: boot.py, and modules that hide MicroPython's own.

Glowgrid itself looks for MicroPython's modules where no file hides them. Other programs and the prompt do not, and
boot.py runs before anything else. `flash` warns of them, and `flash --tidy` moves them into a folder /replaced_N.
"""

REPLACED = "replaced_"  # with a number: the folder for what was in the way and not ours
LIB = "'lib' in os.listdir('/') and os.stat('/lib')[0] & 0x4000"  # on the device: whether the folder exists
LISTED = (
    "[_n + '/' * (_k == 0x4000) for _n, _k, *_ in os.ilistdir(%r)]"  # on the device: names as `leftovers` takes them
)
BOOT = "/boot.py"


# The modules of MicroPython that a file or folder of the same name hides: in / and /lib ("extensible" in its sources),
# and in / alone (frozen Python, which comes before /lib).
EXTENSIBLE = (
    "array binascii bluetooth collections cryptolib errno hashlib heapq io json lwip machine network os platform random"
    " re select socket ssl struct time tls websocket zlib"
).split()
FROZEN = "asyncio dht ds18x20 neopixel onewire uasyncio".split()


def leftovers(root, lib):
    """Return the paths of what comes before Glowgrid. root, lib: the names in / and /lib, folders ending in a slash."""
    found = [BOOT] if BOOT[1:] in root else []
    for folder, names, hidden in ("/", root, EXTENSIBLE + FROZEN), ("/lib/", lib, EXTENSIBLE):
        found += [folder + name.rstrip("/") for name in sorted(names) if _module(name) in hidden]
    return found


def _module(name):
    """Return the name of the module that MicroPython would import from a file or folder; "" if none."""
    for ending in "/", ".py", ".mpy":
        if name.endswith(ending):
            return name[: -len(ending)]
    return ""


def next_folder(names):
    """Return the first folder name /replaced_1, /replaced_2, ... after all existing ones."""
    numbers = [name[len(REPLACED) :] for name in names if name.startswith(REPLACED)]
    there = [int(number) for number in numbers if is_number(number)]
    return f"/{REPLACED}{1 + max(there, default=0)}"


def is_number(text):
    """Return whether a text is a number as we write them in names."""
    return bool(text) and all("0" <= sign <= "9" for sign in text)


def folders_of(path):
    """Return the folders that contain a path, outermost first."""
    parts = path.split("/")[1:-1]
    return ["/" + "/".join(parts[: at + 1]) for at in range(len(parts))]


def warnings(paths):
    """Return a line for each of them."""
    for path in paths:
        if path == BOOT:
            yield f"{path} runs before Glowgrid; if it does not end, the Pico has no port"
        else:
            yield f"{path} hides a module of MicroPython from other programs"
