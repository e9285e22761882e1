"""A board on a breadboard: the hole for each end of each wire and each leg of a part, from the board file.

The Pico lies with its plug up, so that pin 1 is at the upper left. Rows are numbered from the plug on, columns lettered
as usual; in a row, the holes a to e are joined, and so are f to j. Many long breadboards split each rail in the middle,
so wires bridge that gap on all four; elsewhere they are idle. `breadboard_picture.py` draws this.
"""

from typing import NamedTuple

from .colours import BLACK, POWER, RED, of_pads
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
)
from .wiring import wires as wires_of_pico

ROWS = 63
SPLIT = 32  # the row where rails may be interrupted
RAILS = {"left -": 0, "left +": 1, "right +": 16, "right -": 17}  # lines from the left; columns likewise
COLUMNS = dict(zip("abcde", range(3, 8))) | dict(zip("fghij", range(10, 15)))
ALSO_RAILS = "bridges, in case the rails are split"

_PICO = 20  # rows: the Pico is in 1 to 20
_U1 = 24  # row of its pins 1 and 14
_SHIFTER = 26  # row of its first pins
_SHIFTER_PINS = "1", "2", "", "GND", "3", "4"  # after LV or HV
_CROSSING = 21  # row where a wire from the Pico's right side crosses the middle
_R1 = 31, 35  # near the LEDs, not at U1: it damps what the wire to the matrix throws back
_C1 = 36, 37  # rows of + and - in the rails
_LINKS = {"+": 22, "-": 23}  # rows of the wires from the right to the left rails
_FIRST_BUTTON, _APART = 37, 4  # row; rows from button to button, about 1 cm
_MOST_BUTTONS = 7
_LANES, _LANE = -9, 0.55  # beside the parts at the left: where the buttons' wires run
_LEDS = {
    "ws2812": {"5V": 25, "GND": 26, "DIN": 35},
    "max7219": {"VCC": 24, "GND": 25, "DIN": 26, "CS": 28, "CLK": 31},
    "ht16k33": {"VCC": 26, "GND": 27, "SDA": 29, "SCL": 30},
}
_GREY = "#607d8b"


class Wire(NamedTuple):
    """A wire or the leg of a part, from place to place via corners.

    A place is "a12" (a hole), "left + 3" (a rail at a row) or "LEDs DIN" (a terminal of a part).
    """

    start: str
    end: str
    colour: str
    what: str = ""  # a wire's name in the guide's table; a leg has none
    corners: tuple = ()  # (line, row)


class Button(NamedTuple):
    """A push button across the middle, its four legs in the columns e and f of two rows.

    Inside it the legs are joined in pairs, those in one row or those in one column, by its make and by how it is put
    in. Legs on a diagonal are never a pair, so those are wired: `wired` to the pin, `grounded` to GND.
    """

    name: str
    pin: int  # of the Pico, 1 to 40
    row: int

    @property
    def legs(self):
        """Return the holes of the legs."""
        return [f"{column}{row}" for row in (self.row, self.row + 2) for column in "ef"]

    @property
    def wired(self):
        return f"e{self.row + 2}"

    @property
    def grounded(self):
        return f"f{self.row}"

    @property
    def wires(self):
        """Return the holes where its wires to the pin and to GND end: in the rows of those legs."""
        return f"a{self.row + 2}", f"j{self.row}"


def possible(board):
    """Return whether a board has this layout: LEDs on USB, keys on the left pads in order, data on the right.

    LEDs are on U1, on a level shifter or on an I2C backpack. Keys are a 4x4 matrix, or up to seven separate buttons
    with their ground between them.
    """
    keys, leds = board["keys"], board["leds"]
    if has_shifter(board):
        data = [leds["mosi"], leds["sck"], leds["cs"]]
    elif has_buffer(board):
        data = [leds["pin"]]
    elif leds["driver"] == "ht16k33" and keys["driver"] == "pins":
        data = [leds["sda"], leds["scl"]]
    else:
        return False
    if needs_supply(board) or is_handheld(board):
        return False
    if keys["driver"] == "pins":
        numbers = list(in_lines(board).values())
        in_place = all(3 < number <= 11 for number in numbers) and len(keys["pins"]) <= _MOST_BUTTONS
    elif keys["driver"] == "matrix" and keys["diodes"] == "none":
        numbers = list(in_lines(board).values())
        in_place = len(numbers) == 8 and numbers == sorted(numbers)
    else:
        return False
    if "sound" in board and not 16 < pin_of(pad(board["sound"]["pin"])) <= _PICO:
        return False
    return in_place and 0 < max(numbers) <= _PICO < min(pin_of(pad(pin)) for pin in data)


