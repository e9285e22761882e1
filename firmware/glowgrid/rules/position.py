"""What every game shares: stones on points, turns, who may play where, undo, and how a game ends.

A family (lines, groups) adds only what it means to win. Sources: "Formal Game Description" (a Godot course book)
for state, action, victory, draw, progress and view; J. M. Siskind, "Game-Tree Search", Purdue 2013, for w0.
"""

MAX_POINTS = 250


class Position:
    """The state of a game, changed in place by `play` and `undo`.

    cells    bytearray, one byte per point: 0 empty, 1..sides the side whose stone stands there
    to_move  the side to move, 1..sides
    plies    stones played so far; history[:plies] are their points in order
    winner   0, or the side that has won
    swapped  whether side 2 has taken the first stone over (swap rule; in most games never)
    """

    swapped = False

    def __init__(self, field, sides):
        if not 1 <= field.points <= MAX_POINTS:
            raise ValueError("field: %d points; a game has 1 to %d" % (field.points, MAX_POINTS))
        if sides not in (2, 3):
            raise ValueError("sides: %r; a game has 2 or 3" % (sides,))
        self.field = field
        self.points = field.points
        self.sides = sides
        self.cells = bytearray(self.points)
        self.history = bytearray(self.points)
        self.plies = 0
        self.to_move = 1
        self.winner = 0

    # What a family states -------------------------------------------------------------------

    def wins_at(self, point):
        """Has the side whose stone stands on `point` won by it?"""
        raise NotImplementedError

    def win_type(self):
        """By what the winner won ("line", ...); None while nobody has."""
        raise NotImplementedError

    def winning_points(self, marks):
        """Set marks[p] to 1 on the points that won and to 0 elsewhere (bytearray, one byte per point)."""
        raise NotImplementedError

    def may_swap(self):
        """May the side to move take over the first stone now (swap rule)?"""
        return False

    def may_be_taken_over(self):
        """Is the stone to be played one that may be taken over then (swap rule)?"""
        return False

    # What all games share -------------------------------------------------------------------

    def refusal(self, side, point):
        """Why `side` may not play on `point` now, in a few words; None if it may."""
        if self.is_over():
            return "the game is over"
        if side != self.to_move:
            return "it is the turn of side %d" % self.to_move
        if not 0 <= point < self.points:
            return "no such point"
        if self.cells[point]:
            return "a stone is there"
        return None

    def is_legal(self, point):
        """May the side to move play on `point`?"""
        return self.refusal(self.to_move, point) is None

    def play(self, point):
        """The side to move plays on `point`. An illegal play returns False and changes nothing."""
        if not self.is_legal(point):
            return False
        side = self.to_move
        self.cells[point] = side
        self.history[self.plies] = point
        self.plies += 1
        self.to_move = side % self.sides + 1
        if self.wins_at(point):
            self.winner = side
        return True

    def undo(self):
        """Take the last stone back; returns its point, or -1 if there is none."""
        if not self.plies:
            return -1
        self.plies -= 1
        point = self.history[self.plies]
        self.to_move = self.cells[point]
        self.cells[point] = 0
        self.winner = 0
        return point

    def is_draw(self):
        """The field is full and nobody has won."""
        return self.plies == self.points and not self.winner

    def is_over(self):
        return self.winner != 0 or self.plies == self.points

    def view(self, side):
        """What a side may see of the position: here all of it; games that hide things override this."""
        return self


def perft(position, depth):
    """Number of move sequences of length `depth` (plies) from the position; a finished game has none."""
    if not depth:
        return 1
    if position.is_over():
        return 0
    if depth == 1:
        return position.points - position.plies  # every empty point is legal: no need to play there
    count = 0
    for point in range(position.points):
        if position.play(point):
            count += perft(position, depth - 1)
            position.undo()
    return count
