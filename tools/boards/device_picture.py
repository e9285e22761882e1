"""What a board looks like on the table, as SVG drawn from its file: lights with a match on them, keys, the Pico.

Sizes are millimetres, so that parts are as large beside one another as they are. The lights show what the console
shows.
"""

import tempfile
from xml.sax.saxutils import escape

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from host_sim.boards.panels import SIZE
from host_sim.console.session import TICK_MS, Session
from host_sim.console.set_up import NoPosition, set_up
from host_sim.terminal import led_colour

from .sizes import PICO
from .wiring import has_shifter, on_a_base, one_chip, one_part, title

# The first one that a board has room for.
_MATCHES = (
    "hex 11: f6 d8 g3 d5 i4 / g5 e7 h7 e4 d9, 1 to move",
    "hex 7: c4 e2 d5 f3 / d3 b5 e4 c3, 1 to move",
    "hex 6: d3 b5 e2 c5 / c4 d4 c2, 2 to move",
    "tic-tac-toe: b2 c1 / a1 a3, 1 to move",
)
_SHOWN_MS = 1000  # after which the match is on the lights
_GAP = 6  # between parts
_EDGE = 3
_PITCH = {"max7219": 4, "ht16k33": 3.8, "apa102": 15}  # between LEDs, where the file has no "enclosure"; else:
_USUAL = 8.125
_KEY, _BUTTON = 12.7, 10.16  # between keys; between buttons on a breadboard
_BLACK, _DARK, _LENS = "#111318", "#1d2026", "#353a44"
_GOLD, _STEEL, _CREAM = "#d4af37", "#b9bec8", "#f1ede2"
_GREEN, _BLUE, _SIGN = "#1b6b34", "#23509a", "#ffffff"
_ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def svg(board):
    """Return the picture as text: the same board file gives the same bytes."""
    return _drawn(board["title"], _placed(board))


def lights_svg(board):
    """Return a picture of the lights alone; of lights with keys over them, too."""
    placed = list(_placed(board))
    return _drawn(title(board, "leds"), placed if on_a_base(board) else [(0, 0, _lights(board))])


def keys_svg(board):
    """Return a picture of the keys alone."""
    return lights_svg(board) if under(board) else _drawn(title(board, "keys"), [(0, 0, _keys(board))])


def pico_svg(name):
    """Return a picture of the Pico of this name alone."""
    return _drawn(name, [(0, 0, _lying(_pico(wireless=" W " in f"{name} ")))])


def under(board):
    """Return whether each light is under its key."""
    return one_part(board) or on_a_base(board)


