"""Edges and neighbours on hexagonal fields: a square grid of LEDs does not show them.

If there is room around the field, side 1 has a solid line of LEDs along its edges and side 2 a broken one, each in the
colour of its side. If there is no room, free points on the edges are tinted: all of them for side 1, every other one
for side 2. A dark gap runs along each edge, so no LED of it looks like a stone. Edges that belong to no single side
have no colour; corners that make a bridge (Havannah) are grey while they are free.
"""

from array import array

import micropython

from glowgrid.console.palette import EDGE, GREY, SILVER
from glowgrid.console.screen import NO_POINT

_GAPS = 8  # from one gap in an edge to the next, in LEDs


class Edges:
    """The edges of a position of a groups game (rules/groups.py), painted on a view of its field."""

    def __init__(self, position, view, width, height):
        self.position = position
        self.field = position.field
        # For each LED of an edge: its place, its colour, its point if tinted.
        self._leds, self._colours, self._points = array("H"), bytearray(), bytearray()
        lines, goals_of, on = [], position.tables.goals, self._on_borders()
        for side in range(position.sides, 0, -1):  # corners go to side 1, whose line is solid
            own = self._own_borders(goals_of, side)
            for border in sorted(on):
                points = on[border]
                if own >> border & 1 and len(points) > 1:
                    lines.append((side, points, self._line(points, view, width, height)))
        beside = all([line for side, points, line in lines])
        for side, points, line in lines:
            if beside:
                self._add(line[side - 1 :: side], EDGE + side)
            else:
                self._tint(points[side - 1 :: side], EDGE + side, view)
        bridging = 0  # the borders that make a bridge
        for goals in goals_of:
            for win_type, mask, _ in goals:
                if win_type == "bridge":
                    bridging |= mask
        borders = self.field.borders
        self._tint([point for point in range(position.points) if borders[point] & bridging], GREY, view)

    def _add(self, leds, colour, points=None):
        self._leds.extend(array("H", leds))
        self._colours.extend(bytes([colour]) * len(leds))
        self._points.extend(bytes(points or [NO_POINT] * len(leds)))

    def _tint(self, points, colour, view):
        self._add([view.corner[point] for point in points], colour, points)

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
        """Return the LEDs beside these border points, from the first to the last; an empty list if there is no room."""
        field = self.field
        first, last = view.corner[points[0]], view.corner[points[-1]]
        end = view.block - 1
        rows, columns = field.rows, field.columns
        if rows[points[0]] == rows[points[-1]]:
            upper = rows[points[0]] == 0
            row = first // width + (-1 if upper else view.block)
            if 0 <= row < height:
                return [row * width + x for x in range(first % width, last % width + end + 1)]
        elif columns[points[0]] == columns[points[-1]]:
            left = columns[points[0]] == 0
            column = first % width + (-1 if left else view.block)
            if 0 <= column < width:
                return [y * width + column for y in range(first // width, last // width + end + 1)]
        return []

    def draw(self, frame, step):
        """Paint the edges over the free points; `step` counts the steps of the gap."""
        _paint(self._leds, self._colours, self._points, len(self._leds), self.position.cells, step % _GAPS, GREY, frame)

    def draw_neighbours(self, frame, view, point):
        """Paint the neighbours of a point silver; of a stone with several LEDs, only the first LED."""
        near, points = self.field.near, len(self.position.cells)
        for at in range(6 * point, 6 * point + 6):
            if near[at] < points:
                view.dot(frame, near[at], SILVER)


@micropython.viper
def _paint(leds: ptr16, colours: ptr8, points: ptr8, count: int, cells: ptr8, gap: int, steady: int, frame: ptr8):
    i = 0
    while i < count:
        point = int(points[i])
        taken = 0
        if point < 255:
            taken = int(cells[point])
        if taken == 0:
            colour = int(colours[i])
            if i % 8 == gap:
                if colour != steady:
                    colour = 0
            frame[int(leds[i])] = colour
        i += 1
