"""An engine that is unloaded is gone, even where the garbage collector keeps something of it by mistake."""

from three_tiers import on_unix_micropython

# MicroPython's garbage collector takes any word for an address, so a function of an engine may stay: here `kept`.
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
    engine_for(games['hex'].setup((5,)))
    kept = overlay.load('glowgrid.search.groups.tree').list_weights if keeping else None
    engine_for(position)
    gc.collect()
    return gc.mem_free(), kept

free_after_hex(False)  # names that are new to MicroPython stay in memory
without, _ = free_after_hex(False)
keeping, kept = free_after_hex(True)
print(kept is not None, without - keeping)
"""


def test_a_function_that_stays_keeps_little_else_of_its_engine():
    kept, lost = on_unix_micropython(PROGRAM)[0].split()
    assert kept == "True" and int(lost) <= 4096
