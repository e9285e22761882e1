"""An HT16K33, which drives 16x8 LEDs and scans 3x13 keys, on I2C: what its LEDs show, and what it says of its keys.

After Holtek's data sheet (rev. 1.10): commands, both RAMs, the INT flag, duty and current. A bit of the display RAM is
an LED between a COM line, two bytes each, and a ROW line; if the last is INT, its LEDs stay dark. The data sheet does
not say what this RAM holds at power-up: here, LEDs that are on. Each COM line has a ninth of the time, the keys the
last; an LED takes 25 mA meanwhile (at 5 V).

It scans its keys every 20 ms; a key that is closed in two scans is set in the RAM, and the flag with it; a read of all
six bytes clears both. Its clock here is 3 % slow (an RC oscillator; how slow it may be is not in the data sheet), so
that it drifts against the console's.
The data sheet says that a held key is reported once; drivers in use rely on each scan to report it again (`again`).
Keys lie between KS and K lines, with a diode each or without: then current flows through three held keys in the corners
of a rectangle as if the fourth were held.
"""

from collections.abc import Callable
from typing import NamedTuple

from .fingers import Fingers

SCAN_NS = 20_600_000
KS_LINES, K_LINES = 3, 13
KEY_BYTES = 2 * KS_LINES
LEDS = 128
QUIET_NS = 1_000_000  # this long without a write ends a frame
UNKNOWN = bytes(range(0x5A, 0x6A))  # in the display RAM at power-up
ROW_MILLIAMPS, SHINES = 25, 1024 / 9504  # of each LED, in this part of the time
POINTER, SYSTEM, KEY_DATA, FLAG, DISPLAY, ROW_INT, DIMMING = 0x00, 0x20, 0x40, 0x60, 0x80, 0xA0, 0xE0


class Frame(NamedTuple):
    """Its first write and its end in ns; of each LED 0 or the brightness, 1..16: ROW0 to 7 COM by COM, ROW8 to 15."""

    start_ns: int
    end_ns: int
    leds: bytes


