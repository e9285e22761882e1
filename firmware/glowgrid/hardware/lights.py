"""From a frame of palette indices to the bytes on the LED wire: gamma, brightness, current cap and order.

No other module knows any of these. It touches no hardware: the simulator and the tests run the same code.

A colour channel goes through three steps, all in integers so that every machine gets the same bytes:
1. gamma: the palette's perceptual 0..255 to linear light by CIE 1931 lightness;
2. brightness: linear light * brightness / 255, rounded;
3. cap: * scale / 256, rounded down, with one scale for the whole frame, the largest that keeps it within the budget.
Steps 2 and 3 never turn a lit channel into 0: it stays at 1, or dim colours would change their hue or vanish.
"""

from array import array

import micropython

FULL_SCALE = 256  # the cap does not change the frame
BLACK_SCALE = -1  # the budget allows no light at all


def kind(board):
    """Return the class of the lights of a board: Lights, or that of lights without colours of their own."""
    if len(board["leds"]["channels"]) > 2:
        return Lights
    return __import__("glowgrid.hardware.lights_mono", None, None, ("MonoLights",)).MonoLights


class Lights:
    """The LED matrix as the game sees it: `show(frame)`, and nothing about electricity.

    board: a checked board (its "leds" and "power" are read). palette: bytes, R, G, B of 0..255 per index, before
    gamma. driver: has `write(rgb)` and `off()`; rgb is R, G, B per LED in wire order. The driver handles the order of
    the channels on the wire.

    width, height: pixels as the player sees them. milliamps: estimate for the last frame shown, after the cap, rounded
    up, with the idle current of every LED. scale: what the cap chose for it, FULL_SCALE, 0..255 or BLACK_SCALE.
    wire: the bytes last given to the driver. sign: a frame shown in place of all others, or None.
    """

    mono = False
    shown = b""  # of lights without colours
    sides = ()  # names of the sides, where they look different from the palette

    def __init__(self, board, palette, driver):
        leds = board["leds"]
        self.board = board
        self.palette = palette
        self.width = leds["width"]
        self.height = leds["height"]
        self.order = order_of(leds)
        self._driver = driver
        self._pixels = self.width * self.height
        self._colours = len(palette) // 3
        self._linear = array("H", [linear_light(channel) for channel in palette])
        self._levels = bytearray(len(palette))
        self._scaled = bytearray(len(palette))
        self._counts = array("H", bytes(2 * self._colours))
        self._full = leds["milliamps_full"]
        self._idle = leds["milliamps_idle"] * self._pixels
        # The largest sum of channel bytes that the budget allows; negative if it does not even feed dark LEDs.
        # Those of a grid (host_sim/grids/) draw nothing.
        self._allowed = (board["power"]["budget_milliamps"] - self._idle) * 255 // max(1, self._full)
        self.wire = bytearray(3 * self._pixels)
        self.milliamps = self._idle
        self.scale = FULL_SCALE
        self.brightness = board["power"]["brightness"]
        self.sign = None
        self._frame = None  # the last frame
        self._fresh = False  # whether it was sent since the last refresh

    @property
    def brightness(self):
        """1..255; 255 is full. A new value applies from the next frame on. ValueError outside the range."""
        return self._brightness

    @brightness.setter
    def brightness(self, brightness):
        if not 1 <= brightness <= 255:
            raise ValueError("brightness %d is not in 1..255" % brightness)
        self._brightness = brightness
        _dim(self._linear, self._levels, len(self._levels), brightness)

    def recolour(self, palette):
        """Use another palette of the same length from the next frame on."""
        self.palette = palette
        for at in range(len(palette)):
            self._linear[at] = linear_light(palette[at])
        self.brightness = self._brightness

    def show(self, frame):
        """Show `frame`: width * height palette indices, row by row from the top left. Allocates nothing.

        Raises ValueError for a frame of another size or with an index outside the palette.
        """
        self._frame = frame
        self._fresh = True
        self.render(self.sign or frame)
        self._driver.write(self.wire)

    def put_up(self, sign):
        """Show a sign, a frame, in place of all frames from now on; None: show the frames again."""
        self.sign = sign
        if self._frame:
            self.show(self._frame)

    def refresh(self):
        """Send the last frame again unless one was sent since the last call: LEDs plugged in again are dark."""
        if not self._fresh:
            self._driver.write(self.wire)
        self._fresh = False

    def render(self, frame):
        """Fill `wire` with what `show(frame)` would send, and set `milliamps` and `scale`."""
        if len(frame) != self._pixels or not _count(frame, self._pixels, self._counts, self._colours):
            raise ValueError("a frame is %d palette indices below %d" % (self._pixels, self._colours))
        load = _load(self._counts, self._levels, self._colours)
        self.scale = FULL_SCALE
        colours = self._levels
        if load > self._allowed:
            load = self._fit()
            colours = self._scaled
        self.milliamps = self._idle + (load * self._full + 254) // 255
        _spread(frame, self.order, self._pixels, colours, self.wire)

    def colours(self, scale, target):
        """Fill `target` (as long as the palette) with the wire's R, G, B of every palette index at `scale`."""
        scale_colours(self._levels, target, len(self._levels), scale)

    def off(self):
        """Darken all LEDs."""
        scale_colours(self.wire, self.wire, len(self.wire), BLACK_SCALE)
        self.milliamps = self._idle
        self._driver.off()

    def _load(self, scale):
        """Return the sum of all channel bytes of the counted frame at `scale`; leave its colours in `_scaled`."""
        scale_colours(self._levels, self._scaled, len(self._levels), scale)
        return _load(self._counts, self._scaled, self._colours)

    def _fit(self):
        """Set `scale` to the largest that keeps the counted frame within the budget; return the load at that scale.

        Called only if it does not fit at FULL_SCALE.
        """
        fits = BLACK_SCALE
        too_much = FULL_SCALE
        while too_much - fits > 1:
            scale = (fits + too_much) // 2
            if self._load(scale) <= self._allowed:
                fits = scale
            else:
                too_much = scale
        self.scale = fits
        return self._load(fits)


