"""When two positions count as the same: both have the same stones, side to move and number of moves.

Rules of one's own may remember more, in places that nothing here can see: a file beside the game, a variable. So their
positions are the same only after the same moves, unless the class itself states `stones_say_all = True`.
"""

from glowgrid.rules.generators import Misere
from glowgrid.rules.groups import GroupsPosition
from glowgrid.rules.lines import LinesPosition

STONES_SAY_ALL = LinesPosition, GroupsPosition, Misere


def key_of(position):
    """Return what makes a position the same as another."""
    kind = type(position)  # a class that inherits from one of these may have other rules
    says_all = kind in STONES_SAY_ALL or vars(kind).get("stones_say_all") is True
    moves = () if says_all else tuple(position.history[: position.plies])
    return bytes(position.cells), position.to_move, position.plies, moves
