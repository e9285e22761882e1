"""A file on the device with the names that engines and screens use, so that all of them are created at one time.

`making_names` in firmware/glowgrid/overlay.py reads the file: NAMES_STEPS groups of names, one on each line; four
digits before each group give its size in bytes.
"""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.overlay import NAMES_STEPS

from .bundle import PACKAGE
from .mpy_format import names

NAMES = PACKAGE + "/names.txt"
_LATER = PACKAGE + "/search/", PACKAGE + "/console/screens/"


def later_names(files):
    """Return the file NAMES as bytes: the names that only engines and screens have.

    files: {path on the device: bytes}.
    """
    later, always = set(), set()
    for path, data in files.items():
        if path.startswith(_LATER):
            later.update(names(data))
        elif path.endswith(".mpy"):
            always.update(names(data))
    found = sorted(name for name in later - always if name.isascii() and "\n" not in name)
    size = -(-len(found) // NAMES_STEPS)
    groups = ["\n".join(found[at * size : (at + 1) * size]) for at in range(NAMES_STEPS)]
    return "".join(f"{len(group):04}{group}" for group in groups).encode()
