"""A game of lines, stated as plainly as possible: check every line for a win after every move."""


class LinesModel:
    """lines: {side: [set of names of points, ...]}."""

    def __init__(self, points, lines, sides=2):
        self.points, self.lines, self.sides = set(points), lines, sides
        self.moves, self.movers = [], []  # names of points; the side that made each move
        self.winner = 0

    @property
    def to_move(self):
        return self.movers[-1] % self.sides + 1 if self.movers else 1

    def stones(self, side):
        return {name for name, mover in zip(self.moves, self.movers) if mover == side}

    def is_full(self):
        return len(self.moves) == len(self.points)

    def legal(self):
        return set() if self.winner else self.points - set(self.moves)

    def play(self, name, side=0):
        """Make a move for a side, or for the side to move."""
        side = side or self.to_move
        self.moves.append(name)
        self.movers.append(side)
        if any(line <= self.stones(side) for line in self.lines[side]):
            self.winner = side

    def undo(self):
        self.moves.pop()
        self.movers.pop()
        self.winner = 0


def rectangle(rows, columns, in_a_row):
    """Return the model of an m,n,k game."""
    at = {(x, y): f"{chr(97 + x)}{y + 1}" for x in range(columns) for y in range(rows)}
    lines = []
    for x, y in at:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            places = [(x + dx * i, y + dy * i) for i in range(in_a_row)]
            if all(place in at for place in places):
                lines.append({at[place] for place in places})
    return LinesModel(at.values(), {1: lines, 2: lines})
