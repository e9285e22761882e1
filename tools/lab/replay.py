"""`verify pico`: check that the emulated Pico plays the moves of unix MicroPython, and in time.

python -m tools.lab verify pico hex --size 8 --think 1000
python -m tools.lab verify pico three-player --think 2000 --positions 5
"""

from random import Random
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.game import size_name
from glowgrid.search import work_in

from .. import output
from .arena.arena_command import match_of
from .arena.players import legal, player
from .bench.bench_command import emulated

STARTED = 3  # random moves at the start of a game
QUICK = {"level": 1}  # who makes the moves after that


def command(
    name: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game with an engine.")],
    size: Annotated[str | None, typer.Option(help="Numbers between commas, as for arena.")] = None,
    think: Annotated[int, typer.Option(metavar="MS", min=1, help="The Pico's time for a move.")] = 1000,
    positions: Annotated[int, typer.Option(min=1, help="How many.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first position; the next ones count up.")] = 1,
):
    """Compare the moves of the emulated Pico with those of unix MicroPython.

    Compare the nodes too, and check that the Pico stays within the given time.
    """
    match = match_of(name, size, f"think:{think}", "random")
    game, numbers = match.game, match.size
    about = f"{name} {size_name(numbers)}".strip()
    console = output.console()
    here = player(f"think:{think}", game, numbers)
    differing, times = 0, []
    try:
        pico = emulated()
        for number in output.tracked(console, about, range(positions)):
            moves = moves_of(game, numbers, number, positions, seed + number, here)
            expected = here.ask(moves=moves)
            (found,) = pico.answers("reply", name, numbers, moves, work_in(think))
            times.append(found.pop("us") / 1000)
            if found != expected:
                differing += 1
                console.print(f"after {moves}: the Pico answers {found}, unix MicroPython {expected}")
            if times[-1] > think:
                console.print(f"after {moves}: takes {times[-1]:.0f} ms, not {think}")
    finally:
        here.close()
    late = sum(time > think for time in times)
    console.print(
        f"{about} at {think} ms: {positions - differing} of {positions} moves the same on the emulated Pico; "
        f"{sum(times) / len(times):.0f} ms a move, at most {max(times):.0f}; {late} too late"
    )
    if differing or late:
        raise typer.Exit(1)


def moves_of(game, size, number, count, seed, engine):
    """Return the moves to a position, from the empty field (number 0) to half of it filled (the last); none is over."""
    random = Random(seed)
    while True:
        position = game.setup(size)
        plies = max(position.points // 2 * number // count, min(number, 1))
        while position.plies < plies and not position.is_over():
            moves = list(position.history[: position.plies])
            if position.plies < STARTED:
                move = random.choice(legal(position))
            else:
                move = engine.ask(moves=moves, seed=random.randrange(1, 1000), **QUICK)["best"]
            position.play(move)
        if not position.is_over():
            return list(position.history[: position.plies])
        count += 1  # an earlier position
