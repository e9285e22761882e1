"""Groups, Hex and Havannah by hand; generators of patterns against all subsets; winners against patterns.

Two checks are for rules of Hex and Havannah written elsewhere: `winners.game_played_by` gives all of a small game (Hex
1 to 3, Havannah 1 and 2) to compare with `spg_game`; `winners.first_disagreement` plays larger ones (Hex to 6, Havannah
3 to 5) at random, with `wins` from `winners.hex_wins` or `winners.havannah_win_types`. `book` below shows what to give
them. These tests show that both accept right rules and find faults, on positions made for it.
"""

from itertools import combinations, permutations, product
from random import Random

import pytest

from host_sim.formal import backward, patterns, winners
from host_sim.formal import positional_games as pg
from host_sim.formal.sets import image, minimal, powerset

CORNERS_3 = {(2, -2, 0), (2, 0, -2), (0, 2, -2), (-2, 2, 0), (-2, 0, 2), (0, -2, 2)}
RING_OF_SIX = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
MIDDLE = (0, 0, 0)


def path(*points):
    """Return a relation of neighbours along a path, both ways."""
    return {pair for a, b in zip(points, points[1:]) for pair in ((a, b), (b, a))}


def random_subsets(points, number, seed):
    random = Random(seed)
    for _ in range(number):
        share = random.random()
        yield frozenset(p for p in sorted(points) if random.random() < share)


# Connection games ------------------------------------------------------------------------------------------------


def test_groups_are_connected_stones():
    groups = pg.groups(frozenset("abcd"), path("a", "b", "c"))
    assert set(groups) == set(map(frozenset, ["", "a", "b", "c", "d", "ab", "bc", "abc"]))
    assert frozenset("ac") not in groups and frozenset("abx") not in groups


def test_connection_games_win_with_groups():
    points, neighbours = frozenset("abc"), path("a", "b", "c")

    def game(*wps1):
        return pg.StrongPositionalGame(points, frozenset(map(frozenset, wps1)), frozenset())

    games = pg.connection_games(points, neighbours)
    assert game("ab", "bc") in games and game() in games
    assert game("ac") not in games  # no group
    assert game("ab", "abc") not in games  # not minimal
    assert pg.StrongPositionalGame(frozenset("ab"), frozenset(), frozenset()) not in games  # other points


def test_no_game_is_maximal_as_printed_and_the_corrected_one_has_the_most_winning_positions():
    """On Hex of size 2: side 1's patterns in every game of connection_games that meets the criterion."""
    points, neighbours = pg.Hex_points(2), pg.Hex_neighbours(2)
    winning_groups = [group for group in pg.groups(points, neighbours) if group in pg.Hex_criterion(2, 1)]
    choices = [
        frozenset(wps)
        for number in range(len(winning_groups) + 1)
        for wps in combinations(winning_groups, number)
        if frozenset(wps) in pg.minimal_winning_patterns(points)
    ]
    assert len(winning_groups) == 3 + 4 + 1  # three pairs, every triple, the whole field
    assert not any(all(other <= wps for other in choices) for wps in choices)
    best = set(pg.winning_positions(points, pg.Hex_game(2).wps1))
    assert all(set(pg.winning_positions(points, wps)) <= best for wps in choices)


# Generators ------------------------------------------------------------------------------------------------------


def test_paths_of_a_hand_made_graph():
    """a-b-c-d with the chord a-c: the way over b is no chordless path from a to d."""
    near = image(path("a", "b", "c", "d") | path("a", "c"))
    assert list(patterns.paths(near, frozenset("a"), frozenset("d"))) == [("a", "c", "d")]
    assert set(patterns.paths(near, frozenset("ab"), frozenset("d"))) == {("a", "c", "d"), ("b", "c", "d")}
    assert list(patterns.paths(near, frozenset("a"), frozenset("d"), barred=frozenset("c"))) == []
    assert list(patterns.paths(near, frozenset("a"), frozenset("ad"))) == [("a",)]


