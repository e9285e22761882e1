"""An unloaded engine is gone, even if the garbage collector keeps a part of it by mistake."""

import pytest
from three_tiers import on_unix_micropython

# MicroPython's garbage collector takes any word for an address, so a part of an engine may stay: here `kept`.
PROGRAM = """
import gc
from glowgrid import overlay
from glowgrid.games import discover
from glowgrid.search import engine_for
games = {}
for game in discover()[0]:
    games[game.name] = game
position = games['tic-tac-toe'].setup()

def free_after_hex(keeping):
    engine = engine_for(games['hex'].setup((5,)))
    kept = None
    if keeping == 'engine':
        engine.clear()
        kept = engine
    elif keeping:
        kept = overlay.load('glowgrid.search.groups.growth').list_weights
    engine = None
    engine_for(position)
    gc.collect()
    free = gc.mem_free()
    gc.collect()  # a stray word may have kept the text of a module, which is read whole
    return max(free, gc.mem_free()), kept

free_after_hex(None)  # names that are new to MicroPython stay in memory
before, _ = free_after_hex(None)
without, _ = free_after_hex(None)
keeping, kept = free_after_hex(%r)
# On unix each function of machine code leaves a few bytes for good: what a plain round loses does not count.
print(kept is not None, (without - keeping) - (before - without))
"""


AGAIN = """
from glowgrid import overlay
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for, groups
games = {}
for game in discover()[0]:
    games[game.name] = game
position = games['hex'].setup((4,))
for names in %r:
    if names == 'again':
        names = groups.parts(position)
    for _ in overlay.load_engine(names):
        pass
engine = engine_for(position)
engine.start(position, Limits(200_000))
while not engine.step(20_000):
    pass
print(engine.verdict.proven, engine.verdict.score > 0)
"""
OTHER = ["lines.layout", "lines.stones"]
SOLVER = ["groups.swap", "groups.hex_proof", "groups.hex_solver"]  # alone, as for what is imagined


@pytest.mark.parametrize("before", [["again"], ["again", "again"], [SOLVER], ["again", OTHER]], ids=str)
def test_an_engine_keeps_the_modules_that_its_own_import(before):
    """Kernels that only kernels call lie in modules that no engine names. Code whose module is emptied fails."""
    assert on_unix_micropython(AGAIN % (before,)) == ["True True"]


@pytest.mark.parametrize("what", ["function", "engine"])
def test_a_stray_part_of_an_engine_keeps_little_else_alive(what):
    kept, lost = on_unix_micropython(PROGRAM % what)[0].split()
    assert kept == "True" and int(lost) <= 3072, lost
