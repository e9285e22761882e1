"""Exact values of Hex up to 7x7: the solver of the handheld as a library of this machine, with large tables.

    exact = HexValues(7)
    exact.wins(cells, to_move)      # the points that win

The kernels are those of the device (firmware/glowgrid/search/groups/hex_proof.py), so what is proven here is proven by
the same rules there. tests/search/test_hex_values.py compares them with judges that share no code with them.
"""

from array import array
from pathlib import Path
from types import SimpleNamespace

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.memory import words
from glowgrid.search.groups.hex_solver import HexSolver

from ..compile.native.host import Pinned, library
from ..paths import FIRMWARE, ROOT

STEPS = 1_000_000  # of the search in one call: a few tenths of a second, then Ctrl-C is heard
_ENTRY_BYTES = 40
_MORE = 3000  # entries: room for the full connections, as if they were there, too
_MODULE = "glowgrid.search.groups.hex_proof"
CODE = (
    Path(__file__),
    FIRMWARE / "glowgrid" / "memory.py",
    *sorted((FIRMWARE / "glowgrid" / "search" / "groups").glob("hex_*.py")),
    *(ROOT / "tools" / "compile" / "native" / f"{name}.py" for name in ("translate", "compiler", "kernels", "host")),
)  # for jobs, runs/job.py


class HexValues:
    """Who wins a position of Hex. What one search finds serves the next ones.

    size        points on a side, 1 to 7
    table_bits  2 ** table_bits positions are kept, 40 bytes each

    Positions are bytes of size * size cells: 0, or the side with a stone there. Side 1 joins the first and last row.
    """

    def __init__(self, size, table_bits=20):
        memory = SimpleNamespace(
            words=words(20_000), lookup=bytearray(500_000), table=words(200_000), halves=bytearray(10_000)
        )
        most = bytes((24, 8, 16, 12, size * size, table_bits - 2))  # see hex_links.py
        solver = HexSolver(memory, most)
        solver.buffers[3] = array("i", bytes(_ENTRY_BYTES * ((1 << table_bits) + _MORE)))
        self._pinned = Pinned(solver.buffers)
        self._size, self._points = size, size * size
        names = "begin", "search", "note", "next_move", "fill_rows"
        self._begin, self._search, self._note, self._next_move, self._fill_rows = [library(_MODULE, n) for n in names]

    def value(self, cells, to_move):
        """Return whether the side to move (1 or 2) wins."""
        return self.best(cells, to_move) >= 0

    def best(self, cells, to_move):
        """Return a point that wins for the side to move, -1 if there is none."""
        self._decide(cells, to_move)
        return next(iter(self._winning(cells, to_move)), -1)

    def wins(self, cells, to_move):
        """Return the list of all points that win for the side to move."""
        self._decide(cells, to_move)
        while self._next_move(self._pinned) >= 0:
            self._finish()
        return self._winning(cells, to_move)

    def _decide(self, cells, to_move):
        self._begin(to_move, self._size, self._pinned, bytearray(cells))
        self._finish()

    def _finish(self):
        while not self._search(STEPS, self._pinned):
            pass
        self._note(self._pinned)

    def _winning(self, cells, to_move):
        outcomes, estimates = bytearray(self._points), bytearray(self._points)
        self._fill_rows(to_move, self._pinned, bytearray(cells), outcomes, estimates)
        return [point for point in range(self._points) if outcomes[point] == to_move]
