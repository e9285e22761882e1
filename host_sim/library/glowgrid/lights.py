"""The lights of the handheld as they show a position: a picture of LEDs."""

# pyright: reportMissingImports=false
# numpy comes with the extras.

import tempfile

import numpy as np

from glowgrid.console.match import Match
from glowgrid.console.screens.play import Play
from glowgrid.console.screens.play_picture import BLINK_MS
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.console.session import Session
from host_sim.terminal import led_colour

from .playing import Position

DOTS = 16  # pixels along the side of an LED
_SIZES = 8, 16  # LEDs along the side of the boards that come with Glowgrid


class Lights:
    """A console whose lights show one position, and what follows from it."""

    def __init__(self, position: Position):
        field = position.core.field
        board = load_board(DEFAULT_BOARD)
        most = max(field.width, field.height)
        across = next((size for size in _SIZES if size >= most), most)
        board["power"]["budget_milliamps"] *= across**2 / _SIZES[0] ** 2
        board["leds"].update(width=across, height=across)
        with tempfile.TemporaryDirectory() as folder:  # nothing is saved
            self._session = Session(board, folder)
        match = Match(position.game.rules, position.game.size, [0] * position.sides, swap=position.game.swap)
        match.position = position.core
        self._position = position
        self._screen = Play(self._session.app, match=match)

    def picture(self, side: int = 0) -> np.ndarray:
        """Return the lights as an array of uint8, (16 * rows, 16 * columns, 3): red, green, blue.

        They are as the console has them between two blinks, without a cursor; stones that have won are bright. With
        hidden stones it is what a side sees; 0: the one to move.
        """
        session, screen = self._session, self._screen
        frame = bytearray(session.lights.width * session.lights.height)
        screen.match.holder = side
        screen.open(0)
        screen.draw(frame, 0 if self._position.is_over() else BLINK_MS)
        session.lights.show(frame)
        return picture_of(session.lights)


def picture_of(lights) -> np.ndarray:
    """Return what lights (glowgrid.hardware.lights) show, as `Lights.picture` does."""
    leds = np.array([led_colour.disc(colour, DOTS) for colour in led_colour.pixels(lights)], np.uint8)
    leds = leds.reshape(lights.height, lights.width, DOTS, DOTS, 3).swapaxes(1, 2)
    return leds.reshape(lights.height * DOTS, lights.width * DOTS, 3)
