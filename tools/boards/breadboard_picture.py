"""The picture of a board on a breadboard, as SVG: what breadboard.py says, with the name of each hole in use.

It is upright, so that a phone shows it large, and so that its Pico lies as in the wiring picture.
"""

import itertools
from xml.sax.saxutils import escape

from .breadboard import (
    ALSO_RAILS,
    COLUMNS,
    RAILS,
    ROWS,
    SPLIT,
    bodies,
    buttons,
    in_holes,
    in_lines,
    leds_rows,
    pin_of_u1,
    separate,
    wires,
)
from .colours import BLACK, RED
from .wiring import LEFT, SHIFTER, has_buffer, has_shifter, value

_PITCH = 18
_TOP = 66  # of row 0
_GOLD, _GREY, _WHITE = "#d4af37", "#607d8b", "#ffffff"
_BOARD = "#f5f1e6"
_BODIES = {"Pico": "#1b5e20", "U1": "#424242", "USB": "#b0b0b0", "C1": "#5d4037", "C2": "#ffb74d", "Shifter": "#b71c1c"}
_BESIDE = dict(zip("acdefgij", "bbedghhi"))  # column of the name of a hole
_NOTES = (
    "In each row the holes a to e are joined, and f to j.",
    "In a rail any hole with the same sign will do.",
    f"In rows {SPLIT - 1} to {SPLIT + 1}: {ALSO_RAILS} in halves.",
)
_OF_BUTTONS = (
    "Each button sits across the middle, its four legs in the holes named beside it.",
    "Full dots are wired: two legs on a diagonal, so any way round works.",
    "Nothing else goes into the rows of these legs.",
)


def svg(board):
    """Return the picture as text: the same board file gives the same bytes."""
    return Picture(board).svg()


