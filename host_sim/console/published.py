"""What is published of first stones, beside what a search has proven: one view for all who answer questions.

`Position.published` has the facts. It runs on CPython and on MicroPython's WebAssembly port.
"""

from glowgrid.answers import w_star

AS_PUBLISHED = " as published"  # after "wins", "loses", "the win"


class Known:
    """A Verdict on a position with what is published of its moves: ask it for outcome, plies_to and percent."""

    def __init__(self, verdict, position):
        self._verdict, self._position = verdict, position
        self.plies_to, self.percent = verdict.plies_to, verdict.percent

    def outcome(self, move):
        """Return who wins by a move, as proven, else as published: 0 unknown, 1..3, or DRAWN."""
        return self._verdict.outcome(move) or self._position.published(move)


def known_winner(verdict, position):
    """Return who wins a position, as proven, else as published: 0 unknown, 1..3, or DRAWN.

    After a first stone that loses it is published that the other side wins, though not by which move.
    """
    return w_star(Known(verdict, position), position) or position.published()


def also_published(verdict, position):
    """Return "; side 2 wins as published" if that is known of the position, but not by which move; else ""."""
    winner = position.published()
    if not winner or w_star(Known(verdict, position), position):
        return ""
    return "; side %d wins%s" % (winner, AS_PUBLISHED)


def as_published(verdict, position, move):
    """Return " as published" if that alone is why the outcome of a move is known, else ""."""
    return AS_PUBLISHED if position.published(move) and not verdict.outcome(move) else ""
