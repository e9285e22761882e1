"""Why Hex has no draw, on the lights: the field is filled, and a light walks along the border between the two colours.

The walk is that of rules/border_walk.py. It goes on by itself; right takes a step, left begins again, select stops it
or lets it go on. Points on either hand are bright, the one just reached blinks white. At the end the hand that joins
its two edges shines. The match stays as it is.
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import BRIGHT, DIM, OFF, STONE, WHITE
from glowgrid.console.screen import BACK, LEFT, RIGHT, SELECT, UNDO, Screen
from glowgrid.console.view import FieldView
from glowgrid.rules.border_walk import OUTSIDE, BorderWalk
from glowgrid.rules.notation import point_name

STEP_MS = 480  # from step to step
BLINK_MS = 240
GAME = "hex"


class NoDraw(Screen):
    """Shows a walk through the field of the match, filled.

    cells  the side of each point; the free ones are filled
    walk   the walk so far
    runs   whether it goes on by itself
    """

    NAME = "no draw"
    PERIOD = BLINK_MS
    FIELD = True
    LOOK_MS = 1500

    def __init__(self, app):
        super().__init__(app)
        position = self.position = app.match.position
        lights, self._sides = app.panel.lights, app.panel.sides
        self.view = FieldView(position.field, lights.width, lights.height)
        self._edges = load.edges.Edges(position, self.view, lights.width, lights.height)
        self._rest, self._blink = DIM, WHITE
        if app.panel.mono:  # dim stones would be dark
            self._rest, self._blink = STONE, OFF
            self._edges.waits = load.play_mono.NOTED
        self.cells = bytearray(position.cells)
        self._fill()
        self._begin()
        self.runs = True

    def _fill(self):
        """Fill the free points in turn, in an order that looks random. A finished match keeps its winner."""
        cells, side = self.cells, self.position.to_move
        free = [point for point in range(len(cells)) if not cells[point]]
        seed = 1 + self.position.plies
        while free:
            seed = (seed * 75 + 74) % 65537
            cells[free.pop(seed % len(free))] = side
            side = 3 - side

    def _begin(self):
        self.walk = BorderWalk(self.position.field.width, self.cells)

    def open(self, now_ms):
        super().open(now_ms)
        self._stepped_at = now_ms

    def press(self, key, role, now_ms):
        self._stepped_at = now_ms
        if role == RIGHT:
            self.runs = False
            self._step(now_ms)
        elif role in (LEFT, UNDO):
            self._begin()
        elif role == SELECT:
            self.runs = not self.runs
            if self.walk.winner:
                self._begin()
        elif role == BACK:
            self.app.soon(self.app.resume)

    def work(self, now_ms):
        if self.runs and not self.app.panel.words and since(now_ms, self._stepped_at) >= STEP_MS:
            self._step(now_ms)

    def _step(self, now_ms):
        self._stepped_at = now_ms
        self.runs = self.walk.step() and self.runs
        self.app.panel.redraw = True

    def words(self):
        if not self.walk.winner:
            return "", None
        return "%s joins" % self._sides[self.walk.winner], STONE + self.walk.winner

    def help(self):
        walk = self.walk
        keys = "right: a step   left: again   select: %s   back: the match"
        keys %= "stop" if self.runs else "again" if walk.winner else "go on"
        if walk.winner:
            said = "it leaves at a corner: all that lies on %s's hand is connected, and joins its two edges"
            return said % self._sides[walk.winner] + "   " + keys
        if not walk.steps:
            said = "every point has a stone; the walk begins at the top left corner, %s on one hand, %s on the other"
            return said % self._sides[1:3] + "   " + keys
        named = [self._name(place) for place in walk.hands]
        said = "step %d: ahead lies %s, so it goes to %s's hand; the border is now between %s and %s"
        return said % (walk.steps, self._name(walk.place), self._sides[walk.side], named[0], named[1]) + "   " + keys

    def _name(self, place):
        """Return the name of a place: "orange b3", "blue's left edge"."""
        walk, size = self.walk, self.position.field.width
        point = walk.point(place)
        if point != OUTSIDE:
            return self._sides[self.cells[point]] + " " + point_name(self.position.field, point)
        if place[1] in (-1, size):
            return "%s's %s edge" % (self._sides[1], "top" if place[1] < 0 else "bottom")
        return "%s's %s edge" % (self._sides[2], "left" if place[0] < 0 else "right")

    def draw(self, frame, now_ms):
        walk, view = self.walk, self.view
        self._edges.draw(frame, 0)  # beside the field; where there is no room, stones hide them
        on = since(now_ms, self._stepped_at) // BLINK_MS % 2 == 0
        for point in range(len(self.cells)):
            side, hand = self.cells[point], walk.trail[point]
            ahead = walk.steps and point == walk.point(walk.place)
            if walk.winner:
                colour = BRIGHT if hand == walk.winner and on else STONE if hand == walk.winner else DIM
            else:
                colour = BRIGHT if hand else self._rest
            if ahead and not walk.winner and not on:
                view.stone(frame, point, side, self._blink)
            else:
                view.stone(frame, point, side, colour + side)