def wires(board):
    """Return all wires, and the legs of R1, C1 and C2."""
    plus = "3V3" if board["leds"]["driver"] == "ht16k33" else "VBUS"
    power = row_of(plus)
    found = [
        Wire(f"j{power}", f"right + {power}", RED, numbered(plus)),
        Wire("j3", "right - 3", BLACK, "GND (pin 38)"),
        *(
            Wire(f"right {sign} {row}", f"left {sign} {row}", _net(sign), f"joins the two {sign} rails")
            for sign, row in _LINKS.items()
        ),
        *(Wire(f"{rail} {SPLIT - 1}", f"{rail} {SPLIT + 1}", _net(rail[-1]), ALSO_RAILS) for rail in RAILS),
    ]
    if separate(board):
        found += _to_buttons(board)
    else:
        shades = of_pads(board)
        found += [
            Wire(f"a{row}", f"Keys {name}", shades[LEFT[row - 1]], numbered(LEFT[row - 1]))
            for name, row in in_lines(board).items()
        ]
    for wire in _piezo(board):
        colour = POWER.get(wire.terminal) or of_pads(board)[wire.pad]
        found.append(Wire(f"a{wire.pin}", f"Piezo {wire.terminal}", colour, f"{wire.pad} (pin {wire.pin})"))
    lights = {"ws2812": _behind_u1, "max7219": _behind_shifter, "ht16k33": _backpack}
    return found + lights[board["leds"]["driver"]](board)


def buttons(board):
    """Return the separate buttons, in the order of their keys."""
    lines = in_lines(board) if separate(board) else {}
    names = [name for name in lines if name != "GND"]
    return [Button(name, lines[name], _FIRST_BUTTON + _APART * i) for i, name in enumerate(names)]


def _to_buttons(board):
    """Return the wires of the buttons: round the parts at the left to their pins, straight to GND at the right."""
    ground = in_lines(board)["GND"]
    found = [Wire(f"a{ground}", f"left - {ground}", BLACK, f"GND (pin {ground}) of the buttons")]
    shades = of_pads(board)
    for i, button in enumerate(buttons(board)):
        lane = _LANES - _LANE * (_MOST_BUTTONS - 1 - i)
        to_pin, to_ground = button.wires
        corners = (lane, button.pin), (lane, button.row + 2)
        found += [
            Wire(
                f"a{button.pin}",
                to_pin,
                shades[LEFT[button.pin - 1]],
                f"{pad_of(button)} to {button.name}",
                corners,
            ),
            Wire(to_ground, f"right - {button.row}", BLACK, f"{button.name} to GND"),
        ]
    return found


def _behind_u1(board):
    """Return the wires of U1 and the LEDs, and the legs of R1, C1 and C2."""
    data, leds = row_of(pad(board["leds"]["pin"])), _LEDS["ws2812"]
    shade = of_pads(board)[pad(board["leds"]["pin"])]
    found = [
        Wire(
            f"i{data}",
            f"c{_U1 + 1}",
            shade,
            numbered(pad(board["leds"]["pin"])),
            ((COLUMNS["i"], _CROSSING), (COLUMNS["c"], _CROSSING)),
        ),
        Wire(f"c{_U1 + 2}", f"c{_R1[0]}", shade, "U1 pin 3 to R1"),
        Wire(f"a{_R1[1]}", "LEDs DIN", shade, "R1 to the LEDs"),
        Wire(f"left + {leds['5V']}", "LEDs 5V", RED, "5 V of the LEDs"),
        Wire(f"left - {leds['GND']}", "LEDs GND", BLACK, "GND of the LEDs"),
    ]
    for number, (_, net) in enumerate(BUFFER_PINS, 1):
        if net:
            sign, row = "+" if net == "5 V" else "-", _u1_row(number)
            hole, side = (f"a{row}", "left") if number <= 7 else (f"j{row}", "right")
            found.append(Wire(hole, f"{side} {sign} {row}", _net(sign), f"U1 pin {number}"))
    for name, end in zip(("R1 1", "R1 2"), _R1):
        found.append(Wire(f"d{end}", name, _GREY))
    for sign, row in zip("+-", _C1):
        found.append(Wire(f"left {sign} {row}", f"C1 {sign}", _GREY))
    return found + _legs_of_c2()


