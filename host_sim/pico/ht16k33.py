"""An HT16K33, which drives 16x8 LEDs and scans 3x13 keys, on I2C.

After Holtek's data sheet (rev. 1.10): commands, the key data RAM, the INT flag. It scans its keys every 20 ms; a key
that is closed in two scans is set in the RAM, and the flag with it; a read of all six bytes clears both. Its clock here
is 3 % slow (an RC oscillator; how slow it may be is not in the data sheet), so that it drifts against the console's.
The data sheet says that a held key is reported once; drivers in use rely on each scan to report it again (`again`).
Keys lie between KS and K lines, with a diode each or without: then current flows through three held keys in the corners
of a rectangle as if the fourth were held.
"""

from collections.abc import Callable

from .fingers import Fingers

SCAN_NS = 20_600_000
KS_LINES, K_LINES = 3, 13
KEY_BYTES = 2 * KS_LINES
POINTER, SYSTEM, KEY_DATA, FLAG, DISPLAY, ROW_INT, DIMMING = 0x00, 0x20, 0x40, 0x60, 0x80, 0xA0, 0xE0


class Ht16k33(Fingers):
    """A device for `I2CBus`. Keys are numbered row by row; the shorter side is on KS lines, the rows if both fit.

    again: whether a held key is reported with each scan. `ram`: 16 bytes, the LEDs; `command`: {kind: its last value}.
    """

    def __init__(self, width, height, diodes=False, again=True):
        super().__init__()
        self.count = width * height
        self.width, self.on_rows = width, height <= KS_LINES
        self.diodes, self.again = diodes, again
        self.on_scan: Callable[[int], None] | None = None  # called after each read of the flag with their number
        self.scan_ns = SCAN_NS
        self.faults = []  # what a real chip might not have answered

    @classmethod
    def of_board(cls, board) -> "Ht16k33":
        """Return the chip and keys that a board file (its content as a dict) describes under "keys"."""
        keys = board["keys"]
        return cls(keys["width"], keys["height"], keys["diodes"] != "none")

    def attach(self, pico):
        self.attach_fingers(pico)
        self.starts = []  # when each read of the flag began, ns since power-up
        self._scan_alarm = pico.clock.create_alarm(self._due_scan)
        self._scan_alarm.schedule(self.scan_ns)
        self.power_up()

    def power_up(self):
        """The supply comes back: its clock is off, and so are the LEDs."""
        self.ram = bytearray(16)
        self.command = {SYSTEM: 0, DISPLAY: 0, ROW_INT: 0, DIMMING: 15}
        self._pointer = 0
        self._first = True
        self._keys = [0] * KS_LINES  # the key data RAM, a bit per K line
        self._flag = False
        self._closed = [0] * KS_LINES  # in the last scan
        self._reported = [0] * KS_LINES
        self._answer = []
        self._read_keys = 0  # bytes of the key data RAM read in this transfer

    def unplugged(self):
        """The supply is gone."""

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
                self._pointer = (self._pointer + 1) % len(self.ram)
            return
        self._first = False
        kind = byte & 0xF0
        if kind in (POINTER, KEY_DATA, FLAG):
            self._pointer = byte
        elif kind in self.command:
            self.command[kind] = byte & 0x0F
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
        if not self._read_keys:
            if self._reading and self.on_scan:
                self.on_scan(len(self.starts))
            return
        if self._read_keys < KEY_BYTES:
            self.faults.append(f"{self._read_keys} bytes of key data read: {KEY_BYTES} belong together")
        for line in range(KS_LINES):
            self._keys[line] &= ~(self._answer[2 * line] | self._answer[2 * line + 1] << 8)
        self._flag = any(self._keys)
