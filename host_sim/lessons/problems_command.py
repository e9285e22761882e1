"""`glowgrid lesson puzzles`, `lesson sgf`: tasks for the handheld, or for other programs."""

from typing import Annotated

import typer

from ..cli.run import say
from ..cli.writable import writing
from ..own_games import games_folder
from ..text.text_file import file_bytes, plain_text
from .lesson_command import Lesson, Think, all_proven, lesson_of
from .problems import problem_of
from .proving import THINK_S
from .puzzles import puzzle_of


def puzzles(
    file: Lesson,
    add: Annotated[bool, typer.Option("--add", help="Add them to your games, so that the menu offers them.")] = False,
    think: Think = THINK_S,
):
    """Print those tasks that are puzzles for the handheld, a line each: exactly one move wins.

    With --add they become files of your games instead, puzzles/NAME.txt for each game, which `glowgrid flash` takes
    along.
    """
    lesson = lesson_of(file)
    found = [puzzle for each in all_proven(file, lesson, think) if (puzzle := puzzle_of(each))]
    if add:
        for game in dict.fromkeys(puzzle.game for puzzle in found):
            _add(game, [puzzle.line() for puzzle in found if puzzle.game == game])
    else:
        for puzzle in found:
            print(puzzle.line(), flush=True)
    say(f"{len(found)} of {len(lesson.tasks)} tasks are puzzles", err=True)


def _add(game, lines):
    """Add lines to the file of a game's puzzles, but for those that are there."""
    path = games_folder.folder() / "puzzles" / f"{game.name.replace('-', '_')}.txt"
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        there = plain_text(file_bytes(path)).splitlines() if path.exists() else []
        new = [line for line in lines if line not in there]
        path.write_text("".join(f"{line}\n" for line in [*there, *new]), encoding="utf-8")
    say(f"{path}: {len(new)} new; next: glowgrid play, or glowgrid flash")


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
