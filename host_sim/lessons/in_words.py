"""What a task asks, and its answer, in words. It runs on CPython and on MicroPython's WebAssembly port."""

from glowgrid.console.palette import SIDES
from glowgrid.rules.notation import point_name
from glowgrid.rules.placed import read

from .positions import DRAW

WORDS = {"draw": DRAW}  # {answer: who wins}
WORDS.update([(name, side) for side, name in enumerate(SIDES) if side])
_ASKS = {
    ("wins", "any"): "find a move that wins",
    ("wins", "all"): "find each move that wins",
    ("wins", "named"): "find a move that wins",
    ("wins", "in"): "win in {number} moves, those of all sides counted",
    ("keeps", "any"): "find a move that keeps what you have",
    ("keeps", "all"): "find each move that keeps what you have",
    ("keeps", "named"): "find a move that keeps what you have",
    ("loses", "any"): "find a move that loses",
    ("loses", "all"): "find each move that loses",
    ("loses", "named"): "find a move that loses",
    ("who", ""): "who wins, if each side plays as well as it can?",
    ("who", "named"): "who wins, if each side plays as well as it can?",
    ("play", "best"): "play to the end; the engine plays its best",
    ("play", "level"): "play to the end against level {number}",
    ("count", ""): "in how many moves does it end, those of all sides counted?",
    ("count", "named"): "in how many moves does it end, those of all sides counted?",
    ("build", "named"): "set up {named}",
    ("free", "named"): "{named}",
}


def task(task):
    """Return what a task asks, in a clause; a teacher's own words, if there are any."""
    if task.say:
        return task.say
    if task.asked == "in" and task.number == 1:
        return "win with this move"
    return _ASKS[task.kind, task.asked].format(number=task.number, named=task.named)


def whose_turn(found):
    """Return whose turn it is, in a sentence with a space behind it; "" where nobody is to move."""
    return "" if found.task.kind in ("build", "free") else side_to_move(SIDES[found.start.to_move])


def side_to_move(side):
    """Return that a side, by its colour, is to move, in a sentence with a space behind it."""
    return f"{capital(side)} is to move. "


def capital(words):
    """Return words with a capital letter first."""
    return words[:1].upper() + words[1:]


def answer(found):
    """Return the proven answer, in a clause."""
    kind = found.task.kind
    if kind == "free":
        return "no right answer"
    if kind == "build":
        return found.task.named
    if found.right:
        all_of_them = len(found.right) == len(found.values)
        return " ".join(found.right) + (", that is each move" if all_of_them else f", of {len(found.values)}")
    return worth(found.winner, found.plies)


def quicker(found, name):
    """Return what to add to a right move: which other one wins sooner; of all that are asked for, which is quickest.

    "" where that is not known, or where none is quicker.
    """
    plies = {each: found.values[each].plies for each in found.right}
    if found.task.kind != "wins" or None in plies.values():
        return ""
    best = min(found.right, key=lambda each: plies[each])
    if found.task.asked == "all":
        return f"Quickest is {best}: it wins in {plies[best]}." if plies[best] < max(plies.values()) else ""
    return f"Quicker is {best}: it wins in {plies[best]} instead of {plies[name]}." if plies[best] < plies[name] else ""


def choices(position):
    """Return the words for who may win a position, as WORDS has them: a draw comes last."""
    return list(SIDES[1 : position.sides + 1]) + ["draw"]


def stones_in(text, position):
    """Return the stones that a text names on the field of a position, as a line of a position has them: "a1 c3 / b2".

    ValueError, in one line, if it makes no sense.
    """
    core = position.core
    placed, _ = read(text, core)
    named = [[point_name(core.field, p) for p in sorted(placed) if placed[p] == side + 1] for side in range(core.sides)]
    return " / ".join(" ".join(names) or "-" for names in named)


def worth(winner, plies):
    """Return who wins, and how soon, if that is known."""
    return winner_in_words(winner) + (f" in {plies}" if plies and winner else "")


def winner_in_words(winner):
    """Return who wins; DRAW: nobody."""
    return "it is a draw" if winner == DRAW else f"{SIDES[winner]} wins"
