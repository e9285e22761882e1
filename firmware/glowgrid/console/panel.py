"""The lights: what is drawn and when, its brightness and rotation, and the words that scroll over it."""

import micropython
from micropython import const

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import OFF, SIDES, WHITE

DIM_AFTER_MS = 180_000  # after this long without a press, the lights drop to a quarter of their brightness
_DIMMED = const(4)


class Panel:
    """What a person sees: the picture of a screen, or the words it shows.

    Screens paint `picture`, which has `width` and `height`; those with FIELD paint `canvas`. The picture is the canvas;
    but if there are too few LEDs for an icon (`enlarged`), it is twice as large and is shrunk into the canvas. The
    canvas is the frame; but on a rotated device it is turned into the frame (rotation.py).

    lights    .width, .height, .brightness, .show(frame): a byte (palette index) per LED
    mono      whether rhythms stand for colours (hardware/lights_mono.py)
    sides     sides[side]: what a side is called, by its looks
    settings  hold the brightness
    rotation  of a rotated device, or None
    words     that scroll over the lights now (screens/words.py), or None
    redraw    whether the picture has changed
    leaving   whether a press leads to something that takes time: a light in the corner answers it
    drawn_at  when it was last drawn
    touched_at  when a key was last pressed, or the console was switched on
    dimmed    whether that is long ago, so that the lights are dimmed
    fits      by the name of a game: a byte for each size, whether it fits the lights (screens/fitting.py)
    """

    def __init__(self, lights, settings, roles):
        """roles: of the keys over the lights; words show them."""
        self.lights, self.settings = lights, settings
        self.mono = lights.mono
        self.sides = lights.sides or SIDES
        self.enlarged = min(lights.width, lights.height) < 8
        scale = 2 if self.enlarged else 1
        self.width, self.height = scale * lights.width, scale * lights.height
        self.frame = bytearray(lights.width * lights.height)
        if self.enlarged:
            self.picture = bytearray(self.width * self.height)
        self.turn(None)
        self.fits = {}
        self.words = None
        self.redraw = True
        self.leaving = False
        self.drawn_at = 0
        self._roles = roles
        self._has_spoken = False  # whether the words of the current picture have scrolled
        self._looked_at = 0  # when the current picture came up
        self.touched_at = None
        self.dimmed = False
        self.shine()

    def turn(self, rotation):
        """Use this rotation from now on."""
        self.rotation = rotation
        self._canvas = rotation.frame if rotation else self.frame
        if not self.enlarged:
            self.picture = self._canvas

    # Brightness ---------------------------------------------------------------------------------

    def shine(self, part=1, whole=1):
        """Light up with a part of the brightness in the settings."""
        self.lights.brightness = max(1, self.settings.brightness * part // whole)

    def touch(self, now_ms):
        """A key was used: restore the brightness of dimmed lights."""
        self.touched_at = now_ms
        if self.dimmed:
            self.dimmed = False
            self.shine()

    # Picture ------------------------------------------------------------------------------------

    def look(self, now_ms):
        """Redraw, and restart the wait before words scroll."""
        self.words, self._has_spoken = None, False
        self._looked_at = now_ms
        self.redraw = True
        if self.mono:
            self.lights.begin(now_ms)

    def update(self, screen, now_ms):
        """Draw the screen if it is time, and dim the lights if no key was used for long."""
        if not self._has_spoken and since(now_ms, self._looked_at) >= screen.LOOK_MS:
            self._has_spoken = True
            text, colour = screen.words()
            if text:
                if self.mono:
                    colour = WHITE
                lights, roles = self.lights, () if screen.FIELD else self._roles
                self.words = load.words.Words(text, lights.width, lights.height, colour, now_ms, roles)
                self.redraw = True
        beats = self.mono and self.lights.beat(now_ms)
        period = self.words.step_ms if self.words else screen.PERIOD
        if self.redraw or (period and since(now_ms, self.drawn_at) >= period):
            self._draw(screen, now_ms)
        elif beats:
            self.lights.show(self.frame)
        if self.touched_at is None:
            self.touched_at = now_ms
        if not self.dimmed and since(now_ms, self.touched_at) >= DIM_AFTER_MS:
            self.dimmed = self.redraw = True
            self.shine(1, _DIMMED)

    def _draw(self, screen, now_ms):
        canvas = self._canvas
        _darken(canvas, len(canvas))
        if not (self.words and self.words.draw(canvas, now_ms)):
            self.words = None
            if screen.FIELD or not self.enlarged:
                screen.draw(canvas, now_ms)
            else:
                _darken(self.picture, len(self.picture))
                screen.draw(self.picture, now_ms)
                load.shrinking.shrink(self.picture, canvas, self.lights.width)
        if self.leaving:
            corner = self.lights.width - 1
            canvas[corner] = OFF if canvas[corner] == WHITE else WHITE
        if self.rotation:
            self.rotation.show_in(self.frame)
        self.lights.show(self.frame)
        self.redraw = False
        self.drawn_at = now_ms


@micropython.viper
def _darken(canvas: ptr8, at: int):
    """Set `at` bytes to 0; a slice would allocate."""
    while at:
        at -= 1
        canvas[at] = 0
