"""What runs on the device: code as text, sent to its raw REPL."""

import glowgrid
from glowgrid.hardware import WATCHDOGS

WINDOW_BITS = 12  # of deflate: the device keeps a window of 2**12 bytes, a chunk

ABOUT = (
    "import json, sys\n_i = sys.implementation\n"
    "print(json.dumps({'name': _i.name, 'version': tuple(_i.version[:3]),"
    " 'machine': getattr(_i, '_machine', ''), 'mpy': getattr(_i, '_mpy', 0)}))"
)
# The pause lets the device answer before its USB disconnects.
RESET = "import time, machine\ntime.sleep_ms(100)\nmachine.reset()"

# Runs on the device before anything else, and after each reset. From here on no file of the user hides a module, and a
# watchdog that boot.py or a main.py has started cannot reset the Pico in the middle of a copy.
CALM = f"""
import sys
print(sys.implementation.name)
if sys.platform == "rp2":
    sys.path[:] = (".frozen",)
    for _name in "machine", "os", "io", "binascii", "deflate", "hashlib", "time":
        sys.modules.pop(_name, None)
    for _value in list(globals().values()):  # a timer that raises would speak in the middle of our answers
        if hasattr(_value, "deinit"):
            try:
                _value.deinit()
            except Exception:
                pass
    import machine
    _watchdog = {WATCHDOGS}["RP2350" in sys.implementation._machine]
    machine.mem32[_watchdog + 0x3000] = 1 << 30  # clears ENABLE
import os
"""

DIGEST = """
from hashlib import sha256
def digest(path):
    h = sha256()
    block = bytearray(1024)
    view = memoryview(block)
    with open(path, "rb") as f:
        while True:
            n = f.readinto(block)
            if not n:
                return h.digest().hex()
            h.update(view[:n])
"""

# Runs on the device. Its names last until the reset at the end.
HELPERS = f"""
import os, sys
from json import dumps
from binascii import a2b_base64
from deflate import DeflateIO, RAW
from io import BytesIO
{DIGEST}

def exists(path):
    try:
        return os.stat(path)[0]
    except OSError:
        return 0

def listing(folders, files):
    for path in files:
        if exists(path) & 0x8000:
            print(dumps({{"path": path, "hash": digest(path)}}))
    while folders:
        folder = folders.pop()
        print(dumps({{"path": folder}}))
        for name, kind, *_ in os.ilistdir(folder):
            path = folder + "/" + name
            if kind & 0x4000:
                folders.append(path)
            else:
                print(dumps({{"path": path, "hash": digest(path)}}))

def sizes(folders, files):
    files = [path for path in files if exists(path) & 0x8000]
    while folders:
        folder = folders.pop()
        for name, kind, *_ in os.ilistdir(folder):
            (folders if kind & 0x4000 else files).append(folder + "/" + name)
    for path in files:
        print(dumps({{"path": path, "size": os.stat(path)[6]}}))

def make_folders(path):
    at = path.find("/", 1)
    while at > 0:
        if not exists(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)

def begin(path, at):
    global out
    make_folders(path)
    out = open(path, "ab" if at else "wb")

def put(text):
    out.write(DeflateIO(BytesIO(a2b_base64(text)), RAW, {WINDOW_BITS}).read())

def end(path):
    out.close()
    print(dumps(digest(path)))

def write_again(path, new):
    block = memoryview(bytearray(4096))
    try:
        with open(path, "rb") as old, open(new, "wb") as f:
            while n := old.readinto(block):
                f.write(block[:n])
        os.rename(new, path)
    except OSError:  # no room
        os.remove(new)

def move(pairs):
    for old, new in pairs:
        if new:
            make_folders(new)
            os.rename(old, new)
        elif exists(old) & 0x8000:
            os.remove(old)
"""


def piece(path, at, most):
    """Return the code that prints this many bytes of a file from a place on, in base64 and JSON; null without it."""
    return (
        f"import json\nfrom binascii import b2a_base64\ntry:\n with open({path!r}, 'rb') as _f:\n"
        f"  _f.seek({at})\n  print(json.dumps(b2a_base64(_f.read({most})).decode()))\nexcept OSError:\n print('null')"
    )


def finding_blocks():
    """Return the code that defines `first_block`, which Glowgrid itself uses on the device."""
    with open(glowgrid.__file__.rsplit("__init__", 1)[0] + "hardware/in_place.py", encoding="utf-8") as file:
        return file.read()
