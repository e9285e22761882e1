"""All games, found by listing this folder: one file per game in Python (`GAME`), or of data.

Data is compiled from JSON on a computer (rules/tables.py); of a person's own games the simulator and the page read the
JSON itself.

A person's own game can be wrong, but it must not stop the console. Each is loaded and tried alone; one that fails is
named and left out (rules/mine.py).
"""

import binascii
import gc
import json
import os
import sys

from glowgrid import home
from glowgrid.rules.game import Game

FOLDER = home + "/games"
own_folder = "/games"  # a person's own games on the console; the simulator sets another folder
json_reader = None  # the simulator and the page set one: json_reader() returns a function that loads own files of JSON
puzzles = []  # the folders with puzzles beside the games (console/screens/puzzles.py)
refused = {}  # {path: why}: files not to read; the simulator enters those that failed its own try
LATER = {  # read when needed: order, sizes, and how many points the sketch is wide and high, by stem
    "three_player": (30, ((),), ()),
    "phantom_tic_tac_toe": (60, ((),), ()),
    "dark_hex": (65, ((4,),), ()),
    "fano": (80, ((),), (5, 4)),
}
NO_GAME = "%s: no GAME; end the file with GAME = Game(...) of glowgrid.rules.game"


def discover(folder=FOLDER, own=None) -> tuple:
    """Return (games, errors): every game in menu order, and one line for each file that does not work.

    If two games have one name, the one in a file of that name stays (tic-tac-toe: tic_tac_toe), else the first. Python
    files come first, files of `own` last. So no added file replaces a game that comes with Glowgrid.
    """
    for found in discovering(folder, own):
        pass
    return found


def discovering(folder=FOLDER, own=None, remember=None):
    """Do the same in steps of one file (20 to 40 ms on the Pico): yield None, at last what `discover` returns.

    remember() makes the record of which files were tried (console/tried.py); without it, all files are tried.
    """
    known, files, errors = {}, {}, []
    mine = None  # loads a person's files
    puzzles.clear()
    __import__("glowgrid.rules.geometry", None, None, ("*",))  # games import it: not in the step of the first one
    yield None
    listed = _listed(folder) + _listed(own)
    for place, file in listed:
        stem, dot, ending = file.rpartition(".")
        if ending == "puzzles":
            puzzles.append(place + "/" + file)
        is_own, is_data = place == own, ending in ("json", "tables")
        if stem == "__init__" or ending not in ("py", "mpy") and not is_data:
            continue
        if ending == "json" and not json_reader:  # left from an earlier Glowgrid beside what replaces it
            if [each for each in ("tables", "py", "mpy") if (place, stem + "." + each) in listed]:
                continue
        if is_own and ending == "tables" and json_reader:
            if (place, stem + ".json") not in listed:
                errors.append("%s/%s: for a Pico alone; put the game's .json file here" % (place, file))
            continue
        if place == FOLDER and stem in LATER:
            game = Later(stem)
            known[game.name], files[game.name] = game, place + "/" + file
            continue
        yield None
        path = place + "/" + file
        if is_own and not mine:
            loader = __import__("glowgrid.rules.mine", None, None, ("Mine",))
            load = json_reader() if json_reader else load_data
            mine = loader.Mine(load, _load_code, own, refused, remember and remember(), gc, sys, os.listdir(own))
            yield None
        try:
            if is_own:
                for game in mine.loading(path):
                    yield None
            else:
                game = load_data(path) if is_data else _load_code(stem, path, None)
        except ValueError as error:
            if not is_own or mine.has_failed(path, error, len(errors)):
                errors.append(str(error))
            continue
        if not game:  # other files may import it
            continue
        before = files.get(game.name)
        if before and known[game.name] is not game:
            displaced = place == folder and _named_after(game, path) and not _named_after(game, before)
            errors.append("%s: another game is already named %s" % (before if displaced else path, game.name))
            if not displaced:
                continue
        known[game.name], files[game.name] = game, path
    if mine:
        errors += mine.end(NO_GAME)
    ordered = sorted([(game.order, game.name) for game in known.values()])  # with a key it takes four times as long
    yield [known[name] for _, name in ordered], errors


class Later(Game):
    """A game of one size whose file is read only when more is asked of it: at power-up each file takes 10 to 20 ms."""

    def __init__(self, stem):
        self.name = stem.replace("_", "-")
        self.order, self.sizes, room = LATER[stem]
        self.sketch = (lambda: ["." * room[0]] * room[1]) if room else None

    def __getattr__(self, name):
        return getattr(self.read(), name)

    def read(self):
        """Read the file, and be its game from now on."""
        game = __import__("glowgrid.games." + self.name.replace("-", "_"), None, None, ("GAME",)).GAME
        for each in game.__dict__:
            setattr(self, each, game.__dict__[each])
        return game


def _listed(folder):
    """Return [(folder, file), ...], data files last; an empty list if there is no such folder."""
    try:
        files = sorted(os.listdir(folder) if folder else ())
    except OSError:
        files = ()
    data = [file for file in files if file.endswith(".json") or file.endswith(".tables")]
    return [(folder, file) for file in files if file not in data] + [(folder, file) for file in data]


def load_data(path):
    """Return the game in a data file that is compiled (rules/tables.py); one-line ValueError if it holds none."""
    tables = __import__("glowgrid.rules.tables", None, None, ("game_in",))
    try:
        with open(path, "rb") as file:
            return tables.game_in(file, binascii.crc32, json.loads)
    except OSError:
        raise ValueError("%s: cannot be read" % path)
    except MemoryError:
        raise ValueError("%s: too large for this Pico" % path)
    except ValueError as error:
        raise ValueError("%s: %s" % (path, error))


def _load_code(stem, path, own):
    """Return the game in a Python file; one-line ValueError (file, why) if there is none or it raises.

    own: the folder to import from, if not this one; there, None for a file without a game. The file may have a module's
    name; it hides no module later.
    """
    folders = sys.path[:]
    if own:
        sys.path.insert(0, own)
        before = sys.modules.pop(stem, None)
    try:
        module = __import__(stem if own else "glowgrid.games." + stem, None, None, ("GAME",))
    except MemoryError:
        raise ValueError("%s: too large for this Pico" % path)
    except (Exception, SystemExit) as error:
        raise ValueError("%s: %s: %s" % (path, type(error).__name__, str(error).split("\n")[0]))
    finally:
        sys.path[:] = folders
        if own:
            sys.modules.pop(stem, None)
            if before:
                sys.modules[stem] = before
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        if own and game is None:
            return None
        raise ValueError(NO_GAME % path)
    return game


def _named_after(game, path):
    return path.rpartition("/")[2].rpartition(".")[0] == game.name.replace("-", "_")
