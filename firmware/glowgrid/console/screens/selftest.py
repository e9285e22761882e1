"""The self-test: every LED, every colour, the link to another device, every key, and a report on the serial line.

It starts by a long press in the menu, by holding the undo key at power-up, or from the tools.
"""

import gc
import sys

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import GREEN, GREY, RED, RGB, STONE, WHITE
from glowgrid.console.screen import Screen

LED_MS = 20  # each LED alone, in the wire order of the board file
COLOUR_MS = 400  # all LEDs in one colour
FULL = (RED, GREEN, STONE + 2, WHITE)
_NAMES = ("red", "green", "blue", "white")  # of FULL
LINK_MS = 1500  # two devices and the wire between them: green, or red and broken off if nothing is heard
LEAVE_MS = 1000  # after the last key
_NEW, _DOWN, _GOOD = GREY, WHITE, GREEN  # colours of a key's LEDs; red: it was down before the test


class SelfTest(Screen):
    """First the LEDs, then the keys: each lights its own place, white while down and green after.

    Ends after the last key or by a long press; then `on_end`, an action, goes on.
    """

    NAME = "self-test"
    HELP = "Watch the lights, then press every key. A long press ends the test."
    PERIOD = LED_MS
    FIELD = True

    def __init__(self, app, on_end):
        super().__init__(app)
        self.on_end = on_end

    def open(self, now_ms):
        app = self.app
        super().open(now_ms)
        app.panel.shine()
        lights = app.panel.lights
        lights.recolour(RGB)  # the test needs red, green, blue
        self.states = bytearray([_NEW] * app.keypad.keys.count)
        self.good = 0  # keys pressed and released
        self.step = 0
        self._finished_at = None
        self._silent = None  # whether the link was, when it was reported
        if app.linking and not app.link:
            app.link = load.sharing.link_on(*app.linking)
        about = getattr(sys.implementation, "_machine", "a computer")
        say("%s, %s %s" % (about, sys.implementation.name, ".".join(str(n) for n in sys.implementation.version[:3])))
        say("%d x %d LEDs, %d x %d keys" % (lights.width, lights.height, app.keypad.width, app.keypad.height))
        gc.collect()
        if hasattr(gc, "mem_free"):
            say("%d bytes of memory free" % gc.mem_free())

    def work(self, now_ms):
        if self._testing_keys():
            self._report_link()
        if self._finished_at is not None and since(now_ms, self._finished_at) >= LEAVE_MS:
            self._leave(now_ms)

    def press(self, key, role, now_ms):
        if self._testing_keys() and self.states[key] == _NEW:
            self.states[key] = _DOWN
            say("key %d" % key)

    def release(self, key, now_ms):
        if self.states[key] == _DOWN:
            self.states[key] = _GOOD
            self.good += 1
            if self.good == len(self.states):
                say("all %d keys work" % len(self.states))
                self._finished_at = now_ms

    def hold(self, key, now_ms):
        missing = [key for key in range(len(self.states)) if self.states[key] == _NEW]
        say("ended; not pressed: %s" % missing)
        self._leave(now_ms)

    def _leave(self, now_ms):
        say("done")
        load.palettes.apply(self.app)
        self.on_end(now_ms)

    def _testing_keys(self):
        return self.step > len(self.app.panel.frame) + len(FULL)

    def draw(self, frame, now_ms):
        """Paint one LED after the other, then the colours, then the keys."""
        count = len(frame)
        age = since(now_ms, self.since)
        if age < count * LED_MS:
            self.step = age // LED_MS
            frame[self.app.panel.lights.order[self.step]] = WHITE
            return
        shown = (age - count * LED_MS) // COLOUR_MS
        if shown < len(FULL):
            self._report(shown)
            for at in range(count):
                frame[at] = FULL[shown]
            return
        if self.app.link and age < count * LED_MS + len(FULL) * COLOUR_MS + LINK_MS:
            self._report(len(FULL))
            self._draw_link(frame)
            return
        if not self._testing_keys():
            self._report(len(FULL))
            self._report_link()
            self.step = count + len(FULL) + 1
            self.PERIOD = COLOUR_MS  # a press is shown at once anyway
            for key in range(len(self.states)):
                if self.app.keypad.levels[key]:
                    say("key %d is down: held, or stuck" % key)
            say("press every key; a long press ends the test")
        for key in range(len(self.states)):
            state = self.states[key]
            self._light(frame, key, RED if self.app.keypad.levels[key] and state != _DOWN else state)

    def _report(self, shown):
        """Report the current of the colour before `shown`, after it was on the lights."""
        step = len(self.app.panel.frame) + shown
        if step != self.step and shown:
            panel = self.app.panel
            say("all LEDs %s: %d mA" % ("on" if panel.mono else _NAMES[shown - 1], panel.lights.milliamps))
        self.step = step

    def _report_link(self):
        """Report whether the other device is heard, if there is a link and that is news."""
        link = self.app.link
        if link and link.silent != self._silent:
            self._silent = link.silent
            say("link: %s" % ("no answer" if link.silent else "the other device answers"))

    def _draw_link(self, frame):
        lights, silent = self.app.panel.lights, self.app.link.silent
        width = lights.width
        for left in range(0, len(frame), width):
            frame[left] = frame[left + width - 1] = WHITE
        middle = lights.height // 2 * width
        for x in range(1, width // 2 if silent else width - 1):
            frame[middle + x] = RED if silent else GREEN

    def _light(self, frame, key, colour):
        """Paint the LEDs at the place of the key: the one under it, or its share of a larger matrix."""
        app = self.app
        width, height = app.panel.lights.width, app.panel.lights.height
        row, column = divmod(key, app.keypad.width)
        left, top = column * width // app.keypad.width, row * height // app.keypad.height
        right = max(left + 1, (column + 1) * width // app.keypad.width)
        for y in range(top, max(top + 1, (row + 1) * height // app.keypad.height)):
            for x in range(left, right):
                frame[y * width + x] = colour


def say(what):
    print("selftest:", what)
