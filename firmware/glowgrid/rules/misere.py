"""The rule of a data file that says `"misere": true`: a full line loses."""

from glowgrid.rules.lines import LinesPosition


class Misere(LinesPosition):
    """A position of a game of two sides in which who completes a line loses."""

    def play(self, move):
        if not LinesPosition.play(self, move):
            return False
        self.winner = self.winner and 3 - self.winner
        return True

    def win_type(self):
        return "misere" if self.winner else None

    def winning_points(self, marks):
        self.winner = self.winner and 3 - self.winner
        LinesPosition.winning_points(self, marks)
        self.winner = self.winner and 3 - self.winner
