"""Three in a row on 2x3 and 3x3 with a pass: a side may pass, and two passes in turn end the game in a draw."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of


class Passing(LinesPosition):
    actions = ("pass",)
    most_plies = 12

    def is_draw(self):
        passed = self.plies > 1 and self.history[self.plies - 1] == self.history[self.plies - 2] == self.points
        return passed or super().is_draw()


def setup(rows, columns):
    return Passing(Lines(square(rows, columns), 2, rows_of(rows, columns, columns)))


def sketch(rows, columns):
    return ["-" * columns] * rows


GAME = Game(
    name="passing",
    about="A row wins; a side may pass.",
    sides=2,
    sizes=((2, 2), (2, 3)),
    setup=setup,
    sketch=sketch,
    order=92,
)
