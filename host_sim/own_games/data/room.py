"""How much memory a data game takes on the Pico, the same on every machine: a game without room there is refused.

The sizes are measured on the emulated Pico (tests/hardware/test_own_game_slips.py).
"""

from glowgrid.rules.trial import ROOM, grouped, made

from .reader import game_from

A_GAME, A_POINT, A_LINE, A_MEMBER = 800, 4, 3, 3  # bytes that a data file keeps for good; a member: a point in a line
A_JOINED_POINT = 4  # more of a point in a connection game, beside a byte for each neighbour
MADE_POINT, MADE_NEIGHBOUR = 64, 6  # bytes while a connection game is made, those of one side after the other
LISTED_LINE, A_SIGN = 56, 1  # more of a line that the file lists, and of a byte of its text
KEPT = 12_288  # bytes that all data files together may keep for good


class Room:
    """Make games from data files while there is room; `takes` is what each keeps for good."""

    def __init__(self):
        self.takes = []

    def make(self, data, signs):
        """Return the game that the data describes; its file has this many signs."""
        found = []

        def check(points, lines, members, listed=0, neighbours=0, sides=1):
            for left in KEPT, KEPT - sum(self.takes):
                if neighbours:
                    check_neighbours(points, neighbours, sides, signs, left)
                else:
                    check_room(points, lines, members, listed, signs, left)
            found.append(kept(points, lines, members, neighbours * sides))

        game = game_from(data, check)
        self.takes.append(found[-1])
        return game


def kept(points, lines, members, neighbours=0):
    """Return how many bytes a data file keeps for good. neighbours: of each point, in a connection game."""
    joined = points * (A_JOINED_POINT + neighbours) if neighbours else 0
    return A_GAME + A_POINT * points + A_LINE * lines + A_MEMBER * members + joined


def check_neighbours(points, neighbours, sides, signs, left):
    """Raise ValueError if the Pico has no room for a connection game; see `check_room`.

    sides: how many of them have neighbours of their own.
    """
    takes, stays = points * (MADE_POINT + MADE_NEIGHBOUR * neighbours), kept(points, 0, 0, neighbours * sides)
    if takes + A_SIGN * signs <= ROOM and stays <= left:
        return
    if takes < min(signs, ROOM) and stays <= left:
        text = "a text of %s bytes; there is room for %s" % (grouped(signs), grouped(ROOM - takes))
        raise ValueError("too large for this Pico: %d points, %s" % (points, text))
    others = ", beside your other games" if left < KEPT else ""
    stays = left - A_GAME - (A_POINT + A_JOINED_POINT) * points
    most = min(stays // (points * sides), (ROOM - A_SIGN * signs - MADE_POINT * points) // (MADE_NEIGHBOUR * points))
    raise ValueError(
        "too large for this Pico: %d points with up to %d neighbours%s; there is room for %s"
        % (points, neighbours, others, "%d neighbours" % most if most > 0 else "no such game")
    )


def check_room(points, lines, members, listed=0, signs=0, left=KEPT):
    """Raise ValueError if the Pico has no room to make these lines, with this many points (`members`) in all.

    listed: lines that the file lists. signs: length of the file. left: bytes that the game may still keep for good;
    less than KEPT if there are other games.
    """
    if made(lines, members) + LISTED_LINE * listed + A_SIGN * signs > ROOM or kept(points, lines, members) > left:
        raise ValueError(too_large(points, lines, members, listed, signs, left))


def too_large(points, lines, members, listed=0, signs=0, left=KEPT):
    """Return the message for a game that does not fit, and what would: a shorter text, or fewer lines of this size."""
    text = "too large for this Pico: %s points, %s lines" % (grouped(points), grouped(lines))
    takes = made(lines, members) + LISTED_LINE * listed
    bare, stays = kept(points, 0, 0), kept(points, lines, members)
    if left < KEPT:
        text += ", beside your other games"
    if takes < min(signs, ROOM) and stays <= left:
        return "%s, a text of %s bytes; there is room for %s" % (text, grouped(signs), grouped(ROOM - takes))
    fit = min(lines * max(left - bare, 0) // max(stays - bare, 1), lines * ROOM // (takes + A_SIGN * signs))
    return "%s; there is room for %s such lines" % (text, "about " + grouped(fit) if fit else "no")
