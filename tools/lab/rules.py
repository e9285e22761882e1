"""`python -m tools.lab verify rules`: check random games of Hex and Havannah against the formal oracle.

CI plays some hundreds (tests/rules/test_groups.py, tests/formal/test_formal_groups.py); this is for a long run after a
change of the rules. It compares side to move, winner, draw, win type and winning points after every move, then undo.
"""

from random import Random
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import havannah, hex
from host_sim.errors import ToolError
from host_sim.formal import winners

from .. import output

HEX, HAVANNAH = (1, 2, 3, 4, 5, 6, 7, 8, 11), (1, 2, 3, 4, 5, 6)


def hex_case(size):
    """Return (position, points of the definitions, wins, win types) for `first_disagreement`."""
    position = hex.GAME.setup((size,))
    field = position.field
    points = [(field.columns[p], size - 1 - field.rows[p]) for p in range(field.points)]
    return position, points, {side: winners.hex_wins(size, side) for side in (1, 2)}, lambda stones: {"edges"}


def havannah_case(size):
    """The same for Havannah."""

    def types(stones):
        return winners.havannah_win_types(size, stones)

    position = havannah.GAME.setup((size,))
    field = position.field
    around = [(field.columns[p] - size + 1, field.rows[p] - size + 1) for p in range(field.points)]
    points = [(column, -row, row - column) for column, row in around]
    return position, points, dict.fromkeys((1, 2), lambda stones: bool(types(stones))), types


def command(
    games: Annotated[int, typer.Option(min=1, help="Games of each size.")] = 100,
    largest: Annotated[int, typer.Option(min=1, help="Skip larger sizes.")] = 11,
    seed: Annotated[int, typer.Option(help="Seed of the first game; the next ones count up.")] = 1,
):
    """Play random games of Hex and Havannah against the formal definitions."""
    cases = [(hex_case, size) for size in HEX if size <= largest]
    cases += [(havannah_case, size) for size in HAVANNAH if size <= largest]
    console = output.console()
    for make, size in output.tracked(console, "Playing", cases):
        position, points, wins, types = make(size)
        for number in range(seed, seed + games):
            difference = winners.first_disagreement(position, points, wins, Random(number), types)
            if difference:
                raise ToolError(f"{make.__name__} {size}, seed {number}: {difference}")
    console.print(f"{len(cases) * games} games, {len(cases)} sizes: no disagreement")
