"""`glowgrid lesson puzzles`, `lesson sgf`: tasks as puzzles of the handheld, or as problems for other programs."""

from ..cli.run import say
from .lesson_command import Lesson, Think, all_proven, lesson_of
from .proving import THINK_S
from .puzzles import puzzle_of


def puzzles(
    file: Lesson,
    think: Think = THINK_S,
):
    """Print those tasks that are puzzles for the handheld, a line each: exactly one move wins.

    In the file puzzles/NAME.txt of your games, where NAME is that of the game, the menu offers them.
    """
    lesson = lesson_of(file)
    found = [puzzle for each in all_proven(file, lesson, think) if (puzzle := puzzle_of(each))]
    for puzzle in found:
        print(puzzle.line(), flush=True)
    say(f"{len(found)} of {len(lesson.tasks)} tasks are puzzles", err=True)
