"""Misere tic-tac-toe: three in a row lose."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class Misere(LinesPosition):
    stones_say_all = True

    def play(self, move):
        if not super().play(move):
            return False
        if self.winner:
            self.winner = 3 - self.winner
        return True

    def winning_points(self, marks):
        winner, self.winner = self.winner, self.winner and 3 - self.winner
        super().winning_points(marks)
        self.winner = winner


def setup():
    return Misere(Lines(square(3, 3), 2, rows_of(3, 3, 3)))


GAME = Game(name="misere", about="Three in a row loses.", sides=2, setup=setup, order=90)
