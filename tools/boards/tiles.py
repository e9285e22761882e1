"""NeoTrellis tiles from the front and from behind, as SVG: addresses, jumpers to close, solder joints, the cable.

Places and names on the back are those of Adafruit's board layout (adafruit/Adafruit-NeoTrellis-4x4-PCB): its upper side
is the back here. From behind, left and right are swapped, so the first tile lies on the right.
"""

from xml.sax.saxutils import escape

from host_sim.boards.jumpers import closed

from .wiring import one_part, wires

JUMPERS = {"A0": (7.3, -3.3), "A1": (5.1, -3.3), "A2": (2.2, -2.3), "A3": (2.2, 0.0), "A4": (2.2, 2.2)}  # mm
UPRIGHT = "A0", "A1"  # their two pads lie one above the other
EDGE = "SDA", "SCL", "GND", "VIN", "INT"  # pads of each edge, from the top down and from left to right, from behind
CABLE = (("SCL", "green"), ("SDA", "white"), ("VIN", "red"), ("GND", "black"))  # left to right, from behind
_SIDE, _KEYS, _GAP = 216, 4, 16
_MM, _LARGER = 3.6, 9  # dots a millimetre; the jumpers are drawn larger
_TOP, _LEFT, _BETWEEN, _BELOW = 74, 20, 60, 236
_BOARD, _GOLD, _SOLDER, _GREY = "#263238", "#d4af37", "#eceff1", "#90a4ae"
_SHADES = {"green": "#2e7d32", "white": "#ffffff", "red": "#c0392b", "black": "#333333"}
_INT = "#ef6c00"


def possible(board):
    """Return whether a board is made of tiles."""
    return one_part(board)


def places(board):
    """Return [(column, row, address)] of the tiles, from the front."""
    across = board["leds"]["width"] // _KEYS
    return [(at % across, at // across, address) for at, address in enumerate(board["leds"]["addresses"])]


def svg(board):
    """Return the picture as text: the same board file gives the same bytes."""
    found = places(board)
    across, down = board["leds"]["width"] // _KEYS, board["leds"]["height"] // _KEYS
    wide, tall = (count * (_SIDE + _GAP) - _GAP for count in (across, down))
    back = _LEFT + wide + _BETWEEN
    width, height = back + max(wide + 110, 460), _TOP + tall + _BELOW
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(board['title'])}: the tiles</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(_LEFT, 28, "The tiles" if len(found) > 1 else "The tile", 16),
        _text(_LEFT, 58, "From the front", 13),
        _text(back, 58, "From behind: left and right are swapped, jumpers drawn larger", 13),
    ]
    for column, row, address in found:
        y = _TOP + row * (_SIDE + _GAP)
        lines += _front(_LEFT + column * (_SIDE + _GAP), y, address)
        lines += _back(back + (across - 1 - column) * (_SIDE + _GAP), y, address)
    lines += _joints(back, across, down)
    right = back + (across - 1) * (_SIDE + _GAP)
    lines += _first(board, right)
    if len(found) > 1:
        lines.append(_text(back, _TOP + tall + 20, "Bars between tiles: solder, five at each edge, INT too", 11))
    return "\n".join([*lines, *_cable(board, _TOP + tall + 40), "</svg>"]) + "\n"


