"""A level takes its time on the emulated Pico, which is busy throughout: neither idle nor behind real time."""

import pytest

from tools.lab.levels import EARLY, TICK_MS, levels_of_all, nominal_ticks, think, time_of

MOST_LATE_MS = 40
LATE_MS = {("hex", (8,), 5): 150}
LEAST_BUSY = 0.9
# Their work costs less than estimated: on 7,7,5 positions of the search for who wins at the end of the game, on
# Hex 4 playouts (on Hex 6, whose tree is deeper, one costs more).
IDLE = {("mnk", (7, 7, 5), 5): 0.75, ("hex", (4,), 2): 0.85}


def every_level():
    """Yield every level of every game and size."""
    for game, size, level in levels_of_all():
        name = " ".join([game.name, *map(str, size)])
        yield pytest.param(game, size, level, id=f"{name}, level {level}")


@pytest.mark.long
@pytest.mark.parametrize("game, size, level", [*every_level()])
def test_a_level_takes_its_time(pico_image, game, size, level):
    found = think(game, size, level, pico_image)
    which, busy = (game.name, size, level), found.busy_ms / (TICK_MS * found.ticks)
    assert busy <= 1.05 and found.late_ms <= LATE_MS.get(which, MOST_LATE_MS), found
    if found.share > EARLY:
        assert 0.9 <= time_of(found) / (TICK_MS * nominal_ticks(game.setup(size), level)) <= 1.05, found
        assert busy >= IDLE.get(which, LEAST_BUSY), found
