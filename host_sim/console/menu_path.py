"""Find a path through the menus as a person does: by looking at what the screens show.

A key log names a match, or an entry of the current screen. It counts no presses, so it stays valid when games and
entries are added:

    500 menu hex 5 seats 0 0
    4000 press 3
    4080 release 3
    4200 take coach

From 500 ms on, this presses the keys that lead to Hex on a 5x5 field between two people. A seat is 0 (a person) or a
level. If a guided game is offered on the way, it is skipped; a match under way is given up. Key 3 opens the pause; from
4200 ms on, this pages to "coach" there and takes it.
"""

import contextlib
import shutil
import tempfile
from typing import Any

from .keylog import KeyLogError
from .session import Session

CHOOSING_MS = 1500  # the seats come up this long after the start, however many games come before
EVERY_MS = 120  # between two presses on the seats screen
DOWN_MS = 80  # how long a key is pressed
LEAST_MS = 100  # between two presses in the menu
SOONEST_MS = 500  # after power-up: the games have been found by then, two ticks each
TAKING_MS = 1000  # an entry is taken this long after the start, however many come before
EXPECTED = "expected TIME_MS menu GAME [SIZE] seats SEAT SEAT, such as 500 menu hex 5 seats 0 0"


def reader(board, **options):
    """Return `expand` for keylog.parse: a function that expands the lines with `menu` or `take` for this board.

    options: saves, found; see `to_match`.
    """

    def expand(start_ms, words, before):
        kind, *words = words
        if kind == "take":
            return to_entry(board, start_ms, " ".join(words), before, **options)
        at = words.index("seats") if "seats" in words else 0
        if at not in (1, 2) or not all(word.isdigit() or word == "-1" for word in words[at + 1 :]):
            raise KeyLogError(f"{' '.join(words)!r}; {EXPECTED}")
        seats = [int(word) for word in words[at + 1 :]]
        return to_match(board, start_ms, words[0], words[1] if at == 2 else "", seats, before, **options)

    return expand


def to_match(board, start_ms, game, size, seats, before=(), saves=None, found=None):
    """Return the key changes (see keylog.py) that start a match, the first at `start_ms`.

    game, size: as the screens name them; "" for a game with one size. before: the changes since power-up. saves: folder
    of the saves at power-up. found: (games, errors) instead of the firmware's games. Raises KeyLogError if there
    is no such match, or no path to it from the current screen.
    """
    with _walker(board, start_ms, before, saves, found) as walker:
        to_seats = walker.to_seats(game, size)
        on_seats = walker.on_seats(seats)
    changes = _spread(game, to_seats, start_ms, CHOOSING_MS)
    for number, key in enumerate(on_seats, 1):
        changes += _tap(start_ms + CHOOSING_MS + EVERY_MS * number, key)
    return changes


def to_entry(board, start_ms, name, before=(), saves=None, found=None):
    """Return the key changes that take the entry of this name on the current screen; see `to_match`."""
    with _walker(board, start_ms, before, saves, found) as walker:
        keys = walker.to_entry(name)
    return _spread(name, keys, start_ms, TAKING_MS)


@contextlib.contextmanager
def _walker(board, start_ms, before, saves, found):
    """Yield a _Walker at the time `start_ms`."""
    if start_ms < SOONEST_MS:
        raise KeyLogError(f"{start_ms} ms is too soon after power-up; the first press may be at {SOONEST_MS}")
    with tempfile.TemporaryDirectory() as folder:
        if saves and saves.is_dir():
            shutil.copytree(saves, folder, dirs_exist_ok=True)
        walker = _Walker(board, folder, found)
        for _ in walker.session.play(before, start_ms):
            pass
        yield walker


def _spread(name, keys, start_ms, within_ms):
    """Return taps of these keys, the first at `start_ms`, the last `within_ms` later; a single tap is the last."""
    gaps = len(keys) - 1
    if gaps * LEAST_MS > within_ms:
        raise KeyLogError(f"{name} is {gaps} presses away; there is time for {within_ms // LEAST_MS}")
    changes = []
    for number, key in enumerate(keys):
        changes += _tap(start_ms + (within_ms * number // gaps if gaps else within_ms), key)
    return changes


def _tap(time_ms, key):
    return [(time_ms, key, True), (time_ms + DOWN_MS, key, False)]


class _Walker:
    """Walks through the menus of its own console; each method returns the keys it pressed."""

    def __init__(self, board, folder, found):
        self.session = Session(board, folder, found)
        self._roles = board["keys"]["roles"]
        self._pressed = []

    @property
    def _screen(self) -> Any:
        return self.session.app.screen

    def to_seats(self, game, size):
        """Walk to the seats of a game of this size."""
        self._pressed = []
        wanted = {"resume": "menu", "menu": game, "offer": "skip", "sizes": size}
        while self._screen.NAME != "seats":
            if self._screen.NAME in wanted:
                self._page_to(wanted[self._screen.NAME])
            elif self._screen.NAME != "sign":
                raise KeyLogError(f"cannot reach the menu from the screen {self._screen.NAME!r}")
            self._press("select")
        if size and not self._screen.size:
            raise KeyLogError(f"{game} {size}: it has one size only; leave the size out")
        return self._pressed

    def to_entry(self, name):
        """Page to an entry of the current screen, and take it."""
        if not hasattr(self._screen, "entries"):
            raise KeyLogError(f"the screen {self._screen.NAME!r} has no entries to take; the back key opens the pause")
        self._pressed = []
        self._page_to(name)
        self._press("select")
        return self._pressed

    def on_seats(self, seats):
        """Fill the seats, and start; a match under way is given up."""
        self._pressed = []
        screen = self._screen
        choices = screen.choices
        if len(seats) != len(screen.seats) or not all(0 <= seat <= choices[-1] or seat in choices for seat in seats):
            raise KeyLogError(f"seats {seats}; expected {len(screen.seats)} numbers from 0 to {choices[-1]}")
        for side, seat in enumerate(seats):
            seat = seat if seat in choices else choices[-2]  # a level above the game's last is the last
            if screen.seats[side] != seat:
                self._turn(side - screen.at, screen.rows, "down", "up")
                self._turn(choices.index(seat) - choices.index(screen.seats[side]), len(choices), "right", "left")
        self._press("select")
        if self._screen.NAME == "sure":
            self._page_to("new match")
            self._press("select")
        return self._pressed

    def _page_to(self, name):
        names = [entry[0] for entry in self._screen.entries]
        if name not in names:
            raise KeyLogError(f"the screen {self._screen.NAME!r} has no {name!r}; it has {', '.join(names)}")
        self._turn(names.index(name) - self._screen.at, len(names), "right", "left")

    def _turn(self, steps, count, forward, backward):
        """Take `steps` steps forward in a ring of `count` places, or go backward if that is shorter."""
        steps %= count
        role = forward if 2 * steps <= count else backward
        for _ in range(min(steps, count - steps)):
            self._press(role)

    def _press(self, role):
        key, turned = self._roles[role], self.session.app.keypad.rotation
        if turned:
            key = turned.keys[key]
        self._pressed.append(key)
        self.session.keys.levels[key] = 1
        self._wait(DOWN_MS)
        self.session.keys.levels[key] = 0
        self._wait(EVERY_MS - DOWN_MS)

    def _wait(self, ms):
        for _ in range(ms // 10):
            self.session.tick()
