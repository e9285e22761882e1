"""Minimax for any game: what is a position worth to the side to move if every side plays its best?

A lecture writes it as a recursion (J. M. Siskind, "Game-Tree Search", Purdue 2013):

    value(p) = outcome(p)                          if the game is over, or the depth is used up
             = max over moves of value(p + move)   if the root side is to move
             = min over moves of value(p + move)   if any other side is

Here it is a loop, because a Pico has room for about thirty nested calls. What a call would keep on the stack is in
three arrays, a row for each ply: the next move to try, and the window.

The window (alpha, beta) makes it fast. The root side already has a move worth alpha; the others can hold it to beta. A
score outside the window changes nothing, so once alpha reaches beta the other moves of a ply are skipped. Each round
searches one ply deeper, so the shortest win is found first.

A score is from the root side's view: WIN - n for a win in n plies, LOSS + n for a loss in n plies, DRAW otherwise. If
the depth limit ended a game, DRAW means only that no side wins that soon.

Read `advance` first: it is the whole search. `step` goes on where it stopped last, since keys are read in between.

With three sides the root side stands against all others (paranoid). MaxN finds what each move leads to if every side
plays for itself.
"""

from array import array

from glowgrid.search.engine import Stage
from glowgrid.search.verdict import DRAW, DRAWN, LOSS, NO_MOVE, SURE_LOSS, SURE_WIN, WIN

NODE_WORK = 3000  # work units of a node on the Pico: the rules are plain Python


