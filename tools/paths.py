"""Where things are: in a clone, or in the package that a wheel installs."""

from pathlib import Path

import platformdirs

from host_sim.cli.installed import INSTALLED

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
# Build files, never committed.
BUILD = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) if INSTALLED else ROOT / "build"
MADE = Path() if INSTALLED else BUILD  # the default place for output files
