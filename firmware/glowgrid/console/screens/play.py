"""The match on the lights and under the keys: stones, cursor, thinking, refusals, the end.

If the field fits the keys, each key is a point: a press lights the point, releasing it places the stone. If several
keys are down, the first to be released plays; the others are refused, because that stone was not there when they were
pressed. On larger fields arrows move a cursor and select places the stone. While the first stone may be taken over
(swap rule), it has the colours of both sides in turn, and playing on it takes it over. While the engine thinks, the
select key, or the key of a stone, makes it move at once. A held arrow repeats. The back key, or holding any other key,
opens the pause; if all back keys are points, so do back and undo together, and then no stone is placed. Holding the key
of a point first shows what goes through the point (lines_through.py), and then places nothing; a cursor that comes to
rest shows it too. In groups games the edges are shown, and the free neighbours of the cursor or of the key that is
down.
"""

from micropython import const

from glowgrid import overlay
from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.pointing import key_points, nearest
from glowgrid.console.screen import BACK, DOWN, HINT, LEFT, NO_POINT, RIGHT, SELECT, UNDO, UP, Screen
from glowgrid.console.screens.play_picture import BLINK_MS, FLASH_MS, draw_match
from glowgrid.console.seats import GivenUp
from glowgrid.console.view import FieldView

_START_MS = const(1000)  # until words scroll over the empty field
MOVE_MS = 400  # least time for an engine's move: people want to follow it
_LOOK_MS = const(3000)  # time without a press before words scroll: first the stones
_FAILED_MS = const(2500)  # from the move that shows that a puzzle is failed to the offer to try again
_HANDING_MS = const(1000)  # from a move to the cover
OPEN, THINKING, HANDING, PAUSING, LEAVING = range(5)  # states, see Play
_STEPS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}


