"""What the moves of a position lead to, by the console's own engine, in a worker of its own: coach of a variation."""

import json

from glowgrid import games
from glowgrid.console.screens.coach import COACH_WORK

from ..match.ahead import Ahead


def values(about):
    """Return marks, coach, swap_says (match/ahead.py) and best, the name of the best move, as JSON; {} if none is left.

    about: JSON: game (its name), size, stones, swap (whether its rule is on), moves (names), own (the folder of own
    games).
    """
    about = json.loads(about)
    for game in games.discover(own=about["own"])[0]:
        if game.name == about["game"]:
            work = COACH_WORK * max(len(about["moves"]), 1)
            ahead = Ahead(game, tuple(about["size"]), about["stones"], about["moves"], work, about["swap"])
            return json.dumps(ahead.values())
    return "{}"
