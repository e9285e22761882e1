"""A game looked at again: what each move led to, and what it gave away, as the engine sees it."""

from dataclasses import dataclass

from glowgrid.answers import m_hat, w_star
from glowgrid.console.palette import SIDES
from glowgrid.rules.notation import parse_move
from glowgrid.rules.position import Position
from glowgrid.search import DRAWN, Limits, engine_for, hides

from ..console.published import AS_PUBLISHED, Known, known_winner
from ..engine.large_fields import no_engine
from ..engine.unix_engine import Ended
from .judging import UNPROVEN, judged, names_of, swap_said
from .record import replay
from .sgf import first_name

SLICE = 1_000_000  # units of work


@dataclass
class Judged:
    """A move that was made.

    number, side   1, 2, ...; who made it
    name           of the move, as the field drawn has it: "a1" for what SGF calls aa
    said           its value, in words
    given          what it gave away: "the win", "the draw", "about 20 %"; "" for nothing that is known
    position       after the move; it changes with the next one
    better         names of better moves, where it gave something away
    """

    number: int
    side: int
    name: str
    said: str
    given: str
    position: Position
    better: tuple = ()


class Searcher:
    """Finds out what each move of a position leads to. elsewhere: a UnixEngine that does it, or None."""

    def __init__(self, game, size, work, elsewhere=None):
        self._game, self._size, self._work, self._elsewhere = game, size, work, elsewhere
        self._engine = self._placed = None

    def verdict(self, position):
        if not self._engine or self._placed != position.placed:
            self._engine = engine_for(position, family=self._game.family(position))
            self._placed = position.placed
        limits = Limits(self._work)
        if self._elsewhere:
            try:
                self._elsewhere.search(self._engine.verdict, self._size, position, limits, True)
                return self._engine.verdict
            except Ended:
                self._elsewhere = None
        self._engine.start(position, limits, True)
        while not self._engine.step(SLICE):
            pass
        return self._engine.verdict


def review(record, game, work, elsewhere=None):
    """Yield a Judged for each move of a Record. work: units for each position.

    Where no engine holds the field, or stones are hidden, nothing is said of the moves.
    """
    searcher = Searcher(game, record.size, work, elsewhere)
    positions = replay(record, game)
    position = next(positions)
    for number, name in enumerate(record.moves):
        if position.is_over():
            return
        side, move = record.mover(number, position), parse_move(position, name)
        said = "", "", ()
        name = name if number else first_name(record)
        if position.is_legal(move) and not unsaid(position):  # `replay` says why a move is not legal
            said = judged(position, move, searcher, swap_said(position, move, name, searcher))
        position = next(positions)
        yield Judged(number + 1, side, name, *said[:2], position, said[2])


def unsaid(position):
    """Return why nothing is said of the moves, in a line; "" if it is."""
    if hides(position):
        return "stones are hidden in this game: its moves are shown, not judged"
    return no_engine(position)


def outlook(position, searcher):
    """Return who wins by best play and what the best moves are, in words."""
    found = searcher.verdict(position)
    verdict = Known(found, position)
    outcome, marks = known_winner(found, position), bytearray(position.moves)
    if not outcome:
        return f"{UNPROVEN}; best: {names_of(position, [found.best])}"
    m_hat(verdict, position, marks)
    moves = [move for move in range(position.moves) if marks[move]] or [found.best]
    best = f"best: {names_of(position, moves)}"
    if outcome == DRAWN:
        return f"a draw; {best}"
    return f"{SIDES[outcome]} wins{'' if w_star(found, position) else AS_PUBLISHED}; {best}"
