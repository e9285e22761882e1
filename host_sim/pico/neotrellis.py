"""A NeoTrellis tile: a seesaw chip on I2C that handles 16 keys and 16 LEDs.

After Adafruit's sources (adafruit/seesaw: source/AOKeypad.cpp, AOInterrupt.cpp, I2CSlave.cpp, Neopixel.cpp,
include/bsp.h, SeesawConfig.h, System.h), as this project uses them: status, keypad, neopixel.

It scans its keys every 10 ticks of 1 ms and queues events for the activated edges, so a press takes 0 to 10 ms to
be seen. Its clock here is 0.7 % slow, so that it drifts against the console's. An answer takes
ANSWER_NS, assumed to be just below what Adafruit's library allows for; meanwhile it does not acknowledge its address.
Writes go through a queue of 32 bytes, emptied from BEGIN_NS after the write on, a byte each EMPTY_NS (both
assumed); a byte that finds it full is lost (`overrun`).
While it sends to its LEDs, with interrupts off, it holds the bus. INT (open drain) goes low when a scan finds the
queue not empty, and is released when the queue is requested; a scan between that and the read leaves it low with an
empty queue (Adafruit_Seesaw, report 76).
"""

from typing import NamedTuple

from .fingers import Fingers

LOOK_NS = 10_070_000
ANSWER_NS = 400_000
LED_NS = 30_000  # 24 bits
BEGIN_NS, EMPTY_NS = 100_000, 15_000
WRITTEN = 32  # bytes
QUEUE = 127  # events; a ring of 128 bytes
DATA = 31  # bytes of a write after those that name the register; a ring of 32
SAMD09 = 0x55
HIGH, LOW, FALLING, RISING = range(4)
STATUS, PIXEL_LENGTH, PIXEL_BUFFER, PIXEL_SHOW = (0x00, 0x01), (0x0E, 0x03), (0x0E, 0x04), (0x0E, 0x05)
KEY_EVENT, KEY_INTERRUPT, KEY_COUNT, KEY_QUEUE = (0x10, 0x01), (0x10, 0x02), (0x10, 0x04), (0x10, 0x10)


class Shown(NamedTuple):
    """The time when the last LED has its colours; the bytes in wire order."""

    end_ns: int
    data: bytes


class InterruptLine:
    """Part for `Pico(parts=[...])`: the INT wire of all tiles to a GPIO, high by its pull-up while no tile pulls."""

    def __init__(self, pin):
        self.pin = pin
        self._pulling = set()

    def attach(self, pico):
        self._gpio = pico.mcu.gpio[self.pin]
        self._pulling.clear()

    def pull(self, tile, low):
        was = bool(self._pulling)
        (self._pulling.add if low else self._pulling.discard)(tile)
        if self._pulling and not was:
            self._gpio.set_input_value(False)
        elif was and not self._pulling:
            self._gpio.release_input()


