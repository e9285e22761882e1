"""The folder for a user's own games: they appear in the simulator's menu, and flashing copies them to the Pico.

GTP, `games` and `review` know them by their names too.
"""

import os
from pathlib import Path

from .try_games import verdicts


def folder():
    """Return the folder, in the platform's data directory; the environment variable GLOWGRID_GAMES overrides it."""
    import platformdirs

    given = os.environ.get("GLOWGRID_GAMES")
    return Path(given) if given else Path(platformdirs.user_data_dir("glowgrid", appauthor=False)) / "games"


def files(place=None):
    """Return the sorted paths of the games there, or in another folder: Python or data."""
    try:
        found = sorted((place or folder()).iterdir())
    except OSError:
        return []
    return [path for path in found if path.suffix in (".py", ".json") and path.stem != "__init__" and path.is_file()]


def puzzles():
    """Return the sorted paths of the files of puzzles there."""
    return sorted(path for path in (folder() / "puzzles").glob("*.txt") if path.is_file())


def refused():
    """Return {path: what is wrong, in a line} of the files to leave out, as the Pico does."""
    place = str(folder())
    return verdicts([f"{place}/{path.name}" for path in files()])


def found(others=()):
    """Return ({name: (game, path)}, [what is wrong with a file, a line each]); names in `others` are taken."""
    from .watch import checked_game

    games, errors = {}, []
    faults = verdicts(files())
    for path in files():
        try:
            game = checked_game(path, faults.get(str(path)))
        except ValueError as error:
            errors.append(str(error))
            continue
        if game.name in games or game.name in others:
            errors.append(f"{path}: another game is already named {game.name}")
        else:
            games[game.name] = game, path
    return games, errors
