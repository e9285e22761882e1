"""A user's own game at its start, for programs that know only how a position is played."""

from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import move_name

from .load import game_in


def at_start(path, size):
    """Return (title, names of all moves, position) of the game in a file, in the size given as text ("": its default).

    ValueError in one line if there is none, or if it hides stones.
    """
    game = game_in(path)
    numbers = parse_size(size) if size else game.sizes[0]
    position = game.setup(numbers)
    if position.view(1) is not position:
        raise ValueError(f"{path}: its stones are hidden; the definitions are of games in which both sides see all")
    return game.title(numbers), {move: move_name(position, move) for move in range(position.moves)}, position