def test_chordless_rings_of_hand_made_graphs():
    square = path(1, 2, 3, 4, 1)
    assert patterns.chordless_rings(image(square)) == {frozenset({1, 2, 3, 4})}
    assert patterns.chordless_rings(image(square | path(1, 3))) == set()
    assert patterns.chordless_rings(image(path(1, 2, 3, 4, 5, 6, 1) | path(1, 4))) == {
        frozenset({1, 2, 3, 4}),
        frozenset({1, 4, 5, 6}),
    }


def test_forks_of_a_hand_made_star():
    near = image(path("a", "m", "b") | path("c", "m"))
    assert patterns.forks(near, [frozenset("a"), frozenset("b"), frozenset("c")]) == {frozenset("abcm")}
    assert patterns.forks(near, [frozenset("a"), frozenset("b")]) == set()


def test_an_estimate_of_paths_is_near_their_number():
    near, edges = pg.Hex_near(4), pg.Hex_edges(4, 1)
    visited, unfinished = 0, [()]
    while unfinished:
        sequence = unfinished.pop()
        following = [(*sequence, p) for p in patterns.steps(sequence, near, *edges)]
        visited += len(following)
        unfinished += following
    assert visited * 0.9 < patterns.number_of_paths(near, *edges, Random(1)) < visited * 1.1


# Hex -------------------------------------------------------------------------------------------------------------


