"""The answers for a game of three sides: max^n and paranoid, from the table of solved positions or by search."""

from functools import cached_property
from pathlib import Path
from typing import Any

from . import automorphisms, masks, reach, solved_table
from . import three_players as tp
from .max_n import rank
from .sets import minimal
from .subject import OutOfReach, Subject, require_reach, yes

_HOME = Path(__file__).resolve().parents[3]
TABLE = _HOME / ("firmware" if (_HOME / "firmware").is_dir() else "") / "glowgrid/games/three_player.bin"


class ThreeSides(Subject):
    """A game of three sides by their lines, each for itself (max_n).

    size   the size, if it is a state space of three_players: small ones are answered by those definitions
    lines  for each side its minimal lines, sets of points
    table  the table of solved positions, or None
    """

    sides = 3
    most = 3_000_000

    def __init__(self, title, names, lines, size=None, dropped=""):
        super().__init__(title, names)
        self._dropped = dropped  # text, added to the patterns
        self.lines = tuple(minimal(map(frozenset, of_side)) for of_side in lines)
        self._size = size

    @cached_property
    def states(self):
        require_reach(reach.configurations_out_of_reach(len(self.names), sides=3))
        if self._size is None:
            raise OutOfReach("the states are listed for three-player only")
        return tp.reachable(tp.initial(self._size))

    def points(self):
        return f"{len(self.names)}"

    def patterns(self):
        counts = [f"{len(of_side):,}" for of_side in self.lines]
        squares = f", {(self._size - 2) ** 2} sub-square(s)" if self._size else ""
        if len(set(self.lines)) == 1:
            text = f"{counts[0]} for every side{squares}"
        else:
            text = ", ".join(f"{count} for side {side}" for side, count in enumerate(counts, 1))
        return text + (f": {self._dropped}" if self._dropped else "")

    def automorphisms(self):
        require_reach(reach.refinement_out_of_reach(set().union(*self.lines)))
        return reach.number(automorphisms.order(self.names, self.lines))

    def symmetric(self):
        return yes(len(set(self.lines)) == 1)

    def drawless(self):
        require_reach(reach.fields_out_of_reach(len(self.names), sides=3))
        drawn = masks.drawn_fields(len(self.names), masks.families(masks.bits_of(self.names), self.lines))
        return f"no, {drawn:,} drawn full fields" if drawn else "yes"

    def configurations(self):
        return f"{len(self.states):,}, {sum(map(tp.is_goal_state, self.states)):,} of them goal states"

    def value(self):
        outcome = self._w_star()
        return f"max^n: {'a draw' if outcome is None else f'player {outcome + 1} wins'}{self._source}"

    def openings(self):
        return f"{len(self._keep())} of {len(self.names)} optimal{self._source}"

    @property
    def _source(self):
        """Where answers about the empty field come from, if not from a search, as text."""
        return ", by the solved table" if self.table and not self.moves else ""

    def paranoid(self):
        if self.table and not self.moves:
            forced = [self._forced_by_table(k, 0, self._sets()) for k in range(3)]
        else:
            self._require_few()
            forced = [self._searched(self._search.forced, k, *self._position()) for k in range(3)]
        texts = [f"player {k} forces {('nothing', 'a draw', 'a win')[rank]}" for k, rank in enumerate(forced, 1)]
        return "; ".join(texts) + self._source

    # By masks ------------------------------------------------------------------------------------

    @cached_property
    def _numbers(self):
        return {p: number for number, p in enumerate(self.names)}

    @cached_property
    def _search(self):
        families = masks.families(masks.bits_of(self.names), self.lines)
        return masks.ThreeSides(len(self.names), families, self.most)

    def _position(self):
        """Return (side to move, stones of each as masks), sides from 0."""
        stones = tuple(sum(1 << self._numbers[p] for p in self.stones(side)) for side in (1, 2, 3))
        return len(self.moves) % 3, stones

    def winner(self):
        """The side that has won, or 0."""
        return next((side for side in (1, 2, 3) if self._has_won(side)), 0)

    def _has_won(self, side):
        return any(line <= self.stones(side) for line in self.lines[side - 1])

    @cached_property
    def table(self) -> Any:
        """The table of solved positions; None if there is none for this game."""
        try:
            return solved_table.Table(TABLE) if self._size == 4 else None
        except OSError:
            return None

    def _from_table(self):
        """Return (whether the table has the position, the side (from 0) that wins, or None)."""
        side, stones = len(self.moves) % 3, self._sets()
        if not self.table or None in self.moves:
            return False, None
        if not self.moves:
            outcomes = [self.table.max_n(put(stones, side, p)) for p in range(len(self.names))]
            found = max(outcomes, key=lambda outcome: rank(outcome, side + 1))
        else:
            found = self.table.max_n(stones)
        return found is not None, found - 1 if found else None

    def _forced_by_table(self, k, side, stones) -> Any:
        """Return what side k (from 0) can force if `side` is to move: 2 its win, 1 a draw, 0 nothing."""
        if side == (k + 1) % 3 and any(stones):
            return self.table.forced(stones)
        taken = frozenset().union(*stones)
        following = [put(stones, side, p) for p in range(len(self.names)) if p not in taken]
        found = [self._forced_by_table(k, (side + 1) % 3, after) for after in following]
        return max(found) if side == k else min(found)

    def _sets(self):
        return tuple(frozenset(self._numbers[p] for p in self.stones(side)) for side in (1, 2, 3))

    def _require_few(self):
        free = len(self.free())
        if 3**free > 9 * self.most:  # it visits fewer than 3^free positions
            require_reach(reach.configurations_out_of_reach(free, sides=3))

    def _w_star(self, k=None) -> Any:
        """Return the side (from 0) that wins, or None."""
        known, outcome = self._from_table() if k is None else (False, None)
        if known:
            return outcome
        self._require_few()
        return self._searched(self._search.w_k, len(self.names) if k is None else k, *self._position())

    def _keep(self):
        """Return the points whose move is as good for the mover as w_star."""
        side = len(self.moves) % 3
        best, kept, free = rank(self._w_star(), side, None), [], self.free()
        for p in self.watch(free, "moves", len(free)):
            self.moves.append(p)
            outcome = self.winner() - 1 if self.winner() else self._w_star()
            self.moves.pop()
            if rank(outcome, side, None) == best:
                kept.append(p)
        return kept

    def w_star(self):
        outcome = None if self._decided() else self._w_star()
        return self._decided() or ("a draw" if outcome is None else f"side {outcome + 1}")

    def m_hat(self):
        if self._decided():
            return "none: the game is over"
        return " ".join(self.names[p] for p in self._keep())

    def w_k(self):
        if self._decided():
            return f"{self._decided()} for every k"
        if self.k == 0:
            return "undecided within 0 plies"
        free = len(self.free())
        k = free if self.k is None else self.k
        outcome = self._w_star(None if k >= free else k)
        if outcome is not None:
            return f"side {outcome + 1} if the game ends after {k} plies"
        return "a draw" if k >= free else f"undecided within {k} plies"


def put(stones, side, p):
    """Return the sets of stones of all sides after one more stone of `side`, counted from 0."""
    return (*stones[:side], stones[side] | {p}, *stones[side + 1 :])
