"""Make puzzles: play random games, keep positions in which exactly one move wins, grade them.

The engine proves what each move leads to; second_opinion.py proves the win again, and that it is not sooner.
"""

import random
from typing import Any, NamedTuple

from glowgrid.rules.placed import place, standing
from glowgrid.search import Limits, engine_for
from glowgrid.search.verdict import Verdict

from ...engine.unix_engine import UnixEngine
from ...engine.worker import unix_micropython
from .puzzle_line import Puzzle
from .second_opinion import SecondOpinion

MOST_PLIES = 9  # of a win; more takes too long to prove
WORK = 6_000_000  # units for all moves of a position; one that takes more is dropped
_MORE_EMPTY = 11  # most free points beyond the plies of the win; more make a hard puzzle, and a long proof
_DULL = 3000  # random positions in a row without a new puzzle, after which there are no more


class Unfit(ValueError):
    """No puzzles of this kind can be made; the message is one line."""


class Proof(NamedTuple):
    """What every move leads to: outcomes and plies by move, 0 where it is unknown or illegal."""

    outcomes: tuple
    plies: tuple


class Prover:
    """The engine of a game, on unix MicroPython if it is installed: much faster, with the same answers."""

    def __init__(self, game, size):
        self._size = size
        position = game.setup(size)
        self._verdict = Verdict(position.moves)
        self._unix = UnixEngine(game.name) if unix_micropython() else None
        self._engine: Any = None if self._unix else engine_for(position)

    def prove(self, position):
        limits = Limits(WORK)
        if self._unix:
            verdict = self._verdict
            self._unix.search(verdict, self._size, position, limits, True)
        else:
            verdict = self._engine.verdict
            self._engine.start(position, limits, True)
            while not self._engine.step(1_000_000):
                pass
        return Proof(tuple(verdict.outcomes), tuple(verdict.plies))

    def close(self):
        if self._unix:
            self._unix.close()


def making(game, size, plies, count, seed):
    """Yield (puzzles found so far, positions tried) after each position tried, until there are `count` puzzles.

    It ends sooner if there seem to be no more. The same seed gives the same puzzles. Raises Unfit.
    """
    position = game.setup(size)
    if game.sides != 2 or game.family(position) not in ("lines", "groups"):
        raise Unfit(f"{game.name}: puzzles are of games of lines or groups with two sides")
    chance, prover, second = random.Random(seed), Prover(game, size), SecondOpinion()
    found, seen, dull = {}, set(), 0
    try:
        while len(found) < count and dull < _DULL:
            dull += 1
            position = _random_position(game, size, plies, chance)
            keys = _images(position)
            if position.is_over() or keys & seen:
                continue
            seen.add(min(keys))
            puzzle = _puzzle_of(game, size, position, plies, prover, second)
            if puzzle:
                found[min(keys)] = puzzle
                dull = 0
            yield list(found.values()), len(seen)
    finally:
        prover.close()
    yield list(found.values()), len(seen)


def _random_position(game, size, plies, chance):
    """Return a position after random moves, with room for a win in `plies`."""
    position = game.setup(size)
    least = max(position.points - plies - _MORE_EMPTY, 0)
    until = chance.randint(least, max(position.points - plies, least))
    while position.plies < until and not position.is_over():
        position.play(chance.choice([point for point in range(position.points) if not position.cells[point]]))
    return position


def _images(position):
    """Return the texts of a position and of its mirror images; for a rhombus, of its half turn."""
    field, last_x, last_y = position.field, position.field.width - 1, position.field.height - 1
    turns = [lambda x, y: (x, y), lambda x, y: (last_x - x, last_y - y)]
    if not field.slant:
        turns += [lambda x, y: (last_x - x, y), lambda x, y: (x, last_y - y)]
        if last_x == last_y:
            turns += [lambda x, y, turn=turn: turn(y, x) for turn in turns]
    images = set()
    for turn in turns:
        points = [field.point_at(*turn(field.columns[point], field.rows[point])) for point in range(field.points)]
        if min(points) >= 0:
            images.add((position.to_move, bytes(position.cells[point] for point in points)))
    return images


def _puzzle_of(game, size, position, plies, prover, second):
    """Return the puzzle that a position is, or None."""
    me = position.to_move
    if second.must_stop(position) or second.wins(position, plies - 2):
        return None
    if plies < 5 and not second.wins(position, plies):
        return None
    proof = prover.prove(position)
    free = [point for point in range(position.points) if not position.cells[point]]
    wins = [point for point in free if proof.outcomes[point] == me]
    if len(wins) != 1 or proof.plies[wins[0]] not in (0, plies) or not all(proof.outcomes[point] for point in free):
        return None
    if second.winning_moves(position, plies) != wins:
        return None
    tempting = sum(_is_tempting(position, point, prover) for point in free if point not in wins)
    placed = place(game.setup(size), standing(position), me)
    return Puzzle(game, size, placed, plies, grade(plies, tempting))


def _is_tempting(position, point, prover):
    """Return whether a wrong move has only one good answer."""
    me = position.to_move
    position.play(point)
    answers = 0
    if not position.is_over():
        outcomes = prover.prove(position).outcomes
        answers = sum(0 < outcome != me for outcome in outcomes)
    position.undo()
    return answers == 1


def grade(plies, tempting):
    """Return how hard a puzzle is, from 1: by the plies of its win, and by the number of tempting wrong moves."""
    return max(plies // 2, 1) + (tempting > 0) + (tempting > 3)
