"""Where things are: in a clone, or in the package that a wheel installs."""

import os
from pathlib import Path

import platformdirs

from host_sim.cli.installed import INSTALLED

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"


def _writable(folder):
    """Return whether files can be made in a folder, which may have to be made first."""
    while not folder.exists():
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


OF_A_CLONE = not INSTALLED and _writable(ROOT / "build")  # a clone of another user's can be read alone
# Build files, never committed.
BUILD = ROOT / "build" if OF_A_CLONE else Path(platformdirs.user_cache_dir("glowgrid", appauthor=False))
MADE = BUILD if OF_A_CLONE else Path()  # the default place for output files
