"""`python -m tools.lab verify within`: compare w_k of random positions with brute force over the rules.

Each answer for k up to a depth must be right or unknown; for every searched depth it must be known. `make test` checks
some of the same positions.
"""

import random
from typing import Annotated, Any

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.answers import UNDECIDED, w_k
from glowgrid.rules.game import size_name
from glowgrid.search import DRAWN, Limits, engine_for
from host_sim.engine.engine_program import set_up
from host_sim.errors import ToolError

from .. import output
from .judges.brute import brute

WORK = 1_500_000
# Name, size, fewest and most stones, plies to look ahead; "three": the lines of m,n,k with three sides.
KINDS = [
    ("tic-tac-toe", (), 0, 8, 5),
    ("mnk", (4, 4, 3), 3, 14, 4),
    ("mnk", (5, 5, 4), 8, 22, 4),
    ("mnk", (6, 6, 4), 14, 34, 3),
    ("mnk", (8, 8, 5), 30, 62, 3),
    ("fano", (), 0, 6, 7),
    ("hex", (3,), 0, 7, 7),
    ("hex", (5,), 8, 22, 4),
    ("hex", (7,), 18, 44, 3),
    ("havannah", (3,), 5, 17, 4),
    ("havannah", (4,), 10, 34, 3),
    ("y", (4,), 1, 8, 5),
    ("three-player", (), 2, 15, 4),
    ("three", (4, 5, 3), 6, 19, 3),
]
ENGINES = {}


def engine_of(name, size):
    if (name, size) not in ENGINES:
        ENGINES[name, size] = engine_for(set_up(name, size)[0])
    return ENGINES[name, size]


def random_position(name, size, fewest, most, chance, swap=False):
    while True:
        position: Any = set_up(name, size)[0]
        position.swap_rule = swap
        for _ in range(chance.randint(fewest, most)):
            if not position.is_over():
                position.play(chance.choice([move for move in range(position.moves) if position.is_legal(move)]))
        if not position.is_over():
            return position


def searched(engine, position, plies, limits):
    """Return the verdict after this many plies were searched, or all is done."""
    engine.start(position, limits, True)
    while not engine.step(5_000) and engine.verdict.depth < plies:
        pass
    return engine.verdict


def faults(engine, position, most):
    """Return (wrong answers of w_k and its rows for a position, for k up to `most`; the share of k that is known)."""
    found, known, answered = [], {}, 0
    verdict = searched(engine, position, most, Limits(WORK))
    for k in range(1, most + 1):
        if position.sides > 2:
            verdict = searched(engine, position, 255, Limits(WORK, cut=k))
        answer = w_k(verdict, position, k)
        answered += answer != 0
        right = brute(position, k, known)[0]
        if answer and (0 if answer in (DRAWN, UNDECIDED) else answer) != right:
            found.append(f"w_{k} {answer}, but it is {right}")
        if not answer and k <= verdict.depth:
            found.append(f"w_{k} unknown, but {verdict.depth} plies were searched")
    for move in range(position.moves) if position.sides == 2 else ():
        if position.play(move):
            winner, plies = brute(position, most - 1, known)
            position.undo()
            row = verdict.outcomes[move], verdict.plies[move]
            if winner and row != (winner, plies + 1) and (row[1] or plies < verdict.depth or row[0] not in (0, winner)):
                found.append(f"move {move} leads to {row}, but {(winner, plies + 1)} is right")
            if not winner and row[0] not in (0, DRAWN) and 0 < row[1] <= most:
                found.append(f"move {move} leads to {row}, but no side wins within {most} plies")
    return found, answered / most


def positions(kind, number, seed):
    """Yield (the moves to a random position of this kind, what is wrong there, the share of k that is known)."""
    name, size, fewest, most, plies = kind
    chance = random.Random(seed)
    for _ in range(number):
        position = random_position(name, size, fewest, most, chance)
        yield list(position.history[: position.plies]), *faults(engine_of(name, size), position, plies)


def command(
    number: Annotated[int, typer.Option("--positions", min=1, help="Random positions of each of 14 games.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the first position of each game.")] = 1,
):
    """Compare who wins within k plies with brute force, on random positions of 14 games."""
    console, known = output.console(), 0
    total = len(KINDS) * number
    asked = ((kind, *found) for kind in KINDS for found in positions(kind, number, seed))
    for (name, size, *_), moves, wrong, share in output.tracked(console, "Comparing", asked, total):
        if wrong:
            raise ToolError(f"{name} {size_name(size)}, moves {moves}: {wrong[0]}")
        known += share
    console.print(f"{total:,} positions of {len(KINDS)} games: none wrong, {100 * known / total:.1f}% known")
