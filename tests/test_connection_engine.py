"""The engine for Hex, Havannah and Y: its playouts and wins at once against the rules, then whole searches.

What it sees is checked against the rules and against tests/group_games.py, which knows who has won from sets of places.
"""

import random

import pytest
from group_games import Truth
from test_three_tiers_search import BOARD, on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.match import Match
from glowgrid.games import discover
from glowgrid.rules.notation import parse_point
from glowgrid.search import LEVELS, Limits, engine_for, level_limits
from glowgrid.search.connection import Connection
from glowgrid.search.unions import unite, wins_in_one
from host_sim.gtp import Gtp
from host_sim.pico.bench import Pico
from tools.build import staged_files

GAMES = {game.name: game for game in discover()[0]}
FIELDS = [("hex", 1), ("hex", 2), ("hex", 3), ("hex", 5), ("hex", 8), ("havannah", 2), ("havannah", 3), ("havannah", 4),
          ("y", 2), ("y", 4), ("y", 7)]
BATCH = 6


def position_of(name, size, moves=()):
    position = GAMES[name].setup((size,))
    for move in moves:
        assert position.play(parse_point(position.field, move) if isinstance(move, str) else move)
    return position


def random_position(name, size, plies, seed):
    """A position that is not over, after at most so many random plies."""
    position, choice = position_of(name, size), random.Random(seed)
    for _ in range(plies):
        position.play(choice.choice([p for p in range(position.points) if not position.cells[p]]))
        if position.is_over():
            position.undo()
            break
    return position


def searched(position, nodes, slice=100_000, every=False, engine=None):
    engine = engine or engine_for(position.tables)
    engine.start(position, Limits(nodes), every)
    while not engine.step(slice):
        pass
    return engine


def answers(engine):
    return [engine.best, engine.score, engine.nodes, engine.proven, engine.swap,
            [(engine.estimate(p), engine.outcome(p), engine.plies(p)) for p in range(engine.points)]]


