"""Play a key log on the emulated Pico: it runs the flashed program, keys are pin levels, frames come off the LED wire.

    for time_ms, text in play(load_board("pico_ws2812_8x8_keys_4x4"), parse(log, 16), 4000):
        print(time_ms, text)

Time in a key log is the console's own: tick 0, 10, 20, ... from the first pass of its loop, about 0.5 s after power-up.
The Pico catches up after a tick that overran, so a tick's logical time has no fixed distance from power-up. But every
tick reads the keys once, and that shows on the pins: `ScanCounter` counts the reads, so contacts close and open exactly
between the ticks that the log names, and a frame belongs to the tick that sent it. So the frames and their times are
those of `Session.play` with the same log, however long a tick takes.

A log says which keys are down in which tick, not how contacts bounce. So bounce is left out here ("bounce_ms": 0).
With bounce, the console reports a release later, and a press CONFIRM_MS later, after the second read of its contact.
"""

import bisect
from typing import NamedTuple

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.sio import GPIO_IN

from glowgrid.console.app import TICK_MS
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import without_bounce
from host_sim.boards.parts import device_board
from host_sim.console.wire_to_frame import FrameReader
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware

from ..compile.build import staged_files
from ..compile.layout.places import BOARD, MAIN

STEP_MS = 5  # emulated time between two checks for new frames
SETTLED_NS = 2_000  # from the end of a scan to the press that the next scan should see
SILENCE_MS = 5000  # without a scan for this long (emulated) the console is not running
CONFIRM_MS = 1.1
FIRST_ANSWERS = 2  # first reads of keys on a bus: do they answer, is one held at power-up; the next is tick 0

# What a program at the prompt needs for a console of its own: App(keys, lights, Storage('/saves'), about).
CONSOLE = """
from glowgrid.hardware import board
from glowgrid.hardware.lights import kind
from glowgrid.console import palette
from glowgrid.console.app import App
from glowgrid.console.storage import Storage
about = board.load('/board.json')
keys, leds = board.drivers(about)
lights = kind(about)(about, palette.RGB, leds)
"""


class PlayError(Exception):
    """The console on the Pico stopped, or sent something that is not a frame; the message is one line."""


class Shown(NamedTuple):
    """A frame off the wire: the tick that sent it (logical ms), text, end of its last bit (ms since power-up); and of
    the last bit for its first tile, if the lights are tiles."""

    time_ms: int
    text: str
    emulated_ms: float
    first_ms: float


class ScanCounter:
    """Part for `Pico(parts=[...])`: notes the start of every read of a key matrix.

    It calls `on_end(count)` after each, and on_end(0) after the glance at power-up. A read pulls the `lines` (GPIO
    numbers) low one by one (see firmware/glowgrid/hardware/keys_matrix.py). A glance, which pulls all of them low at
    once, is not a read.
    """

    def __init__(self, lines, on_end):
        self.lines = lines
        self.on_end = on_end
        self.starts = []  # ns since power-up

    @classmethod
    def of_board(cls, board, on_end) -> "ScanCounter":
        """Return one for the "keys" of a board: it drives the columns, or the lines the diodes point to."""
        keys = board["keys"]
        return cls(keys["rows"] if keys["diodes"] == "column_to_row" else keys["columns"], on_end)

    def attach(self, pico):
        self._clock = pico.clock
        self.starts = []
        self._gpio = pico.mcu.gpio
        self._began = 0  # when the first line went low
        self._reading = False
        for line, listener in ((0, self._first), (1, self._second), (-1, self._last)):
            self._gpio[self.lines[line]].add_listener(listener)

    def _first(self, new, old):
        if new == GPIOPinState.LOW:
            self._began = round(self._clock.nanos)

    def _second(self, new, old):
        if new == GPIOPinState.LOW:
            if self._gpio[self.lines[0]].value != GPIOPinState.LOW:
                self.starts.append(self._began)
                self._reading = True
            elif not self.starts:
                self._reading = True

    def _last(self, new, old):
        if old == GPIOPinState.LOW and self._reading:
            self._reading = False
            self.on_end(len(self.starts))


class ReadCounter:
    """Part for `Pico(parts=[...])`: notes every read of separate buttons, which is one read of all pins.

    Of these the console makes one at power-up, and one each tick if it does not glance in between.
    """

    def __init__(self, on_end):
        self.on_end = on_end
        self.starts = []  # ns since power-up

    def attach(self, pico):
        self.starts = []
        self._clock = pico.clock
        self._read = pico.mcu.sio.read_uint32
        pico.mcu.sio.read_uint32 = self._watched

    def _watched(self, offset):
        value = self._read(offset)
        if offset == GPIO_IN:
            self.starts.append(round(self._clock.nanos))
            self.on_end(len(self.starts))
        return value


