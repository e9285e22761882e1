"""The perfect opponent's knowledge of a small field; unix MicroPython runs it, or CPython where there is none.

    micropython tools/strength_solver.py FIRMWARE GAME SIZE

One line of JSON in, one out. In: {"moves": points from the empty field}. Out: for every point [value, replies]: 1, 2 or 3
if that move loses, draws or wins (0: no legal move), and after a draw how many of the other side's moves keep it.
"""

import json
import sys

TABLE_BITS = 16


class Values:
    """Values of positions, each found once; mirror images are the same."""

    def __init__(self, game_name, size):
        from glowgrid.games import discover
        from glowgrid.rules.game import parse_size
        from glowgrid.search.solver import Solver
        from glowgrid.search.state import LineState, words

        game = [game for game in discover()[0] if game.name == game_name][0]
        self.position = game.setup(parse_size(size))
        tables = self.position.tables
        order = LineState(tables).order
        self._solver = Solver(tables, order, words(2 << TABLE_BITS))
        images, points = self._solver.images, tables.points
        self._images = []
        for first in range(0, len(images), points):
            image = bytearray(points)
            for number in range(points):
                image[order[number]] = order[images[first + number]]
            self._images.append(bytes(image))
        self._known = {}

    def value(self):
        """1, 2, 3: the side to move loses, draws, wins."""
        position, solver = self.position, self._solver
        if position.is_over():
            return 1 if position.winner else 2
        key = min([bytes([position.cells[point] for point in image]) for image in self._images])
        if key not in self._known:
            solver.start(position)
            while not solver.step(100_000) and not solver.value:
                pass
            self._known[key] = solver.value
        return self._known[key]

    def after(self, point):
        """[value, replies] of a move, as above."""
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


def main():
    sys.path.insert(0, sys.argv[1])
    if sys.implementation.name != "micropython":
        sys.path.insert(0, sys.argv[1] + "/..")
        __import__("host_sim")
    values = Values(*sys.argv[2:4])
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        while values.position.undo() >= 0:
            pass
        for point in json.loads(line)["moves"]:
            values.position.play(point)
        print(json.dumps([values.after(point) for point in range(values.position.points)]))


if __name__ == "__main__":
    main()
