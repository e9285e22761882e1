"""`python -m tools.lab arena missed`: count how many wins in one, and blocks of one, each level misses.

A random position counts if the side to move can win at once, or else if only one point stops a win of the other side.
Each position is used once, with its own seed.
"""

from random import Random
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.levels import levels_of
from glowgrid.rules.game import size_name
from host_sim.cli.errors import ToolError

from .. import output
from .arena.arena_command import match_of
from .arena.players import asked, legal, wins

GAMES = (("tic-tac-toe", ""), ("mnk", "5,5,4"), ("mnk", "8,8,5"), ("hex", "7"))
WINS, BLOCKS = "wins", "blocks"


def positions(game, size, kind, count):
    """Return a list of (moves to a random position, the right moves there)."""
    random, found = Random(f"{game.name} {size_name(size)} {kind}"), []
    while len(found) < count:
        position = game.setup(size)
        while not position.is_over():
            right = urgent(position, kind)
            if right and random.random() < 0.5:
                found.append((list(position.history[: position.plies]), right))
                break
            position.play(random.choice(legal(position)))
    return found


def urgent(position, kind):
    """Return the moves that win at once, or the only one that stops a win; none if there is a better move."""
    own, other = [
        [move for move in legal(position) if wins(position, side, move)]
        for side in (position.to_move, 3 - position.to_move)
    ]
    if kind == WINS:
        return own
    return other if not own and len(other) == 1 else []


def missed(game, size, level, cases):
    """Return in how many positions a level plays a wrong move."""
    questions = ({"moves": moves, "seed": seed} for seed, (moves, _) in enumerate(cases, 1))
    answers = asked(f"level:{level}", game, size, questions)
    return sum(answer["best"] not in right for answer, (_, right) in zip(answers, cases, strict=True))


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Game of two sides (default: all measured ones).")
    ] = None,
    size: Annotated[str, typer.Option(help="Numbers between commas, as for arena.")] = "",
    count: Annotated[int, typer.Option(min=1, help="Positions of each kind.")] = 200,
):
    """Count the wins in one and the blocks of one that each level misses."""
    if size and not name:
        raise ToolError("--size is of one game: name it")
    console = output.console()
    columns = "game", "level", f"wins missed of {count}", f"blocks missed of {count}"
    rows = []
    for about in [(name, size)] if name else GAMES:
        match = match_of(about[0], about[1] or None, "random", "random")
        game, numbers = match.game, match.size
        if game.sides != 2:
            raise ToolError(f"{game.name}: only games of two sides have blocks of one")
        cases = [positions(game, numbers, kind, count) for kind in (WINS, BLOCKS)]
        for level in range(1, levels_of(game.setup(numbers)) + 1):
            with console.status(f"{game.name} {size_name(numbers)}: level {level}"):
                found = [str(missed(game, numbers, level, each)) for each in cases]
            rows.append((f"{game.name} {size_name(numbers)}".strip(), str(level), *found))
    console.print(output.table(columns, rows))
