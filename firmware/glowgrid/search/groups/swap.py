"""What the swap leads to, if the second side may take over the first stone."""

from glowgrid.search.verdict import DRAW, DRAWN, NO_ESTIMATE


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
    if verdict.score < DRAW:
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
