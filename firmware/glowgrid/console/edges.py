"""Edges, neighbours and whose turn it is in groups games: a square grid of LEDs does not show them.

If there is room around the field, and all edges are straight, side 1 has a solid line along its edges, side 2 a broken
one. Otherwise free points on the edges are tinted: all for side 1, every other one for side 2. Dark gaps run along an
edge, so no LED looks like a stone. Edges of the side to move are bright; others are dim, with twice as many gaps.

Edges of no single side have no colour. If all are so (Havannah, Y), corners of the lights apart from the field shine
in the colour of the side to move, now bright, now dim. Corners that make a bridge are grey while free.
"""

from array import array

import micropython

from glowgrid.console.palette import DIM, EDGE, GREY, SILVER, STONE
from glowgrid.console.screen import NO_POINT

_CYCLE = 8  # steps until a gap is where another one was
_FEW, _MANY = 7, 3  # a dark gap in every eighth, in every fourth LED
_ANY = 0  # in place of a side: corners of the field that make a bridge


class Edges:
    """The edges of a position of a groups game, painted on a view of its field."""

    waits = turns = DIM

    def __init__(self, position, view, width, height):
        self.position = position
        self._tables = position.tables
        self.field = position.field
        # For each LED: place, side (or _ANY, or _turn), point if tinted.
        self._leds, self._sides, self._points = array("H"), bytearray(), bytearray()
        self._turn = position.sides + 1  # in place of a side: that to move
        self._looks = bytearray(2 * position.sides + 4)  # of each side now: colour, gaps or 0
        self._looks[0] = GREY  # of _ANY
        lines, goals_of, on = [], position.tables.goals, self._on_borders()
        bridging = 0  # the borders that make a bridge
        for goals in goals_of:
            for win_type, mask, _ in goals:
                if win_type == "bridge":
                    bridging |= mask
        for side in range(position.sides, 0, -1):  # corners go to side 1, whose line is solid
            own = self._own_borders(goals_of, side) & ~bridging
            for border in sorted(on):
                points = on[border]
                if own >> border & 1 and position.points > 1:
                    lines.append((side, points, self._line(points, view, width, height)))
        beside = all([line for side, points, line in lines])
        for side, points, line in lines:
            if beside:
                self._add(line[side - 1 :: side] or line, side)
            else:
                self._tint(points[side - 1 :: side] or points, side, view)
        if not lines:
            self._add(_corners_apart(position, view, width, height), self._turn)
        self._turn_points = bytes(self._points)  # of the LEDs that show which side is to move
        borders = self.field.borders
        self._tint([point for point in range(position.points) if borders[point] & bridging], _ANY, view)

    def _add(self, leds, side, points=None):
        self._leds.extend(array("H", leds))
        self._sides.extend(bytes([side]) * len(leds))
        self._points.extend(bytes(points or [NO_POINT] * len(leds)))

    def _tint(self, points, side, view):
        self._add([view.corner[point] for point in points], side, points)

    def _on_borders(self):
        """Return {border: its points}."""
        on, borders = {}, self.field.borders
        for point in range(len(borders)):
            mask, border = borders[point], 0
            while mask:
                if mask & 1:
                    if border in on:
                        on[border].append(point)
                    else:
                        on[border] = [point]
                mask >>= 1
                border += 1
        return on

    def _own_borders(self, goals_of, side):
        """Return the mask of the borders that count for this side alone."""
        own = others = 0
        for other in range(len(goals_of)):
            for _, mask, _ in goals_of[other]:
                if other == side - 1:
                    own |= mask
                else:
                    others |= mask
        return own & ~others

    def _line(self, points, view, width, height):
        """Return the LEDs beside these border points, from first to last.

        An empty list if there is no room, or the border is no outermost row or column.
        """
        field = self.field
        first, last = view.corner[points[0]], view.corner[points[-1]]
        end = view.block - 1
        rows, columns = field.rows, field.columns
        if _is_outermost(points, rows, columns, field.height):
            upper = rows[points[0]] == 0
            row = first // width + (-1 if upper else view.block)
            if 0 <= row < height:
                return [row * width + x for x in range(first % width, last % width + end + 1)]
        elif _is_outermost(points, columns, rows, field.width):
            left = columns[points[0]] == 0
            column = first % width + (-1 if left else view.block)
            if 0 <= column < width:
                return [y * width + column for y in range(first // width, last // width + end + 1)]
        return []

    def has(self, led):
        """Return whether an edge has this LED."""
        return led in list(self._leds)

    def show_turn(self):
        """Return whether they show who is to move; if stones lie on all tinted points, free points must."""
        cells = self.position.cells
        for point in self._turn_points:
            if point == NO_POINT or not cells[point]:
                return True
        return False

    def draw(self, frame, step):
        """Paint the edges over the free points; `step` counts the steps of the gap, 250 ms each."""
        position, looks, turn = self.position, self._looks, self._turn
        to_move = position.to_move
        for side in range(1, turn):
            looks[2 * side] = (EDGE if side == to_move else self.waits) + side
            looks[2 * side + 1] = _FEW if side == to_move else _MANY
        looks[2 * turn] = (self.turns if step & 2 else STONE) + to_move
        _paint(self._leds, self._sides, self._points, len(self._leds), position.cells, step % _CYCLE, looks, frame)

    def draw_neighbours(self, frame, view, point):
        """Paint free neighbours of a point silver."""
        degree, cells = self.field.degree, self.position.cells
        near = self._tables.near[self.position.to_move - 1]
        for at in range(degree * point, degree * point + degree):
            other = near[at]
            if other < len(cells) and not cells[other]:
                view.dot(frame, other, SILVER)


def _is_outermost(points, lines, along, count):
    """Return whether these points fill their stretch of the first or the last row (or column) of `count`."""
    line, last = lines[points[0]], lines[points[-1]]
    if line != last or line not in (0, count - 1):
        return False
    between = [along[point] for point in range(points[0], points[-1] + 1) if lines[point] == line]
    return between == [along[point] for point in points]


def _corners_apart(position, view, width, height):
    """Return the LEDs in corners of the lights where no point is, nor beside them."""
    taken = view.mask(height)
    apart = []
    for x, left in (0, 0), (width - 1, width - 2):
        for y, top in (0, 0), (height - 1, height - 2):
            first = top * width + left
            if not max(taken[first], taken[first + 1], taken[first + width], taken[first + width + 1]):
                apart.append(y * width + x)
    return apart


@micropython.viper
def _paint(leds: ptr16, sides: ptr8, points: ptr8, count: int, cells: ptr8, step: int, looks: ptr8, frame: ptr8):
    i = 0
    while i < count:
        point = int(points[i])
        taken = 0
        if point < 255:
            taken = int(cells[point])
        if taken == 0:
            look = 2 * int(sides[i])
            colour = int(looks[look])
            gaps = int(looks[look + 1])
            if gaps > 0 and (i - step) & gaps == 0:
                colour = 0
            frame[int(leds[i])] = colour
        i += 1
