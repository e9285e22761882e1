"""What the device remembers between matches: its settings, the last choices for a match, and your levels."""

from micropython import const

from glowgrid import record
from glowgrid.console.storage import SETTINGS

_ON_BATTERY = const(10)  # minutes
_LEVELS = const(8)  # as in levels.py, which takes 7 ms to load: power-up need not wait for it
_YOURS = const(_LEVELS + 1)  # as in your_level.py


class Settings:
    """Loaded at the start, saved after changes. A value that makes no sense is treated as missing.

    A new setting needs a line here and a line in `kinds`.

    fresh   whether nothing was ever saved: this is the first start (screens/first_game.py)
    """

    brightness = 0  # the board's, until one is saved
    volume = 1  # 0 is silence, see sounds.py
    off_after = 0  # minutes without a press until the console switches itself off; 0: never, unless there is a battery
    colours = 0  # see palettes.py
    turn = 0  # quarter turns by which the device is rotated
    knows_pause = True  # whether the person knows which two keys open the pause
    two_presses = 0  # whether two presses pick a point instead of a cursor, see screens/blocks.py
    neighbours = True  # whether the six neighbours of the cursor are shown
    shown = 0  # matches shown in attract mode (screens/attract.py), up to 255
    game = ""
    size = ()
    seats = {}  # by name of the game: list of seats (screens/seats.py); each object gets its own dicts
    yours = 6  # the seat that means your level in the save; 6 in saves that do not say it: they know five levels
    swap = {}  # by name of the game: whether the first stone may be taken over
    levels = {}  # by name of the game: your level (your_level.py)
    results = {}  # by name of the game: matches won, drawn, lost (statistics.py)
    streaks = {}  # by name of the game: matches won in a row; below 0, lost
    counted = None  # number of the last match that these three count (finished.py); None until it is known

    def __init__(self, storage, brightness, on_battery=False):
        self._storage = storage
        self.brightness = brightness
        if on_battery:
            self.off_after = _ON_BATTERY
        self.seats, self.swap = {}, {}
        self.forget()
        self._saved = storage.load(SETTINGS)  # includes settings that only a newer Glowgrid knows
        self.fresh = self._saved is None and not storage.faults
        if self.fresh:
            self.counted = 0
        if type(self._saved) is not dict:
            self._saved = {}
        for name, kind in kinds().items():
            if name in self._saved and not record.fault(self._saved[name], kind):
                setattr(self, name, self._saved[name])
        self.size = tuple(self.size)
        for name, seats in self.seats.items():
            self.seats[name] = [_YOURS if seat == self.yours else seat for seat in seats]
        self.yours = _YOURS

    def forget(self):
        """Delete the statistics."""
        self.levels, self.streaks, self.results = {}, {}, {}

    def saving(self):
        """Save all settings, including unknown ones that were saved before, in steps: see Storage.saving."""
        for name in kinds():
            self._saved[name] = getattr(self, name)
        return self._storage.saving(SETTINGS, self._saved)


def kinds():
    """Return what each setting may be, as record.fault takes it: made when it is needed, as it takes a KB of memory."""
    return {
        "brightness": range(1, 256),
        "volume": range(4),
        "off_after": (0, 5, 10, 30),
        "colours": range(3),
        "turn": range(4),
        "knows_pause": bool,
        "two_presses": range(3),
        "neighbours": bool,
        "shown": range(256),
        "game": str,
        "size": [range(256), 0, 9],
        "seats": {"*": [range(256), 0, 3]},
        "yours": range(256),
        "swap": {"*": bool},
        "levels": {"*": range(1, _LEVELS + 1)},
        "results": {"*": {"*": [range(-9999, 10000), 4, 4]}},
        "streaks": {"*": range(-1, 2)},
        "counted": range(100_000_000),
    }
