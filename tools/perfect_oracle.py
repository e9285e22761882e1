"""Who wins small games of Hex, Havannah and Y: plain search with memory on masks of its own, the judge of the engine.

Shares no code with firmware/: fields are sets of places (column, row), groups are grown place by place.
"""

HEX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
HAVANNAH = Y = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
STEPS = {"hex": HEX, "havannah": HAVANNAH, "y": Y}
INSIDE = {
    "hex": lambda x, y, size: True,
    "havannah": lambda x, y, size: abs(x - y) < size,
    "y": lambda x, y, size: x <= y,
}


class Judge:
    """Values for the side to move: 1 win, 0 draw, -1 loss; stones are masks, bit i the i-th point row by row."""

    def __init__(self, game, size):
        across = 2 * size - 1 if game == "havannah" else size
        inside = [(x, y) for y in range(across) for x in range(across) if INSIDE[game](x, y, size)]
        number = {place: i for i, place in enumerate(inside)}
        steps = STEPS[game]
        self.points, self.game, self.known = len(inside), game, {}
        self.near = [sum(1 << number[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in number) for x, y in inside]
        last = across - 1
        on = [lambda x, y: y == 0, lambda x, y: y == last, lambda x, y: x == 0, lambda x, y: x == last]
        if game == "y":
            on = [lambda x, y: x == 0, lambda x, y: y == last, lambda x, y: x == y]
        if game == "havannah":
            on += [lambda x, y: x - y == size - 1, lambda x, y: y - x == size - 1]
        edges = [{place for place in inside if test(*place)} for test in on]
        twice = {place for place in inside if sum(place in edge for edge in edges) > 1}
        self.corners = sum(1 << number[place] for place in twice)
        self.edges = [sum(1 << number[p] for p in (edge - twice if game == "havannah" else edge)) for edge in edges]
        self.border = sum(1 << number[p] for p in set().union(*edges))
        self.whole = (1 << self.points) - 1
        self.order = sorted(range(self.points), key=lambda i: (not self.corners >> i & 1 if game == "havannah" else 0,
                                                               -bin(self.near[i]).count("1")))

    def grown(self, seed, inside):
        group, new = 0, seed & inside
        while new:
            group |= new
            beside = 0
            while new:
                low = new & -new
                beside |= self.near[low.bit_length() - 1]
                new ^= low
            new = beside & inside & ~group
        return group

    def wins(self, stones, point, side):
        """Does the group of the stone on `point` win for the side, 1 or 2?"""
        group = self.grown(1 << point, stones)
        if self.game == "hex":
            return all(group & edge for edge in self.edges[2 * side - 2 : 2 * side])
        if self.game == "y":
            return all(group & edge for edge in self.edges)
        if bin(group & self.corners).count("1") > 1 or sum(bool(group & edge) for edge in self.edges) > 2:
            return True
        rest = self.whole & ~group
        blob = any(group >> i & 1 and bin(self.near[i]).count("1") == 6 and not self.near[i] & ~group for i in range(self.points))
        return blob or self.grown(self.border & rest, rest) != rest

    def after(self, mine, other, point, side):
        """The value of a move for its side."""
        mine |= 1 << point
        if self.wins(mine, point, side):
            return 1
        return -self.value(other, mine, 3 - side)

    def value(self, mine, other, side):
        if (mine, other) in self.known:
            return self.known[mine, other]
        free = [i for i in self.order if not (mine | other) >> i & 1]
        best = -1 if free else 0
        if any(self.wins(mine | 1 << i, i, side) for i in free):
            best = 1
        else:
            threats = [i for i in free if self.wins(other | 1 << i, i, 3 - side)]
            for i in free if not threats else threats[:1] if len(threats) == 1 else ():
                best = max(best, self.after(mine, other, i, side))
                if best == 1:
                    break
        self.known[mine, other] = best
        return best
