"""All games, found by listing this folder: one file per game, Python (`GAME`) or data (JSON, see rules/data.py)."""

import json
import os
import sys

from glowgrid import rules

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


def discover(folder=FOLDER):
    """(games, errors): every game in the folder in the order of the menu, and one line for each file that is none."""
    games, errors = {}, []
    del _found[:]
    new = [name for name in _READER if not hasattr(rules, name)]
    for file in sorted(os.listdir(folder)):
        stem, dot, ending = file.rpartition(".")
        if stem == "__init__" or ending not in ("py", "mpy", "json"):
            continue
        if ending == "json":
            try:
                game = load_data(folder + "/" + file)
            except ValueError as error:
                errors.append(str(error))
                continue
        else:
            game = getattr(__import__("glowgrid.games." + stem, None, None, ("GAME",)), "GAME")
            _found.append((stem, game))
        if game.name in games and games[game.name] is not game:
            errors.append("%s/%s: another game is already named %s" % (folder, file, game.name))
            continue
        games[game.name] = game
    for name in new:
        forget(rules, name)  # gives 4 KB of the Pico's heap back; a match needs 110 KB in all
    return sorted(games.values(), key=lambda game: (game.order, game.name)), errors


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
                game.wake(getattr(__import__("glowgrid.games." + stem, None, None, ("GAME",)), "GAME"))


def forget(package, name):
    """Unload a module of a package to give its memory back; nothing if it is not loaded."""
    if sys.modules.pop(package.__name__ + "." + name, None):
        delattr(package, name)
