"""Properties of a game: one answer each, computed on demand; what is out of reach is reported, not started.

A subject is a game of one size. `PROPERTIES` are the questions in the order in which they are printed; `answer` gives
one as text, or raises OutOfReach.
"""

from functools import cached_property
from itertools import chain, product
from pathlib import Path
from typing import Any

from ..placed_text import whose_turn
from ..suggest import did_you_mean
from . import automorphisms, backward, masks, own, patterns, reach, solved_table, theorems, winners
from . import positional_games as pg
from . import three_players as tp
from .sets import minimal


class OutOfReach(Exception):
    """The computation is too large; the message says how large."""


class Unfit(ValueError):
    """A size or property that the game does not have; the message is one line."""


def _require(why):
    if why:
        raise OutOfReach(why)


def _yes(holds):
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


class TwoSides(Subject):
    """A strong positional game of two sides.

    make                   () -> the game
    patterns_out_of_reach  () -> None, or why its patterns cannot be listed
    kinds                  game -> text, added to the patterns
    theorems               {property: theorem}; None: those of its patterns
    wins                   (side, set of points) -> whether they win, where the patterns cannot be listed
    """

    sides = 2

    def __init__(self, title, names, make, patterns_out_of_reach=lambda: None, kinds=None, theorems=None, wins=None):
        super().__init__(title, names)
        self._points = frozenset(names)
        self._make = make
        self._patterns_out_of_reach = patterns_out_of_reach
        self._kinds = kinds
        self._theorems = theorems
        self.wins = wins

    @cached_property
    def theorems(self):
        if self._theorems is not None:
            return self._theorems
        try:
            return theorems.of_patterns(self.game.wps1, self.game.wps2)
        except OutOfReach:
            return {}  # its patterns cannot be listed

    @cached_property
    def game(self):
        _require(self._patterns_out_of_reach())
        return self._make()

    @cached_property
    def layers(self):
        _require(reach.configurations_out_of_reach(len(self._points)))
        return list(self.watch(pg.spg_layers(self.game), "configurations", len(self._points) + 1))

    @cached_property
    def abstract(self):
        _require(reach.configurations_out_of_reach(len(self._points)))
        parts: Any = (part(self.game) for part in (pg.spg_transitions, pg.spg_score))
        transitions, score = self.watch(parts, "transitions and score", 2)
        return pg.AbstractGame(frozenset(chain(*self.layers)), (frozenset(), frozenset()), transitions, score)

    def points(self):
        return f"{len(self._points)}"

    def patterns(self):
        one, two = self.game.wps1, self.game.wps2
        counts = f"{len(one):,} for either side" if one == two else f"{len(one):,} for side 1, {len(two):,} for side 2"
        return counts + (f": {self._kinds(self.game)}" if self._kinds else "")

    def symmetric(self):
        return _yes(self.game in pg.symmetric_strong_positional_games)

    def excluding(self):
        return _yes(self.game in pg.excluding_strong_positional_games)

    def drawless(self):
        _require(reach.fields_out_of_reach(len(self._points)))
        drawn = sum(1 for _ in backward.drawn_fields(self.game))
        return f"no, {drawn:,} drawn full fields" if drawn else "yes"

    def configurations(self):
        final = sum(not pg.spg_moves(self.game, p) for p in chain(*self.layers))
        return f"{sum(map(len, self.layers)):,}, {final:,} of them final"

    def transitions(self):
        return f"{len(self.abstract.transitions):,}"

    def games(self):
        return reach.number(backward.number_of_games(self.abstract))

    def strategies(self):
        return reach.number(backward.number_of_strategies(self.abstract))

    def automorphisms(self):
        families = self.game.wps1, self.game.wps2
        _require(reach.refinement_out_of_reach(set().union(*families)))
        return reach.number(automorphisms.order(self._points, families))

    def _is_listed(self):
        """Return whether the abstract game is small enough for the definitions."""
        return reach.configurations_out_of_reach(len(self._points)) is None

    @cached_property
    def _value(self):
        if self._is_listed():
            return backward.value(self.abstract)
        return self._w_star(())

    def value(self):
        return {1: "+1, side 1 wins", 0: "0, a draw", -1: "-1, side 2 wins"}[self._value]

    def openings(self):
        if self._is_listed():
            return f"{len(backward.optimal_openings(self.abstract))} of {len(self.layers[1])} optimal"
        optimal = self._keep(())
        return f"{len(optimal)} of {len(self._points)} optimal: {self._named(optimal)}"

    def super(self):
        if self._is_listed():
            return _yes(backward.super_strategies_exist(self.abstract))
        return _yes(self._value == 0)  # as backward.super_strategies_exist: many configurations offer a choice here

    # By masks: the definitions of game_tree_search for a position ------------------------

    @cached_property
    def _bits(self):
        return masks.bits_of(self.names)

    @cached_property
    def _search(self):
        return masks.TwoSides(self.most)

    def _families(self, moves):
        """Return the families of the side to move and of the other after these moves."""
        found = masks.families(self._bits, (self.game.wps1, self.game.wps2))
        for p in moves:
            found = found[::-1] if p is None else masks.put(self._bits[p], *found)
        return found

    def winner(self):
        """The side that has won, or 0."""
        return next((side for side in (1, 2) if self._has_won(side)), 0)

    def _has_won(self, side):
        if self.wins:
            return self.wins(side, self.stones(side))
        return any(wp <= self.stones(side) for wp in (self.game.wps1, self.game.wps2)[side - 1])

    def _w_star(self, moves):
        """Return w^* after these moves: 1, 0, -1."""
        free = len(self._points.difference(moves))
        if free > reach.MOST_SEARCHED:
            _require(reach.configurations_out_of_reach(free))
        mine, theirs = self._families(moves)
        sign = -1 if len(moves) % 2 else 1
        if 0 in theirs:
            return -sign
        return sign * self._searched(self._search.w_star, free, mine, theirs)

    def _keep(self, moves):
        """Return the points whose move keeps w^* after these moves."""
        best, free = self._w_star(moves), [p for p in self.names if p not in moves]
        return [p for p in self.watch(free, "moves", len(free)) if self._w_star((*moves, p)) == best]

    def _named(self, points):
        return " ".join(self.names[p] for p in points)

    def w_star(self):
        won = {1: "side 1", 0: "a draw", -1: "side 2"}
        return self._decided() or won[self._w_star(tuple(self.moves))]

    def m_hat(self):
        if self._decided():
            return "none: the game is over"
        return self._named(self._keep(tuple(self.moves)))

    def w_k(self):
        if self._decided():
            return f"{self._decided()} for every k"
        if self.k == 0:
            return "undecided within 0 plies"
        free, families = len(self.free()), self._families(self.moves)
        to_move = len(self.moves) % 2
        ks = list(range(1, free + 1)) if self.k is None else [self.k]
        for k in self.watch(ks, "k", len(ks)):
            found = self._searched(self._search.w_k, k, *families)
            if found:
                side = 1 + (to_move if found > 0 else 1 - to_move)
                return f"side {side} within {k} plies" + ("" if self.k is not None else ", nobody within fewer")
        if self.k is None or self.k >= free:
            return "a draw" if self.k is not None else f"nobody for every k; a draw after {free} plies"
        return f"undecided within {self.k} plies"

    def quality(self):
        least_and_greatest = backward.quality_range(self.abstract)
        if least_and_greatest is None:
            return "not defined: there is only one strategy"

        def in_order(configuration):
            return tuple(map(sorted, configuration))

        first = backward.quality(self.abstract, backward.first_strategy(self.abstract, in_order))
        return (
            f"from {least_and_greatest[0]} to {least_and_greatest[1]} (of optimal strategies);"
            f" {first} for always playing the first free point"
        )


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
        _require(reach.configurations_out_of_reach(len(self.names), sides=3))
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
        _require(reach.refinement_out_of_reach(set().union(*self.lines)))
        return reach.number(automorphisms.order(self.names, self.lines))

    def symmetric(self):
        return _yes(len(set(self.lines)) == 1)

    def drawless(self):
        _require(reach.fields_out_of_reach(len(self.names), sides=3))
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
            found = max(outcomes, key=lambda outcome: masks.rank(outcome - 1 if outcome else None, side))
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
            _require(reach.configurations_out_of_reach(free, sides=3))

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
        best, kept, free = masks.rank(self._w_star(), side), [], self.free()
        for p in self.watch(free, "moves", len(free)):
            self.moves.append(p)
            outcome = self.winner() - 1 if self.winner() else self._w_star()
            self.moves.pop()
            if masks.rank(outcome, side) == best:
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


