"""The wiring picture of a board, as SVG drawn from the board file: the Pico, its wires, the keys, the LEDs.

A part is on the side of the Pico where most of its wires begin. Every wire runs in its own lane between Pico and
parts, and in one below them if it has to go round to the other side.
"""

from xml.sax.saxutils import escape

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.hardware.lights import order_of
from host_sim.boards.panels import SIZE

from . import tiles
from .colours import BLACK, POWER, SIGNALS, of_joint, of_pads
from .wiring import (
    BUFFER,
    BUFFER_PINS,
    LEFT,
    RIGHT,
    has_buffer,
    has_shifter,
    joints,
    on_a_base,
    one_chip,
    scan_lines,
    terminals,
    title,
    wires,
)

_PIN = 20  # from pad to pad, and from terminal to terminal
_TOP = 60
_PICO = 150  # widths
_BOX = 170
_HEAD = 40  # of a box, above its first terminal: terminals are at heights between two pads
_MARGIN = 20
_LANE = 8
_FEW = 3  # joints that fit into the room beside a box
_LABEL = 72  # beside a box, for the pads' names
_JOINT = 30  # further out, for C1 and for the wires between parts
_CELL = 26
_ON_A_BASE = "No wires to lay: the base makes all these connections, power too, through its sockets."
_JOINS = "Each button joins a C line to an A line of its own; the band of D is where its bar is"
_GOLD, _GREY = "#d4af37", "#607d8b"
_PANELS = "#263238", "#1a4a8a"


