"""Random positions of any open game with what `glowgrid.solve` proves about them; null where that is nothing."""

import random

from glowgrid import DRAW, solve  # pyright: ignore[reportAttributeAccessIssue] - of the library

PART = 10  # positions of a part


class Sampled:
    """A table of random positions. Each depends only on the seed and its number, so workers do not matter.

    A number of plies is drawn, from 0 to one less than the field has points, each as likely; then that many legal
    moves, each as likely. If the game ends before or with the last of them, all is drawn again. So no game is over in
    a sample, a position may be there twice, and rows are not equally likely positions.
    """

    symmetries = ()

    def __init__(self, game, count, seed, milliseconds=None):
        """game: a glowgrid.Game; milliseconds: of a Pico, for each position."""
        self._game, self._count, self._seed, self._milliseconds = game, count, seed, milliseconds

    def work(self):
        """Return how much work each part is."""
        return [min(PART, self._count - at) for at in range(0, self._count, PART)]

    def rows(self, number):
        """Yield the rows of a part (see columns.COLUMNS)."""
        for each in range(number * PART, min(number * PART + PART, self._count)):
            yield self._row(self._drawn(random.Random(f"{self._seed} {each}")))

    def _drawn(self, draw):
        while True:
            position = self._game.start()
            for _ in range(draw.randrange(self._game.points)):
                position.play(draw.choice(position.legal_moves()))
                if position.is_over():
                    break
            else:
                return position

    def _row(self, position):
        answer = solve(position, milliseconds=self._milliseconds)
        stones = position.text().partition(": ")[2].rpartition(",")[0]
        return (
            stones,
            position.core.plies,
            position.to_move,
            answer.winner,
            answer.plies,
            None if answer.winner is None else " ".join(answer.best),
            _optimal(answer),
            1,
        )


def _optimal(answer):
    """Return the moves that keep winner and plies; None if an unproven move might, too."""
    if answer.winner is None or any(value.winner is None for value in answer.values.values()):
        return None
    if answer.winner == DRAW:
        return " ".join(answer.best)
    if answer.plies is None or any(answer.values[move].plies is None for move in answer.best):
        return None
    return " ".join(move for move in answer.best if answer.values[move].plies == answer.plies)
