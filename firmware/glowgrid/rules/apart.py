"""One side's half of a phantom game: what its device knows while the other side plays on another device.

The stones of the other side are not here. A move of this side is a try until the other device says whether a stone is
there (`answer`). The other side's moves are known only as made (`other_moved`).
"""

from micropython import const

from glowgrid.rules.hidden import Hidden

_FOUND = const(128)  # in own_moves: a stone of the other side was there


class Apart(Hidden):
    """The position of `side` in a game of two. `trying`: the point whose answer is awaited, or -1.

    truth holds this side's own stones alone: they are enough to see whether it has won. A move of the other side is
    "hidden" in the history.
    """

    actions = ("hidden",)

    def __init__(self, truth, side):
        super().__init__(truth)
        self.side = side
        self.trying = -1
        self.cells = bytearray(self.points)

    def play(self, move):
        """Begin a try; it becomes a move, or not, by `answer`."""
        if self.trying >= 0 or self.to_move != self.side or not self.is_legal(move):
            return False
        self.trying = move
        return True

    def refusal(self, side, move):
        if self.trying >= 0:
            return "the other device is asked"
        if move == self.points:
            return "no such point"
        return Hidden.refusal(self, side, move)

    def answer(self, taken):
        """The other device has answered: a stone is on the point that was tried, or none, and the move is made."""
        move, self.trying = self.trying, -1
        self._append(move)
        if taken:
            self.cells[move] = 3 - self.side
            self.known[move] = 1 << self.side - 1
            return
        self.cells[move] = self.truth.to_move = self.side
        self.truth.play(move)
        if self.truth.winner == self.side:
            self.winner = self.side
        self._placed()

    def other_moved(self, wins):
        """The other side has placed a stone, which wins or does not."""
        self._append(self.points)
        if wins:
            self.winner = 3 - self.side
        self._placed()

    def has_tried(self):
        return self.trying < 0 and Hidden.has_tried(self)

    def _append(self, move):
        self.history[self.plies] = move
        self.plies += 1

    def _placed(self):
        self.stones += 1
        self.to_move = 3 - self.to_move

    def undo(self):
        """Nothing is taken back: it would show what the next moves find. Return -1."""
        return -1

    def view(self, side):
        return self

    def winning_points(self, marks):
        """Set the marks of this side's own winning points; where the others' are is not known."""
        if self.winner == self.side:
            self.truth.winning_points(marks)
        else:
            for point in range(self.points):
                marks[point] = 0

    def own_moves(self):
        """Return this side's moves in order, a byte each: the point, and _FOUND more if a stone was there."""
        made = bytearray()
        for move in self.history[: self.plies]:
            if move < self.points:
                made.append(move | _FOUND * (self.cells[move] != self.side))
        return bytes(made)


def joined(position, moves):
    """Return both sides' moves as one game on `position`, a Hidden at its start; None if they make no legal game.

    moves: by side what `own_moves` returns.
    """
    at = [0, 0]
    while not position.is_over():
        own = moves[position.to_move - 1]
        side = position.to_move - 1
        if at[side] >= len(own):
            break
        move, found = own[at[side]] & ~_FOUND, own[at[side]] >= _FOUND
        at[side] += 1
        if not position.play(move) or position.has_tried() != found:
            return None
    return position if at == [len(moves[0]), len(moves[1])] else None
