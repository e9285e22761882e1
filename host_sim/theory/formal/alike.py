"""When two positions count as the same: both have the same stones, side to move and number of moves.

Rules of one's own may remember more, in places that nothing here can see: a file beside the game, a variable. So their
positions are the same only after the same moves, unless the class itself states `stones_say_all = True`.
"""

# By their names: the oracle imports nothing of the firmware.
STONES_SAY_ALL = (
    "glowgrid.rules.misere.Misere",
    "glowgrid.rules.groups.GroupsPosition",
    "glowgrid.rules.lines.LinesPosition",
)


def key_of(position):
    """Return what makes a position the same as another."""
    kind = type(position)  # a class that inherits from one of these may have other rules
    says_all = f"{kind.__module__}.{kind.__qualname__}" in STONES_SAY_ALL or vars(kind).get("stones_say_all") is True
    moves = () if says_all else tuple(position.history[: position.plies])
    return bytes(position.cells), position.to_move, position.plies, moves
