"""What is published of first stones, beside what a search has proven: one view for all who answer questions.

`Position.published` has the facts. It runs on CPython and on MicroPython's WebAssembly port.
"""

AS_PUBLISHED = " as published"  # after "wins", "loses", "the win"


class Known:
    """A Verdict on a position with what is published of its moves: ask it for outcome, plies_to and percent."""

    def __init__(self, verdict, position):
        self._verdict, self._position = verdict, position
        self.plies_to, self.percent = verdict.plies_to, verdict.percent

    def outcome(self, move):
        """Return who wins by a move, as proven, else as published: 0 unknown, 1..3, or DRAWN."""
        return self._verdict.outcome(move) or self._position.published(move)


def as_published(verdict, position, move):
    """Return " as published" if that alone is why the outcome of a move is known, else ""."""
    return AS_PUBLISHED if position.published(move) and not verdict.outcome(move) else ""
