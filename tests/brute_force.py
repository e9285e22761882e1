"""The games and their solved values again, from nothing but the definitions: tuples, sets and recursion.

It shares no code with firmware/ and is written to be plainly right, not quick. A game is (points, sides, patterns);
a pattern is (frozenset of points, set of the sides that win with it). Cells are a tuple: 0 empty, else the side.
"""

from functools import lru_cache

DRAW = "draw"


def straight_rows(m, n, k):
    """All sets of k points in a straight unbroken row on m rows x n columns, found by walking from every point."""
    found = set()
    for y in range(m):
        for x in range(n):
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    walk = [(y + dy * i, x + dx * i) for i in range(k)]
                    if len(set(walk)) == k and all(0 <= r < m and 0 <= c < n for r, c in walk):
                        found.add(frozenset(r * n + c for r, c in walk))
    return found


def mnk(m, n, k, sides=2):
    """The m,n,k game as (points, sides, patterns)."""
    return m * n, sides, [(row, set(range(1, sides + 1))) for row in straight_rows(m, n, k)]


def three_player():
    """Three players on 4x4: the rows, columns and diagonals of each of the four 3x3 sub-squares."""
    patterns = set()
    for top in (0, 1):
        for left in (0, 1):
            def at(row, column):
                return 4 * (top + row) + left + column
            for i in range(3):
                patterns.add(frozenset(at(i, j) for j in range(3)))
                patterns.add(frozenset(at(j, i) for j in range(3)))
            patterns.add(frozenset(at(i, i) for i in range(3)))
            patterns.add(frozenset(at(i, 2 - i) for i in range(3)))
    return 16, 3, [(pattern, {1, 2, 3}) for pattern in patterns]


class Oracle:
    """Answers for one game by exhausting it. `cells` are tuples of positions in which nobody has won before."""

    def __init__(self, game):
        self.points, self.sides, self.patterns = game
        self.solved = lru_cache(None)(self.solved)
        self.max_n = lru_cache(None)(self.max_n)
        self.paranoid = lru_cache(None)(self.paranoid)

    def empty(self):
        return (0,) * self.points

    def to_move(self, cells):
        return sum(1 for cell in cells if cell) % self.sides + 1

    def moves(self, cells):
        """Legal moves: the empty points, none once somebody has won."""
        return [] if self.winner(cells) else [p for p in range(self.points) if not cells[p]]

    def after(self, cells, point):
        return cells[:point] + (self.to_move(cells),) + cells[point + 1:]

    def winner(self, cells):
        """The side that holds a whole pattern of its own, or 0."""
        for side in range(1, self.sides + 1):
            stones = {p for p in range(self.points) if cells[p] == side}
            if any(side in owners and pattern <= stones for pattern, owners in self.patterns):
                return side
        return 0

    def winning_points(self, cells):
        """All points of all patterns that the winner holds."""
        side = self.winner(cells)
        stones = {p for p in range(self.points) if cells[p] == side}
        return set().union(*(pattern for pattern, owners in self.patterns if side in owners and pattern <= stones))

    def win_types(self, cells):
        return {"line"} if self.winner(cells) else set()

    def is_what_won(self, cells, points):
        """Are these the points that won (none while nobody has)?"""
        return points == (self.winning_points(cells) if self.winner(cells) else set())

    def solved(self, cells):
        """Two sides: (outcome, plies to it); a side wants its win soon, else a draw, else its loss late."""
        winner = self.winner(cells)
        moves = self.moves(cells)
        if not moves:
            return (winner or DRAW), 0
        me = self.to_move(cells)

        def worth(answer):
            outcome, plies = answer
            return (1, -plies) if outcome == me else (0, 0) if outcome == DRAW else (-1, plies)

        outcome, plies = max((self.solved(self.after(cells, move)) for move in moves), key=worth)
        return outcome, plies + 1

    def max_n(self, cells):
        """Outcome when each side prefers its own win > draw > another's, and the lowest point among equals."""
        moves = self.moves(cells)
        if not moves:
            return self.winner(cells) or DRAW
        outcomes = [self.max_n(self.after(cells, move)) for move in moves]
        for wish in (self.to_move(cells), DRAW):
            if wish in outcomes:
                return wish
        return outcomes[0]

    def paranoid(self, cells, me):
        """What `me` can force with all others against it: 1 its win, 0 a draw, -1 another's win."""
        moves = self.moves(cells)
        if not moves:
            winner = self.winner(cells)
            return 0 if not winner else 1 if winner == me else -1
        values = [self.paranoid(self.after(cells, move), me) for move in moves]
        return max(values) if self.to_move(cells) == me else min(values)

    def reachable(self, depth=None):
        """Set of the reachable cells, those after at most `depth` plies."""
        seen, level = set(), {self.empty()}
        while level and depth != -1:
            seen |= level
            level = {self.after(cells, move) for cells in level for move in self.moves(cells)}
            depth = None if depth is None else depth - 1
        return seen

    def sequences(self, depth):
        """Number of move sequences of each length 0..depth, by counting the ways to every position."""
        ways, counts = {self.empty(): 1}, [1]
        for _ in range(depth):
            following = {}
            for cells, number in ways.items():
                for move in self.moves(cells):
                    after = self.after(cells, move)
                    following[after] = following.get(after, 0) + number
            ways = following
            counts.append(sum(ways.values()))
        return counts
