"""The handheld in a terminal: the LED matrix drawn with half blocks, and the keys. The mouse can touch both."""

from functools import lru_cache
from typing import Any

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.markup import escape
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from . import led_colour

SMALLEST = 2  # dots of an LED: two columns, one line
GAPPED = 3  # from this many dots on, the gap between two LEDs is visible
# Columns and lines of a key. From NAMED columns on, the whole name of a role fits, below its sign.
CAPS = ((22, 7), (16, 5), (10, 3), (7, 3), (5, 2))
NAMED = 10
SIGNS = {"up": "▲", "down": "▼", "left": "◀", "right": "▶", "select": "●", "back": "✕", "undo": "↶", "hint": "?"}
_CAP, _CAP_IDLE, _CAP_DOWN = (52, 57, 68), (32, 35, 42), (238, 200, 92)
_INK, _INK_IDLE, _INK_DOWN, _INK_ROLE = (235, 238, 245), (96, 102, 114), (20, 18, 10), (120, 200, 235)
_PANEL = (18, 20, 25)


@lru_cache(maxsize=8192)
def style(ink, paper, bold=False):
    return Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*paper), bold=bold)


def marked(text, ink=None, bold=False):
    """Return a text in Textual's markup. ink: its colour."""
    if not text:
        return ""
    words = [*["b"] * bold, *(["#%02x%02x%02x" % ink] if ink else [])]
    return f"[{' '.join(words)}]{escape(text)}[/]"


