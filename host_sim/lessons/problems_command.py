"""`glowgrid lesson puzzles`, `lesson sgf`: tasks for the handheld, or for other programs."""

from ..cli.run import say
from .lesson_command import Lesson, Think, all_proven, lesson_of
from .problems import problem_of
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


def sgf(
    file: Lesson,
    think: Think = THINK_S,
):
    """Print those tasks that ask for a move as a collection of problems in SGF, with refutations of wrong moves."""
    lesson = lesson_of(file)
    found = [problem for each in all_proven(file, lesson, think) if (problem := problem_of(each, think))]
    for problem in found:
        print(problem, flush=True)
    say(f"{len(found)} of {len(lesson.tasks)} tasks are problems", err=True)
