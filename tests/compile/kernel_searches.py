"""For CPython, MicroPython on unix and the Pico: search random positions.

Now and then it prints a checksum of everything that kernels have touched: the output is the same wherever kernels do
the same, whichever compiler built them.
"""

import sys
from array import array
from binascii import crc32

from glowgrid.games import discover
from glowgrid.search import Limits, engine_for

GAMES = {}
for game in discover()[0]:
    GAMES[game.name] = game


class Random:
    """The same numbers everywhere (D. E. Knuth's generator; the upper bits of its lowest 30)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, end):
        self.state = (self.state * 1664525 + 1013904223) & 0x3FFFFFFF
        return (self.state >> 12) % end

    def fill(self, buffer, end):
        for i in range(len(buffer)):
            buffer[i] = self.below(end)
        return buffer

    def bytes(self, count, end=256):
        return self.fill(bytearray(count), end)

    def words(self, count, end=1 << 18):
        return self.fill(array("i", bytes(4 * count)), end)


def checksum(what):
    """Return a checksum of all numbers and buffers in an object and in everything it holds.

    It ignores the names of attributes: on the Pico private ones have other names, in another order.
    """
    seen, total, to_do = [], 0, [(0, what)]
    while to_do:
        place, each = to_do.pop()
        if isinstance(each, (bytes, bytearray, array)):
            total += crc32(each, place)
        elif isinstance(each, (int, bool)):
            total += crc32(b"%d" % int(each), place)
        elif isinstance(each, (list, tuple)):
            to_do.extend(enumerate(each))
        elif hasattr(each, "__dict__") and not callable(each) and type(each) is not type(sys) and id(each) not in seen:
            seen.append(id(each))
            for name in each.__dict__:
                to_do.append((0, each.__dict__[name]))
    return total & 0xFFFFFFFF


# Game, size, how many moves are played first at most; whether all rows of the verdict are wanted.
SEARCHES = (
    ("tic-tac-toe", (), 4, False),
    ("tic-tac-toe", (), 3, True),
    ("fano", (), 3, True),
    ("mnk", (5, 4, 4), 6, False),
    ("mnk", (5, 5, 4), 6, True),
    ("mnk", (8, 8, 5), 12, False),
    ("mnk", (8, 8, 5), 12, True),
    ("three-player", (), 3, False),
    ("three-player", (), 9, False),
    ("three-player", (), 9, True),
    ("hex", (4,), 6, True),
    ("hex", (5,), 9, False),
    ("hex", (6,), 14, False),
    ("hex", (8,), 12, False),
    ("hex", (8,), 50, True),
    ("havannah", (2,), 3, True),
    ("havannah", (3,), 8, False),
    ("havannah", (4,), 14, False),
    ("y", (5,), 8, False),
    ("hex", (4,), 0, True),
)


def search(number, times, work):
    """Search random positions of SEARCHES[number] in slices of random length."""
    random = Random(number + 2)
    name, size, most, every = SEARCHES[number]
    engine = None
    for _ in range(times):
        position = random_position(GAMES[name].setup(size), random, most)
        engine = engine or engine_for(position)
        engine.start(position, Limits(work, 250, 0, 1 + random.below(99)), every)
        slices = 0
        while not engine.step(300 + random.below(6000)):
            slices += 1
            if not slices % 5:
                print(name, slices, checksum(engine.stages))
        verdict = engine.verdict
        print(name, size, verdict.best, verdict.score, verdict.proven, verdict.work, verdict.nodes)
        print(checksum([verdict, engine.stages]))


def random_position(position, random, most):
    for _ in range(random.below(most + 1)):
        position.play(random.below(position.points))
        if position.is_over():
            position.undo()
    return position
