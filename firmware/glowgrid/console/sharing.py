"""How a console gets its link, and a match comes to be shared: it begins, is joined or was saved, or begins again."""

import binascii

from glowgrid import overlay
from glowgrid.console import load
from glowgrid.console.saving import record_of
from glowgrid.console.shared import NUMBERS, Away, Shared, replace


def link_on(make, part):
    """Return a Link on the driver made for the "link" of the board; None if that fails."""
    try:
        return load.link.Link(make("link", dict(part, driver=part.get("driver", "uart"))))
    except ValueError as fault:
        print(fault)
        return None


def begun(app, game, away, now_ms):
    """Return what is shared of a match that begins here; these sides play on the other device."""
    about = "%s %d %s" % (app.settings.counted, now_ms, app.match and app.match.shared and app.match.shared.number)
    return of_game(game)(binascii.crc32(about.encode()) & NUMBERS, away)


def of_game(game):
    """Return the class of what is shared of a match of this game."""
    return overlay.load("glowgrid.console.shared_apart").SharedApart if game.hidden else Shared


def share(match, shared):
    """Share a match: some of its sides play on another device."""
    match.shared = shared
    for side in shared.away:
        match.sitting[side - 1] = Away()
    shared.begin(match)


def fresh(match):
    """The match has begun again: with an empty field, also where stones are hidden."""
    replace(match, match.game.setup(match.size))
    match.shared.begin(match)


def again(match):
    """Return what is shared once the match begins again with everyone a seat on. It has not yet begun again."""
    away = [side for side, seat in enumerate(match.sitting, 1) if type(seat) is Away]
    number = binascii.crc32(match.shared.journal(match) + bytes(away), match.shared.number) & NUMBERS
    if match.shared.resigned:
        match.position.winner = 0  # no move decided it, which would be taken back
    return of_game(match.game)(number, away)


def recorded(match, saved):
    """Share a match that was saved; ValueError if its save makes no sense."""
    number, epoch, cut, away = saved["link"]
    sides = [side for side in (1, 2, 3) if away >> side & 1]
    if not match.game.hidden:
        shared = Shared(number, sides, epoch, cut)
        shared.resigned = saved.get("resigned", False)
        share(match, shared)
        return
    shared = of_game(match.game)(number, sides)
    share(match, shared)
    shared.restore(match, saved["sealed"])
    if saved.get("resigned"):
        shared.resign(match)


def leave(match, shared, heard):
    """A match is left for another one, which was heard.

    The other person may be doing the same: then the match with the lower number is kept, by the device that has it.
    """
    if match and match.shared and match.is_under_way():
        own = match.shared
        if (own.number, own.check_of(match, own.journal(match))) < (heard.number, heard.check):
            shared.left = record_of(match), heard.plies


def goes_back(app, heard):
    """Return whether the match that was left is taken up again, since the other device has left its own for it."""
    match = app.match
    shared = match.shared
    record, plies = shared.left
    if heard.number == record["link"][0] and (heard.number != shared.number or heard.plies < plies):
        app.go(load.starting.Starting(app, _going_back(app, record)))
        return True
    if heard.number == shared.number and shared.state(match) >= (heard.epoch, heard.plies):
        shared.left = None
    return False


def _going_back(app, record):
    starting = load.starting
    for step in starting.making_room(app, app.match.game):
        yield
    app.match = load.resume.saved_match(app, record)
    app.saving.match_due = True
    yield
    for step in starting.resuming(app, False):
        yield
