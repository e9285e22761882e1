"""The groups family: union-find and its undo, every kind of win, winning points, the swap rule; names and pictures."""

from random import Random

import pytest
from all_games import GAMES
from support.judges.groups import Rules
from three_tiers import on_cpython, on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import parse_point, point_name

# Random games for each size; the larger sizes are slow.
BY_CHANCE = [
    *[("hex", size, number) for size, number in ((1, 2), (2, 50), (3, 100), (5, 60), (8, 20), (11, 6), (15, 3))],
    *[("havannah", size, number) for size, number in ((1, 2), (2, 60), (3, 100), (4, 60), (6, 6), (9, 2))],
    *[("y", size, number) for size, number in ((1, 2), (2, 20), (4, 80), (6, 20), (21, 2))],
]


def state_of(position):
    """Return every byte of the position's state."""
    return (
        bytes(position.cells),
        bytes(position.history[: position.plies]),
        position.plies,
        position.to_move,
        position.stones,
        position.winner,
        position.ring,
        bytes(position.leader),
        bytes(position.counts),
        bytes(position.touched),
    )


def played(name, size, *moves):
    """Return the position after moves by name, the first one by side 1."""
    position = GAMES[name].setup((size,))
    for move in moves:
        assert position.play(parse_point(position.field, move)), move
    return position


def marked(position):
    marks = bytearray(b"\x07" * position.points)
    position.winning_points(marks)
    assert set(marks) <= {0, 1}
    return {point for point, mark in enumerate(marks) if mark}


def check_end(position, truth, stones, random):
    """Check that the winning points win and none can be spared; then undo everything."""
    winner = position.winner
    won = {truth.places[point] for point in marked(position)}
    if winner:
        assert won <= stones[winner] and position.win_type() in truth.wins(winner, won)
        for place in random.sample(sorted(won), min(len(won), 12)):
            assert not truth.wins(winner, won - {place})
    else:
        assert not won and position.win_type() is None


@pytest.mark.parametrize("name, size, number", BY_CHANCE)
@pytest.mark.sample(3)
def test_random_games_end_as_sets_say_and_undo_restores_every_byte(name, size, number, night_seed):
    check_random_games(name, size, number, night_seed)


def check_random_games(name, size, number, seed=1):
    random, truth = Random(f"{name} {size} {seed}"), Rules(name, size)
    position = GAMES[name].setup((size,))
    numbers = {place: point for point, place in enumerate(truth.places)}
    assert [(position.field.columns[p], position.field.rows[p]) for p in range(position.points)] == truth.places
    empty = state_of(position)
    for _ in range(number):
        order = random.sample(truth.places, len(truth.places))
        stones, before = {1: set(), 2: set()}, []
        for place in order:
            side = position.to_move
            before.append((numbers[place], state_of(position)))
            assert position.play(numbers[place])
            stones[side].add(place)
            found = truth.wins(side, stones[side])
            assert position.winner == (side if found else 0)
            if found:
                assert position.win_type() in found
                break
            if random.random() < 0.05:  # back and again
                assert position.undo() == numbers[place]
                assert state_of(position) == before[-1][1]
                assert position.play(numbers[place])
        assert position.is_over() and position.is_draw() == (not position.winner)
        assert name == "havannah" or position.winner
        check_end(position, truth, stones, random)
        for point, state in reversed(before):
            assert position.undo() == point and state_of(position) == state
        assert position.undo() == -1 and state_of(position) == empty


def with_replies(moves, replies):
    """Return moves of side 1, with a move of side 2 after each but the last."""
    moves = moves.split()
    mixed = [move for pair in zip(moves, replies.split()) for move in pair]
    assert len(mixed) == 2 * (len(moves) - 1)
    return [*mixed, moves[-1]]


@pytest.mark.parametrize(
    "name, size, moves, replies, win_type, won",
    [
        # Hex 4: b1 and a2 are neighbours, a1 and b2 are not; side 1 goes from top to bottom.
        ("hex", 4, "d1 c2 b3 a4", "a1 b1 c1", "edges", "d1 c2 b3 a4"),
        ("hex", 4, "d1 d4 b4 d3 d2", "a1 a2 b1 b2", "edges", "d1 d2 d3 d4"),
        # Havannah 4, corners a1 d1 g4 g7 d7 a4: a bridge along the top, and one stone that is not needed.
        ("havannah", 4, "b2 a1 d1 c1 b1", "a2 a3 d7 c5", "bridge", "a1 b1 c1 d1"),
        # A fork of three spokes from the middle d4: to b1 (top), g5 (right) and b5 (bottom left).
        (
            "havannah",
            4,
            "d4 c3 b2 b1 e5 f5 g5 c4 b4 b5",
            "a1 d1 g7 a2 a3 f7 e7 c6 d6",
            "fork",
            "b1 b2 b4 b5 c3 c4 d4 e5 f5 g5",
        ),
        # A ring around d4, which is empty, the other side's or one's own.
        ("havannah", 4, "d3 e4 e5 d5 c4 c3", "a1 d1 g7 a2 a3", "ring", "d3 e4 e5 d5 c4 c3"),
        ("havannah", 4, "d3 e4 e5 d5 c4 c3", "d4 d1 g7 a2 a3", "ring", "d3 e4 e5 d5 c4 c3"),
        ("havannah", 4, "d4 d3 e4 e5 d5 c4 c3", "a1 d1 g7 a2 a3 f7", "ring", "d3 e4 e5 d5 c4 c3"),
        # A larger ring, around two points.
        ("havannah", 4, "c2 d3 e4 e5 d5 c4 b3 b2", "a1 d1 g7 a2 a3 f7 d7", "ring", "c2 d3 e4 e5 d5 c4 b3 b2"),
        # Y 4: three edges; a corner is on two of them.
        ("y", 4, "a3 b3 c3 b4", "a1 a2 b2", "edges", "a3 b3 c3 b4"),
        ("y", 4, "a1 a2 a3 a4", "b2 b3 c3", "edges", "a1 a2 a3 a4"),
    ],
)
def test_every_way_to_win(name, size, moves, replies, win_type, won):
    mixed = with_replies(moves, replies)
    position = played(name, size, *mixed[:-1])
    assert (position.winner, position.win_type(), marked(position)) == (0, None, set())
    assert position.play(parse_point(position.field, mixed[-1]))
    assert (position.winner, position.win_type()) == (1, win_type)
    assert {point_name(position.field, point) for point in marked(position)} == set(won.split())
    assert position.is_over() and not position.is_draw()
    assert position.undo() >= 0 and position.winner == 0


