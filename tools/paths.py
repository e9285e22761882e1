"""Where things are: in a clone, or in the package that a wheel installs."""

from pathlib import Path

import platformdirs

from host_sim.installed import INSTALLED

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
# What is made on the way, never committed.
BUILD = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) if INSTALLED else ROOT / "build"
MADE = Path() if INSTALLED else BUILD  # where a person finds what was asked for, who named no place

DEFAULT_BOARD = "pico_ws2812_8x8_keys_4x4"