def test_hex_points_and_neighbours_by_hand():
    assert pg.Hex_points(2) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    near = pg.Hex_near(3)
    assert near[1, 1] == {(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (2, 2)}
    assert near[0, 0] == {(0, 1), (1, 0), (1, 1)}
    assert near[2, 0] == {(1, 0), (2, 1)}
    assert pg.Hex_near(1) == {(0, 0): frozenset()}
    for size in (0, -3):
        with pytest.raises(ValueError):
            pg.Hex_points(size)


def test_the_patterns_of_hex_of_size_2_by_hand():
    """Side 1 joins y = 0 to y = 1 by a straight pair in either column or by the diagonal; side 2 its mirror image."""
    game = pg.Hex_game(2)
    ones = {frozenset({(0, 0), (0, 1)}), frozenset({(1, 0), (1, 1)}), frozenset({(0, 0), (1, 1)})}
    assert game.wps1 == ones
    assert game.wps2 == {frozenset((y, x) for x, y in wp) for wp in ones}


def test_hex_has_1_3_11_54_365_patterns():
    for size, count in zip(range(1, 6), (1, 3, 11, 54, 365)):
        game = pg.Hex_game(size)
        assert len(game.wps1) == len(game.wps2) == count
        assert game.wps2 == {frozenset((y, x) for x, y in wp) for wp in game.wps1}
        assert game in pg.excluding_strong_positional_games
        assert (game in pg.symmetric_strong_positional_games) == (size == 1)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_hex_patterns_are_the_minimal_ones_of_all_groups(size):
    points, neighbours = pg.Hex_points(size), pg.Hex_neighbours(size)
    groups = list(pg.groups(points, neighbours))
    by_definition = pg.maximal(points, *(filter(pg.Hex_criterion(size, s).__contains__, groups) for s in (1, 2)))
    assert pg.Hex_game(size) == by_definition
    assert by_definition in pg.connection_games(points, neighbours)


@pytest.mark.parametrize("size, openings", [(1, 1), (2, 2), (3, 5)])
def test_hex_is_drawless_and_won_by_side_1(size, openings):
    game = pg.spg_game(pg.Hex_game(size))
    assert game in pg.abstract_games and pg.drawless(game)
    assert backward.value(game) == 1
    assert len(backward.optimal_openings(game)) == openings
    assert backward.super_strategies_exist(game) == (size == 1)  # with one strategy there is nothing to lose against


def test_no_full_field_of_hex_of_size_4_is_drawn():
    assert list(backward.drawn_fields(pg.Hex_game(4))) == []


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_winner_of_hex_matches_the_patterns_on_every_subset(size):
    points, game = pg.Hex_points(size), pg.Hex_game(size)
    for side, wps in ((1, game.wps1), (2, game.wps2)):
        wins = winners.hex_wins(size, side)
        assert all(wins(stones) == (stones in pg.winning_positions(points, wps)) for stones in powerset(points))


@pytest.mark.parametrize("size", [4, 5])
def test_the_winner_of_hex_matches_the_patterns_on_random_subsets(size):
    points, game = pg.Hex_points(size), pg.Hex_game(size)
    wins = winners.hex_wins(size, 1)
    found = [wins(stones) for stones in random_subsets(points, 500, size)]
    assert found == [stones in pg.winning_positions(points, game.wps1) for stones in random_subsets(points, 500, size)]
    assert 100 < sum(found) < 400


@pytest.mark.parametrize("size", [6, 7, 11])
def test_exactly_one_side_joins_its_edges_on_a_full_field_of_hex(size):
    points = pg.Hex_points(size)
    first, second = winners.hex_wins(size, 1), winners.hex_wins(size, 2)
    for stones in random_subsets(points, 100, size):
        assert first(stones) != second(points - stones)


# Havannah --------------------------------------------------------------------------------------------------------


def test_havannah_points_corners_and_edges_by_hand():
    assert [len(pg.Havannah_points(size)) for size in (1, 2, 3, 8)] == [1, 7, 19, 169]
    assert pg.Havannah_distance(3, (2, -2, 0), (-2, 1, 1)) == 4
    assert pg.Havannah_neighbours_of(3, MIDDLE) == set(RING_OF_SIX)
    assert pg.Havannah_corner_points(3) == CORNERS_3
    assert len(pg.Havannah_side_points(3)) == 6 and len(pg.Havannah_edges(3)) == 6
    assert pg.Havannah_corner_points(2) == set(RING_OF_SIX)
    assert pg.Havannah_edges(2) == pg.Havannah_edges(1) == pg.Havannah_corner_points(1) == frozenset()
    assert frozenset({(3, -1, -2), (3, -2, -1)}) in pg.Havannah_edges(4)
    for size in range(2, 9):
        assert len(pg.Havannah_corner_points(size)) == 6
        assert [len(edge) for edge in pg.Havannah_edges(size)] == ([size - 2] * 6 if size > 2 else [])


def test_havannah_distance_is_the_length_of_a_shortest_path():
    near = pg.Havannah_near(4)
    for start in near:
        layer, seen, steps = {start}, set(), 0
        while layer:
            assert all(pg.Havannah_distance(4, start, p) == steps for p in layer)
            seen |= layer
            layer = {q for p in layer for q in near[p]} - seen
            steps += 1
        assert seen == pg.Havannah_points(4)


def test_bridges_forks_and_rings_by_hand():
    along_an_edge = frozenset({(2, -2, 0), (2, -1, -1), (2, 0, -2)})
    through_the_middle = frozenset({(2, -2, 0), (1, -1, 0), MIDDLE, (-1, 1, 0), (-2, 2, 0)})
    fork = frozenset({(2, -1, -1), (1, 0, -1), (1, 1, -2), (0, 1, -1), (-1, 2, -1)})
    outer = frozenset(pg.Havannah_points(3) - {MIDDLE} - set(RING_OF_SIX))
    for group, types in [
        (along_an_edge, {"bridge"}),
        (through_the_middle, {"bridge"}),
        (through_the_middle - {MIDDLE}, set()),  # no group
        (along_an_edge - {(2, -2, 0)}, set()),
        (fork, {"fork"}),
        (fork - {(-1, 2, -1)}, set()),  # two edges
        (fork - {(1, 1, -2)}, set()),  # the same
        (frozenset(RING_OF_SIX), {"ring"}),
        (frozenset(RING_OF_SIX) - {(1, -1, 0)}, set()),
        (outer, {"bridge", "fork", "ring"}),  # six corners and six edges: "at least" is meant
    ]:
        assert winners.havannah_win_types(3, group) == types
        assert (group in pg.Havannah_bridges(3)) == ("bridge" in types)
        assert (group in pg.Havannah_forks(3)) == ("fork" in types)
        if len(group) < 12:
            assert (group in pg.Havannah_cycles(3)) == ("ring" in types)


def test_a_ring_is_a_loop_around_any_point():
    blob = frozenset(RING_OF_SIX) | {MIDDLE}
    assert winners.has_ring(3, blob) and winners.has_ring(3, blob - {MIDDLE})
    assert blob not in pg.Havannah_cycles(3)  # the ring is part of it
    triangle = frozenset({MIDDLE, (1, -1, 0), (1, 0, -1)})
    diamond = triangle | {(2, -1, -1)}
    for stones in (triangle, diamond, blob - {(1, -1, 0)}):
        assert not winners.has_ring(3, stones) and stones not in pg.Havannah_cycles(3)


def test_every_i_counts_modulo_m_in_a_ring():
    assert pg.is_ring(2, RING_OF_SIX)
    assert not pg.is_ring(2, RING_OF_SIX[:-1])  # does not close
    assert not pg.is_ring(2, RING_OF_SIX + RING_OF_SIX)  # not distinct
    assert not pg.is_ring(2, (RING_OF_SIX[0], RING_OF_SIX[2], RING_OF_SIX[1], *RING_OF_SIX[3:]))
    assert not pg.is_ring(2, (MIDDLE, RING_OF_SIX[0], RING_OF_SIX[1])) and not pg.is_ring(2, ())
    # A loop with one sharp turn at p0: as printed (without i = 0) it would be a ring.
    sharp = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -2, 1))
    assert all(pg.Havannah_distance(3, p, q) == 1 for p, q in zip(sharp, (*sharp[1:], sharp[0])))
    assert not pg.is_ring(3, sharp)


