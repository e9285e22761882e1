"""What is said in place of an answer that the search did not find; GTP and the simulator say the same."""

from glowgrid.search import NO_ESTIMATE


def best_percent(verdict, position):
    """Return the percent of playouts that the best legal move wins; NO_ESTIMATE if there are none."""
    percents = [verdict.percent(move) for move in range(position.moves) if position.is_legal(move)]
    return max((percent for percent in percents if percent != NO_ESTIMATE), default=NO_ESTIMATE)


def unsolved(verdict, percent):
    """Return how far the search came, and the percent of playouts that the move wins where one is known (0 to 100)."""
    leaning = f", leaning {percent}%" if 0 <= percent <= 100 else ""
    return f"unsolved after {verdict.nodes} nodes, depth {verdict.depth}{leaning}"