def svg(board):
    """Return the picture as text: the same board file gives the same bytes."""
    layout = _Layout(board)
    also = _also(board)
    height, tables = _tables(board, layout.bottom + 30 + 22 * bool(also))
    detail = []
    if board["keys"]["driver"] == "matrix":
        detail = _one_key(board["keys"]["diodes"], height)
        height += 84
    elif one_chip(board):
        detail = _one_key(board["keys"]["diodes"], height, *scan_lines(board))
        height += 84
    elif board["keys"]["driver"] == "pins":
        detail = _one_button(height)
        height += 84
    if has_shifter(board) and "panels" in board["leds"]:
        chain, height = _modules(board["leds"], height)
        detail += chain
    wide = 190 * board["leds"]["width"] // 8 + 150 if has_shifter(board) else 0
    width = max(layout.right, wide, 100 + 44 * board["keys"]["width"] + max(300, _CELL * board["leds"]["width"]))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(board['title'])}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(width // 2, 26, board["title"], "middle", 16),
        *_pico(layout.pico),
        *layout.boxes(),
        *layout.wires(),
        *layout.joints(),
        *([_text(40, layout.bottom + 34, also, size=12)] if also else []),
        *([_text(40, layout.bottom + 16, _ON_A_BASE, size=12)] if on_a_base(board) else []),
        *tables,
        *detail,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Layout:
    """Where the Pico and the parts lie, and the wires between them.

    pico    x of the Pico's left edge
    right   where the wiring ends
    bottom  the same, downwards
    """

    def __init__(self, board):
        self._board = board
        self._terminals = terminals(board)
        self._left = {part: _begins_left(part, wires(board)) for part in self._terminals}
        self._around = [wire for wire in wires(board) if _is_left(wire) != self._left[wire.part]]
        self._lanes = {
            left: [wire for wire in wires(board) if wire in self._around or _is_left(wire) == left]
            for left in (True, False)
        }
        room = {left: 24 + _LANE * len(lanes) for left, lanes in self._lanes.items()}
        self.pico = _MARGIN + room[True] + (_BOX + _LABEL) * any(self._left.values())
        right_box = self.pico + _PICO + room[False] + _LABEL + _beside(board)
        self._boxes = {True: _MARGIN, False: right_box}  # x by the side
        self.right = right_box + _BOX + 100 if not all(self._left.values()) else self.pico + _PICO + room[False]
        self._tops, ends = {}, {True: _TOP, False: _TOP}
        for part, names in self._terminals.items():
            left = self._left[part]
            self._tops[part] = ends[left]
            ends[left] += _HEAD + _PIN * len(names) + (40 if part == BUFFER else 20)
        self._below = max(_TOP + 20 * _PIN + 20, *ends.values())
        self.bottom = self._below + _LANE * len(self._around)

    def boxes(self):
        """Draw the parts; U1 with all its pins and their connections."""
        lines = []
        for part, names in self._terminals.items():
            x, top = self._boxes[self._left[part]], self._tops[part]
            height = _HEAD + _PIN * len(names) - 8
            lines.append(
                f'<rect x="{x}" y="{top}" width="{_BOX}" height="{height}" rx="6" fill="#eceff1" stroke="{_GREY}"/>'
            )
            lines.append(_text(x + _BOX // 2, top + 18, part, "middle", 13))
            if tiles.possible(self._board):
                lines += _which_tile(self._board, x, top, top + height)
            for i, name in enumerate(names):
                text = f"{i + 1}  {name}" if part == BUFFER else name
                lines += _terminal(*self._place(part, name), text, self._left[part])
            if part == BUFFER:
                for i, (name, _) in enumerate(BUFFER_PINS[7:]):
                    lines += _terminal(x + _BOX, top + _HEAD + _PIN * (6 - i), f"{name}  {i + 8}", True)
                lines += self._nets(x, top)
        return lines

    def _nets(self, x, top):
        """Write beside the pins of U1 where they go."""
        below = top + _HEAD + 7 * _PIN + 6
        lines = [_text(x + 4, below, "5 V, GND: those of the LEDs", size=10)]
        out = x + _BOX + 60  # C2, to the right of the pins 14 and 7
        plus, minus = top + _HEAD, top + _HEAD + 7 * _PIN
        middle = (plus + minus) // 2
        lines += [
            _line(x + _BOX + 40, plus, out, plus, "5 V"),
            _line(out, plus, out, middle - 3, "5 V"),
            _line(out - 8, middle - 3, out + 8, middle - 3, "5 V"),
            _line(out - 8, middle + 3, out + 8, middle + 3, "GND"),
            _line(out, middle + 3, out, minus, "GND"),
            _text(out, minus + 14, "GND", "middle", 10),
            _text(out + 12, middle + 4, "C2", size=10),
        ]
        for i, (_, net) in enumerate(BUFFER_PINS):
            y = top + _HEAD + _PIN * (i if i < 7 else 13 - i)
            if net and i < 7:
                lines += [_line(x - 14, y, x, y, net), _text(x - 18, y + 4, net, "end", 10)]
            elif net:
                lines += [_line(x + _BOX, y, x + _BOX + 14, y, net), _text(x + _BOX + 18, y + 4, net, size=10)]
        return lines

    def _place(self, part, terminal):
        """Return (x, y) of a terminal, on the edge of its box that faces the Pico."""
        x = self._boxes[self._left[part]] + _BOX * self._left[part]
        return x, self._tops[part] + _HEAD + _PIN * self._terminals[part].index(terminal)

    def wires(self):
        """Draw the wires from the Pico, each in right angles."""
        lines = []
        shades = of_pads(self._board)
        for wire in wires(self._board):
            begins_left, ends_left = _is_left(wire), self._left[wire.part]
            x, y = _pad_at(wire.pin, self.pico)
            end_x, end_y = self._place(wire.part, wire.terminal)
            path = f"M{x} {y} H{self._lane(wire, begins_left)}"
            if wire in self._around:
                path += f" V{self._below + _LANE * self._around.index(wire)} H{self._lane(wire, ends_left)}"
            path += f" V{end_y} H{end_x}"
            colour = POWER.get(wire.terminal, shades.get(wire.pad))
            lines.append(_path(path, colour, f"{wire.pad} to {wire.part} {wire.terminal}"))
            shift, anchor = (8, "start") if ends_left else (-8, "end")
            lines.append(_text(end_x + shift, end_y - 4, f"{wire.pad} ({wire.pin})", anchor, 10))
            if wire.through:
                lines += _diode(end_x - _LABEL - _beside(self._board) + 12, end_y)
        return lines

    def _lane(self, wire, left):
        """Return x of the wire's lane on a side of the Pico."""
        out = 16 + _LANE * self._lanes[left].index(wire)
        return self.pico - out if left else self.pico + _PICO + out

    def joints(self):
        """Draw the wires between parts, all on the right, and C1 across the power of the LEDs."""
        lines, out = [], self._boxes[False] - _LABEL
        for i, joint in enumerate(joints(self._board)):
            (x, y), (end_x, end_y) = self._place(*joint[:2]), self._place(*joint[2:4])
            lane = out - _JOINT if joint.through else out - _JOINT - 8 - _LANE * i
            colour = of_joint(self._board, joint, i)
            name = f"{joint.part} {joint.terminal} to {joint.to_part} {joint.to_terminal}"
            lines.append(_path(f"M{x} {y} H{lane} V{end_y} H{end_x}", colour, name))
            if joint.through:
                lines.append(
                    f'<rect x="{x - 54}" y="{end_y - 5}" width="36" height="10" fill="#ffffff" stroke="{BLACK}"/>'
                )
                lines.append(_text(x - 36, end_y - 9, joint.through, "middle", 10))
        if has_buffer(self._board):
            lights = title(self._board, "leds")
            (_, plus), (_, minus) = self._place(lights, "5V"), self._place(lights, "GND")
            lines += _capacitor(out, plus, minus)
        return lines


def _beside(board):
    """Return the width that wires between parts need, and D1 on the Pico's side of them."""
    found = joints(board)
    more = _LANE * max(0, len(found) - _FEW) + _JOINT * any(wire.through for wire in wires(board))
    return 2 * _JOINT * bool(found) + more


def _diode(x, y):
    """Draw D1 in a wire that runs to the right: from the battery at its right to the Pico at its left."""
    return [
        f'<polygon points="{x + 8},{y - 6} {x + 8},{y + 6} {x - 4},{y}" fill="#ffffff" stroke="{BLACK}"/>',
        f'<line x1="{x - 4}" y1="{y - 6}" x2="{x - 4}" y2="{y + 6}" stroke="{BLACK}" stroke-width="2"/>',
        _text(x + 2, y - 9, "D1", "middle", 10),
    ]


def _which_tile(board, x, top, below):
    """Write which tile a box stands for, and where the others are."""
    first, *others = [f"0x{address:02X}" for address in board["leds"]["addresses"]]
    lines = [_text(x + 10, top + 38, f"tile {first}", size=11)]
    if others:
        lines.append(_text(x + 4, below + 16, f"{', '.join(others)}: joined at", size=10))
        lines.append(_text(x + 4, below + 29, "its edges, see the picture of tiles", size=10))
    return lines


def _begins_left(part, found):
    lefts = [_is_left(wire) for wire in found if wire.part == part]
    return sum(lefts) * 2 > len(lefts)


def _is_left(wire):
    return wire.pin <= 20


def _pad_at(pin, pico):
    """Return (x, y) of the pad with this number."""
    return (pico, _TOP + (pin - 1) * _PIN + 10) if pin <= 20 else (pico + _PICO, _TOP + (40 - pin) * _PIN + 10)


def _text(x, y, text, anchor="start", size=12, fill=""):
    colour = f' fill="{fill}"' if fill else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"{colour}>{escape(text)}</text>'


def _path(path, colour, title):
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"><title>{escape(title)}</title></path>'


def _line(x, y, end_x, end_y, net):
    colour = POWER["GND" if net == "GND" else "5V"]
    return f'<line x1="{x}" y1="{y}" x2="{end_x}" y2="{end_y}" stroke="{colour}" stroke-width="2"/>'


def _terminal(x, y, text, text_on_left):
    shift, anchor = (-10, "end") if text_on_left else (10, "start")
    return [f'<circle cx="{x}" cy="{y}" r="4" fill="{_GOLD}"/>', _text(x + shift, y + 4, text, anchor)]


def _capacitor(x, plus, minus):
    """Draw C1 between two wires that run at these heights."""
    middle = (plus + minus) // 2
    return [
        f'<circle cx="{x}" cy="{plus}" r="3" fill="{POWER["5V"]}"/>',
        f'<circle cx="{x}" cy="{minus}" r="3" fill="{BLACK}"/>',
        _line(x, plus, x, middle - 2, "5 V"),
        _line(x - 8, middle - 2, x + 8, middle - 2, "5 V"),
        _line(x - 8, middle + 2, x + 8, middle + 2, "GND"),
        _line(x, middle + 2, x, minus, "GND"),
        _text(x - 12, middle + 4, "C1", "end", 10),
        _text(x + 3, middle - 3, "+", size=9),
    ]


def _pico(left):
    """Draw the Pico with its pads, their numbers and names."""
    lines = [
        f'<rect x="{left}" y="{_TOP - 6}" width="{_PICO}" height="{20 * _PIN + 12}" rx="8" fill="#1b5e20"/>',
        f'<rect x="{left + _PICO // 2 - 16}" y="{_TOP - 16}" width="32" height="22" fill="#b0b0b0"/>',
    ]
    lines.append(_text(left + 22, _TOP - 10, "Pico", size=13))
    for pads, x, anchor, sign in ((LEFT, left, "start", 1), (RIGHT, left + _PICO, "end", -1)):
        for i, pad in enumerate(pads):
            y = _TOP + i * _PIN + 10
            lines.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{_GOLD}"/>')
            number = str(i + 1 if pads is LEFT else 40 - i)
            lines.append(_text(x + sign * 8, y + 4, number, anchor, 10, "#a5d6a7"))
            lines.append(_text(x + sign * 26, y + 4, pad, anchor, 12, "#ffffff"))
    return lines


def _also(board):
    """Return a line that names the parts without wires."""
    drawn = {*terminals(board), "Pico", "R1", "C1", "C2", "D", "D1", "INT"}
    marks = [(part["count"], part["mark"]) for part in board["parts"] if part.get("mark", "Pico") not in drawn]
    return "Also: " + ", ".join(f"{count} x {mark}" if count > 1 else mark for count, mark in marks) if marks else ""


def _one_key(diodes, top, row="row", column="column"):
    """Draw how a key of the matrix joins its row to its column, with its diode."""
    x, y = 40, top + 40
    optional = diodes == "none"
    dashes = ' stroke-dasharray="4 3"' if optional else ""
    back = diodes == "column_to_row"
    tip, base = (x + 160, x + 180) if back else (x + 180, x + 160)
    what = "D is for holding several keys at once; else a wire" if optional else "the band of D is where its bar is"
    return [
        _text(x, top + 6, f"Each key joins its row to its column; {what}" if row == "row" else _JOINS, size=13),
        _text(x, y + 4, row),
        *_switch(x + 28, y, "key"),
        _line(x + 114, y, x + 160, y, "GND"),
        f'<polygon points="{base},{y - 8} {base},{y + 8} {tip},{y}" fill="#ffffff" stroke="{BLACK}"{dashes}/>',
        f'<line x1="{tip}" y1="{y - 8}" x2="{tip}" y2="{y + 8}" stroke="{BLACK}" stroke-width="2"{dashes}/>',
        _text(x + 170, y - 12, "D", "middle", 10),
        _line(x + 180, y, x + 220, y, "GND"),
        _text(x + 226, y + 4, column),
    ]


def _modules(leds, top):
    """Return (lines, bottom): the modules from the front with DIN and DOUT, and the wires from one to the next."""
    lines = [_text(40, top + 6, "Modules from the front; VCC, GND, CS and CLK go from one to the next too", size=13)]
    ends = []
    for number, panel in enumerate(leds["panels"], 1):
        column, row = (at // 8 for at in panel["at"])
        x, y, turned = 90 + 190 * column, top + 24 + 70 * row, panel.get("turn", 0) == 180
        lines.append(f'<rect x="{x}" y="{y}" width="130" height="50" rx="4" fill="{_PANELS[0]}"/>')
        name = f"{number}, turned" if turned else str(number)
        lines.append(_text(x + 65, y + 18, name, "middle", 12, "#ffffff"))
        lines.append(_text(x + 6, y + 40, "DIN" if turned else "DOUT", "start", 11, "#ffffff"))
        lines.append(_text(x + 124, y + 40, "DOUT" if turned else "DIN", "end", 11, "#ffffff"))
        left, right = (x, y + 36), (x + 130, y + 36)
        ends.append((left, right, True) if turned else (right, left, False))
    wires = []
    for (_, (x, y), _), ((to_x, to_y), _, from_left) in zip(ends, ends[1:]):
        out = min(x, to_x) - 20 if from_left else max(x, to_x) + 20
        around = f"{out},{y} {out},{to_y} " if y != to_y else ""
        wires.append(f"{x},{y} {around}{to_x},{to_y}")
    x, y = ends[0][0]
    wires.append(f"{x},{y} {x + 40},{y}")
    lines += [f'<polyline points="{points}" fill="none" stroke="{SIGNALS[0]}" stroke-width="2"/>' for points in wires]
    lines.append(_text(x + 44, y + 4, "HV1"))
    return lines, top + 40 + 70 * (leds["height"] // 8)


def _one_button(top):
    """Draw how a button joins its pin to ground."""
    x, y = 40, top + 40
    return [
        _text(x, top + 6, "Each button joins its pin to GND; the resistor to 3.3 V is inside the Pico", size=13),
        _text(x, y + 4, "pin"),
        *_switch(x + 28, y, "button"),
        _line(x + 114, y, x + 160, y, "GND"),
        _text(x + 166, y + 4, "GND"),
    ]


def _switch(x, y, name):
    """Draw a switch with a wire at its left; the one at its right begins 86 further."""
    return [
        _line(x, y, x + 38, y, "GND"),
        f'<circle cx="{x + 42}" cy="{y}" r="4" fill="#ffffff" stroke="{BLACK}"/>',
        f'<circle cx="{x + 82}" cy="{y}" r="4" fill="#ffffff" stroke="{BLACK}"/>',
        _line(x + 46, y - 10, x + 78, y - 10, "GND"),
        _line(x + 62, y - 18, x + 62, y - 10, "GND"),
        _text(x + 62, y + 20, name, "middle", 10),
    ]


def _tables(board, top):
    """Return (bottom, lines): the keys with their numbers and roles, the LEDs with their places on the wire."""
    keys, leds = board["keys"], board["leds"]
    names = {key: role for role, key in keys["roles"].items()}
    lines = [_text(40, top + 14, "Keys, from the front", size=13)]
    for key in range(keys["width"] * keys["height"]):
        row, column = divmod(key, keys["width"])
        x, y = 40 + column * 44, top + 24 + row * 34
        lines.append(f'<rect x="{x}" y="{y}" width="40" height="30" rx="4" fill="#eceff1" stroke="{_GREY}"/>')
        lines.append(_text(x + 20, y + 13, str(key), "middle", 11))
        lines.append(_text(x + 20, y + 25, names.get(key, ""), "middle", 10))
    left = 60 + 44 * keys["width"]
    order, fills = order_of(leds), _fills(leds)
    lines.append(_text(left, top + 14, "LEDs by their place on the wire, from the front", size=13))
    for led, pixel in enumerate(order):
        row, column = divmod(pixel, leds["width"])
        x, y = left + column * _CELL, top + 24 + row * _CELL
        lines.append(f'<rect x="{x}" y="{y}" width="{_CELL - 3}" height="{_CELL - 3}" fill="{fills[led]}"/>')
        lines.append(_text(x + 11, y + 15, str(led), "middle", 9, "#ffffff"))
    return top + 40 + max(34 * keys["height"], _CELL * leds["height"]), lines


def _fills(leds):
    """Return the colour behind each LED of the wire: panels of a chain differ from their neighbours in it."""
    sizes = [panel.get("size", SIZE) for panel in leds.get("panels", ())]
    if not sizes:
        return [_PANELS[0]] * (leds["width"] * leds["height"])
    return [_PANELS[number % 2] for number, (width, height) in enumerate(sizes) for _ in range(width * height)]
