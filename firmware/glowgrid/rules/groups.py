"""The groups family: a side wins with connected stones that touch enough borders of the field, or that form a ring.

Source: "formal definitions of abstract games, strong positional games, Hex and Havannah" (connection games). Groups are
kept by union-find (R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975), by size and without
path compression, so that the last union can be taken back.
"""

from array import array

import micropython

from glowgrid.rules import witness
from glowgrid.rules.position import Position

# Limits of the groups engines; minimax plays what is larger. A place of the field takes nine bits, borders take a table
# of 4,096 sets, and the step from a place to one in the next row is a byte.
_MOST_WIDTH = 125
_MOST_PLACES = 512
MOST_BORDERS = 12


def touching(borders, least=None, win_type="edges"):
    """Return the goal "a group touches at least `least` of these borders" (default: all), named `win_type`."""
    mask = 0
    for border in borders:
        mask |= 1 << border
    return win_type, mask, len(borders) if least is None else least


def borders_asked(field, goals, images):
    """Return for each goal how many borders it needs, and the points of each border after mapping, sorted."""
    found = []
    for _, mask, least in goals:
        borders = []
        for border in range(16):
            if mask >> border & 1:
                borders.append(sorted([images[p] for p in range(field.points) if field.borders[p] >> border & 1]))
        found.append((least, sorted(borders)))
    return sorted(found)


class Groups:
    """The tables of a game of groups, shared by its positions; built once, never changed.

    field     a Hexagonal (rules/hexagonal.py), or a Field with near[degree * p:degree * p + degree], the neighbours of
              point p, filled up with `points`, and with borders[p], the borders of point p, a bit each
    goals     goals[s - 1]: the goals of side s, made by `touching`; any of them wins
    rings     whether a ring wins too (a loop of stones around at least one point or hole, empty or not); only on a
              Hexagonal
    mirrored  mirrored[p]: where the first stone of side 1 on p stands after side 2 takes it over (swap rule)
    near      near[s - 1]: the neighbours for side s
    fast      whether the groups engines can play it
    fair      whether a first stone that is taken over is worth as much to side 2 as it was to side 1
    swaps     whether its rules know the swap rule
    solid     whether the field has no holes; known only where rings win
    solved    path of a book of first positions (search/groups/book.py), or None
    proof     path of a proof to play from (search/groups/proof_book.py), or None
    published who wins after each first stone, where that is published and too hard to prove here, or None: a bit for
              each point, point 0 the lowest of the first byte, 1 if side 1 wins there
    openings  first stones that lose, with which the engine begins if they may be taken over (search/groups/swap.py), or
              None; they are proven to, unless they are `published`

    A data game may set `near`, `fast`, `swaps` and `solid` (tables.py).
    """

    swaps = solid = True
    solved = proof = published = openings = None

    def __init__(self, field, goals, rings=False, mirrored=None):
        self.field = field
        self.sides = len(goals)
        self.points = field.points
        self.goals = goals
        self.rings = rings
        self.mirrored = field.array(mirrored or range(field.points))
        self.near = (field.near,) * self.sides
        small = field.width <= _MOST_WIDTH and (field.width + 1) * (field.height + 1) <= _MOST_PLACES
        self.fast = self.sides == 2 and field.slant != 0 and small and not max(field.borders) >> MOST_BORDERS
        self.fair = self.fast and self._is_fair()

    def _is_fair(self):
        """Return whether `mirrored` turns the field into itself and the goals of side 1 into those of side 2."""
        mirrored, near = self.mirrored, self.field.near
        itself = self.field.array(range(self.points))
        if mirrored == itself and self.goals[0] == self.goals[1]:
            return True
        if not _keeps_neighbours(self.points, near, mirrored):
            return False
        one, other = self.goals
        return borders_asked(self.field, one, mirrored) == borders_asked(self.field, other, itself)

    def position(self):
        """Return the initial position of a game with these tables."""
        return GroupsPosition(self)


