"""Glowgrid on a desktop: importing this package makes `glowgrid` (the firmware) importable on CPython.

It puts `firmware/` on `sys.path` and installs the stand-in for MicroPython's `micropython` module.
"""

import sys
from pathlib import Path

from . import micropython_shim

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
micropython_shim.install()
