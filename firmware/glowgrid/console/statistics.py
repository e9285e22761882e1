"""A person's results against the engine: for each game and level won, drawn, lost, and the streak.

`settings.results` has them by the name of the game, then by the level as a text: [won, drawn, lost, streak]. A streak
is the number of matches won in a row; below 0, lost. `settings.counted` is the number of the last match counted. Each
save has the number of its match, so a match that a power cut kept from being counted is counted at power-up.
"""

from glowgrid.console import your_level
from glowgrid.console.match import PERSON

MOST = 9999


def count(settings, match):
    """A match has ended and has its number: count it unless it already is, and adapt your level."""
    if match.number <= settings.counted:
        return
    settings.counted = match.number
    _count_result(settings, match)
    if match.adapts:
        your_level.count(settings, match)


def _count_result(settings, match):
    """Count a match of one person against engines of one level, without strategies in files, and no other."""
    seats = match.seats
    level = max(seats)
    if match.files or seats.count(PERSON) != 1 or seats.count(level) != len(seats) - 1:
        return
    of_game = settings.results.setdefault(match.game.name, {})
    won, drawn, lost, streak = of_game.get(str(level), (0, 0, 0, 0))
    winner = match.position.winner
    if not winner:
        drawn, streak = drawn + 1, 0
    elif seats[winner - 1] == PERSON:
        won, streak = won + 1, max(streak, 0) + 1
    else:
        lost, streak = lost + 1, min(streak, 0) - 1
    of_game[str(level)] = [max(-MOST, min(MOST, number)) for number in (won, drawn, lost, streak)]


def line(level, counts):
    """Return the counts of a level in words: "level 3: won 4, drawn 0, lost 2; won 2 in a row"."""
    won, drawn, lost, streak = counts
    return "level %s: won %d, drawn %d, lost %d%s" % (level, won, drawn, lost, _in_a_row("; ", streak))


def signs(level, counts):
    """Return the counts of a level in few signs: "L3: 4-0-2, won 2 in a row"."""
    won, drawn, lost, streak = counts
    return "L%s: %d-%d-%d%s" % (level, won, drawn, lost, _in_a_row(", ", streak))


def _in_a_row(before, streak):
    return before + "%s %d in a row" % ("won" if streak > 0 else "lost", abs(streak)) if streak else ""
