"""A data file of Glowgrid's games as a module: the Pico takes 60 ms to read the JSON at each power-up, 12 ms for this.

A person's own data files stay, with tables beside them (host_sim/user_games/tables.py).
"""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import load_data

_MODULE = """\
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import Field
from glowgrid.rules.lines import Lines


def setup():
    field = Field({field.width}, {field.height}, {field.columns!r}, {field.rows!r})
    tables = Lines(field, {game.sides}, {lines!r}, {tables.owners!r})
    tables.misere = {tables.misere}
    return tables.position()


GAME = Game(
    {game.name!r},
    {game.about!r},
    {game.source!r},
    {game.sides},
    {game.sizes!r},
    {game.icon!r},
    setup,
    lambda: {sketch!r},
    order={game.order},
    engine={game.engine!r},
    goals={game.stated_goals!r},
    hidden={game.hidden},
)
"""


def module_of(path):
    """Return the text of a Python module with the game of a data file; one-line ValueError if it is not a game."""
    game = load_data(str(path))
    tables = game.setup().tables
    members, starts = bytes(tables.members), tables.starts
    lines = tuple(members[starts[line] : starts[line + 1]] for line in range(tables.count))
    return _MODULE.format(game=game, tables=tables, field=tables.field, lines=lines, sketch=game.sketch())
