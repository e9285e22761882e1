"""The part of `python -m tools values` that asks the engine; it stands alone and runs on any MicroPython and on CPython.

    micropython tools/values_program.py FIRMWARE

One line of JSON in, one out, until the input ends. In: [game, size, moves, nodes], the game by name or "three" for three
sides and the lines of m,n,k. Out: [best, proven, w_star, moves of m_hat, [outcome, plies] of every point] (see
search/exact.py; 0, 0 where there is no legal move), best and proven by a search for the best move alone in BEST of the nodes.
"""

import gc
import json
import sys

BEST = 20  # a twentieth: with three sides all that are left over go into playouts


def set_up(name, size):
    if name == "three":
        from glowgrid.rules.geometry import square
        from glowgrid.rules.lines import Lines, rows_of

        return Lines(square(size[0], size[1]), 3, rows_of(*size)).position()
    from glowgrid.games import discover

    return [game for game in discover()[0] if game.name == name][0].setup(tuple(size))


def searched(engine, position, nodes, every):
    from glowgrid.search import Limits

    engine.start(position, Limits(nodes), every)
    while not engine.step(1000):
        pass


class Answers:
    """Answers line by line; the engine of the last game is kept."""

    def __init__(self):
        self._made = self._position = self._engine = self._table = None

    def to(self, asked):
        from glowgrid.search import engine_for
        from glowgrid.search.exact import m_hat, w_star
        from glowgrid.search.minimax import new_table

        self._table = self._table or new_table()  # one for all engines, as the console has it
        name, size, moves, nodes = asked
        if self._made != (name, size):
            self._position = self._engine = None  # the heap of the Pico has room for one
            gc.collect()
            self._position = set_up(name, size)
            self._engine = engine_for(self._position.tables, self._table)
            self._made = name, size
        position, engine = self._position, self._engine
        while position.undo() >= 0:
            pass
        for point in moves:
            position.play(point)
        searched(engine, position, nodes // BEST, False)
        best, proven = engine.best, engine.proven
        searched(engine, position, nodes, True)
        marks = bytearray(position.points)
        m_hat(engine, position, marks)
        values = [(engine.outcome(p), engine.plies(p)) if position.is_legal(p) else (0, 0) for p in range(position.points)]
        return [best, proven, w_star(engine, position), [p for p in range(position.points) if marks[p]], values]


def main():
    sys.path.insert(0, sys.argv[1])
    if sys.implementation.name != "micropython":
        sys.path.insert(0, sys.argv[1] + "/..")
        __import__("host_sim")
    answers = Answers()
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        print(json.dumps(answers.to(json.loads(line))))


if __name__ == "__main__":
    main()
