"""An unloaded engine is gone, even if the garbage collector keeps a part of it by mistake."""

import pytest
from cases import long
from three_tiers import on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import overlay

GAMES = """
import gc
from glowgrid import overlay
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for, groups
games = {}
for game in discover()[0]:
    games[game.name] = game
"""
# MicroPython's garbage collector takes any word for an address, so a part of an engine may stay: here `kept`. By the
# same chance now and then it keeps what is none of it, so each loss is between two plain rounds, and the median counts.
STRAY = """
def free_after_hex(keeping=None):
    engine = engine_for(games['hex'].setup((5,)))
    kept = None
    if keeping == 'engine':
        engine.clear()
        kept = engine
    elif keeping:
        kept = overlay.load('glowgrid.search.groups.growth').list_weights
    engine = None
    engine_for(games['tic-tac-toe'].setup())
    gc.collect()
    return gc.mem_free(), kept

lost = []
free_after_hex()  # names that are new to MicroPython stay in memory
before, _ = free_after_hex()
for _ in range(5):
    free, kept = free_after_hex(%r)
    was_kept, kept = kept is not None, None
    after, _ = free_after_hex()
    lost.append((before + after) // 2 - free)
    before = after
print(was_kept, sorted(lost)[2])
"""
AGAIN = """
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
    assert on_unix_micropython(GAMES + AGAIN % (before,)) == ["True True"]


@pytest.mark.parametrize("what", [long("function"), "engine"])
def test_a_stray_part_of_an_engine_keeps_little_else_alive(what):
    kept, lost = on_unix_micropython(GAMES + STRAY % what)[0].split()
    assert kept == "True" and int(lost) <= 3072, lost


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("family, most", [("groups", 1), ("lines", 2)])
def test_each_step_of_loading_does_something_and_imports_few_modules(monkeypatch, family, most, count):
    """Two modules of connection games in a step would take too long; a step without work is a tick lost."""
    done, steps = [], []
    monkeypatch.setattr(overlay, "load", done.append)
    monkeypatch.setattr(overlay, "collect", lambda: done.append("collect"))
    names = [f"{family}.part_{number}" for number in range(count)]
    for _ in overlay.load_engine(names):
        steps.append(done[:])
        done.clear()
    overlay.unload_engine()
    imported = [[name for name in step if name != "collect"] for step in steps]
    assert all(steps) and max(map(len, imported)) == min(most, count)
    assert sum(imported, []) == [f"glowgrid.search.{name}" for name in names]
