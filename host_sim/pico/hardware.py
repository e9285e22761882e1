"""The hardware in a board file, as parts of the bench: keys to press, and what the LEDs show.

    hardware = Hardware(load_board("pico_neotrellis_8x8"))
    pico = Pico(files=staged_files("pico_neotrellis_8x8"), parts=hardware.parts)
    hardware.press(27)
    ...
    hardware.frames()[-1].rgb

Keys are numbered as the board numbers them, row by row.
"""

from typing import Any, NamedTuple

from .apa102 import Apa102
from .cable import End
from .ht16k33 import Ht16k33
from .i2c_bus import I2CBus
from .keypad import KeyMatrix
from .max7219 import Max7219
from .neotrellis import LED_NS, InterruptLine, NeoTrellis
from .piezo import Piezo
from .tca9555 import Tca9555
from .wire import BUSY_SLACK_NS, EVERY_PART_NS, Ws2812Wire

TILE = 4
FIRST_ADC_PIN = 26
_MADE_OF = {"R": "R", "G": "G", "B": "B", "Y": "RG", "W": "RGB"}  # of lights of one colour
ADC_MOST, ADC_MILLIVOLTS = 4095, 3300  # what it reads at most, and at what


class Shown(NamedTuple):
    """A frame that the LEDs show from `end_ns` on: R, G, B per LED in wire order; `start_ns`: its first bit."""

    start_ns: int
    end_ns: int
    rgb: bytes


class Battery:
    """Part for `Pico(parts=[...])`: the battery in a board file, through its divider. `millivolts` may change."""

    def __init__(self, battery):
        self._pin = battery["pin"]
        self._divider = battery["divider"]
        self.millivolts = battery["full_millivolts"]

    def attach(self, pico):
        self._adc = pico.mcu.adc
        self._adc.on_adc_read = self._read

    def _read(self, channel):
        at_pin = self.millivolts / self._divider if channel == self._pin - FIRST_ADC_PIN else 0
        self._adc.channel_values[channel] = min(ADC_MOST, round(at_pin * ADC_MOST / ADC_MILLIVOLTS))
        self._adc._default_on_adc_read(channel)


