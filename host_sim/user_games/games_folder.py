"""The folder for a user's own games: they appear in the simulator's menu, and flashing copies them to the Pico.

GTP, `games` and `review` know them by their names too.
"""

import ast
import os
from pathlib import Path

from .try_games import verdicts


def folder():
    """Return the folder, in the platform's data directory; the environment variable GLOWGRID_GAMES overrides it."""
    import platformdirs

    given = os.environ.get("GLOWGRID_GAMES")
    return Path(given).absolute() if given else Path(platformdirs.user_data_dir("glowgrid", appauthor=False)) / "games"


def files(place=None):
    """Return the sorted paths of the games there, or in another folder: Python or data."""
    helping = helpers(place)
    return [path for path in _all(place) if path not in helping]


def helpers(place=None):
    """Return {path: names of the files that import it, sorted} of the files in Python there that are no games."""
    known = {path: _names(path) for path in _all(place) if path.suffix == ".py"}
    importers = {
        path: sorted(other.name for other in known if other != path and path.stem in known[other][0]) for path in known
    }
    return {path: names for path, names in importers.items() if names and "GAME" not in known[path][1]}


def _all(place):
    """Return the sorted paths of what may be a game there, helpers too."""
    try:
        found = sorted((place or folder()).iterdir())
    except OSError:
        return []
    return [path for path in found if path.suffix in (".py", ".json") and path.stem != "__init__" and path.is_file()]


def _names(path):
    """Return (the modules that a Python file imports, the names that it sets), without running it."""
    try:
        parts = [*ast.walk(ast.parse(path.read_bytes()))]
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return set(), {"GAME"}
    modules = {part.module for part in parts if isinstance(part, ast.ImportFrom)}
    aliases = [name for part in parts if isinstance(part, (ast.Import, ast.ImportFrom)) for name in part.names]
    modules |= {alias.name for alias in aliases}
    names = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return modules, names | {alias.asname or alias.name for alias in aliases}


def puzzles():
    """Return the sorted paths of the files of puzzles there."""
    return sorted(path for path in (folder() / "puzzles").glob("*.txt") if path.is_file())


def strategies():
    """Return the sorted paths of the strategies in files there (host_sim/strategies/)."""
    return sorted(path for path in (folder() / "strategies").glob("*.txt") if path.is_file())


def refused():
    """Return {path: what is wrong, in a line} of the files to leave out, as the Pico does."""
    from glowgrid.games import NO_GAME

    place, helping = str(folder()), [path.name for path in helpers()]
    faults = verdicts([f"{place}/{path.name}" for path in _all(None)])
    for name in helping:
        path = f"{place}/{name}"
        if faults.get(path) == NO_GAME % path:
            del faults[path]
    return faults


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
