"""What a screen is, and what the keys are called that are no points."""

# What a key means where it is not a point of the field; the board file says which key has which role.
NO_ROLE, UP, DOWN, LEFT, RIGHT, SELECT, BACK, UNDO, HINT = range(9)
ROLES = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT, "select": SELECT, "back": BACK, "undo": UNDO, "hint": HINT}


class Screen:
    """One picture and what keys do in it. `app` is the console (console/app.py).

    PERIOD is how often (ms) it is drawn again without a key having been pressed; 0: only when `app.redraw` is set.
    """

    PERIOD = 0
    FIELD = False  # whether it paints the frame itself, LED by LED, not a picture
    KEYS_WAIT = False  # whether what is pressed waits for the next screen

    def __init__(self, app):
        self.app = app

    def open(self, now_ms):
        """The screen comes up."""
        self.since = now_ms

    def press(self, key, role, now_ms):
        """A key went down."""

    def release(self, key, now_ms):
        """A key came up."""

    def hold(self, key, now_ms):
        """A key has been down for long."""

    def work(self, now_ms):
        """Background work of one tick: a slice of thinking, a save."""

    def draw(self, frame, now_ms):
        """Paint the picture into the frame, which is all dark."""
