"""Tic-tac-toe with two stones a turn."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class TwoStones(LinesPosition):
    stones_say_all = True

    def play(self, move):
        if not super().play(move):
            return False
        self.to_move = self._turn()
        return True

    def undo(self):
        move = super().undo()
        self.to_move = self._turn()
        return move

    def _turn(self):
        return self.plies // 2 % 2 + 1


def setup():
    return TwoStones(Lines(square(3, 3), 2, rows_of(3, 3, 3)))


GAME = Game(name="two-stones", about="Two stones a turn; three in a row win.", sides=2, setup=setup, order=95)
