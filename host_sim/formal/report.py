"""What holds in a game: one answer per property, computed when asked for, out of reach said instead of begun.

A subject is a game of one size. `PROPERTIES` are the questions in the order in which they are printed; `answer` gives
one as text, or raises OutOfReach.
"""

from functools import cached_property
from itertools import chain

from host_sim.formal import backward, max_n, reach
from host_sim.formal import positional_games as pg
from host_sim.formal import three_players as tp


class OutOfReach(Exception):
    """The message says how large the computation would be."""


class Unfit(ValueError):
    """A size or property that the game does not have; the message is one line."""


def _require(why):
    if why:
        raise OutOfReach(why)


def _yes(holds):
    return "yes" if holds else "no"


def unwatched(parts, description, total):
    """Go through the parts, `total` of them, and show nothing."""
    return parts


class TwoSides:
    """A strong positional game of two sides; `patterns_out_of_reach()` is None or why its patterns cannot be listed."""

    def __init__(self, title, points, make, patterns_out_of_reach=lambda: None, kinds=None):
        self.title = title
        self._points = points
        self._make = make
        self._patterns_out_of_reach = patterns_out_of_reach
        self._kinds = kinds  # game -> text, added to the patterns
        self.watch = unwatched  # how to go through what takes long: the command puts a progress bar here

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
        parts = self.watch((part(self.game) for part in (pg.spg_transitions, pg.spg_score)), "transitions and score", 2)
        return pg.AbstractGame(frozenset(chain(*self.layers)), (frozenset(), frozenset()), *parts)

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

    def value(self):
        return {1: "+1, side 1 wins", 0: "0, a draw", -1: "-1, side 2 wins"}[backward.value(self.abstract)]

    def openings(self):
        return f"{len(backward.optimal_openings(self.abstract))} of {len(self.layers[1])} optimal"

    def super(self):
        return _yes(backward.super_strategies_exist(self.abstract))

    def quality(self):
        least_and_greatest = backward.quality_range(self.abstract)
        if least_and_greatest is None:
            return "not defined: there is only one strategy"

        def in_order(configuration):
            return tuple(map(sorted, configuration))

        first = backward.quality(self.abstract, backward.first_strategy(self.abstract, in_order))
        return (f"from {least_and_greatest[0]} to {least_and_greatest[1]} (of optimal strategies);"
                f" {first} for always playing the first free point")


class ThreeSides:
    """The state space of three players on size x size."""

    def __init__(self, size):
        self.title = f"Three players, {size}x{size}"
        self.size = size
        self.watch = unwatched

    @cached_property
    def states(self):
        _require(reach.configurations_out_of_reach(self.size ** 2, sides=3))
        return tp.reachable(tp.initial(self.size))

    def points(self):
        return f"{self.size ** 2}"

    def patterns(self):
        return f"{len(tp.lines(self.size))} for every side, {(self.size - 2) ** 2} sub-square(s)"

    def drawless(self):
        return _yes(not any(tp.DRAW(a) for a, _ in self.states))

    def configurations(self):
        return f"{len(self.states):,}, {sum(map(tp.is_goal_state, self.states)):,} of them goal states"

    def value(self):
        outcome = self.states and max_n.w_star(tp.initial(self.size))
        return f"max^n: {f'player {outcome} wins' if outcome else 'a draw'}"

    def openings(self):
        return f"{len(self.states and max_n.m_hat(tp.initial(self.size)))} of {self.size ** 2} optimal"

    def paranoid(self):
        forced = [self.states and max_n.forced(tp.initial(self.size), k) for k in tp.J]
        return "; ".join(f"player {k} forces {('nothing', 'a draw', 'a win')[rank]}" for k, rank in zip(tp.J, forced))


PROPERTIES = (
    "points", "patterns", "symmetric", "excluding", "drawless", "configurations", "transitions", "games", "strategies",
    "value", "openings", "super", "quality", "paranoid",
)


def properties(subject):
    """Those of PROPERTIES that the subject has."""
    return [name for name in PROPERTIES if hasattr(subject, name)]


def require(subject, names):
    """Unfit if the subject has not all of these properties."""
    for name in names:
        if name not in properties(subject):
            raise Unfit(f"--property {name}: expected one of {', '.join(properties(subject))}")


def answer(subject, name):
    """What holds, as text, for one of its properties; OutOfReach."""
    return getattr(subject, name)()


# Games by name and size ------------------------------------------------------------------------------------------


MOST_POINTS = 1000  # beyond that not even the neighbours are listed


def _whole(text, least, most, name):
    if not text.isdecimal() or not least <= int(text) <= most:
        raise Unfit(f"--size {text}: {name} takes a whole number from {least} to {most}")
    return int(text)


def _tic_tac_toe(text):
    if text not in ("", "3"):
        raise Unfit(f"--size {text}: tic-tac-toe has one size only; for others take mnk")
    return TwoSides("Tic-tac-toe", pg.tic_tac_toe.points, lambda: pg.tic_tac_toe)


def _mnk(text):
    numbers = (text or "4,3,3").split(",")
    if len(numbers) != 3 or not all(number.isdecimal() and int(number) for number in numbers):
        raise Unfit(f"--size {text}: mnk takes rows, columns and how many in a row, such as 4,3,3")
    m, n, k = map(int, numbers)
    if m * n > MOST_POINTS:
        raise Unfit(f"--size {text}: {m * n} points; mnk takes up to {MOST_POINTS}")
    return TwoSides(f"{m},{n},{k}", frozenset(range(m * n)), lambda: mnk_game(m, n, k))


def mnk_game(m, n, k):
    """m rows, n columns, k in a row wins; point = n * row + column, both from 0."""
    fields = [(row, column) for row in range(m) for column in range(n)]
    rows = [
        [(row + i * down, column + i * right) for i in range(k)]
        for row, column in fields for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return pg.lines_game(range(m * n), ({n * r + c for r, c in line} for line in rows if set(line) <= set(fields)))


def _hex(text):
    size = _whole(text or "3", 1, 31, "hex")
    return TwoSides(
        f"Hex, size {size}", pg.Hex_points(size), lambda: pg.Hex_game(size),
        lambda: reach.hex_out_of_reach(size))


def _havannah(text):
    size = _whole(text or "2", 1, 18, "havannah")

    def kinds(game):
        counts = [len(game.wps1 & found) for found in pg.Havannah_candidates(size)]
        return ", ".join(f"{count} {kind}" for count, kind in zip(counts, ("bridges", "forks", "rings")))

    return TwoSides(
        f"Havannah, size {size}", pg.Havannah_points(size), lambda: pg.Havannah_game(size),
        lambda: reach.havannah_out_of_reach(size), kinds)


def _three_player(text):
    return ThreeSides(_whole(text or "4", 3, 31, "three-player"))


GAMES = {"tic-tac-toe": _tic_tac_toe, "mnk": _mnk, "hex": _hex, "havannah": _havannah, "three-player": _three_player}


def subject_of(name, size=""):
    """The game of that name in the size typed as text ("": its default); Unfit if there is none."""
    if name not in GAMES:
        raise Unfit(f"{name}: no such game; expected one of {', '.join(GAMES)}")
    return GAMES[name](size)
