"""Load a user's own game from a Python or data file, by its path."""

import ast
import contextlib
import importlib.machinery
import importlib.util
import json
import os
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from glowgrid.games import NO_GAME
from glowgrid.rules.game import Game
from glowgrid.rules.mine import forget, keep_built_in

from ..cli.run import one_line
from ..text.json_position import place, written_twice
from ..text.json_text import NoJson, parsed
from ..text.text_file import file_bytes
from . import games_folder
from .as_text import NOT_RUN, has_game
from .data.reader import game_from
from .data.room import Room

_PLACE = re.compile(r"([a-z_]+(?:\.[\w-]+|\[\d+\])*): ")  # how load_own_data names the place, such as lines_of.1[3]
MOST_SOURCE = 32_000  # bytes of Python source that the Pico has room for, once compiled
_loaded = set()  # paths of the files in Python that were
MOST_SAID = 200  # longest text of an error
_LONGEST = 40  # longest text of what was found


def game_in(path) -> Game:
    """Return the game in a user's file, .json or .py; ValueError in one line if it holds none."""
    game = load_game(path)[0] if str(path).endswith(".py") else data_game(path)
    game.file = str(path)
    return game


def load_own(path, room) -> Game:
    """Return the game in a file if the Pico has room for it; else ValueError in one line.

    room: makes data games while there is room (data/room.py).
    """
    if not str(path).endswith(".py"):
        return data_game(path, room)
    game = load_game(path)[0]
    if (size := Path(path).stat().st_size) > MOST_SOURCE:
        raise ValueError(f"{path}: too large for this Pico: {size:,} bytes of Python; at most {MOST_SOURCE:,}")
    return game


def data_game(path, room=None) -> Game:
    """Return the game in a data file; ValueError in one line (file, what, line and column, what was found there).

    room: see `load_own`; without it a game may be larger than the Pico has room for.
    """
    _check_keys(path)
    try:
        return load_own_data(path, room and room.make)
    except ValueError as error:
        raise ValueError(with_place(str(error))) from None


def reading_json():
    """Return a function that loads data files while the Pico has room for all of them: see glowgrid/games."""
    room = Room()
    return lambda path: load_own_data(path, room.make)


def load_own_data(path, make=None) -> Game:
    """Return the game in a data file, of JSON as people write it (json_text.py); ValueError in one line.

    make(data, length of the file) makes it; without it a game may be larger than the Pico has room for.
    """
    try:
        text, value = parsed(file_bytes(path))
    except OSError:
        raise ValueError(f"{path}: cannot be read") from None
    except NoJson as error:
        raise ValueError(f"{path}: {error}") from None
    try:
        return make(value, len(text.encode())) if make else game_from(value)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _check_keys(path):
    """Raise ValueError, in one line, if a data file cannot be read or has a key twice."""
    try:
        text, _ = parsed(file_bytes(path))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except NoJson:  # load_own_data says it
        return
    if twice := written_twice(text):
        raise ValueError(f"{path}: {twice}")


def with_place(fault):
    """Return in one line what is wrong with a game, with the place in the file.

    For a data file: line, column and what was found there; for Python: the line that raised.
    """
    path, dot, said = fault.partition(".json: ")
    if dot:
        return fault + _found(Path(f"{path}.json"), said)
    path, dot, _ = fault.partition(".py: ")
    try:
        if dot:
            load_game(f"{path}.py")
    except ValueError as error:
        return str(error) if str(error).startswith(fault) else fault
    return fault


def _found(path, said):
    """Return the position of the fault in a data file, and what is there; "" if unknown."""
    try:
        text, value = parsed(file_bytes(path))
    except NoJson as error:
        return str(error)[len(said) :] if str(error).startswith(said) else ""
    except OSError:
        return ""
    named = _PLACE.match(said)
    if not named and isinstance(value, dict):
        return ""
    steps = re.findall(r"[\w-]+", named[1]) if named else []
    line, column = place(text, steps)
    if "found " in said:
        return f" (line {line}, column {column})"
    there = _value(value, steps)
    there = there if len(there) <= _LONGEST else there[:_LONGEST] + "..."
    return f" (line {line}, column {column}, found {there})"


