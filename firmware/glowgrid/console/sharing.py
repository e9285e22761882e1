"""How a console gets its link, how a match comes to be shared, and how its pause comes up; loaded only while needed."""

import binascii

from glowgrid import overlay
from glowgrid.console import load
from glowgrid.console.shared import NUMBERS, Away, Shared, replace
from glowgrid.console.storage import MATCH


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
    """Share a match: some of its sides play on another device; a device that joins follows the moves of all."""
    match.shared = shared
    for side in range(1, match.game.sides + 1) if shared.joins else shared.away:
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


def joining(app, game, heard):
    """Return what is shared of a match that was heard, which this device joins.

    The other person may be joining the match here at the same time. Then the one with the lower number is kept, or of
    one number what the device of side 1 has: that device takes up again what it has saved.
    """
    shared = of_game(game)(heard.number, heard.sides, swap=heard.swap)
    shared.epoch, shared.joins = heard.epoch, True
    own = app.match and app.match.is_under_way() and app.match.shared
    if own and (own.number < heard.number or own.number == heard.number and 1 not in own.away):
        shared.left = own.number
    return shared


def pausing(app, proven):
    """Go to the pause of a shared match: beside the link there is no room for it and the screen of the match.

    proven: see Pause.
    """
    overlay.unload_play()
    overlay.collect()
    yield
    for each in "choice", "pause", "linked_pause":
        load.ahead(each)
        yield
    overlay.collect()
    yield
    app.go(load.pause.Pause(app, proven))
    for name in "screens.starting", "sharing":  # nothing of them runs after this
        overlay.unload("glowgrid.console." + name)


def go_back(app):
    """Take up again the match that was left."""
    app.go(load.starting.Starting(app, _going_back(app)))


def _going_back(app):
    starting = load.starting
    for step in starting.making_room(app, app.match.game):
        yield
    app.match = load.resume.saved_match(app, app.storage.load(MATCH))
    yield
    if app.match:
        for step in starting.resuming(app, False):
            yield
    else:
        app.open_menu(0)
