"""What the swap leads to, if the second side may take over the first stone; and with which stone to begin.

Who wins after a first stone may be published (`published` of rules/groups.py). It is entered as an estimate, as
nothing here has proven it.
"""

from micropython import const

from glowgrid.search.engine import Stage
from glowgrid.search.verdict import DRAW, DRAWN, NO_ESTIMATE, TAKEN_OVER

_PUBLISHED = const(90)  # percent for what is published to win
_SCORE = const(800)  # what such an estimate is worth: 20 a percent above even


class Openings(Stage):
    """Decides at once with which stone to begin, and whether to take over one that is published to win."""

    def start(self, position, limits, verdict, every, work):
        """With `every`, other stages look at all moves, and `enter_swap` heeds what is published."""
        if every:
            return False
        tables, swap, me = position.tables, position.swap, verdict.me
        if position.may_be_taken_over():
            verdict.swap = TAKEN_OVER
            best = tables.openings[limits.seed % len(tables.openings)]
            if tables.published:
                verdict.estimates[best] = 100 - _PUBLISHED
                verdict.choose(best, DRAW - _SCORE, False)
            else:
                verdict.put(best, 3 - me)
                verdict.estimates[best] = 0
                verdict.choose(best, verdict.loss_in(0), True)
        elif position.may_swap() and position.published(swap) == me:
            _choose_winner(swap, verdict)
        elif tables.published and not position.stones:
            best = limits.seed * 37 % position.points  # far apart by seed
            while position.published(best) != me:
                best = (best + 1) % position.points
            _choose_winner(best, verdict)
        else:
            return False
        verdict.settled = True
        return True


def _choose_winner(move, verdict):
    verdict.estimates[move] = _PUBLISHED
    verdict.choose(move, DRAW + _SCORE, False)


def enter_swap(position, verdict):
    """Enter what the swap leads to, the opposite of the best answer to the first stone; choose it if that is better.

    If it is the best already, more may be known by now: in how many plies it wins. If the sides differ in more than who
    begins, nothing is known of it.
    """
    swap, best, me = position.points, verdict.best, verdict.me
    if not position.tables.fair:
        verdict.proven = verdict.proven and verdict.outcomes[best] == me
        return
    outcome, plies, estimate = 0, 0, verdict.estimates[best]
    if best != swap and verdict.outcomes[best] == me:
        outcome, estimate = 3 - me, 100
        plies = _soonest(me, verdict, position)
    elif verdict.proven:
        if verdict.score == DRAW:
            outcome, plies, estimate = DRAWN, verdict.empty, 50
        else:
            outcome, estimate = me, 0
            plies = _latest(verdict, position)
    verdict.put(swap, outcome, plies and plies + 1)
    verdict.estimates[swap] = NO_ESTIMATE if estimate == NO_ESTIMATE else 100 - estimate
    if position.tables.published and not verdict.proven:
        verdict.estimates[swap] = 100 - _PUBLISHED
        if position.published(swap) == me:
            _choose_winner(swap, verdict)
    elif verdict.score < DRAW:
        verdict.choose(swap, 2 * DRAW - verdict.score, verdict.proven)


def _soonest(me, verdict, position):
    """Return the fewest plies in which a stone is known to win; 0 if not known for any."""
    fewest = 0
    for point in range(position.points):
        plies = verdict.plies[point]
        if plies and verdict.outcomes[point] == me and (not fewest or plies < fewest):
            fewest = plies
    return fewest


def _latest(verdict, position):
    """Return the most plies in which a stone loses; 0 unless known for all stones."""
    most = 0
    for point in range(position.points):
        if not position.cells[point]:
            if not verdict.plies[point]:
                return 0
            most = max(most, verdict.plies[point])
    return most
