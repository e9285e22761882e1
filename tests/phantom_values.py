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
from glowgrid.rules.notation import parse_point
from glowgrid.search import NO_MOVE, Limits, engine_for, next_best, work_in

START = None  # the sequence before the first move of a side


def rows(height, width, k):
    return Hidden(Lines(square(height, width), 2, rows_of(height, width, k)).position())


def owned_lines(height, width, *of_sides):
    """Return the start of a phantom game in which each side has lines of its own."""
    field = square(height, width)
    lines = [[parse_point(field, name) for name in line.split()] for lines in of_sides for line in lines]
    owners = [side for side, lines in enumerate(of_sides, 1) for _ in lines]
    return Hidden(Lines(field, 2, lines, owners).position())


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
    below = {sequence: defaultdict(float) for sequence in second}
    for (mine, other), won in tree.ends.items():
        below[other][number[mine]] -= won
    for other in second:
        below[other][column[other[0]] if other else root] += 1
    for view, (before, _) in tree.views[2].items():
        below[before][column[view]] -= 1
    equal, total = [{0: 1}], [1]
    for view, (before, moves) in tree.views[1].items():
        equal.append({number[before]: -1, **{number[view, move]: 1 for move in moves}})
        total.append(0)
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


def _matrix(rows, width):
    from scipy.sparse import coo_matrix

    entries = [(value, at, column) for at, row in enumerate(rows) for column, value in row.items()]
    values, down, across = zip(*entries)
    return coo_matrix((values, (down, across)), shape=(len(rows), width))


def plan_of(position, side, seeds):
    """Return the plan of the engine at its strongest, mixed over seeds 1, 2, ...: {sequence: how likely}."""
    engine, plan = engine_for(position, blind=True), defaultdict(float)
    plan[START] = 1
    for seed in range(1, seeds + 1):
        for sequence in set(_sequences(position, side, engine, seed, {})):
            plan[sequence] += 1 / seeds
    return plan


def _sequences(position, side, engine, seed, known):
    """Yield the sequences of the engine against all that the other side may do. known: {view: its moves, until one
    finds a free point}."""
    if position.is_over():
        return
    seen, made = position.view(position.to_move), 0
    if position.to_move != side:
        for move in moves_of(seen):
            position.play(move)
            yield from _sequences(position, side, engine, seed, known)
            position.undo()
        return
    for move in _answers(position, bytes(seen.history[: seen.plies]), engine, seed, known):
        seen, made = position.view(side), made + 1
        yield bytes(seen.history[: seen.plies]), move
        position.play(move)
        if not position.has_tried():
            break
    yield from _sequences(position, side, engine, seed, known)
    for _ in range(made):
        position.undo()


def _answers(position, view, engine, seed, known):
    """Return the moves that the engine makes at a view, the next ones in case a stone is there."""
    if view not in known:
        engine.start(position, Limits(work_in(10_000), seed=seed))
        while not engine.step(10**6):
            pass
        known[view] = moves = [engine.verdict.best]
        while (following := next_best(position, engine, moves[-1])) != NO_MOVE:
            moves.append(following)
    return known[view]
