"""`python -m tools build`: stage exactly what goes on the device, as a dict and as a folder.

On the device: /main.py (MicroPython starts a file of that name, so it stays source), /board.json (only what the device
reads), /glowgrid/modules.bin with a .mpy for every module (importing a source takes 0.3 s, finding a file 5 ms),
/glowgrid/__init__.mpy, which imports them from there, and other files as they are; a user's own games of data, compiled
(host_sim/own_games/data/tables.py); /glowgrid/names.txt, the names that come later;
/glowgrid/dark.py, which shows a sign if another file is broken; /glowgrid/manifest.json.
"""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from glowgrid import CODE_BEGIN, games
from host_sim.boards.files import for_chip, load_board
from host_sim.boards.parts import device_board
from host_sim.cli.errors import Refused, ToolError
from host_sim.cli.run import one_line, say
from host_sim.cli.writable import writing
from host_sim.own.strategies.strategy import Strategy
from host_sim.own_games import games_folder
from host_sim.own_games.data import tables
from host_sim.own_games.data.room import Room
from host_sim.own_games.load import data_game, reading_json, with_place
from host_sim.own_games.passed import refused

from .. import output
from ..paths import DEFAULT_BOARD, FIRMWARE, MADE
from .bare_source import without_comments
from .bundle import APART, bundled, with_crc
from .later_names import NAMES, later_names
from .layout.dark import DARK, dark
from .layout.manifest import with_manifest
from .layout.places import BOARD, MAIN, OWN_GAMES, PACKAGE
from .mpy import ARCHITECTURES, CACHE, compile_mpy
from .names import ShortNames
from .native.built import NativeKernels
from .words import Texts, only_in_sources

BOARD_HELP = "A file of boards/ without .json, or the path of a board file."
VIPER_SPEED = 0.33  # the speed of an engine under viper, relative to native code
VIPER_HELP = "Let MicroPython's viper compile the kernels: slower, for a trial or another chip."


def staged_files(board, source=False, cache=CACHE, on_file=None, viper=False, apart=False, own=(), chip=""):
    """Return all files of the device for a board: {absolute path on the device: bytes}, sorted, main.py last.

    board: name of a file in boards/ without .json, or the path of a board file elsewhere. source: modules as .py,
    not .mpy (to debug on the device), without comments. The same sources and mpy-cross give the same bytes everywhere.
    on_file: called as on_file(path, compiled) after each module or other file. viper: let mpy-cross compile the
    kernels; by default they are native code for the board's chip (native/). apart: each .mpy in its own file, not all
    in one. own: paths of the user's own games, and of puzzles and strategies, each in the folder of that name.
    chip: of the Pico, if it is known; it may be one of the board's variants.
    Raises ToolError (unknown board, source that does not compile).
    """
    files = {BOARD: board_json(board, VIPER_SPEED if source or viper else 1, chip)}  # report a mistake in it at once
    if on_file:
        on_file(BOARD, False)
    texts, short = Texts(FIRMWARE), ShortNames(FIRMWARE)

    architecture = ARCHITECTURES[json.loads(files[BOARD])["mcu"]]

    def compile_short(data, name, cache):
        return compile_mpy(short.shorten(data, name), name, cache, architecture, short.shown(name))

    native = (
        None if source or viper else NativeKernels(FIRMWARE, architecture, compile_short, 0 if apart else CODE_BEGIN)
    )
    compile_module = native.compile if native else compile_short

    def put(path, data, compiled=False):
        files[path] = data
        if on_file:
            on_file(path, compiled)

    for path in firmware_files():
        name = path.relative_to(FIRMWARE).as_posix()
        if only_in_sources(name) or native and native.leave_out(name):
            continue
        data = texts.of(path) if path.suffix == ".py" else path.read_bytes()
        if path.suffix == ".py" and not source:
            mpy, compiled = compile_module(data, name, cache)
            put(f"/{name[:-3]}.mpy", mpy, compiled)
        else:
            put(f"/{name}", without_comments(data) if path.suffix == ".py" else data)
    for path in own:
        made, compiled = _of_own(path, source, cache, architecture)
        files |= made
        if on_file:
            on_file(next(iter(made)), compiled)
    if not source and not apart:
        files = {**bundled(files, native.code if native else b""), NAMES: later_names(files)}
    if APART in files:
        files[APART] = with_crc(files[APART])
    put(DARK, dark(json.loads(files[BOARD])))
    put(MAIN, (FIRMWARE / "main.py").read_bytes())
    files = with_manifest(files, json.loads(files[BOARD])["name"])
    return dict(sorted(files.items(), key=lambda item: (item[0] == MAIN, item[0])))


def _of_own(path, source, cache, architecture):
    """Return ({path on the device: bytes} of a user's own file, and whether mpy-cross compiled it).

    Raises ToolError if a data file holds no game that the Pico has room for.
    """
    inside = path.name if path.suffix != ".txt" else f"{path.parent.name}/{path.name}"
    place, data = f"{OWN_GAMES}/{inside}", path.read_bytes()
    if path.suffix == ".py" and not source:
        mpy, compiled = compile_mpy(data, place[1:], cache, architecture)
        return {f"{place[:-3]}.mpy": mpy}, compiled
    if path.suffix != ".json":
        return {place: data}, False
    try:
        return {place[:-5] + tables.TABLES: tables.compiled(data_game(path, Room()))}, False
    except ValueError as error:
        raise ToolError(str(error)) from None


def firmware_files(folder=None):
    """Return the paths of all files of the firmware that belong on the device, sorted: modules and data, not documents.

    folder: used instead of firmware/.
    """
    found = ((folder or FIRMWARE) / PACKAGE.strip("/")).rglob("*")
    return sorted(
        path
        for path in found
        if path.is_file() and path.suffix not in (".pyc", ".pyi", ".mpy", ".md") and not path.name.startswith(".")
    )


def board_json(board, slowed=1.0, chip=""):
    """Return /board.json of a board as bytes: what the device reads, without drawing, parts and notes."""
    return device_board(for_chip(load_board(board), chip), slowed)


def stage(folder, files):
    """Make a folder hold exactly `files` (as from staged_files); rewrite only what differs.

    Returns the number of files written or removed. Raises ToolError if the folder holds something else,
    because staging removes everything that is not staged.
    """
    folder = Path(folder)
    if folder.is_dir() and any(folder.iterdir()) and not (folder / BOARD.lstrip("/")).is_file():
        raise ToolError(f"{folder} holds something other than a build: give an empty or new folder")
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


def build_with_progress(board, source, viper, console, chip=""):
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

        files = staged_files(board, source, on_file=on_file, viper=viper, own=own, chip=chip)
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
