"""The fields with six neighbours a point, made plain on a square grid: whose edges are where, and what lies beside a point.

Where there is room around the field, side 1 has a solid line of LEDs along its edges and side 2 a broken one. Where
there is none, free points on the edges are tinted: all of them for side 1, every other one for side 2. Edges that are
no side's own have no colour; corners that make a bridge (Havannah) are grey while they are free.
"""

from array import array

from glowgrid.console.palette import BRIGHT, EDGE, GREY, SILVER


class Edges:
    """What is painted for the edges of a position of a groups game (rules/groups.py) on a view of its field."""

    def __init__(self, position, view, width, height):
        self.position = position
        self.field = position.field
        self._leds, self._colours = array("H"), bytearray()  # beside the field
        tints = bytearray(position.points)  # colour of a free point, or 0
        lines = []
        for side in range(1, position.sides + 1):
            for border in range(16):
                points = self._points_on(border)
                if len(points) > 1 and self._is_own(border, side):
                    lines.append((side, points, self._line(points, view, width, height)))
            for win_type, mask, _ in position.tables.goals[side - 1]:
                for point in range(position.points):
                    if win_type == "bridge" and self.field.borders[point] & mask:
                        tints[point] = GREY
        if all([line for side, points, line in lines]):
            for side, points, line in lines:
                for led in line[side - 1::side]:
                    self._leds.append(led)
                    self._colours.append(EDGE + side)
        else:
            for side, points, line in reversed(lines):  # the corners to side 1, whose line is solid
                for point in points[side - 1::side]:
                    tints[point] = EDGE + side
        self._tinted = bytes([point for point in range(position.points) if tints[point]])
        self._tints = bytes([tint for tint in tints if tint])  # of these points

    def _points_on(self, border):
        return [point for point in range(self.field.points) if self.field.borders[point] >> border & 1]

    def _is_own(self, border, side):
        """Does the border count for this side alone?"""
        goals = self.position.tables.goals
        for other in range(1, self.position.sides + 1):
            counts = False
            for _, mask, least in goals[other - 1]:
                if mask >> border & 1:
                    counts = True
            if counts != (other == side):
                return False
        return True

    def _line(self, points, view, width, height):
        """The LEDs beside these border points, from the first to the last; none where there is no room."""
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

    def draw(self, frame, view):
        """Paint the edges, over free points that have been painted."""
        for i in range(len(self._leds)):
            frame[self._leds[i]] = self._colours[i]
        cells, tinted = self.position.cells, self._tinted
        for i in range(len(tinted)):
            if not cells[tinted[i]]:
                frame[view.corner[tinted[i]]] = self._tints[i]

    def draw_neighbours(self, frame, view, point):
        """Light up the points beside one: free ones silver, stones bright."""
        near, cells = self.field.near, self.position.cells
        for at in range(6 * point, 6 * point + 6):
            other = near[at]
            if other < len(cells):
                if cells[other]:
                    view.stone(frame, other, cells[other], BRIGHT + cells[other])
                else:
                    view.dot(frame, other, SILVER)
