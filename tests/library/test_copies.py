"""Copies and pickles of games and positions, as programs that search or work in many processes make them."""

import copy
import pickle

import pytest
import source

import glowgrid

OWN = str(source.ROOT / "tests/own_games/passing.py")
POSITIONS = [
    lambda: played(glowgrid.game("tic-tac-toe"), "b2 a1"),
    lambda: played(glowgrid.game("hex", 4, swap=True), "b2 swap a1"),
    lambda: played(glowgrid.game("three-player"), "b2 a1 c3"),
    lambda: played(glowgrid.game("dark-hex", 4), "a1 a1 b2 b2"),
    lambda: played(glowgrid.game(OWN), "a1 b2"),
    lambda: played(glowgrid.parse("hex 5: a4 c1 / b2 d3, 2 to move"), "c3"),
    lambda: glowgrid.parse("hex 3: a1 / a2 b2 c2, 1 to move"),
]


def played(begin, moves):
    position = begin.start() if isinstance(begin, glowgrid.Game) else begin
    for move in moves.split():
        position.play(move)
    return position


@pytest.mark.parametrize("make", POSITIONS)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_copy_is_equal_and_goes_its_own_way(make, copied):
    position = make()
    other = copied(position)
    assert other == position and other.history == position.history and str(other) == str(position)
    assert other.legal_moves() == position.legal_moves() and other.winner == position.winner
    if not position.is_over():
        other.play(other.legal_moves()[-1])
        assert other != position and make() == position


def test_what_a_side_sees_is_neither_copied_nor_pickled():
    seen = glowgrid.game("dark-hex", 4).start().view(1)
    for copied in copy.deepcopy, pickle.dumps:
        with pytest.raises(glowgrid.Error, match="what side 1 sees"):
            copied(seen)
