"""`python -m tools build`: check a person's own games, then build what goes on a device, with progress."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from glowgrid import games
from host_sim.boards import DEFAULT_BOARD
from host_sim.cli.errors import Refused, ToolError
from host_sim.cli.run import one_line, say
from host_sim.cli.writable import writing
from host_sim.own.strategies.strategy import Strategy
from host_sim.own_games import games_folder
from host_sim.own_games.load import reading_json, with_place
from host_sim.own_games.passed import refused

from .. import output
from ..compile.build import firmware_files, stage, staged_files
from ..paths import MADE

BOARD_HELP = "A file of boards/ without .json, or the path of a board file."
VIPER_HELP = "Let MicroPython's viper compile the kernels: slower, for a trial or another chip."


def check_games():
    """Raise ToolError if the Pico could not use every game or strategy; print a line for each fault but the last.

    Two games of the same name are a fault too: the menu has room for only one.
    """
    games.refused = refused()  # a file that loops must not be loaded here
    games.json_reader = reading_json
    placed = games.refused.values()
    faults = [
        fault if fault in placed else with_place(fault) for fault in games.discover(own=str(games_folder.folder()))[1]
    ]
    for path in games_folder.strategies():
        try:
            Strategy(path)
        except Refused as refusal:
            faults.append(str(refusal))
    for fault in faults[:-1]:
        say(f"error: {one_line(fault)}", err=True)
    if faults:
        each = "fix the files or take them away" if len(faults) > 1 else "fix the file or take it away"
        raise ToolError(f"{faults[-1]}; {each}")


def build_with_progress(board, source, viper, console, chip="", link=None):
    """Call staged_files with the user's own games and a progress bar; return (files, how many were compiled)."""
    check_games()
    helping = games_folder.helpers()
    for path, names in helping.items():
        console.print(f"helper    {path.name} has no game; imported by {', '.join(names)}")
    own = [*games_folder.files(), *helping, *games_folder.puzzles(), *games_folder.strategies()]
    compiled = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Building", total=len(firmware_files()) + len(own) + 3)

        def on_file(path, ran):
            progress.update(task, advance=1, description=f"Building {path}")
            if ran:
                compiled.append(path)

        files = staged_files(board, source, on_file=on_file, viper=viper, own=own, chip=chip, link=link)
    return files, len(compiled)


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    source: Annotated[
        bool,
        typer.Option(
            "--source", help="Stage .py files instead of .mpy; a Pico (RP2040) has too little memory to play from them."
        ),
    ] = False,
    viper: Annotated[bool, typer.Option("--viper", help=VIPER_HELP)] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder to stage into (default BOARD; in a clone build/BOARD).")
    ] = None,
):
    """Build what goes on the device into a folder."""
    console = output.console()
    folder = out or MADE / Path(board).stem
    files, compiled = build_with_progress(board, source, viper, console)
    with writing(folder):
        changed = stage(folder, files)
    size = sum(map(len, files.values()))
    console.print(
        f"{folder}: {len(files)} files, {size} bytes; {compiled} compiled, {changed} changed",
        highlight=False,
        soft_wrap=True,
    )