@pytest.mark.parametrize(
    "moves, replies",
    [
        ("d3 e4 e5 d5 c4", "a1 d1 g7 a2"),  # a ring with a gap
        ("d4 d3 e4 e5 d5 c4", "c3 a1 d1 g7 a2"),  # five and the middle; the other side has the sixth
        ("b1 b2 b3 c3 c2 c1", "e7 d1 g7 a3 f7"),  # six in a heap, none with six neighbours
        ("b1 c1 e2 d2 d3", "e7 d7 g7 a3"),  # touches two edges only: b1 and c1 are the same one
        ("a1 b1 b2 a2", "e7 d7 g7"),  # one corner is no edge and no bridge
    ],
)
def test_no_win_in_havannah(moves, replies):
    position = played("havannah", 4, *with_replies(moves, replies))
    assert position.winner == 0 and position.win_type() is None


@pytest.mark.parametrize(
    "name, size, message",
    [
        ("hex", 16, "hex: size 16; expected 1 to 15"),
        ("havannah", 10, "havannah: size 10; expected 1 to 9"),
        ("y", 22, "y: size 22; expected 1 to 21"),
    ],
)
def test_a_size_that_does_not_fit_is_refused(name, size, message):
    with pytest.raises(ValueError) as error:
        GAMES[name].setup((size,))
    assert str(error.value) == message


@pytest.mark.parametrize(
    "name, size, first, after",
    [
        ("hex", 5, "d2", "d2"),
        ("hex", 5, "a1", "e5"),
        ("hex", 5, "b1", "e4"),
        ("havannah", 3, "b2", "b2"),
        ("y", 4, "a3", "a3"),
    ],
)
def test_the_swap_takes_over_the_first_stone_at_the_mirrored_point(name, size, first, after):
    position = played(name, size, first)
    swap = position.action("swap")
    assert swap == position.points and not position.may_swap() and not position.play(swap)  # an option
    position.swap_rule = True
    before = state_of(position)
    assert position.is_legal(swap) and position.play(swap)
    point = parse_point(position.field, after)
    assert position.cells[point] == 2 and sum(map(bool, position.cells)) == position.stones == 1
    assert position.empty == position.points - 1 and position.to_move == 1 and not position.play(swap)
    assert position.undo() == swap and state_of(position) == before


def test_there_is_no_swap_after_the_second_stone_or_a_win():
    position = played("hex", 4, "b2", "c3")
    position.swap_rule = True
    assert not position.may_swap()
    won = played("hex", 1, "a1")
    won.swap_rule = True
    assert won.winner == 1 and not won.may_swap()


PROGRAM = """
import micropython, sys
from glowgrid.games import discover

def play(position, moves, plies, random):
    while not position.is_over() and plies != position.plies:
        if plies:
            position.play(moves[position.plies])
            continue
        random = (random * 1103 + 12345) % 1000003
        point = random % position.points
        while not position.play(point):
            point = (point + 1) % position.points
        moves[position.plies - 1] = point
    return random

for game in discover()[0]:
    for size in game.sizes if game.engine == "groups" else ():
        position, random = game.setup(size), 12345
        moves, marks = bytearray(position.points), bytearray(position.points)
        for number in range(4):
            if sys.implementation.name == "micropython":
                micropython.heap_lock()
            random = play(position, moves, 0, random)
            plies = position.plies
            while position.undo() >= 0:
                pass
            play(position, moves, plies, 0)
            if sys.implementation.name == "micropython":
                micropython.heap_unlock()
            position.winning_points(marks)
            print(game.name, size, position.winner, position.win_type(), plies, list(position.touched), list(marks))
            while position.undo() >= 0:
                pass
"""


def test_unix_micropython_plays_the_same_games_and_play_and_undo_allocate_nothing():
    printed = on_unix_micropython(PROGRAM)
    assert len(printed) > 90 and printed == on_cpython(PROGRAM)
