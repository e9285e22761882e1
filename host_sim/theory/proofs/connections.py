"""Virtual connections of one side of a game of groups: what it joins, whoever moves first, and on which free points.

This is H-search (V. V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134, 2002). A
connection is **sure** if its ends get joined even when the rival moves first, and a **threat** if the side has to move
first; its carrier is a mask of the free points that it needs. Ends are borders, groups, and free points.
"""

from itertools import combinations

from .tables import bits

MOST_SURE, MOST_THREATS, MOST_WINS = 8, 16, 48  # carriers that are kept between two ends, and for the whole
LARGEST = 16  # points of a carrier that is kept
DEPTH, DEPTH_WON = 2, 3  # more threats that are put together to a sure connection, besides two


class Connections:
    """won: a carrier with which the side wins though the rival moves first, or None.

    threats: carriers with which it wins if it moves first; each holds the move, too
    """

    def __init__(self, tables, side):
        self.near, self.full, self.points = tables.near, tables.full, tables.points
        wanted = [*tables.wanted(side)]
        self.borders = [tables.borders[border] for border in wanted]
        self.goals = {
            tuple(wanted.index(border) for border in chosen)
            for mask, least in tables.goals[side - 1]
            for chosen in combinations(list(bits(mask)), least)
        }
        self.merged = len(wanted) == 2  # a group that touches a border has only the other to join
        self.goals_of = [[goal for goal in self.goals if border in goal] for border in range(len(wanted))]

    def look(self, own, theirs, enough_to_move=False):
        """Find `won` and `threats`; with `enough_to_move` stop at the first threat. `own` has not won."""
        self.free = free = self.full & ~(own | theirs)
        self.won, self.threats = None, []
        self._only_one = enough_to_move
        borders = len(self.borders)
        liberties = self._groups(own, free)
        ends = len(liberties)
        self._sure = [{} for _ in range(ends)]  # of each end before it: {the other end: carriers}
        self._done = [{} for _ in range(ends)]
        self._threats = [{} for _ in range(ends)]
        self._queue = queue = []
        self._over = False
        for end, around in enumerate(liberties):
            for p in bits(around):
                self._add(end, p, 0)
        for end, touched in enumerate(self._touched, borders):
            for border in bits(touched):
                self._add(border, self.points + end, 0)
        beside = self._beside(liberties[borders:], free)
        at = 0
        while at < len(queue) and not self._over:
            end, other, carrier = queue[at]
            at += 1
            if carrier in self._sure[end][other]:  # else a smaller one has replaced it
                self._go_on(end, other, carrier, beside)
        return self.won

    def _groups(self, own, free):
        """Return the free points beside each border, and beside each group that matters."""
        near, borders = self.near, self.borders
        liberties = [border & free for border in borders]
        self._touched = []
        left = own
        while left:
            group = new = left & -left
            around = 0
            while new:
                for p in bits(new):
                    around |= near[p]
                new = around & own & ~group
                group |= new
            left &= ~group
            around &= free
            touched = 0
            for number, border in enumerate(borders):
                if border & group:
                    liberties[number] |= around
                    touched |= 1 << number
            if not touched or not self.merged:
                liberties.append(around)
                self._touched.append(touched)
        return liberties

    def _beside(self, liberties, free):
        """Return for each free point those that touch it, or a group that it touches."""
        beside = {}
        for p in bits(free):
            found = self.near[p] & free
            for around in liberties:
                if around >> p & 1:
                    found |= around
            beside[p] = found & ~(1 << p)
        return beside

    def _add(self, end, other, carrier):
        """Add a sure connection; ends above self.points are borders and groups."""
        if other >= self.points and other - self.points < end:
            end, other = other - self.points, end + self.points
        if carrier.bit_count() <= LARGEST and _enter(self._sure[end].setdefault(other, []), MOST_SURE, carrier):
            self._queue.append((end, other, carrier))

    def _threaten(self, end, other, carrier):
        """Add a threat, and what it makes sure together with others."""
        if other >= self.points:
            if other - self.points < end:
                end, other = other - self.points, end + self.points
            if other - self.points < len(self.borders):
                return
        if carrier.bit_count() > LARGEST + 1:
            return
        for sure in self._sure[end].get(other, ()):
            if not sure & ~carrier:
                return
        known = self._threats[end].setdefault(other, [])
        if _enter(known, MOST_THREATS, carrier):
            for sure in _together(known, carrier, carrier, 0, DEPTH):
                self._add(end, other, sure)

    def _go_on(self, end, other, carrier, beside):
        """Join a sure connection to those found before."""
        self._done[end].setdefault(other, []).append(carrier)
        points, borders = self.points, len(self.borders)
        if other >= points:
            group = other - points
            if end < borders:
                self._meet(end, other, carrier, 0)
            else:
                self._over_group(end, other, carrier)
            if not self._over:
                self._over_group(group, points + end, carrier)
            return
        point = 1 << other
        used = carrier | point
        if end < borders:
            self._meet(end, other, carrier, point)
            if self._over:
                return
        far = 0
        for p in bits(beside[other] & ~used):
            far |= beside[p]
            self._threaten(end, p, used)
        for p in bits(far & ~(beside[other] | used)):  # over two points between them
            over = beside[other] & beside[p] & ~carrier
            second = over & (over - 1)
            if second:
                self._threaten(end, p, used | over & -over | second & -second)
        for third, done in enumerate(self._done):
            if third != end:
                for more in done.get(other, ()):
                    if not more & used:
                        self._threaten(end, points + third, used | more)
        self._over_group(end, other, carrier)

    def _over_group(self, middle, source, carrier):
        """Join a sure connection from `source` to the group `middle` to all done ones from there on."""
        points, borders = self.points, len(self.borders)
        if middle < borders:
            return
        used = carrier
        if source < points:
            used |= 1 << source
        else:
            for p, known in self._done[middle].items():
                for more in known if p < points and not carrier >> p & 1 else ():
                    if not more & carrier:
                        self._add(source - points, p, carrier | more)
        for third, done in enumerate(self._done):
            place = points + third
            if third != middle and place != source and not (third < borders and points <= source < points + borders):
                lower, higher = (third, middle) if third < middle else (middle, third)
                for more in self._done[lower].get(points + higher, ()):
                    if not more & used:
                        self._add(third, source, carrier | more)

    def _meet(self, border, place, carrier, point):
        """A border is joined to a point or group: is that enough together with other borders?"""
        for goal in self.goals_of[border]:
            found = [carrier]
            for third in goal:
                if third != border:
                    found = [
                        one | more
                        for one in found
                        for more in self._done[third].get(place, ())
                        if not more & (one | point)
                    ]
            for whole in found:
                if not point:
                    self._win(whole)
                elif _enter(self.threats, MOST_WINS, whole | point):
                    if self._only_one:
                        self._over = True
                    for sure in _together(self.threats, whole | point, whole | point, 0, DEPTH_WON):
                        self._win(sure)
                if self._over:
                    return

    def _win(self, carrier):
        self.won, self._over = carrier, True


def _enter(known, most, carrier):
    """Put a carrier in a list of carriers of which none contains another; if it is full, in place of the largest."""
    for other in known:
        if not other & ~carrier:
            return False
    known[:] = [other for other in known if carrier & ~other]
    if len(known) == most:
        largest = max(known, key=int.bit_count)
        if largest.bit_count() <= carrier.bit_count():
            return False
        known.remove(largest)
    known.append(carrier)
    return True


def _together(known, common, union, first, depth):
    """Return unions of a threat with others so that no point is in all of them: the rival cannot stop all."""
    found = []
    for at in range(first, len(known)):
        left = common & known[at]
        if left == common:
            continue
        if not left:
            found.append(union | known[at])
        elif depth:
            found += _together(known, left, union | known[at], at + 1, depth - 1)
    return found