class Minimax(Stage):
    """Plays any game.

    It asks a position for moves, to_move, winner, is_decided(), play(move), undo(), and for copies to search on:
    fresh(), become(position). It learns that a side has no legal move by trying all moves.
    """

    def __init__(self, position):
        self._position = position.fresh()
        self._sides = position.sides
        self._order = _from_the_middle(position)  # the order in which to try moves
        rows = position.most_plies + 1
        self._next = bytearray(rows)  # by ply: place in the order of the next move to try
        self._alpha = array("H", bytes(2 * rows))
        self._beta = array("H", bytes(2 * rows))
        self._stuck = bytearray(rows)  # by ply: 1 until a move turns out to be legal
        self._moves = bytearray(position.moves)  # moves[:count] are the root moves, best first
        self._count = 0
        self._ply = self._depth = self._most = self._best_score = 0
        self._cut = False  # whether the depth limit ended a game below the current root move
        self._unsure = False  # whether it did below any move of this round
        self._every = False
        self._verdict = None
        self.done = True

    def start(self, position, limits, verdict, every, work):
        self._verdict, self._every = verdict, every
        self._position.become(position)
        self._list_moves()
        if not self._count:
            return False
        verdict.best = self._moves[0]
        self._most = min(limits.depth, position.most_plies - position.plies)
        self._ply = self._depth = 0
        self.done = False
        self._begin_round()
        return True

    def _list_moves(self):
        position = self._position
        self._count = 0
        for move in self._order:
            if position.is_legal(move):
                self._moves[self._count] = move
                self._count += 1

    def _begin_round(self):
        """Search all moves again, one ply deeper."""
        self._depth += 1
        self._best_score = 0
        self._unsure = False
        self._open(0, 4095)

    def _open(self, alpha, beta):
        """Begin with the moves of this ply."""
        ply = self._ply
        self._next[ply] = 0
        self._stuck[ply] = 1
        self._alpha[ply], self._beta[ply] = alpha, beta

    def step(self, work):
        left = total = max(work // NODE_WORK, 1)
        while left > 0 and not self.done:
            left -= self.advance()
        self._verdict.nodes += total - left
        return (total - left) * NODE_WORK

    def advance(self):
        """Try the next move; after the last, go back a ply, or end the round. Return how many moves were tried."""
        move = self._next_move()
        if move != NO_MOVE:
            self._try(move)
            return 1
        if self._ply:
            self._go_back()
        else:
            self._end_round()
        return 0

    def _next_move(self):
        """Return the next move of this ply; NO_MOVE after the last, or if the rest cannot matter."""
        ply = self._ply
        moves = self._order if ply else self._moves
        at = self._next[ply]
        if at == (len(moves) if ply else self._count) or self._alpha[ply] >= self._beta[ply]:
            return NO_MOVE
        self._next[ply] = at + 1
        if not ply:
            self._verdict.looking_at = moves[at]
            self._cut = False
        return moves[at]

    def _try(self, move):
        """Play a move. If it ends the game or reaches the depth, score it and take it back; else go one ply on."""
        position, ply = self._position, self._ply
        if not position.play(move):
            return
        self._stuck[ply] = 0
        if position.is_decided():
            winner = position.winner
            score = DRAW if not winner else WIN - ply - 1 if winner == self._verdict.me else LOSS + ply + 1
        elif ply + 1 == self._depth:
            self._cut = True
            score = DRAW
        else:
            self._ply = ply + 1
            self._open(self._alpha[ply], self._beta[ply])
            return
        position.undo()
        self._learn(move, score)

    def _go_back(self):
        """All moves of this ply are judged: take back the move that led here; its score is that of the position.

        If no move is legal, the game is over and a draw, as no side has won.
        """
        ply, mine = self._ply, self._position.to_move == self._verdict.me
        score = DRAW if self._stuck[ply] else self._alpha[ply] if mine else self._beta[ply]
        self._ply = ply - 1
        self._learn(self._position.undo(), score)

    def _learn(self, move, score):
        """Take the score of a move of this ply: narrow the window."""
        ply = self._ply
        if not ply:
            self._judge(move, score)
        elif self._position.to_move == self._verdict.me:
            if score > self._alpha[ply]:
                self._alpha[ply] = score
        elif score < self._beta[ply]:
            self._beta[ply] = score

    def _judge(self, move, score):
        """Take the score of a root move."""
        sure = score > SURE_WIN or score < SURE_LOSS or not self._cut
        self._unsure = self._unsure or not sure
        if score > self._best_score:
            self._best_score = score
            self._verdict.choose(move, score, score > SURE_WIN)
            self._put_first(move)
        if self._every:
            if sure:
                self._enter(move, score)
        elif score > self._alpha[0]:
            self._alpha[0] = score
            if score > SURE_WIN:
                self._beta[0] = score  # one winning move is enough

    def _put_first(self, move):
        at = self._next[0] - 1
        moves = self._moves
        while at:
            moves[at] = moves[at - 1]
            at -= 1
        moves[0] = move

    def _enter(self, move, score):
        """Put what is certain of a move into its row. With three sides, MaxN finds what the others win."""
        verdict = self._verdict
        if score > SURE_WIN:
            verdict.put(move, verdict.me, WIN - score)
        elif self._sides == 2:
            if score < SURE_LOSS:
                verdict.put(move, 3 - verdict.me, score - LOSS)
            else:
                verdict.put(move, DRAWN)

    def _end_round(self):
        self._verdict.depth = self._depth
        score = self._best_score
        enough = not self._every and (score > SURE_WIN or score < SURE_LOSS)
        if enough or not self._unsure or self._depth >= self._most:
            self._finish(self._count)
        else:
            self._begin_round()

    def stop(self):
        judged, verdict = self._next[0] - (self._ply > 0), self._verdict  # without the move under way
        if verdict.score < SURE_LOSS and judged < self._count:
            verdict.choose(self._moves[judged], DRAW, False)  # every known move loses; try another
        self._finish(judged)

    def _finish(self, judged):
        """Keep the answer. One move proves a win; a draw or a loss is proven only if all moves have been `judged`."""
        verdict, score = self._verdict, self._verdict.score
        sure = judged == self._count and (score < SURE_LOSS or not self._unsure)
        if self._every and self._sides > 2:
            sure = False  # two sides together can do more than two that play for themselves
        verdict.proven = score > SURE_WIN or sure
        if verdict.proven and not self._every:
            self._enter(verdict.best, score)
        self.done = verdict.settled = True


def _from_the_middle(position):
    """Return the moves as bytes: points nearest the middle of the field first, then actions."""
    field = position.field
    keys = []
    for point in range(position.points):
        across, down = 2 * field.columns[point] - field.width + 1, 2 * field.rows[point] - field.height + 1
        keys.append((across * across + down * down, point))
    keys.sort()
    return bytes([key[1] for key in keys] + list(range(position.points, position.moves)))
