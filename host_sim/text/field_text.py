"""Fields as text: positions, and maps of the names of points."""

from glowgrid.rules.game import size_name
from glowgrid.rules.notation import column_name, point_name

WIDEST = 72  # widest map of names, in columns of text; larger fields show letters and numbers at their edges instead


def position_text(game, size, position):
    """Return the position as text, with the names of columns and rows; stones are the numbers of the sides."""
    field = position.field
    state = f"side {position.to_move} to move"
    if position.is_over():
        state = f"side {position.winner} has won" if position.winner else draw_text(position)
    state = f"{game.name} {size_name(size)}".rstrip() + ": " + state
    signs = [".123"[side] for side in position.cells]
    if field.slant:
        return "\n".join(slanted(field, signs) + [state])
    columns = [column_name(column) for column in range(field.width)]
    wide, margin = max(map(len, columns), default=1), len(str(field.height))
    rows = [[" "] * field.width for _ in range(field.height)]
    for point in range(position.points):
        rows[field.rows[point]][field.columns[point]] = signs[point]
    lines = [(" " * margin + "".join(f" {name:>{wide}}" for name in columns)).rstrip()]
    for number, row in enumerate(rows, 1):
        lines.append((f"{number:>{margin}}" + "".join(f" {sign:>{wide}}" for sign in row)).rstrip())
    return "\n".join(lines + [state])


def draw_text(position):
    """Return the text for a drawn game, with the reason if no move is legal."""
    return "a draw" if position.is_draw() else "no legal move: a draw"


def slanted(field, signs, half=1, margins=True):
    """Return the lines of a picture of a hexagonal field: six neighbours, beside, and diagonally above and below.

    signs: a text for every point; half: columns of text in half a step from point to point. With `margins`, row numbers
    stand before the first point of a row, column letters diagonally above the first point of a column.
    """
    texts = {}  # (row, place across, in half steps): text that ends there

    def put(column, row, text):
        texts[row, 2 * column + field.slant * row] = text

    for point in reversed(range(field.points)):  # the first point of a row and a column comes last
        column, row = field.columns[point], field.rows[point]
        if margins and field.point_at(column, row - 1) < 0:
            put(column, row - 1, column_name(column))
        if margins and field.point_at(column - 1, row) < 0:
            put(column - 1, row, str(row + 1))
        put(column, row, signs[point])
    longest = max(len(text) for text in texts.values())
    left = half * min(across for _, across in texts) - max(1, longest - 1)  # a number may have two digits
    lines = []
    for row in range(min(row for row, _ in texts), field.height):
        line = ""
        for across, text in sorted((across, text) for (on, across), text in texts.items() if on == row):
            line += f"{text:>{half * across - left + 1 - len(line)}}"
        lines.append(line)
    return lines


def names_text(field):
    """Return the lines of a map of the names of points of a hexagonal field."""
    named = slanted(field, [point_name(field, point) for point in range(field.points)], half=2, margins=False)
    return named if max(map(len, named)) <= WIDEST else slanted(field, ["."] * field.points)
