"""The book of Hex: what to play in its first positions, from a file that `python -m tools.lab book` makes.

The file has a byte a position: the point that wins, or RESISTS + the point that resists best (RESISTS + NONE_KNOWN if
that is unknown). All is seen as if side 1 had begun; if side 2 did, since it took over the first stone, the field is
mirrored. The first byte is of the empty field. Then follow rows of a byte for each point:

    one row                    after an opening there
    a row for each opening     after this opening and a reply there
    a row for each opening     after this opening, the book's reply and a second stone there

Openings are the first half of the points; half a turn leads to the others. Where a stone cannot be, the byte is 255;
so are all bytes of a row that is left out. At the end are four bytes more, the CRC-32 of the others, for tests.
"""

from micropython import const

from glowgrid.search.engine import Stage
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import NO_MOVE

RESISTS = const(64)
NONE_KNOWN = const(63)


class Book(Stage):
    """Looks up a position of Hex. It keeps nothing, not even the file open: memory is short."""

    def start(self, position, limits, verdict, every, work):
        """Look the position up. On the Pico this takes 4 ms, with `every` 5 ms.

        With `every`, later stages find the plies, and what is not in the book.
        """
        stones, me = position.stones, verdict.me
        if stones > 3 or not (limits.reach_the_end(verdict.empty) or position.may_swap()):
            return False
        opener = 3 - me if stones & 1 else me
        points, cells = position.points, position.cells
        images = position.tables.mirrored if opener == 2 else range(points)
        opening = second = reply = NO_MOVE
        own = 0
        for point in range(points):
            if cells[point]:
                if cells[point] == opener:
                    own += 1
                    second, opening = opening, images[point]
                else:
                    reply = images[point]
        if own != stones + 1 >> 1:
            return False  # the sides have not moved in turn
        try:
            with open(position.tables.solved, "rb") as file:
                answer, replies, flip = _look_up(file, points, opening, second, reply)
                if answer == NO_MOVE != second:  # that may have been the opening
                    answer, replies, flip = _look_up(file, points, second, opening, reply)
        except OSError:
            return False
        if answer == NO_MOVE:
            return False
        wins, best = answer < RESISTS, answer % RESISTS
        if every and (replies or not wins):
            outcomes, estimates = verdict.outcomes, verdict.estimates
            other = 3 - me
            for point in range(points):  # fast: no calls
                if not cells[point]:
                    if replies and replies[images[point]] >= RESISTS:
                        outcomes[point] = me
                        estimates[point] = 100
                    else:
                        outcomes[point] = other
                        estimates[point] = 0
        if position.may_be_taken_over():
            return False  # such a stone should be near even: the tree estimates that
        if best == NONE_KNOWN:
            best = NO_MOVE
        else:
            best = images[abs(flip - best)]
            verdict.put(best, me if wins else 3 - me)
            verdict.estimates[best] = 100 if wins else 0
        verdict.best = best
        if replies or not (every and wins):  # else it is not known which other moves win
            verdict.choose(best, verdict.win_in(0) if wins else verdict.loss_in(0), True)
            verdict.settled = not every and best != NO_MOVE
            if position.may_swap():
                enter_swap(position, verdict)
                verdict.settled = verdict.settled or not wins
        return verdict.settled


def _look_up(file, points, opening, second, reply):
    """Return (the byte of a position, the bytes after each move or None, flip); the byte is NO_MOVE without an answer.

    opening, second: the stones of the side that began; reply: that of the other. NO_MOVE if there is none.
    abs(flip - point) makes half a turn if the file has the position so: flip is 0 or the last point. The bytes after
    each move are turned back.
    """
    at, row, flip = 0, 1, 0
    if opening != NO_MOVE:
        flip = points - 1 if 2 * opening >= points else 0
        at = 1 + abs(flip - opening)
        row = 1 + points * at
    if reply != NO_MOVE:
        file.seek(at)
        reply = abs(flip - reply)
        at = row + reply
        row = row + points * (points + 1 >> 1) if file.read(1)[0] % RESISTS == reply else 0
    if second != NO_MOVE:
        if not row:
            return NO_MOVE, None, 0
        at, row = row + abs(flip - second), 0
    file.seek(at)
    answer = file.read(1)[0]
    if not row:
        return answer, None, flip
    file.seek(row)
    replies = file.read(points)
    if replies.count(b"\xff") > 2:
        return answer, None, flip
    return answer, bytes(reversed(replies)) if flip else replies, flip
