"""How a match looks: stones, cursor, thinking, refusals, the end. play.py has what happens in it."""

from micropython import const

from glowgrid.clock import since
from glowgrid.console.palette import BRIGHT, DIM, FREE, GREY, OFF, RED, STONE, WHITE
from glowgrid.console.screen import NO_POINT

BLINK_MS = 240  # cursor, winning points
FLASH_MS = 120
REFUSAL_MS = 600  # three red flashes
MARKED = 4  # a bit of the phase, eighths of a second: only while it is set may the swap and its marks hide the stone
_DRAW_MS = const(960)  # the stones after a draw: calm
_COLOURS = bytearray((0, STONE + 1, STONE + 2, STONE + 3))  # of a free point, set at each drawing, and of stones


def draw_match(play, frame, now_ms):
    """Paint the match of a Play."""
    if play.position.is_over():
        _draw_end(play, frame, since(now_ms, play.moved_at))
        return
    blink = since(now_ms, play.blink_from) // BLINK_MS % 2
    phase = since(now_ms, play.moved_at) // FLASH_MS
    _draw_stones(play, frame, phase)
    view, coach = play.view, play.coach
    if play.edges:
        play.edges.draw(frame, phase // 2)
    if coach and not play.match.engine_to_move():
        coach.draw(frame, view, phase)
    if play.looking.through:
        play.looking.through.draw(frame, view)
    if (play.thinking and play.seen is play.position) or (coach and coach.asked):
        looking_at = play.match.seat().looking_at(play.match)
        if looking_at < play.position.points:
            view.dot(frame, looking_at, OFF if phase % 2 else GREY)
    for point in play.pressed:
        if not (blink and play.seen.cells[point]):
            _draw_chosen(play, frame, point)
    if play.points is None and not blink and play.match.next_person():
        _draw_chosen(play, frame, play.match.cursor)
    if play.refused != NO_POINT:
        age = since(now_ms, play.refused_at)
        if age >= REFUSAL_MS:
            play.refused = NO_POINT
        elif age // FLASH_MS % 2 == 0:
            view.fill(frame, play.refused, RED)


def _draw_stones(play, frame, phase):
    """Paint the stones, the last one bright, and the free points dimly.

    If the edges show which side is to move, free points look the same for all; else they have the colour of that side.
    A stone that may be taken over has both colours in turn.
    """
    position, view = play.seen, play.view
    cells = position.cells
    _COLOURS[0] = FREE if play.edges and play.edges.show_turn() else DIM + position.to_move
    view.dots(frame, cells, _COLOURS)
    if view.block > 1:
        for point in range(position.points):
            if cells[point]:
                view.stone(frame, point, cells[point], STONE + cells[point])
    last = position.last_stone()
    if last >= 0:
        view.stone(frame, last, cells[last], BRIGHT + cells[last])
        if phase & MARKED and position.may_swap():
            view.stone(frame, last, position.to_move, BRIGHT + position.to_move)


def _draw_chosen(play, frame, point):
    """Paint the cursor, or the point whose key is down. On a stone it blinks, so that one sees whose stone it is."""
    # Together with the coach's rhythms, neighbours would flash too often; they would hide a hint.
    if play.edges and play.app.settings.neighbours and not (play.coach and play.coach.advises()):
        play.edges.draw_neighbours(frame, play.view, point)
    play.view.fill(frame, point, WHITE)


def _draw_end(play, frame, age):
    """Paint the end: the winning points blink among dim stones, and waves run out from the last one.

    After a draw all stones change slowly between dim and plain. No LED flashes three times a second.
    """
    position = play.seen
    drawn = not position.winner
    blink = age // (_DRAW_MS if drawn else BLINK_MS) % 2
    for wave in range(play.waves):
        draw_wave(play, frame, age // FLASH_MS - 4 * wave)
    for point in range(position.points):
        side = position.cells[point]
        if side:
            colour = DIM
            if drawn:
                colour = DIM if blink else STONE
            elif play.marks[point]:
                colour = STONE if blink else BRIGHT
            play.view.stone(frame, point, side, colour + side)


def draw_wave(play, frame, reach):
    """Paint a square of LEDs around the last stone in the winner's colour, dim for an engine."""
    colour = (STONE if play.waves > 1 else DIM) + play.seen.winner
    width = play.app.panel.lights.width
    middle = play.view.corner[max(play.seen.last_stone(), 0)]
    left, top = middle % width - reach, middle // width - reach
    for at in range(2 * reach + 1):
        _light(play, frame, left + at, top, colour)
        _light(play, frame, left + at, top + 2 * reach, colour)
        _light(play, frame, left, top + at, colour)
        _light(play, frame, left + 2 * reach, top + at, colour)


def _light(play, frame, x, y, colour):
    lights = play.app.panel.lights
    if 0 <= x < lights.width and 0 <= y < lights.height:
        frame[y * lights.width + x] = colour
