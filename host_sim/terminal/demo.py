"""A short demo as text, shown if there is no terminal: a whole 3x3 game, engine against engine, explained."""

from glowgrid.console.match import PERSON
from glowgrid.console.your_level import YOURS

from ..cli.installed import PLAY
from ..console import describe, menu_path
from ..console.fingers import Fingers
from ..languages.language import IN_ENGLISH
from .text import LEGEND, in_cells

BESIDE = 6  # frames in a row
END_MS = 1500  # how long the demo shows the end of the game
LIMIT_MS = 60_000
GAME = "tic-tac-toe"
LEVELS = 3, 1  # of the two sides; with the current engine one of them wins
_START_MS = 1500  # the splash is over by then


def play(session, write, said=IN_ENGLISH.said):
    """Play it on a session without saves; `write` is called with pieces of text. said(text): as for text.live."""
    about = f"There is no terminal here, so Glowgrid shows a demo: a game of {GAME}, engine against engine."
    write(f"{said(about)}\n{session.board['title']}. {in_cells(LEGEND, said)}")
    fingers = Fingers(session)
    title, group = "", []
    for time_ms, text in _game(fingers):
        now = _explain(session.app, said)
        if now != title:
            _write_group(title, group, write)
            title, group = now, []
        if text not in (shown for _, shown in group):  # a blink once
            group.append((time_ms, text))
    _write_group(title, group, write)
    write(f"\n{said(f'That was {session.now_ms / 1000:.1f} s on the handheld.')}\n")
    write(f"{said('To play yourself, in a terminal')}: {PLAY}   {said('anywhere')}: {PLAY} --text\n")


def _game(fingers):
    """Start the game and watch it to its end; yields the frames."""
    app = fingers.session.app
    fingers.replay(menu_path.to_match(fingers.session.board, _START_MS, GAME, "", LEVELS))
    over_ms = None
    for time_ms, text in fingers.frames(LIMIT_MS):
        yield time_ms, text
        match = describe.match_on_screen(app)
        if match and match.position.is_over():
            over_ms = over_ms or time_ms
            if time_ms - over_ms >= END_MS:
                return


def _explain(app, said):
    """Return what is on the lights now, in the person's language."""
    return " ".join(map(said, _explained(app)))


def _explained(app):
    """Yield it in English, in sentences that are translated each for itself."""
    screen = describe.screen_name(app)
    if screen == "splash":
        yield "Switched on: the ring of Glowgrid lights up, row by row."
    elif screen == "menu":
        yield "The menu: an icon for each game; the dots at the bottom are its pages."
        yield "Who waits a second sees the game's name scroll by."
        yield f"The key `select` takes {GAME}."
    elif screen == "seats":
        seats = "; ".join(f"{app.panel.sides[side]}, {_who(seat)}" for side, seat in enumerate(app.screen.seats, 1))
        yield f"Who plays: {seats}."
        yield "A white figure is a person, a bar the engine; `left` and `right` change it."
    elif screen == "starting":
        yield "The key `select`: the match is set up."
    else:
        match, sides = describe.match_on_screen(app), app.panel.sides
        if match.position.plies:
            yield f"{match.seen().plies}. {describe.last_move(match, sides)}."
        else:
            yield "The match: free points glow in the colour of the side to move; the engine's thinking blinks."
        yield describe.state_line(match, sides)


def _who(seat):
    if seat == PERSON:
        return "a person"
    return "the engine at your level" if seat == YOURS else f"the engine at level {seat}"


def _write_group(title, group, write):
    if not group:
        return
    write(f"\n{title}\n")
    cut = group if len(group) <= BESIDE else [*group[: BESIDE - 1], group[-1]]
    width = max(len(line) for _, text in cut for line in text.split("\n"))
    rows = [[f"{time_ms} ms" for time_ms, _ in cut], *zip(*(text.split("\n") for _, text in cut), strict=True)]
    for row in rows:
        write(("    " + "   ".join(cell.ljust(max(width, 8)) for cell in row)).rstrip() + "\n")
