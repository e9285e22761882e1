"""A person at the simulated device, for tests: tap, hold, wait, look."""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import parse_point
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.console.fingers import HOLD_MS
from host_sim.console.golden import BOARD
from host_sim.console.session import Session

UP, LEFT, SELECT, RIGHT, DOWN, BACK, UNDO = 1, 4, 5, 6, 9, 3, 15  # keys of the first board, by role
SPEED = 0.25  # a slow chip: its engines search fewer moves in the same time, so tests are faster


def think(match):
    """Let the seat to move look for its move; return the seat, which knows it then."""
    seat = match.seat()
    seat.begin(match)
    while not seat.step(match):
        pass
    return seat


class Person:
    """Switches the device on; `folder` holds its saves. board: a name or a dict; games: others than the firmware's."""

    def __init__(self, folder, board=None, games=None, first=False, splash=True, session=None):
        if board is None:
            board = {**load_board(BOARD), "speed": SPEED}
        elif isinstance(board, str):
            board = load_board(board)
        found = (games, []) if games else None
        self.session = session or Session(board, folder, found, first)
        self.app = self.session.app
        self.wait(50)
        while splash and self.screen == "splash":
            self.wait(10)

    @property
    def position(self):
        return self.app.match.position

    @property
    def screen(self):
        return describe.screen_name(self.app)

    def wait(self, ms):
        for _ in range(ms // 10):
            self.session.tick()

    def press(self, key):
        self.session.keys.levels[key] = 1

    def release(self, key):
        self.session.keys.levels[key] = 0

    def tap(self, *keys, then=150):
        for key in keys:
            self.press(key)
            self.wait(60)
            self.release(key)
            self.wait(then)

    def play(self, point, then=150):
        """Tap the key of a point, given by number or name."""
        if isinstance(point, str):
            point = parse_point(self.position.field, point)
        self.tap(describe.point_key(self.app, point), then=then)

    def hold(self, key, ms=HOLD_MS):
        self.press(key)
        self.wait(ms)
        self.release(key)
        self.wait(100)

    def text(self):
        return self.session.text()

    def entries(self):
        """Return the names of what a choice offers."""
        return [entry[0] for entry in self.app.screen.entries]

    def page_to(self, name):
        """On a choice: page to the right until it shows the entry of that name."""
        names = self.entries()
        self.tap(*[RIGHT] * ((names.index(name) - self.app.screen.at) % len(names)))
        assert self.app.screen.entry_name() == name

    def choose(self, name, size=None):
        """From the menu to the seats of a game (of its first size)."""
        self.take(name)
        if self.screen == "offer":
            self.tap(BACK)
        if self.screen == "sizes":
            if size:
                self.page_to(size)
            self.tap(SELECT)
        assert self.screen == "seats"

    def sit(self, *seats):
        """On the seats: set every seat, 0 a person or a level, and start."""
        screen = self.app.screen
        for number, seat in enumerate(seats):
            assert seat in screen.choices
            while screen.seats[number] != seat:
                self.tap(RIGHT)
            self.tap(DOWN)
        self.tap(SELECT)
        if self.screen == "sure":
            self.take("new match")
        self.started()

    def start(self, name, *seats, size=None):
        """From the menu into a match."""
        self.choose(name, size)
        self.sit(*seats)

    def take(self, name, then=150):
        """On a choice: take the entry of that name."""
        self.page_to(name)
        self.tap(SELECT, then=then)

    def begin(self, name, size=(), seats=None):
        """A match as from the menu, between people if no seats are given."""
        game = next(game for game in self.app.games if game.name == name)
        self.app.start_match(game, size or game.sizes[0], seats or [0] * game.sides, self.session.now_ms)
        self.started()

    def started(self):
        """Wait until the requested match is set up."""
        screens = "play", "cover", "two presses"
        for _ in range(60):
            if self.screen in screens:
                break
            self.wait(10)
        self.wait(50)
        assert self.screen in screens

    def uncover(self, key=SELECT):
        """Wait for the cover, and let the next of several people look at the lights."""
        for _ in range(200):
            if self.screen == "cover":
                break
            self.wait(10)
        assert self.screen == "cover"
        self.tap(key)

    def pause_and(self, name):
        """From the match through the pause to the entry of that name."""
        if describe.key_point(self.app, BACK) is None:
            self.tap(BACK)
        else:
            self.hold(BACK)
        assert self.screen == "pause"
        self.take(name)
        if self.screen == "sure":
            self.take("new match")
        if self.screen == "starting":
            self.started()