def _drawn(name, placed):
    parts = list(placed)
    width = max(x + part.width for x, _, part in parts) + 2 * _EDGE
    height = max(y + part.height for _, y, part in parts) + 2 * _EDGE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_mm(4 * width)}" height="{_mm(4 * height)}" '
        f'viewBox="{-_EDGE} {-_EDGE} {_mm(width)} {_mm(height)}">',
        f"<title>{escape(name)}</title>",
    ]
    for x, y, part in parts:
        lines += [f'<g transform="translate({_mm(x)} {_mm(y)})">', *part.lines, "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


class _Part:
    """A part: its size, and the lines that draw it with its upper left corner at 0, 0."""

    def __init__(self, width, height, *lines):
        self.width, self.height, self.lines = width, height, lines


def _placed(board):
    """Yield (x, y, part) of all parts, those behind first."""
    lights, pico = _lights(board), _pico()
    if on_a_base(board):
        yield (lights.width - pico.width) / 2, 0, pico  # plugged in behind
        yield 0, 9, lights
        return
    right = lights.width + _GAP
    if under(board):
        yield 0, 0, lights
        yield right, 0, pico
        return
    keys = _keys(board)
    if lights.width > 2 * lights.height:  # a strip: all else lies below it
        lying = _lying(pico)
        yield 0, 0, lights
        yield 0, lights.height + _GAP, keys
        yield max(lights.width, keys.width + _GAP + lying.width) - lying.width, lights.height + _GAP, lying
        return
    yield 0, 0, lights
    chip = [_chip()] if one_chip(board) else []
    if board["keys"]["height"] == 1:
        below = max(lights.height, *(part.height for part in (*chip, pico))) + _GAP
        for part in (*chip, pico):
            yield right, 0, part
            right += part.width + _GAP
        yield 0, below, keys
        return
    yield right, 0, keys
    stands = keys.height + _GAP + pico.height <= lights.height
    yield right, keys.height + _GAP, pico if stands else _lying(pico)


# Lights ---------------------------------------------------------------------------------------------------------------


def _shown(board):
    """Return the colours of the LEDs with a match on them, row by row; None for a dark one."""
    games = {game.name: game for game in discover()[0]}
    for match in _MATCHES:
        game = games[match.split(":")[0].split(" ")[0]]
        with tempfile.TemporaryDirectory() as folder:
            session = Session(board, folder, ([game], []))
            try:
                set_up(session, match)
            except NoPosition:
                continue
            for _ in range(_SHOWN_MS // TICK_MS):
                session.tick()
            return led_colour.pixels(session.lights)
    return [None] * (board["leds"]["width"] * board["leds"]["height"])


def _lights(board):
    leds = board["leds"]
    pitch = board.get("enclosure", {}).get("led_pitch_mm") or _PITCH.get(leds["driver"], _USUAL)
    width, height = leds["width"] * pitch, leds["height"] * pitch
    colours = _shown(board)
    if under(board):
        dark = _dark(leds, pitch, _rect(0.14 * pitch, 0.14 * pitch, 0.72 * pitch, 0.72 * pitch, "#8b919c", 2.4))
        below = _sheets(leds, pitch) if one_part(board) else _boards(leds, pitch, 2)
        return _Part(width, height, *below, dark, *_pads(leds, pitch, colours))
    if leds["driver"] == "ws2812":
        off = pitch / 2
        dark = _dark(leds, pitch, _rect(off - 2.5, off - 2.5, 5, 5, "#5a616d", 0.4), _circle(off, off, 1.7, "#3f454f"))
        return _Part(width, height, *_boards(leds, pitch, 0.5), dark, *_packages(leds, pitch, colours))
    return _domed(board, pitch, colours)


def _boards(leds, pitch, corner):
    """Draw what the LEDs sit on: a board for each panel or tile, with a gap that is seen in a small picture, too."""
    wide, high = _tile(leds)
    edge = 0.3 if (wide, high) == (leds["width"], leds["height"]) else 1.2
    return [
        _rect(x * pitch + edge, y * pitch + edge, wide * pitch - 2 * edge, high * pitch - 2 * edge, _DARK, corner)
        for y in range(0, leds["height"], high)
        for x in range(0, leds["width"], wide)
    ]


def _sheets(leds, pitch):
    """Draw tiles under a pale sheet with the keys, on the left and on the right their pads."""
    wide, high = _tile(leds)
    lines = _boards(leds, pitch, 2)
    for y in range(0, leds["height"], high):
        for x in range(0, leds["width"], wide):
            left, top, width, height = x * pitch, y * pitch, wide * pitch, high * pitch
            pads = [top + height / 2 + 5 * (at - 2) for at in range(5)]
            lines += [_circle(left + side, each, 0.9, _GOLD) for each in pads for side in (1.3, width - 1.3)]
            lines.append(_rect(left + 1.7, top + 1.7, width - 3.4, height - 3.4, "#c3c8d0", 2))
    return lines


def _tile(leds):
    """Return the width and height, in LEDs, of one of the boards that the lights are made of."""
    if "addresses" in leds:
        return 4, 4
    if "panels" in leds:
        return leds["panels"][0].get("size", SIZE)
    return leds["width"], leds["height"]


def _lit_places(leds, pitch, colours):
    """Yield (x, y, colour) of the middles of the LEDs that are on."""
    for at, colour in enumerate(colours):
        if colour:
            yield (at % leds["width"] + 0.5) * pitch, (at // leds["width"] + 0.5) * pitch, colour


def _dark(leds, pitch, *led):
    """Draw all LEDs as they are when they are off; led: how one is drawn, with its corner at 0, 0."""
    side = f'width="{_mm(pitch)}" height="{_mm(pitch)}"'
    all_of_them = _rect(0, 0, leds["width"] * pitch, leds["height"] * pitch, "url(#dark)")
    return f'<pattern id="dark" {side} patternUnits="userSpaceOnUse">{"".join(led)}</pattern>{all_of_them}'


def _pads(leds, pitch, colours):
    """Draw soft keys, each with its light in it."""
    side = 0.72 * pitch
    for x, y, colour in _lit_places(leds, pitch, colours):
        yield _rect(x - side / 2 - 0.8, y - side / 2 - 0.8, side + 1.6, side + 1.6, _rgb(colour), 3, 0.35)
        yield _rect(x - side / 2, y - side / 2, side, side, _paler(colour, 0.2), 2.4)
        yield _circle(x, y, side / 4, _paler(colour, 0.4))


def _packages(leds, pitch, colours):
    """Draw LEDs in white packages, as WS2812B have them."""
    for x, y, colour in _lit_places(leds, pitch, colours):
        yield _circle(x, y, 0.6 * pitch, _rgb(colour), 0.35)
        yield _rect(x - 2.5, y - 2.5, 5, 5, _paler(colour, 0.15), 0.4)
        yield _circle(x, y, 1.7, _paler(colour, 0.45))


def _domed(board, pitch, colours):
    """Draw modules of round LEDs in a black face, on the board of their chip."""
    leds = board["leds"]
    width, height = leds["width"] * pitch, leds["height"] * pitch
    wide, high = _tile(leds)
    lines = [
        _rect(x * pitch + 0.2, y * pitch + 0.2, wide * pitch - 0.4, high * pitch - 0.4, _BLACK, 0.6)
        for y in range(0, leds["height"], high)
        for x in range(0, leds["width"], wide)
    ]
    lines.append(_dark(leds, pitch, _circle(pitch / 2, pitch / 2, 0.4 * pitch, _LENS)))
    for x, y, colour in _lit_places(leds, pitch, colours):
        lines += [_circle(x, y, 0.6 * pitch, _rgb(colour), 0.3), _circle(x, y, 0.4 * pitch, _rgb(colour))]
    if one_chip(board):  # the bare part
        return _Part(width, height, *lines)
    rim = 6  # for pins, and for the chip of a single module
    if has_shifter(board):
        back = [_rect(-rim, 0, width + 2 * rim, height, _BLUE, 1)]
        pins = [_circle(x, height / 2 + 2.54 * (at - 2), 0.8, _GOLD) for x in (-3.5, width + 3.5) for at in range(5)]
        return _moved(rim, 0, _Part(width + 2 * rim, height, *back, *pins, *lines))
    pins = [_circle(width / 2 + 2.54 * (at - 2), -3, 0.9, _GOLD) for at in range(5)]
    return _moved(0, rim, _Part(width, height + rim, _rect(0, -rim, width, height + rim, _BLUE, 1), *pins, *lines))


def _chip():
    """Draw the board of a chip that is apart from the LEDs."""
    wide, high = 20, 36
    pins = [_circle(x, 2.54 * at + 2, 0.8, _GOLD) for x in (2, wide - 2) for at in range(13)]
    legs = [_rect(wide / 2 - 5, 7.2 + 1.6 * at, 10, 0.7, _STEEL) for at in range(14)]
    body = _rect(wide / 2 - 3.7, 6.4, 7.4, 23, _BLACK, 0.5)
    return _Part(wide, high, _rect(0, 0, wide, high, _BLUE, 1), *pins, *legs, body)


# Keys -----------------------------------------------------------------------------------------------------------------


def _keys(board):
    keys = board["keys"]
    role = {key: name for name, key in keys["roles"].items()}
    loose = keys["driver"] == "pins" or one_chip(board)
    pitch = _BUTTON if loose else board.get("enclosure", {}).get("key_pitch_mm") or _KEY
    width, height = keys["width"] * pitch, keys["height"] * pitch
    small = pitch < _KEY
    size = 6 if small else 12
    lines = _breadboard(width, height + 8) if loose else [_rect(0, 0, width, height, "#2f5d43", 1.5)]
    top = 4 if loose else 0
    for key in range(keys["width"] * keys["height"]):
        x, y = (key % keys["width"] + 0.5) * pitch, top + (key // keys["width"] + 0.5) * pitch
        lines += [
            _rect(x - size / 2, y - size / 2, size, size, _STEEL if small else "#3b4049", 0.6),
            _circle(x, y, 0.4 * size, _BLACK if small else "#e8c24f"),
            *_sign(role.get(key), x, y, size, _SIGN if small else _BLACK),
        ]
        if keys.get("diodes", "none") != "none" and not loose:
            lines += [_rect(x + 3.3, y - 1.7, 1.4, 3.4, "#e07b2c"), _rect(x + 3.3, y + 0.6, 1.4, 0.7, _BLACK)]
    return _Part(width, height + 2 * top, *lines)


def _breadboard(width, height):
    holes = [
        _rect(2.54 * at + 1.1, y, 0.7, 0.7, "#b9b3a3") for y in (1.4, height - 2.1) for at in range(int(width / 2.54))
    ]
    return [_rect(0, 0, width, height, _CREAM, 1), *holes]


def _sign(role, x, y, size, colour):
    """Draw what a key is for: an arrow, a dot for select, a cross for back."""
    far = 0.2 * size
    if role in _ARROWS:
        dx, dy = (far * each for each in _ARROWS[role])
        corners = (x + dx, y + dy), (x - dx + dy, y - dy + dx), (x - dx - dy, y - dy - dx)
        return [f'<polygon points="{" ".join(f"{_mm(a)},{_mm(b)}" for a, b in corners)}" fill="{colour}"/>']
    if role == "select":
        return [_circle(x, y, 0.6 * far, colour)]
    if role == "back":
        a, b, c, d = (_mm(each) for each in (x - 0.7 * far, y - 0.7 * far, 1.4 * far, -1.4 * far))
        return [f'<path d="M{a} {b}l{c} {c}m0 {d}l{d} {c}" stroke="{colour}" stroke-width="{_mm(0.08 * size)}"/>']
    return []


# The Pico -------------------------------------------------------------------------------------------------------------


def _pico(wireless=False):
    """Draw a Pico, its USB socket above. wireless: with the metal case of its radio."""
    wide, long, out = PICO["pico_w"], PICO["pico_l"], 1.3
    pads = [_rect(x, out + 1.2 + 2.54 * at - 0.1, 2, 1.5, _GOLD) for x in (0, wide - 2) for at in range(20)]
    chip = [_rect(wide / 2 - 3.5, out + 22, 7, 7, _BLACK, 0.4), _circle(wide / 2 - 2.4, out + 23.1, 0.5, "#5b616c")]
    if wireless:
        chip += [_rect(wide / 2 - 6, out + 33, 12, 10, _STEEL, 0.6), _rect(wide / 2 - 4, out + 46, 8, 3, "#2c8a49")]
    button = [_rect(wide / 2 - 6, out + 10, 4, 3, _STEEL, 0.4), _circle(wide / 2 - 4, out + 11.5, 1.1, "#ffffff")]
    usb = _rect(wide / 2 - 4, 0, 8, 6, _STEEL, 0.8)
    return _Part(wide, long + out, _rect(0, out, wide, long, _GREEN, 1), *pads, usb, *button, *chip)


def _lying(part):
    """Return a part turned on its side, its USB socket to the left."""
    lines = [f'<g transform="translate(0 {_mm(part.width)}) rotate(-90)">', *part.lines, "</g>"]
    return _Part(part.height, part.width, *lines)


# Shapes ---------------------------------------------------------------------------------------------------------------


def _moved(x, y, part):
    return _Part(part.width, part.height, f'<g transform="translate({_mm(x)} {_mm(y)})">', *part.lines, "</g>")


def _rect(x, y, width, height, fill, corner=0.0, opacity=1.0):
    corner = f' rx="{_mm(corner)}"' if corner else ""
    box = f'x="{_mm(x)}" y="{_mm(y)}" width="{_mm(width)}" height="{_mm(height)}"'
    return f'<rect {box}{corner} fill="{fill}"{_faint(opacity)}/>'


def _circle(x, y, radius, fill, opacity=1.0):
    return f'<circle cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(radius)}" fill="{fill}"{_faint(opacity)}/>'


def _faint(opacity):
    return f' opacity="{opacity}"' if opacity < 1 else ""


def _rgb(colour):
    return "#%02x%02x%02x" % tuple(colour)


def _paler(colour, share):
    """Return the colour with that share of white, as the middle of a light has it."""
    return _rgb(led_colour.mix(colour, (255, 255, 255), share))


def _mm(number):
    """Return a number as short as a hundredth of a millimetre allows."""
    return f"{round(number, 2):g}"