def _behind_shifter(board):
    """Return the wires of the level shifter and the module."""
    leds, ends = board["leds"], _LEDS["max7219"]
    one, two, supply, ground, three, _ = range(_SHIFTER, _SHIFTER + len(_SHIFTER_PINS))
    mosi, sck, cs = (pad(leds[name]) for name in ("mosi", "sck", "cs"))
    shades = of_pads(board)
    power = row_of("3V3")
    right = 15, 15.5  # lines beside column j
    left = -1.6, -2.4  # lines beside the breadboard
    return [
        Wire(f"i{row_of(mosi)}", f"i{one}", shades[mosi], f"{numbered(mosi)} to LV1"),
        Wire(
            f"j{row_of(sck)}",
            f"i{two}",
            shades[sck],
            f"{numbered(sck)} to LV2",
            ((right[0], row_of(sck)), (right[0], two)),
        ),
        Wire(f"j{row_of(cs)}", f"j{three}", shades[cs], f"{numbered(cs)} to LV3"),
        Wire(
            f"j{power}",
            f"i{supply}",
            POWER["LV"],
            f"{numbered('3V3')} to LV",
            ((right[1], power), (right[1], supply)),
        ),
        Wire(f"i{ground}", f"right - {ground}", BLACK, "GND of the level shifter"),
        Wire(f"a{supply}", f"left + {supply}", RED, "HV of the level shifter"),
        Wire(f"a{ground}", f"left - {ground}", BLACK, "GND of the level shifter"),
        Wire(f"left + {ends['VCC']}", "LEDs VCC", RED, "VCC of the module"),
        Wire(f"left - {ends['GND']}", "LEDs GND", BLACK, "GND of the module"),
        Wire(f"a{one}", "LEDs DIN", shades[mosi], "HV1 to DIN"),
        Wire(f"a{three}", "LEDs CS", shades[cs], "HV3 to CS", ((left[1], three), (left[1], ends["CS"]))),
        Wire(f"a{two}", "LEDs CLK", shades[sck], "HV2 to CLK", ((left[0], two), (left[0], ends["CLK"]))),
    ]


def _backpack(board):
    """Return the wires of LEDs with an HT16K33 at their back."""
    leds, ends = board["leds"], _LEDS["ht16k33"]
    found = [
        Wire(f"left + {ends['VCC']}", "LEDs VCC", RED, "VCC of the LEDs"),
        Wire(f"left - {ends['GND']}", "LEDs GND", BLACK, "GND of the LEDs"),
    ]
    sda, scl = (pad(leds[name]) for name in ("sda", "scl"))
    shades = of_pads(board)
    for name, terminal, line in ((sda, "SDA", COLUMNS["j"]), (scl, "SCL", 15)):
        corners = (line, row_of(name)), (line, ends[terminal])
        found.append(
            Wire(f"j{row_of(name)}", f"LEDs {terminal}", shades[name], f"{numbered(name)} to {terminal}", corners)
        )
    return found


def _legs_of_c2():
    """Return the legs of C2, which lies on top of U1: from the row of its pin 14 to that of its pin 7."""
    plus, minus, middle = _u1_row(14), _u1_row(7), (COLUMNS["e"] + COLUMNS["f"]) / 2
    return [
        Wire(f"g{plus}", "C2 +", _GREY, corners=((COLUMNS["g"], plus - 0.5), (middle, plus - 0.5))),
        Wire(f"d{minus}", "C2 -", _GREY, corners=((COLUMNS["d"], minus + 0.5), (middle, minus + 0.5))),
    ]


def in_holes(board):
    """Return {hole: what sits in it, such as "Pico GP2", "U1 1A" or "Button up"}."""
    found = {f"c{number}": f"Pico {name}" for number, name in enumerate(LEFT, 1)}
    found |= {f"h{row}": f"Pico {name}" for row, name in enumerate(RIGHT, 1)}
    if has_shifter(board):
        for row, name in enumerate(_SHIFTER_PINS, _SHIFTER):
            for column, side in (("g", "LV"), ("e", "HV")):
                found[f"{column}{row}"] = f"Shifter {name if name == 'GND' else side + name}"
    if has_buffer(board):
        for number, (name, _) in enumerate(BUFFER_PINS, 1):
            found[f"{'e' if number <= 7 else 'f'}{_u1_row(number)}"] = f"U1 {name}"
    return found | {leg: f"Button {button.name}" for button in buttons(board) for leg in button.legs}


def bodies(board):
    """Return {part: (left, top, right, bottom)} in lines and rows."""
    c, d, e, f, g, h = (COLUMNS[column] for column in "cdefgh")
    middle, leds = (e + f) / 2, leds_rows(board).values()
    found = {
        "USB": (middle - 0.6, 0, middle + 0.6, 0.7),
        "Pico": (c - 0.5, 0.5, h + 0.5, _PICO + 0.5),
        "LEDs": (-8.4, min(leds) - 2.4, -3.2, max(leds) + 0.7),
    }
    if has_shifter(board):
        found["Shifter"] = (e - 0.5, _SHIFTER - 0.6, g + 0.5, _SHIFTER + len(_SHIFTER_PINS) - 0.4)
    if has_buffer(board):
        found |= {
            "U1": (e + 0.3, _U1 - 0.6, f - 0.3, _U1 + 6.6),
            "R1": (d - 0.3, _R1[0] + 1, d + 0.3, _R1[1] - 1),
            "C1": (-3, _C1[0] - 0.4, -1.4, _C1[1] + 0.4),
            "C2": (middle - 0.4, _U1 + 2, middle + 0.4, _U1 + 4),
        }
    if _piezo(board):
        rows = [wire.pin for wire in _piezo(board)]
        found["Piezo"] = (-8.4, min(rows) - 1.2, -3.2, max(rows) + 0.7)
    if not separate(board):
        rows = in_lines(board).values()
        found["Keys"] = (-8.4, min(rows) - 1.6, -3.2, max(rows) + 0.7)
    for button in buttons(board):
        found[f"Button {button.name}"] = (middle - 1.18, button.row - 0.18, middle + 1.18, button.row + 2.18)
    return found


