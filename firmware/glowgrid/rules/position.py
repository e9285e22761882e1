"""What all games share: stones on points, sides in turn, legal moves, undo, and how a game ends.

A family (lines, groups) adds only how a side wins. Sources: "Formal Game Description" (a Godot course book)
for state, action, victory, draw, progress and view; J. M. Siskind, "Game-Tree Search", Purdue 2013, for w0.
"""

MAX_POINTS = 250
MOST_POINTS = MAX_POINTS  # more where a computer allows it (host_sim/engine/large_fields.py)
MAX_MOVES = 254  # the search has one byte for a move; 255 means none
MAX_PLIES = 255


class Position:
    """The state of a game, changed in place by `play` and `undo`.

    A move is a number below `moves`: first the points, each of which takes a stone of the side to move, then the
    actions.

    cells       bytearray, one byte per point: 0 empty, 1..sides the side of its stone
    to_move     the side to move, 1..sides
    plies       moves made so far; history[:plies] has them in order
    stones      stones on the field
    winner      0, or the side that has won
    only_empty  whether stones go on empty points only; a class with its own `refusal` may set it to False
    may_be_stuck
                whether a side may be without a legal move, so that `is_over` looks for one; True for a class with its
                own `refusal`
    actions     names of the moves that place no stone, such as "pass"; numbered from `points` on
    most_plies  a game of this many plies is a draw. 0 means the number of moves; a game with passes states more
    placed      None; in a game that begins from stones (rules/placed.py) its first cells and the side to move then
    stood_last  the point of the stone that has won a game before it begins, else -1
    """

    actions = ()
    most_plies = 0
    placed = None
    stood_last = -1

    def __init__(self, field, sides):
        if not 1 <= field.points <= MOST_POINTS:
            raise ValueError("field: %d points; a game has 1 to %d" % (field.points, MOST_POINTS))
        if sides not in (2, 3):
            raise ValueError("sides: %r; a game has 2 or 3" % (sides,))
        self.field = field
        self.points = field.points
        self.moves = self.points + len(self.actions)
        self.most_plies = self.most_plies or self.moves
        if self.points <= MAX_POINTS and (self.moves > MAX_MOVES or self.most_plies > MAX_PLIES):
            raise ValueError(
                "%d moves, %d plies; a game has at most %d and %d" % (self.moves, self.most_plies, MAX_MOVES, MAX_PLIES)
            )
        self.sides = sides
        self.cells = bytearray(self.points)
        self.history = field.array(self.most_plies)
        self.plies = 0
        self.stones = 0
        self.to_move = 1
        self.winner = 0
        self.only_empty = type(self).refusal is Position.refusal
        self.may_be_stuck = not self.only_empty
        self._legal_move = 0  # the last move found legal
        self._looking = False  # whether a search for a legal move is running
        self._stuck_at, self._stuck_cells = -1, None  # where the last search found none: plies, cells

    # What a family states -------------------------------------------------------------------

    def wins_at(self, point):
        """Return whether the stone on `point` wins for its side."""
        raise NotImplementedError

    def win_type(self):
        """Return how the winner won ("line", ...); None if there is no winner."""
        raise NotImplementedError

    def winning_points(self, marks):
        """Set marks[p] to 1 on the points that won and to 0 elsewhere (bytearray, one byte per point)."""
        raise NotImplementedError

    def family(self):
        """Return the family whose engines can play this position ("lines", "groups"), or None.

        None for a subclass that changes the rules, or a position too large for the engines. In a family exactly the
        empty points are legal. A class that claims a family and breaks this gets wrong answers.
        """
        return None

    def may_be_taken_over(self):
        """Return whether the other side may take over a stone placed now (swap rule)."""
        return False

    def published(self, move=None):
        """Return who wins by a move (None: from here) with perfect play, as published; 0 if nothing is.

        Nothing here has proven it.
        """
        return 0

    # What all games share -------------------------------------------------------------------

    @property
    def empty(self):
        """Return the number of empty points."""
        return self.points - self.stones

    def refusal(self, side, move):
        """Return why `side` may not make this move now, in a few words, or None. Legality is decided here alone."""
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
        """Return the number of the move with this name; -1, which is never legal, if the game has none."""
        return self.points + self.actions.index(name) if name in self.actions else -1

    def may_swap(self):
        """Return whether the side to move may take over the first stone (swap rule)."""
        return self.is_legal(self.action("swap"))

    def play(self, move):
        """Make a move for the side to move. Return False, and change nothing, if it is illegal."""
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
        """Take back the last move and return it, or -1 if there is none."""
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
        """Return a new initial position of the same game; override it if the constructor takes more than tables."""
        return type(self)(self.tables)

    def become(self, other):
        """Make this position equal to another of the same game: undo to the last common move, then play the rest."""
        same = 0
        while same < min(self.plies, other.plies) and self.history[same] == other.history[same]:
            same += 1
        while self.plies > same:
            self.undo()
        for ply in range(same, other.plies):
            if not self.play(other.history[ply]):
                raise ValueError("become: move %d of the other position is illegal here" % other.history[ply])

    def last_stone(self):
        """Return the point of the last stone placed; -1 if there is none."""
        for ply in range(self.plies - 1, -1, -1):
            if self.history[ply] < self.points:
                return self.history[ply]
        return self.stood_last

    def is_draw(self):
        """Return whether the rules end the game here without a winner; a class may add such rules.

        A side without a legal move also ends the game, but that is not asked here: see `is_over`.
        """
        return not self.winner and (self.stones == self.points or self.plies == self.most_plies)

    def is_decided(self):
        """Return whether a side has won or the rules call it a draw. This does not look for a legal move."""
        return self.winner != 0 or self.is_draw()

    def is_over(self):
        """Return whether the game has ended: it is decided, or the side to move has no legal move.

        Then `winner` is the side that has won, or 0 for a draw.
        """
        return self.winner != 0 or self.is_draw() or (self.may_be_stuck and self._is_stuck())

    def _is_stuck(self):
        """Return whether no move is legal. Try the last legal move first: it often still is."""
        if self._looking:
            return False  # `refusal` itself asks whether the game is over
        if self._stuck_at == self.plies and self._stuck_cells == self.cells:
            return True  # the console asks about 100 times a second
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
        """Return what a side may see of the position: here all of it.

        A game with hidden stones always returns another position, with 0 in `cells` for a hidden stone and 255 in
        `history` for its move. It may leave out moves that the side does not notice at all. Whatever is drawn, said or
        sent comes from the view; there is no advice, and nothing is taken back. An engine's seat knows no more: it
        plays the move that is best on average over positions with the same view.
        """
        return self

    def uncovered(self):
        """Return the same position of the game with nothing hidden, for an engine to search: here itself."""
        return self

    def has_tried(self):
        """Return whether the last move was a try: a stone that its side did not see was there (rules/hidden.py)."""
        return False

    def imagine(self, side, random):
        """Return a position that `side` may take for the true one. It is called on the view, so it cannot reveal more.

        Legal moves lead to it, and it has the same view. `random.below(n)` gives 0..n-1, n at
        most 255. None, the default: the engine draws the hidden moves among the legal ones.
        """
        return None


def perft(position, depth):
    """Return the number of move sequences of length `depth` (plies) from the position; 0 if the game is over."""
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
