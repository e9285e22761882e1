"""Abstract games, strong positional games, connection games, Hex and Havannah.

Source: "formal definitions of abstract games, strong positional games, Hex and Havannah", a web page whose author our
copy does not name. Every `df` of the page is here by its name and in its order; the page's explanations stand in the
docstrings, shortened. A set that cannot be listed is a condition (`Those`): `x in ...` decides it, and a
tiny set can be iterated. Hex and Havannah get their winning patterns from the generators of patterns.py; tests compare
them with the definitions for the sizes at which all subsets of points can be listed.

Corrected throughout: "size < 1" is printed for size >= 1. Other corrections are noted at the definition they change.
"""

from dataclasses import dataclass
from functools import cache
from itertools import compress, product
from typing import Any, NamedTuple

from . import patterns
from .sets import Those, image, minimal, powerset, reached

# Abstract games --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)  # a game equals only itself, so that results can be cached by game
class AbstractGame:
    """(configurations, initial, transitions, score): a set, a member, a set of pairs, a dictionary to integers."""

    configurations: frozenset
    initial: Any
    transitions: frozenset
    score: dict


def final_configurations(configurations, transitions):
    """{ p in configurations | there is no q in configurations with (p, q) in transitions }."""
    return configurations - {p for p, q in transitions if q in configurations}


def _is_abstract_game(game):
    return (
        game.initial in game.configurations
        and all(p in game.configurations and q in game.configurations for p, q in game.transitions)
        and set(game.score) == final_configurations(game.configurations, game.transitions)
        and all(isinstance(value, int) for value in game.score.values())
        and reached(game.transitions, game.initial) == game.configurations
    )


abstract_games = Those(_is_abstract_game)
"""The games in which all configurations can be reached from the initial one: (initial, q) in transitions*.

The score is a function from the final configurations to the integers: positive is good for the side that moves first.
"""


def valid_games(game):
    """The sequences (p0, .., pn) with p0 initial, pn final, and every pair (p_(i-1), p_i) a transition."""

    def is_valid(played):
        return (
            played[0] == game.initial
            and played[-1] in final_configurations(game.configurations, game.transitions)
            and all(pair in game.transitions for pair in zip(played, played[1:]))
        )

    def listing():
        following = image(game.transitions)
        unfinished = [(game.initial,)]
        while unfinished:
            played = unfinished.pop()
            if played[-1] not in following:
                yield played
            unfinished += [(*played, q) for q in following.get(played[-1], ())]

    return Those(is_valid, listing)


def playing_strategies(game):
    """The functions (dictionaries) from non-final configurations to configurations that are subsets of transitions."""
    open_ones = game.configurations - final_configurations(game.configurations, game.transitions)

    def is_strategy(strategy):
        return set(strategy) == open_ones and all(move in game.transitions for move in strategy.items())

    def listing():
        following = image(game.transitions)
        froms = list(open_ones)
        return (dict(zip(froms, chosen)) for chosen in product(*(following[p] for p in froms)))

    return Those(is_strategy, listing)


def played_game(game, strategy0, strategy1):
    """The valid game that two strategies play together.

    Corrected: printed is p_i = strategy_(i mod 2)(p_(i-1)), by which strategy1 would make the first move; the first
    strategy makes it. It is defined for games that end; a pair of strategies that never ends plays no game.
    """
    played = [game.initial]
    while played[-1] not in game.score:
        mover = strategy0 if len(played) % 2 == 1 else strategy1
        played.append(mover[played[-1]])
    return tuple(played)


def outcome(game, played):
    """score(pn) of a valid game (p0, .., pn)."""
    return game.score[played[-1]]


def drawless(game):
    """No valid game has outcome 0.

    Every configuration can be reached, so every final one ends some valid game: checking their scores is enough.
    """
    return 0 not in game.score.values()


def super_strategies(game):
    """The strategies that lose against no other, whoever moves first (listed only where all strategies can be).

    Corrected: printed is outcome >= 0 for both games, but the score is +1 for the side that moves first, so the game in
    which the other strategy is first must have outcome <= 0. backward.py decides this for games of any size.
    """

    def is_super(strategy):
        return all(
            outcome(game, played_game(game, strategy, other)) >= 0
            and outcome(game, played_game(game, other, strategy)) <= 0
            for other in playing_strategies(game)
            if other != strategy
        )

    return Those(is_super, lambda: filter(is_super, playing_strategies(game)))


def strategy_quality(game, strategy):
    """The minimum over all other strategies of what the strategy gains against it as first and as second.

    Corrected: printed is the sum of both outcomes; the second counts for the other side, so it is subtracted. None if
    there is no other strategy. backward.py decides this for games of any size.
    """
    return min(
        (
            outcome(game, played_game(game, strategy, other)) - outcome(game, played_game(game, other, strategy))
            for other in playing_strategies(game)
            if other != strategy
        ),
        default=None,
    )