class Hardware:
    """The parts of a board (a checked board file, as a dict). Keys are numbered as the board numbers them.

    prompt: tiles scan their own keys at once; see host_sim/pico/neotrellis.py. profile: the lines and contacts of a
    real device, see host_sim/pico/profile.py; not for tiles, whose chips debounce contacts.
    """

    def __init__(self, board, prompt=False, profile=None):
        self.board = board
        self.profile = profile
        leds, keys = board["leds"], board["keys"]
        self.buses = {}
        self.tiles = []
        self.matrix = self.expander = None
        self.chain = self.line = self.modules = self.chip = None
        self.interrupt = None
        if keys["driver"] in ("matrix", "pins"):
            rise_ns = profile and profile.rise_ns
            self.matrix = KeyMatrix.of_board(board, **({"rise_ns": rise_ns} if rise_ns else {}))
        elif keys["driver"] in ("tca9555", "ht16k33"):
            self.expander = Tca9555() if keys["driver"] == "tca9555" else Ht16k33.of_board(board)
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
        elif leds["driver"] == "max7219":
            self.modules = Max7219.of_board(board)
        elif leds["driver"] == "ht16k33":
            at = self.buses[leds["i2c"]].devices if leds["i2c"] in self.buses else {}
            self.chip = at.get(leds["address"]) or Ht16k33.of_board(board)  # it may scan the keys
            self._on_bus(leds, leds["address"], self.chip)
        self.piezo = Piezo(board["sound"]["pin"]) if "sound" in board else None
        self.battery = Battery(board["battery"]) if "battery" in board else None
        self.end = End(board["link"]["uart"]) if "link" in board else None
        lights = [part for part in (self.line, self.chain, self.modules, self.piezo, self.battery) if part]
        others = self.matrix, self.interrupt, *self.buses.values(), self.end
        self.parts = [part for part in others if part] + lights

    def _on_bus(self, part, address, device):
        bus = I2CBus(part["i2c"], pins=(part["sda"], part["scl"]))
        self.buses.setdefault(part["i2c"], bus).devices[address] = device

    # Keys ---------------------------------------------------------------------------------------------------------

    def place(self, key) -> tuple[Any, int]:
        """Return (part, number there) of a key."""
        if not self.tiles:
            return self.matrix or self.expander, key
        row, column = divmod(key, self.board["keys"]["width"])
        tile = row // TILE * (self.board["keys"]["width"] // TILE) + column // TILE
        return self.tiles[tile], row % TILE * TILE + column % TILE

    def press(self, key, bounces=()):
        part, number = self.place(key)
        part.press(number, bounces or (next(self.profile.presses) if self.profile else ()))

    def release(self, key, bounces=()):
        part, number = self.place(key)
        part.release(number, bounces or (next(self.profile.releases) if self.profile else ()))

    def at(self, when_ns, action, key, bounces=()):
        """Plan a "press" or "release" for an emulated time, in ns since power-up."""
        part, number = self.place(key)
        part.at(when_ns, action, number, bounces)

    # Plugs --------------------------------------------------------------------------------------------------------

    def plugs(self):
        """Return what can be unplugged: parts on I2C by bus and address, others as "keys" and "leds"."""
        on_buses = [(number, address) for number, bus in self.buses.items() for address in bus.devices]
        return on_buses + ["keys"] * bool(self.matrix) + ["leds"] * bool(self.line or self.chain or self.modules)

    def unplug(self, plug):
        """Unplug a part; see `plugs`."""
        self._set_plugged(plug, False)

    def plug(self, plug):
        """Plug a part in again: it powers up."""
        self._set_plugged(plug, True)

    def _set_plugged(self, plug, plugged):
        lights: Any = self.line or self.chain or self.modules
        matrix: Any = self.matrix
        if plug == "keys":
            matrix.plug(plugged)
        elif plug == "leds":
            lights.plugged = plugged
        else:
            bus = self.buses[plug[0]]
            (bus.plug if plugged else bus.unplug)(plug[1])

    # LEDs ---------------------------------------------------------------------------------------------------------

    def frames(self, skip=0):
        """Return what the LEDs have shown since power-up: a list of `Shown`, one for each change on the wires.

        skip: how many to leave out at the beginning.
        """
        channels = self.board["leds"]["channels"]
        if self.line:
            return [
                Shown(frame.start_ns, frame.end_ns, _three(frame.data, channels)) for frame in self.line.frames[skip:]
            ]
        if self.chain:
            return [
                Shown(frame.start_ns, frame.end_ns, _flat(frame.pixels(channels))) for frame in self.chain.frames[skip:]
            ]
        chip: Any = self.modules or self.chip
        if chip:
            count = self.board["leds"]["width"] * self.board["leds"]["height"]
            return [
                Shown(frame.start_ns, frame.end_ns, _on_or_off(frame.leds, count, channels))
                for frame in chip.frames[skip:]
            ]
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
        """Return what real LEDs would not have understood, one line each."""
        if self.line:
            spare = [f"{frame.spare_bits} bits too many" for frame in self.line.frames if frame.spare_bits]
            return self.line.violations(EVERY_PART_NS, BUSY_SLACK_NS) + spare
        chain = self.chain or self.modules or self.chip
        return (
            list(chain.faults)
            if chain
            else [f"{tile.lost} events, {tile.overrun} bytes lost" for tile in self.tiles if tile.lost or tile.overrun]
        )


def _three(data, channels):
    """Return bytes from the wire as R, G, B per LED; a white channel adds to all three."""
    size = len(channels)
    at = [channels.index(channel) for channel in "RGB"]
    white = channels.find("W")
    lit = bytearray()
    for start in range(0, len(data) - size + 1, size):
        more = data[start + white] if white >= 0 else 0
        lit += bytes(data[start + k] + more for k in at)
    return bytes(lit)


def _on_or_off(leds, count, channels):
    """Return the brightness, 1..16 if on, of each LED as R, G, B; those of a second colour follow the first."""
    colours = [_MADE_OF[letter] for letter in channels]
    return bytes(
        max(max(0, 16 * leds[led + count * at] - 8) * (name in made) for at, made in enumerate(colours))
        for led in range(count)
        for name in "RGB"
    )


def _flat(pixels):
    return bytes(channel for pixel in pixels for channel in pixel)
