"""`glowgrid games`: list the finished games of the simulator or of a Pico, and write them to files."""

from pathlib import Path
from typing import Annotated

import typer

from glowgrid.console.finished import FOLDER
from glowgrid.games import discover
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.cli.run import say
from host_sim.own_games import games_folder
from host_sim.own_games.passed import own_games
from host_sim.records.finished import described
from host_sim.terminal.arguments import BOARD, usual_saves
from host_sim.text.text_file import file_bytes

from .ports import find_port
from .serial_link import on_device
from .talk.finished import fetched

FINISHED = FOLDER.strip("/")  # beside the saved match; its files are named by numbers

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def games(
    context: typer.Context,
    pico: Annotated[bool, typer.Option("--pico", help="From the plugged-in Pico, not the simulator.")] = False,
    port: Annotated[str | None, typer.Option(help="From the Pico on this serial port.")] = None,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    saves: Annotated[Path | None, typer.Option(help="Folder of the simulator's saves.")] = None,
    to: Annotated[Path | None, typer.Option(help="Write each game to a file in this folder: SGF for Hex.")] = None,
):
    """List the last 20 finished games of a Pico or of the simulator; write them to files that `review` reads."""
    if context.invoked_subcommand:
        return
    if to and to.exists() and not to.is_dir():
        raise Refused(f"--to {to}: this is a file; name a folder")
    if saves and not saves.is_dir():
        what = "is a file" if saves.exists() else "no such folder"
        raise Refused(f"--saves {saves}: {what}; name the folder that --saves named while playing")
    if pico or port:
        found, where = on_device(find_port(port), fetched)[1], "on the Pico"
    else:
        about = load_board(board)
        finished = (saves or usual_saves(about)) / FINISHED
        files = [path for path in finished.glob("*") if path.name.isdecimal() and path.is_file()]
        found, where = {int(path.name): _saved(path) for path in files}, f"in {finished}"
    if not found:
        say(f"there is no game {where} that was played to its end")
    elif to:
        _make(to)
    known = discover()[0]
    known += [game for game, _ in own_games([game.name for game in known])[0].values()]
    for number, line, ending, text in described(found, known):
        if to and text:
            path = to / f"{number:04}.{ending}"
            path.write_text(text, encoding="utf-8")
            line += f"   {path}"
        say(f"{number:>4}  {line}")


def _saved(path):
    try:
        return file_bytes(path)
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}") from None


@app.command()
def folder():
    """Print the folder for your own games, and create it if needed: they appear in the menu, and flash copies them."""
    place = games_folder.folder()
    place.mkdir(parents=True, exist_ok=True)
    say(str(place))


def _make(folder):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"--to {folder}: cannot be created: {error.strerror}; name another folder") from None
