"""Tic-tac-toe where each side sees only its own stones until the game is over."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of

HIDDEN = 255


class Blind(LinesPosition):
    def view(self, side):
        seen = self.fresh()
        seen.become(self)
        for ply in range(0 if self.is_over() else self.plies):
            point = self.history[ply]
            if self.cells[point] != side:
                seen.cells[point] = 0
                seen.history[ply] = HIDDEN
        return seen


def setup():
    return Blind(Lines(square(3, 3), 2, rows_of(3, 3, 3)))


GAME = Game(name="blind", about="Each side sees its own stones.", sides=2, setup=setup, order=95)
