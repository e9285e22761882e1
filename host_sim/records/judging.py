"""What a move gave away, in words, as a verdict has it: for people at a computer (review.py) and for the page.

It runs on CPython and on MicroPython's WebAssembly port. A searcher has verdict(position): what each move leads to.
What is published counts like what is proven, but is said to be published.
"""

from glowgrid.answers import w_star
from glowgrid.rules.notation import move_name
from glowgrid.search import DRAWN, NO_ESTIMATE

from ..console.published import Known, as_published

GOOD = 2  # percent that a move may be behind the best, without a word
UNPROVEN = "not proven in the time given"
_DRAW, _WIN = 2, 3  # how much a side likes an outcome
_KEPT = "", "loses whatever is played", "keeps the draw", "keeps the win"
_GIVEN = "", "", "the draw", "the win"


def judged(position, move, searcher, swap=("", "")):
    """Return (a move's value in words, what it gives away, names of better moves). swap: as swap_said returns it."""
    found = searcher.verdict(position)
    verdict, published = Known(found, position), as_published(found, position, move)
    best, mine = rank(w_star(verdict, position), position), rank(verdict.outcome(move), position)
    if best and mine:
        plies = _in_plies(verdict, move, mine)
        if mine == best:
            kept = f"{_KEPT[best]},{published}" if published else _KEPT[best]
            return (f"{kept}: {swap[0]}" if swap[0] and mine < _DRAW else kept) + plies, "", ()
        outcome = (swap[0] or "it loses now") + plies if mine < _DRAW else "a draw now"
        better = [other for other in range(position.moves) if rank(verdict.outcome(other), position) == best]
        given = _GIVEN[best] + published
        return f"gives away {given}: {outcome}; better: {names_of(position, better)}", given, _named(position, better)
    return _estimated(position, move, verdict, swap, published)


def swap_said(position, move, name, searcher):
    """Return (in words that taking this first stone over wins, its name if that is best); "" for what is not so."""
    wins = best = False
    if position.may_be_taken_over() and position.play(move):
        if position.may_swap():
            verdict, swap = searcher.verdict(position), position.action("swap")
            wins, best = Known(verdict, position).outcome(swap) == position.to_move, verdict.best == swap
        position.undo()
    return f"with the swap rule, taking {name} over wins" if wins else "", name if best else ""


def rank(outcome, position):
    """How much the side to move likes an outcome: 3 its win, 2 a draw, 1 another's win, 0 unknown."""
    if not outcome:
        return 0
    return _WIN if outcome == position.to_move else _DRAW if outcome == DRAWN else 1


def chance(verdict, move, position):
    """Return the chance of a move in percent, None if nothing is known."""
    liked, percent = rank(verdict.outcome(move), position), verdict.percent(move)
    if liked:
        return (0, 0, 50, 100)[liked]
    return None if percent == NO_ESTIMATE else percent


def _estimated(position, move, verdict, swap, published):
    """The same where playouts have to tell. A move that is not proven is compared with its like."""
    mine = chance(verdict, move, position)
    if mine is None:
        return UNPROVEN, "", ()
    known = {move: mine}
    for other in range(position.moves):
        if verdict.percent(other) != NO_ESTIMATE and not verdict.outcome(other):
            known[other] = verdict.percent(other)
    best = max(known.values())
    if best - mine <= GOOD:
        loses = rank(verdict.outcome(move), position) == 1
        return f"{swap[0] or 'loses'}; a better move is {UNPROVEN}" if loses else f"about {mine} %", "", ()
    better = [other for other in sorted(known) if best - known[other] <= GOOD]
    lost = f"about {best - mine} %"
    left = f"with the swap rule, taking {swap[1]} over leaves {mine} % now" if swap[1] else f"{mine} % now"
    now = (not mine and swap[0]) or (published and "it loses now") or left
    said = f"gives away {lost}: {now}{published}; better: {names_of(position, better)}"
    return said, lost, _named(position, better)


def _in_plies(verdict, move, liked):
    plies = verdict.plies_to(move)
    if not plies or liked == _DRAW:
        return ""
    return " (1 move)" if plies == 1 else f" ({plies} moves)"


def _named(position, moves):
    """The names of points among the moves."""
    return tuple(move_name(position, move) for move in moves if move < position.points)


def names_of(position, moves, most=4):
    return ", ".join(move_name(position, move) for move in moves[:most]) + (", ..." if len(moves) > most else "")