class NeoTrellis(Fingers):
    """A device for `I2CBus`; keys 0 to 15, row by row. `shown`: what its LEDs were sent, each `Shown`.

    prompt: also scan the keys whenever one moves, unlike a real tile; for key logs that name the tick.
    line: the `InterruptLine` its INT is wired to, or None.
    """

    count = 16

    def __init__(self, prompt=False, line=None):
        super().__init__()
        self.prompt = prompt
        self.line = line
        self.on_scan = None  # called after each read of the number of events, with that number
        self._reset()

    def _reset(self):
        self.shown = []
        self.lost = 0  # events that found their queue full
        self.overrun = 0  # written bytes that found their queue full
        self.starts = []  # when each read of the number of events began, ns since power-up
        self.power_up()

    def power_up(self):
        """The supply comes back: the chip has lost its state."""
        self.events = []
        self._states = [0] * 64
        self._active = [0] * 64
        self._interrupts = False
        self._buffer = bytearray()
        self._command = bytearray()
        self._named = None  # the register being read
        self._answer = bytearray()
        self._emptied_at = 0  # ns: the queue of writes
        self._busy_until = 0  # ns: an answer is on its way
        self._sending_until = 0  # ns: to the LEDs

    def attach(self, pico):
        self.attach_fingers(pico)
        self._pico = pico
        self._reset()
        self._look_alarm = pico.clock.create_alarm(self._due_look)
        self._look_alarm.schedule(LOOK_NS)

    def unplugged(self):
        """The supply is gone: the LEDs are dark, and INT is released."""
        if self.line:
            self.line.pull(self, False)
        self.shown.append(Shown(round(self._clock.nanos), bytes(3 * self.count)))
        self._active = [0] * 64
        self.events = []

    def moved(self, key, closed):
        if self.prompt and self._clock is not None:
            self._look()

    def _due_look(self):
        self._look_alarm.schedule(LOOK_NS)
        self._look()

    def _look(self):
        for key in range(self.count):
            number = key // 4 * 8 + key % 4
            was, now = self._states[number], key in self.down
            for edge, happens in ((HIGH, now), (LOW, not now), (RISING, now and not was), (FALLING, was and not now)):
                if happens and self._active[number] >> edge & 1:
                    self._queue(number << 2 | edge)
            self._states[number] = now
        if self.events:
            self._interrupt(True)

    def _interrupt(self, low):
        if self.line and self._interrupts:
            self.line.pull(self, low)

    def _queue(self, event):
        if len(self.events) < QUEUE:
            self.events.append(event)
        else:
            self.lost += 1

    def start(self, reading):
        """Return False to refuse its address, or a number: how many ns it holds the clock low."""
        now = self._clock.nanos
        self._reading = reading
        self._command.clear()
        if now < self._busy_until:
            return False
        if reading and self._named == KEY_COUNT:
            self.starts.append(round(now))
        return max(self._sending_until - now, 0)

    def write(self, byte):
        if len(self._command) == 2 + DATA:
            return False
        waiting = max(self._emptied_at - self._clock.nanos, 0) // EMPTY_NS
        if waiting + len(self._command) >= WRITTEN:
            self.overrun += 1
            return
        self._command.append(byte)

    def read(self):
        return self._answer.pop(0) if self._answer else 0xFF

    def stop(self):
        if self._reading:
            if self._named == KEY_COUNT and self.on_scan:
                self.on_scan(len(self.starts))
            return
        now = self._clock.nanos
        self._emptied_at = max(self._emptied_at, now + BEGIN_NS) + len(self._command) * EMPTY_NS
        register, data = tuple(self._command[:2]), bytes(self._command[2:])
        if len(register) == 2 and not data:
            self._name(register)
        elif register == PIXEL_LENGTH and len(data) == 2:
            self._buffer = bytearray(data[0] << 8 | data[1])
        elif register == PIXEL_BUFFER and len(data) >= 2:
            start = data[0] << 8 | data[1]
            self._buffer[start : start + len(data) - 2] = data[2:]
        elif register == KEY_EVENT and len(data) == 2:
            number, edges = data[0] & 63, data[1] >> 1
            self._active[number] = self._active[number] | edges if data[1] & 1 else self._active[number] & edges
        elif register == KEY_INTERRUPT and data:
            self._interrupts = bool(data[0] & 1)

    def _name(self, register):
        """Handle a register without data: a command, or one to be read."""
        now = self._clock.nanos
        self._named = register
        self._answer = bytearray()
        if register == PIXEL_SHOW:
            self._sending_until = now + LED_NS * (len(self._buffer) // 3)
            self.shown.append(Shown(round(self._sending_until), bytes(self._buffer)))
            self._pico.changed()
            return
        self._busy_until = now + ANSWER_NS
        if register == STATUS:
            self._answer = bytearray([SAMD09])
        elif register == KEY_COUNT:
            self._answer = bytearray([len(self.events)])
        elif register == KEY_QUEUE:
            self._answer = _Queue(self.events)
            self._interrupt(False)


class _Queue:
    """Answer from the event queue; reading removes events."""

    def __init__(self, events):
        self.events = events

    def __bool__(self):
        return bool(self.events)

    def pop(self, at):
        return self.events.pop(at)
