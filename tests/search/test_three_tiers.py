"""The same limits give the same answer on CPython, MicroPython and the Pico; and a search allocates nothing.

One program text runs on all tiers, and all must print what CPython prints. It searches with the heap locked, so an
allocation on MicroPython raises MemoryError; but not on WebAssembly, where a kernel call takes memory.
"""

import pytest
from compiled import own_games
from three_tiers import flashed, on_cpython, on_unix_micropython, on_webassembly

from glowgrid import games

OWN = own_games()
A1, B1, C1, A2, B2, C2, A3, B3, C3 = range(9)

# Game, size, moves played first, limits (work, depth, rough, seed), how: every move, with the swap rule, blind.
LINES = [
    ["tic-tac-toe", [], [], [4_000], ""],
    ["tic-tac-toe", [], [B2, A1], [9_000, 3, 1], "every"],
    ["tic-tac-toe", [], [B2, A1, C3], [4_000], "every"],
    ["mnk", [5, 5, 4], [12, 6], [3_000], ""],
    ["mnk", [8, 8, 5], [27, 0, 28, 7, 29], [60_000], ""],
    ["three-player", [], [5, 6, 9, 10, 0, 1, 4, 8], [20_000], ""],
    ["three-player", [], [5, 6, 9, 10, 0, 1, 4, 8], [8_000], "every"],
]
MORE_LINES = (
    [
        [game, size, moves, limits, how]
        for game, size in (("tic-tac-toe", []), ("mnk", [4, 3, 3]), ("three-player", []), ("fano", []))
        for moves in ([], [0], [0, 3, 1, 4])
        for limits in ([25], [40_000, 1, 1], [200_000, 2, 1, 5], [150_000, 6])
        for how in ("", "every")
    ]
    + [
        ["mnk", size, moves, limits, how]
        for size in ([3, 4, 3], [5, 4, 4], [8, 8, 5], [15, 15, 5], [4, 4, 1])
        for moves in ([], [1, 2, 6], [0, 5, 1, 6])
        for limits, how in (([20_000], ""), ([90_000, 3, 1, 9], "every"), ([70_000], "every"))
    ]
    + [
        ["three-player", [], moves, limits, how]
        for moves in ([], [5], [5, 6, 9, 10], [0, 15, 5, 10, 3, 12], [5, 6, 9, 10, 0, 1, 4])
        for limits, how in (([5_000], ""), ([400_000, 2, 1, 3], "every"), ([400_000], ""), ([150_000], "every"))
    ]
)
GROUPS = [
    ["hex", [6], [35, 14, 2], [10_000], "swap every"],  # the book
    ["hex", [6], [15, 20, 21, 26], [1_000_000], ""],  # the proof
    ["hex", [8], [], [6_000, 250, 1, 3], "swap every"],
    ["havannah", [4], [18], [11_000], "swap"],
    ["hex", [4], [0, 5], [100_000], "every"],
    ["hex", [7], [24, 25, 17, 30, 38, 23, 45, 16, 31, 32, 18, 40, 10, 9, 11, 39], [100_000], ""],
    ["havannah", [3], [0, 9, 3, 14, 5, 12], [100_000], "every"],
]
MORE_GROUPS = [
    *[
        ["hex", [size], moves, [60_000], "swap every"] for size in (6, 7) for moves in ([], [2], [24, 17, 40])
    ],  # the book
    ["hex", [5], [12, 6], [11_000], ""],
    ["hex", [5], [12, 7, 11, 16, 3], [1_000_000], ""],
    ["hex", [5], [12, 7, 6, 11, 16, 17], [1_000_000], "every"],
    ["hex", [6], [14, 21, 15, 22, 9, 27, 20, 13, 8, 26, 25, 19, 33, 31], [1_000_000], "every"],
    ["hex", [6], [14, 20, 15, 26, 8, 9, 21], [1_000_000], ""],
    ["hex", [7], [24, 25, 17, 30, 38, 23, 45, 16, 31, 32], [1_000_000], ""],
    ["hex", [11], [60, 45], [6_500, 250, 1, 3], "every"],
    ["havannah", [3], [4], [14_000], "every"],
    ["havannah", [3], [9, 3, 5, 14, 13, 8], [1_000_000], ""],
    ["havannah", [8], [80, 81], [17_000], ""],
    ["y", [5], [7], [7_500], "swap"],
    ["y", [5], [7, 4, 8, 12], [1_000_000], ""],
]
BLIND = [
    ["phantom-tic-tac-toe", [], [B2, B2, A1, A1, C1], [100_000], "blind"],
    ["dark-hex", [4], [5, 5, 6, 6, 9, 9], [100_000], "blind"],
]
SOON_ON_THE_PICO = [LINES[0], GROUPS[3], GROUPS[1]]  # of each family, and the proof
ANY_RULES = [  # games of tests/own_games
    ["misere", [], [B2, A1, C1, A3], [100_000], "every"],
    ["avoid", [], [B2, A1, C1, A3], [100_000], "every"],
    ["gravity", [], [12, 13, 14, 8, 9, 10], [100_000], ""],
    ["passing", [2, 2], [0, 4], [100_000], "every"],
    ["three-misere", [], [0, 4], [60_000], "every"],
    ["fenced", [], [0, 1, 6, 2], [60_000], "every"],  # these three are solved, and sides that are stuck matter
    ["apart", [], [1, 10, 8], [60_000], "every"],
    ["three-apart", [], [6, 2, 1, 5, 0], [60_000], "every"],
]
MORE_RULES = [
    *[["misere", [], [A1, C3, B1], limits, how] for limits in ([3_000], [400_000, 3]) for how in ("", "every")],
    *[["gravity", [], [12, 8], limits, how] for limits in ([60_000, 250, 1, 3], [100_000]) for how in ("", "every")],
    *[["passing", [2, 3], moves, [200_000], how] for moves in ([], [0, 6, 2]) for how in ("", "every")],
    ["blind", [], [A1, C3, B2, B3], [1_000_000], "blind"],
    ["blind", [], [B2], [300_000], "blind"],
    ["veiled", [], [A1, B2], [300_000], "blind"],
]

