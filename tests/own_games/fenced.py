"""A side may be stuck: three in a row win on 3x3, and side 2 may play only on the first row."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class Fenced(LinesPosition):
    def refusal(self, side, move):
        why = super().refusal(side, move)
        if not why and side == 2 and move >= self.field.width:
            why = "it is not for side 2"
        return why


def setup():
    return Fenced(Lines(square(3, 3), 2, rows_of(3, 3, 3)))


GAME = Game(name="fenced", about="Side 2 plays on the first row; three in a row win.", sides=2, setup=setup, order=97)
