"""The match on the lights and under the keys: stones, cursor, thinking, refusals, the end.

Where the field fits the keys, each key is a point: a press lights the point, letting go places the stone; of several that
are down the first to be let go, and the others are refused, as nobody saw that stone when pressing them. On larger
fields arrows move a cursor and select places the stone. Where the first stone may be taken over (swap rule) it changes
colour in turn with the cursor, and playing on it does so. The back key, or holding any key, opens the pause screen.
On fields with six neighbours a point the edges are shown, and what lies beside the cursor or the key that is down.
"""

import micropython

from glowgrid.console.match import PERSON
from glowgrid.console.palette import BRIGHT, DIM, RED, STONE, WHITE
from glowgrid.console.screen import BACK, DOWN, HINT, LEFT, RIGHT, SELECT, UNDO, UP, Screen
from glowgrid.console.view import FieldView
from glowgrid.search import NO_POINT

BLINK_MS = 240  # cursor, winning points
REFUSAL_MS = 600  # three red flashes
_FLASH_MS = 120
MOVE_MS = 400  # an engine takes at least so long, so that its moves can be followed
_STEPS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}


def key_points(field, keys_width, keys_height, view=None):
    """Point of each key (bytes, NO_POINT where none) if the whole field fits the keys, top left on top left; else None.

    view: given where every key lies under an LED: then all keys of a point's block are the point.
    """
    if field.width > keys_width or field.height > keys_height:
        return None
    points = bytearray([NO_POINT] * (keys_width * keys_height))
    if view:
        for point in range(field.points):
            view.fill(points, point, point)
        return points
    for point in range(field.points):
        points[field.rows[point] * keys_width + field.columns[point]] = point
    return points


