"""The text for a question that the search did not answer; the same in GTP and the simulator."""

from glowgrid.search import NO_ESTIMATE


def best_percent(verdict, position):
    """Return the percent of playouts that the best legal move wins; NO_ESTIMATE if there are none."""
    percents = [verdict.percent(move) for move in range(position.moves) if position.is_legal(move)]
    return max((percent for percent in percents if percent != NO_ESTIMATE), default=NO_ESTIMATE)


def unsolved(verdict, percent, published=0):
    """Return how far the search got, and the percent of playouts that the move wins (0 to 100) if known.

    published: who wins the position as published, if no move is known by which; 0 if nothing is.
    """
    leaning = f", leaning {percent}%" if 0 <= percent <= 100 else ""
    if published:
        return f"side {published} wins as published{leaning}"
    return f"unsolved after {verdict.nodes} nodes, depth {verdict.depth}{leaning}"
