"""Find who has won from sets of stones alone: for fields too large to list patterns, and to check other rules.

`game_played_by` and `first_disagreement` take any position object with play, undo, winner, ... (the contract is
in their docstrings): the first for whole small games, the second for random games.
"""

from typing import NamedTuple

from . import positional_games as pg


def components(stones, near):
    """Return the maximal groups in `stones`, as frozensets; `near` maps every point to the set of its neighbours."""
    left, found = set(stones), []
    while left:
        group, new = set(), {left.pop()}
        while new:
            group |= new
            new = set().union(*(near[p] for p in new)) & left
            left -= new
        found.append(frozenset(group))
    return found


def hex_wins(size, side):
    """Return the function that decides whether a set of stones joins the side's two edges in Hex."""
    near, (first, last) = pg.Hex_near(size), pg.Hex_edges(size, side)
    return lambda stones: any(group & first and group & last for group in components(stones, near))


def has_ring(size, stones):
    """Return whether the stones contain a ring of Havannah.

    A ring goes around a point. If a point inside has no stone, its connected region without stones is inside too, so no
    point of the region is on the border. If all points inside have stones, one of them has six stones around it.
    Conversely, the stones next to such a region or point contain a ring.
    """
    near = pg.Havannah_near(size)
    border = pg.Havannah_corner_points(size) | pg.Havannah_side_points(size)
    if size == 1:
        return False  # its only point is neither a corner nor a side point, and has no neighbours
    return any(hole.isdisjoint(border) for hole in components(pg.Havannah_points(size) - stones, near)) or any(
        near[p] <= stones for p in pg.Havannah_points(size) - border
    )


def havannah_win_types(size, stones):
    """Return the set of what the stones of a side contain in Havannah: "bridge", "fork", "ring"."""
    types = {"ring"} if has_ring(size, stones) else set()
    for group in components(stones, pg.Havannah_near(size)):
        if len(group & pg.Havannah_corner_points(size)) >= 2:
            types.add("bridge")
        if sum(not edge.isdisjoint(group) for edge in pg.Havannah_edges(size)) >= 3:
            types.add("fork")
    return types


# Checking other rules ------------------------------------------------------------------------------------


def game_played_by(position, points):
    """Return the abstract game that a two-sided position object plays, by visiting all of it with play and undo.

    Of the contract of `first_disagreement` it uses points, cells, winner, is_over, play and undo. Compare it with
    `spg_game` where that can be listed: (configurations, transitions, score) are equal if the rules are.
    """
    configurations, transitions, score = set(), set(), {}

    def stones():
        return tuple(frozenset(q for p, q in enumerate(points) if position.cells[p] == side) for side in (1, 2))

    def walk(here):
        configurations.add(here)
        if position.is_over():
            score[here] = {0: 0, 1: 1, 2: -1}[position.winner]
        for p in range(len(points)):
            if position.play(p):
                there = stones()
                transitions.add((here, there))
                if there not in configurations:
                    walk(there)
                position.undo()

    initial = stones()
    walk(initial)
    return pg.AbstractGame(frozenset(configurations), initial, frozenset(transitions), score)


class SetPosition(NamedTuple):
    """A position as sets: stones[s - 1] are the stones of side s; to_move is the side to move."""

    stones: tuple
    to_move: int = 1

    def put(self, point):
        """Return the position after the side to move places a stone on the point."""
        s = self.to_move
        mine = self.stones[s - 1] | {point}
        return SetPosition((*self.stones[: s - 1], mine, *self.stones[s:]), s % len(self.stones) + 1)

    def owner(self, point):
        """Return the side whose stone is on the point, or 0."""
        return next((s for s, stones in enumerate(self.stones, 1) if point in stones), 0)

    def winner(self, wins):
        """Return the side whose stones win by wins[side], or 0."""
        return next((s for s, stones in enumerate(self.stones, 1) if wins[s](stones)), 0)


def first_disagreement(position, points, wins, random, win_types=None):
    """Play a random game and compare after every move; return None if all agree, else the first difference in words.

    position   the object to check: points, sides, cells[p] (0 or a side), to_move, winner (0 or a side), is_draw(),
               is_over(), play(p) -> bool, undo() -> p, win_type(), winning_points(marks). Empty before and after.
    points     points[p] is the point of the definitions that p of the object stands for
    wins       wins[side](stones) -> bool for side 1, 2, ...: whether these stones (a frozenset of points) win
    random     a random.Random
    win_types  win_types(stones) -> set of the names that win_type() may return; None to skip the comparison
    """
    truth, history = SetPosition((frozenset(),) * position.sides), []
    while True:
        difference = _state_differs(position, points, wins, truth) or _win_differs(
            position, points, wins, truth, win_types
        )
        if difference:
            return f"after {history}: {difference}"
        free = [p for p, point in enumerate(points) if not truth.owner(point)]
        over = not free or bool(truth.winner(wins))
        for p in range(len(points)):
            if (over or p not in free) and position.play(p):
                return f"after {history}: it accepts {p}"
        if over:
            return _undo_differs(position, history)
        history.append(random.choice(free))
        truth = truth.put(points[history[-1]])
        if not position.play(history[-1]):
            return f"after {history[:-1]}: it refuses {history[-1]}"


def _state_differs(position, points, wins, truth):
    winner = truth.winner(wins)
    full = all(truth.owner(point) for point in points)
    expected = (truth.to_move, winner, full and not winner, full or bool(winner))
    actual = (position.to_move, position.winner, position.is_draw(), position.is_over())
    if actual != expected:
        return f"(to_move, winner, is_draw, is_over) = {actual}, by the definitions {expected}"
    if any(position.cells[p] != truth.owner(point) for p, point in enumerate(points)):
        return "the stones are not those that were played"


def _win_differs(position, points, wins, truth, win_types):
    winner = truth.winner(wins)
    marks = bytearray(len(points))
    position.winning_points(marks)
    marked = frozenset(point for p, point in enumerate(points) if marks[p])
    if not winner:
        return f"the points {sorted(marked)} are marked, but nobody has won" if marked else None
    stones = truth.stones[winner - 1]
    if not marked <= stones or not wins[winner](marked):
        return f"the points {sorted(marked)} that are marked do not win"
    if win_types and position.win_type() not in win_types(stones):
        return f"win type {position.win_type()}, by the definitions {sorted(win_types(stones))}"


def _undo_differs(position, history):
    for p in reversed(history):
        if position.undo() != p:
            return f"after {history}: undo does not take {p} back"
    if any(position.cells) or position.to_move != 1 or position.winner or position.undo() != -1:
        return f"after {history}: something is left when all is undone"