def test_no_ring_has_fewer_than_six_points():
    points = pg.Havannah_points(3)
    near = pg.Havannah_near(3)
    for length in (3, 4, 5):
        loops = (
            [(MIDDLE, *rest) for rest in permutations(points - {MIDDLE}, 2)]
            if length == 3
            else [sequence for first in near for sequence in walks(near, first, length)]
        )
        assert loops and not any(pg.is_ring(3, loop) for loop in loops)


def walks(near, first, length):
    """Yield sequences of distinct points from `first` on, neighbours in turn."""
    sequences = [(first,)]
    for _ in range(length - 1):
        sequences = [(*s, p) for s in sequences for p in near[s[-1]].difference(s)]
    return sequences


def test_havannah_has_0_15_422_patterns():
    kinds = []
    for size in (1, 2, 3):
        game = pg.Havannah_game(size)
        assert game in pg.symmetric_strong_positional_games
        kinds.append([len(game.wps1 & found) for found in pg.Havannah_candidates(size)])
        assert sum(kinds[-1]) == len(game.wps1)
    assert kinds == [[0, 0, 0], [15, 0, 0], [177, 232, 13]]


@pytest.mark.parametrize("size", [1, 2])
def test_havannah_patterns_are_the_minimal_ones_of_all_groups(size):
    wps = minimal([*pg.Havannah_bridges(size), *pg.Havannah_forks(size), *pg.Havannah_cycles(size)])
    assert pg.Havannah_game(size) == (pg.Havannah_points(size), wps, wps)
    assert pg.Havannah_game(size) in pg.connection_games(pg.Havannah_points(size), pg.Havannah_neighbours(size))


def test_each_havannah_pattern_of_size_3_is_of_its_kind_by_definition_and_loses_it_without_any_point():
    wps = pg.Havannah_game(3).wps1
    kinds = pg.Havannah_bridges(3), pg.Havannah_forks(3), pg.Havannah_cycles(3)
    for found, kind in zip(pg.Havannah_candidates(3), kinds):
        for wp in wps & found:
            assert wp in kind
            assert not any(winners.havannah_win_types(3, wp - {p}) for p in wp)


def test_size_1_cannot_be_won_and_size_2_is_won_by_side_1_and_never_drawn():
    one, two = (pg.spg_game(pg.Havannah_game(size)) for size in (1, 2))
    assert not pg.drawless(one) and backward.value(one) == 0
    assert one in pg.abstract_games and two in pg.abstract_games
    assert pg.drawless(two) and backward.value(two) == 1
    assert len(backward.optimal_openings(two)) == 6  # any corner; the middle loses the race of corners
    assert not backward.super_strategies_exist(two)


