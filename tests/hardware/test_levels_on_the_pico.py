"""A level takes its time on the emulated Pico, which is busy throughout: neither idle nor behind real time."""

import pytest

from glowgrid.games import discover
from tools.lab.levels import EARLY, TICK_MS, nominal_ticks, think, time_of

pytestmark = pytest.mark.emulator

GAMES = {game.name: game for game in discover()[0]}
MOST_LATE_MS = 40
LEAST_BUSY = 0.9
long = pytest.mark.long


@pytest.mark.parametrize(
    "game, size, level, busy",
    [
        ("hex", (7,), 2, LEAST_BUSY),
        pytest.param("hex", (7,), 3, LEAST_BUSY, marks=long),
        pytest.param("havannah", (5,), 3, LEAST_BUSY, marks=long),
        pytest.param("hex", (9,), 3, LEAST_BUSY, marks=long),
        pytest.param("y", (14,), 2, LEAST_BUSY, marks=long),
        pytest.param("hex", (14,), 4, LEAST_BUSY, marks=long),
        pytest.param("havannah", (4,), 3, LEAST_BUSY, marks=long),
        pytest.param("havannah", (8,), 4, LEAST_BUSY, marks=long),
        pytest.param("mnk", (8, 8, 5), 5, LEAST_BUSY, marks=long),
        pytest.param("mnk", (7, 7, 4), 4, 0.87, marks=long),  # 88%: 0.7 s of threats, then it is proven
        pytest.param("three-player", (), 5, LEAST_BUSY, marks=long),
    ],
)
def test_a_level_takes_its_time(pico_image, game, size, level, busy):
    found = think(GAMES[game], size, level, pico_image)
    if found.share > EARLY:
        assert 0.9 <= time_of(found) / (TICK_MS * nominal_ticks(GAMES[game].setup(size), level)) <= 1.05, found
    assert busy <= found.busy_ms / (TICK_MS * found.ticks) <= 1.02, found
    assert found.late_ms <= MOST_LATE_MS, found
