"""`selftest --wiring` on the command line, and an emulated Pico whose owner sees and presses."""
