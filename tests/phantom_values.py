"""Values of tiny phantom games, by the definitions: the game tree, best responses, and a linear program.

A strategy of a side says how it moves for each view that it can have. In the tree a sequence is a view and a move. As a
side remembers what it has seen, a strategy is a plan: how likely the side itself is to get to each of its sequences
(D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996). The
value is what side 1 wins on average, from -1 to 1, if both plan best.
"""

from collections import defaultdict

from glowgrid.games.dark_hex import setup as dark_hex
from glowgrid.rules.geometry import square
from glowgrid.rules.hidden import Hidden
from glowgrid.rules.lines import Lines, rows_of

START = None  # the sequence before the first move of a side
JOINS = "a1 a2", "b1 b2", "c1 c2", "b1 a2", "c1 b2"  # Hex of three columns and two rows: top to bottom
CROSSES = "a1 b1 c1", "a2 b2 c2", "a2 b1 c1", "a2 b2 c1", "a1 b1 b2 c2"  # left to right


def rows(height, width, k):
    return Hidden(Lines(square(height, width), 2, rows_of(height, width, k)).position())


def dark_hex_2x2():
    return Hidden(dark_hex(2))


def moves_of(seen):
    return [move for move in range(seen.points) if seen.is_legal(move)]


class Tree:
    """All that can happen in a phantom game of two sides.

    ends      (sequence of side 1, of side 2): what side 1 wins in all ends with these last sequences
    views     of each side {view: (the sequence before it, its moves)}; a view is the history that the side sees
    """

    def __init__(self, position):
        self.ends = defaultdict(int)
        self.views = {1: {}, 2: {}}
        self._walk(position, {1: START, 2: START})

    def _walk(self, position, last):
        if position.is_over():
            self.ends[last[1], last[2]] += (0, 1, -1)[position.winner]
            return
        side = position.to_move
        seen = position.view(side)
        view = bytes(seen.history[: seen.plies])
        if view not in self.views[side]:
            self.views[side][view] = last[side], moves_of(seen)
        for move in self.views[side][view][1]:
            position.play(move)
            self._walk(position, {**last, side: (view, move)})
            position.undo()

    def best_response(self, side, plan):
        """Return what side 1 wins if the other side plays a plan {sequence: how likely} and `side` answers best."""
        gains = defaultdict(float)
        for (first, second), won in self.ends.items():
            mine, other = (first, second) if side == 1 else (second, first)
            gains[mine] += won * plan.get(other, 0)
        best = max if side == 1 else min
        for view in sorted(self.views[side], key=len, reverse=True):  # later views first
            before, moves = self.views[side][view]
            gains[before] += best(gains[view, move] for move in moves)
        return gains[START]


def linear_program(tree):
    """Return (the value, the best plan of side 1). Side 1 maximises what side 2, answering best, must let it win."""
    from scipy.optimize import linprog

    first, second = ([START] + [(v, m) for v, (_, ms) in tree.views[side].items() for m in ms] for side in (1, 2))
    number = {sequence: at for at, sequence in enumerate(first)}
    column = {view: len(first) + 1 + at for at, view in enumerate(tree.views[2])}  # what a view is worth
    width = len(first) + 1 + len(column)
    root = len(first)
    below, at_most = _rows(second), {}
    for (mine, other), won in tree.ends.items():
        below[other][number[mine]] -= won
    for other in second:
        below[other][root if other is START else column[other[0]]] += 1
    for view, (before, _) in tree.views[2].items():
        below[before][column[view]] -= 1
    equal, total = [{0: 1}], [1]
    for view, (before, moves) in tree.views[1].items():
        equal.append({number[before]: -1, **{number[view, move]: 1 for move in moves}})
        total.append(0)
    del at_most
    found = linprog(
        [-(at == root) for at in range(width)],
        A_ub=_matrix(list(below.values()), width),
        b_ub=[0] * len(below),
        A_eq=_matrix(equal, width),
        b_eq=total,
        bounds=[(0, None)] * len(first) + [(None, None)] * (1 + len(column)),
    )
    assert found.status == 0, found.message
    return -found.fun, dict(zip(first, found.x))


def _rows(sequences):
    return {sequence: defaultdict(float) for sequence in sequences}


def _matrix(rows, width):
    from scipy.sparse import coo_matrix

    entries = [(value, at, column) for at, row in enumerate(rows) for column, value in row.items()]
    values, down, across = zip(*entries)
    return coo_matrix((values, (down, across)), shape=(len(rows), width))
