"""Between lessons and problems in SGF: a problem that the engine proves becomes a task, and tasks become problems."""

import re
from typing import TYPE_CHECKING

from glowgrid.rules.placed import place, standing

from ..records.sgf_problems import written
from ..text.position_line import position_line
from . import in_words
from .lesson_file import Task
from .proving import THINK_S, leads_to, proven, refutation

if TYPE_CHECKING:
    from ..library import glowgrid
else:
    import glowgrid

MOST_WRONG = 3  # wrong moves of a problem, those that lose last first
_MARKDOWN = re.compile(r"[\\`*_\[\]<>&#|~!+=-]|(?<=\d)[.)]")  # what would be more than a sign


class Left(Exception):
    """Why a problem becomes no task, in one line. is_wrong: the engine says other than the file does."""

    def __init__(self, what, is_wrong=False):
        super().__init__(what)
        self.is_wrong = is_wrong


def block(problem, think=THINK_S):
    """Return (the text of a lesson that a problem becomes, notes: what was assumed, and which other moves are right).

    problem: as host_sim/records/sgf_problems.py reads it, or its error. think: seconds of a Pico, for each proof.
    Raises Left.
    """
    if isinstance(problem, ValueError):
        raise Left(str(problem))
    try:
        line = _line(problem)
        found = proven(Task(1, line, "keeps", "any", "", 0, 1), think)
    except ValueError as error:
        raise Left(f"{problem.where}: {str(error).removeprefix('keeps: ')}") from None
    kind, right = _right(found, problem)
    _check(problem, found, right, think)
    more = [name for name in right if name not in problem.right] if problem.right else []
    words = "any" if more or not problem.right else " ".join(problem.right)
    text = _MARKDOWN.sub(lambda sign: f"\\{sign[0]}", problem.words)
    return f"{text}\n\n```task\n{line}\n{kind}: {words}\n```\n".lstrip("\n"), _notes(problem, more)


def _check(problem, found, right, think):
    """Raise Left if a problem says of a move other than what is proven."""
    for name in [*problem.right, *problem.wrong]:
        said = name in problem.right
        if said != (name in right):
            what = leads_to(found, name, think) if name in found.values else "it is no legal move"
            words = "right" if said else "wrong"
            raise Left(f"{problem.where}: {name} is said to be {words}, but {what}", is_wrong=True)


def _notes(problem, more):
    """Return what was assumed of a problem, and which moves it does not say to be right, in lines."""
    record = problem.record
    notes = list(record.notes)
    if record.assumed:
        notes.append(f"taken to be {record.game}: {record.assumed}; for another add --game")
    if more:
        notes.append(f"{problem.where}: {' '.join(more)} is right, too")
    return notes


def _line(problem):
    """Return the position of a problem as a line; ValueError if it is none."""
    record = problem.record
    rules = glowgrid.game(record.game, *record.size).rules
    core = problem.position(rules)
    return position_line(rules, record.size, place(rules.setup(record.size), standing(core), core.to_move))


def _right(found, problem):
    """Return (the kind of task, the right moves): those that win, or else keep a draw. Raises Left if all lose."""
    me = found.start.to_move
    if found.winner == me:
        return "wins", [name for name, value in found.values.items() if value.winner == me]
    if found.winner == glowgrid.DRAW:
        return "keeps", list(found.right)
    raise Left(
        f"{problem.where}: each move loses: {in_words.worth(found.winner, found.plies)}", is_wrong=bool(problem.right)
    )


def problem_of(found, think=THINK_S):
    """Return a proven task as SGF; None if it does not ask for a move that wins, or holds a draw."""
    start, values = found.start, found.values
    if found.task.kind not in ("wins", "keeps") or found.winner not in (start.to_move, glowgrid.DRAW):
        return None
    wrong = [name for name, value in values.items() if value.winner != found.winner and name not in found.right]
    wrong.sort(key=lambda name: -(values[name].plies or 0))
    said = [
        (name, refutation(found, name, think), in_words.worth(values[name].winner, values[name].plies))
        for name in wrong[:MOST_WRONG]
    ]
    stones = start.stones, start.to_move
    return written(start.game.rules, start.game.size, stones, in_words.task(found.task), found.right, said)
