"""`python -m tools game check FILE`: check that a game keeps the contract of rules/position.py.

The first fault ends the check with one line: what, where, and what to do.
"""

import contextlib
from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.cli.errors import ToolError
from host_sim.cli.writable import writing
from host_sim.own_games import games_folder
from host_sim.own_games.as_text import UNREAD, has_game
from host_sim.own_games.data.tables import TABLES, compiled
from host_sim.own_games.load import data_game
from host_sim.own_games.try_games import fault_of

from .. import output
from .apart import results

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
        output.say(f"{made}: copy it into the folder /games of the Pico; make that folder if there is none")


def _say_what_runs(paths):
    """Say what a game in Python may do, if one of these will be run."""
    for path in paths:
        with contextlib.suppress(*UNREAD):
            if path.suffix == ".py" and has_game(path):
                output.say("a game in Python runs as a program with your rights: check only what you trust")
                return
