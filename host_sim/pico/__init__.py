"""The emulated Pico as a test bench: rp2040py with fixes, driven synchronously; every run is the same bit for bit.

Start reading at bench.py: `Pico`, the machine. Parts on its pins have a file each; usb_host.py and pio_clock.py fix
rp2040py; fork.py boots once, to try many things from there.
"""

from . import fast

fast.use()
