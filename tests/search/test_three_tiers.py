"""The same limits give the same answer on CPython, MicroPython and the Pico; and a search allocates nothing.

One program text runs on all tiers, and all must print what CPython prints. It searches with the heap locked, so an
allocation on MicroPython raises MemoryError; but not on WebAssembly, where a kernel call takes memory.
"""

import pytest
from three_tiers import flashed, on_cpython, on_unix_micropython, on_webassembly

# Game, size, moves played first, (work, depth, rough, seed), every move or only the best.
FEW = [
    ["tic-tac-toe", [], [], [4_000, 250, 0, 1], False],
    ["tic-tac-toe", [], [4, 0], [9_000, 3, 1, 1], True],
    ["tic-tac-toe", [], [4, 0, 8], [4_000, 250, 0, 1], True],
    ["mnk", [5, 5, 4], [12, 6], [3_000, 250, 0, 1], False],
    ["mnk", [8, 8, 5], [27, 0, 28, 7, 29], [60_000, 250, 0, 1], False],
    ["three-player", [], [5, 6, 9, 10, 0, 1, 4, 8], [20_000, 250, 0, 1], False],
    ["three-player", [], [5, 6, 9, 10, 0, 1, 4, 8], [8_000, 250, 0, 1], True],
]
MANY = (
    FEW
    + [
        [game, size, moves, limits, every]
        for game, size in (("tic-tac-toe", []), ("mnk", [4, 3, 3]), ("three-player", []), ("fano", []))
        for moves in ([], [0], [0, 3, 1, 4])
        for limits in ([40_000, 1, 1, 1], [200_000, 2, 1, 1], [150_000, 6, 0, 1])
        for every in (False, True)
    ]
    + [
        ["tic-tac-toe", [], moves, [work, depth, rough, seed], every]
        for moves in ([], [0], [4, 1, 2], [0, 1, 3, 6, 4])
        for work, depth, rough, seed in ((25, 250, 0, 1), (7_000, 3, 1, 5), (50_000, 250, 0, 1))
        for every in (False, True)
    ]
    + [
        ["mnk", size, moves, [work, depth, rough, 9], every]
        for size in ([3, 4, 3], [5, 4, 4], [8, 8, 5], [15, 15, 5], [4, 4, 1])
        for moves in ([], [1, 2, 6], [0, 5, 1, 6])
        for work, depth, rough, every in ((20_000, 250, 0, False), (90_000, 3, 1, True), (70_000, 250, 0, True))
    ]
    + [
        ["three-player", [], moves, [work, depth, rough, 3], every]
        for moves in ([], [5], [5, 6, 9, 10], [0, 15, 5, 10, 3, 12], [5, 6, 9, 10, 0, 1, 4])
        for work, depth, rough, every in (
            (5_000, 250, 0, False),
            (400_000, 2, 1, True),
            (400_000, 250, 0, False),
            (150_000, 250, 0, True),
        )
    ]
)

PROGRAM = """
import gc, micropython
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for
games = {}
for game in discover()[0]:
    games[game.name] = game

def run(name, size, moves, limits, every):
    position = games[name].setup(tuple(size))
    for point in moves:
        position.play(point)
    engine = engine_for(position)
    engine.start(position, Limits(*limits), every)
    gc.collect()
    before = LOCKED and hasattr(gc, 'mem_alloc') and gc.mem_alloc()
    if LOCKED:
        micropython.heap_lock()
    try:
        while not engine.step(7_700):
            pass
    finally:
        if LOCKED:
            micropython.heap_unlock()
    if before != (LOCKED and hasattr(gc, 'mem_alloc') and gc.mem_alloc()):
        print('the search allocated')
    v = engine.verdict
    rows = list(v.outcomes), list(v.plies), list(v.estimates)
    print([v.best, v.score, v.work, v.nodes, v.depth, v.proven, rows])

for case in CASES:
    run(*case)
"""


def program(cases, locked=True):
    return "CASES, LOCKED = %r, %r\n%s" % (cases, locked, PROGRAM)


@pytest.mark.parametrize("cases", [MANY[::4], pytest.param(MANY, marks=pytest.mark.long)], ids=["some", "many"])
def test_unix_micropython_answers_as_cpython_does_and_allocates_nothing(cases):
    assert on_unix_micropython(program(cases)) == on_cpython(program(cases))


@pytest.mark.parametrize("cases", [FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"])
def test_webassembly_answers_as_cpython_does(cases):
    assert on_webassembly(program(cases, locked=False)) == on_cpython(program(cases))


@pytest.mark.emulator
def test_the_pico_answers_as_cpython_does_and_allocates_nothing(pico_image):
    def answers(pico):
        began = pico.now_ns
        printed = pico.exec(program(FEW)).splitlines()
        return printed, (pico.now_ns - began) / 1e9

    printed, seconds = flashed(pico_image).forked(answers)
    assert printed == on_cpython(program(FEW))
    assert seconds < 3, f"{seconds:.2f} emulated seconds: too dear for the test suite"