# Strong positional games -----------------------------------------------------------------------------------------


class StrongPositionalGame(NamedTuple):
    """(points, wps1, wps2): a set, and a set of winning patterns (sets of points) for either side."""

    points: frozenset
    wps1: frozenset
    wps2: frozenset


def minimal_winning_patterns(points):
    """The sets of subsets of points without proper subsets among them (listed for up to four points).

    A pattern with a proper subset among the others could be left out: exactly the same game would remain.
    """

    def is_minimal(wps):
        return all(p <= points for p in wps) and not any(p < q for p in wps for q in wps)

    return Those(is_minimal, lambda: filter(is_minimal, powerset_of_sets(points)))


def powerset_of_sets(points):
    """Every set of subsets of points: 2^(2^n) of them."""
    subsets = list(powerset(points))
    return (frozenset(compress(subsets, taken)) for taken in product((False, True), repeat=len(subsets)))


strong_positional_games = Those(
    lambda game: all(wps in minimal_winning_patterns(game.points) for wps in (game.wps1, game.wps2))
)
"""The (points, wps1, wps2) whose patterns are minimal."""

symmetric_strong_positional_games = Those(lambda game: game in strong_positional_games and game.wps1 == game.wps2)
"""Those in which both sides have the same winning patterns."""

excluding_strong_positional_games = Those(
    lambda game: (
        game in strong_positional_games and not any(wp1.isdisjoint(wp2) for wp1 in game.wps1 for wp2 in game.wps2)
    )
)
"""Those in which every winning pattern of one side meets every one of the other: not both can be held at once."""


def winning_positions(points, wps):
    """{ win subset points | some w in wps is a subset of win }."""

    def wins(stones):
        return stones <= points and any(w <= stones for w in wps)

    return Those(wins, lambda: filter(wins, powerset(points)))


def is_won(game, configuration):
    """Return whether a side of (ps1, ps2) holds one of its winning patterns."""
    ps1, ps2 = configuration
    return ps1 in winning_positions(game.points, game.wps1) or ps2 in winning_positions(game.points, game.wps2)


def spg_moves(game, configuration):
    """Return the configurations after one more stone from (ps1, ps2), side 1 first; none if a side has won."""
    if is_won(game, configuration):
        return frozenset()
    ps1, ps2 = configuration
    free = game.points - ps1 - ps2
    if len(ps1) == len(ps2):
        return frozenset((ps1 | {p}, ps2) for p in free)
    return frozenset((ps1, ps2 | {p}) for p in free)


def spg_layers(game):
    """The configurations after 0, 1, 2, ... moves, as one frozenset after the other."""
    layer = frozenset({(frozenset(), frozenset())})
    while layer:
        yield layer
        layer = frozenset(after for before in layer for after in spg_moves(game, before))


def spg_configurations(game):
    """The configurations of a strong positional game: those that play from ({}, {}) reaches.

    Corrected: printed are all pairs of disjoint ps1, ps2 with count(ps1) = count(ps2) or count(ps2) + 1 that are not
    both winning (`a`, `b`, `wp1`, `wp2` are misprints of ps1, ps2, wps1, wps2). Among them are positions that no play
    reaches, which `abstract_games` excludes. Tic-tac-toe has 5,478; as printed 5,890.
    """
    return frozenset().union(*spg_layers(game))


def spg_configurations_as_printed(game):
    """What the page prints for spg_configurations, with its misprints fixed: kept to show that it is another set."""
    win1, win2 = (winning_positions(game.points, wps) for wps in (game.wps1, game.wps2))
    return frozenset(
        (ps1, ps2)
        for ps1 in powerset(game.points)
        for ps2 in powerset(game.points - ps1)
        if len(ps1) - len(ps2) in (0, 1) and not (ps1 in win1 and ps2 in win2)
    )


def spg_transitions(game):
    """The pairs of configurations ((fps1, fps2), (tps1, tps2)) whose second has one stone more.

    Corrected: no transition leaves a configuration in which a side has won; the page does not say so, and play
    would go on after a win.
    """
    return frozenset((p, q) for layer in spg_layers(game) for p in layer for q in spg_moves(game, p))


def spg_score(game):
    """1 where ps1 is a winning position, -1 where ps2 is, 0 elsewhere.

    Corrected: printed are triples of "(ps1, ps1, value)" over all configurations; it maps (ps1, ps2), and a score is
    defined on the final configurations.
    """
    win1, win2 = (winning_positions(game.points, wps) for wps in (game.wps1, game.wps2))
    return {
        (ps1, ps2): 1 if ps1 in win1 else -1 if ps2 in win2 else 0
        for ps1, ps2 in spg_configurations(game)
        if not spg_moves(game, (ps1, ps2))
    }


