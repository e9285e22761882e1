"""The way of a key, from its press to the picture. Read `tick` first: it is the whole of it.

It never sleeps and never reads a clock. Time is the argument of `tick`, in ms, in the same steps on every machine. What
else happens hangs on the methods at the end: app.py gives them something to do.
"""

from glowgrid.clock import wrap
from glowgrid.console.keypad import PRESS, RELEASE


class KeyToLight:
    """Lets the current screen act on keys, and shows it.

    keypad, panel   what is pressed (keypad.py) and shown (panel.py)
    screen          the current screen
    """

    def __init__(self, keypad, panel):
        self.keypad, self.panel = keypad, panel
        self._next = self.screen = None  # _next: the screen to change to
        self._soon = None  # an action for the next tick

    def tick(self, now_ms):
        """Make one pass: keys, what they do, the picture, then a slice of background work."""
        now_ms = wrap(now_ms)
        self.begin(now_ms)
        keypad = self.keypad
        keypad.scan(now_ms)
        try:
            action, self._soon = self._soon, None
            if action:
                self.panel.leaving, self.panel.redraw = False, True
                action(now_ms)
            # A press that leads elsewhere ends this: later keys wait, or are dropped when the next screen opens.
            while not (self._next or self._soon or self.screen.KEYS_WAIT) and keypad.next_event():
                self._handle(keypad.kind, keypad.key, now_ms)
            if keypad.arrow is not None and self._next is None and not self._soon:
                self._repeat(now_ms)
            if self._next is not None:
                self.open(self._next, now_ms)
            self.panel.update(self.screen, now_ms)
            if not action and not self._soon:
                self.work(now_ms)
        except MemoryError:
            if not self.make_do(now_ms):
                raise

    def _handle(self, kind, key, now_ms):
        keypad, screen, role = self.keypad, self.screen, self.keypad.roles[key]
        self.panel.look(now_ms)
        self.panel.touch(now_ms)
        if kind == PRESS:
            self.pressed(now_ms)
            keypad.press(key, screen.repeats(key, role), now_ms)
            screen.press(key, role, now_ms)
        elif kind == RELEASE:
            if key == keypad.arrow:
                keypad.arrow = None
            screen.release(key, now_ms)
        elif key != keypad.arrow:
            screen.hold(key, now_ms)

    def _repeat(self, now_ms):
        """Count the held arrow once more if it is time."""
        keypad = self.keypad
        if self.repeats() and keypad.repeat(now_ms):
            self.panel.look(now_ms)
            self.screen.press(keypad.arrow, keypad.roles[keypad.arrow], now_ms)

    def soon(self, action):
        """Light a corner at once, and do `action` in the next tick: it may load a screen, and a press must not wait."""
        self._soon = action
        self.panel.leaving = self.panel.redraw = True

    def go(self, screen):
        """Change to a screen once the current event is handled. Queued presses are dropped, unless they wait."""
        self._next = screen

    def open(self, screen, now_ms):
        """Change to a screen at once."""
        if not (self.screen and self.screen.KEYS_WAIT):
            self.keypad.flush()
        self.screen, self._next = screen, None
        self.keypad.arrow = None
        self.screen.open(now_ms)
        self.panel.look(now_ms)

    # What hangs on it ---------------------------------------------------------------------------

    def begin(self, now_ms):
        """A tick begins."""

    def pressed(self, now_ms):
        """A key went down."""

    def repeats(self):
        """Return whether a held arrow may count now."""
        return True

    def work(self, now_ms):
        """The picture is shown: do a slice of something else."""

    def make_do(self, now_ms):
        """Memory has run out: return whether it can go on."""
        return False
