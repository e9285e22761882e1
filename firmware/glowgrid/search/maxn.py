"""MaxN for any game of three sides: what does each move lead to if every side plays for itself?

A side prefers its own win, then a draw, then another's win; among equal moves the lowest. The outcome of a position is

    the win of the side to move      if any move leads to that,
    a draw                           if not, but any move leads to that,
    what the lowest move leads to    if every move lets another side win
    a draw                           if it has no legal move and no side has won

Source: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", AAAI 1986.

One side's gain need not be a loss for each of the others, so no window cuts off moves as in minimax.py. Instead, the
search asks a position for less: not its outcome, but whether the outcome is in a set, such as "a win of side 1, or a
draw". Then one move is often enough: if side 1 is to move and has a winning move, the answer is yes, whatever its other
moves lead to. This visits a hundredth of the positions. The table above gives the question for the moves. Read `step`
first; as in minimax.py it is a loop, and each ply has its row in some arrays.
"""

from micropython import const

from glowgrid.search.engine import Stage
from glowgrid.search.minimax import NODE_WORK
from glowgrid.search.verdict import DRAW, DRAWN, LOSS, NO_MOVE, WIN

_REFUSED_WORK = const(1000)  # work units of a move that turns out to be illegal
_SKIPPED_WORK = const(250)  # work units of a move known to be illegal

# A set of outcomes has bit 1 << outcome for each, 1 to DRAWN. A question to moves may also have bit 0:
_LOWEST_ONLY = const(1)  # ask the lowest move only
_DRAW_SET = const(16)
_ALL_SET = const(30)


