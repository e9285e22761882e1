"""The mirror: lines at the serial port that say what a handheld shows, for any other program.

It runs only if somebody asks at MicroPython's prompt, `from glowgrid import power_up; power_up.main(True)`, so
it costs nothing as a rule. Each line is a JSON object in ASCII, its names in any order:

    {"glowgrid": 1, "board": "...", "lights": [8, 8], "keys": [4, 4]}  first; 1 is the version of these lines
    {"palette": "000000e26400..."}  red, green and blue of each colour, in hex; again if a person changes the colours
    {"frame": "000112..."}  the lights: a sign for each pixel, row by row; its code less 48 is its colour
    {"down": "0100..."}     the keys: 1 is down
    {"match": {...}}        the match that is shown, as it is saved (console/saving.py): it has begun, was loaded, or
                            moves were taken back; null: none
    {"move": 12}            a move was made in it: the number of a point, or the name of an action
    {"screen": "play"}      the name of the screen that is shown now

A reader skips other lines, which are the console's own, and names that it does not know. While nobody reads, frames
are left out; the rest is said later. If a line was cut, or a reader sends a byte, all is said again.

The console never waits for a reader. MicroPython waits half a second if more is written than fits, and says
only whether there is room for a byte. But it sends packets of 64 bytes. So lines are filled up with spaces and
written in such pieces: where there is room for a byte, there is room for a piece.
"""

import json
import select
import sys
import time

import micropython

from glowgrid.console.saving import record_of
from glowgrid.hardware import lights
from glowgrid.hardware.typed import Typed

VERSION = 1
FIRST_SIGN = 48
PIECE = 64
_MOST = 4  # pieces in a tick; USB keeps as many
_LONG_MS = 38
_MOST_LONG = 5
_BEFORE, _AFTER = b'{"frame":"', b'"}'


def kind(board):
    """Return the class of the lights of a board, which also keep the signs of what they show."""

    class Lights(lights.kind(board)):
        """unsaid, recoloured: whether the frame, and the palette, must still be sent; line: for the signs. The build
        shortens private names, by module, so none is here.
        """

        def __init__(self, about, palette, driver):
            super().__init__(about, palette, driver)
            pixels = self.width * self.height
            self.signs = bytearray(pixels)
            self.line = bytearray(_BEFORE + self.signs + _AFTER)
            self.unsaid = self.recoloured = False

        def recolour(self, palette):
            super().recolour(palette)
            self.unsaid = self.recoloured = True

        def show(self, frame):
            super().show(frame)  # the mirror comes second
            _sign(self.shown if self.mono else self.sign or frame, self.signs, 0, len(frame), FIRST_SIGN)
            self.unsaid = True

    return Lights


class Watch:
    """Called with the console after each tick: says what has changed, as far as there is room for it.

    A tick that took long says only its frame, but for the last of _MOST_LONG in a row.
    """

    def __init__(self):
        self._write = sys.stdout.buffer.write
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._typed = Typed()
        self._long = 0  # long ticks in a row
        self._ended_ms = time.ticks_ms()
        self._piece = bytearray(PIECE)
        self._match = None
        self._plies = 0
        self._apart = False
        self._levels = b""
        self._forget()

    def _forget(self):
        """Say all again, after the end of a line that may have been cut."""
        self._line, self._at = b"", 0  # what is being said, and how much of it was
        self._first = self._whole = True
        self._screen = self._down = ""
        self._moves = 0  # of the match, as said

    def __call__(self, app):
        if self._typed.drop():  # a reader asks
            self._forget()
        match = app.match
        plies = match.position.plies if match else 0
        apart = bool(match) and hasattr(match.position, "other_moved")  # rules/apart.py
        if match is not self._match or plies < self._plies or apart != self._apart:
            self._match, self._whole = match, True
        self._plies, self._apart = plies, apart
        if apart:  # its moves are not said
            self._moves = plies
        if (
            app.panel.lights.unsaid
            or self._at <= len(self._line)
            or self._levels != app.keypad.levels
            or self._screen != app.screen.NAME
            or self._moves != plies
            or self._whole
            or self._first
        ):
            self._say(app)
        self._ended_ms = time.ticks_ms()
        return False

    def _say(self, app):
        """Say what there is room for."""
        took_ms = time.ticks_diff(time.ticks_ms(), self._ended_ms)
        self._long = (self._long + 1) % _MOST_LONG if took_ms > _LONG_MS else 0
        for _ in range(_MOST):
            if self._at > len(self._line):
                line = self._next(app)
                if not line:
                    break
                self._line, self._at = line, 0
            if not self._says():
                break

    def _says(self):
        """Say a piece of the line; return whether there was room for it."""
        for _ in self._room.ipoll(0):
            _cut(self._line, len(self._line), self._at, self._piece)
            self._at += PIECE
            if self._write(self._piece) != PIECE:
                self._forget()
                return False
            return True
        return False

    def _next(self, app):
        """Return the next line to say; None if there is none."""
        line = None if self._long else self._news(app)
        lights = app.panel.lights
        if not line and lights.unsaid and not self._first:
            lights.unsaid = False
            line = lights.line
            _sign(lights.signs, line, len(_BEFORE), len(lights.signs), 0)
        return line

    def _news(self, app):
        """Return the next line of anything but a frame; None if there is none."""
        lights = app.panel.lights
        if self._first:
            self._first = False
            lights.unsaid = lights.recoloured = True
            about = lights.board
            first = {"glowgrid": VERSION, "board": about["name"], "lights": [lights.width, lights.height]}
            first["keys"] = [about["keys"]["width"], about["keys"]["height"]]
            return _line(first)
        if lights.recoloured:
            lights.recoloured = False
            return _line({"palette": bytes(lights.palette).hex()})
        if app.screen.NAME != self._screen:
            self._screen = app.screen.NAME
            return _line({"screen": self._screen})
        levels = app.keypad.levels
        if levels != self._levels or not self._down:
            self._levels = bytes(levels)
            down = "".join(["1" if level else "0" for level in levels])
            if down != self._down:
                self._down = down
                return _line({"down": down})
        if self._whole:
            try:
                match = self._match and record_of(self._match)
                if match:
                    match.pop("sealed", None)
                line = _line({"match": match})
                self._whole, self._moves = False, self._plies
                return line
            except MemoryError:  # later
                pass
        elif self._moves < self._plies:
            position = self._match.position
            move = position.history[self._moves]
            self._moves += 1
            return _line({"move": move if move < position.points else position.actions[move - position.points]})


def _line(about):
    return json.dumps(about).encode()


@micropython.viper
def _sign(source: ptr8, target: ptr8, at: int, count: int, more: int):
    """Enter `count` bytes, each so much more, into the target from `at` on."""
    while count:
        count -= 1
        target[at + count] = source[count] + more


@micropython.viper
def _cut(line: ptr8, length: int, at: int, piece: ptr8):
    """Fill the piece with the line from `at` on; behind its end come spaces and the end of the line."""
    i = 0
    while i < 64:
        piece[i] = 32
        if at + i < length:
            piece[i] = line[at + i]
        i += 1
    if at + 64 > length:
        piece[63] = 10
