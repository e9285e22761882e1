"""What a screen is, and the roles of keys."""

import sys

from glowgrid import overlay

NO_POINT = 255  # of a key that is no point; the NO_MOVE of search, not loaded at power-up
# What a key means that is no point of the field; the board file gives the roles.
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
    """One picture and what the keys do in it. `app` is the console.

    NAME and HELP are for people: help, simulator, key logs and tests know a screen only by them.
    PERIOD is how often (ms) the screen is drawn without a press; 0: only if `redraw` of the panel is set.
    NEXT are functions of load.py for the screens that may come next and what they need. Each is called when there is
    time, in a tick of its own (10 to 40 ms), so no press waits for more than one.
    """

    NAME = ""  # a plain word
    HELP = ""  # what a person can do now, in one line
    PERIOD = 0
    NEXT = ()
    FIELD = False  # True: it paints the frame LED by LED, not the `picture` of the panel
    LOOK_MS = 1000  # without a press before its words scroll
    ARROWS = False  # True: a held arrow repeats
    KEYS_WAIT = False  # True: presses wait for the next screen
    OFF = False  # True: lights are dark, and the chip may sleep until a press
    in_match = False  # True: screens outside a match may be unloaded
    faults = ()  # what is wrong, a line each

    def __init__(self, app):
        self.app = app
        self._ahead = 0  # number of NEXT functions called
        self._looked = False  # whether there was room for the next of them in the last tick
        self._scarce = False  # whether memory has been short since the screen came up: then look before each
        self._short = False  # whether memory was short then, so that garbage is collected first

    def help(self):
        """Return what a person can do now, in one line."""
        return self.HELP

    def words(self):
        """Return the words that scroll over the lights, and their colour or None; ("", None) for none."""
        return "", None

    def key_point(self, key):
        """Return the point of a key, or NO_POINT."""
        return NO_POINT

    def open(self, now_ms):
        """The screen comes up."""
        self.since = now_ms

    def repeats(self, key, role):
        """Return whether a held key repeats, and so never counts as a long press."""
        return self.ARROWS and UP <= role <= RIGHT

    def press(self, key, role, now_ms):
        """A key went down."""

    def release(self, key, now_ms):
        """A key came up."""

    def hold(self, key, now_ms):
        """A key has been down for a long time."""

    def work(self, now_ms):
        """Do one tick of background work, such as a slice of thinking; here: load a screen that may come next."""
        self.load_ahead()

    def load_ahead(self):
        """Load the next of NEXT if there is room; return whether one was left."""
        if self._ahead == len(self.NEXT):
            return False
        if not self._looked and (self._ahead % 2 == 0 or self._scarce):  # in a tick of its own
            self._looked = overlay.has_room(self._short)
            self._scarce |= not self._looked
            if not self._looked and self._short:
                self._ahead = len(self.NEXT)
            self._short = not self._looked
            self.app.untidy |= self._short  # importing would stop to collect garbage
            return True
        self._looked = False
        load = self.NEXT[self._ahead]
        self._ahead += 1
        known = len(sys.modules)
        try:
            load()
        except MemoryError:  # there may be room when a press needs it
            self._ahead = len(self.NEXT)
        if len(sys.modules) > known:
            self.app.untidy = True
        return True

    def draw(self, frame, now_ms):
        """Paint the picture into the frame, which is dark at first."""
