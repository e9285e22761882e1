"""Where things are in a clone."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
BUILD = ROOT / "build"  # made, never committed

DEFAULT_BOARD = "pico_ws2812_8x8_keys_4x4"
