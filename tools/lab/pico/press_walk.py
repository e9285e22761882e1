"""A random person at the console: presses drawn from a seed, and when the lights must answer each.

    walk = drawn(load_board("pico_ws2812_8x8_keys_4x4"), presses=50, seed=1, pace=PERSON)

The presses are drawn in the simulator, where the screen says what a person could press now. Before each press the
simulator forks: the copy goes on without the press. So the answer to a press is the first frame that differs from the
copy's, and a press that rightly changes nothing has none.

Nobody holds a key for long: that counts in the time of fingers, which the simulator only has in common with a Pico that
is never late.
"""

import gc
import io
import os
import random
import shutil
import sys
import tempfile
from typing import Any, NamedTuple

from glowgrid.console.app import TICK_MS
from host_sim.console import describe
from host_sim.console.session import Session
from host_sim.pico.fork import forked

GOALS = 3  # entries of the menu that a walk visits before those of the next one
AFTER_MS = 500  # how long a walk goes on after its last press
CAUGHT_UP_MS = 700  # after power-up, or once a match is set up: the Pico is no longer behind


class Pace(NamedTuple):
    """How long a key is down and up, in ms, at least and at most."""

    name: str
    down: tuple
    up: tuple


PERSON = Pace("person", (60, 150), (250, 1000))
FAST = Pace("fast", (40, 80), (50, 120))
PACES = {pace.name: pace for pace in (PERSON, FAST)}


class Press(NamedTuple):
    """A press: its tick, the screens before and after, and the tick whose frame answers it, or None."""

    time_ms: int
    screen: str
    after: str
    answer_ms: int | None


class Walk(NamedTuple):
    """changes: a key log (see keylog.py). presses: each `Press`. frames: (time_ms, text) of what the lights show."""

    changes: list
    presses: list
    frames: list
    until_ms: int


def drawn(board, presses, seed, pace, number=0):
    """Return the Walk of a person who begins at power-up. number: which walk of this seed."""
    with tempfile.TemporaryDirectory() as folder:
        return Walk(*forked(_drawn, board, presses, seed, pace, number, folder))


def _drawn(board, presses, seed, pace, number, folder):
    sys.stdout = io.StringIO()  # the console says which version it is
    os.chdir(folder)  # the saves have a relative path, so that a copy can take them elsewhere
    person = _Person(Session(board, "."), board["keys"]["roles"], seed, pace, number)
    person.pass_ms(CAUGHT_UP_MS)
    person.rest()
    while len(person.presses) < presses:
        person.pass_ms(person.some_ms(pace.up))
        person.press()
        person.rest()
    person.pass_ms(AFTER_MS)
    return person.changes, person.presses, person.frames, person.session.now_ms


def _move_saves(folder):
    """Go on with saves of one's own in this folder; a file that is being written is written there."""
    shutil.copytree(".", folder, dirs_exist_ok=True)
    os.chdir(folder)
    for each in gc.get_objects():
        if isinstance(each, io.BufferedWriter) and isinstance(each.name, str) and not each.closed:
            own = os.open(each.name, os.O_WRONLY)
            os.dup2(own, each.fileno())
            os.close(own)


