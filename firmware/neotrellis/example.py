"""Lights up each key while it is pressed. One tile: SDA on GP4, SCL on GP5."""

import time

from neotrellis import NeoTrellis

pad = NeoTrellis(sda=4, scl=5)
while True:
    for key, down in pad.changes():
        pad[key] = (0, 40, 0) if down else (0, 0, 0)
    pad.show()
    time.sleep_ms(10)
