"""Abstract games and strong positional games by hand; backward reasoning against enumeration."""

from itertools import product
from random import Random

import pytest

from host_sim.theory.formal import backward
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal.report import mnk_game
from host_sim.theory.formal.sets import reached

# a: the first side goes to b or c. From b the other side loses (+1) or wins (-1); c is a draw.
FORK = pg.AbstractGame(
    frozenset("abcxyz"),
    "a",
    frozenset({("a", "b"), ("a", "c"), ("b", "x"), ("b", "y"), ("c", "z")}),
    {"x": 1, "y": -1, "z": 0},
)
EMPTY = frozenset()


def sets(*members):
    return frozenset(map(frozenset, members))


def free_game(points, *lines):
    return pg.lines_game(range(points), lines)


def random_graded_game(random):
    """Return layers of configurations, transitions from each to the next layer, and a score at each end."""
    layers = [[(0, 0)]] + [[(ply, i) for i in range(random.randint(1, 3))] for ply in range(1, random.randint(2, 5))]
    transitions = set()
    for before, after in zip(layers, layers[1:]):
        for p in before:
            if p in (before[0], (0, 0)) or random.random() < 0.7:
                transitions |= {(p, q) for q in random.sample(after, random.randint(1, len(after)))}
    configurations = reached(transitions, (0, 0))
    transitions = frozenset((p, q) for p, q in transitions if p in configurations)
    finals = pg.final_configurations(configurations, transitions)
    return pg.AbstractGame(configurations, (0, 0), transitions, {p: random.choice((-1, 0, 1)) for p in finals})


TINY_GAMES = [
    FORK,
    *(
        pg.spg_game(game)
        for game in (
            free_game(1),
            free_game(1, {0}),
            free_game(2),
            free_game(2, {1}),
            free_game(2, {0}, {1}),
            free_game(3),
            free_game(3, {0}),
            free_game(3, {0, 1}),
            free_game(3, {0, 1}, {1, 2}, {0, 2}),
            pg.StrongPositionalGame(frozenset(range(3)), sets({0, 1}), sets({2})),
            pg.Hex_game(1),
            pg.Havannah_game(1),
        )
    ),
] + [random_graded_game(Random(seed)) for seed in range(40)]


def test_an_abstract_game_reaches_all_its_configurations_and_scores_its_final_ones():
    def changed(**parts):
        return pg.AbstractGame(**{**vars(FORK), **parts})

    assert FORK in pg.abstract_games
    unreached = changed(configurations=FORK.configurations | {"lost"}, score={**FORK.score, "lost": 0})
    assert unreached not in pg.abstract_games
    assert changed(initial="q") not in pg.abstract_games
    assert changed(score={"x": 1, "y": -1}) not in pg.abstract_games
    assert changed(score={**FORK.score, "b": 0}) not in pg.abstract_games
    assert changed(score={**FORK.score, "x": "won"}) not in pg.abstract_games
    assert changed(transitions=FORK.transitions | {("x", "w")}) not in pg.abstract_games


def test_valid_games_go_from_the_initial_to_a_final_configuration():
    games = pg.valid_games(FORK)
    assert set(games) == {("a", "b", "x"), ("a", "b", "y"), ("a", "c", "z")}
    assert ("a", "b", "x") in games
    for no_game in [("a", "b"), ("b", "x"), ("a", "x"), ("a", "c", "x")]:
        assert no_game not in games


def test_a_playing_strategy_chooses_a_transition_in_every_non_final_configuration():
    strategies = list(pg.playing_strategies(FORK))
    assert len(strategies) == backward.number_of_strategies(FORK) == 4
    assert {"a": "b", "b": "y", "c": "z"} in strategies
    assert {"a": "b", "b": "y", "c": "z"} in pg.playing_strategies(FORK)
    assert {"a": "b", "b": "y"} not in pg.playing_strategies(FORK)
    assert {"a": "b", "b": "z", "c": "z"} not in pg.playing_strategies(FORK)


