"""The model of the cache between core and flash: hits, misses, and that it changes only the time."""

import pytest

from host_sim.pico import engine, fast

pytestmark = pytest.mark.skipif(not fast.built(), reason="no faster emulator: python -m host_sim.pico.build")
FLASH, SET, WAY = 0x10000000, 8, 8192  # bytes from one set to the next, and between lines of the same set
MISS = 48

# Reads in this order, each with whether it misses.
READS = {
    "the first read of a word misses, the next ones of any of its bytes hit": [(0, 1), (0, 0), (2, 0), (3, 0)],
    "the other half of the line is fetched by itself": [(0, 1), (4, 1), (0, 0), (4, 0)],
    "sets do not disturb each other": [(0, 1), (SET, 1), (0, 0), (SET, 0)],
    "a set holds two lines": [(0, 1), (WAY, 1), (0, 0), (WAY, 0)],
    "a third line takes the place of the older": [(0, 1), (WAY, 1), (0, 0), (2 * WAY, 1), (0, 0), (WAY, 1)],
    "a line that goes takes both its halves with it": [(0, 1), (4, 1), (WAY, 1), (2 * WAY, 1), (4, 1), (0, 1)],
    "RAM is no flash": [(0x10000000, 0), (0x10000000, 0)],
}


@pytest.mark.parametrize("reads", READS.values(), ids=READS)
def test_hits_and_misses(reads):
    cache = engine.flash_cache()
    assert [(at, cache.look(FLASH + at)) for at, _ in reads] == [(at, MISS * misses) for at, misses in reads]
    assert cache.misses == sum(misses for _, misses in reads)


def test_a_flush_empties_the_cache():
    cache = engine.flash_cache()
    cache.look(FLASH)
    cache.flush()
    assert cache.look(FLASH) == MISS
