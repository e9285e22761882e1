"""Find out how keys are wired: the pins that a pressed key joins give its row, column and diode, or a button's pin."""

from host_sim.cli.errors import ToolError


async def find_buttons(width, height, joined_by):
    """Return {"pins": that of each button}, as in a board file. joined_by: see `find_matrix`, for each key in turn."""
    found = []
    for key in range(width * height):
        row, column = divmod(key, width)
        pairs = await joined_by(column, row)
        grounded = sorted({pin for _, pin in pairs if len([low for low, follows in pairs if follows == pin]) > 1})
        if len(grounded) != 1:
            what = f"joins pins {_named(_ends(pairs))}, not one to ground"
            raise ToolError(f"the button in column {column + 1} of row {row + 1} {what}")
        if grounded[0] in found:
            raise ToolError(
                f"{_named(grounded)} is there twice; a button was pressed out of turn, or two share the pin"
            )
        found += grounded
    return {"pins": found}


async def find_matrix(width, height, joined_by):
    """Return {"rows": pins, "columns": pins, "diodes": how they conduct}, as in a board file.

    joined_by(column, row): asks for a press of this key and returns the pairs (low, follows) of pins: if `low` is
    pulled low, `follows` goes low too. Called for the keys of the first row and column, and for the last key. Raises
    ToolError if they do not make a matrix, or if a diode is the other way round.
    """
    if width < 2 or height < 2:
        raise ToolError("the wiring of one row or column of keys cannot be found out from its keys alone")
    places = [(at, 0) for at in range(width)] + [(0, at) for at in range(1, height)]
    joins, pins = {}, {}
    for place in places:
        joins[place] = await joined_by(*place)
        pins[place] = _pins(joins[place], *place)
    first, across, down = pins[0, 0], pins[1, 0], pins[0, 1]
    if len(first & across) != 1 or len(first & down) != 1 or first & across == first & down:
        raise ToolError(
            f"the keys (1, 1), (2, 1) and (1, 2) join pins {_named(first)}, {_named(across)} and {_named(down)}: "
            "neighbours must share one wire, their row or their column"
        )
    (row,), (column,) = first & across, first & down
    columns = [column] + [_other(pins[at, 0], row, at, 0) for at in range(1, width)]
    rows = [row] + [_other(pins[0, at], column, 0, at) for at in range(1, height)]
    if len(set(rows + columns)) < width + height:
        raise ToolError(f"rows {rows} and columns {columns}: a pin is there twice; a key was pressed out of turn")
    last = width - 1, height - 1
    joins[last] = await joined_by(*last)
    if {rows[-1], columns[-1]} != {pin for pair in joins[last] for pin in pair}:
        raise ToolError("the last key does not lie where its row and its column meet: a key was pressed out of turn")
    return {
        "rows": rows,
        "columns": columns,
        "diodes": _common([(place, joins[place]) for place in places + [last]], rows, columns),
    }


def _common(joins, rows, columns):
    """Return how the diodes conduct. joins: pairs ((column, row), what this key joins)."""
    ways = [_diodes(pairs, rows[row], columns[column]) for (column, row), pairs in joins]
    common = max(ways, key=ways.count)
    odd = [f"column {at[0] + 1} of row {at[1] + 1}" for (at, _), way in zip(joins, ways) if way != common]
    if odd:
        raise ToolError(
            f"the diode of the key in {', in '.join(odd)} differs from those of the other keys: reversed, or bridged;"
            " fix it and start again"
        )
    return common


def _ends(pairs):
    return {pin for pair in pairs for pin in pair}


def _pins(pairs, column, row):
    pins = _ends(pairs)
    if len(pins) != 2:
        raise ToolError(f"the key in column {column + 1} of row {row + 1} joins pins {_named(pins)}, not two")
    return pins


def _other(pins, shared, column, row):
    """Return the pin that a key joins to the one shared by its row or column."""
    others = pins - {shared}
    if len(others) != 1:
        raise ToolError(
            f"the key in column {column + 1} of row {row + 1} joins pins {_named(pins)}; GP{shared} should be one"
        )
    return others.pop()


def _diodes(pairs, row, column):
    """Return how a diode conducts: only the pin at its anode follows the one at its cathode."""
    if (row, column) in pairs and (column, row) in pairs:
        return "none"
    return "row_to_column" if (column, row) in pairs else "column_to_row"


def _named(pins):
    return " and ".join([f"GP{pin}" for pin in sorted(pins)]) or "none"
