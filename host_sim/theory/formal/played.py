"""A game in Python, by playing it: every position that `play` reaches is listed, and the rest follows from the ends.

The position is any object with points, moves, sides, cells, to_move, winner, plies, history, play(move) -> bool,
undo(), is_over() and refusal(side, move). alike.py says when two ways lead to one position.
"""

from functools import cached_property
from itertools import chain
from typing import NamedTuple

from . import backward
from . import positional_games as pg
from .alike import key_of
from .max_n import rank
from .reach import MOST_CONFIGURATIONS, number
from .subject import OutOfReach, Subject, Unfit


class Listed(NamedTuple):
    """The positions that play reaches.

    initial    the first one
    following  {position: {move: position}}, in the order of moves; empty where the game is over
    to_move    {position: the side to move}
    winner     {position: the side that has won, or 0}
    """

    initial: tuple
    following: dict
    to_move: dict
    winner: dict


def listed(position, watch):
    """Return all positions that play reaches from here; OutOfReach if there are too many."""
    following, to_move, winner = {}, {}, {}

    def visit(here, moves):
        if len(to_move) > MOST_CONFIGURATIONS:
            raise OutOfReach(f"more than {MOST_CONFIGURATIONS:,} configurations")
        to_move[here], winner[here] = position.to_move, position.winner
        after = following[here] = {}
        for move in () if position.is_over() else moves:
            if position.play(move):
                there = after[move] = key_of(position)
                if there not in to_move:
                    visit(there, range(position.moves))
                position.undo()

    initial, plies = key_of(position), position.plies
    try:
        visit(initial, watch(range(position.moves), "configurations", position.moves))
    finally:
        while position.plies > plies:
            position.undo()
    return Listed(initial, following, to_move, winner)


def abstract_of(found):
    """Return the abstract game of two sides of what is listed; OutOfReach if they do not move in turn."""
    for here, after in found.following.items():
        if any(found.to_move[there] == found.to_move[here] for there in after.values()):
            raise OutOfReach("the sides do not move in turn")
    transitions = frozenset((here, there) for here, after in found.following.items() for there in after.values())
    score = {here: (0, 1, -1)[found.winner[here]] for here, after in found.following.items() if not after}
    return pg.AbstractGame(frozenset(found.following), found.initial, transitions, score)


