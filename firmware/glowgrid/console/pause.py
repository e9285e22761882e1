"""The pause screen: go on, take back, a hint, the coach, neighbours, once more, or leave. Loaded when it is opened."""

from glowgrid.console import icons
from glowgrid.console.screen import Choice

UNDO = (
    "...?....",
    "..??....",
    ".?????..",
    "..??..?.",
    "...?..?.",
    "......?.",
    "...???..",
    "........",
)
REMATCH = (
    "..eee.e.",
    ".e...ee.",
    ".e..eee.",
    ".e......",
    ".e....e.",
    ".e....e.",
    "..eeee..",
    "........",
)
HINT = (
    "..???...",
    ".?...?..",
    ".?...?..",
    ".?...?..",
    "..?.?...",
    "..---...",
    "...-....",
    "........",
)
COACH = (
    "........",
    ".++.....",
    ".++.....",
    ".++??...",
    ".++??...",
    ".++??!!.",
    ".++??!!.",
    "........",
)
NEIGHBOURS = (
    "...oooo.",
    "...oooo.",
    ".oo##oo.",
    ".oo##oo.",
    ".oooo...",
    ".oooo...",
    "........",
    "........",
)


def open_pause(app):
    """Show what can be done with the match now."""
    match = app.match
    over = match.position.is_over()
    entries = []
    if not over:
        entries.append((icons.RESUME, app.resume))
    if match.can_undo():
        entries.append((UNDO, app.undo))
    if match.game.engine and not over:
        if not match.engine_to_move():
            entries.append((HINT, app.hint))
        entries.append((_switch(COACH, match.coach), app.coach))
    if match.position.field.slant and not over:
        entries.append((_switch(NEIGHBOURS, app.settings.neighbours), app.neighbours))
    entries.append((REMATCH, app.rematch))
    entries.append((icons.MENU, app.open_menu))
    app.go(Choice(app, entries, app.resume))


def _switch(icon, on):
    """The icon of what can be switched: grey while it is off."""
    if on:
        return icon
    return ["".join([sign if sign == "." else "-" for sign in row]) for row in icon]
