"""How the levels play: what each is sure to see, that each beats the one below, how long they resist.

Everything here is deterministic, so a share may be close to its bound: only a change of the engine or the levels
changes it.
"""

from random import Random

import pytest
from all_games import GAMES
from cases import long, needs_unix
from line_games import searched

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.levels import LEVELS, chosen, level_limits, levels_at, levels_of
from glowgrid.rules.game import Game, size_name
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.search import TICK_WORK, Limits, engine_for
from glowgrid.search.verdict import NO_ESTIMATE, TAKEN_OVER, UNFAIR, Verdict
from tools.lab.arena.arena_command import match_of
from tools.lab.arena.match import games_of, tally
from tools.lab.arena.players import player
from tools.lab.missed import BLOCKS, WINS, missed, positions

FIVE = 5  # levels of 5,5,4
BEGINNER = 0.3, 0.601  # of the points, and less than that: what level 1 has against a beginner

# Player, opponent, games, at least this share of the points, and less than that.
SHARES = [
    ("tic-tac-toe", None, "level:2", "level:1", 40, 0.6, 1.1),
    *[("mnk", "5,5,4", f"level:{level}", f"level:{level - 1}", 10, 0.6, 1.1) for level in range(2, FIVE)],
    ("mnk", "5,5,4", f"level:{FIVE}", f"level:{FIVE - 1}", 4, 0.6, 1.1),
    *[
        (*game, "level:1", *opponent)
        for game in (("tic-tac-toe", None), ("mnk", "4,3,3"), ("three-player", None))
        for opponent in (("child", 60, *BEGINNER), ("greedy", 60, *BEGINNER))
    ],
    ("y", "4", "level:1", "greedy", 20, *BEGINNER),
    ("tic-tac-toe", None, "level:1", "random", 100, 0.75, 1.1),
    ("mnk", "4,3,3", "level:3", "greedy", 60, 0.6, 1.1),
]
MORE_SHARES = [
    *[("mnk", "5,5,4", f"level:{level}", f"level:{level - 1}", 40, 0.6, 1.1) for level in range(2, FIVE + 1)],
    ("three-player", None, "level:2", "level:1", 240, 0.43, 1.1),  # 1.5 times as many as each of two of level 1
    *[(*game, "level:1", "greedy", 100, *BEGINNER) for game in (("hex", "5"), ("havannah", "4"), ("y", "4"))],
    ("mnk", "5,5,4", "level:1", "random", 100, 0.75, 1.1),
    ("mnk", "4,4,3", "level:3", "greedy", 60, 0.6, 1.1),
    ("hex", "4", "level:3", "greedy", 10, 0.6, 1.1),
    *[
        (
            game.name,
            size_name(size) or None,
            "level:1",
            opponent,
            100 if game.family(game.setup(size)) else 60,
            *BEGINNER,
        )
        for game in discover()[0]
        if not game.hidden
        for size in game.sizes
        for opponent in ("child", "greedy")
    ],
    *[(*game, "level:3", "greedy", 50, 0.6, 1.1) for game in (("hex", "7"), ("havannah", "4"), ("y", "4"))],
]


@needs_unix
@pytest.mark.parametrize(
    "game, size, player, opponent, games, least, most", SHARES + [long(*case) for case in MORE_SHARES]
)
@pytest.mark.sample(3)
def test_a_level_beats_the_one_below_and_weak_players(game, size, player, opponent, games, least, most):
    """But the first level is an even match for a child who sees two in a row, and for who wins or blocks in one."""
    match = match_of(game, size, player, opponent, seed=2)
    assert least <= tally([*games_of(match, games)], match.game.sides).share() < most


@needs_unix
@pytest.mark.parametrize(
    "game, size, count",
    [
        *(("tic-tac-toe", (), 15), ("mnk", (4, 3, 3), 5), ("mnk", (5, 5, 4), 5)),
        *(("hex", (5,), 3), ("havannah", (4,), 3), ("y", (6,), 3)),
        *[
            long(*game, 15)
            for game in (
                *(("mnk", (4, 3, 3)), ("mnk", (5, 5, 4)), ("mnk", (8, 8, 5))),
                *(("hex", (5,)), ("hex", (7,)), ("havannah", (4,)), ("y", (6,))),
            )
        ],
    ],
)
@pytest.mark.sample(3)
def test_each_level_sees_wins_in_one_and_single_blocks(game, size, count):
    asked = {kind: positions(GAMES[game], size, kind, count) for kind in (WINS, BLOCKS)}
    for level in (1, 2, 3):
        assert missed(GAMES[game], size, level, asked[WINS] + asked[BLOCKS]) == 0


