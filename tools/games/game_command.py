"""`python -m tools game check FILE`: check that a game keeps the contract of rules/position.py.

The first fault ends the check with one line: what, where, and what to do.

A game file may state known facts; a Python file for each size, a data file for its only size:

    TESTS = {(3,): {"perft": (9, 72, 504), "example": "a1 b2 b1 a2 a3 c2 = 2 edges"}}

perft: the number of sequences of 1, 2, 3 ... moves. example: a game and how it ends: who wins by what, or `draw`.
"""

import contextlib
import re
from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import FOLDER, discover
from glowgrid.rules.trial import shown
from host_sim.data_games.tables import TABLES, compiled
from host_sim.errors import ToolError, writing
from host_sim.json_text import parsed
from host_sim.user_games import games_folder
from host_sim.user_games.as_text import UNREAD, has_game
from host_sim.user_games.load import data_game, line_of, load_game
from host_sim.user_games.try_games import fault_of

from .. import output
from .apart import results
from .contract import Raised, check

app = typer.Typer(no_args_is_help=True, help="Check games, and compile data files.")


@app.callback()
def about():
    """Check games, and compile data files."""


@app.command("check")
def command(
    file: Annotated[Path, typer.Argument(help="A game in Python, a data file (.json), or a folder of such files.")],
    games: Annotated[int, typer.Option(min=1, help="Random games of each size.")] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the first random game.")] = 1,
):
    """Check a game against its contract, and say in one line what is wrong; for a folder, one line for each file.

    A game in Python is a program: the check runs it with your rights. A file .py without a GAME is not run.
    """
    if not file.is_dir():
        _say_what_runs([file])
        for _, well, said in results([file], games, seed):
            if not well:
                raise ToolError(said)
            output.say(said)
        return
    for path in games_folder.programs(file):
        output.say(f"{path.name}: skipped, not run: it has no GAME at its top level")
    paths = games_folder.files(file)
    if not paths:
        raise ToolError(f"{file}: there is no game in this folder; a game is a file .py or .json")
    _say_what_runs(paths)
    for path, names in games_folder.helpers(file).items():
        output.say(f"{path.name}: no game; imported by {', '.join(names)}")
    wrong = 0
    for _, well, said in results(paths, games, seed):
        wrong += not well
        output.say(said if well else f"error: {said}", err=not well)
    raise typer.Exit(1 if wrong else 0)


@app.command("compile")
def compile_data(
    files: Annotated[list[Path], typer.Argument(help="Data files (.json); each gets a file .tables beside it.")],
):
    """Compile data files for a Pico to which you copy files by hand; `flash` does it by itself."""
    for file in files:
        if file.suffix != ".json":
            raise ToolError(f"{file}: no data file (.json); a game in Python goes onto the Pico as it is")
        if fault := fault_of(str(file)):
            raise ToolError(fault)
        made = file.with_suffix(TABLES)
        with writing(made):
            made.write_bytes(compiled(data_game(file)))
        output.say(f"{made}: copy it into /glowgrid/games of the Pico")


def _say_what_runs(paths):
    """Say what a game in Python may do, if one of these will be run."""
    for path in paths:
        with contextlib.suppress(*UNREAD):
            if path.suffix == ".py" and has_game(path):
                output.say("a game in Python runs as a program with your rights: check only what you trust")
                return


def check_file(file, fault, games, seed, passed):
    """Return the line for a game that keeps its contract; else ToolError, in one line.

    fault: what its trial has found, or "". passed() is called after each step.
    """
    game, tests = load(file)
    if fault and re.match(r"\w+ is ", fault.removeprefix(f"{file}: ")):  # an argument of Game(...)
        raise ToolError(fault)
    check_name(file, game)
    try:
        for size in [*game.sizes, *(size for size in tests if size not in game.sizes)]:
            check(game, size, tests.get(size, {}), games, seed, file, passed)
    except Raised as error:
        raise ToolError(fault or str(error)) from None  # the trial names what was called, and the line in the file
    if fault:  # the Pico's memory, and what only screens use
        raise ToolError(fault)
    family = game.family(game.setup())
    engine = family if family == "minimax" else f"the engines for {family}"
    sizes = f" of each of {len(game.sizes)} sizes" if len(game.sizes) > 1 else ""
    return f"{game.name}: {games} random games{sizes}, and games of {engine}: all is well"


def load(path):
    """Return (game, tests) of a file, tests by size; ToolError, in one line, if it holds none."""
    path = Path(path)
    if path.suffix == ".json":
        try:
            game = data_game(path)
        except ValueError as error:
            raise ToolError(str(error)) from None
        data = parsed(path.read_bytes())[1]
        return game, {(): {key: data[key] for key in ("perft", "example") if key in data}}
    if path.suffix != ".py":
        what = "its name ends neither in .py nor in .json" if path.is_file() else "not a file"
        raise ToolError(f"{path}: {what}; give the path of a game in Python (.py) or of a data file (.json)")
    try:
        game, module = load_game(path)
    except ValueError as error:
        raise ToolError(str(error)) from None
    check_sizes(path, game)
    tests = getattr(module, "TESTS", {})
    check_tests(path, tests)
    return game, tests


def check_sizes(path, game):
    """Raise ToolError unless a game in Python has sizes, each a tuple of whole numbers."""
    sizes = game.sizes
    if isinstance(sizes, (tuple, list)) and sizes and all(_is_size(size) for size in sizes):
        return
    raise ToolError(
        f"{path}: sizes is {sizes!r} ({path.name}, line {line_of(path, 'GAME')}); it is a tuple of tuples, such as "
        "((3,), (4,)); a game of only one size has sizes=((),)"
    )


def check_tests(path, tests):
    """Raise ToolError unless the TESTS of a game in Python are known facts by size."""
    if isinstance(tests, dict) and all(_is_size(size) and _are_facts(facts) for size, facts in tests.items()):
        return
    raise ToolError(
        f"{path}: TESTS is {shown(tests)} ({path.name}, line {line_of(path, 'TESTS')}); it has known facts by size, "
        'such as {(3,): {"perft": (9, 72, 504), "example": "a1 b2 = draw"}}'
    )


def _is_size(size):
    return isinstance(size, tuple) and all(isinstance(number, int) for number in size)


def _are_facts(facts):
    if not isinstance(facts, dict):
        return False
    counts = facts.get("perft", ())
    well = isinstance(counts, (tuple, list)) and all(isinstance(number, int) for number in counts)
    return well and isinstance(facts.get("example", ""), str)


def check_name(path, game):
    """Raise ToolError if another game has the name: the menu would show only one of them."""
    place = Path(FOLDER) / path.name
    games, errors = discover()
    if place.is_file() and place.samefile(path):
        clashes = [error for error in errors if error.startswith(f"{FOLDER}/{path.name}: another game")]
    else:  # a file that will be added there, or replace one
        clash = game.name in [other.name for other in games] and not place.is_file()
        clashes = [f"{path}: another game is already named {game.name}"] if clash else []
    if clashes:
        raise ToolError(f"{clashes[0]}; choose another name")