class Play(Screen):
    """Shows and plays the console's match; `hint`: one was asked for."""

    PERIOD = _FLASH_MS
    FIELD = True

    def __init__(self, app, hint=False):
        super().__init__(app)
        self.match = app.match
        self.position = app.match.position
        lights = app.lights
        self.view = FieldView(self.position.field, lights.width, lights.height)
        under = app.keys_width == lights.width and app.keys_height == lights.height
        self.points = key_points(self.position.field, app.keys_width, app.keys_height, self.view if under else None)
        field = self.position.field
        self.cursor = self.match.cursor
        if self.cursor == NO_POINT:
            self.cursor = max(field.point_at(field.width // 2, field.height // 2), 0)
        self.marks = bytearray(self.position.points)  # the winning points
        self._colours = bytearray((0, STONE + 1, STONE + 2, STONE + 3))  # of a free point, and of stones by their side
        self.edges = self.coach = None
        if field.slant:
            from glowgrid.console.edges import Edges
            self.edges = Edges(self.position, self.view, lights.width, lights.height)
        if hint or self.match.coach:
            from glowgrid.console.coach import Coach
            self.coach = Coach(self.match)
        self._ask = hint
        self._people = self.match.alone or PERSON in self.match.seats  # those that watch two engines need no cursor

    def open(self, now_ms):
        super().open(now_ms)
        self.pressed = []  # direct input: the points whose keys went down in this position, and are
        self.late = []  # those whose keys went down before the last move, and are
        self.refused = NO_POINT
        self.refused_at = 0
        self.thinking = False
        self.pausing = False
        self._moved(now_ms)
        if self._ask:
            self.coach.ask()

    def _moved(self, now_ms):
        """The position has changed, or the screen came up."""
        self.moved_at = self.blink_from = now_ms
        self.thinking = False
        self.late += self.pressed
        self.pressed.clear()
        if self.coach:
            self.coach.forget()
        if self.position.is_over():
            self.position.winning_points(self.marks)

    # Keys ---------------------------------------------------------------------------------------

    def press(self, key, role, now_ms):
        if self.pausing:
            return
        if self.points is not None and self.points[key] != NO_POINT:
            self._press_point(self.points[key], now_ms)
        elif role == BACK:
            self._pause()
        elif role == UNDO:
            self._undo(now_ms)
        elif role == HINT:
            self._hint(now_ms)
        elif self.points is None:
            if role == SELECT:
                if self.position.is_over():
                    self._pause()
                else:
                    self._play(self.cursor, now_ms)
            elif role in _STEPS:
                self._move_cursor(_STEPS[role], now_ms)

    def _press_point(self, point, now_ms):
        if self.position.is_over():
            if now_ms - self.moved_at >= 2 * BLINK_MS:
                self._pause()
        elif self.match.engine_to_move() or not (self.position.is_legal(point) or self.position.may_swap()):
            self._refuse(point, now_ms)
        elif point not in self.pressed:
            self.pressed.append(point)

    def _pause(self):
        """Answer at once with a dark field: the pause screen has to be loaded first, 70 ms on the Pico."""
        self.pausing = True
        self.pressed.clear()
        self.late.clear()

    def release(self, key, now_ms):
        point = self.points[key] if self.points is not None else NO_POINT
        if point in self.pressed:
            self.pressed.remove(point)
            self._play(point, now_ms)
        elif point in self.late:
            self.late.remove(point)
            self._refuse(point, now_ms)

    def hold(self, key, now_ms):
        self._pause()

    def _play(self, point, now_ms):
        if self.match.engine_to_move() or not (self.position.play(point) or self._take_over(point)):
            self._refuse(point, now_ms)
        else:
            self.app.match_changed(now_ms)
            self._moved(now_ms)

    def _take_over(self, point):
        return self.position.may_swap() and self.position.cells[point] and self.position.swap()

    def _undo(self, now_ms):
        if self.match.undo():
            self.app.match_changed(now_ms)
            self._moved(now_ms)
        elif self.position.plies:
            self._refuse(self.position.history[self.position.plies - 1], now_ms)

    def _hint(self, now_ms):
        if not self.match.can_advise() or self.match.engine_to_move() or self.position.is_over():
            return
        if self.coach:
            self.coach.ask()
        else:
            self.app.resume(now_ms, hint=True)

    def _refuse(self, point, now_ms):
        self.refused = point
        self.refused_at = now_ms

    def _move_cursor(self, step, now_ms):
        """To the nearest point in that direction."""
        field = self.position.field
        across, down = step
        self.cursor = self.match.cursor = _nearest(field.points, self.cursor, across, down, field.columns, field.rows)
        self.blink_from = now_ms  # the cursor shows at once, then blinks; an engine's move is not put off by it

    # Thinking -----------------------------------------------------------------------------------

    def work(self, now_ms):
        if self.pausing:
            self.app.open_pause(now_ms)
        if self.pausing or self.position.is_over() or self.app.save_due:
            return
        if not self.match.engine_to_move():
            if self.coach:
                self.coach.work()
            return
        engine = self.match.engine
        if not self.thinking:
            self.match.start_thinking()
            self.thinking = True
        elif engine.step(engine.slice_nodes) and now_ms - self.moved_at >= MOVE_MS:
            if not (self.position.may_swap() and engine.swap and self.position.swap()):
                self.position.play(engine.best)
            self.app.match_changed(now_ms)
            self._moved(now_ms)

    # Picture ------------------------------------------------------------------------------------

    def draw(self, frame, now_ms):
        if self.pausing:
            return
        blink = (now_ms - self.blink_from) // BLINK_MS % 2
        if self.position.is_over():
            self._draw_end(frame, blink)
            return
        self._draw_stones(frame, blink)
        view, coach = self.view, self.coach
        if coach and not self.match.engine_to_move():
            coach.draw(frame, view, (now_ms - self.moved_at) // _FLASH_MS)
        if (self.thinking or (coach and coach.asked)) and self.match.engine.looking_at != NO_POINT:
            view.dot(frame, self.match.engine.looking_at, STONE + self.position.to_move)
        for point in self.pressed:
            self._draw_chosen(frame, point)
        if self.points is None and not blink and self._people:
            self._draw_chosen(frame, self.cursor)
        if self.refused != NO_POINT:
            age = now_ms - self.refused_at
            if age >= REFUSAL_MS:
                self.refused = NO_POINT
            elif age // _FLASH_MS % 2 == 0:
                view.fill(frame, self.refused, RED)

    def _draw_stones(self, frame, blink):
        """Stones, the last one bright (and blinking while it may be taken over); free points glow dimly for the side to move."""
        position, view = self.position, self.view
        cells, colours = position.cells, self._colours
        colours[0] = DIM + position.to_move
        view.dots(frame, cells, colours)
        if view.block > 1:
            for point in range(position.points):
                if cells[point]:
                    view.stone(frame, point, cells[point], STONE + cells[point])
        if position.plies:
            last = position.history[position.plies - 1]
            view.stone(frame, last, cells[last], BRIGHT + cells[last])
            if blink and position.may_swap():
                view.stone(frame, last, position.to_move, BRIGHT + position.to_move)

        if self.edges:
            self.edges.draw(frame, view)

    def _draw_chosen(self, frame, point):
        """The cursor, or the point whose key is down."""
        if self.edges and self.app.settings.neighbours:
            self.edges.draw_neighbours(frame, self.view, point)
        self.view.fill(frame, point, WHITE)

    def _draw_end(self, frame, blink):
        """The points that won blink among dim stones; after a draw all stones do, slowly."""
        position = self.position
        drawn = position.is_draw()
        for point in range(position.points):
            side = position.cells[point]
            if side:
                colour = DIM
                if drawn:
                    colour = DIM if blink else STONE
                elif self.marks[point]:
                    colour = STONE if blink else BRIGHT
                self.view.stone(frame, point, side, colour + side)


@micropython.viper
def _nearest(point: int, cursor: int, across: int, down: int, columns: ptr8, rows: ptr8) -> int:
    """The point nearest to `cursor` in a direction, `cursor` if there is none. `point`: the number of points.

    Straight round the edge if nothing lies ahead; a place aside counts twice.
    """
    best = cursor
    least = 1 << 20
    left = int(columns[cursor])
    top = int(rows[cursor])
    while point:
        point -= 1
        x = int(columns[point]) - left
        y = int(rows[point]) - top
        ahead = x * across + y * down
        aside = x * down + y * across
        if aside < 0:
            aside = 0 - aside
        if ahead <= 0:
            ahead += 512
            aside *= 512
        ahead += 2 * aside
        if point != cursor and ahead <= least:
            least = ahead
            best = point
    return best
