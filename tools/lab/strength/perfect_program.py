"""The perfect opponent's knowledge of a small field; unix MicroPython runs it if installed, else CPython.

    perfect_program.py ROWS COLUMNS K

One line of JSON in, one out. In: {"moves": points from the empty field}. Out: for every point [value, replies]: 1, 2 or
3 if that move loses, draws or wins (0: no legal move), and after a draw how many of the other side's moves keep it.
"""

import json
import sys

from glowgrid.games import mnk
from glowgrid.memory import words
from glowgrid.search.lines.solver import WIN_VALUE, BitSolver
from glowgrid.search.lines.stones import Stones

TABLE_BITS = 16
MANY = 100_000  # nodes at a time


class Values:
    """Values of positions, each found once; mirror images share one."""

    def __init__(self, size):
        self.position = position = mnk.GAME.setup(size)
        self._solver = BitSolver(position.tables, Stones(position.tables).order, words(2 << TABLE_BITS))
        self._solver.find_symmetries(position.tables.field)
        self._images = images_of(position.field)
        self._known = {}

    def value(self):
        """Return 1, 2, 3: the side to move loses, draws, wins."""
        position, solver = self.position, self._solver
        if position.is_over():
            return 1 if position.winner else 2
        key = min([bytes([position.cells[point] for point in image]) for image in self._images])
        if key not in self._known:
            solver.load(position)
            solver.begin(0, WIN_VALUE)
            while not solver.value():
                solver.run(MANY)
            self._known[key] = solver.value()
        return self._known[key]

    def after(self, point):
        """Return [value, replies] of a move, as above."""
        position = self.position
        if not position.play(point):
            return [0, 0]
        value, replies = 4 - self.value(), 0
        if value == 2 and not position.is_over():
            for reply in range(position.points):
                if position.play(reply):
                    replies += self.value() == 2
                    position.undo()
        position.undo()
        return [value, replies]


def images_of(field):
    """Return all rotations and mirror images of a square field, as lists of points."""
    images = []
    last = field.width - 1
    for turn in range(8):
        image = []
        for point in range(field.points):
            x, y = field.columns[point], field.rows[point]
            x, y = last - x if turn & 1 else x, last - y if turn & 2 else y
            image.append(field.point_at(y, x) if turn & 4 else field.point_at(x, y))
        images.append(image)
    return images


def main():
    values = Values(tuple([int(number) for number in sys.argv[1:]]))
    for line in sys.stdin:
        while values.position.undo() >= 0:
            pass
        for point in json.loads(line)["moves"]:
            values.position.play(point)
        print(json.dumps([values.after(point) for point in range(values.position.points)]))


if __name__ == "__main__":
    main()
