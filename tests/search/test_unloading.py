"""An unloaded engine is gone, even if the garbage collector keeps a part of it by mistake."""

import pytest
from three_tiers import on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import overlay
from glowgrid.search import groups, lines

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


@pytest.mark.parametrize(
    "folder, most, count",
    [(folder, most, count) for folder, most in ((groups, 1), (lines, 2)) for count in (1, 2, 5)],
)
def test_each_step_of_loading_does_something_and_imports_few_modules(monkeypatch, folder, most, count):
    """Two modules of connection games in a step would take too long; a step without work is a tick lost."""
    done, steps = [], []
    monkeypatch.setattr(overlay, "load", done.append)
    monkeypatch.setattr(overlay, "collect", lambda: done.append("collect"))
    family = folder.__name__.rpartition(".")[2]
    names = [f"{family}.part_{number}" for number in range(count)]
    for _ in overlay.load_engine(names):
        steps.append(done[:])
        done.clear()
    overlay.unload_engine()
    imported = [[name for name in step if name != "collect"] for step in steps]
    assert all(steps) and max(map(len, imported)) == min(most, count)
    assert sum(imported, []) == [f"glowgrid.search.{name}" for name in names]
