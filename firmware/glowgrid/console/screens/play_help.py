"""What a person can do in a match now, in a line: for the simulator and the page; the Pico itself never asks."""

from glowgrid.console import load
from glowgrid.console.screen import HINT, NO_POINT


def of(play):
    """Return the help of a Play."""
    over = play.position.is_over()
    if not over and play.match.is_away(play.position.to_move):
        return "the other one is to move   %s: pause" % ("back and undo together" if play.needs_chord() else "back")
    if play.thinking:
        key = "select" if play.points is None else "the key of a stone"
        return "thinking   %s: move now" % key
    if play.points is not None:
        if over:
            return "any key: again or menu"
        return "%seach lit key is a point   %shold a key: what goes through it   %s: pause" % (
            swap(play),
            _hint(play),
            "back and undo together" if play.needs_chord() else "back",
        )
    undo = "" if play.match.hides else "   undo: take back"
    if over:
        return "select: again or menu" + undo
    return "%sarrows: move the cursor   select: place%s   %sback: pause" % (swap(play), undo, _hint(play))


def swap(play):
    """Return how to take over the first stone; "" if that is not allowed now."""
    if play.seen.may_swap() and not play.match.engine_to_move():
        return load.words.swap(play) + "   "
    return ""


def _hint(play):
    match = play.match
    if match.puzzle:
        return match.puzzle.task() + "   "
    return "hint: a good move   " if not match.without and not match.engine_to_move() and has_hint_key(play) else ""


def has_hint_key(play):
    """Return whether a key asks for a hint, and is no point."""
    for key, role in enumerate(play.app.keypad.roles):
        if role == HINT and play.key_point(key) == NO_POINT:
            return True
    return False