class Ht16k33(Fingers):
    """A device for `I2CBus`. Keys are numbered row by row; the shorter side is on KS lines, the rows if both fit.

    width, height: of the keys, 0 if it has none. again: whether a held key is reported with each scan. `ram`: 16 bytes,
    the LEDs; `command`: {kind: its last value}; `frames`: what the LEDs have shown since power-up.
    """

    def __init__(self, width=0, height=0, diodes=False, again=True):
        super().__init__()
        self.count = width * height
        self.width, self.on_rows = width, height <= KS_LINES
        self.diodes, self.again = diodes, again
        self.on_scan: Callable[[int], None] | None = None  # called after each read of the flag with their number
        self.scan_ns = SCAN_NS
        self.frames: list[Frame] = []
        self.faults = []  # what a real chip might not have answered

    @classmethod
    def of_board(cls, board) -> "Ht16k33":
        """Return the chip of a board (its file as a dict), with its keys if it scans them."""
        keys = board["keys"]
        return cls(keys["width"], keys["height"], keys["diodes"] != "none") if keys["driver"] == "ht16k33" else cls()

    def attach(self, pico):
        self.attach_fingers(pico)
        self._pico = pico
        self.frames = []
        self._began = self._ended = 0
        self._quiet = pico.clock.create_alarm(self._note)
        self.starts = []  # when each read of the flag began, ns since power-up
        self._scan_alarm = pico.clock.create_alarm(self._due_scan)
        self._scan_alarm.schedule(self.scan_ns)
        self.power_up()

    def power_up(self):
        """The supply comes back: its clock is off, and so are the LEDs."""
        self.ram = bytearray(UNKNOWN)
        self.command = {SYSTEM: 0, DISPLAY: 0, ROW_INT: 0, DIMMING: 15}
        self._pointer = 0
        self._first = True
        self._keys = [0] * KS_LINES  # the key data RAM, a bit per K line
        self._flag = False
        self._closed = [0] * KS_LINES  # in the last scan
        self._reported = [0] * KS_LINES
        self._answer = []
        self._read_keys = 0  # bytes of the key data RAM read in this transfer
        self._lit = 0  # when this transfer first wrote to the LEDs, ns; 0: it has not
        self._note()

    def unplugged(self):
        """The supply is gone."""
        self.command[DISPLAY] = 0
        self._note()

    # ---- LEDs ----------------------------------------------------------------------------------------------------

    def shows(self):
        """Return 128 bytes: 0, or the brightness of an LED, 1..16. One that flashes counts as on."""
        if not (self.command[SYSTEM] & 1 and self.command[DISPLAY] & 1):
            return bytes(LEDS)
        rows = list(self.ram)
        if self.command[ROW_INT] & 1:
            rows[1::2] = [bits & 0x7F for bits in rows[1::2]]
        bright = self.command[DIMMING] + 1
        return bytes(bright * (bits >> row & 1) for half in (0, 1) for bits in rows[half::2] for row in range(8))

    def milliamps(self):
        """Return the mean current of the LEDs."""
        return sum(self.shows()) / 16 * ROW_MILLIAMPS * SHINES

    def _lights_up(self):
        """Note what is shown the moment the display is switched on, which is part of no frame yet."""
        self._began = self._ended = round(self._clock.nanos)
        self._note()

    def _note(self):
        """Note what is shown if it has changed."""
        leds = self.shows()
        if not self.frames or leds != self.frames[-1].leds:
            self.frames.append(Frame(self._began, self._ended, leds))
            self._pico.changed()

    # ---- keys ----------------------------------------------------------------------------------------------------

    def crossing(self, key):
        """Return (KS line, K line) of a key, counted from 0."""
        row, column = divmod(key, self.width)
        return (row, column) if self.on_rows else (column, row)

    def _due_scan(self):
        self._scan_alarm.schedule(self.scan_ns)
        if not self.command[SYSTEM] & 1:
            return
        down = [self.crossing(key) for key in self.down]
        for line in range(KS_LINES):
            closed = self._reached(line, down)
            valid = closed & self._closed[line]
            self._reported[line] &= closed
            news = valid if self.again else valid & ~self._reported[line]
            self._reported[line] |= valid
            self._closed[line] = closed
            self._keys[line] |= news
            self._flag |= news > 0

    def _reached(self, line, down):
        """Return the K lines, a bit each, that become high with a KS line."""
        lines, reached = {line}, set()
        while True:
            more = {k for ks, k in down if ks in lines} - reached
            if not more:
                return sum(1 << k for k in reached)
            reached |= more
            if not self.diodes:
                lines |= {ks for ks, k in down if k in reached}

    # ---- bus -----------------------------------------------------------------------------------------------------

    def start(self, reading):
        self._reading = reading
        self._first = not reading
        self._read_keys = 0
        if reading and self._pointer & 0xF0 == KEY_DATA:
            self._answer = [part for bits in self._keys for part in (bits & 0xFF, bits >> 8)]
            if self._pointer != KEY_DATA:
                self.faults.append(f"key data read from 0x{self._pointer:02X}")
        elif reading and self._pointer & 0xF0 == FLAG:
            self.starts.append(round(self._clock.nanos))

    def write(self, byte):
        if not self._first:
            if self._pointer < len(self.ram):
                self.ram[self._pointer] = byte
                self._lit = self._lit or round(self._clock.nanos)
                self._pointer = (self._pointer + 1) % len(self.ram)
            return
        self._first = False
        kind = byte & 0xF0
        if kind in (POINTER, KEY_DATA, FLAG):
            self._pointer = byte
        elif kind in self.command:
            was_dark = not any(self.shows())
            self.command[kind] = byte & 0x0F
            if was_dark and kind in (SYSTEM, DISPLAY) and any(self.shows()):
                self._lights_up()
            self._lit = self._lit or round(self._clock.nanos)
        else:
            self.faults.append(f"command 0x{byte:02X} is not one")

    def read(self):
        kind = self._pointer & 0xF0
        if kind == FLAG:
            return 0xFF if self._flag else 0
        if kind == KEY_DATA:
            self._read_keys += 1
            return self._answer[(self._read_keys - 1) % KEY_BYTES]
        value = self.ram[self._pointer]
        self._pointer = (self._pointer + 1) % len(self.ram)
        return value

    def stop(self):
        if self._lit:
            if self._lit - self._ended > QUIET_NS:
                self._began = self._lit
            self._ended = round(self._clock.nanos)
            self._quiet.schedule(QUIET_NS)
            self._lit = 0
        if not self._read_keys:
            if self._reading and self.on_scan:
                self.on_scan(len(self.starts))
            return
        if self._read_keys < KEY_BYTES:
            self.faults.append(f"{self._read_keys} bytes of key data read: {KEY_BYTES} belong together")
        for line in range(KS_LINES):
            self._keys[line] &= ~(self._answer[2 * line] | self._answer[2 * line + 1] << 8)
        self._flag = any(self._keys)