@pytest.mark.parametrize("name, size", FIELDS)
def test_playouts_are_games_and_the_right_side_wins(name, size):
    truth = Truth(name, size)
    engine = Connection(GAMES[name].setup((size,)).tables)
    for seed in range(6):
        position = random_position(name, size, seed * position_of(name, size).points // 8, seed)
        if position.is_over():
            continue
        engine.start(position, Limits(BATCH, seed=seed))
        words, cells, order = engine._buffers[:3]
        span = words[13]
        cells[:span] = cells[span:2 * span]  # what `descend` does at a leaf; here the root
        cells[2 * span:] = bytes(2 * span)
        words[5] = BATCH
        words[6] = words[7] = words[8] = 0
        if not engine.hex:
            unite(0, 0, engine._buffers)
        engine._playouts(0, cells, BATCH, engine._buffers)
        for bit in range(BATCH):
            sides = {1: set(), 2: set()}
            for point in range(position.points):
                place = (position.field.columns[point], position.field.rows[point])
                ones = cells[2 * span + engine._place[point]] >> bit & 1
                twos = (not ones if engine.hex else cells[3 * span + engine._place[point]] >> bit & 1)
                assert not (ones and twos)
                if position.cells[point]:
                    assert (ones, bool(twos)) == (position.cells[point] == 1, position.cells[point] == 2)
                if ones:
                    sides[1].add(place)
                elif twos:
                    sides[2].add(place)
            assert len(sides[1]) - len(sides[2]) in (0, 1)  # as in any game
            winner = 1 if words[7] >> bit & 1 else 2
            assert (words[8] >> bit & 1) == 2 - winner ^ 1
            won = {side: truth.wins(side, sides[side]) - {"ring"} for side in sides}
            assert not won[3 - winner]
            if not won[winner]:
                assert name == "havannah" and len(sides[1] | sides[2]) == position.points  # a draw, given to one of them


@pytest.mark.parametrize("size", [2, 5])
def test_a_two_bridge_intruded_upon_is_saved(size):
    """Going round a point: own stone (or edge), empty, own stone."""
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    replies = 0
    for seed in range(20):
        position = random_position("hex", size, seed % (size * size - 1), seed)
        engine = Connection(position.tables)
        engine.start(position, Limits(10))
        words, _, _, tables = engine._buffers[:4]
        rings = engine._buffers[8]

        def owner(column, row):
            point = position.field.point_at(column, row)
            if point >= 0:
                return position.cells[point]
            return 1 if 0 <= column < size else 2 if 0 <= row < size else 3  # 3: a corner of the picture is nobody's

        for point in range(position.points):
            place = engine._place[point]
            around = [(position.field.columns[point] + x, position.field.rows[point] + y) for x, y in steps]
            for side in (1, 2):
                saves = {around[i] for i in range(6) if owner(*around[i]) == 0
                         and owner(*around[i - 1]) == owner(*around[(i + 1) % 6]) == side}
                step = tables[(side << 12) + rings[place]]
                if step:
                    reply = engine._point[place + step - words[1] - 1]
                    assert (position.field.columns[reply], position.field.rows[reply]) in saves
                    replies += 1
                else:
                    assert not saves
    assert replies


@pytest.mark.parametrize("name, size", [("hex", 4), ("hex", 5), ("havannah", 3), ("y", 4)])
def test_chance_favours_no_side(name, size):
    """From the empty field the side to move wins as many playouts whichever it is: by symmetry, within 4 sigma."""
    won = {}
    for side in (1, 2):
        position = position_of(name, size)
        position.to_move = side
        engine = Connection(position.tables)
        engine.start(position, Limits(10))
        words, cells = engine._buffers[:2]
        span = words[13]
        won[side] = 0
        for _ in range(400):
            cells[:span] = cells[span:2 * span]
            cells[2 * span:] = bytes(2 * span)
            words[5], words[6], words[7], words[8] = BATCH, 0, 0, 0
            if not engine.hex:
                unite(0, 0, engine._buffers)
            engine._playouts(0, cells, BATCH, engine._buffers)
            won[side] += bin(words[6 + side]).count("1")
    assert abs(won[1] - won[2]) < 4 * (2 * 400 * BATCH / 4) ** 0.5


@pytest.mark.parametrize("name, size", FIELDS)
def test_wins_at_once_are_those_of_the_rules(name, size):
    engine = Connection(GAMES[name].setup((size,)).tables)
    seen = 0
    for seed in range(40):
        position = random_position(name, size, 3 * position_of(name, size).points // 4, seed)
        if position.is_over():
            continue
        engine.start(position, Limits(1))
        unite(0, 0, engine._buffers)
        wins_in_one(0, 0, engine._buffers)
        for point in range(position.points):
            if not position.cells[point]:
                for side in (1, 2):
                    before, position.to_move = position.to_move, side
                    position.play(point)
                    won = position.winner == side
                    position.undo()
                    position.to_move = before
                    assert (engine._cells[engine._place[point]] & side != 0) == won, (seed, point, side)
                    seen += won
    assert seen or (name, size) == ("havannah", 1)


@pytest.mark.parametrize("name, size, moves", [
    ("hex", 5, ()), ("hex", 6, ("b3", "d4", "c2")), ("havannah", 3, ()), ("havannah", 4, ("c3", "d4")), ("y", 4, ("b3",)),
])
def test_slices_change_nothing(name, size, moves):
    position = position_of(name, size, moves)
    whole = answers(searched(position, 200))
    assert whole == answers(searched(position, 200, 1)) == answers(searched(position, 200, 7))
    engine = searched(random_position(name, size, 4, 1), 60)  # and nothing is left of an earlier search
    assert answers(searched(position, 200, engine=engine)) == whole


@pytest.mark.parametrize("name, size, moves, best", [
    ("hex", 3, ("b1", "a1", "b2", "a2"), "b3"),  # wins at once
    ("hex", 5, ("c1", "a2", "c2", "b2", "c4", "d2", "c5"), "c3"),  # one gap in the line of side 1
    ("havannah", 3, ("a1", "c4", "b1", "d4"), "c1"),
    ("y", 3, ("a1", "a3", "a2", "c3"), "b3"),
])
def test_a_win_at_once_is_taken_and_stopped(name, size, moves, best):
    """`best` wins for the side to move, or for the other one were it to move."""
    position = position_of(name, size, moves)
    engine = searched(position, 60)
    assert engine.best == parse_point(position.field, best)


def test_two_wins_at_once_are_a_proven_loss():
    position = position_of("hex", 3, ("b2", "a1", "c1", "c3"))
    position.to_move = 2  # side 1 joins b2 to the bottom by a3 or b3
    engine = searched(position, 60)
    assert engine.proven and engine.score < 2048


@pytest.mark.parametrize("size, first, over", [(5, "a1", False), (5, "e5", False), (5, "c3", True), (4, "c2", True), (8, "a1", False)])
def test_the_first_stone_is_taken_over_where_it_is_strong(size, first, over):
    position = position_of("hex", size, [first])
    position.swap_rule = True
    assert searched(position, 1500).swap == over
    position.swap_rule = False
    assert not searched(position, 400).swap


@pytest.mark.parametrize("name, size, first", [("havannah", 2, "a1"), ("hex", 2, "b1"), ("y", 2, "a1")])
def test_the_first_stone_is_taken_over_where_all_else_is_lost(name, size, first):
    position = position_of(name, size, [first])
    position.swap_rule = True
    assert searched(position, 300).swap


@pytest.mark.parametrize("name, size", [("hex", 8), ("havannah", 4), ("y", 6)])
def test_a_search_left_behind_leaves_nothing_behind(name, size):
    position = position_of(name, size, [7])
    wanted = answers(searched(position, 400))
    engine = engine_for(position.tables)
    for k in range(1, 12):  # amid a batch of playouts, and between two
        engine.start(position_of(name, size, [k]), Limits(3000))
        engine.step(k)
        assert answers(searched(position, 400, engine=engine)) == wanted, k


def test_a_move_is_not_lost_for_not_having_been_looked_at():
    position = position_of("hex", 2)
    engine = Connection(position.tables)
    engine.start(position, Limits(60), True)
    while not engine.step(1):
        assert {engine.outcome(p) for p in (1, 2)} <= {0, 1}  # both win: the middle of the short way


def test_with_the_swap_rule_the_first_move_is_balanced():
    position = position_of("hex", 5)
    plain = searched(position, 600)
    position.swap_rule = True
    fair = searched(position, 600)
    assert plain.estimate(plain.best) > 60
    assert 40 <= fair.estimate(fair.best) <= 60


def test_every_move_of_a_small_field_is_proven():
    """From b3 of 3x3 and the four points known to lose, against the rules' own search."""
    def wins(position):
        for point in range(position.points):
            if position.play(point):
                won = position.winner or (not position.is_over() and not wins(position))
                position.undo()
                if won:
                    return True
        return False

    position = position_of("hex", 3, (1, 0))
    engine = searched(position, 20_000, every=True)
    for point in range(position.points):
        if position.play(point):
            expected = 1 if position.winner == 1 or not wins(position) else 2
            position.undo()
            assert engine.outcome(point) == expected


def test_levels_play_legal_moves_and_strike_some(monkeypatch):
    position = position_of("hex", 4, (5, 6))
    for level in range(1, LEVELS + 1):
        engine = engine_for(position.tables)
        limits = level_limits(level, engine.node_us, 3)
        limits.nodes = min(limits.nodes, 100)
        engine.start(position, limits)
        while not engine.step(7):
            pass
        assert position.is_legal(engine.best) and engine.nodes <= 100


# Havannah 4 to a full field, drawn.
DRAWN = ("f4 e3 d2 g5 g6 f5 e4 d3 c2 c1 g4 g7 b5 f3 f6 b2 a1 e5 b1 d1 e2 a2 b3 b4 d4 c3 a3 c6 c5 d5 c4 a4 e6 d6 e7 "
         "d7 f7").split()


def outcome(position):
    """Of best play from here on: a side, or 0 for a draw."""
    if position.is_over():
        return position.winner
    me, found = position.to_move, []
    for point in [p for p in range(position.points) if not position.cells[p]]:
        position.play(point)
        found.append(outcome(position))
        position.undo()
    return me if me in found else 0 if 0 in found else 3 - me


@pytest.mark.parametrize("left", range(1, 8))
def test_a_game_that_is_drawn_is_played_to_its_end(left):
    """Playouts begin at leaves without an empty point."""
    position = position_of("havannah", 4, DRAWN[:37 - left])
    me, value = position.to_move, outcome(position) if left < 7 else None
    for every in (False, True):
        for nodes in (1, 5, 60, 3000):
            engine = searched(position, nodes, every=every)
            assert not position.cells[engine.best]
            for point in [p for p in range(37) if not position.cells[p]] if left < 7 else ():
                position.play(point)
                after = outcome(position)
                position.undo()
                assert engine.outcome(point) in (0, after)
                if left == 1 and every and nodes > 5:  # half of the playouts, for there is no other value
                    assert after == 0 and engine.estimate(point) == 50
                if nodes == 3000 and point == engine.best:
                    assert after == value or value == 3 - me


@pytest.mark.parametrize("name, size, lines, hint", [
    ("havannah", 1, (), "a1 estimate"),
    ("hex", 1, (), "a1 1 1"),  # a stone that wins at once cannot be taken over
    ("hex", 2, ("play 1 b1",), "swap-pieces estimate"),
])
def test_hints_on_fields_with_next_to_nothing_to_find_out(name, size, lines, hint):
    gtp = Gtp(GAMES[name], (size,))
    for line in ("nodes 2", *lines):
        assert gtp.answer(line).startswith("=")
    assert gtp.answer("hint").strip() == f"= {hint}"


def test_a_finished_game_has_no_move():
    engine = searched(position_of("hex", 1, (0,)), 10)
    assert engine.done and engine.best == 255 and engine.pv() == []


@pytest.mark.parametrize("name, size", [("hex", 4), ("havannah", 3), ("y", 4)])
def test_the_text_protocol_plays_a_game_to_its_end(name, size):
    talk = Gtp(GAMES[name], (size,))
    talk.answer("nodes 60")
    for ply in range(talk.position.points + 1):
        answer = talk.answer(f"genmove {talk.position.to_move}")
        assert answer.startswith("= "), answer
        if talk.position.is_over():
            break
    assert talk.position.is_over()


def test_the_console_takes_the_first_stone_over():
    match = Match(GAMES["hex"], (5,), [0, 1])
    for step in match.making_engine():
        pass
    match.position.play(parse_point(match.position.field, "c3"))
    match.start_thinking()
    while not match.engine.step(10):
        pass
    assert match.engine.swap and match.position.may_swap()


PROGRAM = """
import gc
import micropython
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for, new_table
table = new_table()
games = {}
for game in discover()[0]:
    games[game.name] = game
for name, size, moves, nodes, overlook, swap, every in CASES:
    position = games[name].setup((size,))
    position.swap_rule = swap
    for point in moves:
        position.play(point)
    engine = None
    gc.collect()
    engine = engine_for(position.tables, table)
    limits = Limits(nodes, 250, overlook, 3)
    micropython.heap_lock()
    try:
        engine.start(position, limits, every)
        while not engine.step(17):
            pass
    finally:
        micropython.heap_unlock()
    print(name, size, engine.best, engine.score, engine.nodes, engine.proven, engine.swap,
          [engine.estimate(p) for p in range(0, position.points, 5)], engine.outcome(0), engine.plies(0))
"""
CASES = [
    ("hex", 5, (12, 6), 120, 0, False, False), ("hex", 8, (), 36, 20, True, False), ("hex", 11, (60, 45), 24, 20, False, False),
    ("havannah", 3, (4,), 90, 0, False, True), ("havannah", 4, (18,), 36, 0, True, False), ("havannah", 8, (80, 81), 12, 0, False, False),
    ("y", 5, (7,), 60, 0, True, False),
]


def program(cases):
    return f"CASES = {cases!r}\n{PROGRAM}"


def on_cpython(cases, capsys):
    exec(program(cases), {})
    return capsys.readouterr().out.splitlines()


def test_unix_micropython_answers_as_cpython_does_and_allocates_nothing(capsys):
    assert on_unix_micropython(program(CASES)) == on_cpython(CASES, capsys)


WHOLE_GAMES = """
from glowgrid.games import discover
from glowgrid.search import Limits
from glowgrid.search.connection import Connection
for game in discover()[0]:
    if game.name in ("hex", "y"):
        position = game.setup((5,))
        engine = Connection(position.tables)
        for seed in range(2):
            while position.undo() >= 0:
                pass
            while not position.is_over():
                engine.start(position, Limits(8000, seed=seed))
                while not engine.step(500):
                    pass
                if not position.play(engine.best):
                    print("no legal move")
            print(game.name, position.winner)
"""


def test_trees_that_are_decided_in_many_places_are_searched_to_the_end_of_the_game():
    assert [line.split()[0] for line in on_unix_micropython(WHOLE_GAMES)] == ["hex", "hex", "y", "y"]


@pytest.mark.emulator
def test_the_pico_answers_as_cpython_does_and_allocates_nothing(pico_image, capsys):
    files = staged_files(BOARD)
    del files["/main.py"]
    pico = Pico(pico_image, files=files).boot()
    pico.exec("pass")
    for case in CASES[1], CASES[4]:
        assert pico.forked(lambda pico: pico.exec(program([case]))).splitlines() == on_cpython([case], capsys)
