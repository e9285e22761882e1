"""The judges of connection games: Hex, Havannah and Y. They share no code with firmware/ nor host_sim/theory/.

    Rules       who has won and by what, from sets of places (column, row)
    Oracle      exhausts a game: obviously right, but slow
    Judge       values of positions with about 18 free points, by masks with memory
    Joining     the same for Hex and Y, where one side must win: about 20 free points

Rules and Judge find a Havannah ring in different ways, both unlike the formal definitions: after removing a group, the
part of the field that cannot be reached from outside is surrounded.
"""

AROUND = {  # the six neighbours, by game
    "hex": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
    "havannah": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)),
    "y": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)),
}


def places(name, size):
    """Return all places of a field, row by row."""
    across = 2 * size - 1 if name == "havannah" else size
    inside = {"hex": lambda x, y: True, "havannah": lambda x, y: abs(x - y) < size, "y": lambda x, y: x <= y}[name]
    return [(x, y) for y in range(across) for x in range(across) if inside(x, y)]


# By sets ----------------------------------------------------------------------------------------------------------


class Rules:
    """Decides who has won in one game and size; stones are sets of places."""

    def __init__(self, name, size):
        self.name, self.size = name, size
        self.places = places(name, size)
        self.field = set(self.places)
        last = size - 1
        edges = {
            "hex": lambda x, y: {"top": y == 0, "bottom": y == last, "left": x == 0, "right": x == last},
            "havannah": lambda x, y: dict(
                enumerate((x == 0, y == 0, x == 2 * last, y == 2 * last, x - y == last, y - x == last))
            ),
            "y": lambda x, y: {"left": x == 0, "bottom": y == last, "right": x == y},
        }[name]
        self.edges = {place: {edge for edge, on in edges(*place).items() if on} for place in self.places}

    def near(self, place):
        return [(place[0] + dx, place[1] + dy) for dx, dy in AROUND[self.name]]

    def groups(self, stones):
        left = set(stones)
        while left:
            group, new = set(), [left.pop()]
            while new:
                place = new.pop()
                group.add(place)
                beside = left.intersection(self.near(place))
                left -= beside
                new.extend(beside)
            yield group

    def wins(self, side, stones):
        """Return the set of win types among the stones of a side."""
        found = set()
        for group in self.groups(stones):
            touched = set().union(*(self.edges[place] for place in group))
            if self.name == "hex" and touched >= ({"top", "bottom"} if side == 1 else {"left", "right"}):
                found.add("edges")
            elif self.name == "y" and len(touched) == 3:
                found.add("edges")
            elif self.name == "havannah" and self.size > 1:
                found |= self._havannah(group)
        return found

    def _havannah(self, group):
        found = set()
        if sum(len(self.edges[place]) == 2 for place in group) >= 2:
            found.add("bridge")
        if len({edge for place in group if len(self.edges[place]) == 1 for edge in self.edges[place]}) >= 3:
            found.add("fork")
        if len(group) >= 6:
            outside = {place for place in self.places if self.edges[place]} - group
            free = self.field - group
            new = list(outside)
            while new:
                beside = free.intersection(self.near(new.pop())) - outside
                outside |= beside
                new.extend(beside)
            full = any(not self.edges[place] and group.issuperset(self.near(place)) for place in group)
            if free - outside or full:
                found.add("ring")
        return found


def game(name, size):
    """Return a game as (points, sides, Rules), for the oracle."""
    rules = Rules(name, size)
    return len(rules.places), 2, rules


class Oracle:
    """Answers questions about one game by exhausting it. Cells are a tuple: 0 for an empty point, else the side."""

    def __init__(self, game):
        self.points, self.sides, self.rules = game
        self._known = {}

    def _stones(self, cells, side):
        return {place for place, cell in zip(self.rules.places, cells, strict=True) if cell == side}

    def to_move(self, cells):
        return sum(1 for cell in cells if cell) % 2 + 1

    def winner(self, cells):
        return next((side for side in (1, 2) if self.rules.wins(side, self._stones(cells, side))), 0)

    def moves(self, cells):
        return [] if self.winner(cells) else [point for point in range(self.points) if not cells[point]]

    def win_types(self, cells):
        winner = self.winner(cells)
        return self.rules.wins(winner, self._stones(cells, winner))

    def is_what_won(self, cells, points):
        """Return whether these points win, and each of them is needed (no points while no side has won)."""
        winner = self.winner(cells)
        if not winner:
            return not points
        won = {self.rules.places[point] for point in points}
        return (
            won <= self._stones(cells, winner)
            and bool(self.rules.wins(winner, won))
            and not any(self.rules.wins(winner, won - {place}) for place in won)
        )

    def value(self, cells, side):
        """Return what the side to move gets: 1 its win, 0 a draw, -1 its loss. The game is not won yet."""
        if cells in self._known:
            return self._known[cells]
        best = -1 if 0 in cells else 0
        for point, cell in enumerate(cells):
            if not cell and best < 1:
                best = max(best, self.after(cells, point, side))
        self._known[cells] = best
        return best

    def after(self, cells, point, side):
        """Return the value of a move for its side."""
        cells = cells[:point] + (side,) + cells[point + 1 :]
        return 1 if self.rules.wins(side, self._stones(cells, side)) else -self.value(cells, 3 - side)


# By masks ---------------------------------------------------------------------------------------------------------


