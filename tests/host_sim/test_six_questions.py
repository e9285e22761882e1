"""Values, w_star, w_k, m_hat, hint and coach agree on a position, with and without the swap rule."""

import pytest

from tools.lab.answers import KINDS, every_position, faults, random_positions, talk_of

SOON = ("hex", (4,), False), ("hex", (4,), True), ("havannah", (3,), True), ("y", (4,), False)
assert {(name, size) for name, size, _ in SOON} <= {*KINDS}


def check(name, size, swap, positions, truth=None, coach_every=1):
    """`positions`: lists of moves."""
    talk = talk_of(name, size, swap)
    for number, moves in enumerate(positions):
        found = faults(talk, name, size, moves, truth, number % coach_every == 0)
        assert not found, (name, size, swap, moves, found[:3])


@pytest.mark.parametrize("swap", [False, True])
def test_all_agree_on_positions_of_hex_3_and_with_brute_force(swap):
    positions = every_position("hex", (3,), swap)
    assert len(positions) > 4000
    check("hex", (3,), swap, positions[:14] + positions[14::200], {})


@pytest.mark.long
@pytest.mark.parametrize("swap", [False, True])
def test_all_agree_on_every_position_of_hex_3(swap):
    check("hex", (3,), swap, every_position("hex", (3,), swap), {}, coach_every=20)


@pytest.mark.parametrize(
    "name, size, swap",
    [
        pytest.param(name, size, swap, marks=[] if (name, size, swap) in SOON else pytest.mark.long)
        for name, size in KINDS
        for swap in (False, True)
    ],
    ids=str,
)
def test_all_agree_on_random_positions(name, size, swap):
    check(name, size, swap, random_positions(name, size, swap, 4, 1))


@pytest.mark.long
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("name, size", KINDS, ids=str)
def test_all_agree_on_many_random_positions(name, size, swap):
    check(name, size, swap, random_positions(name, size, swap, 40, 2), coach_every=4)
