"""The pause screen: go on, take back, a hint, the coach, neighbours, once more, or leave. Loaded when it is opened."""

from glowgrid.console import icons
from glowgrid.console.choice import Choice

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
    match, settings = app.match, app.settings

    def undo(now_ms):
        match.undo()
        app.match_changed(now_ms)
        app.resume(now_ms)

    def hint(now_ms):
        app.resume(now_ms, hint=True)

    def coach(now_ms):
        match.coach = not match.coach
        app.match_changed(now_ms)
        app.resume(now_ms)

    def neighbours(now_ms):
        settings.neighbours = not settings.neighbours
        app.settings_changed(now_ms)
        app.resume(now_ms)

    def rematch(now_ms):
        match.rematch()
        app.match_changed(now_ms)
        app.resume(now_ms)

    over = match.position.is_over()
    entries = []
    if not over:
        entries.append((icons.RESUME, app.resume))
    if match.can_undo():
        entries.append((UNDO, undo))
    if match.can_advise() and not over:
        if not match.engine_to_move():
            entries.append((HINT, hint))
        entries.append((_switch(COACH, match.coach), coach))
    if match.position.field.slant and not over:
        entries.append((_switch(NEIGHBOURS, settings.neighbours), neighbours))
    entries.append((REMATCH, rematch))
    entries.append((icons.MENU, app.open_menu))
    app.go(Choice(app, entries, app.resume))


def _switch(icon, on):
    """The icon of what can be switched: grey while it is off."""
    if on:
        return icon
    return ["".join([sign if sign == "." else "-" for sign in row]) for row in icon]