def test_the_first_strategy_makes_the_first_move():
    to_b, to_c = {"a": "b", "b": "x", "c": "z"}, {"a": "c", "b": "y", "c": "z"}
    assert pg.played_game(FORK, to_b, to_c) == ("a", "b", "y")
    assert pg.played_game(FORK, to_c, to_b) == ("a", "c", "z")
    assert [pg.outcome(FORK, played) for played in (("a", "b", "x"), ("a", "b", "y"), ("a", "c", "z"))] == [1, -1, 0]
    for s, o in product(pg.playing_strategies(FORK), repeat=2):
        assert pg.played_game(FORK, s, o) in pg.valid_games(FORK)


def test_a_super_strategy_never_loses_and_the_quality_of_the_fork_by_hand():
    # As first go to c (a draw), as second answer b with y (a win): 0 or more as first, 0 or less as second.
    best = {"a": "c", "b": "y", "c": "z"}
    assert list(pg.super_strategies(FORK)) == [best]
    assert pg.strategy_quality(FORK, best) == 0
    # To b as first, and x as second: -1 as first against y; as second +1 against all that go to b.
    assert pg.strategy_quality(FORK, {"a": "b", "b": "x", "c": "z"}) == -2


@pytest.mark.parametrize("game", TINY_GAMES, ids=range(len(TINY_GAMES)))
def test_drawless_follows_from_all_valid_games(game):
    assert game in pg.abstract_games
    assert pg.drawless(game) == all(pg.outcome(game, played) != 0 for played in pg.valid_games(game))
    assert backward.number_of_games(game) == sum(1 for _ in pg.valid_games(game))


@pytest.mark.parametrize("game", TINY_GAMES, ids=range(len(TINY_GAMES)))
def test_backward_reasoning_agrees_with_the_list_of_all_strategies(game):
    strategies = list(pg.playing_strategies(game))
    assert len(strategies) == backward.number_of_strategies(game) < 300
    table = [[pg.outcome(game, pg.played_game(game, s, o)) for o in strategies] for s in strategies]
    assert backward.value(game) == max(min(row) for row in table) == min(map(max, zip(*table)))
    supers = [s for s in strategies if s in pg.super_strategies(game)]
    assert supers == [s for s in strategies if backward.is_super(game, s)]
    assert bool(supers) == backward.super_strategies_exist(game)
    qualities = [pg.strategy_quality(game, s) for s in strategies]
    assert qualities == [backward.quality(game, s) for s in strategies]
    if len(strategies) > 1:
        assert backward.quality_range(game) == (min(qualities), max(qualities))
    else:
        assert backward.quality_range(game) is None
    for s, row, column in zip(strategies, table, zip(*table)):
        assert backward.worst_outcomes(game, s) == (min(row), max(column))
    assert backward.optimal_strategy(game) in strategies and backward.first_strategy(game) in strategies
    assert min(table[strategies.index(backward.optimal_strategy(game))]) == backward.value(game)


def test_backward_reasoning_refuses_configurations_at_several_depths():
    uneven = pg.AbstractGame(frozenset("abc"), "a", frozenset({("a", "b"), ("a", "c"), ("b", "c")}), {"c": 0})
    loop = pg.AbstractGame(frozenset("abc"), "a", frozenset({("a", "b"), ("b", "a"), ("b", "c")}), {"c": 0})
    for game in (uneven, loop):
        assert game in pg.abstract_games
        with pytest.raises(ValueError, match="different numbers of moves"):
            backward.value(game)


def test_sets_of_minimal_patterns_are_counted_by_dedekind_numbers():
    """Antichains of subsets of n points: R. Dedekind, 1897, independent of all our documents."""
    assert [sum(1 for _ in pg.minimal_winning_patterns(frozenset(range(n)))) for n in range(5)] == [2, 3, 6, 20, 168]