@pytest.mark.parametrize("size", [1, 2])
def test_the_winner_of_havannah_matches_the_definitions_on_every_subset(size):
    near = pg.Havannah_near(size)
    kinds = {
        "bridge": list(pg.Havannah_bridges(size)),
        "fork": list(pg.Havannah_forks(size)),
        "ring": list(pg.Havannah_cycles(size)),
    }
    # Size 2, bridges: the middle with two or more corners, 57; two to six corners in a row, 4 * 6 + 1.
    assert [len(found) for found in kinds.values()] == ([0, 0, 0] if size == 1 else [57 + 25, 0, 1])
    for stones in powerset(near):
        types = {kind for kind, found in kinds.items() if any(group <= stones for group in found)}
        assert winners.havannah_win_types(size, stones) == types


def test_the_winner_of_havannah_3_matches_the_patterns_on_every_subset_up_to_symmetry():
    """All 524,288 subsets of the 19 points; one of each set of rotations and reflections is checked."""
    points = sorted(pg.Havannah_points(3))
    wins = bytearray(1 << 19)
    for wp in pg.Havannah_game(3).wps1:
        wins[sum(1 << points.index(p) for p in wp)] = 1
    turns = symmetries(points)
    assert len(turns) == 12
    seen, checked = bytearray(1 << 19), 0
    for mask in range(1 << 19):
        rest = mask
        while rest and not wins[mask]:  # a winning position contains a smaller one or is a pattern
            wins[mask] = wins[mask & ~(rest & -rest)]
            rest &= rest - 1
        if seen[mask]:
            continue
        for low, high in turns:
            seen[low[mask & 1023] | high[mask >> 10]] = 1
        stones = frozenset(p for i, p in enumerate(points) if mask >> i & 1)
        assert bool(winners.havannah_win_types(3, stones)) == bool(wins[mask])
        checked += 1
    # Burnside's lemma: the identity, turns by 60, 120 and 180 degrees, reflections of two kinds.
    assert checked == (2**19 + 2 * 2**4 + 2 * 2**7 + 2**10 + 3 * 2**12 + 3 * 2**11) // 12 == 45_336
    assert sum(wins) == 401_738


def symmetries(points):
    """The 12 turns and reflections as pairs of tables: the image of the first 10 bits of a mask and of the last 9."""
    found = []
    for order, sign in product(permutations(range(3)), (1, -1)):
        image_of = [1 << points.index(tuple(sign * p[axis] for axis in order)) for p in points]
        low = [sum(image_of[i] for i in range(10) if mask >> i & 1) for mask in range(1 << 10)]
        high = [sum(image_of[10 + i] for i in range(9) if mask >> i & 1) for mask in range(1 << 9)]
        found.append((low, high))
    return found


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.long)])
def test_a_ring_is_found_where_a_chordless_ring_lies(size):
    rings = patterns.chordless_rings(pg.Havannah_near(size))
    if size == 4:
        rings = [ring for ring in rings if len(ring) < 12]
    for ring in sorted(rings, key=sorted)[:400]:
        assert winners.has_ring(size, ring)
        assert not any(winners.has_ring(size, ring - {p}) for p in ring)
        assert ring in pg.Havannah_cycles(size)


# Checking other people's rules ------------------------------------------------------------------------------------


class ByTheBook:
    """A position of Hex or Havannah with the contract of `first_disagreement`; a test breaks it in one place."""

    sides = 2

    def __init__(self, points, wins, types=None):
        self.numbered, self.wins, self.types = points, wins, types
        self.points = len(points)
        self.history = []

    @property
    def cells(self):
        return [self.history.index(p) % 2 + 1 if p in self.history else 0 for p in range(self.points)]

    @property
    def to_move(self):
        return len(self.history) % 2 + 1

    @property
    def winner(self):
        return next((side for side in (1, 2) if self.wins[side](self.stones(side))), 0)

    def stones(self, side):
        return frozenset(self.numbered[p] for p in self.history[side - 1 :: 2])

    def is_over(self):
        return bool(self.winner) or len(self.history) == self.points

    def is_draw(self):
        return self.is_over() and not self.winner

    def play(self, p):
        if self.is_over() or p in self.history:
            return False
        self.history.append(p)
        return True

    def undo(self):
        return self.history.pop() if self.history else -1

    def win_type(self):
        return sorted(self.types(self.stones(self.winner)))[0]

    def winning_points(self, marks):
        for p in range(self.points):
            marks[p] = self.winner and self.cells[p] == self.winner