def _value(value: Any, steps):
    """Return what the steps lead to as JSON; "nothing" if it is not there."""
    try:
        for step in steps:
            value = value[int(step) if isinstance(value, list) else step]
    except (KeyError, IndexError, TypeError):
        return "nothing"
    return json.dumps(value)


def load_game(path) -> tuple[Game, ModuleType]:
    """Return (the game in the file, its module); ValueError in one line (file, what, where) if it holds none.

    This runs the file, as a program of the person who calls it, unless its text has no GAME.
    """
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"{path}: cannot be read: there is no such file")
    try:
        file_bytes(path)
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    _loaded.add(str(path.resolve()))
    loader = _AsWritten(path.stem, str(path))
    spec: Any = importlib.util.spec_from_file_location(path.stem, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    try:
        with_game = has_game(path)
        if with_game:
            with _importing_from(str(path.absolute().parent)):
                spec.loader.exec_module(module)
    except MemoryError as error:
        raise ValueError(f"{path}: too large for this Pico{tried_place(path, error)}") from None
    except (Exception, SystemExit) as error:
        raise ValueError(f"{path}: {last_words(error, path)}; fix that, so that Python can load the file") from None
    if not with_game:
        raise ValueError(NOT_RUN % path)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise ValueError(NO_GAME % path)
    return game, module


class _AsWritten(importlib.machinery.SourceFileLoader):
    """Compiles a file each time. Python's cache takes two texts of one length and second for the same."""

    def path_stats(self, path):
        raise OSError("not cached")


@contextlib.contextmanager
def _importing_from(folder):
    """Context: a file may import others in its folder, as on the Pico; none of them is cached."""
    folders, caches = sys.path[:], sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    before = keep_built_in(os.listdir(folder), sys)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = folders, caches
        forget(folder, sys, before)


def last_words(error, file=None):
    """Return what was raised and where, in one line: the last line of `file` in the traceback, if any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if file and _is_same(frame.filename, file)]
    place = None
    if isinstance(error, SyntaxError) and error.lineno and not own:
        place = error.filename or "?", error.lineno
    elif own or not file:
        frame = (own or frames)[-1]
        place = frame.filename, frame.lineno
    said = one_line(f"{type(error).__name__}: {_first_line(error)}")
    return f"{said} ({Path(place[0]).name}, line {place[1]})" if place else said


def _is_same(one, other):
    """Return whether two paths name the same file, one relative perhaps."""
    return Path(one).absolute() == Path(other).absolute()


def _first_line(error):
    """Return the text of an error, shortened if long; "" if it has none that can be printed."""
    try:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        return str(said).split("\n")[0][:MOST_SAID]
    except Exception:
        return ""


def place_in_own_file(error):
    """Return the user's own file and its last line in the traceback of an error: "own.py, line 7"; or "".

    For a console error without such a line, blame the file of the current game: it may have returned nonsense.
    """
    folder = games_folder.folder().resolve()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename).resolve()
        if str(path) in _loaded or path.parent == folder:
            return f"{path}, line {frame.lineno}"
    return vars(error).get("own_game") or ""


def tried_place(path, error):
    """Return the line of a Python file that made a trial (rules/trial.py) fail, in brackets; else ""."""
    if not str(path).endswith(".py"):
        return ""
    cause = error.__cause__ or error
    own = [frame for frame in traceback.extract_tb(cause.__traceback__) if _is_same(frame.filename, path)]
    if own:
        return f" ({Path(path).name}, line {own[-1].lineno})"
    named = re.match(r"(\w+)", str(error))
    lines = [line_of(path, name) for name in (named[1] if named else "", "GAME")]
    return f" ({Path(path).name}, line {next((line for line in lines if line > 1), 1)})"


def line_of(path, name):
    """Return the line where a file defines this name at its top level; 1 if it does not."""
    for part in ast.parse(file_bytes(path)).body:
        names = [target.id for target in getattr(part, "targets", ()) if isinstance(target, ast.Name)]
        if name in (*names, getattr(part, "name", None)):
            return part.lineno
    return 1
