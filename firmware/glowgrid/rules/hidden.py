"""Phantom games: any game of lines or groups in which each side sees only its own stones.

A move on a stone that the side does not see is a try. The stone stays, the side now sees it, and it moves again, until
it finds a free point. So a move is legal if the side sees no stone there. The others learn nothing: not where a stone
was placed, nor how often a side tried. All is seen once the game is over.

OpenSpiel's phantom_ttt and dark_hex call this the classical version, with observations that reveal nothing, and play it
by default. In their abrupt version a try costs the turn. Source: M. Lanctot, "Monte Carlo Sampling and Regret
Minimization for Equilibrium Computation and Decision-Making in Large Extensive Form Games", 2013, chapter 3.
"""

from micropython import const

from glowgrid.rules.position import MAX_PLIES, Position

_HIDDEN = const(255)  # in the history of a view


class Hidden(Position):
    """A position of `truth`, a game at its start, with the stones of other sides hidden. It has no moves but points.

    A point that stands in the history a second time was a try: the first time its stone was placed.

    truth  the same position with nothing hidden
    known  known[p]: bit s - 1 is set if side s has found the stone of another side on p (bytearray)
    side   0; in a view the side that has it
    """

    def __init__(self, truth):
        self.most_plies = truth.sides * truth.points  # each side finds a stone once
        if self.most_plies > MAX_PLIES:
            raise ValueError("hidden: %d points; expected at most %d" % (truth.points, MAX_PLIES // truth.sides))
        super().__init__(truth.field, truth.sides)
        self.truth = truth
        self.tables = truth.tables
        self.known = bytearray(self.points)
        self.side = 0
        self.may_be_stuck = False  # a free point is always legal
        self._show_truth()

    def _show_truth(self):
        truth = self.truth
        self.cells, self.stones = truth.cells, truth.stones
        self.to_move, self.winner = truth.to_move, truth.winner

    def fresh(self):
        return Hidden(self.truth.fresh())

    def uncovered(self):
        return self.truth

    def wins_at(self, point):
        return self.truth.wins_at(point)

    def win_type(self):
        return self.truth.win_type()

    def winning_points(self, marks):
        self.truth.winning_points(marks)

    def refusal(self, side, move):
        if 0 <= move < self.points and self.cells[move] and not self._sees(side, move):
            return Position.refusal(self, side, self.cells.find(b"\0"))  # as on a free point
        return Position.refusal(self, side, move)

    def _sees(self, side, point):
        """Return whether a side sees the stone on a point."""
        return self.cells[point] == side or self.known[point] >> side - 1 & 1

    def play(self, move):
        if not self.is_legal(move):
            return False
        if self.cells[move]:
            self.known[move] |= 1 << self.to_move - 1
        else:
            self.truth.play(move)
            self._show_truth()
        self.history[self.plies] = move
        self.plies += 1
        return True

    def undo(self):
        if not self.plies:
            return -1
        tried = self.has_tried()
        self.plies -= 1
        move = self.history[self.plies]
        if tried:
            self.known[move] &= ~(1 << self.to_move - 1)
        else:
            self.truth.undo()
            self._show_truth()
        return move

    def has_tried(self):
        return self.plies > 0 and self._is_try(self.plies - 1)

    def _is_try(self, ply):
        """Return whether this ply was a try; in a view, one of its own side."""
        move = self.history[ply]
        if self.side:
            return move < self.points and self.cells[move] != self.side
        for before in range(ply):
            if self.history[before] == move:
                return True
        return False

    def log(self):
        """Return (side, move, whether it was a try) of each ply of the history."""
        log, mover = [], 1
        for ply in range(self.plies):
            tried = self._is_try(ply)
            log.append((mover, self.history[ply], tried))
            if not tried:
                mover = mover % self.sides + 1
        return log

    def last_stone(self):
        for ply in range(self.plies - 1, -1, -1):
            if self.history[ply] < self.points and not self._is_try(ply):
                return self.history[ply]
        return self.stood_last

    def view(self, side):
        if self.is_over():
            seen = Hidden(self.truth)  # to play its moves again would take 15 ms
            seen.history, seen.known, seen.plies = self.history[:], self.known[:], self.plies
            seen.winner = self.winner  # the truth knows no resignation
            return seen
        seen = self.fresh()
        seen.side, seen.to_move, seen.stones = side, self.to_move, self.stones
        seen.cells = bytearray(self.points)
        for point in range(self.points):
            if self.cells[point] and self._sees(side, point):
                seen.cells[point] = self.cells[point]
                seen.known[point] = self.known[point] & 1 << side - 1
        for mover, move, tried in self.log():
            if mover == side or not tried:
                seen.history[seen.plies] = move if mover == side else _HIDDEN
                seen.plies += 1
        return seen

    def imagine(self, side, random):
        """Place the stones that the side has found as soon as can be, and each other hidden stone anywhere.

        The order of hidden stones does not matter for what may follow. None at the start: nothing is hidden.
        """
        if not self.plies:
            return None
        drawn, cells, history = self.fresh(), self.cells, self.history
        free = [point for point in range(self.points) if not cells[point]]
        found = [history[ply] for ply in range(self.plies) if self._is_try(ply)]
        for ply in range(self.plies):
            move = history[ply]
            if move == _HIDDEN:
                move = -1
                for point in found:
                    if move < 0 and cells[point] == drawn.to_move and not drawn.cells[point]:
                        move = point
                if move < 0:
                    move = free.pop(random.below(len(free)))
            if not drawn.play(move):
                break  # the game would be over
        return drawn
