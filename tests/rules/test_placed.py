"""Positions that begin from stones are the positions that moves lead to, and more."""

import random

import pytest
from all_games import GAMES

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.placed import handed, place, read, standing

SIZES = {"hex": (4,), "havannah": (3,), "y": (5,), "mnk": (4, 4, 3), "tic-tac-toe": (), "three-player": (), "fano": ()}


def played(game, size, plies, chance):
    """A position after a number of random moves, or fewer."""
    position = game.setup(size)
    while position.plies < plies and not position.is_over():
        position.play(chance.choice([move for move in range(position.moves) if position.is_legal(move)]))
    return position


def placed(game, size, position):
    """The same position, begun from its stones."""
    return place(game.setup(size), standing(position), position.to_move)


@pytest.mark.parametrize("name", SIZES)
def test_stones_make_the_position_that_moves_make(name):
    chance, game, size = random.Random(name), GAMES[name], SIZES[name]
    for _ in range(30):
        moved = played(game, size, chance.randrange(40), chance)
        stood = placed(game, size, moved)
        assert (stood.plies, stood.undo()) == (0, -1)
        assert (stood.cells, stood.to_move, stood.stones) == (moved.cells, moved.to_move, moved.stones)
        assert (stood.winner, stood.is_over(), stood.win_type()) == (moved.winner, moved.is_over(), moved.win_type())
        marks = bytearray(moved.points), bytearray(moved.points)
        moved.winning_points(marks[0]), stood.winning_points(marks[1])
        assert any(marks[1]) == bool(moved.winner)
        while not moved.is_over():
            move = chance.choice([move for move in range(moved.points) if moved.is_legal(move)])
            assert moved.play(move) and stood.play(move)
            assert (stood.winner, stood.win_type(), stood.to_move) == (moved.winner, moved.win_type(), moved.to_move)
        while stood.undo() >= 0:
            pass
        assert stood.cells == stood.placed[0] if stood.placed else not any(stood.cells)
        fresh = stood.fresh()
        fresh.become(stood)
        assert (fresh.cells, fresh.to_move, fresh.winner) == (stood.cells, stood.to_move, stood.winner)


def test_any_numbers_and_any_side_to_move():
    game = GAMES["hex"]
    stood = place(game.setup((3,)), {0: 2, 1: 2, 2: 2}, 2)
    assert (stood.winner, stood.win_type(), stood.is_over()) == (2, "edges", True)
    stood = place(game.setup((3,)), {0: 2, 1: 2}, 2)
    assert not stood.is_over() and stood.play(2) and stood.winner == 2 and stood.undo() == 2 and stood.undo() == -1
    assert not stood.winner
    other = handed(stood, 1)
    assert (other.to_move, other.cells) == (1, stood.cells) and handed(other, 1) is other
    with pytest.raises(ValueError, match="more than one side has won"):
        place(GAMES["tic-tac-toe"].setup(), {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2}, 1)
    for stones, side in (({9: 1}, 1), ({0: 3}, 1), ({0: 1}, 3)):
        with pytest.raises(ValueError, match="expected"):
            place(game.setup((3,)), stones, side)


def test_a_side_to_move_that_is_no_single_digit_of_a_side_is_refused():
    position = GAMES["three-player"].setup()
    assert [read("a1 / b2, %d to move" % side, position)[1] for side in (1, 2, 3)] == [1, 2, 3]
    for named in ("12", "123", "23", "01", "0", "4", "-1", "one"):
        with pytest.raises(ValueError):
            read("a1 / b2, %s to move" % named, position)


def test_a_ring_that_stands_has_won_and_is_shown():
    game = GAMES["havannah"]
    field = game.setup((3,)).field
    ring = [field.point_at(column, row) for column, row in ((1, 1), (2, 1), (3, 2), (3, 3), (2, 3), (1, 2))]
    stood = place(game.setup((3,)), dict.fromkeys(ring, 1) | {field.point_at(2, 2): 1}, 2)
    marks = bytearray(stood.points)
    stood.winning_points(marks)
    assert (stood.winner, stood.win_type()) == (1, "ring") and [
        point for point, one in enumerate(marks) if one
    ] == sorted(ring)


def test_a_stone_that_stood_before_the_game_is_not_taken_over():
    stood = place(GAMES["hex"].setup((3,)), {}, 2)
    stood.swap_rule = True
    assert not stood.may_be_taken_over() and stood.play(4) and stood.to_move == 1 and not stood.may_swap()
    begun = place(GAMES["hex"].setup((3,)), {}, 1)
    begun.swap_rule = True
    assert begun.may_be_taken_over() and begun.play(4) and begun.may_swap()
