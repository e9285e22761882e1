"""Adafruit NeoTrellis tiles: 4x4 keys, each with a light, on I2C; one tile, or several as one field.

pad = NeoTrellis(sda=4, scl=5)
pad[0] = 0, 40, 0
pad.show()
"""

from neotrellis.contacts import BOUNCE_MS, Contacts
from neotrellis.keys_seesaw import Keys
from neotrellis.leds_seesaw import Leds
from neotrellis.seesaw import SIDE


class NeoTrellis:
    """Keys and lights, numbered row by row from 0 at the top left of the whole field; `count`: their number.

    i2c: number of the block; sda, scl: its pins; addresses: of the tiles, row by row; width, height: of the field, in
    keys; interrupt: the pin that is wired to INT of all tiles, or None; hertz: bits a second.
    Raises ValueError, one line that says what to check, if a tile does not answer within 0.6 s.
    """

    def __init__(self, i2c=0, sda=4, scl=5, addresses=(0x2E,), width=4, height=4, interrupt=None, hertz=400_000):
        if width % SIDE or height % SIDE or width * height != SIDE * SIDE * len(addresses):
            raise ValueError("%d addresses for %d x %d keys: a tile has 4 x 4" % (len(addresses), width, height))
        part = {"i2c": i2c, "sda": sda, "scl": scl, "addresses": addresses, "width": width, "height": height}
        part.update({"hertz": hertz, "channels": "GRB"})
        if interrupt is not None:
            part["interrupt"] = interrupt
        self.count = width * height
        self._width = width
        self._leds = Leds(part)
        self._keys = Keys(part)
        self._contacts = Contacts(self.count, BOUNCE_MS)
        self._levels = bytearray(self.count)
        self._down = bytearray(self.count)
        self._rgb = bytearray(3 * self.count)

    def changes(self):
        """Return [(key, whether it is down now)] of the keys that have moved since the last call.

        Call it every 10 ms or so. Bounce is taken out: a key goes down at once, and up after 30 ms without contact.
        Raises ValueError if a tile does not answer for ten calls in a row.
        """
        self._keys.scan(self._levels)
        self._contacts.settle(self._levels)
        moved = []
        for key in range(self.count):
            down = self._levels[key] > 0
            if down != self._down[key]:
                self._down[key] = down
                moved.append((key, down))
        return moved

    def is_down(self, key):
        """Return whether a key was down at the last call of `changes`."""
        return self._down[key] > 0

    def __getitem__(self, key):
        """Return (red, green, blue) of a key's light, as set."""
        at = 3 * self._place(key)
        return tuple(self._rgb[at : at + 3])

    def __setitem__(self, key, colour):
        """Set the light of a key: red, green, blue, each 0 to 255. `show` sends it."""
        at = 3 * self._place(key)
        self._rgb[at], self._rgb[at + 1], self._rgb[at + 2] = colour

    def show(self):
        """Send the lights that have changed. Return whether each tile took them; if not, the next call tries again."""
        self._leds.write(self._rgb)
        return not self._leds.unsure

    def off(self):
        """Darken all lights at once."""
        for at in range(len(self._rgb)):
            self._rgb[at] = 0
        self._leds.off()

    def _place(self, key):
        """Return where the light of a key lies in the order of the tiles."""
        if not 0 <= key < self.count:
            raise IndexError("no key %d: there are keys 0 to %d" % (key, self.count - 1))
        row, column = divmod(key, self._width)
        tile = row // SIDE * (self._width // SIDE) + column // SIDE
        return tile * SIDE * SIDE + row % SIDE * SIDE + column % SIDE
