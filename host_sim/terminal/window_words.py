"""What the window of the simulator says beside lights and keys, in the person's language, with Textual's markup.

said(text): a text in that language.
"""

from textual.markup import escape

from glowgrid.console.screens.settings import brightness_words
from glowgrid.rules.notation import point_name

from ..console import describe
from ..console.puzzle_words import puzzle_line
from ..text.field_text import names_text
from .text import RHYTHMS
from .widgets import marked

_FAINT, _HINT, _FAULT, _NOTE = (139, 147, 163), (127, 224, 192), (255, 128, 128), (255, 208, 96)
_CURRENT, _NO_CURRENT, _REPLAY, _SOUND, _RECORDING = (
    (255, 179, 71),
    (58, 63, 75),
    (127, 212, 255),
    (201, 160, 255),
    (255, 107, 107),
)


def going_on(session, faults, hint, said):
    """Return what is going on. faults: of a game's file and a grid; hint: why a key did nothing, or ""."""
    app = session.app
    match, sides = describe.match_on_screen(app), app.panel.sides
    lines, goal = [], ""
    if match:
        title, state = said(describe.game_title(match)), said(describe.state_line(match, sides))
        lines.append(f"{marked(title, bold=True)}   {escape(state)}")
        goal = marked(said(describe.goal_line(match, sides)), _FAINT)
        last = escape(f"{match.seen().plies}. {said(describe.last_move(match, sides))}")
        lines.append(last if match.position.plies else goal)
    lines += [marked(said(words), _HINT) for words in (puzzle_line(app), describe.known(app)) if words]
    lines.append(marked(said(describe.advice(app)), _FAINT))
    wrong = describe.faults(app)
    if match and match.position.plies:
        lines.append(goal)
    if describe.words(app) and not wrong:  # the same words would scroll
        lines.append(escape(f"{said('on the lights')}: {said(describe.words(app)).upper()}"))
    lines += [marked(said(fault), _FAULT) for fault in (*wrong, *faults)]
    if session.wire and session.wire.said:
        lines.append(marked(said(session.wire.said), _FAINT))
    if session.refusals.said:
        lines.append(marked(said(f"Not possible: {session.refusals.said}."), _NOTE))
    if hint:
        lines.append(marked(said(hint), _NOTE))
    return "\n".join(lines)


def figures(session, length, holds, replays, records, said):
    """Return current, brightness and time, and which keys the window has. length: of the bar of the current.

    holds: whether the next key is held down; replays, records: whether a key log is played, or written.
    """
    lights, budget, seconds = session.lights, session.board["power"]["budget_milliamps"], session.now_ms // 1000
    filled = round(length * min(1, lights.milliamps / budget))
    bar = marked("━" * filled, _CURRENT) + marked("━" * (length - filled), _NO_CURRENT) + " " * bool(length)
    first = [
        said(f"{lights.milliamps:3} of {budget} mA"),
        said(f"brightness {brightness_words(lights.brightness)}"),
        said(f"dimmed to {max(0, lights.scale) * 100 // 256}%") if lights.scale < 256 else "",
        f"{seconds // 60}:{seconds % 60:02}",
    ]
    sound = describe.heard(session.app)
    second = [
        marked(said("Now the key to hold"), _NOTE, bold=True) if holds else "",
        marked(f"▶ {said('replay')}", _REPLAY) if replays else "",
        marked(said(f"♪ {sound}"), _SOUND) if sound else "",
        marked(f"● {said('recording')}", _RECORDING) if records else "",
        f"{marked('F1', bold=True)} {said('help')}",
        f"{marked('^Q', bold=True)} {said('quit')}",
        said("Shift+key or Space, key: long press"),
    ]
    return bar + "\n".join("   ".join(filter(None, line)) for line in (first, second))


def help_text(session, keyboard, points, said):
    """Return the help: the keys, and the names of the points. points: those that are keys now."""
    board, app = session.board, session.app
    lines = [marked(said("Keys of the handheld, and the keyboard's keys for them"), bold=True), ""]
    lines += _keys(board, keyboard, said)
    lines += [
        "",
        said("Arrows, Enter (select), Escape (back), Backspace (undo) work too."),
        said("A key taps for 80 ms. Long press: Shift with it, or Space before it."),
        said("The mouse presses keys for as long as its button is down."),
        said("Where keys are points, it presses them on the lights, too."),
    ]
    if session.lights.mono:
        rhythms = RHYTHMS.format(*app.panel.sides).rstrip().split("\n")
        lines += ["", marked(said("What the lights show in two seconds"), bold=True)]
        lines += [f"    {said(line.strip())}" for line in rhythms]
    match = describe.match_on_screen(app)
    if match:
        field = match.position.field
        about = "neighbours: beside, and diagonally above and below" if field.slant else "and the key of each"
        heading = marked(said(f"Points of {describe.game_title(match)}"), bold=True)
        lines += ["", heading + (f"   ({said(about)})" if field.slant or points else ""), ""]
        rows = names_text(field) if field.slant else _field(session, keyboard, field)
        lines += [f"  {row}" for row in rows]
    lines += ["", marked(said("Ctrl-Q quits. Press any key to go back."), _FAINT)]
    return "\n".join(lines)


def _keys(board, keyboard, said):
    """Return the lines of the keys: each with its key on the keyboard, and its role."""
    width, count = board["keys"]["width"], board["keys"]["width"] * board["keys"]["height"]
    roles = {key: said(role) for role, key in board["keys"]["roles"].items()}
    wide = max(map(len, roles.values()), default=1)
    cells = [f"{marked(keyboard.caps[key], _NOTE, bold=True)} {roles.get(key, '·'):<{wide}}" for key in range(count)]
    return ["  " + "  ".join(cells[start : start + width]) for start in range(0, count, width)]


def _field(session, keyboard, field):
    """Return a map of the names of the points, each with its key if keys are points."""
    keys = {describe.key_point(session.app, key): key for key in range(session.keys.count)}
    rows = []
    for row in range(field.height):
        cells = []
        for column in range(field.width):
            point = field.point_at(column, row)
            at = point_name(field, point) if point >= 0 else ""
            cap = keyboard.caps[keys[point]] if point >= 0 and point in keys else ""
            cells.append(f"{at:>3} {marked(cap or ' ', _NOTE, bold=True)}")
        rows.append(" ".join(cells))
    return rows
