"""A NeoTrellis tile: a seesaw chip on I2C that looks after 16 keys and 16 LEDs.

After Adafruit's sources (adafruit/seesaw, source/AOKeypad.cpp; Adafruit_Seesaw, seesaw_neopixel.cpp), as this project
uses them: status, keypad, neopixel. It looks at its keys every LOOK_NS and then queues events for the edges activated;
an answer is ready ANSWER_NS after the write that named its register, and reads as 255 before. Both times are assumptions
of this model, the first on the slow side, the second what Adafruit's library allows for; a frame is on the LEDs as soon
as its bits have been sent.
"""

from typing import NamedTuple

from host_sim.pico.fingers import Fingers

LOOK_NS = 10_070_000  # by a clock of its own, so out of step with the console's
ANSWER_NS = 400_000
LED_NS = 30_000  # 24 bits
QUEUE = 48
SAMD09 = 0x55
HIGH, LOW, FALLING, RISING = range(4)


class Shown(NamedTuple):
    """When the last LED has got its colours; the bytes in wire order."""

    end_ns: int
    data: bytes


class NeoTrellis(Fingers):
    """A device for `I2CBus`; keys 0 to 15, row by row. `shown`: what its LEDs were sent, each `Shown`.

    prompt: it looks at its keys whenever one moves, too, as no real one does: for key logs that name the tick.
    """

    count = 16

    def __init__(self, prompt=False):
        super().__init__()
        self.prompt = prompt
        self.on_scan = None  # called after each read of the number of events, with how many there were
        self._reset()

    def _reset(self):
        self.shown = []
        self.events = []
        self.lost = 0  # events that found the queue full
        self.starts = []  # when each read of the number of events began, ns since power-up
        self._states = [0] * 64
        self._active = [0] * 64
        self._buffer = bytearray()
        self._command = bytearray()
        self._register = None
        self._named_at = 0
        self._answer = bytearray()

    def attach(self, pico):
        self.attach_fingers(pico)
        self._pico = pico
        self._reset()
        self._look_alarm = pico.clock.create_alarm(self._due_look)
        self._look_alarm.schedule(LOOK_NS)

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

    def _queue(self, event):
        if len(self.events) < QUEUE:
            self.events.append(event)
        else:
            self.lost += 1

    def start(self, reading):
        self._reading = reading
        if reading:
            if self._register == (0x10, 0x04):
                self.starts.append(round(self._clock.nanos))
            self._answer = self._prepare() if self._clock.nanos - self._named_at >= ANSWER_NS else bytearray()
        else:
            self._command.clear()

    def write(self, byte):
        self._command.append(byte)

    def read(self):
        return self._answer.pop(0) if self._answer else 0xFF

    def stop(self):
        if self._reading:
            if self._register == (0x10, 0x04) and self.on_scan:
                self.on_scan(len(self.starts))
            return
        if len(self._command) < 2:
            return
        if len(self._command) > 32:
            return  # more than the chip's buffer holds
        self._register = tuple(self._command[:2])
        self._named_at = self._clock.nanos
        data = bytes(self._command[2:])
        if self._register == (0x0E, 0x03) and len(data) == 2:
            self._buffer = bytearray(data[0] << 8 | data[1])
        elif self._register == (0x0E, 0x04) and len(data) >= 2:
            start = data[0] << 8 | data[1]
            self._buffer[start : start + len(data) - 2] = data[2:]
        elif self._register == (0x0E, 0x05):
            end_ns = round(self._clock.nanos) + LED_NS * (len(self._buffer) // 3)
            self.shown.append(Shown(end_ns, bytes(self._buffer)))
            self._pico.changed()
        elif self._register == (0x10, 0x01) and len(data) == 2:
            number, edges = data[0] & 63, data[1] >> 1
            self._active[number] = self._active[number] | edges if data[1] & 1 else self._active[number] & edges

    def _prepare(self):
        if self._register == (0x00, 0x01):
            return bytearray([SAMD09])
        if self._register == (0x10, 0x04):
            return bytearray([len(self.events)])
        if self._register == (0x10, 0x10):
            return _Queue(self.events)
        return bytearray()


class _Queue:
    """The answer that is the queue itself: what is read is gone."""

    def __init__(self, events):
        self.events = events

    def __bool__(self):
        return bool(self.events)

    def pop(self, at):
        return self.events.pop(at)