def _front(x, y, address):
    """Draw a tile from the front: its LEDs and its address."""
    step = _SIDE // _KEYS
    lines = [_rect(x, y, _SIDE, _SIDE, _BOARD)]
    for key in range(_KEYS * _KEYS):
        middle = x + step * (key % _KEYS) + step // 2, y + step * (key // _KEYS) + step // 2
        lines.append(_circle(*middle, 15, _GOLD))
        lines.append(_rect(middle[0] - 6, middle[1] - 6, 12, 12, "#ffffff"))
        lines.append(_text(middle[0] + 14, middle[1] + 23, str(key + 1), 8, "#ffffff"))
    lines.append(_plate(x + _SIDE // 2, y + _SIDE // 2, f"0x{address:02X}", 19))
    return lines


def _back(x, y, address):
    """Draw a tile from behind: its address, socket and jumpers, the closed ones with solder on them."""
    cx, cy = x + _SIDE // 2, y + _SIDE // 2
    shut = closed(address)
    lines = [_rect(x, y, _SIDE, _SIDE, _BOARD)]
    for at, name in enumerate(EDGE):
        off = round((at - 2) * 2.54 * _MM)
        lines += [
            _rect(x, cy + off - 3, 12, 6, _GOLD),
            _rect(x + _SIDE - 12, cy + off - 3, 12, 6, _GOLD),
            _rect(cx + off - 3, y, 6, 12, _GOLD),
            _rect(cx + off - 3, y + _SIDE - 12, 6, 12, _GOLD),
            _text(x + 15, cy + off + 3, name, 8, "#ffffff"),
            _text(x + _SIDE - 15, cy + off + 3, name, 8, "#ffffff", "end"),
        ]
    lines.append(_rect(cx - 66, cy - 8, 56, 30, "#fafafa"))
    lines.append(_text(cx - 38, cy - 13, "SCL SDA VIN GND", 7, "#ffffff", "middle"))
    lines.append(_text(cx - 38, cy + 11, "socket", 9, "", "middle"))
    for name in JUMPERS:
        lines += _jumper(cx, cy, name, name in shut)
    says = f"close {' and '.join(shut)}" if shut else "all open"
    lines.append(_plate(cx, y + 42, f"0x{address:02X}: {says}", 14))
    return lines


def _jumper(cx, cy, name, shut):
    """Draw a jumper with its name; if it is to be closed, with solder across its pads."""
    x = cx + 16 + round((JUMPERS[name][0] - 2.2) * _LARGER)
    y = cy - round(JUMPERS[name][1] * _LARGER)
    stands = name in UPRIGHT
    pads = [(x - 6, y - 8, 12, 7), (x - 6, y + 1, 12, 7)] if stands else [(x - 8, y - 6, 7, 12), (x + 1, y - 6, 7, 12)]
    lines = [_rect(*pad, _GOLD) for pad in pads]
    if shut:
        lines.append(f'<circle cx="{x}" cy="{y}" r="7" fill="{_SOLDER}"><title>{name} closed</title></circle>')
    beside = (x, y + 20, "middle") if stands else (x + 11, y + 4, "start") if name != "A2" else (x, y + 18, "middle")
    lines.append(_text(beside[0], beside[1], name, 9, _SOLDER if shut else _GREY, beside[2]))
    return lines


def _joints(back, across, down):
    """Draw the solder between neighbours, on all five pads of an edge."""
    lines = []
    step = _SIDE + _GAP
    for row in range(down):
        for column in range(across):
            x, y = back + column * step, _TOP + row * step
            for at in range(len(EDGE)):
                off = round((at - 2) * 2.54 * _MM)
                if column:
                    lines.append(_rect(x - _GAP - 6, y + _SIDE // 2 + off - 3, _GAP + 12, 6, _GREY))
                if row:
                    lines.append(_rect(x + _SIDE // 2 + off - 3, y - _GAP - 6, 6, _GAP + 12, _GREY))
    return lines


def _first(board, x):
    """Draw where the cable and the wire of INT leave the first tile."""
    cx, cy = x + _SIDE // 2, _TOP + _SIDE // 2
    lines = []
    for at, (name, colour) in enumerate(CABLE):
        wire = cx - 56 + 12 * at
        lines.append(_line(wire, cy + 22, wire, cy + 52, _GREY, name, 7))
        lines.append(_line(wire, cy + 22, wire, cy + 51, _SHADES[colour], name))
    lines.append(_text(cx - 38, cy + 64, "cable", 9, "#ffffff", "middle"))
    for wire in wires(board):
        if wire.terminal == "INT":
            y = cy + round(2 * 2.54 * _MM)
            lines.append(_line(x + _SIDE - 6, y, x + _SIDE + 22, y, _INT, "INT"))
            lines.append(_text(x + _SIDE + 26, y + 4, f"to {wire.pad} ({wire.pin})", 11))
    return lines


def _cable(board, top):
    """Draw the socket of the first tile, enlarged, with the wires of its cable in order and where each goes."""
    ends = {wire.terminal: f"{wire.pad} (pin {wire.pin})" for wire in wires(board)}
    lines = [
        _text(_LEFT, top, "The cable at the socket of the first tile, from behind, its opening below", 13),
        _rect(_LEFT, top + 14, 395, 44, "#fafafa", _GREY),
    ]
    for at, (name, colour) in enumerate(CABLE):
        x = _LEFT + 55 + 95 * at
        lines += [
            _text(x, top + 40, name, 13, "", "middle"),
            f'<rect x="{x - 5}" y="{top + 58}" width="10" height="54" fill="{_SHADES[colour]}" stroke="#333333"/>',
            _text(x, top + 130, colour, 11, "", "middle"),
            _text(x, top + 148, ends[name], 11, "", "middle"),
        ]
    lines.append(
        _text(_LEFT, top + 176, "These are the colours of Adafruit's cables. Others differ: the names printed", 11)
    )
    lines.append(_text(_LEFT, top + 191, "beside the socket decide.", 11))
    return lines


def _text(x, y, text, size=12, fill="", anchor="start"):
    colour = f' fill="{fill}"' if fill else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"{colour}>{escape(text)}</text>'


def _plate(x, y, text, size):
    """Write on a white plate around (x, y)."""
    half = round(0.33 * size * len(text)) + 4
    back = f'<rect x="{x - half}" y="{y - size}" width="{2 * half}" height="{2 * size - 4}" rx="4" fill="#ffffff"/>'
    return back + _text(x, y + size // 3 - 1, text, size, "", "middle")


def _rect(x, y, width, height, fill, stroke="none"):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="2" fill="{fill}" stroke="{stroke}"/>'


def _circle(x, y, radius, fill):
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'


def _line(x, y, end_x, end_y, colour, title, wide=4):
    return (
        f'<line x1="{x}" y1="{y}" x2="{end_x}" y2="{end_y}" stroke="{colour}" stroke-width="{wide}">'
        f"<title>{title}</title></line>"
    )
