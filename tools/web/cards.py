"""What a messenger shows of a link to the page or a lesson: title, words and a picture (Open Graph).

Most messengers take pictures by whole addresses alone: `page --address`. Without it the address is relative, which some
of them follow.
"""

import re
from html import escape, unescape
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from glowgrid.games import discover
from glowgrid.rules.notation import parse_move
from host_sim.cli.errors import ToolError
from host_sim.web.field.field_state import FieldState

FOLDER = "cards"  # of the pictures
WIDTH, HEIGHT = 1200, 630  # as messengers show them
_SCALE = 2  # it is drawn so much larger, for smooth edges
_EDGE = 60  # dots around the picture
_FIELD = 580  # dots of the field's longer side
_TITLES, _WORDS = (76, 62, 50), 34  # dots of letters
_MOST = 160  # signs of a description
_PAPER, _INK, _SOFT = "#f4f5f8", "#1b1e26", "#565d6d"
_CELL, _GRID = "#ffffff", "#a4abb9"
_SIDES = "#8d94a3", "#e26400", "#0063e0", "#00ab50"  # as field.css has them
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # of a hexagon, in halves of its width
_SQUARE = (-1, -1), (1, -1), (1, 1), (-1, 1)


class Shown(NamedTuple):
    """What the picture of a page shows: a game and the moves made in it."""

    game: str
    size: tuple
    moves: str


PAGES = {
    "index.html": Shown("hex", (7,), "d4 e3 c5 e5 b6 d2 e2"),
    "lessons/double_threats.html": Shown("tic-tac-toe", (), "a1 b1 b2 c3 a3"),
    "lessons/bridges.html": Shown("hex", (5,), "c3 d2 b4 b3 d1"),
    "lessons/minimax.html": Shown("tic-tac-toe", (), "b2 a1 c3"),
    "lessons/strategy_stealing.html": Shown("hex", (5,), "c3 d2 b4 d3"),
    "lessons/three_players.html": Shown("three-player", (), "b2 a1 c3 d2 a4"),
    "lessons/must_play.html": Shown("hex", (4,), "b2 d1 b3"),
    "lessons/edges.html": Shown("hex", (5,), "c3 d3 b4 c2 b2"),
    "lessons/ladders.html": Shown("hex", (5,), "b3 a5 b4 b5 c4 c5"),
    "lessons/who_is_ahead.html": Shown("hex", (4,), "b3 b2 c1 c2 d1 d2 c3 a3"),
    "lessons/alpha_beta.html": Shown("tic-tac-toe", (), "b3 a1 a2 c2 c3 a3"),
    "lessons/levels.html": Shown("tic-tac-toe", (), "a1 b2 c3"),
    "lessons/hidden_stones.html": Shown("tic-tac-toe", (), "a1 b2"),
    "lessons/no_draw.html": Shown("hex", (3,), "a1 a2 b1 c1 c2 b3 a3 c3"),
    "lessons/pairing.html": Shown("tic-tac-toe", (), "b2 c1 b1 b3 a3"),
    "lessons/checkable_proof.html": Shown("hex", (4,), "c2 c1 d1 b3 d3"),
    "lessons/coq.html": Shown("hex", (3,), "b2 c1 b1 a3 b3"),
}


def checked(address):
    """Return the address of the page, with a slash at its end; ToolError if it is none."""
    if not re.fullmatch(r"https?://[^\s\"'<>?#]+", address):
        raise ToolError(f"--address {address}: expected where the page will be, such as https://example.org/glowgrid/")
    return address.rstrip("/") + "/"


def write(folder, address=""):
    """Write the pictures into the folder of the page, and what messengers read into its documents.

    address: where the page will be; "": not known.
    """
    (folder / FOLDER).mkdir(exist_ok=True)
    for name, shown in PAGES.items():
        path = folder / name
        text = path.read_text(encoding="utf-8")
        title, words = said(text)
        picture = f"{FOLDER}/{path.stem}.png"
        drawn(title, words, shown).save(folder / picture, optimize=True)
        place = address or "../" * name.count("/")
        about = {"og:type": "website", "og:site_name": "Glowgrid", "og:title": title, "og:description": words}
        about |= {"og:image": place + picture, "og:image:width": WIDTH, "og:image:height": HEIGHT}
        if address:
            about["og:url"] = address + name.removesuffix("index.html")
        lines = [f'<meta property="{key}" content="{escape(str(value))}">' for key, value in about.items()]
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        path.write_text(text.replace("</head>", "\n".join([*lines, "</head>"]), 1), encoding="utf-8")


