"""A board on a breadboard, as SVG drawn from the board file: the hole for each end of each wire.

The Pico lies with its plug to the left, so that pin 1 is at the lower left and pin 40 above it. Columns of the
breadboard are numbered and rows lettered as usual; in a column, the holes a to e are joined, and so are f to j.
Many long breadboards split each rail in the middle, so wires bridge that gap on all four; elsewhere they are idle.
"""

from typing import NamedTuple
from xml.sax.saxutils import escape

from .wiring import (
    BUFFER_PINS,
    LEFT,
    PIEZO,
    RIGHT,
    SHIFTER,
    has_buffer,
    has_shifter,
    is_handheld,
    needs_supply,
    pad,
    pin_of,
    title,
    value,
)
from .wiring import wires as wires_of_pico

COLUMNS = 63
_PITCH = 18
_LEFT, _TOP = 50, 60
_ROWS = dict(zip("jihgf", range(3, 8))) | dict(zip("edcba", range(10, 15)))  # lines below the upper rails
_RAILS = {"upper -": 0, "upper +": 1, "lower +": 16, "lower -": 17}
_DEEP = 24  # lines down to the parts beside the breadboard
_PICO = 20  # columns: the Pico is in 1 to 20
SPLIT = 32  # the column where rails may be interrupted
_U1 = 24  # column of its pins 1 and 14; of the first pins of a level shifter
_DATA = 21  # where the data wire crosses the middle
_LEDS = {"DIN": 40, "5V": 44, "GND": 48}
_MODULE = {"VCC": 35, "GND": 37, "DIN": 39, "CS": 41, "CLK": 43}
_SHIFTER_PINS = "1", "2", "", "GND", "3", "4"  # after LV or HV
_R1 = _LEDS["DIN"] - 4, _LEDS["DIN"]  # at DIN, not at U1: it damps what the wire to the matrix throws back
_C1 = _LEDS["5V"] + 1, _LEDS["GND"] - 1  # columns of + and - in the rails
_PIEZO = 17, 22  # columns of its edges; its legs go straight up
_LINKS = {"+": 22, "-": 23}  # from the upper to the lower rails
_RED, _BLACK, _GOLD, _GREY, _PURPLE = "#c0392b", "#333333", "#d4af37", "#607d8b", "#6a1b9a"
_BOARD = "#f5f1e6"
_BODIES = {"Pico": "#1b5e20", "U1": "#424242", "USB": "#b0b0b0", "C1": "#5d4037", "C2": "#ffb74d", "Shifter": "#b71c1c"}
_HALO = f' stroke="{_BOARD}" stroke-width="4" paint-order="stroke"'
_SIGNALS = ("#1565c0", "#ef6c00", "#6a1b9a", "#00838f", "#ad1457", "#558b2f", "#4527a0", "#795548")


class Wire(NamedTuple):
    """A wire or the leg of a part, from place to place via corners.

    A place is "a12" (a hole), "upper + 3" (a rail at a column) or "LEDs DIN" (a terminal of a part).
    """

    start: str
    end: str
    colour: str
    corners: tuple = ()  # (x, y) in the picture


def possible(board):
    """Return whether a board has this layout: LEDs on USB, keys on the left pads in order, data on the right.

    LEDs are on U1, or a single module on a level shifter. Keys are a 4x4 matrix, or separate buttons with their ground
    between them.
    """
    keys, leds = board["keys"], board["leds"]
    if has_shifter(board):
        if "panels" in leds:
            return False
        data = [leds["mosi"], leds["sck"], leds["cs"]]
    elif has_buffer(board):
        data = [leds["pin"]]
    else:
        return False
    if needs_supply(board) or is_handheld(board):
        return False
    if keys["driver"] == "pins":
        numbers = list(_keys(board).values())
        in_place = all(3 < number <= 11 for number in numbers)
    elif keys["driver"] == "matrix" and keys["diodes"] == "none":
        numbers = list(_keys(board).values())
        in_place = len(numbers) == 8 and numbers == sorted(numbers)
    else:
        return False
    if "sound" in board and not _PIEZO[0] < pin_of(pad(board["sound"]["pin"])) <= _PICO:
        return False
    return in_place and 0 < max(numbers) <= _PICO < min(pin_of(pad(pin)) for pin in data)


