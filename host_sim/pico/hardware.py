"""What a board file says is wired to the Pico, as parts of the bench: keys to press, and what the LEDs show.

    hardware = Hardware(load_board("pico_neotrellis_8x8"))
    pico = Pico(files=staged_files("pico_neotrellis_8x8"), parts=hardware.parts)
    hardware.press(27)
    ...
    hardware.frames()[-1].rgb
"""

from typing import NamedTuple

from host_sim.pico.apa102 import Apa102
from host_sim.pico.i2c_bus import I2CBus
from host_sim.pico.keypad import KeyMatrix
from host_sim.pico.neotrellis import LED_NS, InterruptLine, NeoTrellis
from host_sim.pico.tca9555 import Tca9555
from host_sim.pico.wire import Ws2812Wire

TILE = 4


class Shown(NamedTuple):
    """A frame that the LEDs show from `end_ns` on: R, G, B per LED in wire order; `start_ns`: its first bit."""

    start_ns: int
    end_ns: int
    rgb: bytes


class Hardware:
    """The parts of a board (a checked board file, as a dict). Keys are numbered as the board numbers them.

    prompt: tiles that look after their own keys do so at once; see host_sim/pico/neotrellis.py.
    """

    def __init__(self, board, prompt=False):
        self.board = board
        leds, keys = board["leds"], board["keys"]
        self.buses = {}
        self.tiles = []
        self.matrix = self.expander = self.chain = self.line = self.interrupt = None
        if keys["driver"] == "matrix":
            self.matrix = KeyMatrix.of_board(board)
        elif keys["driver"] == "tca9555":
            self.expander = Tca9555()
            self._on_bus(keys, keys["address"], self.expander)
        else:
            if "interrupt" in keys:
                self.interrupt = InterruptLine(keys["interrupt"])
            for address in keys["addresses"]:
                self.tiles.append(NeoTrellis(prompt, self.interrupt))
                self._on_bus(keys, address, self.tiles[-1])
        if leds["driver"] == "ws2812":
            self.line = Ws2812Wire(leds["pin"])
        elif leds["driver"] == "apa102":
            self.chain = Apa102.of_board(board)
        lights = [part for part in (self.line, self.chain) if part]
        self.parts = [part for part in (self.matrix, self.interrupt, *self.buses.values()) if part] + lights

    def _on_bus(self, part, address, device):
        self.buses.setdefault(part["i2c"], I2CBus(part["i2c"])).devices[address] = device

    # Keys ---------------------------------------------------------------------------------------------------------

    def place(self, key):
        """(part, its own number) of a key."""
        if not self.tiles:
            return self.matrix or self.expander, key
        row, column = divmod(key, self.board["keys"]["width"])
        tile = row // TILE * (self.board["keys"]["width"] // TILE) + column // TILE
        return self.tiles[tile], row % TILE * TILE + column % TILE

    def press(self, key, bounces=()):
        part, number = self.place(key)
        part.press(number, bounces)

    def release(self, key, bounces=()):
        part, number = self.place(key)
        part.release(number, bounces)

    def at(self, when_ns, action, key, bounces=()):
        """Plan a "press" or "release" for an emulated time, in ns since power-up."""
        part, number = self.place(key)
        part.at(when_ns, action, number, bounces)

    # LEDs ---------------------------------------------------------------------------------------------------------

    def frames(self, skip=0):
        """What the LEDs have shown since power-up: a list of `Shown`, one for each change on the wires.

        skip: leave out so many at the beginning.
        """
        channels = self.board["leds"]["channels"]
        if self.line:
            return [Shown(frame.start_ns, frame.end_ns, _three(frame.data, channels))
                    for frame in self.line.frames[skip:]]
        if self.chain:
            return [Shown(frame.start_ns, frame.end_ns, _flat(frame.pixels(channels)))
                    for frame in self.chain.frames[skip:]]
        return self._tile_frames(channels)[skip:]

    def _tile_frames(self, channels):
        changes = sorted((shown.end_ns, i, shown.data) for i, tile in enumerate(self.tiles) for shown in tile.shown)
        lit = [bytes(3 * TILE * TILE)] * len(self.tiles)
        frames = []
        for end_ns, i, data in changes:
            lit[i] = _three(data, channels)
            frames.append(Shown(end_ns - LED_NS * TILE * TILE, end_ns, b"".join(lit)))
        return frames

    def faults(self):
        """What real LEDs would not have understood, one line each."""
        if self.line:
            spare = [f"{frame.spare_bits} bits too many" for frame in self.line.frames if frame.spare_bits]
            return self.line.violations() + spare
        return list(self.chain.faults) if self.chain else [f"{tile.lost} events lost" for tile in self.tiles if tile.lost]


def _three(data, channels):
    """Bytes as they came off the wire as R, G, B per LED; a white channel is light of all three."""
    size = len(channels)
    at = [channels.index(channel) for channel in "RGB"]
    white = channels.find("W")
    lit = bytearray()
    for start in range(0, len(data) - size + 1, size):
        more = data[start + white] if white >= 0 else 0
        lit += bytes(data[start + k] + more for k in at)
    return bytes(lit)


def _flat(pixels):
    return bytes(channel for pixel in pixels for channel in pixel)
