"""`python -m tools build`: stage exactly what is to be on the device, as a dict and as a folder.

On the device: /main.py (the boot looks for that very name, so it stays source), /board.json (only what the device
reads), /glowgrid/ with a .mpy for every module (an import costs 16 ms instead of 289) and data files as they are.
"""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from host_sim.boards import device_board, load_board
from tools import plain
from tools.errors import ToolError, writing
from tools.mpy import CACHE, compile_mpy
from tools.paths import BUILD, DEFAULT_BOARD, FIRMWARE

MAIN = "/main.py"
BOARD = "/board.json"
PACKAGE = "/glowgrid"
BOARD_HELP = "A file of boards/ without .json, or the path of a board file."


def staged_files(board, source=False, cache=CACHE, on_file=None):
    """All files of the device for a board: {absolute path on the device: bytes}, sorted, main.py last.

    board: name of a file in boards/ without .json, or the path of a board file elsewhere. source: modules as .py,
    not .mpy (to read and debug on the device). The same sources and mpy-cross give the same bytes on every machine.
    on_file: called as on_file(path, compiled) after each file. Raises ToolError (unknown board, source that does not
    compile).
    """
    files = {}

    def put(path, data, compiled=False):
        files[path] = data
        if on_file:
            on_file(path, compiled)

    put(BOARD, board_json(board))
    for path in firmware_files():
        name = path.relative_to(FIRMWARE).as_posix()
        data = path.read_bytes()
        if path.suffix == ".py" and not source:
            mpy, compiled = compile_mpy(data, name, cache)
            put(f"/{name[:-3]}.mpy", mpy, compiled)
        else:
            put(f"/{name}", data)
    put(MAIN, (FIRMWARE / "main.py").read_bytes())
    return files


def firmware_files():
    """Paths of all files under firmware/glowgrid that belong on the device, sorted: modules and data."""
    found = (FIRMWARE / PACKAGE.strip("/")).rglob("*")
    return sorted(
        path for path in found
        if path.is_file() and path.suffix not in (".pyc", ".mpy") and not path.name.startswith(".")
    )


def board_json(board):
    """/board.json of a board as bytes: what the device reads, without drawing, parts and notes."""
    try:
        return device_board(load_board(board))
    except ValueError as error:
        raise ToolError(str(error)) from error


def stage(folder, files):
    """Make a folder hold exactly `files` (as staged_files gives them); rewrites only what differs.

    Returns the number of files written or removed. Raises ToolError for a folder with other things in it: staging
    empties its folder of all that is not staged.
    """
    folder = Path(folder)
    if folder.is_dir() and any(folder.iterdir()) and not (folder / BOARD.lstrip("/")).is_file():
        raise ToolError(f"{folder} holds something else than a build: give an empty or a new folder")
    changed = 0
    for path, data in files.items():
        target = folder / path.lstrip("/")
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            changed += 1
    wanted = {folder / path.lstrip("/") for path in files}
    for path in sorted(folder.rglob("*"), reverse=True):  # deepest first, so that emptied folders go too
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()
            changed += 1
    return changed


def build_with_progress(board, source, console):
    """staged_files with a progress bar; returns (files, number of modules compiled)."""
    compiled = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Building", total=len(firmware_files()) + 2)

        def on_file(path, ran):
            progress.update(task, advance=1, description=f"Building {path}")
            if ran:
                compiled.append(path)

        files = staged_files(board, source, on_file=on_file)
    return files, len(compiled)


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    source: Annotated[bool, typer.Option("--source", help="Stage .py files instead of .mpy.")] = False,
    out: Annotated[Path | None, typer.Option(help="Folder to stage into (default build/BOARD).")] = None,
):
    """Build what goes on the device into a folder."""
    console = plain.console()
    folder = out or BUILD / Path(board).stem
    files, compiled = build_with_progress(board, source, console)
    with writing(folder):
        changed = stage(folder, files)
    size = sum(map(len, files.values()))
    console.print(
        f"{folder}: {len(files)} files, {size} bytes; {compiled} compiled, {changed} changed", highlight=False,
        soft_wrap=True,
    )