PROPERTIES = (
    "points",
    "patterns",
    "automorphisms",
    "symmetric",
    "excluding",
    "drawless",
    "configurations",
    "transitions",
    "games",
    "strategies",
    "value",
    "openings",
    "super",
    "quality",
    "paranoid",
)
OF_A_POSITION = "w0", "w_k", "w_star", "m_hat"


def properties(subject):
    """Return the PROPERTIES that the subject has; those of a position if moves or k are given."""
    asked = OF_A_POSITION if subject.moves or subject.k is not None else PROPERTIES
    return [name for name in asked if hasattr(subject, name)]


def require(subject, names):
    """Raise Unfit if the subject lacks one of these properties."""
    known = [name for name in (*PROPERTIES, *OF_A_POSITION) if hasattr(subject, name)]
    for name in names:
        if name not in known:
            raise Unfit(f"--property {name}:{did_you_mean(name, known)} expected one of {', '.join(known)}")


def answer(subject, name):
    """Return the text for one of its properties, by proof if it cannot be counted; raises OutOfReach."""
    try:
        return getattr(subject, name)()
    except OutOfReach:
        if name not in OF_A_POSITION and name in subject.theorems:
            return f"{subject.theorems[name].answer}, by proof"
        raise


def argument(subject, name):
    """Return why a property holds, whatever the size, in three sentences; None if there is no such argument."""
    return subject.theorems[name].why if name not in OF_A_POSITION and name in subject.theorems else None


