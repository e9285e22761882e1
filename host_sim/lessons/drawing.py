"""A field as a drawing for paper, SVG: black and white, large enough to draw in.

It has the names of rows and columns; or, where the field has none, those of its points.
"""

from html import escape

ROOT_3 = 3**0.5
STEP = 12  # millimetres on paper
STONE, MARGIN = 0.36, 0.75  # radius of a stone, and the room around all, in steps
BORDER, BEYOND = 0.66, 1.05  # how far outside of its points a border is drawn, and the names beyond it
HEXAGON = [
    (0, -1 / ROOT_3),
    (0.5, -0.5 / ROOT_3),
    (0.5, 0.5 / ROOT_3),
    (0, 1 / ROOT_3),
    (-0.5, 0.5 / ROOT_3),
    (-0.5, -0.5 / ROOT_3),
]
SIGNS = "", "●", "○", "⊗"  # the sides on paper
STYLE = (
    "text{font:0.34px sans-serif;text-anchor:middle;fill:#000}.within-point{font-size:.26px;fill:#666}"
    ".cell{fill:#fff;stroke:#000;stroke-width:.02}"
    ".line{stroke:#000;stroke-width:.03}.edge{fill:none;stroke:#000;stroke-width:.11;stroke-linejoin:round}"
    ".within{fill:none;stroke:#fff;stroke-width:.06;stroke-linejoin:round}"
    ".stone{stroke:#000;stroke-width:.05}.one{fill:#000}.two,.three{fill:#fff}"
)


def svg(state, words):
    """Return the drawing of a field's state, as host_sim/web/field/field_state.py has it. words: what it shows."""
    hexagons = state["shape"] == "hexagon"
    down = ROOT_3 / 2 if hexagons else 1
    at = [(point["x"], point["y"] * down) for point in state["points"]]
    names = [(label["text"], label["x"], label["y"] * down) for label in state["labels"]]
    parts = []
    for line in state["lines"]:
        parts += [_line(at[one], at[other]) for one, other in zip(line, line[1:])]
    borders = [(edge["side"],) + _border(edge, at) for edge in state["edges"] if edge["side"]]
    names = [(text,) + _beyond(x, y, borders) for text, x, y in names]
    parts += [part for border in borders for part in _edge(*border)]
    parts += [_cell(state["shape"], *place) for place in at]
    parts += [_text(text, x, y) for text, x, y in names]
    if not names:
        parts += [_text(point["name"], *place, "within-point") for point, place in zip(state["points"], at)]
    for point, place in zip(state["points"], at):
        if point.get("side"):
            parts += _stone(point["side"], *place)
    across, high = zip(*at, *((x, y) for _, x, y in names))
    left, top = min(across) - MARGIN, min(high) - MARGIN
    wide, tall = max(across) + MARGIN - left, max(high) + MARGIN - top
    box = " ".join(f"{each:.2f}" for each in (left, top, wide, tall))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" width="{STEP * wide:.1f}mm">'
        f"<title>{escape(words)}</title>{''.join(parts)}</svg>"
    )


def _cell(shape, x, y):
    if shape == "hexagon":
        corners = " ".join(f"{x + right:.3f},{y + below:.3f}" for right, below in HEXAGON)
        return f'<polygon class="cell" points="{corners}"/>'
    if shape == "square":
        return f'<rect class="cell" x="{x - 0.5}" y="{y - 0.5}" width="1" height="1"/>'
    return f'<circle class="cell" cx="{x}" cy="{y}" r="{STONE}"/>'


def _line(one, other):
    return f'<line class="line" x1="{one[0]}" y1="{one[1]:.3f}" x2="{other[0]}" y2="{other[1]:.3f}"/>'


def _border(edge, at):
    """Return the first and the last point of a border, and the way out, one step long."""
    points = sorted(at[p] for p in edge["points"])
    middle = [sum(each) / len(at) for each in zip(*at)]
    (x, y), (x_2, y_2) = points[0], points[-1]
    right, below = y_2 - y, x - x_2  # across the border
    if right * ((x + x_2) / 2 - middle[0]) + below * ((y + y_2) / 2 - middle[1]) < 0:
        right, below = -right, -below
    far = (right * right + below * below) ** 0.5
    return points[0], points[-1], (right / far, below / far)


def _edge(side, first, last, out):
    """Yield the line along a border, outside of its points: black for side 1, white within for side 2."""
    places = " ".join(f"{x + BORDER * out[0]:.3f},{y + BORDER * out[1]:.3f}" for x, y in (first, last))
    yield f'<polyline class="edge" points="{places}"/>'
    if side == 2:
        yield f'<polyline class="within" points="{places}"/>'


def _beyond(x, y, borders):
    """Return the place of a name, further out if a border passes close to it."""
    for _, first, _, out in borders:
        far = (x - first[0]) * out[0] + (y - first[1]) * out[1]
        if BORDER < far < BEYOND:
            x, y = x + (BEYOND - far) * out[0], y + (BEYOND - far) * out[1]
    return x, y


def _text(text, x, y, kind="beside"):
    return f'<text class="{kind}" x="{x}" y="{y + 0.12:.3f}">{escape(text)}</text>'


def _stone(side, x, y):
    yield f'<circle class="stone {["", "one", "two", "three"][side]}" cx="{x}" cy="{y:.3f}" r="{STONE}"/>'
    if side == 3:
        far = STONE * 0.7
        for turn in (1, -1):
            yield _line((x - far, y - turn * far), (x + far, y + turn * far))