class _Person:
    def __init__(self, session, roles, seed, pace, number):
        self.session, self.pace = session, pace
        self.changes, self.presses, self.frames = [], [], []
        self._roles = roles
        self._seed, self._number = seed, number
        self._chance = random.Random(f"{seed} {number}")
        self._goals = []
        self._target = None  # (screen, entry) to page to

    @property
    def app(self) -> Any:
        return self.session.app

    # Time -------------------------------------------------------------------------------------------------------

    def some_ms(self, between):
        return self._chance.randrange(between[0], between[1] + 1, TICK_MS)

    def pass_ms(self, ms):
        """Let time pass; return what the lights show after each tick."""
        shown = []
        for _ in range(ms // TICK_MS):
            at = self.session.now_ms
            self.session.tick()
            text = self.session.text()
            if not self.frames or text != self.frames[-1][1]:
                self.frames.append((at, text))
            shown.append(text)
        return shown

    def rest(self):
        """Wait until a match is set up, and until a Pico has caught up: fingers know no ticks."""
        while self.app.screen.KEYS_WAIT:
            self.pass_ms(TICK_MS)
            if not self.app.screen.KEYS_WAIT:
                self.pass_ms(CAUGHT_UP_MS)

    def _without_press(self, ms):
        """In a copy of this process: return what the lights show if no key is pressed."""
        with tempfile.TemporaryDirectory() as folder:
            _move_saves(folder)
            return self.pass_ms(ms)

    def press(self):
        """Press a key, or the two that open the pause, and release it; note when the lights answer."""
        screen, before = self.app.screen, self.session.text()
        keys, ms = self._choice(screen), self.some_ms(self.pace.down)
        at = self.session.now_ms
        without = forked(self._without_press, ms)
        self._move(keys, True)
        shown = self.pass_ms(ms)
        answer = None
        for number, text in enumerate(shown):
            if text != without[number]:
                changes = text != (shown[number - 1] if number else before)
                answer = at + number * TICK_MS if changes else None
                break
        self.presses.append(Press(at, screen.NAME, self.app.screen.NAME, answer))
        self._move(keys, False)

    def _move(self, keys, down):
        for key in keys:
            self.session.keys.levels[key] = down
            self.changes.append((self.session.now_ms, key, down))

    # What to press ----------------------------------------------------------------------------------------------

    def _choice(self, screen):
        """Return the keys to press."""
        if self._chance.random() < 0.06:
            return [self._chance.randrange(len(self.session.keys.levels))]
        if screen.NAME == "play":
            return self._in_match(screen)
        return [self._key(self._role(screen))]

    def _key(self, role):
        return describe.role_key(self.app, self._roles[role])

    def _role(self, screen):
        chance = self._chance.random()
        if screen.NAME == "sign":
            return "select"
        if screen.NAME == "seats":
            return "select" if chance < 0.3 else "back" if chance < 0.36 else self._chance.choice(ARROWS)
        if not hasattr(screen, "entries"):
            return self._chance.choice(("right", "right", "right", "select", "back", *ARROWS))
        if screen.NAME != "menu" and chance < 0.1:
            return "back"
        names = [entry[0] for entry in screen.entries]
        if self._target is None or self._target[0] is not screen:
            self._target = screen, self._goal(screen.NAME, names)
        steps = (names.index(self._target[1]) - screen.at) % len(names)
        if not steps:
            self._target = None
            return "select"
        return "right" if 2 * steps <= len(names) else "left"

    def _goal(self, screen, names):
        """Return the entry of a choice to go to: in the menu each in turn, leaving a match now and then."""
        if screen != "menu":
            leave = [name for name in names if name in ("menu", "new match")]
            return leave[0] if leave and self._chance.random() < 0.3 else self._chance.choice(names)
        self._goals = [goal for goal in self._goals if goal in names]
        if not self._goals:
            self._goals = list(names)
            random.Random(self._seed).shuffle(self._goals)
            turn = GOALS * self._number % len(names)
            self._goals = self._goals[turn:] + self._goals[:turn]
        return self._goals.pop(0)

    def _in_match(self, screen):
        chance, roles = self._chance, self._roles
        points = [key for key in range(len(self.session.keys.levels)) if describe.places_stone(self.app, key)]
        number = chance.random()
        if number < 0.12:
            role = "back"
        elif number < 0.26:
            role = chance.choice([role for role in ("undo", "hint") if role in roles])
        elif not points:
            role = chance.choice(("select", "select", *ARROWS))
        else:
            free = [key for key in points if screen.seen.is_legal(describe.key_point(self.app, key))]
            return [chance.choice(free or points)]
        key = self._key(role)
        if role == "back" and describe.key_point(self.app, key) is not None:
            return [key, self._key("undo")]
        return [key]


ARROWS = "up", "down", "left", "right"
