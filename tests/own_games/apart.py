"""Both sides get stuck: no two stones may be neighbours, and two on a diagonal win on 3x4."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class Apart(LinesPosition):
    def refusal(self, side, move):
        why = super().refusal(side, move)
        columns, rows, point = self.field.columns, self.field.rows, self.points
        while not why and point:
            point -= 1
            if self.cells[point] and abs(columns[point] - columns[move]) + abs(rows[point] - rows[move]) == 1:
                why = "a stone is beside it"
        return why


def setup():
    return Apart(Lines(square(3, 4), 2, rows_of(3, 4, 2)))


GAME = Game(name="apart", about="No two stones side by side; a diagonal wins.", sides=2, setup=setup, order=98)
