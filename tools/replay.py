"""`python -m tools replay`: the same moves on the emulated Pico as on unix MicroPython, and within the time asked for.

    python -m tools replay hex --size 8 --ms 1000
    python -m tools replay three-player --ms 2000 --positions 5
"""

from random import Random
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.game import size_name
from tools import plain
from tools.arena import match_of
from tools.arena_players import player
from tools.bench import emulated

STARTED = 3  # moves by chance at the start of a game
QUICK = {"nodes": [60, 250, 20]}  # how the moves after that are found: few nodes, and one move in five overlooked


def command(
    name: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game with an engine.")],
    size: Annotated[str | None, typer.Option(help="Numbers between commas, as for arena.")] = None,
    ms: Annotated[int, typer.Option(min=1, help="Thinking time on the Pico.")] = 1000,
    positions: Annotated[int, typer.Option(min=1, help="How many.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Of the first position; the next ones count on.")] = 1,
):
    """Compare moves, nodes and time on the emulated Pico with unix MicroPython."""
    match = match_of(name, size, f"ms:{ms}", "random")
    game, numbers = match.game, match.size
    about = f"{name} {size_name(numbers)}".strip()
    console = plain.console()
    here = player(f"ms:{ms}", game, numbers)
    differing, times = 0, []
    try:
        pico = emulated()
        with plain.progress(console) as bar:
            task = bar.add_task(about, total=positions)
            for number in range(positions):
                moves = moves_of(game, numbers, number, positions, seed + number, here)
                expected = here.ask(moves=moves)
                (found,) = pico.answers("reply", name, numbers, moves, ms)
                times.append(found.pop("us") / 1000)
                if found != expected:
                    differing += 1
                    console.print(f"after {moves}: the Pico answers {found}, unix MicroPython {expected}")
                if times[-1] > ms:
                    console.print(f"after {moves}: takes {times[-1]:.0f} ms, not {ms}")
                bar.advance(task)
    finally:
        here.close()
    late = sum(time > ms for time in times)
    console.print(f"{about} at {ms} ms: {positions - differing} of {positions} moves the same on the emulated Pico; "
                  f"{sum(times) / len(times):.0f} ms a move, at most {max(times):.0f}; {late} later than asked for")
    if differing or late:
        raise typer.Exit(1)


def moves_of(game, size, number, count, seed, engine):
    """Moves to the position of that number of so many, from the empty field (0) to half of it filled; the game is not over."""
    random = Random(seed)
    while True:
        position = game.setup(size)
        plies = max(position.points // 2 * number // count, min(number, 1))
        while position.plies < plies and not position.is_over():
            moves = list(position.history[:position.plies])
            if position.plies < STARTED:
                point = random.choice([point for point in range(position.points) if not position.cells[point]])
            else:
                point = engine.ask(moves=moves, seed=random.randrange(1, 1000), **QUICK)["best"]
            position.play(point)
        if not position.is_over():
            return list(position.history[:position.plies])
        count += 1  # an earlier position
