"""Find a game by its name, or in a person's file."""

import os
import sys

from glowgrid.games import discover

from ..cli.suggest import no_game
from .load import with_place
from .passed import game_to_play, own_games


def find_game(name):
    """(the game, all listed games) for a name that is listed or the path of a user's file, .json or .py.

    Listed are the games that everybody has and those in the folder of own games. Raises ValueError, in one line, for
    anything else. What is wrong with other files goes to standard error.
    """
    games, errors = discover()
    own, wrong = own_games([game.name for game in games])
    for error in [*map(with_place, errors), *wrong]:
        print(error, file=sys.stderr)
    games += [game for game, _ in own.values()]
    for game in games:
        if game.name == name:
            return game, games
    if name.endswith((".py", ".json")) or os.sep in name:
        return game_to_play(name), games
    raise ValueError(f"{no_game(name, [game.name for game in games])}, or the path of a game (.json or .py)")
