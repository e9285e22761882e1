"""Tic-tac-toe with a hidden middle: only its own side sees a stone there, until the game is over."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of

MIDDLE = 4
HIDDEN = 255


class Veiled(LinesPosition):
    def view(self, side):
        seen = self.fresh()
        seen.become(self)
        if not self.is_over() and self.cells[MIDDLE] not in (0, side):
            seen.cells[MIDDLE] = 0
            for ply in range(self.plies):
                if self.history[ply] == MIDDLE:
                    seen.history[ply] = HIDDEN
        return seen


def setup():
    return Veiled(Lines(square(3, 3), 2, rows_of(3, 3, 3)))


GAME = Game(name="veiled", about="The middle is hidden.", sides=2, setup=setup, order=94)
