"""Which keys a person would press for a point of the field, for an entry of the pause, to end the engine's thinking."""

from glowgrid.console.pointing import nearest
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP

from ...console.refusal import MATCHES

GO_ON = "go on"  # an entry of the menu and the pause
JOIN = "join"  # the screen on which another page offers a match
ASKED = JOIN, "keep which", "take back"  # screens that ask what another page wants
CHOICES = ("pause", "puzzle", "resume", "sure") + ASKED  # screens whose entries the page offers as buttons
_STEPS = (LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)


def keys_in_place(app):
    """Return the key that stands in the place of each, on a device that may be held turned."""
    return app.keypad.rotation.keys if app.keypad.rotation else range(app.keypad.keys.count)


def keys_that_hurry(app):
    screen = app.screen
    stone = screen.seen.last_stone()
    if screen.points is None:
        return [keys_in_place(app)[_key_of(app, SELECT)]]
    return keys_to(app, stone) if stone >= 0 else []


def _key_of(app, role):
    for key in range(app.keypad.keys.count):
        if app.keypad.roles[key] == role:
            return key
    return -1


def keys_to(app, point):
    """Return the keys to press one after the other for a press on a point; none where no match is played.

    Arrows that move the cursor there, then select; or the key of the point, of its block first.
    """
    screen = app.screen
    if screen.NAME not in MATCHES or not 0 <= point < screen.position.points:
        return []
    keys = keys_in_place(app)
    for key in range(len(keys)):
        if screen.key_point(key) == point:
            return [keys[key]]
    field = screen.position.field
    if screen.NAME == "two presses":
        width = app.keypad.width
        down, row = divmod(field.rows[point], screen.rows)
        across, column = divmod(field.columns[point], screen.columns)
        block = down * width + across
        inside = row * (app.keypad.height // screen.rows) * width + column * (width // screen.columns)
        dropped = [keys[block]] if screen.block < len(app.keypad.levels) else []
        return dropped + [keys[block], keys[inside]]
    return [keys[_key_of(app, role)] for role in _way(field, screen.match.cursor, point) + [SELECT]]


def _way(field, start, point):
    """Return the arrows, roles, that move a cursor from a point to another by the fewest presses."""
    ways, at = {start: []}, [start]
    while at and point not in ways:
        following = []
        for here in at:
            for role, across, down in _STEPS:
                there = nearest(field, here, (across, down))
                if there not in ways:
                    ways[there] = ways[here] + [role]
                    following.append(there)
        at = following
    return ways.get(point, [])


def keys_that_take(app, name):
    """Return the keys that take an entry of the pause, or leave it if it has none such; none before it is up.

    In the menu, those that go on with the match.
    """
    screen = app.screen
    if screen.NAME not in CHOICES and not (screen.NAME == "menu" and name == GO_ON):
        return []
    names, keys = [entry[0] for entry in screen.entries], keys_in_place(app)
    away = names.index(name) - screen.at if name in names else 0
    roles = [RIGHT if away > 0 else LEFT] * abs(away) + [SELECT] if name in names else [BACK]
    return [keys[_key_of(app, role)] for role in roles]