@needs_unix
@pytest.mark.parametrize(
    "game, size, games",
    [
        ("tic-tac-toe", None, 60),
        long("mnk", "4,4,3", 150),
        long("mnk", "5,5,4", 60),
        long("hex", "7", 100),
        long("havannah", "4", 100),
        long("mnk", "8,8,5", 100),
    ],
)
def test_level_2_loses_at_most_two_of_a_hundred_games_to_random_moves(game, size, games):
    match = match_of(game, size, "level:2", "random")
    if size == "4,4,3":  # a random opening would lose one game of a hundred by force
        match = match._replace(opening_plies=0)
    lost = sum(each["winner"] not in (0, each["seat"]) for each in games_of(match, games))
    assert lost <= max(games // 50, 1)


def move_at(level, position, engine, seed=1, most=60_000):
    """Return the move of a level."""
    limits = level_limits(position, level, seed)
    limits.work = min(limits.work, most)
    return chosen(position, searched(engine, position, limits, limits.rough), level, seed)


def test_level_1_plays_anything_and_the_levels_above_hardly_ever_the_worse_half():
    position = GAMES["mnk"].setup((5, 5, 4))
    verdict = Verdict(25)
    verdict.me, verdict.empty, verdict.best = 1, 25, 24
    for move in range(25):
        verdict.estimates[move] = 4 * move
    played = [[chosen(position, verdict, level, seed) for seed in range(300)] for level in range(1, FIVE)]
    assert [len(set(moves)) > 2 for moves in played] == [True] * len(played)
    worse = [sum(move < 12 for move in moves) / 300 for moves in played]
    assert len(set(played[0])) == 25 and worse[0] > 0.4 and worse == sorted(worse, reverse=True) and worse[2] < 0.02


def test_level_1_makes_a_mistake_in_about_two_of_three_games_of_tic_tac_toe():
    """Brute force values every position that it reaches; the other side moves at random."""
    position, spoiled = GAMES["tic-tac-toe"].setup(), 0
    engine = engine_for(position)
    for seed in range(1, 101):
        random, mistakes = Random(seed), 0
        while position.undo() >= 0:
            pass
        while not position.is_over():
            values = {move: value(position, move) for move in range(9) if position.is_legal(move)}
            move = random.choice(list(values))
            if position.to_move == 1 + seed % 2:
                move = move_at(1, position, engine, seed, 10**9)
                mistakes += values[move] < max(values.values())
            position.play(move)
        spoiled += mistakes > 0
    assert 50 <= spoiled <= 75


KNOWN = {}  # by stones: what a position of tic-tac-toe is worth to the side that moved last


def value(position, move):
    """Return what a move is worth to the side that makes it: 1, 0 or -1."""
    position.play(move)
    key = bytes(position.cells[:9])
    if key not in KNOWN:
        KNOWN[key] = 1 if position.winner else 0
        if not position.is_over():
            KNOWN[key] = -max(value(position, reply) for reply in range(9) if position.is_legal(reply))
    position.undo()
    return KNOWN[key]


@pytest.mark.parametrize(
    "rows, expected",
    [
        ({0: (2, 2), 1: (2, 6), 2: (2, 4)}, 1),  # every move loses: the longest resistance
        ({0: (1, 5), 1: (1, 3), 2: (2, 2)}, 1),  # the shortest win
        ({0: (2, 2), 1: (4, 9), 2: (2, 4)}, 1),  # the move that holds
    ],
)
def test_known_outcomes_decide(rows, expected):
    position = GAMES["mnk"].setup((5, 5, 4))
    for point in range(3, 25):  # 0, 1 and 2 are free
        position.cells[point] = 1 + point % 2
    verdict = Verdict(25)
    verdict.me, verdict.empty, verdict.best = 1, 3, 0
    for move, (outcome, plies) in rows.items():
        verdict.put(move, outcome, plies)
    seen = [chosen(position, verdict, 4, seed) for seed in range(60)]
    assert max(set(seen), key=seen.count) == expected


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


def test_positions_have_the_levels_that_their_game_states():
    mnk = [(m, n, k) for m in range(1, 9) for n in range(1, 9) for k in range(1, max(m, n) + 1)]
    sizes = {"mnk": mnk, **{name: [(size,) for size in range(2, 9)] for name in ("hex", "havannah", "y")}}
    for name in sizes:
        for size in sizes[name]:
            try:
                position = GAMES[name].setup(size)
            except ValueError:
                continue
            assert GAMES[name].levels(size) == levels_of(position), (name, size)


def test_a_game_without_levels_has_those_of_its_position():
    def of(rows, columns, k, sides=2):
        tables = Lines(square(rows, columns), sides, rows_of(rows, columns, k))
        return levels_at(Game("own", "A game.", sides=sides, setup=tables.position), ())

    assert [of(2, 4, 2), of(3, 3, 3), of(3, 4, 3), of(4, 4, 3, sides=3)] == [1, 2, 3, 3]
    assert [of(4, 4, 4), of(5, 4, 4), of(5, 5, 4), of(5, 5, 5), of(8, 8, 5)] == [1, 3, 5, 1, 7]  # draws leave fewer
    assert of(4, 4, 3) == of(8, 8, 3) == 3  # the first side wins so soon that more could not be told apart
    assert levels_at(Game("own", "No setup."), ()) == LEVELS  # the fault is reported when the game starts


@pytest.mark.parametrize("swap", [TAKEN_OVER, UNFAIR])
def test_a_level_takes_the_swap_rule_from_the_verdict(swap):
    """It chooses as from rows that state the same explicitly."""
    random, position = Random(swap), GAMES["hex"].setup((4,))
    swapping, plain = Verdict(position.moves), Verdict(position.moves)
    for seed in range(200):
        for verdict in (swapping, plain):
            verdict.clear()
            verdict.me, verdict.empty = 1, position.empty
        swapping.swap = swap
        for move in range(position.points):
            swapping.put(move, random.randrange(3), random.randrange(4))
            swapping.estimates[move] = random.choice([NO_ESTIMATE, random.randrange(101)])
            plain.put(move, swapping.outcome(move), swapping.plies_to(move))
            plain.estimates[move] = swapping.percent(move)
        swapping.best = plain.best = random.randrange(position.points)
        for level in range(1, LEVELS):
            assert chosen(position, swapping, level, seed) == chosen(position, plain, level, seed)


# Game, size, and how many first moves each of levels 1 to 3 has in 20 games.
FIRST_MOVES = [("mnk", (5, 5, 4), 6), ("havannah", (5,), 10)]
MORE_FIRST_MOVES = [
    *[("mnk", size, 6) for size in ((4, 3, 3), (8, 8, 5))],
    *[
        ("hex", (size,), least)
        for size, least in ((4, 3), (5, 6), (6, 8), (7, 8), (8, 10), (9, 10), (11, 10), (14, 10))
    ],
    *[("havannah", (size,), least) for size, least in ((3, 4), (4, 8), (6, 10), (8, 10))],
    *[("y", (size,), least) for size, least in ((6, 3), (7, 6), (8, 8), (11, 8))],
]


@needs_unix
@pytest.mark.parametrize("name, size, least", FIRST_MOVES + [long(*case) for case in MORE_FIRST_MOVES])
def test_first_moves_vary_and_keep_off_the_edge_unless_it_is_known_to_win(name, size, least):
    """As a person meets them: with the swap rule."""
    game, seeds = GAMES[name], range(1, 21)
    borders = game.setup(size).tables.field.borders
    for level in range(1, min(levels_at(game, size), 4)):
        engine = player(f"level:{level}", game, size, game.swap)
        answers = [engine.ask(moves=[], seed=seed, every=True) for seed in seeds]
        engine.close()
        assert len({answer["best"] for answer in answers}) >= least, level
        if borders:
            known = [answer["rows"][answer["best"]][0] for answer in answers if borders[answer["best"]]]
            assert known == [1] * len(known), level
