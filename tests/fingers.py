"""Fingers on an emulated Pico at a serial port, where a thread of its own drives it: they move when it runs.

fingers = Fingers(hardware)
pico = Pico(image, files, [*hardware.parts, fingers])
with port(pico) as path:
    fingers.tap(5)
"""

import queue

MS = 1_000_000
LOOKS_MS = 5
DOWN_MS, UP_MS = 60, 60


class Fingers:
    """Part for `Pico(parts=[...])`: presses keys of a Hardware, or of another part with the same `at`."""

    def __init__(self, keys):
        self.keys = keys
        self._wanted = queue.SimpleQueue()
        self._free_ns = 0  # when the last one is up again

    def tap(self, key, down_ms=DOWN_MS, bounces=()):
        """Press and release a key, after those before."""
        self._wanted.put((key, down_ms, bounces))

    def attach(self, pico):
        self._clock = pico.clock
        self._alarm = pico.clock.create_alarm(self._look)
        self._alarm.schedule(LOOKS_MS * MS)

    def _look(self):
        while not self._wanted.empty():
            key, down_ms, bounces = self._wanted.get()
            at = max(self._clock.nanos, self._free_ns) + UP_MS * MS
            self._free_ns = at + down_ms * MS
            self.keys.at(at, "press", key, bounces)
            self.keys.at(self._free_ns, "release", key, bounces)
        self._alarm.schedule(LOOKS_MS * MS)
