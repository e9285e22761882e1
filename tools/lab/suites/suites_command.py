"""`python -m tools.lab arena suites`: Hex positions with a win that is easily lost, and how many the engine keeps.

    python -m tools.lab arena suites make 6 --positions 200
    python -m tools.lab arena suites measure 6 --think 3000
    python -m tools.lab arena suites book
    python -m tools.lab arena suites perfect havannah 3

The engine has 3000 ms of the Pico's time for a move, or as given by `--think MS` or `--level N`.

A suite is a text file with one position on each line: the moves that led to it, a colon, the moves that win. At most
half of the moves win. `make` resumes where it was stopped.
"""

import random
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.rules.notation import parse_point, point_name
from host_sim.engine.worker import Worker, engine_command
from host_sim.errors import ToolError

from ... import output
from ...paths import ROOT
from ..arena.players import Level, Think, asked, budget, player
from .perfect import GAMES, faults

SUITES = ROOT / "tests" / "data"
LONE = 0.5  # share of the random games with stones anywhere; in the others each is near an earlier one
LEAST_PLIES = {5: 1, 6: 4, 7: 14}  # few earlier positions can be solved
MOST_TRIES = 15  # tries for a position with a number of plies
MS = 3000  # of the Pico, for a move
HEAP = "64M"

app = typer.Typer(no_args_is_help=True, help="Suites of proven wins in Hex: make them, measure the engine.")


def solver(*words):
    """Return a process that runs our solver of Hex: a Worker of solver_program.py."""
    return Worker(engine_command("tools/lab/suites/solver_program.py", *words, heap=HEAP))


def engine(game, size, spec):
    """Return our engine, a Worker, as the arena's player of this text."""
    return player(spec, GAMES[game].GAME, (size,))


def path_of(size):
    return SUITES / f"hex_{size}x{size}_wins.txt"


def read(size):
    """Return [(moves, winning moves)] of a suite, points as numbers; ToolError for an invalid line."""
    field, found = hex.setup(size).field, []
    path = path_of(size)
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        parts = [[parse_point(field, name) for name in part.split()] for part in line.split(":")]
        if len(parts) != 2 or not parts[1] or min(parts[0] + parts[1]) < 0:
            raise ToolError(f"{path.name} line {number}: expected moves, a colon, moves that win; remove the line")
        found.append((parts[0], parts[1]))
    return found


def random_moves(size, plies, chance):
    """Return the moves of a random game of this many plies that is not over; None if it ended earlier."""
    position = hex.setup(size)
    field, anywhere = position.field, chance.random() < LONE
    for _ in range(plies):
        free = [point for point in range(position.points) if not position.cells[point]]
        if not anywhere and position.plies:
            near = [
                p
                for p in free
                if any(
                    abs(field.rows[p] - field.rows[q]) + abs(field.columns[p] - field.columns[q]) < 4
                    for q in position.history[: position.plies]
                )
            ]
            free = near or free
        position.play(chance.choice(free))
        if position.is_over():
            return None
    return list(position.history[:plies])


def suite_line(size, moves, wins):
    field = hex.setup(size).field
    return " ".join(point_name(field, p) for p in moves) + " : " + " ".join(point_name(field, p) for p in wins)


@app.command("make")
def make(
    size: Annotated[int, typer.Argument(min=3, max=7, help="Points on a side.")],
    positions: Annotated[int, typer.Option(min=1, help="How many the suite should have.")] = 200,
    nodes: Annotated[int, typer.Option(min=1, help="Most nodes of the solver for a position.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the first position; the next ones count up.")] = 1,
):
    """Add positions to a suite until it has enough."""
    path = path_of(size)
    done = read(size)
    known = {tuple(moves) for moves, _ in done}
    plies = range(LEAST_PLIES.get(size, 2), size * size * 3 // 5)
    worker = solver()
    console = output.console()
    with output.progress(console) as progress:
        task = progress.add_task(f"Hex {size}x{size}", total=positions, completed=len(done))
        number, turn, tries = seed + 1_000_000 * len(done), len(done), 0
        while len(known) < positions:
            # Plies in turn, to spread the positions over them as far as there are some that can be solved.
            if tries == MOST_TRIES:
                tries = 0
                turn += 1
            number += 1
            tries += 1
            moves = random_moves(size, plies[turn % len(plies)], random.Random(number))
            if moves is None or tuple(moves) in known:
                continue
            wins = worker.ask(what="wins", size=size, moves=moves, nodes=nodes)
            if wins:
                known.add(tuple(moves))
                turn += 1
                tries = 0
                with path.open("a") as file:
                    file.write(suite_line(size, moves, wins) + "\n")
                progress.advance(task)
    worker.close()
    console.print(f"{path.relative_to(ROOT)}: {len(known)} positions")


@app.command("measure")
def measure(
    size: Annotated[int, typer.Argument(min=3, max=7, help="Points on a side.")],
    think: Think = None,
    level: Level = None,
    verbose: Annotated[bool, typer.Option(help="List the positions whose win is lost.")] = False,
):
    """Measure how often the engine's move keeps the win."""
    suite = read(size)
    if not suite:
        raise ToolError(f"{path_of(size).name}: no such suite; python -m tools.lab arena suites make {size}")
    spec = budget(think, level, MS)
    console = output.console()
    kept = proven = 0
    answers = asked(spec, hex.GAME, (size,), ({"moves": moves} for moves, _ in suite))
    for (moves, wins), answer in zip(output.tracked(console, f"Hex {size}x{size}", suite), answers, strict=True):
        kept += answer["best"] in wins
        proven += answer["proven"]
        if verbose and answer["best"] not in wins:
            console.print(suite_line(size, moves, wins), "not", point_name(hex.setup(size).field, answer["best"]))
    console.print(
        f"Hex {size}x{size}, {spec}: keeps {kept} of {len(suite)} wins, "
        f"{100 * kept / len(suite):.1f} %; {proven} proven"
    )


@app.command("book")
def book():
    """Print the book of Hex 5x5, WINS in firmware/glowgrid/search/groups/hex_solver.py."""
    typer.echo(solver("book", "5").rest(), nl=False)


@app.command("perfect")
def perfect(
    game: Annotated[str, typer.Argument(help="hex or havannah")],
    size: Annotated[int, typer.Argument(min=1, max=4, help="Points on a side: Hex up to 4, Havannah up to 3.")],
    think: Think = None,
    level: Level = None,
    positions: Annotated[int, typer.Option("--random", min=0, help="Number of additional random positions.")] = 5000,
):
    """Check that the engine is perfect: judge every position it meets against all replies by an independent search."""
    if game not in GAMES or (game == "havannah" and size > 3):
        raise ToolError(f"{game} {size}: expected hex 1 to 4 or havannah 1 to 3")
    spec = budget(think, level, MS)
    worker, count, wrong = engine(game, size, spec), 0, 0
    console = output.console()
    for fault in output.tracked(console, f"{game} {size}", faults(worker, game, size, positions)):
        count += 1
        if fault:
            wrong += 1
            console.print(f"after {fault[0]}: {fault[1]} gives the value away")
    worker.close()
    console.print(f"{game} {size}, {spec}: {count} positions, {wrong} moves that give the value away")
    raise typer.Exit(1 if wrong else 0)
