"""The answers of tasks, as the engine proves them. An answer that an author gave has to agree.

It runs on CPython and on MicroPython's WebAssembly port.
"""

from glowgrid.levels import levels_of

from ..own.puzzles.second_opinion import SecondOpinion
from ..text.placed_text import parts_of
from .in_words import stones_in, worth
from .lesson_file import Fault
from .positions import DRAW, game, parse, solve

THINK_S = 10.0  # of a Pico
MOST_TRIED = 5  # plies that are all tried out, where the engine knows that a move wins and not how soon
ADVICE = "give a later position"
_DOES = {"wins": "wins", "keeps": "keeps what the position is worth", "loses": "loses"}


class Proven:
    """What the engine has proven about a task.

    task    the Task
    start   the position in which it begins
    right   names of the moves that are right; () where the answer is no move
    winner  the side that wins the position, DRAW, or None if nothing is asked of it
    plies   to the end with best play; None if nobody wins, or nothing is asked of it
    values  {name of a move: what it leads to}; {} if nothing is asked of the position
    """

    def __init__(self, task, start, right=(), winner=None, plies=None, values=None):
        self.task, self.start, self.right, self.winner, self.plies = task, start, right, winner, plies
        self.values = values or {}


def proven(task, think=THINK_S, watch=None):
    """Return what the engine proves about a task; a Fault, with its line, if it cannot, or if its author says other.

    think: seconds of a Pico. watch: called now and then; what it raises ends the search.
    """
    start = parsed(task.position, task.line)
    if task.kind == "free":
        return Proven(task, start)
    if task.kind == "build":
        _check_stones(task, start.game)
        return Proven(task, start)
    if start.game.hides:
        raise Fault(task.at, f"{task.kind}: {start.game.name} hides stones; expected free or build")
    if start.is_over():
        raise Fault(task.line, "this game is over; expected a position with a move to make")
    if task.number > (levels := levels_of(start.core)) and task.kind == "play":
        raise Fault(task.at, f"play: {start.game.title} has no level {task.number}; expected 1 to {levels}")
    answer = solve(start, milliseconds=round(1000 * think), watch=watch)
    _check_settled(task, answer, f"{in_the_time(think)}; {ADVICE}")
    found = Proven(task, start, _right(task, start, answer, think), answer.winner, answer.plies, answer.values)
    _check_named(found, think)
    return found


def in_the_time(think):
    """Return in words how long a search took that has proven nothing. think: seconds of a Pico."""
    return f"in the time ({think:g} s on a Pico; --think gives more)"


def fine_ends(found):
    """Return the winners (DRAW: nobody) with which a game to the end is right: no worse than was to be had."""
    me = found.start.to_move
    if found.winner == me:
        return {me}
    if found.winner == DRAW:
        return {me, DRAW}
    return set(range(found.start.sides + 1))


def parsed(line, number):
    """Return the position of a line; Fault if there is none. Without stones, it may be of a game that hides them."""
    try:
        name, size, stones = parts_of(line)
        return game(name, *size).start() if stones.strip(" -/") == "" else parse(line)
    except ValueError as error:
        raise Fault(number, str(error)) from None


def _check_stones(task, game):
    """Fault if the stones to build make no sense, or could not stand in a game whose stones can be seen."""
    try:
        stones_in(task.named, game.start())
        if not game.hides:
            game.parse(task.named)
    except ValueError as error:
        raise Fault(task.at, str(error)) from None


def _check_settled(task, answer, limit):
    """Fault if the search did not come far enough for what is asked."""
    if task.kind in _DOES:
        unknown = [name for name, value in answer.values.items() if value.winner is None]
        if unknown:
            known = f"{len(answer.values) - len(unknown)} of {len(answer.values)} moves"
            raise Fault(task.at, f"{task.kind}: {known} are proven, not {unknown[0]}, {limit}")
    if answer.winner is None:
        raise Fault(task.at, f"{task.kind}: it is not proven who wins {limit}")
    if task.kind == "count" and answer.winner == DRAW:
        raise Fault(task.at, "count: it is a draw, so nobody hurries; expected a position that a side wins")
    if task.kind == "count" and answer.plies is None:
        raise Fault(task.at, f"count: it is proven who wins, not how soon, {limit}")


def _right(task, start, answer, think):
    """Return the names of the moves that are right; Fault if there is none."""
    me, values = start.to_move, answer.values
    if task.kind not in _DOES:
        return ()
    if task.kind == "keeps":
        right = answer.best
    elif task.kind == "loses":
        right = [name for name, value in values.items() if value.winner not in (me, DRAW)]
    else:
        right = [name for name, value in values.items() if value.winner == me]
    if task.asked == "in":
        right = _early(task, start, right, values, think)
    if not right:
        limit = f" in {task.number} plies" if task.asked == "in" else ""
        raise Fault(task.at, f"{task.kind}: no move {_DOES[task.kind]}{limit}: {worth(answer.winner, answer.plies)}")
    return tuple(right)


def _early(task, start, right, values, think):
    """Return which moves win in the plies of a task. right: the names of those that win; values: of all moves."""
    late = [name for name in right if values[name].plies is None]
    if not late:
        return [name for name in right if values[name].plies <= task.number]
    if start.sides > 2 or task.number > MOST_TRIED or start.game.rules.family(start.core) not in ("lines", "groups"):
        raise Fault(
            task.at,
            f"wins: {late[0]} wins, and it is not proven how soon {in_the_time(think)}; {ADVICE}, or ask for any",
        )
    wins = SecondOpinion().winning_moves(start.core, task.number)
    return [name for name in right if start.number(name) in wins]


def _check_named(found, think):
    """Fault if the author's answer is not the one that is proven."""
    task = found.task
    if task.asked != "named":
        return
    if task.kind == "who":
        proven_one = "draw" if found.winner == DRAW else str(found.winner)
    elif task.kind == "count":
        proven_one = str(found.plies)
    else:
        _check_moves(found, think)
        return
    if task.named != proven_one:
        raise Fault(task.at, f"{task.kind}: {task.named} is wrong: {worth(found.winner, found.plies)}")


def _check_moves(found, think):
    task, named = found.task, found.task.named.split()
    for name in named:
        if name not in found.values:
            raise Fault(task.at, f"{task.kind}: {name} is no legal move here")
        if name not in found.right:
            raise Fault(task.at, f"{task.kind}: {name} is wrong: {leads_to(found, name, think)}")
    left = " ".join(name for name in found.right if name not in named)
    if left:
        raise Fault(task.at, f"{task.kind}: {left} is right, too; name each right move, or write any")


def leads_to(found, name, think=THINK_S):
    """Return in words what a move leads to, with the answer that shows it."""
    value, answer = found.values[name], refutation(found, name, think)
    outcome = worth(value.winner, value.plies)
    return f"{outcome}: the answer is {answer}" if answer else outcome


def refutation(found, name, think=THINK_S):
    """Return the name of the best answer to a move that does not win; "" for one that does, or ends the game."""
    after = found.start.copy()
    after.play(name)
    if after.is_over() or found.values[name].winner == found.start.to_move:
        return ""
    answer = solve(after, milliseconds=round(1000 * think))
    return (answer.best or [answer.move])[0]
