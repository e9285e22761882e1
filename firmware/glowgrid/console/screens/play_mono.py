"""How a match looks on lights without colours; play_picture.py has the same for colours.

Rhythms tell things apart (hardware/lights_mono.py), and shapes where a point has several LEDs. Free points are dark. A
refused point goes dark, then is lit. At the end the winning points are as the last stone was; after a draw no stone is.
The coach's mark of a swap takes turns with the stone that may be taken over, but not on a single LED: it would look
like that of a free point.
"""

from micropython import const

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import NEEDED
from glowgrid.console.palette import BRIGHT, DIM, EDGE, OFF, STONE, WHITE
from glowgrid.console.screen import NO_POINT
from glowgrid.console.screens.play_picture import FLASH_MS, draw_wave
from glowgrid.console.view import NOTHING
from glowgrid.search import NO_MOVE

# Palette indices behind those of palette.py, each with a rhythm.
MARK = 24  # MARK + 1..7: a mark of the coach, see coach_picture.py
HINT = 31  # HINT + 1..7: the same as a hint
NOTED = 38  # NOTED + side: edges of a side that waits
OFFERED = 42  # a stone that may be taken over
THOUGHT = 43  # the point that the engine thinks about
TAKE = 44  # a hint to take over a stone
CHOSEN = 64  # CHOSEN + the index of a stone, or DIM + side on a free point: under the cursor of that side
_REFUSAL_MS = const(480)
_DARK_MS = const(240)
_ESTIMATED = const(4)  # the marks above are estimates
_ON_STONE = const(32)  # a bit of the phase, four seconds of eight: marks of actions are on the last stone
_COLOURS = bytes((OFF, STONE + 1, STONE + 2, STONE + 3))
# What goes through a point is shown for four beats only, so it is on in each. The last stone is dark if not part of it.
_THROUGH = bytes((OFF,) * 7 + (STONE + 1, STONE + 2, STONE + 3, WHITE) + (OFF,) * 5)
_THROUGH += bytes((EDGE + 1, EDGE + 2, EDGE + 3, OFF, OFF, OFF, WHITE))
_MARKS = bytes((NOTHING, MARK + 1, MARK + 2, MARK + 3, NOTHING, MARK + 5, MARK + 6, MARK + 7))
_IN_BLOCKS = bytes((NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, MARK + 5, MARK + 6, MARK + 7))


def draw_match(play, frame, now_ms):
    """Paint the match of a Play."""
    position, view, coach = play.seen, play.view, play.coach
    if play.position.is_over():
        _draw_end(play, frame, since(now_ms, play.moved_at))
        return
    phase = since(now_ms, play.moved_at) // FLASH_MS
    _draw_stones(position, view, frame)
    last = position.last_stone()
    if last >= 0:
        side = position.cells[last]
        view.stone(frame, last, side, OFFERED if position.may_swap() else BRIGHT + side)
    if play.edges:
        play.edges.waits, play.edges.turns = NOTED, STONE
        play.edges.draw(frame, phase // 2)
    if coach and not play.match.engine_to_move():
        coach.draw(frame, view, phase, _draw_advice)
    if play.looking.through:
        for at in range(len(frame)):
            frame[at] = OFF
        play.looking.through.draw(frame, view)
        for at in range(len(frame)):
            frame[at] = _THROUGH[frame[at]]
        return
    if (play.thinking and play.seen is play.position) or (coach and coach.asked):
        looking_at = play.match.seat().looking_at(play.match)
        if looking_at < position.points and not position.cells[looking_at]:
            view.dot(frame, looking_at, THOUGHT)
    for point in play.pressed:
        _draw_chosen(play, frame, point)
    if play.points is None and play.match.next_person():
        _draw_chosen(play, frame, play.match.cursor)
    if play.refused != NO_POINT:
        age = since(now_ms, play.refused_at)
        if age >= _REFUSAL_MS:
            play.refused = NO_POINT
        else:
            view.fill(frame, play.refused, OFF if age < _DARK_MS else WHITE)


def _draw_stones(position, view, frame):
    view.dots(frame, position.cells, _COLOURS)
    if view.block > 1:
        for point in range(position.points):
            side = position.cells[point]
            if side:
                view.stone(frame, point, side, STONE + side)


def _draw_chosen(play, frame, point):
    """Paint the cursor, or the point whose key is down."""
    if play.edges and play.app.settings.neighbours and not (play.coach and play.coach.advises()):
        play.edges.draw_neighbours(frame, play.view, point)
    view, free = play.view, DIM + play.seen.to_move
    stone = play.seen.cells[point]
    for y in range(view.block):
        led = view.corner[point] + y * view.row
        for led in range(led, led + view.block):
            lit = stone and frame[led]
            if not MARK < lit <= HINT:  # the mark of an action stays
                frame[led] = CHOSEN + (lit or free)


def _draw_end(play, frame, age):
    """Paint the end, with waves around the last stone."""
    position, view = play.seen, play.view
    for wave in range(play.waves):
        draw_wave(play, frame, age // FLASH_MS - 4 * wave)
    for point in range(position.points):
        side = position.cells[point]
        if side:
            won = position.winner and play.marks[point]
            view.stone(frame, point, side, (BRIGHT if won else STONE) + side)


def _draw_advice(coach, frame, view, phase):
    """Paint the advice of a Coach, as coach_picture.py does in colours."""
    points, stone, hint, mark = coach.position.points, coach.position.last_stone(), coach.hint, coach.hint_mark
    if coach.match.coach and (coach.needed or coach.match.coach != NEEDED):
        _draw_marks(coach.marks, points, frame, view, stone if phase & _ON_STONE else -1)
    if coach.needed:
        load.coach_picture.darken(coach, frame, view)
    if points <= hint and stone >= 0 and hint != NO_MOVE:
        view.stone(frame, stone, coach.position.cells[stone], TAKE)
    elif hint < points:
        view.fill(frame, hint, OFF)
        if view.block > 1 and mark < _ESTIMATED:
            load.coach_picture.draw_quarters(frame, view, hint, mark, HINT + mark)
        else:
            view.dot(frame, hint, HINT + mark)
    if coach.shows_plies(phase):
        for point in range(min(coach.within, points)):
            view.dot(frame, point, WHITE)


def _draw_marks(marks, points, frame, view, stone):
    """Paint the marks of all moves. stone: the last one, if it shows those of actions now, else -1."""
    if view.block == 1:
        view.dots(frame, marks, _MARKS)
        return
    view.dots(frame, marks, _IN_BLOCKS)
    for move in range(len(marks)):
        point, mark = move if move < points else stone, marks[move]
        if point < 0 or not mark:
            continue
        if mark < _ESTIMATED:
            load.coach_picture.draw_quarters(frame, view, point, mark, MARK + mark)
        elif move >= points:
            view.dot(frame, point, MARK + mark)
