"""The part of `python -m tools suites` that runs on unix MicroPython (or CPython): asked line by line, it answers so.

A line is a list of JSON: [what, game, size, moves, nodes or milliseconds]. "wins" answers with the points that win for
the side to move, or null if the solver needs more nodes than that; "move" with one of them, -1 if none wins; "best" with
the engine's move and whether it is proven.
"""

import json
import sys
from array import array

from glowgrid.games import discover

SLICE = 20000  # nodes between two looks at how many moves win
TABLE = 1 << 20  # words: as much as a host has


class Answers:
    """Answers about positions; keeps solver and engine of the last game."""

    def __init__(self):
        self.games = {}
        for game in discover()[0]:
            self.games[game.name] = game
        self.about = self.solver = self.engine = self.table = None

    def position(self, name, size, moves):
        if self.about != (name, size):
            self.about = (name, size)
            self.empty = self.games[name].setup(tuple(size))
            self.solver = self.engine = None
        position = self.empty.tables.position()
        for point in moves:
            if not position.play(point):
                return None
        return None if position.is_over() else position

    def wins(self, position, nodes):
        """The points that win; None where nodes or the wins are too many: more than half of the free points."""
        if self.solver is None:
            from glowgrid.search.hex_solver import HexSolver

            self.table = self.table or array("i", bytes(4 * TABLE))
            self.solver = HexSolver(position.tables, self.table)
        solver = self.solver
        solver.start(position)
        solver.step(nodes >> 1)
        if solver.value < 3:  # no win, or none found
            return None
        solver.start(position, True)
        most = (position.points - position.plies) // 2
        done = False
        while not done and solver.nodes < nodes:
            done = solver.step(SLICE)
            found = [p for p in range(position.points) if not position.cells[p] and solver.outcome(p) == position.to_move]
            if len(found) > most:
                return None
        return found if done else None

    def move(self, position, nodes):
        """A move that wins, -1 if there is none."""
        if self.solver is None:
            from glowgrid.search.hex_solver import HexSolver

            self.table = self.table or array("i", bytes(4 * TABLE))
            self.solver = HexSolver(position.tables, self.table)
        self.solver.start(position)
        self.solver.step(nodes)
        return -1 if self.solver.best == 255 else self.solver.best

    def best(self, position, milliseconds):
        from glowgrid.search import Limits, engine_for

        if self.engine is None:
            self.engine = engine_for(position.tables)
        engine = self.engine
        engine.start(position, Limits(milliseconds * 1000 // engine.node_us))
        while not engine.step(1000):
            pass
        return [engine.best, 1 if engine.proven else 0]

    def answer(self, line):
        what, name, size, moves, nodes = json.loads(line)
        position = self.position(name, size, moves)
        if position is None:
            return None
        return {"wins": self.wins, "move": self.move, "best": self.best}[what](position, nodes)


def serve():
    """Answer the lines of standard input until it ends."""
    answers = Answers()
    while True:
        line = sys.stdin.readline()
        if not line.strip():
            break
        print(json.dumps(answers.answer(line)))


def book(size):
    """The lines of search/hex_book.py: for each opening, then for each opening and reply, the winning move found first."""
    answers = Answers()
    empty = answers.games["hex"].setup((size,))
    points = range(empty.points)
    from glowgrid.search.hex_solver import HexSolver

    solver = HexSolver(empty.tables, array("i", bytes(4 * TABLE)), book=False)

    def sign(moves):
        position = empty.tables.position()
        for point in moves:
            if not position.play(point):
                return "."
        solver.start(position)
        while not solver.step(SLICE):
            pass
        return "." if solver.value == 1 else chr(65 + solver.best)

    for opening in [()] + [(point,) for point in points]:
        print("".join([sign(opening + (point,)) for point in points]))
