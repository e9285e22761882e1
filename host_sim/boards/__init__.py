"""The board files: found, read and checked, and what the device gets of them."""

DEFAULT_BOARD = "pico_ws2812_8x8_keys_4x4"