def said(text):
    """Return (title, description) of a page."""
    title = re.search(r"<title>(.*?)(?: - Glowgrid)?</title>", text, re.DOTALL)
    words = re.search(r'<meta name="description" content="(.*?)">', text) or re.search(
        r"</h1>.*?<p[^>]*>(.*?)</p>", text, re.DOTALL
    )
    assert title and words
    return _plain(title[1]), _shortened(_plain(words[1]))


def _plain(text):
    return " ".join(unescape(re.sub(r"<[^>]*>", "", text)).split())


def _shortened(text):
    """Return the sentences that there is room for."""
    return text if len(text) <= _MOST else text[: text.rindex(". ", 0, _MOST) + 1]


def drawn(title, words, shown):
    """Return the picture: title and words, and the field beside them."""
    image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), _PAPER)
    brush = ImageDraw.Draw(image)
    state = position_of(shown)
    left = _draw_field(brush, state)
    _write(brush, title, words, left - 2 * _EDGE)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64)


def position_of(shown):
    """Return the state of a position, as field_state.py makes it."""
    game = next(game for game in discover()[0] if game.name == shown.game)
    position = game.setup(shown.size or game.sizes[0])
    for name in shown.moves.split():
        move = parse_move(position, name)
        if move < 0 or not position.play(move):
            raise ValueError(f"{shown.game}: {name} is no legal move")
    return FieldState(game, shown.size or game.sizes[0], position).state(position)


def _draw_field(brush, state):
    """Draw the field at the right; return where it begins, in dots."""
    hexagons = state["shape"] == "hexagon"
    high = 3**0.5 / 2 if hexagons else 1
    places = [(point["x"], point["y"] * high) for point in state["points"]]
    across, down = ([place[axis] for place in places] for axis in (0, 1))
    wide, tall = max(across) - min(across) + 1, max(down) - min(down) + (2 / 3**0.5 if hexagons else 1)
    step = min(_FIELD / wide, (HEIGHT - 2 * _EDGE) / tall)
    left = WIDTH - _EDGE - wide * step

    def at(place):
        x = left + (place[0] - min(across) + 0.5) * step
        return x * _SCALE, (HEIGHT / 2 + (place[1] - (max(down) + min(down)) / 2) * step) * _SCALE

    unit = step * _SCALE
    corners = _CORNERS if hexagons else _SQUARE

    def cell(place, size):
        x, y = at(place)
        rise = unit / (2 * 3**0.5) if hexagons else unit / 2
        return [(x + dx * size * unit / 2, y + dy * size * rise) for dx, dy in corners]

    for edge in state["edges"]:
        for point in [] if edge.get("corner") else edge["points"]:  # what of it is within the field is drawn over
            brush.polygon(cell(places[point], 1.3), fill=_SIDES[edge["side"]])
    for place in places:
        brush.polygon(cell(place, 1), fill=_CELL, outline=_GRID, width=round(unit / 40))
    for point, place in zip(state["points"], places):
        if point.get("side"):
            _disc(brush, at(place), 0.38 * unit, _SIDES[point["side"]])
            if point["side"] > 1:  # sides differ in shape too
                _disc(brush, at(place), 0.13 * unit, _INK)
    return left


def _disc(brush, at, radius, colour):
    x, y = at
    brush.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _write(brush, title, words, width):
    """Write title and words at the left, in the middle of the height."""
    below = [(line, _WORDS, _SOFT) for line in _broken(words, _WORDS, width)]
    lines, high = [], HEIGHT
    for size in _TITLES:  # the largest that there is room for
        if high > HEIGHT - 2 * _EDGE:
            lines = [(line, size, _INK) for line in _broken(title, size, width)] + below
            high = sum(size * 1.3 for _, size, _ in lines)
    top = (HEIGHT - high) / 2
    for line, size, colour in lines:
        brush.text((_EDGE * _SCALE, top * _SCALE), line, fill=colour, font=ImageFont.load_default(size * _SCALE))
        top += size * 1.3


def _broken(text, size, width):
    """Return a text as lines that are no wider."""
    font, lines = ImageFont.load_default(size), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
