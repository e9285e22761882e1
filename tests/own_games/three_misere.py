"""Three sides on 2x3: two neighbouring stones lose, and the next side wins."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class ThreeMisere(LinesPosition):
    def play(self, move):
        if not super().play(move):
            return False
        if self.winner:
            self.winner = self.winner % 3 + 1
        return True


def setup():
    return ThreeMisere(Lines(square(2, 3), 3, rows_of(2, 3, 2)))


GAME = Game(name="three-misere", about="Two in a row loses.", sides=3, setup=setup, order=93)
