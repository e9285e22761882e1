"""The board files: found, read and checked, and what the device gets of them."""
