"""What the text of a lesson says of positions has to be true. README.md has the words of a claim.

It runs on CPython and on MicroPython's WebAssembly port.
"""

from functools import partial

from .in_words import winner_in_words
from .lesson_file import Fault
from .linking import opened
from .positions import DRAW, solve
from .proving import ADVICE, THINK_S, in_the_time, parsed


def faults_of_text(lesson, think=THINK_S):
    """Yield a Fault for each link of a Lesson that opens nothing, and for each claim that is not proven."""
    checks = [partial(opened, link) for link in lesson.links]
    for check in checks + [partial(check_claim, claim, think) for claim in lesson.claims]:
        try:
            check()
        except Fault as fault:
            yield fault


def check_claim(claim, think=THINK_S):
    """Raise a Fault for the first line of a Claim that the engine does not prove in `think` seconds of a Pico."""
    start = parsed(claim.position, claim.line)
    if start.game.hides or start.is_over():
        raise Fault(claim.line, f"nothing can be proven of this {start.game.name}; expected a game that goes on")
    answer = solve(start, milliseconds=round(1000 * think))
    if answer.winner is None:
        raise Fault(claim.line, f"it is not proven who wins {in_the_time(think)}; {ADVICE}")
    for line, word, said in claim.says:
        if word == "enough":
            _check_enough(start, answer.winner, said.split(), line, think)
        elif _compared(found := _found(word, said, answer, line, think)) != _compared(said):
            raise Fault(line, f"{word}: {said} is wrong; proven: {found or 'none'}")


def _compared(words):
    """Return words as they are compared: moves in any order, 08 as 8."""
    return sorted([word.lstrip("0") or "0" for word in words.lower().replace(",", " ").split()])


def _found(word, said, answer, line, think):
    """Return what a search has found for a word of a claim, as its author has to write it; Fault if it has not."""
    if word == "who":
        return "draw" if answer.winner == DRAW else str(answer.winner)
    if word == "count":
        return _count(answer, line)
    outcome, *plies = word.replace("moves ", "").split(" in ")
    winner = DRAW if outcome == "draw" else int(outcome)
    values = [(name, value.winner, str(value.plies) if plies else None) for name, value in answer.values.items()]
    for name, wins, late in values:
        if wins is None or (wins, late) == (winner, "None"):
            raise Fault(line, f"{word}: {name} is not proven {in_the_time(think)}; {ADVICE}")
    moves = [name for name, wins, late in values if (wins, late) == (winner, plies[0] if plies else None)]
    return str(len(moves)) if said.isdigit() else " ".join(moves)


def _count(answer, line):
    """Return after how many plies it ends, as text; Fault if nobody wins, or if that is not proven."""
    if answer.winner == DRAW:
        raise Fault(line, "count: nobody wins; expected a position that a side wins")
    if answer.plies is None:
        raise Fault(line, f"count: it is proven who wins, not how soon; {ADVICE}")
    return str(answer.plies)


def _check_enough(start, winner, points, line, think):
    """Fault unless the side that wins does so with these free points alone, the other side having all others."""
    loser = start.to_move
    if start.sides != 2 or winner != 3 - loser:
        raise Fault(line, f"enough: {winner_in_words(winner)}; expected two sides, and that to move to lose")
    free = [name for name in start.legal_moves() if name not in start.stones]
    if unknown := [name for name in points if name not in free]:
        raise Fault(line, f"enough: {unknown[0]} is no free point")
    theirs = [name for name in free if name not in points]
    sides = [[name for name, side in start.stones.items() if side == each] for each in (1, 2)]
    sides[loser - 1] += theirs
    full = start.game.parse(f"{' / '.join(' '.join(each) or '-' for each in sides)}, {loser} to move")
    left = full.winner if full.is_over() else solve(full, milliseconds=round(1000 * think)).winner
    if left != winner:
        raise Fault(line, "enough: it is not proven that these points suffice")