class Leds(Widget):
    """The LED matrix. `size_for(width, height)`: how many dots an LED can have there; set `dots`, then `redraw()`.

    Posts `Touched(x, y)` and `Lifted` for the mouse button going down on an LED and up again.
    """

    class Touched(Message):
        def __init__(self, x, y):
            self.x, self.y = x, y
            super().__init__()

    class Lifted(Message):
        pass

    def __init__(self, lights, signs=None, **options):
        """signs: a function that returns the frame as text, to draw the LEDs as signs without colours."""
        super().__init__(**options)
        self._lights = lights
        self._signs = signs
        self._colours = None
        self.dots = SMALLEST

    def size_for(self, width, height):
        dots = min(width // self._lights.width, 2 * height // self._lights.height)
        return dots - dots % 2 if self._signs else dots  # lines of signs are evenly spaced

    def extent(self, dots):
        """Return (columns, lines) that the matrix takes."""
        return self._lights.width * dots, (self._lights.height * dots + 1) // 2

    def get_content_width(self, container, viewport):
        return self.extent(self.dots)[0]

    def get_content_height(self, container, viewport, width):
        return self.extent(self.dots)[1]

    def redraw(self):
        """Draw again if the lights have changed."""
        colours = led_colour.pixels(self._lights)
        if colours != self._colours:
            self._colours = colours
            self.refresh()

    def render_line(self, y):
        columns, lines = self.extent(self.dots)
        if y >= lines:
            return Strip.blank(self.size.width)
        if self._signs:
            text = _line_of_signs(self._signs(), self.dots, y).ljust(columns)
            return Strip([Segment(text, style(_INK, _PANEL))], columns)
        upper, lower = self._line(2 * y), self._line(2 * y + 1)
        segments = [Segment("▀", style(top, bottom)) for top, bottom in zip(upper, lower, strict=True)]
        return Strip(segments, columns).simplify()

    def _line(self, dot_y):
        """Return the colours of a line of dots."""
        row, y = divmod(dot_y, self.dots)
        width = self._lights.width
        if row >= self._lights.height or self._colours is None:
            return [led_colour.BOARD] * (width * self.dots)
        dots = []
        for colour in self._colours[row * width : (row + 1) * width]:
            dots.extend(led_colour.disc(colour, self.dots)[y])
        return dots

    def on_mouse_down(self, event: events.MouseDown):
        self.capture_mouse()
        self.post_message(self.Touched(event.x // self.dots, 2 * event.y // self.dots))

    def on_mouse_up(self, event: events.MouseUp):
        self.release_mouse()
        self.post_message(self.Lifted())


def _line_of_signs(frame, dots, y):
    """Return a line of text: the signs of the LEDs whose middle is on it."""
    for row, signs in enumerate(frame.split("\n")):
        if (row * dots + dots // 2) // 2 == y:
            return "".join(sign.center(dots) for sign in signs)
    return ""


class Keypad(Widget):
    """The keys as they lie on the board; each shows its key on the keyboard, and its role or the point it stands for.

    Posts `Pressed(key)` and `Released(key)` for the mouse.
    """

    class Pressed(Message):
        def __init__(self, key):
            self.key = key
            super().__init__()

    class Released(Pressed):
        pass

    def __init__(self, board, keyboard, said, **options):
        """said(text): a text in the person's language."""
        super().__init__(**options)
        self._said = said
        self._columns, self._rows = board["keys"]["width"], board["keys"]["height"]
        self._roles = {key: role for role, key in board["keys"]["roles"].items()}
        self._caps = keyboard.caps
        self._state: Any = None  # until the first redraw
        self._down = None
        self.cap = NAMED, 3

    def extent(self, cap):
        """Return (columns, lines) that the keys take."""
        return self._columns * (cap[0] + 1) - 1, self._rows * cap[1]

    def get_content_width(self, container, viewport):
        return self.extent(self.cap)[0]

    def get_content_height(self, container, viewport, width):
        return self.extent(self.cap)[1]

    def redraw(self, down, points):
        """Draw again if something has changed. down: levels of the keys; points: {key: (name, colour)}."""
        state = bytes(down), dict(points)
        if state != self._state:
            self._state = state
            self.refresh()

    def render_line(self, y):
        row, line = divmod(y, self.cap[1])
        if row >= self._rows or self._state is None:
            return Strip.blank(self.size.width)
        segments = []
        for column in range(self._columns):
            segments += self._cap(row * self._columns + column, line)
            segments.append(Segment(" ", style(_INK, _PANEL)))
        return Strip(segments[:-1]).simplify()

    def _cap(self, key, line):
        """Return the segments of one line of a key."""
        levels, points = self._state
        role, point = self._roles.get(key), points.get(key)
        paper = _CAP_DOWN if levels[key] else _CAP if role or point else _CAP_IDLE
        width, height = self.cap
        middle = (height - 1) // 2
        if line != middle:
            edge = line in (0, height - 1)  # the key takes half a line at its upper and lower edge
            return [Segment(("█" if not edge else "▄" if line < middle else "▀") * width, style(paper, _PANEL))]
        name, ink = point or (str(self._said(role or "")), _INK_ROLE)
        if width < NAMED and not point:
            name = SIGNS.get(role or "", name)
        if levels[key]:
            ink = _INK_DOWN
        ink_cap = _INK_DOWN if levels[key] else _INK if role or point else _INK_IDLE
        cap = f"{self._caps[key]} ".rjust(3 if width > 5 or not self._caps[key] else 2)
        return [
            Segment(cap, style(ink_cap, paper, True)),
            Segment(name.ljust(width)[: width - len(cap)], style(ink, paper, bool(point))),
        ]

    def _key_at(self, x, y):
        width, height = self.cap
        column, row = x // (width + 1), y // height
        on_cap = x % (width + 1) < width
        return row * self._columns + column if on_cap and column < self._columns and row < self._rows else None

    def on_mouse_down(self, event: events.MouseDown):
        key = self._key_at(event.x, event.y)
        if key is not None and self._down is None:
            self._down = key
            self.capture_mouse()
            self.post_message(self.Pressed(key))

    def on_mouse_up(self, event: events.MouseUp):
        if self._down is not None:
            self.release_mouse()
            self.post_message(self.Released(self._down))
            self._down = None


class TooSmall(Widget):
    """Shown instead of garbage."""

    def __init__(self, said, **options):
        """said(text): a text in the person's language."""
        super().__init__(**options)
        self._said = said
        self.needed = 0, 0  # columns, lines

    def render(self):
        columns, lines = self.needed
        return self._said(
            f"Glowgrid needs a window of {columns} x {lines} characters; this one has "
            f"{self.app.size.width} x {self.app.size.height}. Make it larger, or use --text."
        )
