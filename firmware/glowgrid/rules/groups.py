"""The groups family: a side wins with connected stones that touch enough borders of the field, or that form a ring.

Source: "formal definitions of abstract games, strong positional games, Hex and Havannah" (connection games). Groups are
kept by union-find (R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975), by size and without
path compression, so that the last union can be taken back.
"""

from array import array

from glowgrid.rules.position import Position


def touching(borders, least=None, win_type="edges"):
    """The goal "a group touches at least `least` of these borders" (all of them if None), called `win_type`."""
    mask = 0
    for border in borders:
        mask |= 1 << border
    return win_type, mask, len(borders) if least is None else least


def _bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


class Groups:
    """The tables of a game of groups, shared by its positions; built once, never changed.

    field     a Hexagonal (rules/hexagonal.py)
    goals     goals[s - 1]: the goals of side s, as `touching` makes them; any of them wins
    rings     does a ring win too (a loop of stones around at least one point, whatever stands on it)?
    mirrored  mirrored[p]: where the first stone of side 1 on p becomes one of side 2 when it is taken over (swap rule)
    """

    def __init__(self, field, goals, rings=False, mirrored=None):
        self.field = field
        self.sides = len(goals)
        self.points = field.points
        self.goals = goals
        self.rings = rings
        self.mirrored = bytes(mirrored or range(field.points))

    def position(self):
        """The initial position of a game with these tables."""
        return GroupsPosition(self)


class GroupsPosition(Position):
    """A position of a groups game; `tables` are its Groups.

    leader[p]   the way to the representative of p's group: p itself, or a point nearer to it (bytearray)
    stones[p]   for a representative: the number of stones in its group (bytearray)
    touched[p]  for a representative: the borders its group touches, one bit each (array 'H')
    ring        whether the last stone closed a ring
    swap_rule   whether side 2 may take over the first stone; off unless set
    swapped     whether it did

    What is said of a representative holds for an empty point as for a stone alone.
    """

    def __init__(self, tables):
        super().__init__(tables.field, tables.sides)
        self.tables = tables
        self.leader = bytearray(range(self.points))
        self.stones = bytearray([1] * self.points)
        self.touched = array("H", tables.field.borders)
        self.ring = False
        self.swap_rule = False
        self.swapped = False
        # What undo needs: the representatives that became led by another, and what that one touched before.
        self._joined = bytearray(self.points)
        self._touched_before = array("H", bytes(2 * self.points))
        self._joins = 0
        self._joins_before = bytearray(self.points)  # by ply: _joins before that stone

    def group(self, point):
        """The representative of the group that the stone on `point` belongs to."""
        leader = self.leader
        while leader[point] != point:
            point = leader[point]
        return point

    def play(self, point):
        if not self.is_legal(point):
            return False
        self._joins_before[self.plies] = self._joins
        self.ring = self.tables.rings and self._closes_ring(point)
        self._join(point)
        return super().play(point)

    def undo(self):
        if self.swapped and self.plies == 1:
            self._move_first_stone(1)
            return self.history[0]
        point = super().undo()
        if point >= 0:
            self.ring = False
            self._part()
        return point

    def wins_at(self, point):
        return self._goal(point) is not None or self.ring

    def win_type(self):
        if not self.winner:
            return None
        goal = self._goal(self.history[self.plies - 1])
        return goal[0] if goal else "ring"

    def winning_points(self, marks):
        for point in range(self.points):
            marks[point] = 0
        if self.winner:
            from glowgrid.rules import witness  # only the end of a game needs it

            last = self.history[self.plies - 1]
            goal = self._goal(last)
            if goal:
                witness.mark_touching(self, marks, last, goal)
            else:
                witness.mark_ring(self, marks, last)

    # The swap rule --------------------------------------------------------------------------

    def may_swap(self):
        return self.swap_rule and self.plies == 1 and self.sides == 2 and not self.swapped and not self.winner

    def may_be_taken_over(self):
        return self.swap_rule and self.plies == 0 and self.sides == 2 and self.points > 1  # one point alone wins at once

    def swap(self):
        """Side 2 takes the first stone over. Returns False and changes nothing where it may not."""
        if not self.may_swap():
            return False
        self._move_first_stone(2)
        return True

    def _move_first_stone(self, side):
        """It becomes the side's, mirrored; the other side is to move. A stone alone has nothing joined."""
        point = self.history[0]
        self.cells[point] = 0
        self.history[0] = point = self.tables.mirrored[point]
        self.cells[point] = side
        self.to_move = 3 - side
        self.swapped = side == 2

    # Groups ---------------------------------------------------------------------------------

    def _goal(self, point):
        """The goal that the group of the stone on `point` has met, or None."""
        touched = self.touched[self.group(point)]
        for goal in self.tables.goals[self.cells[point] - 1]:
            if _bits(touched & goal[1]) >= goal[2]:
                return goal
        return None

    def _join(self, point):
        """Make one group of a new stone of the side to move and the groups beside it."""
        near, leader, cells = self.tables.field.near, self.leader, self.cells
        stones, touched = self.stones, self.touched
        side, points = self.to_move, self.points
        mine = point
        for at in range(6 * point, 6 * point + 6):
            other = near[at]
            if other == points or cells[other] != side:
                continue
            while leader[other] != other:
                other = leader[other]
            if other == mine:
                continue
            if stones[other] > stones[mine]:
                mine, other = other, mine
            self._joined[self._joins] = other
            self._touched_before[self._joins] = touched[mine]
            self._joins += 1
            leader[other] = mine
            stones[mine] += stones[other]
            touched[mine] |= touched[other]

    def _part(self):
        """Take back what the stone that was just taken away had joined."""
        leader = self.leader
        while self._joins > self._joins_before[self.plies]:
            self._joins -= 1
            other = self._joined[self._joins]
            mine = leader[other]
            self.stones[mine] -= self.stones[other]
            self.touched[mine] = self._touched_before[self._joins]
            leader[other] = other

    def _closes_ring(self, point):
        """Will a new stone of the side to move close a ring?

        Going round the point, its own neighbours come in runs. Where two runs already are one group, the stone closes a
        loop; a gap between the two lies inside, and of the gaps only one outside can be off the field: a ring. With a
        single run the loop can be drawn tight without the stone, unless that fills the sixth place around a stone.
        """
        near, cells, points = self.tables.field.near, self.cells, self.points
        side, base = self.to_move, 6 * point
        runs = 0
        before = near[base + 5]
        own_before = before != points and cells[before] == side
        for turn in range(6):
            other = near[base + turn]
            own = other != points and cells[other] == side
            if own and not own_before:
                runs += 1
                group = self.group(other)
                if runs > 1 and (group == first or group == second):
                    return True
                if runs == 1:
                    first = second = group
                else:
                    second = group
            own_before = own
        for at in range(base, base + 6):
            other = near[at]
            if other != points and cells[other] == side and self._surrounded(other, point):
                return True
        return False

    def _surrounded(self, point, new):
        """Do six stones of the side to move stand around the point, once it has one on `new`?"""
        near, cells, points = self.tables.field.near, self.cells, self.points
        for at in range(6 * point, 6 * point + 6):
            other = near[at]
            if other == points or (other != new and cells[other] != self.to_move):
                return False
        return True
