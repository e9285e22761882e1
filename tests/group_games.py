"""Hex, Havannah and Y once more for the tests: who has won, from sets of places (column, row) alone.

Shares no code with firmware/ and none with host_sim/formal. A Havannah ring is found in another way than there: what is
left of the field when a group is taken away, and cannot be reached from outside of the field, is surrounded.
"""

AROUND = {  # the six neighbours, by game
    "hex": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
    "havannah": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)),
    "y": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)),
}


def places(name, size):
    """All places of a field, row by row."""
    across = 2 * size - 1 if name == "havannah" else size
    inside = {
        "hex": lambda x, y: True,
        "havannah": lambda x, y: abs(x - y) < size,
        "y": lambda x, y: x <= y,
    }[name]
    return [(x, y) for y in range(across) for x in range(across) if inside(x, y)]


class Truth:
    """Answers for one game and size; stones are sets of places."""

    def __init__(self, name, size):
        self.name, self.size = name, size
        self.places = places(name, size)
        self.field = set(self.places)
        last = size - 1
        edges = {
            "hex": lambda x, y: {"top": y == 0, "bottom": y == last, "left": x == 0, "right": x == last},
            "havannah": lambda x, y: {0: x == 0, 1: y == 0, 2: x == 2 * last, 3: y == 2 * last,
                                      4: x - y == last, 5: y - x == last},
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
        """The set of win types among the stones of a side."""
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


def group_game(name, size):
    """A game as (points, sides, Truth), as brute_force has (points, sides, patterns)."""
    truth = Truth(name, size)
    return len(truth.places), 2, truth


class GroupsOracle:
    """What test_games.py asks of brute_force.Oracle, for a game of group_game."""

    def __init__(self, game):
        self.points, self.sides, self.truth = game

    def _stones(self, cells, side):
        return {place for place, cell in zip(self.truth.places, cells) if cell == side}

    def to_move(self, cells):
        return sum(1 for cell in cells if cell) % 2 + 1

    def winner(self, cells):
        return next((side for side in (1, 2) if self.truth.wins(side, self._stones(cells, side))), 0)

    def moves(self, cells):
        return [] if self.winner(cells) else [point for point in range(self.points) if not cells[point]]

    def win_types(self, cells):
        winner = self.winner(cells)
        return self.truth.wins(winner, self._stones(cells, winner))

    def is_what_won(self, cells, points):
        """Do these points win, and would none of them do without?"""
        winner = self.winner(cells)
        if not winner:
            return not points
        won = {self.truth.places[point] for point in points}
        return (won <= self._stones(cells, winner) and bool(self.truth.wins(winner, won))
                and not any(self.truth.wins(winner, won - {place}) for place in won))
