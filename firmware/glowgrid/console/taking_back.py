"""Taking moves back in a match that two devices share: one asks, the other answers, both for the state they are in.

The device whose turn it is takes the moves back. Nothing is taken back where stones are hidden.
"""

from glowgrid.console.shared import ASK, NO, YES


def may_ask(match):
    """Return whether this device may ask for its last move back."""
    over = match.position.is_over()
    return not over and not match.game.hidden and _before(match, match.shared.here(match)) >= 0


def ask(match):
    """Ask the other device for it; a move made meanwhile ends that."""
    shared = match.shared
    shared.asked, shared.refused = shared.state(match), None


def is_asked(match):
    """Return whether the other device asks, and has no answer yet."""
    shared, heard = match.shared, match.shared.heard
    state = shared.state(match)
    return (
        heard is not None
        and ASK in heard.says
        and (heard.epoch, heard.plies) == state
        and not (shared.answer and shared.answer[1] == state)
        and not match.game.hidden
        and _before(match, shared.away) >= 0
    )


def answer(match, yes):
    """Answer. Return whether moves were taken back here: it is this device's turn."""
    shared = match.shared
    if yes and match.position.to_move not in shared.away:
        return _take_back(match, shared.away)
    shared.answer = YES if yes else NO, shared.state(match)
    return False


def hear(match):
    """Enter what the other device answers. Return whether moves were taken back here: it is this device's turn."""
    shared, heard = match.shared, match.shared.heard
    if shared.asked != shared.state(match) or (heard.epoch, heard.plies) != shared.asked:
        return False
    if YES in heard.says:
        return match.position.to_move not in shared.away and _take_back(match, shared.here(match))
    if NO in heard.says:  # ask no more, so that a person may ask again
        shared.asked, shared.refused = None, shared.asked
    return False


def said(match):
    """Return what a person who has asked should know, in a few words; "" if nobody has."""
    shared, state = match.shared, match.shared.state(match)
    if shared.refused == state:
        return "the other one says no"
    if shared.asked != state:
        return ""
    heard = shared.heard
    says_yes = heard and (heard.epoch, heard.plies) == state and YES in heard.says
    return "taking back" if says_yes else "asking to take back"


def _before(match, sides):
    """Return how many moves are left once the last one of these sides is taken back; -1: they have made none."""
    plies, side = match.position.plies, match.position.to_move
    while plies:
        plies -= 1
        side = side - 1 or match.game.sides
        if side in sides:
            return plies
    return -1


def _take_back(match, sides):
    left = _before(match, sides)
    if left < 0:
        return False
    match.shared.cut_to(match, left)
    match.shared.epoch += 1
    return True
