"""Begin a console's match: of a game by its name, or from a line: `hex 5: a4 c1 / b2 d3, 2 to move`, or a puzzle's."""

import re

from glowgrid.console import load
from glowgrid.console.match import PERSON, Match
from glowgrid.console.screen import SELECT
from glowgrid.console.screens.puzzles import match_of
from glowgrid.rules.game import parse_size

from ..cli.installed import TOOLS
from ..cli.suggest import did_you_mean
from ..text.placed_text import check_plies, parts_of
from .readable import check_shown

OTHER_DEVICE = -1  # on a seat, as screens/seats.py offers it
MOST = 2000  # characters of a line
_TURN = re.compile(r"([;,])\s*([^;,]*?)\s*to\s+move")
_PLIES = re.compile(r";\s*wins\s+in\s+(\d+)\s*(?:;|$)")


class NoPosition(ValueError):
    """The match cannot begin from this line; the message is one line."""


def start(session, name, size=None, linked=False):
    """Switch on to the end of the splash, then start a match as the menu does if all is taken as it is offered.

    size: a text; None: the game's first size. linked: against the other device, which gets all sides but the first.
    Raises NoPosition.
    """
    app = session.app
    _pass_splash(session)
    game = _game(app, name)
    try:
        numbers = parse_size(size) if size else game.sizes[0]
        _check_size(app, game, numbers)
    except ValueError as error:
        raise NoPosition(str(error)) from None
    seats = load.seats.Seats(app, game, numbers)
    if linked:
        if OTHER_DEVICE not in seats.choices:
            raise NoPosition(f"{name} is not played over a link; leave --link out")
        seats.seats = [PERSON] + [OTHER_DEVICE] * (game.sides - 1)
    app.go(seats)
    seats.press(None, SELECT, session.now_ms)


def set_up(session, line):
    """Switch on to the end of the splash, then go to the match: between people, or the puzzle. Raises NoPosition."""
    app = session.app
    _pass_splash(session)
    app.settings.fresh = False
    try:
        match = _match(app, line)
    except ValueError as error:
        raise NoPosition(str(error)) from None
    app.match = match
    app.match_changed(session.now_ms)
    app.resume(session.now_ms)


def _match(app, line):
    if len(line) > MOST:
        raise NoPosition(f"{len(line)} characters; expected at most {MOST}")
    name, size, stones = parts_of(line.partition(";")[0])
    game = _game(app, name)
    size = size or game.sizes[0]
    _check_size(app, game, size)
    _check_words(line)
    if ";" in line:
        return match_of(app, game, line)
    match = Match(game, size, [PERSON] * game.sides, stones=stones.strip())
    if match.position.is_over():
        raise NoPosition("the game is over there; expected one that goes on")
    return match


def _pass_splash(session):
    while session.app.screen.NAME == "splash":
        session.tick()


def _game(app, name):
    names = [game.name for game in app.games]
    if name not in names:
        raise NoPosition(f"no game {name};{did_you_mean(name, names)} expected one of {', '.join(names)}")
    return app.games[names.index(name)]


def _check_size(app, game, size):
    """Raise NoPosition if the lights do not show a game of this size."""
    lights = app.panel.lights
    try:
        check_shown(app, game, size, game.setup(size).field)
    except ValueError as error:
        large = len(size) == len(game.sizes[0]) and max(size, default=0) > min(lights.width, lights.height)
        larger = f"; this board shows fields up to {lights.width}x{lights.height}; {TOOLS} gtp plays larger ones"
        raise NoPosition(f"{error}{larger * large}") from None


def _check_words(line):
    """Raise NoPosition, or another ValueError, for words that are not a side to move or a number of plies."""
    turn, plies = _TURN.search(line), _PLIES.search(line)
    if turn and (turn[1] == ";" or turn[2] not in list("0123456789")):
        raise NoPosition(f"{turn[0][1:].strip()[:40]!r} is no side to move; expected ', 2 to move' after the stones")
    if plies:
        check_plies(int(plies[1]))
