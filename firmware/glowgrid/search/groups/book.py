"""The book of Hex: what to play in its first positions, from a file that `python -m tools.lab book` makes.

The file has a byte a position: the point that wins, or RESISTS + the point that resists best (RESISTS + NONE_KNOWN if
that is unknown). All is seen as if side 1 had begun; if side 2 did, since it took over the first stone, the field is
mirrored. The first byte is of the empty field. Then follow rows of a byte for each point:

    one row                    after an opening there
    a row for each opening     after this opening and a stone there
    a row for each opening     after two moves of its line and a stone there
    a row for each opening     after its line and a stone there

The line of an opening goes on with the point of each byte, up to the second stone of the side that wins: it has three
stones if that is side 1, else four. So the last row has an answer to whatever the loser plays. Openings are the first
half of the points; half a turn leads to the others. Where a stone cannot be, the byte is 255; so it is where a position
is left out. At the end are four bytes more, the CRC-32 of the others, for tests.
"""

from micropython import const

from glowgrid.search.engine import Stage
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import NO_MOVE

RESISTS = const(64)
NONE_KNOWN = const(63)
_MOST_STONES = const(5)


class Book(Stage):
    """Looks up a position of Hex. It keeps nothing, not even the file open: memory is short."""

    def start(self, position, limits, verdict, every, work):
        """Look the position up. On the Pico this takes 4 ms, with `every` 5 ms.

        With `every`, later stages find the plies, and what is not in the book.
        """
        stones, me = position.stones, verdict.me
        if stones > _MOST_STONES or not (limits.reach_the_end(verdict.empty) or position.may_swap()):
            return False
        opener = 3 - me if stones & 1 else me
        points, cells = position.points, position.cells
        images = position.tables.mirrored if opener == 2 else range(points)
        own, others = [], []
        for point in range(points):
            if cells[point]:
                (own if cells[point] == opener else others).append(images[point])
        if len(own) != stones + 1 >> 1:
            return False  # the sides have not moved in turn
        try:
            with open(position.tables.solved, "rb") as file:
                answer, replies, flip = _look_up(file, points, own, others)
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


def _look_up(file, points, own, others):
    """Return (the byte of a position, the bytes after each move or None, flip); the byte is NO_MOVE without an answer.

    own: the stones of the side that began; others: those of the other side. Any of its own may have been the opening.
    abs(flip - point) makes half a turn if the file has the position so: flip is 0 or the last point. The bytes after
    each move are turned back.
    """
    if not own:
        return file.read(1)[0], _row(file, points, 1, 0, 0), 0
    for opening in own:
        flip = points - 1 if 2 * opening >= points else 0
        later = [abs(flip - point) for point in others], [abs(flip - point) for point in own if point != opening]
        answer, replies = _follow(file, points, abs(flip - opening), later)
        if answer != NO_MOVE:
            return answer, _row(file, points, replies, flip, len(own) + len(others)), flip
    return NO_MOVE, None, 0


def _follow(file, points, opening, later):
    """Follow the line of an opening; return (the byte of the position, where the row after it starts or 0).

    later: the stones that came after it, of side 2 and of side 1. This removes those that are on the line.
    """
    answer = _byte(file, 1 + opening)
    group = points * (points + 1 >> 1)
    row = 1 + points + points * opening
    rows = [row, row + group, row + 2 * group, 0]
    if answer < RESISTS:
        rows.insert(2, 0)  # side 2 wins: the line has one stone more, and no row before it
    for ply in range(len(rows)):
        movers, row = later[ply & 1], rows[ply]
        if not later[0] and not later[1]:
            return answer, row
        best = answer % RESISTS
        if best in movers:
            movers.remove(best)
            answer = _byte(file, row + best) if row else RESISTS + NONE_KNOWN
        elif row and len(movers) == 1 and not later[1 - (ply & 1)]:
            return _byte(file, row + movers[0]), 0
        else:
            break
    return NO_MOVE, 0


def _byte(file, at):
    file.seek(at)
    return file.read(1)[0]


def _row(file, points, at, flip, stones):
    """Return the row that starts there, turned back; None without one (0), or if positions are left out.

    stones: how many the position has; no other can be placed there.
    """
    if not at:
        return None
    file.seek(at)
    row = file.read(points)
    if row.count(b"\xff") != stones:
        return None
    return bytes(reversed(row)) if flip else row
