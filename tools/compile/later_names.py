"""A file on the device with the names that modules bring, so that all of them are created at one time.

`making_names` in firmware/glowgrid/overlay.py reads the file: NAMES_STEPS groups of names, one on each line; four
digits before each group give its size in bytes.
"""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.screens.splash import READERS
from glowgrid.overlay import NAMES_STEPS

from .layout.places import PACKAGE
from .mpy_format import names

NAMES = PACKAGE + "/names.txt"
# At power-up a board loads its few drivers, and reads a person's games if there are any: before the file is read.
_BEFORE = PACKAGE + "/hardware/", PACKAGE + "/mirror.", *("/" + name.replace(".", "/") + "." for name in READERS)


def later_names(files):
    """Return the file NAMES as bytes: the names that are not there at power-up.

    files: {path on the device: bytes}. Some names are there already when the file is read; that takes little time.
    """
    modules = [data for path, data in files.items() if path.endswith(".mpy") and not path.startswith(_BEFORE)]
    found = sorted({name for data in modules for name in names(data) if name.isascii() and "\n" not in name})
    size = -(-len(found) // NAMES_STEPS)
    groups = ["\n".join(found[at * size : (at + 1) * size]) for at in range(NAMES_STEPS)]
    return "".join(f"{len(group):04}{group}" for group in groups).encode()
