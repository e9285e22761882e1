"""How the games are found: the folder games/ is listed, one file per game, Python (`GAME`) or data (JSON, see rules/data.py).

Loaded when it is asked for, unloaded then.
"""

import json
import os

from glowgrid import games, rules
from glowgrid.modules import forget
from glowgrid.rules.game import Game

_READER = ("data", "notation")  # of rules/: what reads data files


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
        game = games.loaded(stem)
        if not isinstance(game, Game):
            raise TypeError("GAME is no Game")
    except Exception as error:
        raise ValueError("%s: %s: %s" % (path, type(error).__name__, str(error).split("\n")[0]))
    games.found_in.append((stem, game))
    return game


def _named_after(game, file):
    return file.rpartition(".")[0] == game.name.replace("-", "_")


def discovering(folder):
    """As games.discovering."""
    known, files, errors = {}, {}, []
    del games.found_in[:]
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
        if before and known[game.name] is not game:
            loser = before if _named_after(game, file) and not _named_after(game, before) else file
            errors.append("%s/%s: another game is already named %s" % (folder, loser, game.name))
            if loser == file:
                continue
        known[game.name], files[game.name] = game, file
    for name in new:
        forget(rules, name)  # gives 4 KB of the Pico's heap back; a match needs 110 KB in all
    yield sorted(known.values(), key=lambda game: (game.order, game.name)), errors
