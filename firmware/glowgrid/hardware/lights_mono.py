"""Lights without hue, or of two: each LED is on or off, and rhythms tell apart what colours do elsewhere.

Loaded for boards with such lights only. Each palette index has a rhythm of sixteen beats of 120 ms. Any two that a
point may have differ in three beats or more, from any starting time (tests/console/test_signs.py), and no LED flashes
more than three times a second. A press begins the rhythm again, so what it changes is seen at once.

    stones          on; side 2 winks once, side 3 twice
    the last stone  on for a second, dark for a second; in its bright second side 2 winks once, side 3 twice
    the cursor      blinks four times; for side 2 the third blink is long, for side 3 there are only two; a stone under
                    it winks four times, three for side 2, two for side 3; the last stone blinks in its dark second
    advice          a flash, two, four: loses, holds, wins; longer ones, one, two, three, for estimates
    hints           three quick flashes, two for an estimate; then one the longer, the better
    free points     dark

Of lights of two colours, side 1 is red, 2 green, 3 yellow.

One brightness goes for all LEDs. It is the chip's, in sixteenths, and the current cap lowers it. Chips that drive LEDs
by rows dim them by time, so current and light are in proportion to it.
"""

from array import array

import micropython

from glowgrid.clock import since
from glowgrid.hardware.lights import BLACK_SCALE, FULL_SCALE, Lights

BEAT_MS = 120
_BEATS = 16
_LEVELS = 16
_CHIP_MILLIAMPS = 8  # of a MAX7219 without its LEDs, at most (its data sheet)
_ON = 0xFFFF
_NOTED = 0b1001000010010000
_ESTIMATED = 0b1001000111110000  # a hint
_CHOSEN, _OFFERED = 64, 42  # as in console/screens/play_mono.py
_MADE_OF = {"R": "R", "G": "G", "B": "B", "Y": "RG", "W": "RGB"}
# Red 1, green 2, both 3, for palette indices up to 41, on lights of two colours: sides; advice is red, yellow, green.
_HUES = bytes(map(int, "312312312333213212313233313231321323132123"))


def of_chips(leds):
    """Return the mA that the chips of some "leds" draw while all LEDs are dark."""
    return _CHIP_MILLIAMPS * leds["width"] * leds["height"] // 64 if leds["driver"] == "max7219" else 0


def _rhythms():
    """Return the rhythm of each palette index, the first beat in the highest bit; then those of play_mono.py."""
    last = 0b1111111110000000, 0b1110001111000000, 0b1101101100000000
    found = array("H", (0, _ON, 0b1111111111111000, 0b1111110011111100, 0, 0, 0) + last)
    found.extend(array("H", (_ON, _NOTED, _ON, _ON, _ON, _ON, _ON, _ON, _ON, _ON, _ON, _ON, _NOTED, 0, 0)))
    found.extend(array("H", (0b1110000000000000, 0b1100000011000000, 0b1000100010001000)))
    found.extend(array("H", (0, 0b1111110000000000, 0b1111110001110000, 0b1110111101110000)))
    found.extend(array("H", (0b1001001000000000, 0b1001001000011100, 0b1001001001111000)))
    found.extend(array("H", (0, _ESTIMATED, _ESTIMATED, _ESTIMATED)))
    found.extend(array("H", (_NOTED, _NOTED, _NOTED, 0b1111000011110000, 0b1000010000110000, 0b1010100001110000)))
    found.extend(array("H", bytes(2 * (_CHOSEN + _CHOSEN - len(found)))))
    chosen = (0, 0b1110111011101110, 0b1110111011100000, 0b1111101111100000)
    chosen += 0b1100110011001100, 0b1100110011110000, 0b1110011100000000
    chosen += 0b1111111100011000, 0b1110001110011100, 0b1101101100111000, _ON
    for at in range(len(chosen)):
        found[_CHOSEN + at] = chosen[at]
    found[_CHOSEN + _OFFERED] = 0b1110100011101000
    found[_CHOSEN + _OFFERED + 2] = 0b1110100001111100
    return found