class Played(Subject):
    """A game in Python of two or three sides; the questions of report.py are asked of all that play reaches."""

    def __init__(self, title, names, position):
        """names: {move: its name}, in order; `position` is played on and left as it was when questions are asked."""
        super().__init__(title, names)
        self.sides = position.sides
        self._position = position

    def play(self, text):
        moves = {name: move for move, name in self.names.items()}
        for name in text.lower().split():
            if name not in moves:
                raise Unfit(f"--moves: no move {name}; they are {', '.join(list(moves)[:3])}, ...")
            why = self._position.refusal(self._position.to_move, moves[name])
            if why or not self._position.play(moves[name]):
                raise Unfit(f"--moves: {name}: {why or 'refused'}")
            self.moves.append(moves[name])

    def place(self, named, to_move):
        raise Unfit("--position: a game in Python is given by its moves; expected --moves")

    @cached_property
    def _found(self):
        try:
            return listed(self._position, self.watch)
        except OutOfReach as why:
            return why

    @property
    def _all(self):
        """What is listed; OutOfReach, at once from the second time on."""
        if isinstance(self._found, OutOfReach):
            raise self._found
        return self._found

    @cached_property
    def _outcomes(self):
        """{position: who wins with best play, 0 for a draw}; the mover plays the first of its best moves."""
        found = dict(self._all.winner)
        for here in chain(*reversed(self._layers)):
            followers = self._all.following[here].values()
            if followers:
                side = self._all.to_move[here]
                found[here] = max((found[there] for there in followers), key=lambda outcome: rank(outcome, side))
        return found

    def _kept(self):
        """Return the moves that are as good for the mover as the best."""
        here = self._all.initial
        side, best = self._all.to_move[here], self._outcomes[here]
        after = self._all.following[here].items()
        return [move for move, there in after if rank(self._outcomes[there], side) == rank(best, side)]

    # What is printed -----------------------------------------------------------------------------

    def points(self):
        return f"{self._position.points}"

    def configurations(self):
        final = sum(not after for after in self._all.following.values())
        return f"{len(self._all.following):,}, {final:,} of them final"

    def drawless(self):
        drawn = sum(not after and not self._all.winner[here] for here, after in self._all.following.items())
        return f"no, {drawn:,} drawn final configurations" if drawn else "yes"

    def transitions(self):
        return f"{sum(map(len, self._all.following.values())):,}"

    def games(self):
        ways = dict.fromkeys(self._all.following, 0)
        ways[self._all.initial] = 1
        for here in chain(*self._layers):
            for there in self._all.following[here].values():
                ways[there] += ways[here]
        return number(sum(ways[here] for here, after in self._all.following.items() if not after))

    def strategies(self):
        found = 1
        for after in self._all.following.values():
            found *= len(after) or 1
        return number(found)

    def value(self):
        outcome = self._outcomes[self._all.initial]
        if self.sides == 3:
            return f"max^n: {f'player {outcome} wins' if outcome else 'a draw'}"
        return ("0, a draw", "+1, side 1 wins", "-1, side 2 wins")[outcome]

    def openings(self):
        kept = self._kept()
        number_of_moves = len(self._all.following[self._all.initial])
        return f"{len(kept)} of {number_of_moves} optimal: {' '.join(self.names[move] for move in kept)}"

    # Of a position -------------------------------------------------------------------------------

    def winner(self):
        return self._position.winner

    def w0(self):
        return self._decided() or "undecided: the game goes on"

    def _decided(self):
        if not self._position.is_over():
            return None
        return _outcome(self._position.winner) + (" has won" if self._position.winner else "")

    def w_star(self):
        return _outcome(self._outcomes[self._all.initial])

    def m_hat(self):
        if self._decided():
            return "none: the game is over"
        return " ".join(self.names[move] for move in self._kept())

    def w_k(self):
        if self._decided():
            return f"{_outcome(self._position.winner)} for every k"
        if self.k == 0:
            return "undecided within 0 plies"
        if self.k is not None:
            return self._within(self.k)
        longest = len(self._layers) - 1
        for k in range(1, longest + 1):
            found = self._cut(k)
            if found:
                return f"{_outcome(found)} within {k} plies, nobody within fewer"
        return f"nobody for every k; a draw after {longest} plies"

    def _within(self, k):
        found = self._cut(k)
        if found:
            return f"{_outcome(found)} within {k} plies"
        return f"undecided within {k} plies" if k < len(self._layers) - 1 else "a draw"

    def _cut(self, k):
        """Return who wins if the game is cut after k more plies, 0 for no side."""
        layers = self._layers
        found = {here: self._all.winner[here] for layer in layers[: k + 1] for here in layer}
        for layer in reversed(layers[:k]):
            for here in layer:
                followers = self._all.following[here].values()
                if followers:
                    side = self._all.to_move[here]
                    found[here] = max((found[there] for there in followers), key=lambda outcome: rank(outcome, side))
        return found[self._all.initial]

    @cached_property
    def _layers(self):
        """The positions after 0, 1, 2, ... more plies."""
        found, layer = [], {self._all.initial: None}
        while layer:
            found.append(list(layer))
            layer = {there: None for here in layer for there in self._all.following[here].values()}
        return found


class PlayedByTwo(Played):
    """A game in Python of two sides: the questions about strategies, too."""

    def super(self):
        return "yes" if backward.super_strategies_exist(self._abstract) else "no"

    def quality(self):
        found = backward.quality_range(self._abstract)
        if found is None:
            return "not defined: there is only one strategy"
        return f"from {found[0]} to {found[1]} (of optimal strategies)"

    @cached_property
    def _abstract(self):
        return abstract_of(self._all)


def _outcome(winner):
    return f"side {winner}" if winner else "a draw"
