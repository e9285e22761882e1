"""A position as a picture, PNG: hexagons or squares, names at the edges, stones in the colours of their sides."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from glowgrid.console import palette
from glowgrid.rules.notation import column_name

from ..text.field_text import draw_text

if TYPE_CHECKING:  # to type checkers `glowgrid` is the firmware's package
    from ..library import glowgrid
else:
    import glowgrid

STEP = 40  # dots from a point to its neighbour
SCALE = 3  # it is drawn so many times as large, then made smaller
ROOT_3 = 3**0.5
PAPER, FREE, LINE, INK = "#ffffff", "#f4f1ea", "#8d8878", "#26303c"
SIDES = [None, *(tuple(palette.RGB[3 * side : 3 * side + 3]) for side in (1, 2, 3))]
FONT = ImageFont.load_default(15 * SCALE)
TINT = 0.45  # how much of its side's colour the edge of that side has
CORNER = "#d8d8d8"
COLOURS = 128


def png(position: glowgrid.Position) -> bytes:
    """Return the picture of a position; of a view, what its side sees.

    A dark ring is around the last stone, a white ring in the stones that won. Edges have the colour of the side that
    joins them; the line below says who is to move or has won.
    """
    field = position.core.field
    places = [_place(field, field.columns[p], field.rows[p]) for p in range(field.points)]
    names = list(_names(field))
    across, down = zip(*places, *(place for _, place in names), strict=True)
    state, side = _state(position)
    caption = f"{position.game.title}: {state}"
    top, high = min(down) - 0.7, max(down) - min(down) + 2.3
    wide = max(max(across) - min(across) + 1.4, FONT.getlength(caption) / SCALE / STEP + 0.4)
    left = (min(across) + max(across) - wide) / 2
    image = Image.new("RGB", (round(wide * STEP * SCALE), round(high * STEP * SCALE)), PAPER)
    brush = _Brush(image, left, top)
    for p, place in enumerate(places):
        brush.cell(place, bool(field.slant), _fill(position.core, p))
    for name, place in names:
        brush.text(place, name)
    _draw_stones(brush, position, places)
    brush.text((left + wide / 2, top + high - 0.6), caption, side)
    image = image.resize((image.width // SCALE, image.height // SCALE), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    few = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)  # it keeps the stones' colours
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def _place(field, column, row):
    """Return where a place of the grid lies, in steps."""
    return (column + field.slant * row / 2, row * ROOT_3 / 2) if field.slant else (column, row)


def _names(field):
    """Yield (name, place) of each column and row, before its first point; on a full field they stand in a line."""
    for column in range(field.width):
        rows = [field.rows[p] for p in range(field.points) if field.columns[p] == column]
        if rows:
            yield column_name(column), _place(field, column, min(rows) - 1 if field.slant else -1)
    for row in range(field.height):
        columns = [field.columns[p] for p in range(field.points) if field.rows[p] == row]
        if columns:
            yield str(row + 1), _place(field, min(columns) - 1 if field.slant else -1, row)


def _fill(core, point):
    """Return the colour of an empty point: that of its edge, where one side alone joins edges there."""
    goals, borders = getattr(core.tables, "goals", None), core.field.borders
    if not goals or not borders or not borders[point]:
        return FREE
    joining = [side for side, each in enumerate(goals, 1) if any(goal[1] & borders[point] for goal in each)]
    if len(joining) > 1:
        return CORNER
    return _mixed(SIDES[joining[0]]) if joining else FREE


def _mixed(colour):
    return tuple(round(TINT * part + (1 - TINT) * 255) for part in colour)


def _draw_stones(brush, position, places):
    names = position.game.moves
    won, last = set(position.winning_points()), position.core.last_stone()
    for p, place in enumerate(places):
        side = position.core.cells[p]
        if side:
            brush.disc(place, 0.36, SIDES[side])
            brush.text(place, str(side), "#ffffff")
        if side and p == last:
            brush.circle(place, 0.44, INK)
        if names[p] in won:
            brush.circle(place, 0.31, "#ffffff")


def _state(position):
    """Return (how the game stands, the colour of that side)."""
    if not position.is_over():
        side = position.to_move
        return f"side {side} ({palette.SIDES[side]}) to move", SIDES[side]
    side = position.winner
    return (f"side {side} ({palette.SIDES[side]}) has won", SIDES[side]) if side else (draw_text(position.core), INK)


class _Brush:
    """Draws at places that are counted in steps."""

    def __init__(self, image, left, top):
        self._draw, self._left, self._top = ImageDraw.Draw(image), left, top

    def _dots(self, place, across=0.0, down=0.0):
        x, y = place
        return (x - self._left + across) * STEP * SCALE, (y - self._top + down) * STEP * SCALE

    def cell(self, place, hexagon, fill):
        high = 1 / ROOT_3
        if hexagon:
            corners = (0, -high), (0.5, -high / 2), (0.5, high / 2), (0, high), (-0.5, high / 2), (-0.5, -high / 2)
        else:
            corners = (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)
        outline = [self._dots(place, *corner) for corner in (*corners, corners[0])]
        self._draw.polygon(outline, fill=fill)
        self._draw.line(outline, fill=LINE, width=SCALE)

    def disc(self, place, radius, fill):
        self._draw.ellipse([*self._dots(place, -radius, -radius), *self._dots(place, radius, radius)], fill=fill)

    def circle(self, place, radius, colour):
        box = [*self._dots(place, -radius, -radius), *self._dots(place, radius, radius)]
        self._draw.ellipse(box, outline=colour, width=2 * SCALE)

    def text(self, place, text, fill: str | tuple = INK):
        self._draw.text(self._dots(place), text, fill=fill, font=FONT, anchor="mm")
