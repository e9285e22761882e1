"""The games of own_games/ again, from their definitions alone: tuples and recursion.

A state is (cells, side to move, passes in turn, plies). `solved` gives (who wins, in how many plies) with best play: a
side prefers an early win, then a draw, then a late loss. `max_n` says who wins if each of three sides plays for itself.
"""

from functools import lru_cache

DRAW = "draw"


class Truth:
    def __init__(
        self,
        rows,
        columns,
        k,
        sides=2,
        winner_of=lambda side: side,
        gravity=False,
        passing=False,
        most_plies=None,
        stones_a_turn=1,
        replacing=False,
        allows=lambda cells, side, point: True,
    ):
        self.rows, self.columns, self.k, self.sides = rows, columns, k, sides
        self.winner_of, self.gravity, self.passing = winner_of, gravity, passing
        self.stones_a_turn, self.replacing, self.allows = stones_a_turn, replacing, allows
        self.most_plies = most_plies or rows * columns
        self.solved = lru_cache(maxsize=None)(self._solved)
        self.max_n = lru_cache(maxsize=None)(self._max_n)

    def start(self):
        return (0,) * (self.rows * self.columns), 1, 0, 0

    def moves(self, state):
        cells = state[0]
        free = [p for p, side in enumerate(cells) if not side or self.replacing and side != state[1]]
        if self.gravity:
            free = [p for p in free if p + self.columns >= len(cells) or cells[p + self.columns]]
        free = [p for p in free if self.allows(cells, state[1], p)]
        return free + [len(cells)] * self.passing

    def after(self, state, move):
        cells, side, passes, plies = state
        following = (plies + 1) // self.stones_a_turn % self.sides + 1
        if move == len(cells):
            return cells, following, passes + 1, plies + 1
        return cells[:move] + (side,) + cells[move + 1 :], following, 0, plies + 1

    def outcome(self, state):
        """Who has won, DRAW, or None while the game goes on."""
        cells, side, passes, plies = state
        at = {divmod(p, self.columns): owner for p, owner in enumerate(cells) if owner}
        for (row, column), owner in at.items():
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if all(at.get((row + i * down, column + i * right)) == owner for i in range(self.k)):
                    return self.winner_of(owner)
        full = 0 not in cells and not self.replacing
        stuck = not self.moves(state)
        return DRAW if full or stuck or passes == 2 or plies == self.most_plies else None

    def _solved(self, state):
        over = self.outcome(state)
        if over is not None:
            return over, 0
        side = state[1]
        return min(
            (self._one_ply_later(self.after(state, move)) for move in self.moves(state)),
            key=lambda found: liking(found, side),
        )

    def _one_ply_later(self, state):
        outcome, plies = self.solved(state)
        return outcome, plies + 1

    def _max_n(self, state):
        over = self.outcome(state)
        if over is not None:
            return over
        outcomes = [self.max_n(self.after(state, move)) for move in self.moves(state)]
        return min(outcomes, key=lambda outcome: 0 if outcome == state[1] else 1 if outcome == DRAW else 2)  # the first


def liking(found, side):
    """Return a sort key: the lower, the better for `side`."""
    outcome, plies = found
    return (1, 0) if outcome == DRAW else (0, plies) if outcome == side else (2, -plies)


def beside(rows, columns, cells, point):
    """Return what stands on the points beside this one."""
    row, column = divmod(point, columns)
    near = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    return {cells[r * columns + c] for r, c in near if 0 <= r < rows and 0 <= c < columns}


GAMES = {
    "misere": ((), Truth(3, 3, 3, winner_of=lambda side: 3 - side)),
    "avoid": ((), Truth(3, 3, 3, winner_of=lambda side: 3 - side)),  # a data file
    "gravity": ((), Truth(4, 4, 3, gravity=True)),
    "passing": ((2, 2), Truth(2, 2, 2, passing=True, most_plies=12)),
    "three-misere": ((), Truth(2, 3, 2, sides=3, winner_of=lambda side: side % 3 + 1)),
    "two-stones": ((), Truth(3, 3, 3, stones_a_turn=2)),
    "replacing": ((), Truth(2, 3, 3, replacing=True, most_plies=10)),
    "veiled": ((), Truth(3, 3, 3)),  # hiding changes no rule
    "fenced": ((), Truth(3, 3, 3, allows=lambda cells, side, point: side == 1 or point < 3)),
    "apart": ((), Truth(3, 4, 2, allows=lambda cells, side, point: beside(3, 4, cells, point) <= {0})),
    "three-apart": (
        (),
        Truth(3, 3, 2, sides=3, allows=lambda cells, side, point: side not in beside(3, 3, cells, point)),
    ),
    "blind": ((), Truth(3, 3, 3)),
}
