"""Your level: for each game, the level that suits the person. It follows wins and losses.

It begins low, rises after two wins in a row, and falls after two losses. `settings.levels` and `settings.streaks` hold
it, by the name of the game.
"""

from glowgrid.console.seats import PERSON
from glowgrid.levels import LEVELS

YOURS = LEVELS + 1  # a choice instead of a level: the level that suits the person
FIRST = 2
_IN_A_ROW = 2


def of(settings, game, levels):
    """Return your level for this game at a size with this number of levels."""
    return min(settings.levels.get(game.name, FIRST if levels > FIRST else 1), levels)


def count(settings, match):
    """A match at your level has ended: learn from it."""
    name, winner = match.game.name, match.position.winner
    streak = settings.streaks.get(name, 0)
    if not winner:
        streak = 0
    elif match.seats[winner - 1] == PERSON:
        streak = max(streak, 0) + 1
    else:
        streak = min(streak, 0) - 1
    if streak in (_IN_A_ROW, -_IN_A_ROW):
        level = of(settings, match.game, match.levels)
        # Otherwise this size lacks that level, and says little about larger sizes.
        if settings.levels.get(name, level) == level:
            settings.levels[name] = min(level + 1, match.levels) if streak > 0 else max(level - 1, 1)
        streak = 0
    settings.streaks[name] = streak


def chosen_seats(match):
    """Return the seats of a match as people choose them to play the same again."""
    return [YOURS if match.adapts and seat != PERSON else seat for seat in match.seats]
