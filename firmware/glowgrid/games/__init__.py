"""All games, found by listing this folder: one file per game, Python (`GAME`) or data (JSON, see rules/data.py)."""

import sys

from glowgrid import rules
from glowgrid.modules import forget

_GROUPS = ("groups", "hexagonal", "witness")  # of rules/
found_in = []  # (name of the file, game): the games in Python files
FOLDER = __file__.replace("\\", "/").rpartition("/")[0] or "."  # the backslash: on Windows


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
    from glowgrid import discovery

    for found in discovery.discovering(folder):
        yield found
    forget(sys.modules["glowgrid"], "discovery")  # gives 2 KB of the Pico's heap back; a match needs 110 KB in all


def loaded(stem):
    """The game in a Python file of this folder."""
    return getattr(__import__("glowgrid.games." + stem, None, None, ("GAME",)), "GAME")


def set_up(game, size):
    """The initial position of a game, as Game.setup; on the Pico what only other games or the menu need is unloaded."""
    small = sys.implementation.name == "micropython"
    if small:
        for name in _GROUPS:
            forget(rules, name)
    wake(game)
    position = game.setup(size)
    if small:
        for stem, other in found_in:
            forget(sys.modules[__name__], stem)
            other.sleep()
    return position


def wake(game):
    """Before a game's setup or sketch is called: load its file again if it was unloaded."""
    if game.is_asleep():
        for stem, other in found_in:
            if other is game:
                game.wake(loaded(stem))