class MonoLights(Lights):
    """Lights whose frame is on or off in this beat.

    board, driver: see Lights; "channels" of its "leds" is a letter, the colour of all LEDs, or "RG". The driver gets R,
    G, B per LED as well: 0, or in all lit LEDs 16 * n + 8 with n the brightness, 0..15.

    shown: a byte per pixel as the player sees them, 0 if dark; else 1, or 1, 2 and 3 for red, green and both. palette:
    R, G, B of these.
    """

    mono = True

    def __init__(self, board, palette, driver):
        channels = board["leds"]["channels"]
        if len(channels) > 1:
            palette = bytes((0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 0))
            self.sides = "", "red", "green", "yellow"
            self._hues = 2 * (_HUES + b"\x03" * (_CHOSEN - len(_HUES)))  # the cursor leaves a stone its hue
        else:
            palette = bytes((0, 0, 0) + tuple([255 * (letter in _MADE_OF[channels]) for letter in "RGB"]))
            self.sides = "", "side 1", "side 2", "side 3"
            self._hues = b"\x01" * (2 * _CHOSEN)
        super().__init__(board, palette, driver)
        self._rhythms = _rhythms()
        self._idle += of_chips(board["leds"])
        self._allowed = (board["power"]["budget_milliamps"] - self._idle) * _LEVELS
        self.shown = bytearray(self._pixels)
        self._began_at = self._beat = 0

    def recolour(self, palette):
        """There is only one palette."""

    def begin(self, now_ms):
        """Begin the rhythm again."""
        self._began_at = now_ms

    def beat(self, now_ms):
        """Go on with the rhythm; return whether a new beat begins, so that the frame is to be shown again."""
        beat = since(now_ms, self._began_at) // BEAT_MS % _BEATS
        if beat == self._beat:
            return False
        self._beat = beat
        return True

    def render(self, frame):
        """Fill `wire` with what `show(frame)` would send, and set `milliamps` and `scale`."""
        lit = -1
        if len(frame) == self._pixels:
            lit = _light(frame, self._pixels, self._rhythms, 15 - self._beat, self._hues, self.shown)
        if lit < 0:
            raise ValueError("a frame is %d palette indices below %d" % (self._pixels, 2 * _CHOSEN))
        lit *= self._full
        wanted = level = self._brightness * _LEVELS >> 8
        while level >= 0 and lit * (level + 1) > self._allowed:
            level -= 1
        self.milliamps = self._idle + (lit * (level + 1) + _LEVELS - 1) // _LEVELS
        self.scale = FULL_SCALE * (level + 1) // (wanted + 1) if level >= 0 else BLACK_SCALE
        _spread(self.shown, self.order, self._pixels, self.palette, 16 * level + 8 if level >= 0 else 0, self.wire)


@micropython.viper
def _light(frame: ptr8, pixels: int, rhythms: ptr16, beat: int, hues: ptr8, shown: ptr8) -> int:
    """Enter which pixels are lit, each with its hue; return how many LEDs that takes, or -1 for an unknown index."""
    lit = 0
    at = 0
    while at < pixels:
        index = int(frame[at])
        if index > 127:
            return -1
        hue = 0
        if int(rhythms[index]) >> beat & 1:
            hue = int(hues[index])
            lit += 1
            if hue == 3:
                lit += 1
        shown[at] = hue
        at += 1
    return lit


@micropython.viper
def _spread(shown: ptr8, order: ptr16, pixels: int, palette: ptr8, level: int, wire: ptr8):
    """Put each pixel's colour where its LED is on the wire."""
    led = 0
    to = 0
    while led < pixels:
        colour = 3 * int(shown[int(order[led])])
        channel = 0
        while channel < 3:
            lit = 0
            if palette[colour + channel]:
                lit = level
            wire[to] = lit
            to += 1
            channel += 1
        led += 1