class Player:
    """An emulated Pico with the console on it and a key log to play; `frames(until_ms)` runs it.

    board: a checked board, as a dict. changes: as from keylog.py. image: path of a UF2 file, or None for what
    `image.find()` finds. first: a device that was never used. cache: as for `Pico`. mirrored: whether it says what it
    shows (glowgrid/mirror.py). own: paths of a person's own files. Raises ImageMissing,
    and ToolError if the firmware does not compile.
    """

    def __init__(self, board, changes, image=None, cache=False, mirrored=False, own=()):
        self.changes = list(changes)
        # With an interrupt wire, a tick reads the keys only after a change: the pins would not show each tick.
        keys = {name: value for name, value in board["keys"].items() if name != "interrupt"}
        power = board["power"] | ({"light_sleep": True} if keys["driver"] == "pins" else {})  # no glances
        board = without_bounce({**board, "keys": keys, "power": power})
        self._hardware = Hardware(board, prompt=True)
        parts = list(self._hardware.parts)
        if board["keys"]["driver"] == "pins":
            self._first_scans = 1
            self._scans = ReadCounter(self._scanned)
            parts.append(self._scans)
        elif self._hardware.matrix:
            self._first_scans = 0
            self._scans = ScanCounter.of_board(board, self._scanned)
            parts.append(self._scans)
        else:
            self._first_scans = FIRST_ANSWERS
            self._scans = self._hardware.expander or self._hardware.tiles[-1]
            self._scans.on_scan = self._scanned
        self._reader = FrameReader(board)
        self._taken = 0  # frames of the wire already handled
        self._shown = None  # text of the last frame
        files = flashed_files(board, own)
        if mirrored:
            files[MAIN] = files[MAIN].replace(b"power_up.main()", b"power_up.main(True)")
        self.pico = Pico(image, files=files, parts=parts, cache=cache)

    @property
    def scans(self) -> list:
        """Return when each key read began, in ns since power-up; the first FIRST_ANSWERS on a bus precede tick 0."""
        return self._scans.starts

    def scanned_ms(self, time_ms) -> float:
        """Return when the tick with this logical time began to read the keys, in ms since power-up."""
        return self.scans[time_ms // TICK_MS + self._first_scans] / MS

    @property
    def tiles(self) -> bool:
        """Return whether keys and lights are NeoTrellis tiles."""
        return bool(self._hardware.tiles)

    @property
    def end(self):
        """Return the end of the board's link, or None."""
        return self._hardware.end

    @property
    def piezo(self):
        """Return the piezo of the board, or None."""
        return self._hardware.piezo

    @property
    def time_ms(self) -> int:
        """Return the console's time, that of the current tick; negative before tick 0."""
        return (len(self._scans.starts) - 1 - self._first_scans) * TICK_MS

    @property
    def emulated_ms(self) -> float:
        """Since power-up."""
        return self.pico.now_ns / MS

    def frames(self, until_ms, report=None):
        """Yield each frame that differs from the one before (`Shown`) of the ticks before `until_ms`.

        report: called as report(self) every STEP_MS emulated milliseconds. Raises PlayError.
        """
        self._shown = None
        if not self._scans.starts:
            self.pico.boot()
        while True:
            ended = self.time_ms >= until_ms
            self.pico.run_ms(STEP_MS)  # once more after the end: a frame takes 2 ms on the wire
            yield from self.new_frames(until_ms)
            if report:
                report(self)
            if ended:
                return

    def new_frames(self, until_ms):
        """Yield the frames of `frames` that have arrived since the last call. Raises PlayError."""
        self._check_runs()
        for frame in self._arrived():
            if 0 <= frame.time_ms < until_ms and frame.text != self._shown:  # before 0 drivers send black
                self._shown = frame.text
                yield frame

    def _check_runs(self):
        last = self._scans.starts[-1] if self._scans.starts else 0
        if self.pico.now_ns - last > SILENCE_MS * MS:
            said = bytes(self.pico.serial).decode(errors="replace").strip(">\r\n ").splitlines()
            raise PlayError(
                f"the console stopped at {self.emulated_ms:.0f} ms; the Pico last said: "
                f"{said[-1] if said else 'nothing'}"
            )

    def _scanned(self, count):
        """A scan has ended: set the contacts for the next tick's scan."""
        next_ms = (count - self._first_scans) * TICK_MS
        while next_ms >= 0 and self.changes and self.changes[0][0] <= next_ms:
            _, key, down = self.changes.pop(0)
            self._hardware.at(self.pico.now_ns + SETTLED_NS, "press" if down else "release", key)

    def _arrived(self):
        first = {}  # tick: when its frame began to show
        last = {}  # tick: the frame it ended with; a frame for several tiles comes tile by tile
        for frame in self._hardware.frames(self._taken):
            tick = bisect.bisect(self._scans.starts, frame.start_ns) - 1 - self._first_scans
            if self._hardware.tiles and tick * TICK_MS >= self.time_ms:
                break  # more of it may follow
            self._taken += 1
            first.setdefault(tick, frame.end_ns / MS)
            last[tick] = frame
        for tick, frame in last.items():
            yield Shown(tick * TICK_MS, self._text(frame), frame.end_ns / MS, first[tick])

    def _text(self, frame):
        try:
            return self._reader.text(frame.rgb)
        except ValueError as error:
            raise PlayError(f"at {frame.start_ns / MS:.0f} ms: {error}") from None


def play(board, changes, until_ms, image=None):
    """Yield (time_ms, text) of each new frame, as `Session.play` does; arguments and errors of `Player`."""
    for frame in Player(board, changes, image).frames(until_ms):
        yield frame.time_ms, frame.text


def at_the_prompt(board, image=None, files=()):
    """Return a Pico at the prompt with all flashed files but main.py: create a console there as at power-up.

    files: {path: bytes}, additional files.
    """
    files = {path: data for path, data in flashed_files(board).items() if path != MAIN} | dict(files)
    return Pico(image, files=files, parts=Hardware(board, prompt=True).parts).boot()


def flashed_files(board, own=()):
    """Return {path: bytes}, exactly what `python -m tools flash` puts on a Pico with this board.

    own: paths of a person's own files.
    """
    return {**staged_files(DEFAULT_BOARD, own=own), BOARD: device_board(board)}
