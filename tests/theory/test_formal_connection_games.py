"""Groups, Hex and Havannah by hand; generators of patterns against all subsets; winners against patterns."""

from itertools import permutations, product
from random import Random

import pytest

from host_sim.theory.formal import backward, patterns, winners
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal.sets import minimal, powerset

RING_OF_SIX = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
MIDDLE = (0, 0, 0)


def random_subsets(points, number, seed):
    random = Random(seed)
    for _ in range(number):
        share = random.random()
        yield frozenset(p for p in sorted(points) if random.random() < share)


def test_connection_games_win_with_groups():
    points, neighbours = frozenset("abc"), {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}

    def game(*wps1):
        return pg.StrongPositionalGame(points, frozenset(map(frozenset, wps1)), frozenset())

    games = pg.connection_games(points, neighbours)
    assert game("ab", "bc") in games and game() in games
    assert game("ac") not in games  # no group
    assert game("ab", "abc") not in games  # not minimal
    assert pg.StrongPositionalGame(frozenset("ab"), frozenset(), frozenset()) not in games  # other points


def test_an_estimate_of_paths_is_near_their_number():
    near, edges = pg.Hex_near(4), pg.Hex_edges(4, 1)
    visited, unfinished = 0, [()]
    while unfinished:
        sequence = unfinished.pop()
        following = [(*sequence, p) for p in patterns.steps(sequence, near, *edges)]
        visited += len(following)
        unfinished += following
    assert visited * 0.9 < patterns.number_of_paths(near, *edges, Random(1)) < visited * 1.1


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


@pytest.mark.parametrize("size", [6, 7, 11])
def test_exactly_one_side_joins_its_edges_on_a_full_field_of_hex(size):
    points = pg.Hex_points(size)
    first, second = winners.hex_wins(size, 1), winners.hex_wins(size, 2)
    for stones in random_subsets(points, 100, size):
        assert first(stones) != second(points - stones)


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
