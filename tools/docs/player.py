"""The player of the scenes in the pictures: it presses keys on the simulator and looks at the console."""

from typing import Any

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import parse_point
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.console import describe, menu_path
from host_sim.console.fingers import HOLD_MS, TAP_MS, Fingers
from host_sim.console.session import Session

_LIMIT_MS = 120_000


class Player:
    """Plays by looking: presses keys until the console is where it should be."""

    def __init__(self, folder):
        self.session = Session(load_board(DEFAULT_BOARD), folder)
        self.fingers = Fingers(self.session)
        self.app: Any = self.session.app
        self._roles = self.session.board["keys"]["roles"]

    def run(self, milliseconds):
        """Let time pass."""
        for _ in range(milliseconds // 10):
            self.fingers.tick()

    def tap(self, key):
        self.fingers.tap(self._roles.get(key, key))
        self.run(200)

    def until(self, condition, key=None):
        """Tap a key, or just wait, until the condition holds."""
        while not condition():
            if self.session.now_ms > _LIMIT_MS:
                raise RuntimeError("a scene of tools/docs cannot be reached")
            self.tap(key) if key is not None else self.run(10)

    def on(self, screen):
        return lambda: describe.screen_name(self.app) == screen

    def shows(self, entry):
        return lambda: self.app.screen.entry_name() == entry

    def start(self, name, seats, size=""):
        """Go from power-up to a match of this game."""
        self.fingers.replay(menu_path.to_match(self.session.board, menu_path.SOONEST_MS, name, size, seats))
        self.until(self.on("play"))
        self.run(200)  # until the last key is up again

    def play(self, *names):
        """Place stones on points named like b3, with their keys or the cursor."""
        for name in names:
            key = describe.point_key(self.app, parse_point(self.app.match.position.field, name))
            if key is None:
                self.go_to(name)
                self.tap("select")
            else:
                self.tap(key)

    def go_to(self, name):
        """Move the cursor to the point with this name."""
        point = parse_point(self.app.match.position.field, name)
        field, screen = self.app.match.position.field, self.app.screen
        while screen.match.cursor != point:
            across = field.columns[point] - field.columns[screen.match.cursor]
            down = field.rows[point] - field.rows[screen.match.cursor]
            self.tap("down" if down > 0 else "up" if down else "right" if across > 0 else "left")

    def pause_and(self, entry):
        """Take the entry with this name in the pause and return to the match."""
        back = self._roles["back"]
        self.fingers.tap(back, TAP_MS if describe.key_point(self.app, back) is None else HOLD_MS)
        self.until(self.on("pause"))
        self.until(self.shows(entry), "right")
        self.tap("select")
        self.until(self.on("play"))

    def until_cursor(self):
        """Wait until the cursor is at its bright half."""
        self.run(600)
        self.until(lambda: "#" in self.session.text())