class Play(Screen):
    """Shows and plays the console's match, or shows another one; `hint`: one was asked for.

    seen      the position as shown
    points    point of each key, or None if a cursor moves over the field
    coach     the advice of coach and hint (coach.py), or None
    looking   at what the person looks (lines_through.py)
    state     OPEN to presses; THINKING, the seat to move looks for its move; HANDING, the person who has moved looks
              once more before the lights are covered (cover.py); PAUSING, then LEAVING, the pause is on its way
    """

    NAME = "play"
    PERIOD = FLASH_MS
    FIELD = in_match = True

    def __init__(self, app, hint=False, match=None):
        super().__init__(app)
        self.match = match = match or app.match
        lights, keypad, field = app.panel.lights, app.keypad, match.position.field
        self.view = FieldView(field, lights.width, lights.height)
        self.points = key_points(field, keypad.width, keypad.height, self.view if keypad.over_lights else None)
        if match.cursor == NO_POINT:
            match.cursor = max(field.point_at(field.width // 2, field.height // 2), 0)
        self.marks = bytearray(match.position.points)  # the winning points
        self.edges = self.coach = None
        self._draw_match = load.play_mono.draw_match if app.panel.mono else draw_match
        if field.borders:
            self.edges = load.edges.Edges(match.position, self.view, lights.width, lights.height)
        if hint or match.coach:
            self.coach = load.coach.Coach(match)
        if hint:
            self.coach.ask()
        self._untouched = True  # whether no key was pressed since the last move

    @property
    def position(self):
        return self.match.position

    @property
    def thinking(self):
        return self.state == THINKING

    @property
    def pausing(self):
        return self.state >= PAUSING

    @property
    def LOOK_MS(self):
        return _START_MS if self._untouched and not self.position.plies else _LOOK_MS

    def help(self):
        return load.play_help.of(self)

    def needs_chord(self):
        """Return whether all back keys are points, so that only back and undo together open the pause."""
        for key, role in enumerate(self.app.keypad.roles):
            if role == BACK and self.key_point(key) == NO_POINT:
                return False
        return True

    def words(self):
        return load.words.of(self)

    def repeats(self, key, role):
        return self.points is None and role in _STEPS

    def key_point(self, key):
        return NO_POINT if self.points is None else self.points[key]

    def open(self, now_ms):
        super().open(now_ms)
        self.pressed = []  # points whose keys went down in this position and are still down
        self.late = []  # points whose keys went down before the last move and are still down
        self.refused = NO_POINT
        self.refused_at = 0
        self._undoes = None  # the undo key that is down: the back key may follow
        self.looking = load.lines_through.Looking(self)
        self.show(now_ms)

    def show(self, now_ms, made=False):
        """Show the position: the screen came up, or the position has changed, if `made`, by a move."""
        self.moved_at = self.blink_from = now_ms
        self.looking.end()
        self.state = OPEN
        self.seen = self.match.seen()
        if self.edges:
            self.edges.position = self.seen
        self.waves = made * self._greeting()
        self._untouched = True
        self.late += self.pressed
        self.pressed.clear()
        if self.position.is_over():
            self.mark_win()

    def mark_win(self):
        self.seen.winning_points(self.marks)

    def moved(self, now_ms, made=False):
        """The position has changed, by a move `made` or by taking back."""
        self.show(now_ms, made)
        if made:
            self.app.sound("move", now_ms, self.match)
        if self.coach:
            self.coach.forget()

    def _greeting(self):
        """Return how many waves greet the winner: two for a person, one for an engine that has beaten a person."""
        winner = self.position.winner
        if not winner or not self.match.next_person():
            return 0
        return 2 if self.match.is_person(winner) else 1

    # Keys ---------------------------------------------------------------------------------------

    def press(self, key, role, now_ms):
        if self.state >= HANDING:
            return
        self._untouched = False
        self.looking.press()
        point = self.key_point(key)
        if self.app.keypad.is_chord():
            self._pause()
        elif self.points is not None and self.position.is_over():
            if since(now_ms, self.moved_at) >= 2 * BLINK_MS:
                self._pause()
        elif point != NO_POINT:
            self._press_point(point, now_ms)
        elif role == BACK:
            self._pause()
        elif role == UNDO:
            if self.needs_chord():
                self._undoes = key
            else:
                self.undo(now_ms)
        elif role == HINT:
            self._hint(now_ms)
        elif self.points is None:
            if role == SELECT:
                if self.position.is_over():
                    self._pause()
                elif self.state == THINKING:
                    self.match.seat().hurried = True
                else:
                    self._play(self.match.cursor, now_ms)
            elif role in _STEPS:
                self._move_cursor(_STEPS[role], now_ms)

    def _press_point(self, point, now_ms):
        if self.state == THINKING and self.seen.cells[point]:
            self.match.seat().hurried = True
        elif self.match.engine_to_move() or not (self.seen.is_legal(point) or self.seen.may_swap()):
            self.refuse(point, now_ms)
        elif point not in self.pressed:
            self.pressed.append(point)
            self.blink_from = now_ms  # a stone that may be taken over is white at once, then blinks

    def _pause(self):
        """Answer at once with a dark field, then load the pause: that may take 90 ms on the Pico."""
        if self.pausing:
            return
        self.state = PAUSING
        self._undoes = None
        self.pressed.clear()
        self.late.clear()

    def release(self, key, now_ms):
        self.looking.release(key)
        if key == self._undoes:
            self._undoes = None
            self.undo(now_ms)
        point = self.key_point(key)
        if point in self.pressed:
            self.pressed.remove(point)
            self._undoes = None  # the undo key was pressed before this stone
            self._play(point, now_ms)
        elif point in self.late:
            self.late.remove(point)
            self.refuse(point, now_ms)

    def hold(self, key, now_ms):
        point = self.key_point(key)
        if point != NO_POINT and not self.position.is_over():
            for points in (self.pressed, self.late):
                if point in points:
                    points.remove(point)
            self.looking.hold(key, point, now_ms)
        else:
            self._pause()

    def _play(self, point, now_ms):
        match, position = self.match, self.position
        person = position.to_move
        if match.engine_to_move() or not (position.play(point) or self._take_over(point)):
            self.refuse(point, now_ms)
            return
        self.changed(now_ms)
        handing = match.passes_round() and match.next_person() != person
        match.holder = person if handing else 0
        tried = position.has_tried()
        self.moved(now_ms, not tried)
        if handing:
            self.state = HANDING
        if tried:
            self.refuse(point, now_ms)

    def _take_over(self, point):
        return self.position.cells[point] and self.position.play(self.position.action("swap"))

    def changed(self, now_ms):
        """The match has changed: show and save it."""
        self.app.match_changed(now_ms)

    def leave(self, now_ms):
        """Leave the match for the pause."""
        if self.match.puzzle:
            self.app.go(load.puzzles.PuzzlePause(self.app))
        else:
            proven = self.coach.proven() if self.coach and not self.match.engine_to_move() else (0, 0)
            self.app.open_pause(now_ms, proven)

    def undo(self, now_ms):
        if self.match.undo():
            self.changed(now_ms)
            self.moved(now_ms)
        elif self.seen.last_stone() >= 0:
            self.refuse(self.seen.last_stone(), now_ms)

    def _hint(self, now_ms):
        if self.match.without or self.match.engine_to_move() or self.position.is_over():
            return
        if self.coach:
            self.coach.ask()
        else:
            self.app.soon(lambda now_ms: self.app.resume(now_ms, hint=True))

    def refuse(self, point, now_ms):
        self.refused = point
        self.refused_at = now_ms
        if not self.match.passes_round():  # the others would hear it
            self.app.sound("refusal", now_ms)

    def _move_cursor(self, step, now_ms):
        """Move the cursor to the nearest point in that direction."""
        self.match.cursor = nearest(self.position.field, self.match.cursor, step)
        self.blink_from = now_ms  # the cursor shows at once, then blinks; this does not delay an engine's move
        self.looking.end()
        self.looking.rests = not self.position.is_over()

    # Thinking -----------------------------------------------------------------------------------

    def work(self, now_ms):
        if self.state < HANDING:
            if self.looking.work(now_ms):
                self._pause()
        elif self.state == PAUSING:
            overlay.collect()  # else the pause would break up the memory, as it would lie among the garbage of play
            self.state = LEAVING
        elif self.state == LEAVING:
            self.leave(now_ms)
        elif since(now_ms, self.moved_at) >= _HANDING_MS:
            self.app.resume(now_ms)
        failed = self.match.puzzle and self.match.puzzle.has_failed()
        if failed and self.state < PAUSING and since(now_ms, self.moved_at) >= _FAILED_MS:
            self._pause()
        if self.state >= HANDING or failed or self.app.saving.is_near(now_ms):
            return
        if not self.match.engine_to_move():  # nor is it if the match is over
            if self.coach and not self.position.is_over():
                self.coach.work(since(now_ms, self.moved_at) // FLASH_MS)
            return
        if self.state == THINKING:
            self._think(now_ms)
        else:
            self.match.seat().begin(self.match)
            self.state = THINKING

    def _think(self, now_ms):
        """Let the seat to move look for its move; make the move when it is found and it is time."""
        match = self.match
        seat = match.seat()
        try:
            if not seat.step(match) or not seat.hurried and since(now_ms, self.moved_at) < MOVE_MS:
                return
            seat.play(match)
        except GivenUp as error:
            self.given_up(str(error), now_ms)
        else:
            self.changed(now_ms)
            self.moved(now_ms, True)

    def given_up(self, fault, now_ms):
        """The seat to move has left its place to another one: say so."""
        self.state = OPEN
        self.changed(now_ms)
        self.app.warn(self.app.resume, [fault])

    def draw(self, frame, now_ms):
        if self.state < PAUSING:
            self._draw_match(self, frame, now_ms)