class MaxN(Stage):
    """Answers for every move when a person asks; the engine's own move comes from Minimax.

    It asks all moves in four rounds: do you win at once, do you win, do you draw, who wins? Limits may cut the game:
    if no side has won by then, the outcome is a draw. A lower depth leaves only the first round.
    """

    share = 6

    def __init__(self, position):
        self._position = position.fresh()
        rows = position.most_plies + 1
        self._next = bytearray(rows)  # by ply: number of moves asked
        self._question = bytearray(rows)  # the set they are asked about; 0 once the answer is known
        self._good = bytearray(rows)  # the move to ask first: the last one at this ply that said yes
        self._set = bytearray(rows)  # what was asked here, or its complement, so that the mover's win is in it
        self._opposite = bytearray(rows)  # 1 if it is the complement
        self._lowest = bytearray(rows)  # the lowest move, once asked
        self._yes = bytearray(rows)  # 1 if the lowest move leads into the set; later the answer
        self._stuck = bytearray(rows)  # 1 until a move turns out to be legal
        self._verdict = None
        self._ply = self._round = self._rounds = self._most = self._used = 0
        self._cut = False  # whether the game is cut before its end
        self.done = True

    def start(self, position, limits, verdict, every, work):
        if not every or limits.rough:
            return False
        self._verdict = verdict
        self._position.become(position)
        left = position.most_plies - position.plies
        self._most = min(limits.depth, limits.cut, left)
        self._cut = self._most == limits.cut < left
        self._rounds = 4 if self._cut or self._most == left else 1
        for ply in range(len(self._good)):
            self._good[ply] = 0
        self._ply = self._round = self._yes[0] = 0
        self._lowest[0] = NO_MOVE
        self._ask(1 << position.to_move)
        self.done = False
        return True

    def step(self, work):
        self._used = nodes = 0
        while self._used < work and not self.done:
            move = self._next_move()
            if move == NO_MOVE:
                self._end_moves()
            elif self._play(move):
                self._used += NODE_WORK
                nodes += 1
            else:
                self._used += _REFUSED_WORK
        self._verdict.nodes += nodes
        return self._used

    def _ask(self, question):
        """Ask the moves of this ply, beginning with the first."""
        self._question[self._ply] = question
        self._next[self._ply] = 0

    def _next_move(self):
        """Return the next move of this ply; NO_MOVE after the last. Skip the lowest if its answer is known."""
        ply, position, question = self._ply, self._position, self._question[self._ply]
        cells = position.cells if position.only_empty else b""  # a move onto a stone is illegal
        while self._next[ply] < position.moves:
            move = self._next[ply]
            self._next[ply] = move + 1
            if move <= self._good[ply] and not question & _LOWEST_ONLY:
                move = move - 1 if move else self._good[ply]  # the good one first, then the moves before it
            if move >= len(cells) or not cells[move]:
                if move != self._lowest[ply] or self._yes[ply] and not question & _DRAW_SET:
                    return move
            self._used += _SKIPPED_WORK
        return NO_MOVE

    def _play(self, move):
        """Play a move and find out where it leads, or go one ply deeper. Return False if it is illegal or known."""
        position, ply = self._position, self._ply
        if not ply and self._verdict.outcomes[move] or not position.play(move):
            return False
        if not ply:
            self._verdict.looking_at = move
        self._stuck[ply] = 0
        question = self._question[ply] & _ALL_SET
        outcome = (position.winner or DRAWN) if position.is_decided() else 0
        if outcome or not self._round or ply + 1 == self._most:
            if self._round:
                outcome = outcome or DRAWN
            position.undo()
            self._learn(move, question >> outcome & 1)
        else:
            self._ply = ply + 1
            self._open(question)
        return True

    def _open(self, wanted):
        """Begin with the moves of this ply: is the outcome in this set?"""
        ply, win = self._ply, 1 << self._position.to_move
        self._opposite[ply] = 0 if wanted & win else 1
        if not wanted & win:
            wanted ^= _ALL_SET
        self._set[ply] = wanted
        self._lowest[ply], self._yes[ply] = NO_MOVE, 0
        self._stuck[ply] = 1
        self._ask(wanted if wanted & ~_DRAW_SET == win else wanted | _LOWEST_ONLY)

    def _learn(self, move, yes):
        """Take the answer of a move of this ply, yes or no."""
        ply = self._ply
        if not ply:
            self._judge(move, yes)
            return
        question, draw = self._question[ply], self._set[ply] & _DRAW_SET
        if question & _LOWEST_ONLY:
            self._lowest[ply], self._yes[ply] = move, yes
            if yes and draw:
                self._answer(1)
            else:
                self._ask(1 << self._position.to_move | draw)
        elif yes:
            self._good[ply] = move
            self._answer(1 if draw or not question & _DRAW_SET else 0)

    def _answer(self, yes):
        """Set the answer of this ply; no more moves need to be asked."""
        ply = self._ply
        self._question[ply], self._yes[ply] = 0, yes
        self._next[ply] = self._position.moves

    def _end_moves(self):
        """All moves of this ply were asked: take back the move that led here, with its answer."""
        ply = self._ply
        if not ply:
            self._end_round()
        elif self._yes[ply] and self._question[ply] == 1 << self._position.to_move:
            self._ask(self._question[ply] | _DRAW_SET)  # no move wins: the lowest counts, unless another one draws
        else:
            yes = self._yes[ply]
            if self._stuck[ply]:
                yes = self._set[ply] >> DRAWN & 1
            self._ply = ply - 1
            self._learn(self._position.undo(), yes ^ self._opposite[ply])

    def _judge(self, move, yes):
        """Take the answer of a root move, yes or no."""
        if not yes and self._round < 3:
            return
        verdict = self._verdict
        side = verdict.me
        outcome, score = side, WIN - 1
        if self._round == 2:
            outcome, score = DRAWN, DRAW
        elif self._round == 3:
            outcome, score = (side if yes else side + 1) % 3 + 1, LOSS + 1
        verdict.put(move, outcome, 0 if self._round else 1)
        if verdict.best == NO_MOVE:
            verdict.choose(move, score, outcome == side)

    def _end_round(self):
        verdict, win = self._verdict, 1 << self._verdict.me
        verdict.depth = 1
        self._round += 1
        if self._round == 1:
            self._ask(win)
        elif self._round == 2:
            self._ask(win | _DRAW_SET)
        elif self._round == 3:
            self._ask(win | _DRAW_SET | 1 << verdict.me % 3 + 1)
        else:
            verdict.depth = self._most
            verdict.proven = verdict.settled = True
        self.done = self._round == self._rounds

    def stop(self):
        """Keep a win or a draw that was found; otherwise the next stage looks for a move."""
        verdict = self._verdict
        verdict.settled = verdict.best != NO_MOVE and verdict.score >= DRAW
