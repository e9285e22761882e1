"""Between lessons and puzzles: a file of puzzles becomes tasks, and tasks become puzzles for the handheld."""

from typing import TYPE_CHECKING

from glowgrid.rules.placed import place, standing

from ..own.puzzles.make import MOST_PLIES, grade
from ..own.puzzles.puzzle_line import Puzzle
from ..text.position_line import position_line

if TYPE_CHECKING:
    from ..library import glowgrid
else:
    import glowgrid

SECONDS = 2  # of a Pico, for each wrong move


def blocks(puzzles):
    """Return the tasks of these puzzles as the text of a lesson."""
    text = []
    for puzzle in puzzles:
        position = position_line(puzzle.game, puzzle.size, puzzle.position)
        text.append(f"```task\n{position}\nwins: in {puzzle.plies}\n```\n")
    return "\n".join(text)


def puzzle_of(found):
    """Return the Puzzle that a proven task makes, or None: two sides, exactly one move wins, in at most nine plies."""
    start, task = found.start, found.task
    plies = found.plies or 0
    if task.kind != "wins" or start.sides != 2 or not start.stones or found.winner != start.to_move:
        return None
    wins = [name for name, value in found.values.items() if value.winner == start.to_move]
    if len(wins) != 1 or not 0 < plies <= MOST_PLIES:
        return None
    wrong = [name for name in found.values if name not in wins]
    rules, size, core = start.game.rules, start.game.size, start.core
    placed = place(rules.setup(size), standing(core), core.to_move)
    return Puzzle(rules, size, placed, plies, grade(plies, sum(_is_tempting(start, name) for name in wrong)))


def _is_tempting(start, name):
    """Return whether a wrong move has only one good answer."""
    after = start.copy()
    after.play(name)
    if after.is_over():
        return False
    values = glowgrid.solve(after, milliseconds=1000 * SECONDS).values.values()
    return sum(value.winner not in (None, start.to_move) for value in values) == 1
