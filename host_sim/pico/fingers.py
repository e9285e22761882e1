"""Presses of keys that are not in a matrix, now or at a planned emulated time, with bounce.

A subclass of `Fingers` has `count`, and may define `moved(key, closed)`.
"""

import heapq
from typing import Any

MS = 1_000_000


class Fingers:
    """`down` is the set of keys whose contact is closed; power-up forgets planned presses."""

    count: int
    _clock: Any = None  # until the first power-up

    def __init__(self):
        self.down = set()
        self._plan = []  # heap of (time in ns, order, key, closes)
        self._order = 0

    def attach_fingers(self, pico):
        """Call it from `attach`."""
        self._clock = pico.clock
        self._plan.clear()
        self._alarm = pico.clock.create_alarm(self._due)

    def press(self, key, bounces=()):
        """Close a contact now; `bounces`: when it opens and closes again, an even number of rising times in ns."""
        self._move(key, True, bounces)

    def release(self, key, bounces=()):
        self._move(key, False, bounces)

    def at(self, when_ns, action, key, bounces=()):
        """Plan a "press" or "release" of a key for an emulated time, in ns since power-up."""
        for i, delay in enumerate((0, *bounces)):
            heapq.heappush(self._plan, (when_ns + delay, self._order, key, (action == "press") == (i % 2 == 0)))
            self._order += 1
        self._arm()

    def play(self, log, start_ms=0, bounces=()):
        """Plan a key log: (time in ms, "press" or "release", key) each, times counted from `start_ms`."""
        for time_ms, action, key in log:
            self.at(round((start_ms + time_ms) * MS), action, key, bounces)

    def moved(self, key, closed):
        """A contact has moved."""

    def _move(self, key, closed, bounces):
        self._contact(key, closed)
        if bounces:
            now = self._clock.nanos
            for i, delay in enumerate(bounces):
                heapq.heappush(self._plan, (now + delay, self._order, key, closed == bool(i % 2)))
                self._order += 1
            self._arm()

    def _contact(self, key, closed):
        if not 0 <= key < self.count:
            raise ValueError(f"no key {key}; there are keys 0 to {self.count - 1}")
        (self.down.add if closed else self.down.discard)(key)
        self.moved(key, closed)

    def _arm(self):
        if self._plan:
            self._alarm.schedule(max(self._plan[0][0] - self._clock.nanos, 0))

    def _due(self):
        while self._plan and self._plan[0][0] <= self._clock.nanos:
            _, _, key, closed = heapq.heappop(self._plan)
            self._contact(key, closed)
        self._arm()
