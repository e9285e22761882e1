"""The base of most screens, a choice between icons; and icons that several of them show.

An icon is eight rows of eight palette signs. Dots are painted over the bottom row.
"""

from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen
from glowgrid.console.screens.pictures import dot_size, draw_dots, draw_icon, first_dot


def side_by_side(*rows):
    """Return the icons that these eight rows show, with a space between them."""
    rows = [row.split() for row in rows]
    return ["".join([row[at] for row in rows]) for at in range(len(rows[0]))]


RESUME, MENU, REMATCH = side_by_side(
    "..+..... ........ ..eee.e.",
    "..++.... .#.####. .e...ee.",
    "..+++... ........ .e..eee.",
    "..++++.. .#.####. .e......",
    "..+++... ........ .e....e.",
    "..++.... .#.####. .e....e.",
    "..+..... ........ ..eeee..",
    "........ ........ ........",
)


class Choice(Screen):
    """Left and right page through icons, select takes one. Dots in the bottom row show the place among them.

    If a key lies under each LED, the key of a dot shows that entry, or takes it if it is already shown.

    entries   list of (name, icon, action); an action takes the time in ms
    at        the entry shown
    dotted    whether there are dots
    """

    dotted = ARROWS = True

    on_back = None  # the action of the back key

    def __init__(self, app, entries, at=0):
        super().__init__(app)
        self.entries = entries
        self.at = at

    def help(self):
        return "left, right: choose   select: " + self.entry_name()

    def entry_name(self):
        """Return the name of the entry shown."""
        return self.entries[self.at][0]

    def icon(self):
        """Return the icon of the entry shown."""
        return self.entries[self.at][1]

    def words(self):
        return self.entry_name(), None

    def repeats(self, key, role):
        return self._dot_over(key) < 0 and super().repeats(key, role)

    def press(self, key, role, now_ms):
        entry = self._dot_over(key)
        if entry >= 0 and entry != self.at:
            self.at = entry
        elif entry >= 0:
            self.app.soon(self.entries[entry][2])
        elif role in (LEFT, UP):
            self.at = (self.at - 1) % len(self.entries)
        elif role in (RIGHT, DOWN):
            self.at = (self.at + 1) % len(self.entries)
        elif role == SELECT:
            self.app.soon(self.entries[self.at][2])
        elif role == BACK and self.on_back:
            self.app.soon(self.on_back)

    def _dot_over(self, key):
        """Return the entry whose dot is over a key, or -1."""
        app, count = self.app, len(self.entries)
        row = key - (len(app.keypad.roles) - app.keypad.width)
        if not self.dotted or not app.keypad.over_lights or row < 0:
            return -1
        width = app.panel.width // dot_size(app)
        first, left = first_dot(width, self.at, count)
        return first + row - left if 0 <= row - left < min(count, width) else -1

    def draw(self, frame, now_ms):
        app = self.app
        draw_icon(frame, app.panel.width, app.panel.height, self.icon())
        draw_dots(frame, app, self.at, len(self.entries))
