"""A person at the simulated device, for tests: tap, hold, wait, look."""

import host_sim  # noqa: F401 - makes glowgrid importable
from host_sim.boards import load_board
from host_sim.golden import BOARD
from host_sim.session import Session

UP, LEFT, SELECT, RIGHT, DOWN, BACK, UNDO = 1, 4, 5, 6, 9, 3, 15  # keys of the first board, by role


class Person:
    """Switches the device on; `folder` holds its saves."""

    def __init__(self, folder, splash=True):
        self.session = Session(load_board(BOARD), folder)
        self.app = self.session.app
        self.wait(50)
        if splash:
            self.tap(SELECT)

    @property
    def position(self):
        return self.app.match.position

    @property
    def screen(self):
        return type(self.app.screen).__name__

    def wait(self, ms):
        for _ in range(ms // 10):
            self.session.tick()

    def press(self, key):
        self.session.keys.levels[key] = 1

    def release(self, key):
        self.session.keys.levels[key] = 0

    def tap(self, *keys, then=100):
        for key in keys:
            self.press(key)
            self.wait(60)
            self.release(key)
            self.wait(then)

    def hold(self, key):
        self.press(key)
        self.wait(900)
        self.release(key)
        self.wait(100)

    def text(self):
        return self.session.text()

    def choose(self, name):
        """From the menu to the seats of a game (its first size)."""
        app = self.app
        icons = [entry[0] for entry in app.screen.entries]
        game = next(game for game in app.games if game.name == name)
        steps = (icons.index(game.icon) - app.screen.at) % len(icons)
        self.tap(*[RIGHT] * steps, SELECT)
        if self.screen == "Sizes":
            self.tap(SELECT)
        assert self.screen == "Seats"

    def sit(self, *seats):
        """On the seats screen: set every seat, 0 a person or a level, and start."""
        screen = self.app.screen
        for number, seat in enumerate(seats):
            while screen.seats[number] != seat:
                self.tap(RIGHT)
            self.tap(DOWN)
        self.tap(SELECT)
        self.wait(100)
        assert self.screen == "Play"