def spg_game(game):
    """The abstract game of a strong positional game."""
    return AbstractGame(spg_configurations(game), (frozenset(), frozenset()), spg_transitions(game), spg_score(game))


def lines_game(points, lines):
    """The strong positional game in which both sides win with the same lines: the minimal ones of them."""
    wps = minimal(map(frozenset, lines))
    return StrongPositionalGame(frozenset(points), wps, wps)


tic_tac_toe = lines_game(
    range(1, 10),
    (
        {1, 2, 3},
        {4, 5, 6},
        {7, 8, 9},
        {1, 4, 7},
        {2, 5, 8},
        {3, 6, 9},
        {1, 5, 9},
        {3, 5, 7},
    ),
)
"""The points 1..9 and, for both sides, the eight rows of three."""


# Connection games ------------------------------------------------------------------------------------------------


def groups(points, neighbours):
    """The subsets of points in which neighbours join every point to every other: (a, b) in (neighbours & group^2)*."""

    def is_group(group):
        inside = {(a, b) for a, b in neighbours if a in group and b in group}
        return group <= points and all(group <= reached(inside, a) for a in group)

    return Those(is_group, lambda: filter(is_group, powerset(points)))


def connection_games(points, neighbours):
    """The strong positional games on these points whose winning patterns are groups."""
    return Those(
        lambda game: (
            game in strong_positional_games
            and game.points == points
            and all(wp in groups(points, neighbours) for wp in game.wps1 | game.wps2)
        )
    )


def maximal(points, groups1, groups2):
    """The game whose winning patterns are the inclusion-minimal ones of the groups that meet a side's criterion.

    Corrected: printed is "the game whose patterns contain those of every other game" with the criterion. There is none,
    as a larger group is the pattern of a smaller game. This game is maximal in what it lets win: a winning position of
    any other game with the criterion is a winning position of it. The groups may be given by a generator, if all
    minimal ones are among them.
    """
    return StrongPositionalGame(points, minimal(groups1), minimal(groups2))


# Hex -------------------------------------------------------------------------------------------------------------


def _natural(size):
    if size < 1:
        raise ValueError(f"size {size}; the smallest is 1")
    return size


def Hex_points(size):
    """{ (x, y) | 0 <= x, y < size }."""
    return frozenset(product(range(_natural(size)), repeat=2))


@cache
def Hex_neighbours(size):
    """{ ((x1, y1), (x2, y2)) in Hex_points^2 | (x1-x2)^2 + (y1-y2)^2 - (x1-x2)(y1-y2) = 1 }."""
    return frozenset(
        ((x1, y1), (x2, y2))
        for (x1, y1), (x2, y2) in product(Hex_points(size), repeat=2)
        if (x1 - x2) ** 2 + (y1 - y2) ** 2 - (x1 - x2) * (y1 - y2) == 1
    )


@cache
def Hex_near(size):
    """Hex_neighbours as a dictionary, with every point (the only one of size 1 has no neighbour)."""
    neighbours = image(Hex_neighbours(size))
    return {p: neighbours.get(p, frozenset()) for p in Hex_points(size)}


def Hex_edges(size, side):
    """The two edges that a side joins: y = 0 and y = size - 1 for side 1, x = 0 and x = size - 1 for side 2."""
    axis = 1 if side == 1 else 0
    return tuple(frozenset(p for p in Hex_points(size) if p[axis] == end) for end in (0, size - 1))


def Hex_criterion(size, side):
    """{ group | it contains a point of either edge of the side }: what Hex_game asks of every winning pattern."""
    first, last = Hex_edges(size, side)
    return Those(lambda group: bool(group & first and group & last))


def Hex_candidates(size, side):
    """Groups that meet the criterion, among them all minimal ones (see patterns.py)."""
    return (frozenset(path) for path in patterns.paths(Hex_near(size), *Hex_edges(size, side)))


def Hex_game(size):
    """Hex: side 1 joins y = 0 to y = size - 1, side 2 joins x = 0 to x = size - 1, by groups. Common: 11, 13, 14, 19.

    Corrected: the brackets that are missing in print.
    """
    return maximal(Hex_points(size), Hex_candidates(size, 1), Hex_candidates(size, 2))


# Havannah --------------------------------------------------------------------------------------------------------


@cache
def Havannah_points(size):
    """{ (x, y, z) | x + y + z = 0, all between 1 - size and size - 1 }: a hexagon, cut from a cube by a plane."""
    return frozenset(p for p in product(range(1 - _natural(size), size), repeat=3) if sum(p) == 0)


