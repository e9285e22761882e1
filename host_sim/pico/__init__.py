"""The emulated Pico as a test bench: rp2040py with fixes, driven synchronously; every run is the same bit for bit.

The files:

- bench.py: `Pico`, the machine: boot, run, serial, exec, power cycle, files, fork. Start reading here.
- image.py: finds the MicroPython image (UF2) to boot; filesystem.py: builds and reads its littlefs.
- keypad.py: the key matrix on its pins, electrically (ghosts, diodes, bounce); wire.py: the WS2812 frames on a pin.
- flash_model.py: flash operations with their real times, and power cuts at any of them.
- serial_port.py: the device on a pseudo-terminal, so that the real mpremote can talk to it.
- engine.py: the loop that drives it; fast.py: a faster build of the emulator, eight times as fast, if built.
- usb_host.py, pio_clock.py: fixes for rp2040py; fork.py: boot once, then try many things from there.
"""

from . import fast

fast.use()
