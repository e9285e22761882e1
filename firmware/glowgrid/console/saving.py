"""What lasts: the match, matches that ended, and settings; and when to save, so that no press waits for it.

A save stalls the Pico, 50 ms a step. So it comes after the changed frame, at a time without presses, but not too late.
"""

from micropython import const

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.storage import MATCH

_SAVE_AFTER_MS = const(30)
_QUIET_MS = const(150)
_SAVE_WITHIN_MS = const(2000)


class Saving:
    """Saves what has changed, one step per tick.

    match_due, settings_due  whether they have changed since the last save
    steps                    the save under way, a generator, or None
    short                    whether a save of the match had no memory: it needs room, then another try
    """

    def __init__(self, storage, settings):
        self.storage, self.settings = storage, settings
        self.match_due = self.settings_due = False
        self._finished = None  # the record of a match that ended, until it is kept as a finished one
        self.steps = None
        self.short = False
        self._of_match = False  # whether the save is of a match
        self._changed_at = self._due_at = 0  # the last change; the first one not saved yet
        self._warned = False  # whether a sign about a failed save was shown

    def match_changed(self, now_ms):
        self._changed(now_ms)
        self.match_due = True

    def settings_changed(self, now_ms):
        self._changed(now_ms)
        self.settings_due = True

    def _changed(self, now_ms):
        if not self._is_due():
            self._due_at = now_ms
        self._changed_at = now_ms

    def _is_due(self):
        """Return whether there is anything to save."""
        return self.match_due or self.settings_due or self._finished

    def is_near(self, now_ms):
        """Return whether a save is under way or near, so that a search should begin after it."""
        return self.steps or self.match_due and since(now_ms, self._changed_at) < _QUIET_MS

    def wants_step(self, now_ms, pressed_at):
        """Return whether a save is under way or should begin. pressed_at: when a key last went down."""
        if self.steps:
            return True
        if not (self.match_due or self.settings_due or self._finished):  # not _is_due: this runs at each tick
            return False
        shown = since(now_ms, self._changed_at) >= _SAVE_AFTER_MS
        return shown and since(now_ms, pressed_at) >= _QUIET_MS or since(now_ms, self._due_at) >= _SAVE_WITHIN_MS

    def step(self, match):
        """Begin to save the match, one that ended, or the settings; or do one step of that.

        If the match cannot be saved, return a message, once: the match goes on, but would not survive a power cut. The
        first time that memory runs out, `short` says so instead.
        """
        written = short = False
        try:
            if self.steps is None:
                self.steps = ()  # from here on a save is under way
                self.steps = self._begin(match)
                return None
            written = next(self.steps)
        except MemoryError:
            short = True
        if written is None:
            return None
        self.steps = None
        self.short = short and self._of_match and not self.short
        self.match_due |= self.short
        if self.short or written or not self._of_match or not match or self._warned:
            return None
        self._warned = True
        return "the match cannot be saved: is the flash full, or the memory?"

    def _begin(self, match):
        """Return the steps of the save. A match that ended is kept before the next one is saved in its place."""
        self._of_match = True
        record, self._finished = self._finished, None
        if record:
            return load.finished.keeping(self.storage, record)
        if self.match_due:
            self.match_due = False
            return self.storage.saving(MATCH, self._record(match))
        self._of_match = self.settings_due = False
        return self.settings.saving()

    def _record(self, match):
        """Return the record of the match to save; keep one that is over as well."""
        keeps = False
        if match.position.is_over():
            keeps, counted = load.finished.ended(match, self.storage, self.settings)
            self.settings_due |= counted
        record = record_of(match)
        if keeps:
            self._finished = record
        return record

    def finish(self, match):
        """The console ends: finish pending saves; restart one that was interrupted."""
        if self.steps is not None:
            written = None
            if not (self.match_due if self._of_match else self.settings_due):  # else it would be saved again anyway
                for written in self.steps:
                    pass
            if not written:
                if self._of_match:
                    self.match_due = match is not None
                else:
                    self.settings_due = True
        while self._is_due():
            for _ in self._begin(match):
                pass


def record_of(match):
    """Return the whole match, as JSON can hold it: a move is the number of a point or the name of an action.

    screens/resume.py reads it.
    """
    position, puzzle = match.position, match.puzzle
    moves = []
    for move in position.history[: position.plies]:
        moves.append(move if move < position.points else position.actions[move - position.points])
    record = {
        "game": match.game.name,
        "size": list(match.size),
        "seats": match.seats,
        "seed": match.seed,
        "moves": moves,
    }
    if not position.swap_rule:
        record["swap"] = False
    if puzzle:
        puzzle.record(record)
    for name, value in (
        ("stones", match.stones),
        ("coach", bool(match.coach)),
        ("dial", match.coach == load.match.WINS_WITHIN),
        ("adapts", match.adapts),
        ("files", match.files),
        ("number", match.number),
    ):
        if value:
            record[name] = value
    if match.shared:
        match.shared.keep(match, record)
    return record