# Games by name and size ------------------------------------------------------------------------------------------


MOST_POINTS = 1000  # for larger sizes not even the neighbours are listed


def _whole(text, least, most, name):
    if not text.isdecimal() or not least <= int(text) <= most:
        raise Unfit(f"--size {text}: {name} takes a whole number from {least} to {most}")
    return int(text)


def _tic_tac_toe(text):
    if text not in ("", "3"):
        raise Unfit(f"--size {text}: tic-tac-toe has one size only; for others take mnk")
    names = {p: own.name_of((p - 1) % 3, (p - 1) // 3) for p in sorted(pg.tic_tac_toe.points)}
    return TwoSides("Tic-tac-toe", names, lambda: pg.tic_tac_toe)


_COUNTS = "", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"


def _mnk(text):
    numbers = (text or "4,3,3").split(",")
    if len(numbers) != 3 or not all(number.isdecimal() and int(number) for number in numbers):
        raise Unfit(f"--size {text}: mnk takes rows, columns and how many in a row, such as 4,3,3")
    m, n, k = map(int, numbers)
    if m * n > MOST_POINTS:
        raise Unfit(f"--size {text}: {m * n} points; mnk takes up to {MOST_POINTS}")
    names = {p: own.name_of(p % n, p // n) for p in range(m * n)}
    count = _COUNTS[k] if k < len(_COUNTS) else k
    return TwoSides(f"{count} in a row {m}x{n}", names, lambda: mnk_game(m, n, k))


def mnk_game(m, n, k):
    """m rows, n columns, k in a row wins; point = n * row + column, both from 0."""
    fields = [(row, column) for row in range(m) for column in range(n)]
    rows = [
        [(row + i * down, column + i * right) for i in range(k)]
        for row, column in fields
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return pg.lines_game(range(m * n), ({n * r + c for r, c in line} for line in rows if set(line) <= set(fields)))


def _hex(text):
    size = _whole(text or "3", 1, 31, "hex")
    # The source's neighbours lean the other way from those on the lights, so columns are named from the right.
    names = {(x, y): own.name_of(size - 1 - x, y) for y in range(size) for x in reversed(range(size))}
    return TwoSides(
        f"Hex {size}",
        names,
        lambda: pg.Hex_game(size),
        lambda: reach.hex_out_of_reach(size),
        theorems=theorems.of_hex(size),
        wins=lambda side, stones: winners.hex_wins(size, side)(stones),
    )


def _havannah(text):
    size = _whole(text or "2", 1, 18, "havannah")

    def kinds(game):
        counts = [len(game.wps1 & found) for found in pg.Havannah_candidates(size)]
        return ", ".join(f"{count} {kind}" for count, kind in zip(counts, ("bridges", "forks", "rings")))

    points = sorted(pg.Havannah_points(size), key=lambda p: (-p[1], p[0]))
    return TwoSides(
        f"Havannah {size}",
        {(x, y, z): own.name_of(x + size - 1, size - 1 - y) for x, y, z in points},
        lambda: pg.Havannah_game(size),
        lambda: reach.havannah_out_of_reach(size),
        kinds,
        theorems.of_havannah(size),
        lambda _, stones: bool(winners.havannah_win_types(size, stones)),
    )


def _y(text):
    size = _whole(text or "4", 1, 20, "y")
    names = {(x, y): own.name_of(x, y) for y in range(size) for x in range(y + 1)}
    return TwoSides(
        f"Y {size}",
        names,
        lambda: y_game(size),
        lambda: reach.y_out_of_reach(size),
        theorems=theorems.of_y(size),
        wins=lambda _, stones: y_won(size, stones),
    )


def y_edges(size):
    """Return the edges of the triangle of points (x, y), 0 <= x <= y < size; a corner is on both of its edges."""
    rows = range(size)
    return [frozenset((0, y) for y in rows), frozenset((y, y) for y in rows), frozenset((x, size - 1) for x in rows)]


def y_near(size):
    """The neighbours of every point: as in Hex."""
    return {
        (x, y): frozenset(q for q in pg.Hex_near(size)[x, y] if q[0] <= q[1]) for y in range(size) for x in range(y + 1)
    }


def y_game(size):
    """Y: a group that touches all three edges wins, for either side."""
    near = y_near(size)
    wps = minimal(patterns.forks(near, y_edges(size)))
    return pg.StrongPositionalGame(frozenset(near), wps, wps)


def y_won(size, stones):
    """Return whether a group of these stones touches all three edges."""
    edges = y_edges(size)
    return any(all(group & edge for edge in edges) for group in winners.components(stones, y_near(size)))


def _three_player(text):
    size = _whole(text or "4", 3, 31, "three-player")
    names = {(i, j): own.name_of(j - 1, i - 1) for i, j in product(range(1, size + 1), repeat=2)}
    return ThreeSides("Three players" + f", {size}x{size}" * (size != 4), names, [tp.lines(size)] * 3, size)


def _of_file(path, played=None):
    try:
        game = own.read(path)
    except ValueError as error:
        raise Unfit(str(error)) from None
    if game.connections:
        return _connection_game(game)
    if game.misere:
        if not played:
            raise Unfit(f"{path}: who completes a line loses; the definitions are of games in which that side wins")
        return played(path, "")
    kept = [minimal(of_side) for of_side in game.lines]
    dropped = [line for of_side, wps in zip(game.lines, kept) for line in of_side if line not in wps]
    texts = sorted({" ".join(game.names[p] for p in sorted(line)) for line in dropped})
    title = game.title[:1].upper() + game.title[1:]  # as the lights have it
    words = "dropped, because they contain another: " + ", ".join(texts) if texts else ""
    if len(game.lines) == 3:
        return ThreeSides(title, game.names, kept, dropped=words)
    return TwoSides(
        title,
        game.names,
        lambda: pg.StrongPositionalGame(frozenset(game.points), *kept),
        kinds=(lambda _: words) if words else None,
    )


def _connection_game(game):
    title, connections = game.title[:1].upper() + game.title[1:], game.connections
    why = reach.connections_out_of_reach(connections)
    if len(connections.near) == 3:
        if why:
            raise Unfit(f"{game.title}: its patterns cannot be listed: {why}")
        return ThreeSides(title, game.names, [connections.patterns(side) for side in (1, 2, 3)])
    points = frozenset(game.points)
    return TwoSides(
        title,
        game.names,
        lambda: pg.StrongPositionalGame(points, *(connections.patterns(side) for side in (1, 2))),
        lambda: why,
        wins=lambda side, stones: connections.wins_with(side, stones),
    )


GAMES = {
    "tic-tac-toe": _tic_tac_toe,
    "mnk": _mnk,
    "hex": _hex,
    "havannah": _havannah,
    "y": _y,
    "three-player": _three_player,
}
_HOME = Path(__file__).resolve().parents[2]
AS_DATA = _HOME / ("firmware" if (_HOME / "firmware").is_dir() else "") / "glowgrid/games"  # games as JSON files
TABLE = AS_DATA / "three_player.bin"


def subject_of(name, size="", files=(), played=None) -> Any:
    """Return the game of that name or file, in the size given as text ("": its default); Unfit if there is none.

    files: more files, each named by its file name without the ending. played(path, size): makes the subject of a game
    in Python, which this module does not load, or of one in which a line loses.
    """
    if name in GAMES:
        return GAMES[name](size)
    known = {path.stem.replace("_", "-"): path for path in (*files, *sorted(AS_DATA.glob("*.json")))}
    path = known.get(name, Path(name))
    if path.suffix == ".py" and played:
        return played(path, size)
    if path.suffix == ".json":
        if size:
            raise Unfit(f"--size {size}: {name} has one size only")
        return _of_file(path, played)
    names = [*GAMES, *known]
    raise Unfit(f"{name}: no such game;{did_you_mean(name, names)} expected one of {', '.join(names)}, or a file")