class Picture:
    """What is drawn, and where: x by the line, y by the row of the breadboard.

    left    line of the picture's left edge
    bodies  {part: (x, y, x, y)}
    """

    def __init__(self, board):
        self._board = board
        self.wires = wires(board)
        lines = [line for wire in self.wires for line, _ in wire.corners]
        self._left = min(-9.2, *lines) - 0.8
        self.bodies = {
            part: (self.x(left), self.y(top), self.x(right), self.y(bottom))
            for part, (left, top, right, bottom) in bodies(board).items()
        }

    def svg(self):
        board = self._board
        notes = [*_NOTES, *(_OF_BUTTONS if separate(board) else ())]
        width, below = self.x(20.2), self.y(ROWS + 1) + 18
        height = below + 18 * len(notes) + 14
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            ' font-family="sans-serif" font-size="11">',
            f"<title>{escape(board['title'])} on a breadboard</title>",
            '<defs><pattern id="holes" width="18" height="18" patternUnits="userSpaceOnUse">'
            '<circle cx="9" cy="9" r="2" fill="#9e9e9e"/></pattern></defs>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _text(width // 2, 20, board["title"], size=12),
            _text(width // 2, 38, f"on a breadboard with {ROWS} rows (830 holes)", size=12),
            *self._breadboard(),
            *(_box(part, area) for part, area in self.bodies.items()),
            *self._legs(),
            *(line for wire in self.wires for line in self._wire(wire)),
            *self._pins(),
            *self._parts(),
            *self._hole_names(),
            *self._ends_of_keys(),
            *(_text(12, below + 18 * i + 12, note, "start", 12) for i, note in enumerate(notes)),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def x(self, line):
        return round(_PITCH * (line - self._left))

    def y(self, row):
        return round(_TOP + _PITCH * row)

    def path_of(self, wire):
        """Return the points [(x, y), ...] that a wire runs through."""
        start = self._place(wire.start, None)
        end = self._place(wire.end, start[1])
        return [start, *((self.x(line), self.y(row)) for line, row in wire.corners), end]

    def _place(self, place, height):
        """Return (x, y) of a place. height: of the leg that reaches a part from its side."""
        *words, last = place.split(" ")
        if not words:
            return self._hole(place)
        if words[0] in ("left", "right"):
            return self.x(RAILS[" ".join(words)]), self.y(int(last))
        left, top, right, bottom = self.bodies[words[0]]
        if words[0] == "LEDs":
            return right, self.y(leds_rows(self._board)[last])
        if words[0] in ("R1", "C2"):
            return (left + right) // 2, (top if last in ("1", "+") else bottom)
        return right, height

    def _hole(self, hole):
        return self.x(COLUMNS[hole[0]]), self.y(int(hole[1:]))

    # Layers, from the lowest on ---------------------------------------------------------------------------------------

    def _breadboard(self):
        """Draw the breadboard: rails, holes, letters of columns, numbers of rows."""
        x, y, half = self.x(-1), self.y(0) - 12, _PITCH // 2
        width, height = _PITCH * 19, self.y(ROWS + 1) + 10 - y
        lines = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{_BOARD}" stroke="#d7ccc8"/>']
        for first, columns in ((0, 2), (COLUMNS["a"], 5), (COLUMNS["f"], 5), (RAILS["right +"], 2)):
            lines.append(
                f'<g transform="translate({self.x(first) - half} {self.y(1) - half})">'
                f'<rect width="{_PITCH * columns}" height="{_PITCH * ROWS}" fill="url(#holes)"/></g>'
            )
        for rail, line in RAILS.items():
            colour = RED if rail[-1] == "+" else BLACK
            lines.append(  # no hole where a rail may be interrupted
                f'<rect x="{self.x(line) - 8}" y="{self.y(SPLIT) - 8}" width="16" height="16" fill="{_BOARD}"/>'
            )
            lines += [_text(self.x(line), self.y(row) + 4, rail[-1], size=14, fill=colour) for row in (0, ROWS + 1)]
        for column, line in COLUMNS.items():
            lines += [_text(self.x(line), self.y(row) + 4, column, size=12, fill=_GREY) for row in (0, ROWS + 1)]
        for row in range(1, ROWS + 1):
            colour, size = (BLACK, 11) if row % 5 == 0 else (_GREY, 9)
            lines.append(_text(self.x(18.2), self.y(row) + 4, str(row), "start", size, colour))
        return lines

    def _legs(self):
        """Draw the legs of the buttons."""
        lines = []
        for button in buttons(self._board):
            left, _, right, _ = self.bodies[f"Button {button.name}"]
            for leg in button.legs:
                x, y = self._hole(leg)
                lines.append(
                    f'<line x1="{x}" y1="{y}" x2="{left if leg[0] == "e" else right}" y2="{y}" stroke="{_GREY}" '
                    'stroke-width="3"/>'
                )
        return lines

    def _wire(self, wire):
        """Draw a wire with a pale edge, so that a crossing shows which is on top; dots are where it is plugged in."""
        points = " ".join(f"{x},{y}" for x, y in self.path_of(wire))
        title = escape(f"{wire.start} to {wire.end}")
        line = f'<polyline points="{points}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
        ends = [place for place in (wire.start, wire.end) if " " not in place or place.startswith(("left", "right"))]
        dots = [self._place(place, None) for place in ends]
        return [
            f'{line} stroke="{_WHITE}" stroke-width="6"/>',
            f'{line} stroke="{wire.colour}" stroke-width="3"><title>{title}</title></polyline>',
            *(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{wire.colour}"/>' for x, y in dots),
        ]

    def _pins(self):
        """Draw what sits in the holes: pins with number and name, and legs of buttons, full if they are wired."""
        wired = {hole for button in buttons(self._board) for hole in (button.wired, button.grounded)}
        lines = []
        for hole, name in in_holes(self._board).items():
            part, _, pin = name.partition(" ")
            (x, y), row = self._hole(hole), int(hole[1:])
            left = hole[0] in COLUMNS and COLUMNS[hole[0]] < COLUMNS["f"]
            anchor, inwards = ("start", 7) if left else ("end", -7)
            if part == "Button":
                full = BLACK if hole in wired else _WHITE
                lines.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{full}" stroke="{BLACK}" stroke-width="1.5"/>')
                continue
            lines.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{_GOLD}"/>')
            if part == "Pico":
                words = f"{row} {pin}" if left else f"{pin} {41 - row}"
                lines.append(_text(x + inwards, y + 4, words, anchor, 10, _WHITE))
            elif part == "Shifter":
                lines.append(_text(x + inwards, y + 4, pin, anchor, 10, _WHITE))
            else:
                lines.append(_text(x + inwards + inwards // 3, y + 4, str(pin_of_u1(hole)), anchor, 9, _WHITE))
        return lines

    def _parts(self):
        """Write the names of the parts."""
        board, lines = self._board, []

        def middle(part):
            left, top, right, bottom = self.bodies[part]
            return (left + right) // 2, (top + bottom) // 2 + 4

        x, y = middle("Pico")[0] + 4, self.y(18)
        lines.append(_text(x, y, "Raspberry Pi Pico", "start", fill=_WHITE, turned=True))
        for button in buttons(board):
            x, y = middle(f"Button {button.name}")
            lines.append(_text(x, y, button.name, size=10))
        if has_shifter(board):
            x, _ = middle("Shifter")
            lines.append(_text(x, self.bodies["Shifter"][3] + 14, SHIFTER, halo=True))
        if has_buffer(board):
            lines += self._values(middle)
        left, top, _, _ = self.bodies["LEDs"]
        kind = {"ws2812": "WS2812B", "max7219": "MAX7219", "ht16k33": "HT16K33"}[board["leds"]["driver"]]
        which = "LEDs, module 1:" if "panels" in board["leds"] else "LEDs:"
        lines += [
            _text(left + 6, top + 14 + 13 * i, word, "start", 10) for i, word in enumerate((which, f"8x8 {kind}"))
        ]
        for name, row in leds_rows(board).items():
            lines.append(_text(self.bodies["LEDs"][2] - 6, self.y(row) + 4, name, "end"))
        for wire in self.wires:
            part, _, terminal = wire.end.partition(" ")
            if part in ("Piezo", "Keys"):
                x, y = self.path_of(wire)[-1]
                lines.append(_text(x - 6, y + 4, terminal, "end"))
        size = f"{board['keys']['width']}x{board['keys']['height']}"
        for part, words in (("Piezo", ("Piezo BZ1,", "optional")), ("Keys", (f"{size} keys",))):
            for i, word in enumerate(words if part in self.bodies else ()):
                left, top, _, _ = self.bodies[part]
                lines.append(_text(left + 6, top + 15 + 13 * i, word, "start", 10))
        return lines

    def _values(self, middle):
        """Write the values of U1, R1, C1 and C2 beside them."""
        board, x = self._board, self.bodies["R1"][2] + 8
        left, c1, right, low = self.bodies["C1"]
        c1_middle, c2 = middle("C1")[0], middle("C2")
        texts = "U1 74AHCT125, notch up", f"C2 {value(board, 'C2')} on its back", f"R1 {value(board, 'R1')}"
        return [
            *(_text(x, self.y(32 + i) + 4, text, "start", 10, halo=True) for i, text in enumerate(texts)),
            _text(c2[0], c2[1], "C2", size=10),
            _text(c1_middle, c1 + 20, "C1", size=10, fill=_WHITE),
            _text(left - 6, c1 + 20, f"C1 {value(board, 'C1')}", "end", 10),
            _text(right + 8, c1 + 2, "+", size=11),
            _text(right + 8, low + 6, "-", size=11),
        ]

    def _hole_names(self):
        """Write the name of each hole in use beside it, on one that is free, or above it where a wire runs beside."""
        taken = in_holes(self._board)
        ends = [place for wire in self.wires for place in (wire.start, wire.end) if " " not in place]
        legs = [leg for button in buttons(self._board) for leg in button.legs]
        paths = [self.path_of(wire) for wire in self.wires]
        lines = []
        for hole in [*ends, *legs]:
            x, y = self._hole(hole)
            beside = _BESIDE[hole[0]] + hole[1:]
            name_x, _ = self._hole(beside)
            name_x += 2 if name_x < x else -2
            if beside in taken or beside in ends or any(_crosses(path, name_x, y) for path in paths):
                y -= 10
            else:
                x = name_x
            lines.append(_text(x, y + 4, hole, size=10, fill=BLACK, halo=True))
        return lines

    def _ends_of_keys(self):
        """Write above the wires of the buttons, beside the breadboard, which button and which pin they join."""
        lines, x = [], self.x(-1) - 4
        for button in buttons(self._board):
            to_pin, _ = button.wires
            name = LEFT[button.pin - 1]
            lines.append(_text(x, self.y(button.pin) - 4, f"{name} to {button.name}", "end", 10))
            lines.append(_text(x, self.y(button.row + 2) - 5, f"{name}: a{button.pin} to {to_pin}", "end", 11))
        if separate(self._board):
            lines.append(_text(x, self.y(in_lines(self._board)["GND"]) + 1, "GND to left -", "end", 10))
        return lines


def _crosses(path, x, y):
    """Return whether a path runs through the name of a hole whose middle is here."""
    for (from_x, from_y), (to_x, to_y) in itertools.pairwise(path):
        beside = max(from_x, to_x) < x - 11 or min(from_x, to_x) > x + 11
        if not (beside or max(from_y, to_y) < y - 6 or min(from_y, to_y) > y + 6):
            return True
    return False


def _box(part, area):
    left, top, right, bottom = area
    colour = _BODIES.get(part, "#cfd8dc" if part.startswith("Button") else "#eceff1")
    return (
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="4" fill="{colour}" '
        f'stroke="{_GREY}"><title>{part}</title></rect>'
    )


def _text(x, y, text, anchor="middle", size=11, fill="", halo=False, turned=False):
    """halo: keep the letters readable over the holes of the breadboard; turned: upwards."""
    colour = f' fill="{fill}"' if fill else ""
    clear = f' stroke="{_BOARD}" stroke-width="4" paint-order="stroke"' if halo else ""
    turn = f' transform="rotate(-90 {x} {y})"' if turned else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"{colour}{clear}{turn}>{escape(text)}</text>'
