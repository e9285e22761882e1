"""What a Verdict that was searched with `every` says of a position: the moves that are best, and how soon it ends.

The library and the page's lessons read it so. It runs on CPython and on MicroPython's WebAssembly port.
"""

from glowgrid.answers import m_hat
from glowgrid.memory import words
from glowgrid.search import DRAWN, Memory, engine_for

THREE_SIDES_TABLE = 16  # entries, as a power of two: 512 KB, half the work of the console's on a star of 13 points


def table_for(position):
    """Return how large the table of questions about a position is, a power of two; 0: as the console has it."""
    return THREE_SIDES_TABLE if position.sides > 2 else 0


def engine_asked(position, family):
    """Return the Engine that answers questions about a position; it knows all."""
    table = table_for(position)
    return engine_for(position, Memory(words(2 << table)) if table else None, family)


def best_moves(verdict, position):
    """Return the moves that are proven to keep what a position is worth; [] if that is not known."""
    marks = bytearray(position.moves)
    m_hat(verdict, position, marks)
    return [move for move in range(position.moves) if marks[move]]


def plies_left(verdict, position, outcome, best):
    """Return in how many plies a game ends with best play; None if that is not known.

    outcome: who wins, as w_star has it; best: best_moves.
    """
    if not outcome or outcome == DRAWN:
        return None
    plies = [verdict.plies_to(move) for move in best]
    if outcome != position.to_move:
        return max(plies) if all(plies) else None
    known = [each for each in plies if each]
    if not known or 0 in plies and verdict.depth < min(known):
        return None  # a move whose length is not known may win sooner
    return min(known)
