# Made by `python -m tools package` from firmware/glowgrid/hardware/seesaw.py of Glowgrid: change it there.
"""One seesaw chip on I2C, as on every NeoTrellis tile: a module and a function name a register.

From Adafruit's Adafruit_Seesaw (Adafruit_seesaw.h, .cpp): the numbers of modules and functions, the identities, and the
time the chip wants between the write that names a register and the read of it.
"""

import time

from neotrellis import i2c

STATUS, NEOPIXEL, KEYPAD = 0x00, 0x0E, 0x10
_IDENTITY = 0x01
_IDENTITIES = (0x55, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89)  # SAMD09; ATtiny 806, 807, 816, 817, 1616, 1617
_START_MS = 600  # to start up, if it is powered up together with the Pico
_ANSWER_US = 500
SIDE = 4  # a tile has 4x4 keys and LEDs


def tiles(part, silent=None):
    """Return [(address, bus)] of the tiles of a part of the board. ValueError if one does not answer.

    silent: a list for the addresses of tiles that do not answer, if at least one does.
    """
    bus = i2c.Bus(part)
    found = []
    for address in part["addresses"]:
        try:
            _await(part, bus, address)
        except ValueError as error:
            if silent is None and found:
                raise ValueError("%s, and that no two tiles have the same address" % error)
            if silent is None or len(silent) == len(part["addresses"]) - 1:
                raise
            silent.append(address)
        found.append((address, bus))
    return found


def tell(part, tile, *words):
    """Write the bytes `words` (module, function, data) to a tile. ValueError if it does not answer."""
    address, bus = tile
    try:
        bus.writeto(address, bytes(words))
    except OSError:
        raise i2c.silence(part, address)


def _await(part, bus, address):
    """Wait until the chip says what it is, but not longer than it takes to start up."""
    answer = bytearray(1)
    began = time.ticks_ms()
    while True:
        try:
            bus.writeto(address, bytes((STATUS, _IDENTITY)))
            time.sleep_us(_ANSWER_US)
            bus.readfrom_into(address, answer)
            if answer[0] in _IDENTITIES:
                return
        except OSError:
            pass
        if time.ticks_diff(time.ticks_ms(), began) > _START_MS:
            raise i2c.silence(part, address)
        time.sleep_ms(10)
