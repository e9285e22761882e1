"""What programs that learn get of a position, whatever their interface: planes, a mask of legal moves, rewards.

pettingzoo.py, gymnasium.py and openspiel.py stand on it. It needs numpy, which comes with their extras.
"""

# pyright: reportMissingImports=false
# numpy comes with the extras.

import numpy as np

from glowgrid.rules.position import Position as Core

from .errors import Error
from .playing import Game


class Planes:
    """The stones that a side sees, as planes of 0 and 1 over the grid on which the points of the field lie.

    shape  (2 * sides, rows, columns). Plane 0 has the side's own stones, plane k those of the side k places after it.
           Of the last `sides` planes one has a 1 at each point of the field: for side 1 the first of them, and so on.
           So a network learns which side it plays, and where no point is.
    moves  how many moves the game has, legal or not
    """

    def __init__(self, game: Game):
        field = game.start().core.field
        self.shape = 2 * game.sides, field.height, field.width
        self.moves = len(game.moves)
        self._sides = game.sides
        self._places = np.frombuffer(field.rows, np.uint8).astype(np.intp), np.frombuffer(field.columns, np.uint8)

    def write(self, seen: Core, side: int, planes: np.ndarray) -> None:
        """Fill `planes`, an array of this shape, with what a side sees; seen: its view, `core.view(side)`."""
        planes.fill(0)
        rows, columns = self._places
        cells = np.frombuffer(bytes(seen.cells), np.uint8)
        for place in range(self._sides):
            planes[place, rows, columns] = cells == (side - 1 + place) % self._sides + 1
        planes[self._sides + side - 1, rows, columns] = 1


def checked_render_mode(mode: str | None, modes: list[str]) -> str | None:
    """Return a render mode of an environment, None for none; Error if it has no such mode."""
    if mode not in (None, *modes):
        raise Error(f"render_mode {mode!r}; expected {', '.join(modes)}, or None")
    return mode


def legal_moves(core: Core) -> list[int]:
    """Return the numbers of the moves that the side to move may make.

    In a phantom game (glowgrid.rules.hidden) these are the points on which it sees no stone, so they tell nothing.
    """
    moves = range(core.moves)
    if not core.family():
        return [move for move in moves if core.is_legal(move)]
    if core.is_over():
        return []
    # In a family exactly the empty points are legal; to ask each takes half the time of a step on Hex 11.
    points = [point for point, cell in enumerate(core.cells) if not cell]
    return points + [move for move in moves[core.points :] if core.is_legal(move)]


def observation(core: Core, side: int, planes: Planes) -> dict[str, np.ndarray]:
    """Return what a side observes: its planes, as the last axis, and a mask with 1 for moves that it may make now."""
    seen = np.empty(planes.shape, np.int8)
    planes.write(core.view(side), side, seen)
    mask = np.zeros(planes.moves, np.int8)
    if side == core.to_move:
        mask[legal_moves(core)] = 1
    return {"observation": seen.transpose(1, 2, 0), "action_mask": mask}


def rewards(core: Core) -> list[float]:
    """Return what each side has won, in the order of the sides; the sum is 0.

    The winner gets 1, the others share -1; after a draw, or before the end, each gets 0.
    """
    if not core.winner:
        return [0.0] * core.sides
    return [1.0 if side == core.winner else -1.0 / (core.sides - 1) for side in range(1, core.sides + 1)]
