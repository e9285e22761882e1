"""The mirror: lines at the serial port that say what a handheld shows, for the page or any other program.

It runs only if somebody asks for it at MicroPython's prompt, `from glowgrid import power_up; power_up.main(True)`, so
it costs nothing as a rule. Each line is a JSON object in ASCII, its names in any order:

    {"glowgrid": 1, "board": "...", "lights": [8, 8], "keys": [4, 4]}  first; 1 is the version of these lines
    {"palette": "000000e26400..."}  red, green and blue of each colour, in hex; again if a person changes the colours
    {"frame": "000112..."}  the lights: a sign for each pixel, row by row; its code less 48 is its colour
    {"down": "0100..."}     the keys: 1 is down
    {"match": {...}}        the match that is shown, as it is saved (console/saving.py): it has begun, was loaded, or
                            moves were taken back; null: none
    {"move": 12}            a move was made in it: the number of a point, or the name of an action
    {"screen": "play"}      the name of the screen that is shown now

Other lines are the console's own; a reader skips them, and names that it does not know. While nobody reads, frames are
left out; the last one follows.
"""

import json
import select
import sys

import micropython

from glowgrid.console.saving import record_of
from glowgrid.hardware import lights, plugged

VERSION = 1
FIRST_SIGN = 48
_BEFORE, _AFTER = b'{"frame":"', b'"}\n'


class Lights(lights.Lights):
    """The lights, which also say what they show.

    unsaid: whether the last frame is still to be said. The build shortens private names, by module, so none is here.
    """

    def __init__(self, about, palette, driver):
        super().__init__(about, palette, driver)
        pixels = self.width * self.height
        self.line = bytearray(_BEFORE + bytes(pixels) + _AFTER)
        self.unsaid = False
        self.writable = select.poll()
        self.writable.register(sys.stdout, select.POLLOUT)
        keys = about["keys"]
        first = {"glowgrid": VERSION, "board": about["name"], "lights": [self.width, self.height]}
        first["keys"] = [keys["width"], keys["height"]]
        say(first)
        say({"palette": palette.hex()})

    def recolour(self, palette):
        super().recolour(palette)
        say({"palette": bytes(palette).hex()})

    def show(self, frame):
        super().show(frame)  # the mirror comes second
        _sign(self.sign or frame, self.line, len(frame))
        self.unsaid = True
        self.go_on()

    def go_on(self):
        """Say the last frame if that is still to be done and somebody reads."""
        if self.unsaid and self.writable.poll(0):
            self.unsaid = False
            sys.stdout.buffer.write(self.line)


class Keys(plugged.Keys):
    """The keys, which also say which are down."""

    def __init__(self, about, driver, leds, lights, red):
        super().__init__(about, driver, leds, lights, red)
        self.seen = bytearray(self.count)
        self.unsaid = False
        self.said = "0" * self.count

    def scan(self, levels):
        super().scan(levels)
        if levels != self.seen:
            self.seen[:] = levels
            self.unsaid = True

    def go_on(self):
        """Say which keys are down, if that has changed: not in a scan, which comes before the light."""
        if self.unsaid:
            self.unsaid = False
            down = "".join(["1" if level else "0" for level in self.seen])
            if down != self.said:
                self.said = down
                say({"down": down})


class Watch:
    """Called with the console after each tick: says what has happened in the match.

    shown: what to call as well, until it returns True.
    """

    def __init__(self, shown):
        self._shown = shown
        self._screen = ""
        self._match = None
        self._moves = []  # of the match, as said

    def __call__(self, app):
        if self._shown and self._shown(app):
            self._shown = None
        app.panel.lights.go_on()
        app.keypad.keys.go_on()
        if app.screen.NAME != self._screen:
            self._screen = app.screen.NAME
            say({"screen": self._screen})
        match = app.match
        if match is not self._match or (match and match.position.plies != len(self._moves)):
            self._say(match)
        return False

    def _say(self, match):
        record = match and record_of(match)
        moves = record["moves"] if record else []
        if match is self._match and moves[:-1] == self._moves:
            say({"move": moves[-1]})
        else:
            say({"match": record})
        self._match, self._moves = match, moves


def say(about):
    print(json.dumps(about))


@micropython.viper
def _sign(frame: ptr8, line: ptr8, at: int):
    """Enter the signs of a frame of `at` pixels into the line."""
    while at:
        at -= 1
        line[at + 10] = frame[at] + 48
