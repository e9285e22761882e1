"""The lines family: a side wins with its stones on all points of one line.

Any strong positional game is one of these ("formal definitions of abstract games, strong positional games, Hex and
Havannah"): tic-tac-toe, m,n,k, three-player 4x4, or your own. A line may serve every side or only some.
"""

from array import array

import micropython

from glowgrid.rules.position import Position


class Lines:
    """The lines of a game as tables, shared by its positions and the search; built once, never changed.

    members[starts[i]:starts[i + 1]]          the points of line i (bytearray, array 'H')
    owners[i]                                 bit s-1 is set if line i wins for side s (bytes)
    through[through_starts[p]:...[p + 1]]     the lines through point p (array 'H')
    solved                                    path of a file of outcomes (search/lines/solved_file.py), or None
    misere                                    whether who completes a line loses
    """

    solved = None
    misere = False

    def __init__(self, field, sides, lines, owners=None):
        """`lines`: sequences of distinct points; `owners`: a bit mask per line (default: all sides).

        Raise ValueError, naming the line (counted from 1), if it is empty, repeats a point or leaves the field.
        """
        self.field = field
        self.sides = sides
        self.points = field.points
        self.count = len(lines)
        self.owners = bytes(owners or [(1 << sides) - 1] * self.count)
        self.members = members = field.array()
        self.starts = starts = array("H", [0])
        points = self.points
        for number, line in enumerate(lines):
            size = len(line)
            if not size:
                raise ValueError("line %d: empty; a line has at least one point" % (number + 1))
            if len(set(line)) != size:
                raise ValueError("line %d: a point stands in it twice" % (number + 1))
            for point in line:
                if not 0 <= point < points:
                    raise ValueError("line %d: point %r is off the field" % (number + 1, point))
                members.append(point)
            if len(members) > 65535:
                raise ValueError("line %d: more than 65535 points in all lines together" % (number + 1))
            starts.append(len(members))
        self.through_starts = array("H", bytes(2 * points + 2))
        self.through = array("H", bytes(2 * len(members)))
        _list_lines(members, starts, self.count, points, self.through_starts, self.through)

    def position(self):
        """Return the initial position of a game with these lines."""
        if self.misere:
            return __import__("glowgrid.rules.misere", None, None, ("Misere",)).Misere(self)
        return LinesPosition(self)


@micropython.viper
def _list_lines(members: ptr8, starts: ptr16, count: int, points: int, through_starts: ptr16, through: ptr16):
    """Write the lines through each point, and where they start; both outputs are all 0 before."""
    at = 0
    end = int(starts[count])
    while at < end:
        point = int(members[at])
        through_starts[point] = int(through_starts[point]) + 1
        at += 1
    point = 0
    end = 0
    while point <= points:  # for now the end of each point's lines
        end += int(through_starts[point])
        through_starts[point] = end
        point += 1
    while count:
        end = int(starts[count])
        count -= 1
        at = int(starts[count])
        while at < end:
            point = int(members[at])
            to = int(through_starts[point]) - 1
            through_starts[point] = to
            through[to] = count
            at += 1


class LinesPosition(Position):
    """A position of a lines game; `tables` are its Lines."""

    def __init__(self, tables):
        super().__init__(tables.field, tables.sides)
        self.tables = tables

    def family(self):
        return "lines" if type(self) is LinesPosition and self.tables.count else None

    def _full_line(self, line, side):
        tables = self.tables
        if not tables.owners[line] >> (side - 1) & 1:
            return False
        for at in range(tables.starts[line], tables.starts[line + 1]):
            if self.cells[tables.members[at]] != side:
                return False
        return True

    def wins_at(self, point):
        tables = self.tables
        side = self.cells[point]
        for at in range(tables.through_starts[point], tables.through_starts[point + 1]):
            if self._full_line(tables.through[at], side):
                return True
        return False

    def win_type(self):
        return "line" if self.winner else None

    def winning_points(self, marks):
        tables = self.tables
        for point in range(self.points):
            marks[point] = 0
        if not self.winner:
            return
        for line in range(tables.count):
            if self._full_line(line, self.winner):
                for at in range(tables.starts[line], tables.starts[line + 1]):
                    marks[tables.members[at]] = 1


def rows_of(rows, columns, k):
    """Return every straight row of k neighbouring points (across, down, diagonal) on a full rows x columns field."""
    lines = []
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        if k == 1 and (right, down) != (1, 0):
            break  # a single point is the same row in every direction: list it once
        ahead, step = right * (k - 1), down * columns + right
        for y in range(rows - down * (k - 1)):
            for first in range(y * columns + max(-ahead, 0), (y + 1) * columns - max(ahead, 0)):
                lines.append(list(range(first, first + k * step, step)))
    return lines