def linear_light(lightness):
    """Return the linear light 0..65535 of a perceptual channel 0..255: CIE 1931, Y = (27/24389) L for L <= 8, else
    ((L + 16) / 116)^3, with L = lightness * 100 / 255. In exact integers, rounded down."""
    if lightness <= 20:
        return 65535 * 2700 * lightness // (255 * 24389)
    return 65535 * (20 * lightness + 816) ** 3 // 5916**3


def order_of(leds):
    """Return an array("H"): for every LED in wire order, the pixel it shows, row by row as the player sees them.

    leds: the "leds" of a board. A file made for a device has the places; one made by hand may have none.
    """
    places = leds.get("places")
    if places is None:
        places = __import__("glowgrid.hardware.wire_order", None, None, ("places_of",)).places_of(leds)
    return array("H", places)


@micropython.viper
def _dim(linear: ptr16, levels: ptr8, channels: int, brightness: int):
    """Steps 1 and 2 for the whole palette."""
    i = 0
    while i < channels:
        light = int(linear[i])
        level = (light * brightness + 32767) // 65535
        if light:
            if level == 0:
                level = 1
        levels[i] = level
        i += 1


@micropython.viper
def _count(frame: ptr8, pixels: int, counts: ptr16, colours: int) -> int:
    """Count how often each colour occurs in the frame; return 0 if one is not in the palette, else 1."""
    i = 0
    while i < colours:
        counts[i] = 0
        i += 1
    i = 0
    while i < pixels:
        colour = int(frame[i])
        if colour >= colours:
            return 0
        counts[colour] = int(counts[colour]) + 1
        i += 1
    return 1


@micropython.viper
def scale_colours(levels: ptr8, target: ptr8, channels: int, scale: int):
    """Step 3: write `channels` bytes of `levels` at `scale` to `target`."""
    i = 0
    while i < channels:
        level = int(levels[i])
        if level:
            level = level * scale >> 8
            if level == 0:
                level = 1
            if scale < 0:
                level = 0
        target[i] = level
        i += 1


@micropython.viper
def _load(counts: ptr16, levels: ptr8, colours: int) -> int:
    """Return the sum of all channel bytes of the counted frame."""
    load = 0
    colour = 0
    channel = 0
    while colour < colours:
        count = int(counts[colour])
        if count:
            load += count * (int(levels[channel]) + int(levels[channel + 1]) + int(levels[channel + 2]))
        channel += 3
        colour += 1
    return load


@micropython.viper
def _spread(frame: ptr8, order: ptr16, pixels: int, colours: ptr8, wire: ptr8):
    """Put each pixel's colour where its LED is on the wire."""
    led = 0
    to = 0
    while led < pixels:
        channel = 3 * int(frame[int(order[led])])
        wire[to] = colours[channel]
        wire[to + 1] = colours[channel + 1]
        wire[to + 2] = colours[channel + 2]
        to += 3
        led += 1
