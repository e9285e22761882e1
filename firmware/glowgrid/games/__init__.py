"""All games, found by listing this folder: one file per game, Python (`GAME`) or data (JSON, see rules/data.py)."""

import json
import os
import sys

from glowgrid import rules
from glowgrid.modules import forget
from glowgrid.rules.game import Game

_READER = ("data", "notation")  # of rules/: what reads data files
_GROUPS = ("groups", "hexagonal", "witness")  # of rules/
_found = []  # (name of the file, game): the games in Python files
FOLDER = __file__.replace("\\", "/").rpartition("/")[0] or "."  # the backslash: on Windows


def load_data(path):
    """The game in a data file; ValueError in one line (file, where, what) if it cannot be one."""
    from glowgrid.rules.data import game_from

    try:
        with open(path) as file:
            data = json.load(file)
    except OSError:
        raise ValueError("%s: cannot be read" % path)
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deeply
        raise ValueError("%s: not JSON" % path)
    try:
        return game_from(data)
    except ValueError as error:
        raise ValueError("%s: %s" % (path, error))


def _load_code(stem, path):
    """The game in a Python file; ValueError in one line (file, why) if there is none or it raises anything."""
    try:
        game = _import(stem)
        if not isinstance(game, Game):
            raise TypeError("GAME is no Game")
    except Exception as error:
        raise ValueError("%s: %s: %s" % (path, type(error).__name__, str(error).split("\n")[0]))
    _found.append((stem, game))
    return game


def _import(stem):
    return getattr(__import__("glowgrid.games." + stem, None, None, ("GAME",)), "GAME")


def _named_after(game, file):
    return file.rpartition(".")[0] == game.name.replace("-", "_")


def discover(folder=FOLDER):
    """(games, errors): every game in the folder in the order of the menu, and one line for each file that is none.

    Of two games of one name the one stays whose file is named after it (tic-tac-toe: tic_tac_toe), else the first; Python
    files come first. So no file that is added displaces a game that comes with Glowgrid.
    """
    for found in discovering(folder):
        pass
    return found


def discovering(folder=FOLDER):
    """The same step by step, a file each (20 to 40 ms on the Pico): yields None until at last what `discover` returns."""
    games, files, errors = {}, {}, []
    del _found[:]
    new = [name for name in _READER if not hasattr(rules, name)]
    for file in sorted(os.listdir(folder), key=lambda file: (file.endswith(".json"), file)):
        stem, dot, ending = file.rpartition(".")
        if stem == "__init__" or ending not in ("py", "mpy", "json"):
            continue
        yield None
        path = folder + "/" + file
        try:
            game = load_data(path) if ending == "json" else _load_code(stem, path)
        except ValueError as error:
            errors.append(str(error))
            continue
        before = files.get(game.name)
        if before and games[game.name] is not game:
            loser = before if _named_after(game, file) and not _named_after(game, before) else file
            errors.append("%s/%s: another game is already named %s" % (folder, loser, game.name))
            if loser == file:
                continue
        games[game.name], files[game.name] = game, file
    for name in new:
        forget(rules, name)  # gives 4 KB of the Pico's heap back; a match needs 110 KB in all
    yield sorted(games.values(), key=lambda game: (game.order, game.name)), errors


def set_up(game, size):
    """The initial position of a game, as Game.setup; on the Pico what only other games or the menu need is unloaded."""
    small = sys.implementation.name == "micropython"
    if small:
        for name in _GROUPS:
            forget(rules, name)
    wake(game)
    position = game.setup(size)
    if small:
        for stem, other in _found:
            forget(sys.modules[__name__], stem)
            other.sleep()
    return position


def wake(game):
    """Before a game's setup or sketch is called: load its file again if it was unloaded."""
    if game.is_asleep():
        for stem, other in _found:
            if other is game:
                game.wake(_import(stem))