def wires(board):
    """Return all wires, and the legs of R1, C1 and C2."""
    found = [
        Wire("j1", "upper + 1", _RED),
        Wire("j3", "upper - 3", _BLACK),
        *(Wire(f"upper {sign} {column}", f"lower {sign} {column}", _net(sign)) for sign, column in _LINKS.items()),
        *(Wire(f"{rail} {SPLIT - 1}", f"{rail} {SPLIT + 1}", _net(rail[-1])) for rail in _RAILS),
    ]
    for i, (name, column) in enumerate(_keys(board).items()):
        found.append(Wire(f"a{column}", f"Keys {name}", _BLACK if name == "GND" else _SIGNALS[i]))
    for wire in _piezo(board):
        found.append(Wire(f"a{wire.pin}", f"Piezo {wire.terminal}", _BLACK if wire.pad == "GND" else _PURPLE))
    return found + (_behind_shifter(board) if has_shifter(board) else _behind_u1(board))


def _behind_u1(board):
    """Return the wires of U1 and the LEDs, and the legs of R1, C1 and C2."""
    data = _column(board["leds"]["pin"])
    found = [
        Wire(f"i{data}", f"b{_U1 + 1}", "#2e7d32", (_at(_DATA, "i"), _at(_DATA, "b"))),
        Wire(f"b{_U1 + 2}", f"b{_R1[0]}", "#2e7d32"),
        Wire(f"a{_R1[1]}", "LEDs DIN", "#2e7d32"),
        Wire(f"lower + {_LEDS['5V']}", "LEDs 5V", _RED),
        Wire(f"lower - {_LEDS['GND']}", "LEDs GND", _BLACK),
    ]
    for number, (_, net) in enumerate(BUFFER_PINS, 1):
        if net:
            sign, column = "+" if net == "5 V" else "-", _u1_column(number)
            hole, rail = (f"a{column}", "lower") if number <= 7 else (f"j{column}", "upper")
            found.append(Wire(hole, f"{rail} {sign} {column}", _net(sign)))
    for name, end in zip(("R1 1", "R1 2"), _R1):
        found.append(Wire(f"c{end}", name, _GREY))
    for sign, column in zip("+-", _C1):
        found.append(Wire(f"lower {sign} {column}", f"C1 {sign}", _GREY))
    return found + _legs_of_c2()


def _behind_shifter(board):
    """Return the wires of the level shifter and the module."""
    leds = board["leds"]
    one, two, supply, ground, three, _ = range(_U1, _U1 + len(_SHIFTER_PINS))
    high, low = _y(2) - _PITCH // 2, _y(2) + _PITCH // 2  # above row j
    sck, supplied = _column(leds["sck"]), 1 + RIGHT.index("3V3")
    found = [
        Wire(f"i{_column(leds['mosi'])}", f"i{one}", _SIGNALS[0]),
        Wire(f"j{sck}", f"i{two}", _SIGNALS[1], ((_x(sck), low), (_x(two), low))),
        Wire(f"j{_column(leds['cs'])}", f"j{three}", _SIGNALS[3]),
        Wire(f"j{supplied}", f"i{supply}", "#ad1457", ((_x(supplied), high), (_x(supply), high))),
        Wire(f"i{ground}", f"upper - {ground}", _BLACK),
        Wire(f"a{supply}", f"lower + {supply}", _RED),
        Wire(f"a{ground}", f"lower - {ground}", _BLACK),
        Wire(f"lower + {_MODULE['VCC']}", "LEDs VCC", _RED),
        Wire(f"lower - {_MODULE['GND']}", "LEDs GND", _BLACK),
    ]
    for column, name, line, colour in ((one, "DIN", 21, 0), (three, "CS", 20, 3), (two, "CLK", 19, 1)):
        corners = (_x(column), _y(line)), (_x(_MODULE[name]), _y(line))
        found.append(Wire(f"a{column}", f"LEDs {name}", _SIGNALS[colour], corners))
    return found


def _legs_of_c2():
    """Return the legs of C2, which lies on top of U1: from the column of its pin 14 to that of its pin 7."""
    plus, minus = f"h{_u1_column(14)}", f"c{_u1_column(7)}"
    left, right = _x(_u1_column(14)) + _PITCH // 2, _x(_u1_column(7)) - _PITCH // 2
    return [
        Wire(plus, "C2 +", _GREY, ((left, _y(_ROWS["h"])), (left, _middle()))),
        Wire(minus, "C2 -", _GREY, ((right, _y(_ROWS["c"])), (right, _middle()))),
    ]


