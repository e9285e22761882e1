"""Begin a console's match from a line: `hex 5: a4 c1 / b2 d3, 2 to move`, or that of a puzzle."""

from glowgrid.console.match import PERSON, Match
from glowgrid.console.screens.puzzles import match_of
from glowgrid.console.view import check_fit

from ..placed_text import parts_of

MOST = 2000  # characters of a line


class NoPosition(ValueError):
    """The match cannot begin from this line; the message is one line."""


def set_up(session, line):
    """Switch on to the end of the splash, then go to the match: between people, or the puzzle. Raises NoPosition."""
    app = session.app
    while app.screen.NAME == "splash":
        session.tick()
    app.settings.fresh = False
    try:
        match = _match(app, line)
        check_fit(match.position.field, app.panel.lights.width, app.panel.lights.height)
    except ValueError as error:
        raise NoPosition(str(error)) from None
    app.match = match
    app.match_changed(session.now_ms)
    app.resume(session.now_ms)


def _match(app, line):
    if len(line) > MOST:
        raise NoPosition(f"{len(line)} characters; expected at most {MOST}")
    name, size, stones = parts_of(line.partition(";")[0])
    game = next((game for game in app.games if game.name == name), None)
    if not game:
        raise NoPosition(f"no game {name}; expected one of {', '.join(game.name for game in app.games)}")
    if ";" in line:
        return match_of(app, game, line)
    match = Match(
        game, size or game.sizes[0], [PERSON] * game.sides, 1, app.memory, app.tick_work, stones=stones.strip()
    )
    if match.position.is_over():
        raise NoPosition("the game is over there; expected one that goes on")
    return match
