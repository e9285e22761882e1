"""Find out how a matrix of keys was wired: which pins a pressed key joins tells its row, its column and its diode."""

from ...errors import ToolError


def find_matrix(width, height, joined_by):
    """Return {"rows": pins, "columns": pins, "diodes": how they conduct}, as a board file has them.

    joined_by(column, row): has somebody press this key; returns the pairs (low, follows) of pins for which holds: when
    `low` is pulled low, `follows` goes low too. Asked of the keys of the first row and of the first column. Raises
    ToolError if they do not make a matrix.
    """
    if width < 2 or height < 2:
        raise ToolError("the wiring of one row or column of keys cannot be told from its keys alone")
    corner = joined_by(0, 0)
    first = _pins(corner, 0, 0)
    top = [_pins(joined_by(at, 0), at, 0) for at in range(1, width)]
    side = [_pins(joined_by(0, at), 0, at) for at in range(1, height)]
    across, down = top[0], side[0]
    if len(first & across) != 1 or len(first & down) != 1 or first & across == first & down:
        raise ToolError(
            f"the keys (1, 1), (2, 1) and (1, 2) join pins {_named(first)}, {_named(across)} and {_named(down)}: "
            "neighbours must share one wire, their row or their column"
        )
    (row,), (column,) = first & across, first & down
    columns = [column, *(_other(pins, row, at, 0) for at, pins in enumerate(top, 1))]
    rows = [row, *(_other(pins, column, 0, at) for at, pins in enumerate(side, 1))]
    if len({*rows, *columns}) < width + height:
        raise ToolError(f"rows {rows} and columns {columns}: a pin is there twice; a key was pressed out of turn")
    return {"rows": rows, "columns": columns, "diodes": _diodes(corner, row, column)}


def _pins(pairs, column, row):
    pins = {pin for pair in pairs for pin in pair}
    if len(pins) != 2:
        raise ToolError(f"the key in column {column + 1} of row {row + 1} joins pins {_named(pins)}, not two")
    return pins


def _other(pins, shared, column, row):
    """The pin that a key joins with the one its row or column shares."""
    others = pins - {shared}
    if len(others) != 1:
        raise ToolError(
            f"the key in column {column + 1} of row {row + 1} joins pins {_named(pins)}; GP{shared} should be one"
        )
    return others.pop()


def _diodes(pairs, row, column):
    """A diode lets only the pin at its anode follow the one at its cathode."""
    if (row, column) in pairs and (column, row) in pairs:
        return "none"
    return "row_to_column" if (column, row) in pairs else "column_to_row"


def _named(pins):
    return " and ".join(f"GP{pin}" for pin in sorted(pins)) or "none"
