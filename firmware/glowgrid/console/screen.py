"""What a screen is, and the roles of keys."""

import sys

from glowgrid.search import NO_MOVE

NO_POINT = NO_MOVE  # what a key stands for that is no point
# What a key means where it is no point of the field; the board file says which key has which role.
NO_ROLE, UP, DOWN, LEFT, RIGHT, SELECT, BACK, UNDO, HINT = range(9)
ROLES = {
    "up": UP,
    "down": DOWN,
    "left": LEFT,
    "right": RIGHT,
    "select": SELECT,
    "back": BACK,
    "undo": UNDO,
    "hint": HINT,
}


class Screen:
    """One picture and what the keys do in it. `app` is the console (console/app.py).

    NAME and HELP are for people: help, simulator, key logs and tests know a screen by them and by nothing else.
    PERIOD is how often (ms) the screen is drawn again although no key was pressed; 0: only when `redraw` of the panel
    is set.
    NEXT are functions of load.py for the screens that may come next and for what those need. Each is called when there
    is time, in a tick of its own (10 to 40 ms): no press waits for more than one of them.
    """

    NAME = ""  # a plain word
    HELP = ""  # what a person can do now, in one line
    PERIOD = 0
    NEXT = ()
    FIELD = False  # True: it paints the frame itself, LED by LED, and not the `picture` of the panel
    LOOK_MS = 1000  # how long it is looked at, without a press, before its words scroll
    ARROWS = False  # True: an arrow that is held repeats
    KEYS_WAIT = False  # True: what is pressed now waits for the next screen
    in_match = False  # True while no screen outside a match is wanted: those may be unloaded
    faults = ()  # what is wrong, a line each

    def __init__(self, app):
        self.app = app
        self._ahead = 0  # how many of NEXT were called

    def help(self):
        """Return what a person can do now, in one line."""
        return self.HELP

    def words(self):
        """Return what scrolls over the lights, and its colour or None; ("", None) for nothing."""
        return "", None

    def key_point(self, key):
        """Return the point that a key stands for, or NO_POINT."""
        return NO_POINT

    def open(self, now_ms):
        """The screen comes up."""
        self.since = now_ms

    def repeats(self, key, role):
        """Return whether a key counts as pressed again and again while it is held, and never as a long press."""
        return self.ARROWS and UP <= role <= RIGHT

    def press(self, key, role, now_ms):
        """A key went down."""

    def release(self, key, now_ms):
        """A key came up."""

    def hold(self, key, now_ms):
        """A key has been down for a long time."""

    def work(self, now_ms):
        """Do the background work of one tick, such as a slice of thinking; here: load a screen that may come next."""
        self.load_ahead()

    def load_ahead(self):
        """Load the next of NEXT; return whether there was one left."""
        if self._ahead == len(self.NEXT):
            return False
        load = self.NEXT[self._ahead]
        self._ahead += 1
        known = len(sys.modules)
        try:
            load()
        except MemoryError:  # the press that wants it will see whether there is room then
            self._ahead = len(self.NEXT)
        if len(sys.modules) > known:
            self.app.untidy = True
        return True

    def draw(self, frame, now_ms):
        """Paint the picture into the frame, which is all dark."""
