"""How advice looks: the marks of moves, the hint, the plies of wins within. coach.py decides what to show."""

import micropython

from glowgrid.console.match import NEEDED
from glowgrid.console.palette import CYAN, ESTIMATE, GREEN, OFF, RED, YELLOW
from glowgrid.console.screens.play_picture import MARKED
from glowgrid.console.view import NOTHING
from glowgrid.search import NO_MOVE

LOSES, HOLDS, WINS = 1, 2, 3  # marks: number of extra lights on a point of four LEDs; 0: not known
ESTIMATED = 4  # ESTIMATED + 1..3: poor, even, good, as playouts estimate
COLOURS = (OFF, RED, YELLOW, GREEN, OFF, ESTIMATE + 1, ESTIMATE + 2, ESTIMATE + 3)
# For each mark: in which sixteenths of two seconds its LED is lit.
RHYTHMS = 0, 0b1100000011000000, 0b1111111100000000, 0b1111101011111010, 0b1111111111110000
# The same for marks of actions, which are on the last stone half of the time; then for a hint of one.
_ON_STONE = 0, 0b0000100000000000, 0b0000110000001100, 0b0000111100001000, 0b0000011000000110, 0b0000010100001010
_colours = bytearray(len(COLOURS))  # how each mark looks now


def draw_advice(coach, frame, view, phase):
    """Paint the advice of a Coach; without the coach, only the hint. `phase` counts eighths of a second."""
    points, stone = coach.position.points, coach.position.last_stone()
    if coach.match.coach and coach.match.coach != NEEDED:
        _draw_marks(coach.marks, points, frame, view, stone, phase)
    if coach.needed:
        darken(coach, frame, view)
    if coach.hint != NO_MOVE:
        if coach.hint < points:
            _draw_hint(coach.hint_mark, frame, view, coach.hint, phase)
        elif stone >= 0 and phase & MARKED:
            _draw_on_stone(frame, view, stone, coach.hint_mark, _ON_STONE[-1], phase)
    if coach.shows_plies(phase):
        for point in range(min(coach.within, points)):
            view.dot(frame, point, CYAN)


def darken(coach, frame, view):
    """Leave dark what does not matter to a side that loses: what is free and the winner can do without."""
    for point in range(coach.position.points):
        if not coach.needed[point] and not coach.position.cells[point]:
            view.fill(frame, point, OFF)


def _draw_marks(marks, points, frame, view, stone, phase):
    """Paint the marks of all moves; those of actions are on the last stone, half of the time."""
    for mark in range(len(COLOURS)):
        _colours[mark] = led_colour(mark, phase)
    if view.block > 1:
        _colours[LOSES] = _colours[HOLDS] = _colours[WINS] = NOTHING
        for point in range(points):
            if 0 < marks[point] < ESTIMATED:
                draw_quarters(frame, view, point, marks[point], COLOURS[marks[point]])
    view.dots(frame, marks, _colours)
    if stone >= 0 and phase & MARKED:
        for action in range(points, len(marks)):  # a slice would allocate
            mark = marks[action]
            if mark % ESTIMATED:
                _draw_on_stone(frame, view, stone, mark, _ON_STONE[min(mark, ESTIMATED)], phase)


def _draw_on_stone(frame, view, stone, mark, rhythm, phase):
    """Paint what an action such as the swap leads to on the last stone, in this rhythm."""
    view.fill(frame, stone, OFF)
    if rhythm >> 15 - phase % 16 & 1:
        if view.block > 1 and mark < ESTIMATED:
            draw_quarters(frame, view, stone, mark, COLOURS[mark])
        else:
            view.dot(frame, stone, COLOURS[mark])


def _draw_hint(mark, frame, view, point, phase):
    """Paint the mark of the hint, blinking fast. On a single LED, the better the move, the longer it is on."""
    estimated = mark > ESTIMATED
    view.fill(frame, point, OFF)
    if view.block > 1 and not estimated:
        if phase % 2 == 0:
            draw_quarters(frame, view, point, mark, COLOURS[mark])
    elif phase % 4 < mark % ESTIMATED:
        view.dot(frame, point, CYAN if estimated else COLOURS[mark])


def led_colour(mark, phase):
    """Return what a point's own LED shows in an eighth of a second; NOTHING: the same as without a coach.

    Each kind of mark has its rhythm: a win winks twice a second, a draw blinks slowly, a loss flashes, an estimate
    winks every two seconds. In a block, the other LEDs show outcomes.
    """
    rhythm = RHYTHMS[min(mark, ESTIMATED)]
    if not mark % ESTIMATED:
        return NOTHING
    return COLOURS[mark] if rhythm >> 15 - phase % 16 & 1 else NOTHING if mark == HOLDS else OFF


def draw_quarters(frame, view, point, count, colour):
    """Paint quarters of a block except that of `view.dot`: 1 the last, 2 those beside it, 3 all. No stone looks so."""
    _quarters(view.corner[point], view.row, view.block, count, colour, frame)


@micropython.viper
def _quarters(corner: int, row: int, block: int, count: int, colour: int, frame: ptr8):
    half = block >> 1
    y = 0
    while y < block:
        x = 0
        while x < block:
            last = 0
            if x >= half:
                last = 1
            if y >= half:
                last += 1
            if last and (count == 3 or count == 3 - last):
                frame[corner + x] = colour
            x += 1
        corner += row
        y += 1
