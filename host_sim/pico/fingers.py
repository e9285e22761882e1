"""Presses of keys, now or at a planned emulated time, with bounce: of a matrix, of buttons, of keys behind a chip.

A subclass of `Fingers` has `count`, and may define `moved(key, closed)`.
"""

import heapq
from typing import Any

MS = 1_000_000


class Fingers:
    """`down` is the set of keys whose contact is closed. Held keys stay held over a power cycle; it forgets presses
    planned for later."""

    count: int

    def __init__(self):
        self.down = set()
        self._clock: Any = None  # until the first power-up
        self._plan = []  # heap of (time in ns, order, key, closes, bounces)
        self._order = 0  # breaks ties by the order of planning

    def attach_fingers(self, pico):
        """Call it from `attach`."""
        if self._clock is not None:
            self._plan.clear()
        self._clock = pico.clock
        self._alarm = pico.clock.create_alarm(self._due)
        self._arm()

    def press(self, key: int, bounces=()) -> None:
        """Close a key's contact now. `bounces`: when it opens and closes again, an even number of rising times in
        ns from now (see `bounce_times`); it ends closed."""
        self._move(key, True, bounces)

    def release(self, key: int, bounces=()) -> None:
        """Open a key's contact now; `bounces` as for `press`, it ends open."""
        self._move(key, False, bounces)

    def at(self, when_ns: int, action: str, key: int, bounces=()) -> None:
        """Plan a "press" or "release" of a key for an emulated time, in ns since power-up."""
        if action not in ("press", "release"):
            raise ValueError(f"unknown action {action!r} for key {key}; expected press or release")
        self._check(key)
        self._add(when_ns, key, action == "press", tuple(bounces))
        self._arm()

    def play(self, log, start_ms=0, bounces=()) -> None:
        """Plan a key log: (time in ms, "press" or "release", key) each, times counted from `start_ms`."""
        for time_ms, action, key in log:
            self.at(round((start_ms + time_ms) * MS), action, key, bounces)

    @property
    def planned(self) -> int:
        """Return how many planned presses, releases and bounces are still to come."""
        return len(self._plan)

    def moved(self, key, closed):
        """A contact has moved."""

    def _check(self, key):
        if not 0 <= key < self.count:
            raise ValueError(f"no key {key}; there are keys 0 to {self.count - 1}")

    def _add(self, when_ns, key, closes, bounces=()):
        heapq.heappush(self._plan, (when_ns, self._order, key, closes, bounces))
        self._order += 1

    def _move(self, key, closed, bounces):
        self._check(key)
        if len(bounces) % 2 or list(bounces) != sorted(bounces):
            raise ValueError(f"bounces of key {key} are an even number of rising times in ns, not {bounces!r}")
        (self.down.add if closed else self.down.discard)(key)
        self.moved(key, closed)
        now = self._clock.nanos if self._clock is not None else 0
        for i, delay in enumerate(bounces):
            self._add(now + delay, key, closed == bool(i % 2))
        self._arm()

    def _arm(self):
        if self._plan and self._clock is not None:
            self._alarm.schedule(max(self._plan[0][0] - self._clock.nanos, 0))

    def _due(self):
        while self._plan and self._plan[0][0] <= self._clock.nanos:
            _, _, key, closes, bounces = heapq.heappop(self._plan)
            self._move(key, closes, bounces)
        self._arm()
