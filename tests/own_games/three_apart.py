"""Each of three sides may be stuck: no stone beside one of its own side, and two on a diagonal win on 3x3."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class ThreeApart(LinesPosition):
    def refusal(self, side, move):
        why = super().refusal(side, move)
        columns, rows, point = self.field.columns, self.field.rows, self.points
        while not why and point:
            point -= 1
            if self.cells[point] == side and abs(columns[point] - columns[move]) + abs(rows[point] - rows[move]) == 1:
                why = "a stone of yours is beside it"
        return why


def setup():
    return ThreeApart(Lines(square(3, 3), 3, rows_of(3, 3, 2)))


GAME = Game(
    name="three-apart", about="No two of a side's stones touch; a diagonal wins.", sides=3, setup=setup, order=99
)
