"""Own games that pass their trial (try_games.py), so that the Pico would play them; and why the others do not."""

from . import games_folder
from .as_text import NOT_RUN
from .load import game_in
from .try_games import verdicts


def game_to_play(path):
    """Return the game in a file if the Pico would play it; else ValueError in one line."""
    return checked_game(path, verdicts([path]).get(str(path)))


def checked_game(path, fault):
    """Return the game in a file; ValueError in one line. fault: the result of its trial (try_games.py), or None."""
    if fault:
        raise ValueError(fault)
    return game_in(path)


def refused():
    """Return {path: what is wrong, in a line} of the files to leave out: as the Pico does, and programs."""
    faults = {str(path): NOT_RUN % path for path in games_folder.programs()}
    return {**verdicts([str(path) for path in games_folder.files()]), **faults}


def own_games(others=()):
    """Return ({name: (game, path)}, [what is wrong with a file, a line each]); names in `others` are taken."""
    games, errors = {}, [NOT_RUN % path for path in games_folder.programs()]
    faults = verdicts(games_folder.files())
    for path in games_folder.files():
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
