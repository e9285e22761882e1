"""What a screen is, and the roles of keys."""

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
    Loading a screen takes 10 to 60 ms. So a press that leads to one is answered first: `soon` of the console does that.
    """

    NAME = ""  # a plain word
    HELP = ""  # what a person can do now, in one line
    PERIOD = 0
    FIELD = False  # True: it paints the frame LED by LED, not the `picture` of the panel
    LOOK_MS = 1000  # without a press before its words scroll
    ARROWS = False  # True: a held arrow repeats
    KEYS_WAIT = False  # True: presses wait for the next screen
    OFF = False  # True: lights are dark, and the chip may sleep until a press
    in_match = False  # True: it shows a match that is played
    faults = ()  # what is wrong, a line each

    def __init__(self, app):
        self.app = app

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
        """Do one tick of background work, such as a slice of thinking."""

    def draw(self, frame, now_ms):
        """Paint the picture into the frame, which is dark at first."""
