"""What every game shares: stones on points, turns, legal moves, undo, and how a game ends.

A family (lines, groups) adds only what it means to win. Sources: "Formal Game Description" (a Godot course book)
for state, action, victory, draw, progress and view; J. M. Siskind, "Game-Tree Search", Purdue 2013, for w0.
"""

MAX_POINTS = 250
MAX_MOVES = 254  # the search has a byte for a move, and 255 for none
MAX_PLIES = 255


class Position:
    """The state of a game, changed in place by `play` and `undo`.

    A move is a number below `moves`: first the points, each of which takes a stone of the side to move, then the
    actions.

    cells       bytearray, one byte per point: 0 empty, 1..sides the side whose stone stands there
    to_move     the side to move, 1..sides
    plies       moves made so far; history[:plies] are these moves in order
    stones      stones on the field
    winner      0, or the side that has won
    only_empty  whether no point takes a stone but an empty one: a class with a `refusal` of its own may say otherwise
    may_be_stuck
                whether a side may be without a legal move, so that `is_over` looks for one: a class with a `refusal` of
                its own
    actions     names of the moves that place no stone, such as "pass"; numbered from `points` on
    most_plies  a game of so many plies is a draw. 0 means the number of moves; a game with passes states more
    placed      None; in a game that begins from stones (rules/placed.py) its first cells and the side to move then
    stood_last  the point of the stone that has won a game before it begins, else -1
    """

    actions = ()
    most_plies = 0
    placed = None
    stood_last = -1

    def __init__(self, field, sides):
        if not 1 <= field.points <= MAX_POINTS:
            raise ValueError("field: %d points; a game has 1 to %d" % (field.points, MAX_POINTS))
        if sides not in (2, 3):
            raise ValueError("sides: %r; a game has 2 or 3" % (sides,))
        self.field = field
        self.points = field.points
        self.moves = self.points + len(self.actions)
        self.most_plies = self.most_plies or self.moves
        if self.moves > MAX_MOVES or self.most_plies > MAX_PLIES:
            raise ValueError(
                "%d moves, %d plies; a game has at most %d and %d" % (self.moves, self.most_plies, MAX_MOVES, MAX_PLIES)
            )
        self.sides = sides
        self.cells = bytearray(self.points)
        self.history = bytearray(self.most_plies)
        self.plies = 0
        self.stones = 0
        self.to_move = 1
        self.winner = 0
        self.only_empty = type(self).refusal is Position.refusal
        self.may_be_stuck = not self.only_empty
        self._legal_move = 0  # a move that was legal when that was last asked
        self._looking = False  # whether a legal move is looked for
        self._stuck_at, self._stuck_cells = -1, None  # where none was found last: plies, cells

    # What a family states -------------------------------------------------------------------

    def wins_at(self, point):
        """Return whether the stone on `point` wins for its side."""
        raise NotImplementedError

    def win_type(self):
        """By what the winner won ("line", ...); None while nobody has."""
        raise NotImplementedError

    def winning_points(self, marks):
        """Set marks[p] to 1 on the points that won and to 0 elsewhere (bytearray, one byte per point)."""
        raise NotImplementedError

    def family(self):
        """The family whose engines know all about this position ("lines", "groups"), or None: there is none.

        A class that changes the rules of a family is no longer of that family, nor is what its engines cannot hold.
        In a family every empty point is legal and no other. A class that says otherwise gets wrong answers.
        """
        return None

    def may_be_taken_over(self):
        """Return whether the other side may take over the stone that is placed now (swap rule)."""
        return False

    # What all games share -------------------------------------------------------------------

    @property
    def empty(self):
        """The number of empty points."""
        return self.points - self.stones

    def refusal(self, side, move):
        """Why `side` may not make this move now, in a few words; None if it may. All else follows from this."""
        if self.is_decided():
            return "the game is over"
        if side != self.to_move:
            return "it is the turn of side %d" % self.to_move
        if not 0 <= move < self.moves:
            return "no such point"
        if move < self.points and self.cells[move]:
            return "a stone is there"
        return None

    def is_legal(self, move):
        """Return whether the side to move may make this move."""
        return self.refusal(self.to_move, move) is None

    def action(self, name):
        """The number of the move with this name; -1, which is never legal, if the game has none."""
        return self.points + self.actions.index(name) if name in self.actions else -1

    def may_swap(self):
        """Return whether the side to move may take over the first stone (swap rule)."""
        return self.is_legal(self.action("swap"))

    def play(self, move):
        """Make a move for the side to move. An illegal one returns False and changes nothing."""
        if not self.is_legal(move):
            return False
        side = self.to_move
        self.history[self.plies] = move
        self.plies += 1
        self.to_move = side % self.sides + 1
        if move < self.points:
            self.cells[move] = side
            self.stones += 1
            if self.wins_at(move):
                self.winner = side
        return True

    def undo(self):
        """Take the last move back; returns it, or -1 if there is none."""
        if not self.plies:
            return -1
        self.plies -= 1
        self._stuck_at = -1
        move = self.history[self.plies]
        self.to_move = self.to_move - 1 or self.sides
        if move < self.points:
            self.cells[move] = 0
            self.stones -= 1
        self.winner = 0
        return move

    def fresh(self):
        """A new initial position of the same game; a class whose constructor takes more than tables overrides it."""
        return type(self)(self.tables)

    def become(self, other):
        """Make this position the same as another one of its game: take back what differs, and play the rest."""
        same = 0
        while same < min(self.plies, other.plies) and self.history[same] == other.history[same]:
            same += 1
        while self.plies > same:
            self.undo()
        for ply in range(same, other.plies):
            if not self.play(other.history[ply]):
                raise ValueError("become: move %d of the other position is illegal here" % other.history[ply])

    def last_stone(self):
        """The point where the stone that was placed last stands; -1 if there is none."""
        for ply in range(self.plies - 1, -1, -1):
            if self.history[ply] < self.points:
                return self.history[ply]
        return self.stood_last

    def is_draw(self):
        """Return whether the rules end the game here and nobody has won, whoever is to move; a class may add to them.

        A side without a legal move ends it, too, without being asked here: see `is_over`.
        """
        return not self.winner and (self.stones == self.points or self.plies == self.most_plies)

    def is_decided(self):
        """Return whether somebody has won or the rules call it a draw. No legal move is looked for."""
        return self.winner != 0 or self.is_draw()

    def is_over(self):
        """Return whether the game has ended: it is decided, or the side to move has no legal move.

        Then whoever has won is the `winner`; if there is none, it is a draw.
        """
        return self.winner != 0 or self.is_draw() or (self.may_be_stuck and self._is_stuck())

    def _is_stuck(self):
        """Return whether no move is legal. The move that was legal last is tried first: often it still is."""
        if self._looking:
            return False  # it is `refusal` that asks whether the game is over
        if self._stuck_at == self.plies and self._stuck_cells == self.cells:
            return True  # a console asks some 100 times a second
        self._looking = True
        try:
            if self.is_legal(self._legal_move):
                return False
            for move in range(self.moves):
                if self.is_legal(move):
                    self._legal_move = move
                    return False
            self._stuck_at, self._stuck_cells = self.plies, bytes(self.cells)
            return True
        finally:
            self._looking = False

    def view(self, side):
        """What a side may see of the position: here all of it.

        A game that hides things always returns another position, with 0 in `cells` for a stone that is hidden and
        255 in `history` for its move. All that is drawn, said or sent is read from it, and nobody gets advice. An
        engine's seat knows no more either: it plays what is best on average in positions with the same view.
        """
        return self

    def imagine(self, side, random):
        """Return a position that `side` may take the true one for; asked of its view, so that this cannot tell more.

        It was reached by legal moves, as many, and has the same view. `random.below(n)` gives 0..n-1, n at most 255.
        None, as here: the game does not state any. Then the moves that the view hides are drawn among the legal ones.
        """
        return None


def perft(position, depth):
    """Number of move sequences of length `depth` (plies) from the position; a finished game has none."""
    if not depth:
        return 1
    if position.is_decided():
        return 0
    if depth == 1 and position.family():  # every empty point is legal: no need to ask
        return position.empty + position.may_swap()
    count = 0
    for move in range(position.moves):
        if depth == 1:
            count += position.is_legal(move)
        elif position.play(move):
            count += perft(position, depth - 1)
            position.undo()
    return count
