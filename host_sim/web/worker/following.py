"""The match of another device, as it is saved there (console/saving.py): the console of the page goes to it."""

from glowgrid import record
from glowgrid.console import load
from glowgrid.console.match import PERSON
from glowgrid.console.saving import record_of
from glowgrid.console.view import check_fit

SAME = "game", "size", "stones", "swap"
LEFT_OUT = "files", "puzzle", "spoiled", "number", "coach", "dial", "adapts"  # here people look on, with hint and coach
HIDES = "The game hides stones: its field comes when it is over."


def followed(app, saved):
    """Return the match, in which people move for all sides. ValueError, in one line, if it cannot be shown.

    One move more, and the coach is asked on where it is; else the coach stays on or off.
    """
    fault = record.fault(saved, load.resume.RECORD)
    if fault:
        raise ValueError(fault)
    match = app.match
    known, moves = match and record_of(match), saved["moves"]
    if known and moves[:-1] == known["moves"] and moves and all([known.get(name) == saved.get(name) for name in SAME]):
        position, move = match.position, moves[-1]
        if not position.play(position.action(move) if isinstance(move, str) else move):
            raise ValueError("an illegal move")
    else:
        coach = match.coach if match else 0
        saved = {name: saved[name] for name in saved if name not in LEFT_OUT}
        saved["seats"] = [PERSON] * len(saved["seats"])
        match = load.resume.restore(saved, app.games)
        check_fit(match.position.field, app.panel.lights.width, app.panel.lights.height)
        if not match.without:
            match.coach = coach
    if match.hides and not match.position.is_over():
        raise ValueError(HIDES)
    return match