def Havannah_distance(size, p, q):
    """(|x1-x2| + |y1-y2| + |z1-z2|) / 2: the length of a shortest path. The sum is always even."""
    return sum(abs(a - b) for a, b in zip(p, q)) // 2


@cache
def Havannah_neighbours(size):
    """{ (p, q) in Havannah_points^2 | Havannah_distance(p, q) = 1 }."""
    points = Havannah_points(size)
    return frozenset((p, q) for p in points for q in points if Havannah_distance(size, p, q) == 1)


def Havannah_groups(size):
    """groups(Havannah_points, Havannah_neighbours)."""
    return groups(Havannah_points(size), Havannah_neighbours(size))


@cache
def Havannah_near(size):
    """Havannah_neighbours as a dictionary, with every point (the only one of size 1 has no neighbour)."""
    neighbours = image(Havannah_neighbours(size))
    return {p: neighbours.get(p, frozenset()) for p in Havannah_points(size)}


def Havannah_neighbours_of(size, p):
    """{ q | (p, q) in Havannah_neighbours }."""
    return Havannah_near(size)[p]


@cache
def Havannah_corner_points(size):
    """The points with three neighbours."""
    return frozenset(p for p in Havannah_points(size) if len(Havannah_neighbours_of(size, p)) == 3)


@cache
def Havannah_side_points(size):
    """The points with four neighbours: those of the edges, to which corners do not belong."""
    return frozenset(p for p in Havannah_points(size) if len(Havannah_neighbours_of(size, p)) == 4)


@cache
def Havannah_edges(size):
    """The six edges (none up to size 2): { b | (s, b) in (side_points^2 & neighbours)* } for every side point s."""
    side = Havannah_side_points(size)
    along = {(a, b) for a, b in Havannah_neighbours(size) if a in side and b in side}
    return frozenset(reached(along, s) for s in side)


def _of_groups(size, condition):
    """{ group in Havannah_groups(size) | condition(group) }, listed from all subsets: up to size 2."""
    all_groups = Havannah_groups(size)
    return Those(lambda group: condition(group) and group in all_groups, lambda: filter(condition, all_groups))


def Havannah_bridges(size):
    """The groups with at least two corner points.

    Corrected: printed is "= 2"; a group with three corners is won as well.
    """
    return _of_groups(size, lambda group: len(group & Havannah_corner_points(size)) >= 2)


def Havannah_forks(size):
    """The groups that touch at least three edges.

    Corrected: printed is "= 3"; a group that touches four is won as well. The edges are written within the definition.
    """
    return _of_groups(size, lambda group: sum(not edge.isdisjoint(group) for edge in Havannah_edges(size)) >= 3)


def is_ring(size, ring):
    """Return whether (p0, .., pm-1) is a ring: distinct points, each next to the following one and at
    distance >= 2 from the one after that, indices modulo m."""
    m = len(ring)
    return (
        m > 0
        and len(set(ring)) == m
        and all(
            Havannah_distance(size, ring[i], ring[(i + 1) % m]) == 1
            and Havannah_distance(size, ring[i], ring[(i + 2) % m]) >= 2
            for i in range(m)
        )
    )


def orders(size, group):
    """The sequences of all points of the group, each once, from the least on and from neighbour to neighbour."""
    unfinished = [(p,) for p in sorted(group)[:1]]
    while unfinished:
        sequence = unfinished.pop()
        if len(sequence) == len(group):
            yield sequence
        following = (Havannah_neighbours_of(size, sequence[-1]) & group).difference(sequence)
        unfinished += [(*sequence, p) for p in following]


def Havannah_cycles(size):
    """The groups {p0, .., pm-1} that are rings: loops around at least one point, whatever stands on it.

    Corrected: printed are the two conditions for 1 <= i < n only; a loop closes, so they hold for every i modulo m.
    """
    return _of_groups(size, lambda group: any(is_ring(size, sequence) for sequence in orders(size, group)))


def Havannah_candidates(size):
    """Bridges, forks and rings, as three sets of groups, among them all minimal winning ones (see patterns.py)."""
    near, corners = Havannah_near(size), Havannah_corner_points(size)
    bridges = {
        frozenset(path) for corner in corners for path in patterns.paths(near, frozenset({corner}), corners - {corner})
    }
    return bridges, patterns.forks(near, sorted(Havannah_edges(size), key=sorted)), patterns.chordless_rings(near)


def Havannah_game(size):
    """Havannah: both sides win with bridges, forks and rings.

    Corrected: the patterns are the inclusion-minimal ones of all three kinds together; printed is their plain union,
    which is not an element of minimal_winning_patterns.
    """
    wps = minimal(set().union(*Havannah_candidates(size)))
    return StrongPositionalGame(Havannah_points(size), wps, wps)
