"""Fingers on the virtual keys: presses, releases and taps at the console's own time, planned ahead and recorded."""

import heapq
from typing import Any

from .keylog import format_change, made
from .refusal import Refusals

TAP_MS = 80
HOLD_MS = 3200  # longer than it takes to open the pause with the key of a point


class Fingers:
    """Presses the keys of a Session; call its `tick` instead of the session's. It then says why one was refused.

    changes: a key log to replay, as keylog.py has it. record: called as record(time_ms, key, down) with every change
    of a key just before the console sees it; replaying these changes gives the same frames. grid: a Grid that plays
    along (grids/grid.py), or None.
    """

    def __init__(self, session, changes=(), record=None, grid: Any = None):
        self.session = session
        self.grid = grid
        session.refusals = Refusals()
        self.record = record
        self._plan = []  # heap of (time_ms, order, key, down)
        self._order = 0  # breaks ties by the order of planning
        self._lifts_at = {}  # {key: time_ms} of taps in progress
        self.replays_until_ms = 0  # the time of the replay's last change
        self.replay(changes)

    def replay(self, changes):
        """Plan the changes of a key log."""
        for time_ms, key, down in changes:
            self.replays_until_ms = time_ms
            self._at(time_ms, key, down)

    def taps_under_way(self):
        """Return whether a tap still holds a key down."""
        return bool(self._lifts_at)

    def is_down(self, key):
        return bool(self.session.keys.levels[key])

    def press(self, key):
        """Press a key at the next tick; it stays down until it is released."""
        self._lifts_at.pop(key, None)
        self._at(self.session.now_ms, key, True)

    def release(self, key):
        self._at(self.session.now_ms, key, False)

    def tap(self, key, down_ms=TAP_MS):
        """Press now, release down_ms later; a second tap on a key that is still down keeps it down for longer."""
        now_ms = self.session.now_ms
        if key not in self._lifts_at:
            self._at(now_ms, key, True)
        self._lifts_at[key] = max(now_ms + down_ms, self._lifts_at.get(key, 0))
        self._at(self._lifts_at[key], key, False)

    def tick(self):
        """Set the keys to what is planned for now, then advance the console by one tick."""
        session = self.session
        if self.grid:
            self.grid.press(self)
        while self._plan and self._plan[0][0] <= session.now_ms:
            time_ms, _, key, down = heapq.heappop(self._plan)
            if not down and self._lifts_at.get(key, time_ms) > time_ms:
                continue  # a later tap still holds the key
            if not down:
                self._lifts_at.pop(key, None)
            if self.is_down(key) != down:
                session.keys.levels[key] = down
                if self.record:
                    self.record(session.now_ms, key, down)
        session.tick()
        if self.grid:
            self.grid.show(session.lights)

    def frames(self, until_ms):
        """Run until `until_ms`; yield (time_ms, text) of each frame that differs from the one before."""
        shown = None
        while self.session.now_ms < until_ms:
            time_ms = self.session.now_ms
            self.tick()
            text = self.session.text()
            if text != shown:
                shown = text
                yield time_ms, text

    def _at(self, time_ms, key, down):
        heapq.heappush(self._plan, (time_ms, self._order, key, down))
        self._order += 1


class Recorder:
    """Writes a key log as it happens: each line is in the file when `record` returns.

    Raises OSError if the file cannot be opened. `failed`: why writing stopped later on, or None.
    """

    def __init__(self, path, board):
        self.failed = None
        self._file = open(path, "w", encoding="utf-8")
        self._write(f"# Glowgrid key log, board {board['name']}")
        self._write("# time in ms, press or release, number of the key (row by row from 0)")
        self._write(f"0 made {made(board)}")

    def record(self, time_ms, key, down):
        if self.failed is None:
            try:
                self._write(format_change(time_ms, key, down))
            except OSError as error:  # the disk is full: the game goes on
                self.failed = error.strerror

    def close(self, time_ms):
        """Close the log with a line that says when it ended."""
        try:
            if self.failed is None:
                self._write(f"# ended at {time_ms} ms")
            self._file.close()
        except OSError as error:
            self.failed = error.strerror

    def _write(self, line):
        self._file.write(line + "\n")
        self._file.flush()
