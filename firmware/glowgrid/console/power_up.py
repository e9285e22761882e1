"""What is done during the splash and after it: the games are found, faults are shown, the match that was under way is
offered again. Unloaded then."""

from glowgrid import games
from glowgrid.console import icons
from glowgrid.console.choice import Choice
from glowgrid.console.match import MATCH, Match
from glowgrid.console.menu import fitting
from glowgrid.console.view import FieldView


def getting_ready(app):
    """Find the games and which of them have a size that fits the lights; yields after every step, True after the last."""
    if not app.games:
        for found in games.discovering():
            yield False
        app.games, app.errors = found
    app.offered = [game for game in app.games if fitting(app, game, 1)]
    yield True


def after_splash(app, now_ms):
    """Show what is wrong, else offer the match that was under way, else the menu."""
    app.started = True
    app.get_ready()
    app.lights.brightness = app.settings.brightness
    _restore(app)
    for error in app.errors:
        print(error)
    for game in app.games:
        if game not in app.offered:
            print("%s: no size of it fits %dx%d LEDs" % (game.name, app.lights.width, app.lights.height))
    if app.errors or app.storage.damaged:
        app.warn(lambda now_ms: _offer(app, now_ms))
    else:
        _offer(app, now_ms)


def _restore(app):
    record = app.storage.load(MATCH)
    if record is None:
        return
    try:
        match = restore(record, app.games, app.table)
        FieldView(match.position.field, app.lights.width, app.lights.height)
    except ValueError:
        app.storage.set_aside(MATCH)
        return
    app.match = match


def _offer(app, now_ms):
    if app.match_under_way():
        app.go(Choice(app, [(icons.RESUME, app.resume), (icons.MENU, app.open_menu)], app.open_menu))
    else:
        app.open_menu(now_ms)


def restore(record, known, table=None):
    """The match of a record; ValueError if it is none (another version's, a game that is gone, an illegal move)."""
    try:
        for game in known:
            if game.name == record["game"]:
                if not isinstance(record["seed"], int):
                    break
                match = Match(game, tuple(record["size"]), record["seats"], record["seed"], table)
                match.coach = bool(game.engine) and record.get("coach") is True
                position = match.position
                swaps = record.get("swapped", False)
                for point in record["moves"]:
                    if swaps:
                        position.swap()  # refused, but for the one time that it may be
                    if not position.play(point):
                        raise ValueError("an illegal move")
                if swaps:
                    position.swap()
                return match
    except (KeyError, TypeError, AttributeError):
        pass
    raise ValueError("not a match of a game that is here")
