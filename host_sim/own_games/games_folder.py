"""The folder for a user's own games: they appear in the simulator's menu, and flashing copies them to the Pico.

GTP, `games` and `review` know them by their names too.
"""

import os
from pathlib import Path

from .as_text import names_of


def folder():
    """Return the folder, in the platform's data directory; the environment variable GLOWGRID_GAMES overrides it."""
    import platformdirs

    given = os.environ.get("GLOWGRID_GAMES")
    return Path(given).absolute() if given else Path(platformdirs.user_data_dir("glowgrid", appauthor=False)) / "games"


def files(place=None):
    """Return the sorted paths of the games there, or in another folder: Python or data."""
    known = _known(place)
    return [path for path, (_, with_game) in known.items() if with_game]


def helpers(place=None):
    """Return {path: names of the files that import it, sorted} of the files without a game that a game needs."""
    known = _known(place)
    needed = {path: modules for path, (modules, with_game) in known.items() if with_game}
    left = [*needed]
    while left:  # what a needed file imports is needed
        for path in known:
            if path not in needed and path.stem in needed[left[0]]:
                needed[path] = known[path][0]
                left.append(path)
        del left[0]
    return {
        path: sorted(other.name for other in needed if path.stem in needed[other])
        for path in known
        if path in needed and not known[path][1]
    }


def programs(place=None):
    """Return the sorted paths of the files in Python there that are no games and that no game needs: never run."""
    helping = helpers(place)
    return [path for path, (_, with_game) in _known(place).items() if not with_game and path not in helping]


def _known(place):
    """Return {path: (the modules that it imports, whether it has a game)} of what may be a game, sorted."""
    return {path: names_of(path) if path.suffix == ".py" else (set(), True) for path in _all(place)}


def _all(place):
    """Return the sorted paths of what may be a game there, helpers too."""
    try:
        found = sorted((place or folder()).iterdir())
    except OSError:
        return []
    return [path for path in found if path.suffix in (".py", ".json") and path.stem != "__init__" and path.is_file()]


def puzzles():
    """Return the sorted paths of the files of puzzles there."""
    return sorted(path for path in (folder() / "puzzles").glob("*.txt") if path.is_file())


def strategies():
    """Return the sorted paths of the strategies in files there (host_sim/own/strategies/)."""
    return sorted(path for path in (folder() / "strategies").glob("*.txt") if path.is_file())
