"""Stones fall to the lowest free point of their column: three in a row win on 4x4."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class Gravity(LinesPosition):
    def refusal(self, side, move):
        why = super().refusal(side, move)
        if not why and move + self.field.width < self.points and not self.cells[move + self.field.width]:
            why = "the point below is empty"
        return why


def setup():
    return Gravity(Lines(square(4, 4), 2, rows_of(4, 4, 3)))


GAME = Game(name="gravity", about="Stones fall; three in a row win.", sides=2, setup=setup, order=91)