def test_symmetric_and_excluding_games():
    points = frozenset({1, 2, 3})
    for wps1, wps2, symmetric, excluding in [
        (sets({1, 2}), sets({1, 2}), True, True),
        (sets({1, 2}), sets({2, 3}), False, True),
        (sets({1}), sets({2, 3}), False, False),
        (sets({1}, {2}), sets({1}, {2}), True, False),
        (sets(), sets(), True, True),
    ]:
        game = pg.StrongPositionalGame(points, wps1, wps2)
        assert game in pg.strong_positional_games
        assert (game in pg.symmetric_strong_positional_games) == symmetric
        assert (game in pg.excluding_strong_positional_games) == excluding
    wrong = pg.StrongPositionalGame(points, sets({1}, {1, 2}), sets({3}))
    assert wrong not in pg.strong_positional_games
    assert wrong not in pg.symmetric_strong_positional_games and wrong not in pg.excluding_strong_positional_games


def test_tic_tac_toe_reaches_5478_configurations_not_5890_as_printed():
    printed = pg.spg_configurations_as_printed(pg.tic_tac_toe)
    reachable = pg.spg_configurations(pg.tic_tac_toe)
    assert (len(reachable), len(printed)) == (5478, 5890)
    assert reachable < printed
    assert pg.tic_tac_toe in pg.symmetric_strong_positional_games
    assert pg.tic_tac_toe not in pg.excluding_strong_positional_games


def test_the_abstract_game_of_tic_tac_toe():
    game = pg.spg_game(pg.tic_tac_toe)
    assert game in pg.abstract_games
    assert (len(game.configurations), len(game.transitions), len(game.score)) == (5478, 16_167, 958)
    scores = list(game.score.values())
    assert [scores.count(value) for value in (1, -1, 0)] == [626, 316, 16]
    assert not pg.drawless(game)
    assert len(list(backward.drawn_fields(pg.tic_tac_toe))) == 16
    assert backward.number_of_games(game) == 255_168
    assert backward.value(game) == 0 and len(backward.optimal_openings(game)) == 9
    assert backward.super_strategies_exist(game) and backward.quality_range(game) == (-2, 0)
    drawn = {p: 1 if value == 0 else 0 for p, value in game.score.items()}
    ways = {game.initial: 1}
    for layer in backward.layers(game):
        for p in layer:
            for q in backward.following(game).get(p, ()):
                ways[q] = ways.get(q, 0) + ways[p]
    assert sum(ways[p] * drawn[p] for p in game.score) == 46_080


def test_strategies_of_tic_tac_toe_judged_by_backward_reasoning():
    game = pg.spg_game(pg.tic_tac_toe)
    optimal = backward.optimal_strategy(game, lambda configuration: tuple(map(sorted, configuration)))
    first = backward.first_strategy(game, lambda configuration: tuple(map(sorted, configuration)))
    assert optimal in pg.playing_strategies(game) and first in pg.playing_strategies(game)
    assert backward.is_super(game, optimal) and backward.quality(game, optimal) == 0
    assert not backward.is_super(game, first) and backward.quality(game, first) == -2
    assert pg.outcome(game, pg.played_game(game, optimal, optimal)) == 0
    assert pg.outcome(game, pg.played_game(game, optimal, first)) == 1
    # The first free point against itself: 1 has 1, 3, 5, 7 and wins by 3, 5, 7.
    assert pg.played_game(game, first, first)[-1] == (frozenset({1, 3, 5, 7}), frozenset({2, 4, 6}))


@pytest.mark.parametrize(
    "m, n, k, value",
    [
        (3, 3, 3, 0),
        (1, 1, 1, 1),
        (2, 2, 2, 1),
        (3, 3, 2, 1),
        (1, 5, 3, 0),
        pytest.param(2, 5, 3, 0, marks=pytest.mark.long),
        (3, 2, 3, 0),
    ],
)
def test_values_of_small_mnk_games(m, n, k, value):
    assert backward.value(pg.spg_game(mnk_game(m, n, k))) == value
