"""All games, found by listing this folder: one file per game, Python (`GAME`) or data (JSON, see rules/data.py)."""

import json
import os
import sys

from glowgrid import rules

_READER = "glowgrid.rules.data"
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
    had_reader = _READER in sys.modules
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
        if game.name in games and games[game.name] is not game:
            errors.append("%s/%s: another game is already named %s" % (folder, file, game.name))
            continue
        games[game.name] = game
    if not had_reader and sys.modules.pop(_READER, None):
        del rules.data  # gives 3.2 KB of the Pico's heap back; a match needs 110 KB in all
    return sorted(games.values(), key=lambda game: (game.order, game.name)), errors
