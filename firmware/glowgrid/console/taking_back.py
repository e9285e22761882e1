"""Taking moves back in a match that two devices share: one asks, the other answers, both for the state they are in.

The device whose turn it is takes the moves back. Nothing is taken back where stones are hidden.
"""

from glowgrid.console.shared import ASK, NO, YES


def may_ask(match):
    """Return whether this device may ask for its last move back."""
    over = match.position.is_over() or match.shared.joins
    return not over and not match.game.hidden and _before(match, match.shared.here(match)) >= 0


def ask(match):
    """Ask the other device for it; a move made meanwhile ends that."""
    match.shared.asked = match.shared.state(match)


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
    """Enter what the other device answers. Return whether moves were taken back here: it is this device's turn.

    A "no" stands until the other device has heard that nobody asks any more; only then it is asked again.
    """
    shared, heard, state = match.shared, match.shared.heard, match.shared.state(match)
    if state not in (shared.asked, shared.refused):
        shared.asked = shared.refused = None
    elif (heard.epoch, heard.plies) != state:
        pass
    elif YES in heard.says:
        if shared.asked and match.position.to_move not in shared.away:
            return _take_back(match, shared.here(match))
    elif NO not in heard.says:
        if shared.asked:
            shared.refused = None
    elif not shared.refused:
        shared.asked, shared.refused = None, state
    return False


def said(match):
    """Return what a person who has asked should know, in a few words; "" if nobody has."""
    state = match.shared.state(match)
    if match.shared.asked == state:
        return "asking to take back"
    return "the other one says no" if match.shared.refused == state else ""


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
