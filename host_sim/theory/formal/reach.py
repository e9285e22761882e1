"""How large a computation would be, before it begins: bounds and estimates, and what is in reach."""

from math import comb, log10
from random import Random

from . import patterns
from . import positional_games as pg

MOST_CONFIGURATIONS = 450_000  # about a minute and 1 GB for two sides
MOST_PATHS = 100_000  # steps of the generators; comparing their results takes longer than the steps
MOST_BRANCHING = 28  # points with which rings, and groups that join three borders, are listed: seconds
MOST_FIELDS = {2: 100_000, 3: 2_500_000}  # full fields checked for drawless
MOST_SEARCHED = 27  # most free points for which masks.TwoSides starts: a cube of 3x3x3
MOST_INCIDENCES = 3000  # points in patterns, counted again in each of them, for automorphisms
MICROSECONDS = {2: 150, 3: 200}  # per configuration, measured on a desktop
MICROSECONDS_A_FIELD = {2: 100, 3: 1}
MICROSECONDS_A_PATH = 20
BYTES = {2: 2500, 3: 700}  # per configuration with its transitions


def configurations_at_most(points, sides=2):
    """Return the number of ways to place 0, 1, 2, ... stones in turn on this many points, ignoring wins."""
    total = 0
    for plies in range(points + 1):
        ways, free = 1, points
        for side in range(sides):
            stones = (plies + sides - 1 - side) // sides
            ways *= comb(free, stones)
            free -= stones
        total += ways
    return total


def configurations_out_of_reach(points, sides=2):
    """Return None, or why the configurations on this many points cannot be listed."""
    count = configurations_at_most(points, sides)
    if count <= MOST_CONFIGURATIONS:
        return None
    return (
        f"up to {number(count)} configurations, about {duration(count * MICROSECONDS[sides])}"
        f" and {size_of(count * BYTES[sides])} of memory"
    )


def fields_out_of_reach(points, sides=2):
    """Return None, or why the full fields cannot be enumerated."""
    count, free = 1, points
    for side in range(sides):
        stones = (points + side) // sides
        count *= comb(free, stones)
        free -= stones
    if count <= MOST_FIELDS[sides]:
        return None
    return f"{number(count)} full fields, about {duration(count * MICROSECONDS_A_FIELD[sides])}"


def paths_out_of_reach(near, pairs):
    """Return None, or why the chordless paths between those pairs of sets of points cannot be listed."""
    steps = sum(patterns.number_of_paths(near, first, last, Random(1), probes=200) for first, last in pairs)
    if steps <= MOST_PATHS:
        return None
    return (
        f"about {rounded(steps)} steps to generate paths, {duration(steps * MICROSECONDS_A_PATH)} before any comparison"
    )


def hex_out_of_reach(size):
    """Return None, or why the minimal patterns of Hex of this size cannot be listed."""
    return paths_out_of_reach(pg.Hex_near(size), [pg.Hex_edges(size, side) for side in (1, 2)])


def havannah_out_of_reach(size):
    """Return None, or why the minimal patterns of Havannah of this size cannot be listed."""
    edges = sorted(pg.Havannah_edges(size), key=sorted)
    pairs = [(edge, other) for number, edge in enumerate(edges) for other in edges[:number]]
    return paths_out_of_reach(pg.Havannah_near(size), pairs)


def y_out_of_reach(size):
    """Return None, or why the minimal patterns of Y of this size cannot be listed."""
    return None if size <= 5 else f"patterns of Y are listed up to size 5, not {size}"


def connections_out_of_reach(connections):
    """Return None, or why the minimal patterns of a connection game of your own cannot be listed."""
    points = len(connections.near[0])
    if points > MOST_BRANCHING and (
        connections.ring or any(least > 2 for wins in connections.wins for least, _ in wins)
    ):
        return f"rings and patterns of three borders are listed up to {MOST_BRANCHING} points, not {points}"
    for near, wins in zip(connections.near, connections.wins):
        for least, borders in wins:
            if least < 2:
                continue
            pairs = [(border, other) for number, border in enumerate(borders) for other in borders[:number]]
            if why := paths_out_of_reach(near, pairs):
                return why
    return None


def refinement_out_of_reach(wps):
    """Return None, or why the automorphisms of these patterns cannot be counted."""
    total = sum(map(len, wps))
    return None if total <= MOST_INCIDENCES else f"{total:,} points in patterns; {MOST_INCIDENCES:,} at most"


def number(count):
    """Return a count in full, or as a power of ten if it is too long to read."""
    return f"{count:,}" if count < 10**12 else f"about 10^{log10(count):.0f}"


def rounded(count):
    """Return an estimate to one digit: 34,567 is 30,000; a power of ten if it is large."""
    return f"{round(count, 1 - len(str(count))):,}" if count < 10**7 else f"10^{log10(count):.0f}"


def duration(microseconds):
    """Return a time in the largest fitting unit. Whole numbers only: these are too large for others."""
    seconds = microseconds // 10**6
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{rounded(seconds // length)} {unit}"
    return f"{seconds} s"


def size_of(count):
    """Return a number of bytes in the largest fitting unit."""
    for unit, length in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6)):
        if count >= length:
            return f"{rounded(count // length)} {unit}"
    return f"{count} bytes"
