"""Where the console is, for people: what the screen asks for, which keys are points, what points are called."""

from glowgrid.console.match import PERSON
from glowgrid.console.screen import HINT
from glowgrid.rules.notation import point_name
from glowgrid.search import NO_POINT

SIDES = ("", "orange", "blue", "green")  # by number, as the palette has them
_HELP = {
    "Splash": "Switched on. Any key goes on.",
    "Sign": "Something is wrong, see below. Any key goes on.",
    "Starting": "Setting up the match.",
    "Sizes": "left, right: size   select: take   back: menu",
    "Seats": "up, down: side   left, right: a person, or the engine's level   select: start",
    "Brightness": "left, right: darker, brighter   select: keep",
}
_WORDS = "", "loses", "holds", "wins", "estimated"  # by the coach's marks
# What the entries of a choice do, by the name of the console's method.
_ACTIONS = {
    "resume": "back to the match", "open_menu": "menu", "undo": "take back", "rematch": "once more", "hint": "hint",
    "choose_brightness": "brightness", "coach": "coach, on or off", "neighbours": "neighbours, shown or not",
}


def screen_name(app):
    """The kind of screen that is up: "Splash", "Choice", "Sizes", "Seats", "Play", ..."""
    return type(app.screen).__name__


def match_on_screen(app):
    """The match being played, or None on any other screen."""
    return app.match if screen_name(app) == "Play" else None


def key_point(app, key):
    """The point that a key stands for now, or None."""
    points = getattr(app.screen, "points", None)
    if match_on_screen(app) is None or points is None or points[key] == NO_POINT:
        return None
    return points[key]


def key_at(app, x, y):
    """The key of the point that the LED in column x, row y belongs to, or None."""
    points = getattr(app.screen, "points", None)
    if match_on_screen(app) is None or points is None:
        return None
    view = app.screen.view
    for key, point in enumerate(points):
        if point != NO_POINT:
            top, left = divmod(view.corner[point], app.lights.width)
            if 0 <= x - left < view.block and 0 <= y - top < view.block:
                return key
    return None


def game_title(match):
    """The game and its size: "tic-tac-toe", "mnk 5,4,4"."""
    return " ".join([match.game.name, ",".join(str(number) for number in match.size)]).strip()


def seat_title(match, side):
    """Who plays a side: "orange", "blue (level 5)"; nobody's level where there was no memory for an engine."""
    seat = PERSON if match.alone else match.seats[side - 1]
    return SIDES[side] if seat == PERSON else f"{SIDES[side]} (level {seat})"


def last_move(match):
    """The last move as text: "orange b2"; "" before the first."""
    position = match.position
    if not position.plies:
        return ""
    point = position.history[position.plies - 1]
    return f"{SIDES[position.cells[point]]} {point_name(position.field, point)}"


def state_line(match):
    """Who is to move, or how it ended."""
    position = match.position
    if position.is_draw():
        return "A draw."
    if position.is_over():
        return f"{seat_title(match, position.winner).capitalize()} has won."
    who = seat_title(match, position.to_move).capitalize()
    return f"{who} is thinking." if match.engine_to_move() else f"{who} is to move."


def known(app):
    """What the coach and the hint say of the position, in a line; "" where nobody asked."""
    match, coach = match_on_screen(app), getattr(app.screen, "coach", None)
    if match is None or coach is None or match.position.is_over() or match.engine_to_move():
        return ""
    field, said = match.position.field, []
    if coach.asked:
        said.append("hint: thinking")
    elif coach.hint != NO_POINT:
        swap = match.position.cells[coach.hint]
        said.append(f"hint {point_name(field, coach.hint)}: {'take it over' if swap else _outcome(coach)}")
    if match.coach:
        said.append("coach: " + _counted(coach, match.position))
        if coach.swap_mark:
            said.append("taking over: " + _WORDS[min(coach.swap_mark, 4)])
    return "   ".join(said)


def _outcome(coach):
    """What a hint leads to: "wins in 5 plies"."""
    from glowgrid.console.coach import ESTIMATED

    if coach.hint_mark > ESTIMATED:
        percent = coach.hint_percent
        return "an estimate" if percent < 0 else f"an estimate, wins {percent} % of playouts"
    outcome = _WORDS[coach.hint_mark]
    return f"{outcome} in {coach.hint_plies} plies" if coach.hint_plies and outcome != "holds" else outcome


def _counted(coach, position):
    """How many moves do what: "2 win, 3 hold, 1 loses, 3 not known"."""
    free = [coach.marks[point] for point in range(position.points) if not position.cells[point]]
    words = []
    for marks, one, more in ((3,), "wins", "win"), ((2,), "holds", "hold"), ((1,), "loses", "lose"), \
            ((5, 6, 7), "estimated", "estimated"), ((0,), "not known", "not known"):
        count = sum(mark in marks for mark in free)
        if count:
            words.append(f"{count} {one if count == 1 else more}")
    return ", ".join(words)


def choice(app):
    """The name of what a choice shows, such as "hint" or "tic-tac-toe"; "" if it has none."""
    if screen_name(app) != "Choice":
        return ""
    icon, action = app.screen.entries[app.screen.at]
    for game in app.games:
        if game.icon is icon:
            return game.name
    return _ACTIONS.get(action.__name__, "")


def advice(app):
    """What can be done now, in a line."""
    match = match_on_screen(app)
    if match is None:
        if screen_name(app) == "Choice":
            return f"left, right: choose   select: {choice(app) or 'take'}"
        return _HELP.get(screen_name(app), "")
    if app.screen.points is None:
        if match.position.is_over():
            return "select: again or menu   undo: take back"
        return f"arrows: move the cursor   select: place   undo: take back   {_hint(app)}back: pause"
    if match.position.is_over():
        return "any key: again or menu"
    return f"each lit key is a point   {_hint(app)}hold any key: pause"


def _hint(app):
    """What to say of the hint key, where it has something to tell."""
    has_key = any(role == HINT and key_point(app, key) is None for key, role in enumerate(app.roles))
    return "hint: a good move   " if has_key and app.match.can_advise() and not app.match.engine_to_move() else ""
