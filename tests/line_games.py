"""Games for the tests of rules and search, as tests/support/judges/lines.py sees them and as the firmware does."""

from support.judges.lines import DRAW

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.memory import new_table
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
from glowgrid.search import DRAWN, Engine, Limits, Memory, engine_for
from glowgrid.search.lines.deepening import Deepening
from glowgrid.search.lines.endgame import Endgame
from glowgrid.search.lines.paranoid import Paranoid
from glowgrid.search.lines.root import Root

TO_THE_END = Limits(10**9)


def tables_of(game):
    """Return the firmware's Lines of a game (points, sides, patterns); its points lie in one row."""
    points, sides, patterns = game
    owners = [sum(1 << (side - 1) for side in owning) for _, owning in patterns]
    return Lines(square(1, points), sides, [sorted(pattern) for pattern, _ in patterns], owners)


def random_game(random, most_points=7, most_lines=9):
    """Return random points, sides and patterns: 1 to 4 points a pattern, for all sides or only some."""
    sides = random.choice((2, 3))
    points = random.randint(1, most_points)
    patterns = {}
    for _ in range(random.randint(1, most_lines)):
        pattern = frozenset(random.sample(range(points), min(points, random.randint(1, 4))))
        owners = {side for side in range(1, sides + 1) if random.random() < 0.6}
        patterns[pattern] = owners or {random.randint(1, sides)}
    return points, sides, list(patterns.items())


def random_position(tables, random, most_plies=None):
    """Return a position of a game under way after random moves; the empty one if every game ends at once."""
    position = tables.position()
    most = tables.points - 1 if most_plies is None else most_plies
    for _ in range(random.randint(0, most)):
        position.play(random.choice([p for p in range(position.points) if not position.cells[p]]))
        if position.is_over():
            position.undo()
            break
    return position


def position_with(tables, cells):
    """Return the position with these cells (a tuple): each side's stones are played in the order of their points."""
    position = tables.position()
    stones = [[p for p, owner in enumerate(cells) if owner == side] for side in range(1, tables.sides + 1)]
    for ply in range(sum(map(len, stones))):
        assert position.play(stones[ply % tables.sides].pop(0))
    return position


def engine_of(tables, table=None):
    """Return the engine that a game with these tables gets."""
    return engine_for(tables.position(), Memory(table))


def alpha_beta_of(tables, table=None):
    """Return an engine of alpha-beta alone, with two sides or paranoid with three."""
    root = Root(tables, table or new_table())
    return Engine(tables.points, [Endgame(root), Deepening(root)])


def forced_by(tables, position, table=None):
    """What each move forces against all others together, by point: -1 loss, 0 draw, 1 win, None unknown or no move."""
    paranoid = Paranoid(Root(tables, table or new_table()), None)
    searched(Engine(tables.points, [paranoid]), position, TO_THE_END)
    return [None if forced > 2 else forced - 1 for forced in paranoid.forced]


def searched(engine, position, limits, every=False, budget=5000):
    """Return the verdict after a search in slices of this many work units."""
    engine.start(position, limits, every)
    while not engine.step(budget):
        pass
    return engine.verdict


def as_oracle(outcome):
    """Return an outcome as the oracle names it: None unknown, 1..3 the side that wins, or DRAW."""
    return {0: None, DRAWN: DRAW}.get(outcome, outcome)
