"""A file on the device with the names that engines and screens use, so that all of them are created at one time.

`making_names` in firmware/glowgrid/overlay.py reads the file: NAMES_STEPS groups of names, one on each line; four
digits before each group give its size in bytes.
"""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import MOUNT
from glowgrid.overlay import NAMES_STEPS

from .bundle import PACKAGE
from .mpy_format import names

NAMES = PACKAGE + "/names.txt"
_LATER = PACKAGE + "/search/", PACKAGE + "/console/screens/"
# What most evenings go without. From 1,260 names on MicroPython takes 8 KB more, which Hex 7 would miss.
_SELDOM = tuple(
    f"{PACKAGE}/{name}."
    for name in (
        *("search/minimax", "search/minimax_steps", "search/maxn", "search/imagined"),
        *(f"console/screens/{name}" for name in ("minimax", "no_draw", "proving", "pairs", "cover")),
    )
)


def later_names(files):
    """Return the file NAMES as bytes: the names that only engines and screens have, but those that are seldom used.

    files: {path on the device: bytes}. Importing a module creates three more names: the module's, its last part,
    and its path.
    """
    later, always = set(), set()
    for path, data in files.items():
        if path.startswith(_SELDOM):
            continue
        if path.startswith(_LATER):
            dotted = path[1:].removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")
            later.update(names(data), (dotted, dotted.rpartition(".")[2], MOUNT + path.removeprefix(PACKAGE)))
        elif path.endswith(".mpy"):
            always.update(names(data))
    found = sorted(name for name in later - always if name.isascii() and "\n" not in name)
    size = -(-len(found) // NAMES_STEPS)
    groups = ["\n".join(found[at * size : (at + 1) * size]) for at in range(NAMES_STEPS)]
    return "".join(f"{len(group):04}{group}" for group in groups).encode()
