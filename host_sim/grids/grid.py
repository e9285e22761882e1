"""A grid that plays along: its keys are the console's keys, its lights the console's lights; its cable may come out."""

import contextlib
import signal
import sys
import time

from glowgrid.console.app import TICK_MS

from ..cli.errors import Refused
from ..languages.language import IN_ENGLISH
from .devices import BOARD, WIDTH, Lamps, board_with
from .ports import Lost, found, the_one

SHOW_S = 1 / 30  # between two changes of the lights
LOOK_S = 0.2  # between two looks at the cable: no hand is quicker to plug it in again
MOST_LATE_S = 0.5  # longer delays are skipped
_SLEEP_S = 0.005


def board_for(name, default):
    """Return the name of the board that a grid plays: `name`, or the grids' own in place of the default."""
    return BOARD if name == default else name


class Grid:
    """A grid that plays a board, open. wanted: which one, as `found` takes it. Refused, in a line, if there is none.

    board: the board with its lights. fault: what is wrong now, in words, or "".
    """

    def __init__(self, board, wanted="", clock=time.monotonic):
        leds, keys = board["leds"], board["keys"]
        if {leds["width"], leds["height"], keys["width"], keys["height"]} != {WIDTH}:
            raise Refused(f"--grid: {board['name']} has not 8x8 lights and keys; leave --board out")
        self._wanted, self._clock = wanted, clock
        self._port = the_one(wanted)
        self.name = self._port.name
        self.board = board_with(self._port.device, board)
        self._lamps = Lamps(self._port.device)
        self._down = set()  # keys that are held on the grid
        self._shown_at = self._looked_at = clock()
        self.fault = ""

    def press(self, fingers):
        """Do on the console's keys what was done on the grid's."""
        now = self._clock()
        try:
            if now - self._looked_at >= LOOK_S:
                self._looked_at = now
                self._look()
            for key, down in self._port.heard() if self._port else ():
                (self._down.add if down else self._down.discard)(key)
                (fingers.press if down else fingers.release)(key)
        except Lost:
            self._lose()
        if not self._port:
            for key in self._down:
                fingers.release(key)
            self._down.clear()

    def show(self, lights):
        """Show on the grid what is on the console's lights, not too often."""
        now = self._clock()
        if not self._port or now - self._shown_at < SHOW_S:
            return
        self._shown_at = now
        try:
            self._port.send(self._lamps.changes(lights.wire, lights.order))
        except Lost:
            self._lose()

    def close(self):
        """Put the lights out and give the grid back as it was."""
        if self._port:
            try:
                self._port.send(self._lamps.dark())
                self._port.close()
            except Lost:
                self._port.forget()
        self._port = None

    def _look(self):
        """Notice that the cable came out, or is in again."""
        if self._port:
            if not self._port.is_there():
                raise Lost
            return
        for _, name, opens in found(self._wanted):
            if name == self.name:
                with contextlib.suppress(Lost):
                    self._port, self.fault = opens(), ""
                    self._lamps.forget()
                    return

    def _lose(self):
        if self._port:
            self._port.forget()
        self._port = None
        self.fault = f"{self.name}: unplugged. Plug it in again, and the match goes on."


def play_alone(fingers, write, translated=IN_ENGLISH.said):
    """Play on the grid without another front end, in real time, until Ctrl-C or SIGTERM.

    translated(text): a text in the person's language.
    """
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    grid = fingers.grid
    write(f"{translated(f'{grid.name}: play on it. Ctrl-C ends.')}\n")
    started = time.monotonic() - fingers.session.now_ms / 1000
    said = ""
    while True:
        late = time.monotonic() - started - fingers.session.now_ms / 1000
        if late > MOST_LATE_S:
            started += late - MOST_LATE_S
        if late >= TICK_MS / 1000:
            fingers.tick()
        else:
            time.sleep(_SLEEP_S)
        if grid.fault != said:
            said = grid.fault
            write(f"{translated(said or f'{grid.name}: it is back.')}\n")
