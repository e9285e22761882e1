"""The picture of the three ways to win Havannah: SVG, drawn from positions that the rules call won."""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import parse_point
from glowgrid.rules.placed import place

from .names_picture import CORNER, FREE, INK, head, places_of, tables_of

NAME = "havannah_wins.svg"
SIZE = (4,)
WINS = {  # by win type: the stones of the winner, and some of the other side
    "bridge": ("a4 b4 c4 c3 d3 d2 d1", "b3 c2 d4 e4 d5 f3"),
    "fork": ("c1 c2 c3 d4 d5 c5 b5 e4 f5 g5", "d1 d3 b4 c4 e6 f4 d6 g6"),
    "ring": ("c3 d3 e4 e5 d5 c4", "b3 d2 f4 e6 c5"),
}
STEP, GAP, CAPTION = 18, 20, 24  # pixels: between points, between fields, below them
EDGE = "#e6e0d2"
STONES = ("", "#e26400", "#0063e0")  # as on the page


def positions():
    """Return {win type: position that has just been won in this way}."""
    tables, made = tables_of("havannah", SIZE), {}
    for kind, texts in WINS.items():
        stones = {parse_point(tables.field, name): side for side, text in enumerate(texts, 1) for name in text.split()}
        made[kind] = place(tables.position(), stones, 2)
        if made[kind].win_type() != kind:
            raise ValueError(f"{kind}: the rules call it {made[kind].win_type()}")
    return made


def svg():
    """Return the picture: a field for each way to win."""
    won = positions()
    field = won["ring"].field
    places = places_of(field, STEP)
    left, top = min(x for x, _ in places) - 0.7 * STEP, -0.8 * STEP
    wide, high = max(x for x, _ in places) - left + 0.7 * STEP, places[-1][1] - top + 0.8 * STEP
    width = len(won) * wide + (len(won) - 1) * GAP
    lines = head("a bridge, a fork and a ring in Havannah", width, high + CAPTION, STEP)
    for number, (kind, position) in enumerate(won.items()):
        x0 = number * (wide + GAP) - left
        marks = bytearray(position.points)
        position.winning_points(marks)
        for point, (x, y) in enumerate(places):
            lines.append(_point(position, point, x0 + x, y - top, marks[point]))
        lines.append(f'<text x="{x0 + left + wide / 2:.0f}" y="{high + 14:.0f}" fill="{INK}">{kind}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _point(position, point, x, y, won):
    """Return a point, with its stone; a stone that has won has a ring."""
    tables, borders = position.tables, position.field.borders[point]
    bridges = [mask for kind, mask, _ in tables.goals[0] if kind == "bridge"]
    ground = CORNER if any(mask & borders for mask in bridges) else EDGE if borders else FREE
    drawn = f'<use href="#p" x="{x:.0f}" y="{y:.0f}" fill="{ground}"/>'
    if position.cells[point]:
        ring = f' stroke="{INK}" stroke-width="2"' if won else ""
        drawn += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6.5" fill="{STONES[position.cells[point]]}"{ring}/>'
    return drawn
