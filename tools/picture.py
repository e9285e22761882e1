"""The wiring picture of a board, SVG drawn from the board file: the Pico, its wires, the keys, the LEDs."""

from xml.sax.saxutils import escape

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.hardware.light_tables import wire_order
from tools.wiring import LEFT, RIGHT, TITLES, wires

_WIDTH = 900
_PIN = 20  # from pad to pad
_PICO = (40, 60, 130)  # left, top, width
_PARTS_LEFT = 520
_CELL = 26
_COLOURS = {"5V": "#c0392b", "VIN": "#c0392b", "VCC": "#c0392b", "GND": "#333333"}
_SIGNALS = ("#2e7d32", "#1565c0", "#ef6c00", "#6a1b9a", "#00838f", "#ad1457", "#558b2f", "#4527a0")


def svg(board):
    """The picture as text: the same board file gives the same bytes."""
    found = wires(board)
    parts = {}
    for wire in found:
        parts.setdefault(_part(board, wire), []).append(wire)
    body, top = [], _PICO[1]
    lanes = {True: 0, False: 0}  # wires so far from the Pico's left, and from its right
    for title, own in parts.items():
        terminals = list(dict.fromkeys(wire.terminal for wire in own))
        body += _box(title, terminals, top)
        for i, wire in enumerate(own):
            colour = _COLOURS.get(wire.terminal, _SIGNALS[i % len(_SIGNALS)])
            end = top + 34 + 20 * terminals.index(wire.terminal)
            from_left = wire.pad in LEFT and wire.pad != "GND"
            body += _wire(wire, end, colour, from_left, lanes[from_left])
            lanes[from_left] += 1
        top += 34 + 20 * len(terminals) + 24
    grids = _grids(board, max(top, _PICO[1] + 20 * _PIN + 40))
    height = grids[0]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(board['title'])}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(_WIDTH // 2, 26, board["title"], "middle", 16),
        *_pico(), *body, *grids[1], "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _part(board, wire):
    return TITLES[wire.part, board[wire.part]["driver"]]


def _text(x, y, text, anchor="start", size=12):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _pad_at(pad):
    """(x, y) of a pad; ground at its third place on the right, the 5 V supply below the Pico."""
    left, top, width = _PICO
    if pad == "supply":
        return left + width, top + 20 * _PIN + 20
    if pad == "GND":
        return left + width, top + 2 * _PIN + 10
    if pad in LEFT:
        return left, top + LEFT.index(pad) * _PIN + 10
    return left + width, top + RIGHT.index(pad) * _PIN + 10


def _pico():
    left, top, width = _PICO
    lines = [f'<rect x="{left}" y="{top - 6}" width="{width}" height="{20 * _PIN + 12}" rx="8" fill="#1b5e20"/>',
             f'<rect x="{left + width // 2 - 16}" y="{top - 16}" width="32" height="22" fill="#b0b0b0"/>']
    for pads, x, anchor, shift in ((LEFT, left, "start", 8), (RIGHT, left + width, "end", -8)):
        for i, pad in enumerate(pads):
            y = top + i * _PIN + 10
            lines.append(f'<circle cx="{x}" cy="{y}" r="4" fill="#d4af37"/>')
            lines.append(f'<text x="{x + shift}" y="{y + 4}" text-anchor="{anchor}" fill="#ffffff">{pad}</text>')
    return lines


def _box(title, terminals, top):
    height = 34 + 20 * len(terminals)
    lines = [f'<rect x="{_PARTS_LEFT}" y="{top}" width="200" height="{height}" rx="6" fill="#eceff1" stroke="#607d8b"/>',
             _text(_PARTS_LEFT + 100, top + 16, title, "middle", 13)]
    for i, terminal in enumerate(terminals):
        y = top + 34 + 20 * i
        lines.append(f'<circle cx="{_PARTS_LEFT}" cy="{y}" r="4" fill="#d4af37"/>')
        lines.append(_text(_PARTS_LEFT + 10, y + 4, terminal))
    return lines


def _wire(wire, end, colour, from_left, lane):
    """A line in right angles, in a lane of its own; from a pad on the left it goes below the Pico and up again."""
    x, y = _pad_at(wire.pad)
    left, top, width = _PICO
    if from_left:
        out, below, up = left - 6 - lane * 2, top + 20 * _PIN + 34 + lane * 5, 262 + lane * 10
        path = f"M{x} {y} H{out} V{below} H{up} V{end} H{_PARTS_LEFT}"
    else:
        path = f"M{x} {y} H{184 + lane * 9} V{end} H{_PARTS_LEFT}"
    name = {"supply": "5 V supply"}.get(wire.pad, wire.pad)
    text = f"{name} to {wire.terminal}" + (f" ({wire.through})" if wire.through else "")
    title = f"{name} to {_escape_part(wire)} {wire.terminal}"
    return [f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"><title>{escape(title)}</title></path>',
            _text(_PARTS_LEFT - 8, end - 4, text, "end", 10)]


def _escape_part(wire):
    return {"leds": "LEDs", "keys": "keys"}[wire.part]


def _grids(board, top):
    """(bottom, lines): the keys with their numbers and roles, the LEDs with their places on the wire."""
    keys, leds = board["keys"], board["leds"]
    names = {key: role for role, key in keys["roles"].items()}
    lines = [_text(40, top + 14, "Keys, from the front", size=13)]
    for key in range(keys["width"] * keys["height"]):
        row, column = divmod(key, keys["width"])
        x, y = 40 + column * 44, top + 24 + row * 34
        lines.append(f'<rect x="{x}" y="{y}" width="40" height="30" rx="4" fill="#eceff1" stroke="#607d8b"/>')
        lines.append(_text(x + 20, y + 13, str(key), "middle", 11))
        lines.append(_text(x + 20, y + 25, names.get(key, ""), "middle", 10))
    left = 60 + 44 * keys["width"]
    order = wire_order(leds["width"], leds["height"], leds["order"], leds["rotate"], leds.get("mirror"),
                       leds.get("tile"))
    lines.append(_text(left, top + 14, "LEDs by their place on the wire, from the front", size=13))
    for led, pixel in enumerate(order):
        row, column = divmod(pixel, leds["width"])
        x, y = left + column * _CELL, top + 24 + row * _CELL
        lines.append(f'<rect x="{x}" y="{y}" width="{_CELL - 3}" height="{_CELL - 3}" fill="#263238"/>')
        lines.append(f'<text x="{x + 11}" y="{y + 15}" text-anchor="middle" font-size="9" fill="#ffffff">{led}</text>')
    return top + 40 + max(34 * keys["height"], _CELL * leds["height"]), lines
