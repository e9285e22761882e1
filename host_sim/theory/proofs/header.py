"""The head of a proof: the rows that state the game and the position, so that a checker need not know them."""

from glowgrid.rules.notation import point_name

from .tables import tables_of

FIRST, SECOND = "glowgrid proof 1: ", "glowgrid proof 2: "  # each position has a line; lines have carriers


def by_rows(field, texts, between):
    """Return texts, one for each point, with a sign between the rows of the field."""
    joined = ""
    for p, text in enumerate(texts):
        joined += (
            between if p and field.rows[p] != field.rows[p - 1] else " " if p and len(between) > 1 else ""
        ) + text
    return joined


def stated(position, first):
    """Return `first` and the rows that state the game and the position, without symmetries."""
    tables, field = tables_of(position), position.field
    names = [point_name(field, p) for p in range(position.points)]
    text = [first, "points " + by_rows(field, names, " / ")]
    text += tables.rules() if tables else ()
    for side in range(1, position.sides + 1):
        stones = [names[p] for p in range(position.points) if position.cells[p] == side]
        text.append(" ".join([f"stones {side}", *stones]))
    turns = [(position.to_move + turn - 1) % position.sides + 1 for turn in range(position.sides)]
    return [*text, "turns " + "".join(map(str, turns))]


def header(position, title):
    """Return the head of a proof in the first format."""
    tables = tables_of(position)
    orders = tables.symmetries[1:] if tables else ()
    return stated(position, FIRST + title) + [
        "symmetry " + " ".join(tables.names[p] for p in order) for order in orders
    ]
