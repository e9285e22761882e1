"""Draw the positions of a suite, and find their values.

A position comes from random moves: from the empty field, each side in turn takes any empty point, until the field has
the wanted number of stones; a game that is over by then is drawn again. So the sides have equally many stones (or the
first has one more), and every set of stones without a winner is equally likely.

The n-th position of a number of stones depends only on the seed and n. It goes into the suite if the side to move does
not lose and at most half of its moves keep the value. Its exact value and that of each move decide that, nothing else:
a position is never left out because it takes long to settle, and nothing asks what the engine plays. So the suite
cannot flatter the engine; it would if the engine's own search had to settle a position within some work first.

Row n of the job is the n-th position: [moves, value, moves that keep it], or None if it does not go in.
"""

import functools
from contextlib import closing
from random import Random

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.game import size_name
from glowgrid.search.verdict import DRAWN
from host_sim.cli.errors import ToolError
from host_sim.engine.worker import ENGINE_PROGRAM, Worker, engine_command

from ...paths import ROOT
from .. import exact
from ..arena.match import CODE as ENGINE_CODE
from ..runs.job import job
from ..runs.run import rows
from .suite import Case, suite_of

LAB = ROOT / "tools" / "lab"
CODE = [*ENGINE_CODE, *exact.CODE, *(LAB / "suites" / f"{name}.py" for name in ("suite", "drawing"))]
MOST_DRAWN = 100_000  # of a number of stones; enough for any suite
TABLE, HEAP = 18, "256m"  # of the engine that settles positions: 2^18 entries
ENOUGH = 10**9  # units of work


def random_position(game, size, stones, seed, number):
    """Return a position with this many stones that is not over."""
    random = Random(f"{seed} {game.name} {size_name(size)} {stones} {number}")
    while True:
        position = game.setup(size)
        while position.plies < stones and not position.is_over():
            position.play(random.choice(empty_points(position)))
        if not position.is_over():
            return position


def empty_points(position):
    return [point for point in range(position.points) if not position.cells[point]]


def drawn(parameters, number):
    """Return a row of the job."""
    suite = suite_of(parameters["name"], parameters["size"])
    position = random_position(suite.game, suite.size, parameters["stones"], parameters["seed"], number)
    value, keeps = SOURCES[suite.source](suite, position)
    if value < 0 or 2 * len(keeps) > position.empty:
        return None
    return [list(position.history[: position.plies]), value, keeps]


def job_of(suite, stones, seed):
    """Return the Job that draws positions with this many stones."""
    about = {"name": suite.name, "size": size_name(suite.size), "stones": stones, "seed": seed}
    return job(f"{__name__}:drawn", about)


def band_of(suite, band, seed, store, workers):
    """Draw the positions of a band: yield each position that was drawn, a Case, or None if it does not go in."""
    for stones, wanted in suite.quotas(band).items():
        yield from cases_of(suite, stones, wanted, seed, store, workers)


def cases_of(suite, stones, wanted, seed, store, workers):
    """Do the same for a number of stones, until `wanted` positions are found. None comes twice."""
    if suite.source not in SOURCES:
        raise ToolError(f"{suite.title}: a judge of the tests found its values; it can only be measured")
    seen = set()
    if not wanted:
        return
    with closing(rows(job_of(suite, stones, seed), store, workers, range(MOST_DRAWN))) as found:
        for row in found:
            key = row and (frozenset(row[0][::2]), frozenset(row[0][1::2]))
            if not row or key in seen:
                yield None
                continue
            seen.add(key)
            yield Case(*row)
            if len(seen) == wanted:
                return
    raise ToolError(f"{suite.title}: fewer than {wanted} of {MOST_DRAWN} positions with {stones} stones qualify")


# Exact values: (value for the side to move: 1 a win, 0 a draw, -1 a loss; the moves that keep it) --------------------


def by_connections(suite, position):
    """Hex: the exact solver of virtual connections, with large tables."""
    solver = _solver(*suite.size)
    if not solver.value(position.cells, position.to_move):
        return -1, []
    return 1, solver.wins(position.cells, position.to_move)


@functools.cache
def _solver(size):
    return exact.HexValues(size)


def by_engine(suite, position):
    """Our engine without a limit of work: it settles what every move leads to, or this raises ToolError."""
    rows = _engine(suite.name, suite.size).ask(moves=list(position.history[: position.plies]))["rows"]
    worth = {position.to_move: 1, DRAWN: 0, 3 - position.to_move: -1}
    values = {}
    for point in empty_points(position):
        if rows[point][0] not in worth:
            raise ToolError(f"{suite.title}: the engine does not settle {bytes(position.cells).hex()}")
        values[point] = worth[rows[point][0]]
    return best_of(values)


@functools.cache
def _engine(name, size):
    about = {"game": name, "size": size, "table": TABLE, "every": True, "work": ENOUGH}
    return Worker(engine_command(ENGINE_PROGRAM, heap=HEAP), about)


SOURCES = {"exact": by_connections, "engine": by_engine}


def best_of(values):
    """Return (the best value, the moves that have it) of {move: value}."""
    best = max(values.values())
    return best, [move for move in values if values[move] == best]