def in_holes(board):
    """Return {hole: the pin that sits in it, such as "Pico GP2" or "U1 1A"}."""
    found = {f"c{number}": f"Pico {name}" for number, name in enumerate(LEFT, 1)}
    found |= {f"h{column}": f"Pico {name}" for column, name in enumerate(RIGHT, 1)}
    if has_shifter(board):
        for column, name in enumerate(_SHIFTER_PINS, _U1):
            for row, side in (("g", "LV"), ("e", "HV")):
                found[f"{row}{column}"] = f"Shifter {name if name == 'GND' else side + name}"
        return found
    for number, (name, _) in enumerate(BUFFER_PINS, 1):
        found[f"{'e' if number <= 7 else 'f'}{_u1_column(number)}"] = f"U1 {name}"
    return found


def svg(board):
    """Return the picture as text: the same board file gives the same bytes."""
    width, height = _x(COLUMNS) + _LEFT, _y(_DEEP) + (120 if _apart(board) else 90)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="11">',
        f"<title>{escape(board['title'])} on a breadboard</title>",
        '<defs><pattern id="holes" width="18" height="18" patternUnits="userSpaceOnUse">'
        '<circle cx="9" cy="9" r="2" fill="#9e9e9e"/></pattern></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(width // 2, 24, f"{board['title']}, on a breadboard", size=15),
        *_board(board),
        *(_box(part, place, text) for part, (place, text) in bodies(board).items()),
        *_labels(board),
        *(_wire(board, wire) for wire in wires(board)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def bodies(board):
    """Return {part: ((x, y, x, y), its label)}."""
    pico = _x(1) - 9, _y(_ROWS["h"]) - 9, _x(_PICO) + 9, _y(_ROWS["c"]) + 9
    deep, leds = _y(_DEEP), _leds(board).values()
    first, last = min(_keys(board).values()), max(_keys(board).values())
    return {
        "USB": ((pico[0] - 16, _y(8), pico[0] + 6, _y(9)), ""),
        "Pico": (pico, "Raspberry Pi Pico"),
        **(_shifter_body() if has_shifter(board) else _u1_bodies()),
        "LEDs": (
            (_x(min(leds)) - 30, deep, _x(max(leds)) + 30, deep + 70),
            f"LEDs: 8x8 {'MAX7219' if has_shifter(board) else 'WS2812B'}",
        ),
        **({"Piezo": ((_x(_PIEZO[0]), deep, _x(_PIEZO[1]), deep + 70), "Piezo BZ1")} if _piezo(board) else {}),
        "Keys": (
            (_x(first) - 30, deep, _x(last) + 30, deep + (100 if _apart(board) else 70)),
            "Buttons, each to GND" if _apart(board) else "4x4 keys: rows r, columns c",
        ),
    }


def _u1_bodies():
    resistor = _y(_ROWS["c"])
    return {
        "U1": ((_x(_U1) - 9, _y(_ROWS["f"]) - 6, _x(_U1 + 6) + 9, _y(_ROWS["e"]) + 6), ""),
        "R1": ((_x(_R1[0] + 1), resistor - 5, _x(_R1[1] - 1), resistor + 5), ""),
        "C1": ((_x(_C1[0]) - 6, _y(_ROWS["d"]), _x(_C1[1]) + 6, _y(_ROWS["b"])), "C1"),
        "C2": ((_x(_U1 + 2), _middle() - 7, _x(_U1 + 4), _middle() + 7), "C2"),
    }


def _shifter_body():
    right = _x(_U1 + len(_SHIFTER_PINS) - 1)
    return {"Shifter": ((_x(_U1) - 9, _y(_ROWS["g"]) - 6, right + 9, _y(_ROWS["e"]) + 6), SHIFTER)}


def path_of(board, wire):
    """Return the points [(x, y), ...] that a wire runs through."""
    start = _place(board, wire.start, None)
    end = _place(board, wire.end, start[0])
    return [start, *wire.corners, end]


def _place(board, place, column_x):
    """Return (x, y) of a place. column_x: x of the leg that reaches a part from above or below."""
    *words, last = place.split(" ")
    if not words:
        return _at(int(place[1:]), place[0])
    if words[0] in ("upper", "lower"):
        return _x(int(last)), _y(_RAILS[" ".join(words)])
    left, top, right, bottom = bodies(board)[words[0]][0]
    if words[0] == "LEDs":
        return _x(_leds(board)[last]), top
    if words[0] == "Keys":
        return _x(_keys(board)[last]), top
    if words[0] == "Piezo":
        return column_x, top
    if words[0] in ("R1", "C2"):
        return (left if last in ("1", "+") else right), (top + bottom) // 2
    return column_x, bottom


def _keys(board):
    """Return {"r0": column, ... "c0": ...}: rows and columns as the guide counts them; R1 and C1 are parts.

    Of separate buttons: {"up": column, ..., "GND": ...}.
    """
    keys = board["keys"]
    if _apart(board):
        return {wire.terminal: wire.pin for wire in wires_of_pico(board) if wire.part == title(board, "keys")}
    names = [f"r{row}" for row in range(len(keys["rows"]))] + [f"c{column}" for column in range(len(keys["columns"]))]
    return {name: pin_of(pad(pin)) for name, pin in zip(names, (*keys["rows"], *keys["columns"]))}


def _leds(board):
    """Return {terminal of the LEDs: column}."""
    return _MODULE if has_shifter(board) else _LEDS


def _column(pin):
    """Return the column of a pin on the upper edge of the Pico."""
    return 41 - pin_of(pad(pin))


def _apart(board):
    """Return whether the keys are separate buttons."""
    return board["keys"]["driver"] == "pins"


def _piezo(board):
    """Return the wires from the Pico to the piezo, if there is one."""
    return [wire for wire in wires_of_pico(board) if wire.part == PIEZO]


def _u1_column(number):
    return _U1 + number - 1 if number <= 7 else _U1 + 14 - number


def _x(column):
    return _LEFT + _PITCH * column


def _y(line):
    return _TOP + _PITCH * line


def _middle():
    """Return the height of the groove between the rows e and f."""
    return (_y(_ROWS["f"]) + _y(_ROWS["e"])) // 2


def _at(column, row):
    return _x(column), _y(_ROWS[row])


def _net(sign):
    return _RED if sign == "+" else _BLACK


# Drawing ------------------------------------------------------------------------------------------------------------


def _board(board):
    """Draw the breadboard: rails, holes, letters of rows, and numbers of columns where no wire runs."""
    left, right = _x(0), _x(COLUMNS + 1)
    lines = [f'<rect x="{left}" y="{_y(-1)}" width="{right - left}" height="{_PITCH * 19}" rx="6" fill="{_BOARD}"/>']
    for first, rows in ((_RAILS["upper -"], 2), (_ROWS["j"], 5), (_ROWS["e"], 5), (_RAILS["lower +"], 2)):
        x, y = _x(1) - 9, _y(first) - 9
        lines.append(
            f'<g transform="translate({x} {y})">'
            f'<rect width="{_PITCH * COLUMNS}" height="{_PITCH * rows}" fill="url(#holes)"/></g>'
        )
    for line in _RAILS.values():  # no holes where a rail may be interrupted
        lines.append(f'<rect x="{_x(SPLIT) - 8}" y="{_y(line) - 8}" width="16" height="16" fill="{_BOARD}"/>')
    for rail, line in _RAILS.items():
        for x in (_x(0) - 14, _x(COLUMNS + 1) + 8):
            lines.append(_text(x, _y(line) + 4, rail[-1], fill=_net(rail[-1])))
    bent = {x for wire in wires(board) for x, _ in wire.corners}
    for column in (5, 10, 15, 20, 30, 35, 40, 45, 50, 55, 60):
        if _x(column) in bent:
            continue
        lines.append(_text(_x(column), _y(2) + 3, str(column), size=8, fill=_GREY))
    for row, line in _ROWS.items():
        lines.append(_text(_x(COLUMNS + 1) - 6, _y(line) + 4, row, size=9, fill=_GREY))
    return lines


def _labels(board):
    """Write numbers and names beside the pins, and label the parts."""
    lines = []
    for hole, name in in_holes(board).items():
        part, _, pin = name.partition(" ")
        low = hole[0] in "ec"
        x, y = _at(int(hole[1:]), hole[0])
        column = int(hole[1:])
        lines.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{_GOLD}"/>')
        if part == "Pico":
            number = column if low else 41 - column
            lines.append(_upright(x + 3, y - 6 if low else y + 6, f"{number} {pin}", not low, 9, "#ffffff"))
            continue
        if part == "U1":  # its number inside, its name outside
            number = column - _U1 + 1 if low else _U1 + 14 - column
            lines.append(_text(x, y - 8 if low else y + 14, str(number), size=9, fill="#ffffff"))
        lines.append(_upright(x + 3, y + 10 if low else y - 10, pin, low, 8, _BLACK))
    for name, column in _leds(board).items():
        lines.append(_text(_x(column), _y(_DEEP) + 16, name))
    lines += _buttons(board) if _apart(board) else []
    for name, column in _keys(board).items():
        if not _apart(board):
            lines.append(_text(_x(column), _y(_DEEP) + 16, name, size=9))
    for wire in _piezo(board):
        lines.append(_text(_x(wire.pin), _y(_DEEP) + 16, wire.terminal, size=9))
    if has_buffer(board):
        for text, column, row in (
            ("U1 74AHCT125", _U1 + 10, "f"),
            (f"R1 {value(board, 'R1')}", _R1[0] + 2, "d"),
            (f"C1 {value(board, 'C1')}", _C1[0] + 1, "e"),
            ("+", _C1[0] - 1, "a"),
            (f"C2 {value(board, 'C2')}, across U1", _U1 + 11, "g"),
        ):
            lines.append(_text(_x(column), _y(_ROWS[row]) + 4, text, halo=True))
    text = "bridges of all four rails, in case they are split"
    lines.append(_text(_x(SPLIT + 2), _y(_RAILS["upper +"]) - 5, text, "start", 9, halo=True))
    return lines


def _buttons(board):
    """Draw each button with its name, between its wire and a line to GND."""
    top, bottom = _y(_DEEP) + 14, _y(_DEEP) + 74
    columns = _keys(board)
    ground = _x(columns["GND"])
    lines = [_stroke([(_x(min(columns.values())), bottom), (_x(max(columns.values())), bottom)], _BLACK)]
    for name, column in columns.items():
        x = _x(column)
        if name == "GND":
            lines += [_stroke([(ground, _y(_DEEP)), (ground, bottom)], _BLACK)]
            continue
        lines += [
            _stroke([(x, _y(_DEEP)), (x, top)], _GREY),
            _stroke([(x + 5, top), (x + 5, top + 12)], _GREY),
            _stroke([(x, top + 12), (x, bottom)], _GREY),
            _upright(x - 4, bottom - 4, name, False, 9, _BLACK),
        ]
    return lines


def _stroke(points, colour):
    at = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _wire(board, wire):
    points = " ".join(f"{x},{y}" for x, y in path_of(board, wire))
    title = escape(f"{wire.start} to {wire.end}")
    return (
        f'<polyline points="{points}" fill="none" stroke="{wire.colour}" stroke-width="3" stroke-linecap="round">'
        f"<title>{title}</title></polyline>"
    )


def _box(part, place, text):
    left, top, right, bottom = place
    colour = _BODIES.get(part, "#eceff1")
    lines = [
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="4" fill="{colour}" '
        f'stroke="{_GREY}"><title>{part}</title></rect>'
    ]
    if text:
        x, y = (left + right) // 2, (top + bottom) // 2 + 4
        if part in ("LEDs", "Keys", "Piezo"):
            y = bottom - 14
        lines.append(_text(x, y, text, fill="#ffffff" if part in ("Pico", "C1", "Shifter") else ""))
    return "\n".join(lines)


def _text(x, y, text, anchor="middle", size=11, fill="", halo=False):
    """halo: keep the letters readable over the holes of the breadboard."""
    colour = f' fill="{fill}"' if fill else ""
    clear = _HALO if halo else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"{colour}{clear}>{escape(text)}</text>'


def _upright(x, y, text, from_above, size, fill):
    """Write upwards: the text ends at this place, or begins there."""
    anchor = "end" if from_above else "start"
    clear = _HALO if fill == _BLACK else ""
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{fill}"{clear} '
        f'transform="rotate(-90 {x} {y})">{escape(text)}</text>'
    )
