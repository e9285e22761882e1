"""The emulated Pico, flashed like a real one, with keys that are pressed and lights that are read."""