@micropython.viper
def _keeps_neighbours(points: int, near: ptr8, images: ptr8) -> int:
    """Return whether the images of neighbours are neighbours (1 or 0)."""
    at = 0
    while at < 6 * points:
        other = int(near[at])
        if other < points:
            image = 6 * int(images[at // 6])
            end = image + 6
            while image < end and int(near[image]) != int(images[other]):
                image += 1
            if image == end:
                return 0
        at += 1
    return 1


class GroupsPosition(Position):
    """A position of a groups game; `tables` are its Groups.

    leader[p]   the next step to the leader of p's group: p itself, or a point nearer to it (bytearray)
    counts[p]   for a leader: the number of stones in its group (bytearray)
    touched[p]  for a leader: the borders its group touches, one bit each (array 'H')
    ring        whether the last stone closed a ring
    swap        the number of the move "swap", with which side 2 may begin: it takes over the first stone, mirrored;
                -1 in a class whose actions lack it
    swap_rule   whether side 2 may; off at first

    An empty point has the values of a stone alone.
    """

    actions = ("swap",)

    def __init__(self, tables):
        if not tables.swaps:
            self.actions = tuple([action for action in self.actions if action != "swap"])
        super().__init__(tables.field, tables.sides)
        self.tables = tables
        self.may_be_stuck = type(self).refusal is not GroupsPosition.refusal
        array_of = tables.field.array
        self.leader = array_of(range(self.points))
        self.counts = array_of([1] * self.points)
        self.touched = array("H", tables.field.borders)
        self.ring = False
        self.swap = self.action("swap")
        self.swap_rule = False
        # For undo: the leaders that were joined to another, and what that other touched before.
        self._joined = array_of(self.points)
        self._touched_before = array("H", bytes(2 * self.points))
        self._joins = 0
        self._joins_before = array_of(self.most_plies)  # by ply: _joins before that move

    def family(self):
        return "groups" if type(self) is GroupsPosition and self.tables.fast else None

    def group(self, point):
        """Return the leader of the group of the stone on `point`."""
        leader = self.leader
        while leader[point] != point:
            point = leader[point]
        return point

    def refusal(self, side, move):
        why = super().refusal(side, move)
        if not why and move == self.swap and not (self.swap_rule and self._is_first_stone_alone()):
            why = "there is no first stone to take over"
        return why

    def _is_first_stone_alone(self):
        return self.plies == 1 and self.sides == 2 and self.history[0] < self.points and not self.placed

    def play(self, move):
        if not self.is_legal(move):
            return False
        if move < self.points:
            self._joins_before[self.plies] = self._joins
            self.ring = self.tables.rings and self._closes_ring(move)
            self._join(move)
        elif move == self.swap:
            self._give_first_stone(2, self.history[0], self.tables.mirrored[self.history[0]])
        return super().play(move)

    def undo(self):
        move = super().undo()
        if 0 <= move < self.points:
            self.ring = False
            self._part()
        elif move >= 0 and move == self.swap:
            self._give_first_stone(1, self.tables.mirrored[self.history[0]], self.history[0])
        return move

    def become(self, other):
        self.swap_rule = True  # the other may have swapped before the rule was turned off
        super().become(other)
        self.swap_rule = other.swap_rule

    def last_stone(self):
        point = super().last_stone()
        if self.stones == 1 and self.plies > 1 and self.history[1] == self.swap:
            return self.tables.mirrored[point]
        return point

    def wins_at(self, point):
        return self._goal(point) is not None or self.ring

    def win_type(self):
        if not self.winner:
            return None
        goal = self._goal(self.last_stone())
        return goal[0] if goal else "ring"

    def winning_points(self, marks):
        for point in range(self.points):
            marks[point] = 0
        if self.winner:
            last = self.last_stone()
            goal = self._goal(last)
            if goal:
                witness.mark_touching(self, marks, last, goal)
            else:
                witness.mark_ring(self, marks, last)

    def may_be_taken_over(self):
        # On a field of one point the first stone wins.
        started = self.plies or self.placed
        return self.swap_rule and self.swap >= 0 and not started and self.sides == 2 and self.points > 1

    def published(self, move=None):
        """Return who wins by a move (None: from here) with perfect play, as published of first stones; 0 if nothing is.

        It heeds the swap rule. Nothing here has proven it.
        """
        wins, me = self.tables.published, self.to_move
        if not wins or self.stones > 1 or not self.family() or move is not None and not self.is_legal(move):
            return 0
        point, owner = move, me
        if self.stones:
            point, owner = max(self.last_stone(), 0), 3 - me
            while self.cells[point] != owner:  # it may have been set up
                point += 1
                if point == self.points:
                    return 0
        elif move is None:
            return 3 - me if self.may_be_taken_over() else me
        if owner == 2:
            point = self.tables.mirrored[point]
        winner = owner if wins[point >> 3] >> (point & 7) & 1 else 3 - owner
        if not self.stones:
            return 3 - me if self.may_be_taken_over() else winner
        if move is None:
            return me if self.may_swap() else winner
        if move == self.swap:
            return 3 - winner
        return winner if winner == owner else 0  # else it depends on the answer

    def _give_first_stone(self, side, here, there):
        """Move the first stone and change its side. It stands alone, so no group changes."""
        self.cells[here] = 0
        self.cells[there] = side

    # Groups ---------------------------------------------------------------------------------

    def _goal(self, point):
        """Return the goal that the group of the stone on `point` has met, or None."""
        touched = self.touched[self.group(point)]
        for goal in self.tables.goals[self.cells[point] - 1]:
            if witness.number_of_bits(touched & goal[1]) >= goal[2]:
                return goal
        return None

    def _join(self, point):
        """Join a new stone of the side to move with the groups beside it."""
        leader, cells = self.leader, self.cells
        counts, touched = self.counts, self.touched
        side, points, degree = self.to_move, self.points, self.tables.field.degree
        near = self.tables.near[side - 1]
        mine = point
        for at in range(degree * point, degree * point + degree):
            other = near[at]
            if other == points or cells[other] != side:
                continue
            while leader[other] != other:
                other = leader[other]
            if other == mine:
                continue
            if counts[other] > counts[mine]:
                mine, other = other, mine
            self._joined[self._joins] = other
            self._touched_before[self._joins] = touched[mine]
            self._joins += 1
            leader[other] = mine
            counts[mine] += counts[other]
            touched[mine] |= touched[other]

    def _part(self):
        """Undo the unions of the stone that was just removed."""
        leader = self.leader
        while self._joins > self._joins_before[self.plies]:
            self._joins -= 1
            other = self._joined[self._joins]
            mine = leader[other]
            self.counts[mine] -= self.counts[other]
            self.touched[mine] = self._touched_before[self._joins]
            leader[other] = other

    def _closes_ring(self, point):
        """Return whether a new stone of the side to move closes a ring.

        Around the point, its own neighbours come in runs. If two runs are one group already, the stone closes a loop,
        and one of the two gaps between them lies inside. Inside is a point or a hole, so the loop is a ring. With a
        single run the loop does not need the stone, unless the stone is the sixth around another.
        """
        near, cells, points = self.tables.field.near, self.cells, self.points
        side, base = self.to_move, 6 * point
        runs = first = second = 0
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
        """Return whether six stones of the side to move surround the point, once it has one on `new`."""
        near, cells, points = self.tables.field.near, self.cells, self.points
        for at in range(6 * point, 6 * point + 6):
            other = near[at]
            if other == points or (other != new and cells[other] != self.to_move):
                return False
        return True