class Judge:
    """Values for the side to move: 1 win, 0 draw, -1 loss. Stones are masks, bit i the i-th place."""

    def __init__(self, name, size):
        inside = places(name, size)
        number = {place: i for i, place in enumerate(inside)}
        self.name, self.points = name, len(inside)
        self._known = {}
        self._near = [
            sum(1 << number[x + dx, y + dy] for dx, dy in AROUND[name] if (x + dx, y + dy) in number) for x, y in inside
        ]
        edges = [{place for place in inside if on(*place)} for on in self._on_edges(size)]
        twice = {place for place in inside if sum(place in edge for edge in edges) > 1}
        self._corners = sum(1 << number[place] for place in twice)
        self._edges = [sum(1 << number[p] for p in (edge - twice if name == "havannah" else edge)) for edge in edges]
        self._border = sum(1 << number[p] for p in set().union(*edges))
        self._whole = (1 << self.points) - 1
        corners_first = self._corners if name == "havannah" else 0
        self._order = sorted(
            range(self.points), key=lambda i: (not corners_first >> i & 1, -bin(self._near[i]).count("1"))
        )

    def _on_edges(self, size):
        """Return for each edge of the field a function that returns whether a place is on it."""
        last = 2 * size - 2 if self.name == "havannah" else size - 1
        if self.name == "y":
            return [lambda x, y: x == 0, lambda x, y: y == last, lambda x, y: x == y]
        on = [lambda x, y: y == 0, lambda x, y: y == last, lambda x, y: x == 0, lambda x, y: x == last]
        if self.name == "havannah":
            on += [lambda x, y: x - y == size - 1, lambda x, y: y - x == size - 1]
        return on

    def _grown(self, seed, inside):
        group, new = 0, seed & inside
        while new:
            group |= new
            beside = 0
            while new:
                low = new & -new
                beside |= self._near[low.bit_length() - 1]
                new ^= low
            new = beside & inside & ~group
        return group

    def wins(self, stones, point, side):
        """Return whether the group of the stone on `point` wins for the side, 1 or 2."""
        group = self._grown(1 << point, stones)
        if self.name == "hex":
            return all(group & edge for edge in self._edges[2 * side - 2 : 2 * side])
        if self.name == "y":
            return all(group & edge for edge in self._edges)
        if bin(group & self._corners).count("1") > 1 or sum(bool(group & edge) for edge in self._edges) > 2:
            return True
        rest = self._whole & ~group
        blob = any(
            group >> i & 1 and bin(self._near[i]).count("1") == 6 and not self._near[i] & ~group
            for i in range(self.points)
        )
        return blob or self._grown(self._border & rest, rest) != rest

    def after(self, mine, other, point, side):
        """Return the value of a move for its side."""
        mine |= 1 << point
        if self.wins(mine, point, side):
            return 1
        return -self.value(other, mine, 3 - side)

    def value(self, mine, other, side):
        """Return the value of a position for the side to move."""
        if (mine, other) in self._known:
            return self._known[mine, other]
        free = [i for i in self._order if not (mine | other) >> i & 1]
        best = -1 if free else 0
        if any(self.wins(mine | 1 << i, i, side) for i in free):
            best = 1
        else:
            threats = [i for i in free if self.wins(other | 1 << i, i, 3 - side)]
            for i in free if not threats else threats[:1] if len(threats) == 1 else ():
                best = max(best, self.after(mine, other, i, side))
                if best == 1:
                    break
        self._known[mine, other] = best
        return best


class Joining(Judge):
    """Hex and Y: as no game is drawn, a win needs only some of the free points.

    Whatever the loser does elsewhere, the winner wins on these. So a move that the other side refutes shows that every
    move outside of the points of its refutation loses, too.
    """

    def __init__(self, name, size):
        super().__init__(name, size)
        self._refutes = [0] * self.points  # how often a move there has won: such moves are tried first

    def value(self, mine, other, side):
        return 1 if self.decided(mine, other, side)[0] else -1

    def winning(self, mine, other, side):
        """Return the moves that win for the side to move."""
        found, must = [], self._whole & ~(mine | other)
        for i in self._free(mine, other):
            if self.wins(mine | 1 << i, i, side):
                found.append(i)
            elif must >> i & 1:
                refuted, needs = self.decided(other, mine | 1 << i, 3 - side)
                if refuted:
                    must &= needs
                else:
                    found.append(i)
        return sorted(found)

    def decided(self, mine, other, side):
        """Return (whether the side to move wins, the free points that the winner needs, as a mask)."""
        if (mine, other) not in self._known:
            self._known[mine, other] = self._decide(mine, other, side)
        return self._known[mine, other]

    def _decide(self, mine, other, side):
        free = self._free(mine, other)
        for i in free:
            if self.wins(mine | 1 << i, i, side):
                return True, 1 << i
        must, needed = self._whole & ~(mine | other), 0
        for i in free:
            if self.wins(other | 1 << i, i, 3 - side):
                must &= 1 << i
                needed |= 1 << i
        for i in free:
            if must >> i & 1:
                refuted, needs = self.decided(other, mine | 1 << i, 3 - side)
                if not refuted:
                    self._refutes[i] += 1
                    return True, needs | 1 << i
                must &= needs
                needed |= needs
        return False, needed

    def _free(self, mine, other):
        return sorted((i for i in self._order if not (mine | other) >> i & 1), key=lambda i: -self._refutes[i])
