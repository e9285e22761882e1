"""Covers the lights between the turns of people in a game that hides things: they pass the device on."""

from glowgrid.console.palette import STONE
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_icon

CLOSED_EYE = (
    "........"
    "........"
    "1......1"
    ".1....1."
    "..1111.."
    ".1.11.1."
    "1..11..1"
    "........"
)  # fmt: skip


class Cover(Screen):
    """A closed eye in the colour of the person who moves next; any key of theirs shows the match. Its key places no
    stone."""

    NAME = "cover"

    def __init__(self, app):
        super().__init__(app)
        self.side = app.match.next_person()

    def help(self):
        return "%s: any key shows your stones; the others look away" % self.app.panel.sides[self.side]

    def words(self):
        return "your turn, " + self.app.panel.sides[self.side], STONE + self.side

    def press(self, key, role, now_ms):
        self.app.match.holder = 0
        self.app.soon(lambda now_ms: self.app.go(self.app.play_screen()))

    def draw(self, frame, now_ms):
        panel = self.app.panel
        draw_icon(frame, panel.width, panel.height, CLOSED_EYE.replace("1", str(self.side)))
