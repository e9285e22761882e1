"""Our solver of Hex alone, for `python -m tools suites`. Unix MicroPython runs this, or CPython where there is none.

It answers each line of JSON with a line. {"size", "moves", "nodes", "what"}: `what` is "wins", the points that win for
the side to move, or null if more than half of the moves do or the solver needs more nodes; or "win", one of them, -1 if
there is none. As `solver_program.py book SIZE` it prints the book of a size instead.
"""

import json
import sys
from array import array

from glowgrid.games import hex
from glowgrid.search import NO_MOVE, Engine, Limits
from glowgrid.search.groups import hex_narrow, hex_wide
from glowgrid.search.groups.hex_solver import HexSolver
from glowgrid.search.verdict import SURE_LOSS

SLICE = 1_000_000  # units of work between two looks at how many moves win
ENOUGH = 1_000_000_000
TABLE = 1 << 20  # words: as much as a host has
WIDEST_NARROW = 5


class Solver:
    """The solver for one size."""

    def __init__(self, size, book=True):
        self.size = size
        self.position = position = hex.setup(size)
        kernels = hex_narrow if size <= WIDEST_NARROW else hex_wide
        stack = bytearray(128 * position.points + 256)
        stage = HexSolver(position.tables, array("i", bytes(4 * TABLE)), kernels, stack, book)
        self.engine = Engine(position.moves, [stage])

    def set_up(self, moves):
        """Make these moves from the empty field; returns whether the game goes on."""
        position = self.position
        while position.undo() >= 0:
            pass
        for move in moves:
            if not position.play(move):
                return False
        return not position.is_over()

    def solved(self, nodes, every=False, wanted=None):
        """Search within so many nodes while `wanted()`; returns whether the end was reached."""
        engine = self.engine
        engine.start(self.position, Limits(ENOUGH), every)
        while not engine.step(SLICE):
            if engine.verdict.nodes >= nodes or wanted and not wanted():
                return False
        return True

    def wins(self, nodes):
        """The points that win; None where they are none or more than half of the free points, or nodes too few."""
        position, verdict = self.position, self.engine.verdict
        if not self.solved(nodes // 2) or verdict.score < SURE_LOSS:
            return None

        def winning():
            return [p for p in range(position.points) if verdict.outcomes[p] == position.to_move]

        most = position.empty // 2
        if not self.solved(nodes, True, lambda: len(winning()) <= most) or len(winning()) > most:
            return None
        return winning()

    def win(self, nodes):
        """A move that wins, -1 if there is none or the nodes are too few."""
        verdict = self.engine.verdict
        if not self.solved(nodes) or verdict.score < SURE_LOSS or verdict.best == NO_MOVE:
            return -1
        return verdict.best


def serve():
    """Answer the lines of standard input until it ends."""
    solver = None
    for line in sys.stdin:
        asked = json.loads(line)
        if not solver or solver.size != asked["size"]:
            solver = Solver(asked["size"])
        found = None
        if solver.set_up(asked["moves"]):
            found = (solver.wins if asked["what"] == "wins" else solver.win)(asked["nodes"])
        print(json.dumps(found))


def print_book(size):
    """For the empty field, then each opening: for each move the winning reply found first, "." if there is none."""
    solver = Solver(size, False)
    points = range(size * size)

    def sign(moves):
        found = solver.win(ENOUGH) if solver.set_up(moves) else -1
        return "." if found < 0 else chr(65 + found)

    for opening in [()] + [(point,) for point in points]:
        print("".join([sign(opening + (point,)) for point in points]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["book"]:
        print_book(int(sys.argv[2]))
    else:
        serve()
