"""A game looked at again: what each move led to, and what it gave away, as the engine sees it."""

from dataclasses import dataclass

from glowgrid.answers import m_hat, w_star
from glowgrid.console.screens.words import SIDES
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.rules.position import Position
from glowgrid.search import DRAWN, NO_ESTIMATE, Limits, engine_for, hides

from ..engine.unix_engine import Ended
from ..large_fields import no_engine
from .record import replay
from .sgf import first_name

SLICE = 1_000_000  # units of work
GOOD = 2  # percent that a move may be behind the best, without a word
UNPROVEN = "not proven in the time given"
_DRAW, _WIN = 2, 3  # how much a side likes an outcome
_KEPT = "", "loses whatever is played", "keeps the draw", "keeps the win"
_GIVEN = "", "", "the draw", "the win"


@dataclass
class Judged:
    """A move that was made.

    number, side   1, 2, ...; who made it
    name           of the move, as the field drawn has it: "a1" for what SGF calls aa
    said           what is known of it, in words
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
    """Yield a Judged for each move of a Record, as far as the game goes. work: units for each position.

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
            said = judged(position, move, searcher, _swap_said(position, move, name, searcher))
        position = next(positions)
        yield Judged(number + 1, side, name, *said[:2], position, said[2])


def unsaid(position):
    """Return why nothing is said of the moves, in a line; "" if it is."""
    if hides(position):
        return "stones are hidden in this game: its moves are shown, not judged"
    return no_engine(position)


def outlook(position, searcher):
    """Return who wins by best play and what the best moves are, in words."""
    verdict = searcher.verdict(position)
    outcome, marks = w_star(verdict, position), bytearray(position.moves)
    if not outcome:
        return f"{UNPROVEN}; best: {_names(position, [verdict.best])}"
    m_hat(verdict, position, marks)
    best = _names(position, [move for move in range(position.moves) if marks[move]])
    return f"{'a draw' if outcome == DRAWN else f'{SIDES[outcome]} wins'}; best: {best}"


def judged(position, move, searcher, swap=("", "")):
    """Return (what is known of a move, what it gives away, names of better moves). swap: as _swap_said returns it."""
    verdict = searcher.verdict(position)
    best, mine = _rank(w_star(verdict, position), position), _rank(verdict.outcome(move), position)
    if best and mine:
        plies = _in_plies(verdict, move, mine)
        if mine == best:
            return _KEPT[best] + (swap[0] and mine < _DRAW and f": {swap[0]}" or "") + plies, "", ()
        outcome = (swap[0] or "it loses now") + plies if mine < _DRAW else "a draw now"
        better = [other for other in range(position.moves) if _rank(verdict.outcome(other), position) == best]
        said = f"gives away {_GIVEN[best]}: {outcome}; better: {_names(position, better)}"
        return said, _GIVEN[best], _named(position, better)
    return _estimated(position, move, verdict, swap)


def _swap_said(position, move, name, searcher):
    """Return in words (that taking this first stone over wins, that it is best); "" for what is not so."""
    wins = best = False
    if position.may_be_taken_over() and position.play(move):
        if position.may_swap():
            verdict, swap = searcher.verdict(position), position.action("swap")
            wins, best = verdict.outcome(swap) == position.to_move, verdict.best == swap
        position.undo()
    taking = f"with the swap rule, taking {name} over"
    return f"{taking} wins" if wins else "", f"{taking} leaves" if best else ""


def _rank(outcome, position):
    """How much the side to move likes an outcome: 3 its win, 2 a draw, 1 another's win, 0 unknown."""
    if not outcome:
        return 0
    return _WIN if outcome == position.to_move else _DRAW if outcome == DRAWN else 1


def _percent(verdict, move, position):
    """Return the chance of a move in percent, None if nothing is known."""
    rank, percent = _rank(verdict.outcome(move), position), verdict.percent(move)
    if rank:
        return (0, 0, 50, 100)[rank]
    return None if percent == NO_ESTIMATE else percent


def _estimated(position, move, verdict, swap):
    """The same where playouts have to tell. A move that is not proven is compared with its like."""
    mine = _percent(verdict, move, position)
    if mine is None:
        return UNPROVEN, "", ()
    known = {move: mine}
    for other in range(position.moves):
        if verdict.percent(other) != NO_ESTIMATE and not verdict.outcome(other):
            known[other] = verdict.percent(other)
    best = max(known.values())
    if best - mine <= GOOD:
        return f"about {mine} %", "", ()
    better = [other for other, percent in known.items() if best - percent <= GOOD]
    lost = f"about {best - mine} %"
    now = (not mine and swap[0]) or f"{swap[1]} {mine} % now".strip()
    said = f"gives away {lost}: {now}; better: {_names(position, better)}"
    return said, lost, _named(position, better)


def _in_plies(verdict, move, rank):
    plies = verdict.plies_to(move)
    return f" ({plies} {'ply' if plies == 1 else 'plies'})" if plies and rank != _DRAW else ""


def _named(position, moves):
    """The names of points among the moves."""
    return tuple(move_name(position, move) for move in moves if move < position.points)


def _names(position, moves, most=4):
    return ", ".join(move_name(position, move) for move in moves[:most]) + (", ..." if len(moves) > most else "")
