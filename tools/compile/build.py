"""Stage exactly what goes on the device, as a dict and as a folder.

On the device: /main.py (MicroPython starts a file of that name, so it stays source), /board.json (only what the device
reads), /glowgrid/modules.bin with a .mpy for every module (importing a source takes 0.3 s, finding a file 5 ms),
/glowgrid/__init__.mpy, which imports them from there, and other files as they are; a user's own games of data, compiled
(host_sim/own_games/data/tables.py); /glowgrid/dark.py, which shows a sign if another file is broken;
/glowgrid/manifest.json.
"""

import json
from pathlib import Path

from glowgrid import CODE_BEGIN
from host_sim.boards.files import for_chip, load_board
from host_sim.boards.linked import linked, unlinked
from host_sim.boards.parts import device_board
from host_sim.cli.errors import ToolError
from host_sim.own_games.data import tables
from host_sim.own_games.data.room import Room
from host_sim.own_games.load import data_game

from ..paths import FIRMWARE
from .bare_source import without_comments
from .bundle import APART, bundled, with_crc
from .layout.dark import DARK, dark
from .layout.manifest import with_manifest
from .layout.places import BOARD, MAIN, OWN_GAMES, PACKAGE
from .mpy import ARCHITECTURES, CACHE, compile_mpy
from .names import ShortNames
from .native.built import NativeKernels
from .words import Texts, only_in_sources

VIPER_SPEED = 0.33  # the speed of an engine under viper, relative to native code


def staged_files(board, source=False, cache=CACHE, on_file=None, viper=False, apart=False, own=(), chip="", link=None):
    """Return all files of the device for a board: {absolute path on the device: bytes}, sorted, main.py last.

    board: name of a file in boards/ without .json, or the path of a board file elsewhere. source: modules as .py,
    not .mpy (to debug on the device), without comments. The same sources and mpy-cross give the same bytes everywhere.
    on_file: called as on_file(path, compiled) after each module or other file. viper: let mpy-cross compile the
    kernels; by default they are native code for the board's chip (native/). apart: each .mpy in its own file, not all
    in one. own: paths of the user's own games, and of puzzles and strategies, each in the folder of that name.
    chip: of the Pico, if it is known; it may be one of the board's variants. link: whether the board has a link to
    another device; None: as its file says. Raises ToolError (unknown board, source that does not compile).
    """
    # Report a mistake in the board at once.
    files = {BOARD: board_json(board, VIPER_SPEED if source or viper else 1, chip, link)}
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
        files = bundled(files, native.code if native else b"")
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


def board_json(board, slowed=1.0, chip="", link=None):
    """Return /board.json of a board as bytes: what the device reads, without drawing, parts and notes. link: see
    `staged_files`.
    """
    about = for_chip(load_board(board), chip)
    if link is not None:
        try:
            about = linked(about) if link else unlinked(about)
        except ValueError as error:
            raise ToolError(f"{board}: {error}") from None
    return device_board(about, slowed)


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
