"""Who wins within k plies, w_k, against brute force over the rules: exact, or unknown."""

import pytest

from tools.lab.within import KINDS, positions


def judge(kind, number, seed):
    known = 0
    for moves, wrong, share in positions(kind, number, seed):
        assert not wrong, (kind, moves)
        known += share
    return known / number


@pytest.mark.parametrize("number", [3, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_w_k_is_exact(kind, number):
    assert judge(kind, number, 1) == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_w_k_is_exact_on_many_positions(kind):
    assert judge(kind, 200, 2) == 1