PROGRAM = """
import gc, micropython
import glowgrid.games
from glowgrid.search import Limits, Memory, engine_for, next_best
memory = Memory()
games = {}

def run(name, size, moves, limits, how):
    position = games[name].setup(tuple(size))
    position.swap_rule = 'swap' in how
    for point in moves:
        position.play(point)
    blind = 'blind' in how
    engine = engine_for(position, memory, blind=blind)
    locked, limits, every = LOCKED and not blind, Limits(*limits), 'every' in how
    opens_file = hasattr(position, 'tables') and getattr(position.tables, 'solved', None)
    if opens_file:
        engine.start(position, limits, every)
    gc.collect()
    before = locked and hasattr(gc, 'mem_alloc') and gc.mem_alloc()
    if locked:
        micropython.heap_lock()
    try:
        if not opens_file:
            engine.start(position, limits, every)
        while not engine.step(7_700):
            pass
    finally:
        if locked:
            micropython.heap_unlock()
    if before != (locked and hasattr(gc, 'mem_alloc') and gc.mem_alloc()):
        print('the search allocated')
    v = engine.verdict
    print([name, engine.blind, v.best, v.score, v.work, v.nodes, v.depth, v.proven])
    print(v.carrier and list(v.carrier), list(v.outcomes), list(v.plies), list(v.estimates))
    print(blind and [next_best(position, engine, v.best)])

def run_all(folder, cases):
    for game in glowgrid.games.discover(folder)[0]:
        games[game.name] = game
    for case in cases:
        run(*case)

run_all(glowgrid.games.FOLDER, CASES)
glowgrid.games.__path__ = PATH  # modules of games are imported as glowgrid.games.NAME
run_all(FOLDER, OWN_CASES)
"""
HERE = f"FOLDER, PATH = {str(OWN)!r}, {[str(OWN)]!r}\n"
ON_UNIX = f"FOLDER = PATH = {str(OWN)!r}\n"
IN_ONE_FOLDER = "from glowgrid.games import FOLDER, __path__ as PATH\n"


def program(cases, own=(), locked=True):
    """Return the text that runs cases of the games that everybody has, then of own ones; it needs one of the heads."""
    return f"CASES, OWN_CASES, LOCKED = {cases}, {own}, {locked}\n{PROGRAM}"


@pytest.fixture(autouse=True)
def path_of_games(monkeypatch):
    monkeypatch.setattr(games, "__path__", games.__path__)


@pytest.mark.parametrize(
    "cases, own",
    [
        (LINES + MORE_LINES[::8], []),
        pytest.param(MORE_LINES, [], marks=pytest.mark.long),
        (GROUPS[:5], []),
        pytest.param(GROUPS + MORE_GROUPS, [], marks=pytest.mark.long),
        (BLIND, ANY_RULES),
        pytest.param(BLIND, ANY_RULES + MORE_RULES, marks=pytest.mark.long),
    ],
    ids=["lines", "more lines", "groups", "more groups", "any rules", "more rules"],
)
def test_unix_micropython_answers_as_cpython_does_and_allocates_nothing(cases, own):
    text = program(cases, own)
    printed = on_unix_micropython(ON_UNIX + text)
    assert printed == on_cpython(HERE + text) and len(printed) == 3 * len(cases + own)


@pytest.mark.parametrize("cases", [LINES, pytest.param(LINES + MORE_LINES, marks=pytest.mark.long)], ids=len)
def test_webassembly_answers_as_cpython_does(cases):
    text = program(cases, locked=False)
    assert on_webassembly(IN_ONE_FOLDER + text) == on_cpython(HERE + text)


@pytest.mark.parametrize(
    "cases, own",
    [(SOON_ON_THE_PICO, ANY_RULES[:1]), pytest.param(LINES + GROUPS + BLIND, ANY_RULES, marks=pytest.mark.long)],
    ids=["few", "all"],
)
def test_the_pico_answers_as_cpython_does_and_allocates_nothing(pico_image, cases, own):
    files = {f"/glowgrid/games/{path.name}": path.read_bytes() for path in OWN.iterdir() if path.is_file()}

    def answers(pico):
        for path, data in files.items():
            pico.exec(f"with open({path!r}, 'wb') as file:\n    file.write({data!r})")
        began = pico.now_ns
        printed = pico.exec(IN_ONE_FOLDER + text).splitlines()
        return printed, (pico.now_ns - began) / 1e9

    text = program(cases, own)
    printed, seconds = flashed(pico_image).forked(answers)
    assert printed == on_cpython(HERE + text)
    assert seconds < 10, f"{seconds:.2f} emulated seconds: too dear for the test suite"