def leds_rows(board):
    """Return {terminal of the LEDs: row of the breadboard beside it}."""
    return _LEDS[board["leds"]["driver"]]


def in_lines(board):
    """Return {line of the keys: its row, which is its pin of the Pico}.

    Lines of a matrix are "row 0", ..., "column 0", ..., those of separate buttons "up", ..., "GND".
    """
    return {wire.terminal: wire.pin for wire in wires_of_pico(board) if wire.part == title(board, "keys")}


def separate(board):
    """Return whether the keys are separate buttons."""
    return board["keys"]["driver"] == "pins"


def row_of(name):
    """Return the row of a pad."""
    number = pin_of(name)
    return number if number <= _PICO else 41 - number


def numbered(name):
    """Return a pad with its number: "GP2 (pin 4)"."""
    return f"{name} (pin {pin_of(name)})"


def pad_of(button):
    """Return the pad of a button with its number."""
    return numbered(LEFT[button.pin - 1])


def _piezo(board):
    """Return the wires from the Pico to the piezo, if there is one."""
    return [wire for wire in wires_of_pico(board) if wire.part == PIEZO]


def _u1_row(number):
    return _U1 + number - 1 if number <= 7 else _U1 + 14 - number


def pin_of_u1(hole):
    """Return the number of the pin of U1 that sits in a hole."""
    row = int(hole[1:])
    return row - _U1 + 1 if hole[0] == "e" else _U1 + 14 - row


def _net(sign):
    return RED if sign == "+" else BLACK


# In words -----------------------------------------------------------------------------------------------------------


def table(board):
    """Return where each part and each wire goes, as Markdown tables: the holes that the picture names."""
    lines = ["| part | holes |", "| --- | --- |", *(f"| {part} | {holes} |" for part, holes in _parts(board)), ""]
    if separate(board):
        lines += ["| button | its four legs | from its pin | to GND |", "| --- | --- | --- | --- |"]
        for button in buttons(board):
            to_pin, to_ground = button.wires
            lines.append(
                f"| {button.name} | {', '.join(button.legs)} | {pad_of(button)}: a{button.pin} to "
                f"{to_pin} | {to_ground} to right - |"
            )
        lines.append("")
    lines += ["| wire | from | to |", "| --- | --- | --- |"]
    own = {hole for button in buttons(board) for hole in button.wires}
    for wire in wires(board):
        if wire.what and wire.what != ALSO_RAILS and not own & {wire.start, wire.end}:
            lines.append(f"| {wire.what} | {_in_words(wire.start)} | {_in_words(wire.end)} |")
    return [*lines, f"| {ALSO_RAILS} | row {SPLIT - 1} of each rail | row {SPLIT + 1} of it |"]


def _parts(board):
    """Return [(part, its holes in words)]."""
    found = [("Pico", f"pin 1 in c1, pin {_PICO} in c{_PICO}, pin {_PICO + 1} in h{_PICO}, pin 40 in h1")]
    if has_shifter(board):
        first, last = _SHIFTER, _SHIFTER + len(_SHIFTER_PINS) - 1
        found.append((SHIFTER, f"HV1 in e{first}, HV4 in e{last}, LV1 in g{first}, LV4 in g{last}"))
    if has_buffer(board):
        found += [
            ("U1", f"pin 1 in e{_U1}, pin 7 in e{_u1_row(7)}, pin 8 in f{_u1_row(8)}, pin 14 in f{_U1}"),
            ("R1", f"d{_R1[0]} and d{_R1[1]}"),
            ("C1", "+ in left +, - (stripe) in left -"),
            ("C2", f"g{_u1_row(14)} and d{_u1_row(7)}, across the back of U1"),
        ]
    return found


def _in_words(place):
    """Return a place as the table has it; in a rail any hole will do."""
    part, _, terminal = place.partition(" ")
    if not terminal:
        return place
    if part in ("left", "right"):
        return f"{part} {terminal[0]}"
    return f"{terminal} of the {part if part == 'LEDs' else part.lower()}"
