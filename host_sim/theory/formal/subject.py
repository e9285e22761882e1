"""What games of two and of three sides have in common: names of points, and a position reached by moves."""

from itertools import chain
from typing import Any

from ...text.placed_text import whose_turn
from . import masks, reach


class OutOfReach(Exception):
    """The computation is too large; the message says how large."""


class Unfit(ValueError):
    """A size or property that the game does not have; the message is one line."""


def require_reach(why):
    """Raise OutOfReach with this message, unless there is none."""
    if why:
        raise OutOfReach(why)


def yes(holds):
    """Return the answer to a question of yes or no."""
    return "yes" if holds else "no"


def unwatched(parts, description, total):
    """Iterate over the parts, `total` of them, without showing progress."""
    return parts


def unsaid():
    """Announce nothing when a search begins."""


class Subject:
    """The common part of games with two and three sides: names of points, and a position reached by moves.

    names   {point: its name}, in reading order
    watch   how to iterate over long work: the command puts a progress bar here
    begins  called before a search that may take long: the command announces it
    moves   the points played, in turn
    k       the k of w_k; None: the least k at which a side wins
    most    how many positions a search may store
    """

    sides: int
    winner: Any
    most = 1_000_000
    theorems: dict = {}  # property: what holds of it at every size (theorems.py)

    def __init__(self, title, names):
        self.title = title
        self.names = names
        self.watch = unwatched
        self.begins = unsaid
        self.moves = []
        self.k = None
        self._failed = None

    def play(self, text):
        """Play the moves, names of points; Unfit if one cannot be played."""
        points = {name: point for point, name in self.names.items()}
        for name in text.lower().split():
            if name not in points:
                raise Unfit(f"--moves: no point {name}; they are {', '.join(list(points)[:3])}, ...")
            if points[name] in self.moves:
                raise Unfit(f"--moves: {name} is taken when it is played a second time")
            if self.winner():
                raise Unfit(f"--moves: {name} is played after side {self.winner()} has won")
            self.moves.append(points[name])

    def place(self, named, to_move):
        """Set stones up: names of the points of each side, and the side to move, 0 for whose turn it is.

        Sides move in turn, and one that has no stone left passes: None among the moves.
        """
        points = {name: point for point, name in self.names.items()}
        seen: set = set()
        for name in chain(*named):
            if name not in points:
                raise Unfit(f"--position: no point {name}; they are {', '.join(list(points)[:3])}, ...")
            if name in seen:
                raise Unfit(f"--position: {name} stands there twice")
            seen.add(name)
        left = [[points[name] for name in names] for names in named]
        to_move = to_move or whose_turn(list(map(len, left)))
        while any(left) or len(self.moves) % self.sides != to_move - 1:
            mine = left[len(self.moves) % self.sides]
            self.moves.append(mine.pop(0) if mine else None)
        if len([side for side in range(1, self.sides + 1) if self._has_won(side)]) > 1:
            raise Unfit("--position: more than one side has won; expected one at most")

    def stones(self, side):
        """Return the points of a side, as a set."""
        return frozenset(self.moves[side - 1 :: self.sides]) - {None}

    def free(self):
        """Return the points without a stone, in reading order."""
        return [p for p in self.names if p not in self.moves]

    def _has_won(self, side):
        """Return whether a side has won."""
        raise NotImplementedError

    def w0(self):
        if self.winner():
            return f"side {self.winner()} has won"
        return "undecided: the game goes on" if self.free() else "a draw"

    def _decided(self):
        """Return the answer if the game is over, else None."""
        if self.winner():
            return f"side {self.winner()}"
        return None if self.free() else "a draw"

    def _searched(self, search, *position) -> Any:
        """Return what the search finds; OutOfReach if it takes too many positions, at once from the second time on."""
        if self._failed != (self.moves, position):
            if reach.configurations_out_of_reach(len(self.free()), self.sides):
                self.begins()
            try:
                return search(*position)
            except masks.TooMany:
                self._failed = self.moves, position
        raise OutOfReach(f"unsolved after {self.most:,} positions; --most allows more")