def book(name, size, kind=ByTheBook):
    """Return (position, points, wins, win_types) of a game."""
    if name == "hex":
        points, types = sorted(pg.Hex_points(size)), None
        wins = {side: winners.hex_wins(size, side) for side in (1, 2)}
    else:
        points = sorted(pg.Havannah_points(size))
        wins = dict.fromkeys((1, 2), lambda stones: bool(winners.havannah_win_types(size, stones)))

        def types(stones):
            return winners.havannah_win_types(size, stones)

    return kind(points, wins, types), points, wins, types


@pytest.mark.parametrize(
    "name, size",
    [("hex", 3), ("hex", 6), ("havannah", 1), ("havannah", 3), pytest.param("havannah", 5, marks=pytest.mark.long)],
)
def test_a_position_by_the_book_agrees(name, size):
    position, points, wins, types = book(name, size)
    assert winners.first_disagreement(position, points, wins, Random(size), types) is None


@pytest.mark.parametrize("name, size", [("hex", 1), ("hex", 2), ("havannah", 1), ("havannah", 2)])
def test_a_small_game_by_the_book_matches_the_definitions(name, size):
    position, points, _, _ = book(name, size)
    game = pg.spg_game(pg.Hex_game(size) if name == "hex" else pg.Havannah_game(size))
    assert vars(winners.game_played_by(position, points)) == vars(game)
    position.numbered = points[::-1]  # turned by half a turn: the same game
    assert vars(winners.game_played_by(position, points[::-1])) == vars(game)


def test_a_small_game_with_other_rules_is_another():
    plays_on = type("PlaysOn", (ByTheBook,), {"is_over": lambda self: len(self.history) == 4})
    position, points, _, _ = book("hex", 2, plays_on)
    assert vars(winners.game_played_by(position, points)) != vars(pg.spg_game(pg.Hex_game(2)))


@pytest.mark.parametrize(
    "name, size, wrong, text",
    [
        ("hex", 3, {"to_move": 1}, "to_move"),
        ("hex", 3, {"winner": 0}, "winner"),
        ("hex", 3, {"winning_points": lambda self, marks: None}, "do not win"),
        ("hex", 3, {"is_draw": lambda self: True}, "is_draw"),
        ("hex", 3, {"cells": [0] * 9}, "stones"),
        ("hex", 3, {"play": lambda self, p: p not in self.history and not self.history.append(p)}, "accepts"),
        ("hex", 3, {"play": lambda self, p: False}, "refuses"),
        ("hex", 3, {"undo": lambda self: self.history.pop(0) if self.history else -1}, "undo"),
        ("hex", 3, {"undo": lambda self: self.history.pop() if self.history else 0}, "left"),
        ("havannah", 3, {"win_type": lambda self: "line"}, "win type line"),
        ("havannah", 3, {"winning_points": lambda self, marks: marks.__setitem__(0, 1)}, "nobody"),
    ],
)
def test_a_fault_is_found(name, size, wrong, text):
    found = []
    for seed in range(5):
        position, points, wins, types = book(name, size, type("Wrong", (ByTheBook,), wrong))
        found.append(winners.first_disagreement(position, points, wins, Random(seed), types) or "")
    assert any(text in sentence for sentence in found)


def test_hex_with_the_other_diagonal_is_found():
    """A common fault of Hex programs: the short diagonal in place of the long one."""
    position, points, wins, _ = book("hex", 4)
    position.numbered = [(x, 3 - y) for x, y in points]
    assert any(winners.first_disagreement(position, points, wins, Random(seed)) for seed in range(5))
