"""Glowgrid on a desktop: importing this package makes `glowgrid` importable on CPython.

There `glowgrid` is the library (library/glowgrid), and the modules of the firmware are part of it. A wheel installs it
as a package of its own; in a clone it is found here. This also installs the stand-in for MicroPython's `micropython`.
"""

import sys
from pathlib import Path

from . import micropython_shim

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent / "firmware"
LIBRARY = HERE / "library"  # it has nothing but the package

if (LIBRARY / "glowgrid").is_dir() and str(LIBRARY) not in sys.path:
    sys.path.insert(0, str(LIBRARY))
micropython_shim.install()
