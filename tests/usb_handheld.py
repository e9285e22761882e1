"""The emulated Pico at a USB port that is its wire, what is seen of it, and what it shows when a match is offered."""

from fingers import Fingers
from flashed import flashed
from linked import Pair

from glowgrid.console.frames import unpacked
from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.wire_to_frame import FrameReader
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware

BOARD = load_board(golden.BOARD)
SELECT = BOARD["keys"]["roles"]["select"]
STATE = 14  # words


class Handheld:
    """The emulated Pico, and what is seen of it."""

    def __init__(self, image):
        self.hardware = Hardware(BOARD)
        self.fingers = Fingers(self.hardware)
        self.pico = Pico(image, dict(flashed(golden.BOARD)), [*self.hardware.parts, self.fingers])

    def shows(self):
        return FrameReader(BOARD).text(self.hardware.frames()[-1].rgb)

    def says(self):
        """Return the words of the last state that it has said to the other one; none yet: []."""
        lines = bytes(self.pico.serial).split(b"\n")[:-1]
        return next((words for line in reversed(lines) if len(words := unpacked(line) or []) == STATE), [])

    def moves(self):
        """Return how many moves it says that it has, and their checksum."""
        return self.says()[10:12]


def offer(folder, game):
    """Return what the lights of the board show while it asks whether to join a match."""
    pair = Pair(folder)
    one, two = pair.people
    one.start(game, 0, -1)
    pair.wait_for(lambda: two.screen == "join")
    pair.wait(20)
    return two.session.text()
