"""A stone may replace one of the other side's: three in a row win on 2x3, within ten plies."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class Replacing(LinesPosition):
    stones_say_all = True
    most_plies = 10

    def __init__(self, tables):
        super().__init__(tables)
        self._replaced = bytearray(self.most_plies)

    def refusal(self, side, move):
        if 0 <= move < self.points and self.cells[move] not in (0, side):
            there, self.cells[move] = self.cells[move], 0
            why = super().refusal(side, move)
            self.cells[move] = there
            return why
        return super().refusal(side, move)

    def play(self, move):
        if not self.is_legal(move):
            return False
        there = self._replaced[self.plies] = self.cells[move]
        self.cells[move] = 0
        super().play(move)
        self.stones -= there != 0
        return True

    def undo(self):
        move = super().undo()
        if move >= 0:
            self.cells[move] = self._replaced[self.plies]
            self.stones += self.cells[move] != 0
        return move

    def is_draw(self):
        return not self.winner and self.plies == self.most_plies


def setup():
    return Replacing(Lines(square(2, 3), 2, rows_of(2, 3, 3)))


GAME = Game(name="replacing", about="A stone may replace one of the other side's.", sides=2, setup=setup, order=96)
