"""Words shown once, in the first match where every key is a point: which two keys together open the pause."""

from glowgrid.console.screen import BACK, UNDO

_CORNERS = "top left", "top right", "bottom left", "bottom right"
_PAIRS = {(0, 1): "top corners", (0, 2): "left corners", (1, 3): "right corners", (2, 3): "bottom corners"}


def words(play):
    """Return the words that name the two pause keys; "" if one key is enough, or they are not in corners."""
    app = play.app
    keys = len(app.keypad.roles)
    found = []
    for corner, key in enumerate((0, app.keypad.width - 1, keys - app.keypad.width, keys - 1)):
        if app.keypad.roles[key] in (BACK, UNDO):
            found.append(corner)
    if len(found) != 2 or not play.needs_chord():
        return ""
    app.settings.knows_pause = app.saving.settings_due = True
    pair = tuple(found)
    return "%s: pause" % (_PAIRS.get(pair) or " + ".join([_CORNERS[corner] for corner in pair]))
