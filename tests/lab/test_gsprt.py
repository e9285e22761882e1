"""The sequential tests of the arena: known values, and how often they are wrong in simulated matches."""

from math import log
from random import Random

import pytest

from tools.lab.arena.gsprt import Bounds, Gsprt, Wald, sequential_test, share_of


@pytest.mark.parametrize(
    "pairs, bounds, llr",
    [
        ((0, 0, 0, 0, 1), (0, 50), 0.1338),
        ((1, 2, 3, 4, 5), (0, 100), 1.7425),
        ((10, 30, 80, 40, 20), (0, 50), 1.1628),
        ((0, 0, 25, 3, 0), (100, 200), -11.3184),
        ((3, 10, 14, 30, 43), (-20, 20), 10.0928),
        ((100, 900, 2000, 1100, 120), (-20, 20), 78.9447),
    ],
)
def test_the_ratio_is_that_of_fishtest(pairs, bounds, llr):
    """LLR_logistic of https://github.com/official-stockfish/fishtest, stats/LLRcalc.py."""
    test = Gsprt(Bounds(*bounds))
    for halves, count in enumerate(pairs):
        for _ in range(count):
            test.add(halves / 2)
    assert test.llr() == pytest.approx(llr, abs=1e-4)


def test_wald_counts_games_and_a_draw_as_a_third():
    test = Wald(Bounds(0, 100))
    for points in (3, 0, 1 + 1 / 3):
        test.add(points)
    won, (even, stronger) = 4 + 1 / 3, (1 / 3, share_of(100, 3))
    assert test.llr() == pytest.approx(won * log(stronger / even) + (9 - won) * log((1 - stronger) / (1 - even)))


def simulated(bounds, elo, sides, random, advantage, draws):
    """Return which Elo a test accepts in a match of players who differ by `elo`, and after how many groups.

    advantage: what the first seat adds to the share of the points, and the last takes. draws: how many games that could
    go either way are drawn.
    """
    test, groups = sequential_test(bounds, sides), 0
    while test.accepted() is None:
        points = 0
        for seat in range(sides):
            share = share_of(elo, sides) + advantage * (1 - 2 * seat / (sides - 1))
            drawn = draws * min(share * sides, (1 - share) * sides / (sides - 1))
            at = random.random()
            points += 1 if at < share - drawn / sides else 1 / sides if at < share + drawn * (1 - 1 / sides) else 0
        test.add(points)
        groups += 1
    return test.accepted(), groups


@pytest.mark.parametrize("sides, advantage, draws, fixed", [(2, 0, 0, 18), (2, 0.2, 0.4, 18), (3, 0.1, 0.2, 12)])
@pytest.mark.parametrize("matches", [300, pytest.param(3000, marks=pytest.mark.long)])
def test_errors_are_as_rare_as_promised(sides, advantage, draws, fixed, matches):
    """Within three standard deviations. fixed: as many groups, a fixed number, would have the same errors."""
    bounds, random = Bounds(0, 150, alpha=0.1, beta=0.1), Random(1)
    for elo in bounds[:2]:
        found = [simulated(bounds, elo, sides, random, advantage, draws) for _ in range(matches)]
        wrong = sum(accepted != elo for accepted, _ in found) / matches
        assert wrong < 0.1 + 3 * (0.1 * 0.9 / matches) ** 0.5, elo
        assert sum(groups for _, groups in found) / matches < 0.8 * fixed
