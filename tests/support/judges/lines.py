"""The judges of lines games, such as m,n,k. They share no code with firmware/.

    Oracle      everything about a tiny game, by exhausting it: obviously right, but slow
    Two         outcome and plies of every move between two sides, with about 16 free points
    Three       outcome of every move among three sides, and what a side forces against both others
    Threats     who wins within a few plies, on m,n,k of any size

The oracle has tuples of cells. The others have masks: bit row * columns + column is set where a side has a stone.
"""

from functools import lru_cache
from itertools import product

DRAW = "draw"
NEVER = 255  # plies


# Games ------------------------------------------------------------------------------------------------------------


def straight_rows(m, n, k):
    """Return all sets of k points in a straight unbroken row on m rows x n columns, walking from every point."""
    found = set()
    for y, x, dy, dx in product(range(m), range(n), (-1, 0, 1), (-1, 0, 1)):
        walk = [(y + dy * i, x + dx * i) for i in range(k)]
        if len(set(walk)) == k and all(0 <= r < m and 0 <= c < n for r, c in walk):
            found.add(frozenset(r * n + c for r, c in walk))
    return found


def mnk(m, n, k, sides=2):
    """Return the m,n,k game as (points, sides, patterns).

    A pattern is a pair: the frozenset of its points and the set of the sides that win with it.
    """
    return m * n, sides, [(row, set(range(1, sides + 1))) for row in straight_rows(m, n, k)]


def three_player():
    """Return three-player on 4x4: the rows, columns and diagonals of each of the four 3x3 sub-squares."""
    patterns = set()
    for top in (0, 1):
        for left in (0, 1):
            square = [[4 * (top + row) + left + column for column in range(3)] for row in range(3)]
            patterns |= {frozenset(row) for row in square} | {frozenset(column) for column in zip(*square, strict=True)}
            patterns |= {frozenset(square[i][i] for i in range(3)), frozenset(square[i][2 - i] for i in range(3))}
    return 16, 3, [(pattern, {1, 2, 3}) for pattern in patterns]


# By exhausting the game -------------------------------------------------------------------------------------------


class Oracle:
    """Answers questions about one game (points, sides, patterns) with tuples, sets and recursion.

    Cells are a tuple: 0 for an empty point, else the side. They come from games that were not won earlier.
    """

    def __init__(self, game):
        self.points, self.sides, self.patterns = game
        self.solved = lru_cache(None)(self.solved)
        self.max_n = lru_cache(None)(self.max_n)
        self.paranoid = lru_cache(None)(self.paranoid)
        self.wins_within = lru_cache(None)(self.wins_within)

    def empty(self):
        return (0,) * self.points

    def to_move(self, cells):
        return sum(1 for cell in cells if cell) % self.sides + 1

    def moves(self, cells):
        """Return the legal moves: the empty points, none once a side has won."""
        return [] if self.winner(cells) else [p for p in range(self.points) if not cells[p]]

    def after(self, cells, point):
        return cells[:point] + (self.to_move(cells),) + cells[point + 1 :]

    def winner(self, cells):
        """Return the side that holds a whole pattern of its own, or 0."""
        for side in range(1, self.sides + 1):
            stones = {p for p in range(self.points) if cells[p] == side}
            if any(side in owners and pattern <= stones for pattern, owners in self.patterns):
                return side
        return 0

    def winning_points(self, cells):
        """Return all points of all patterns that the winner holds."""
        side = self.winner(cells)
        stones = {p for p in range(self.points) if cells[p] == side}
        return set().union(*(pattern for pattern, owners in self.patterns if side in owners and pattern <= stones))

    def win_types(self, cells):
        return {"line"} if self.winner(cells) else set()

    def is_what_won(self, cells, points):
        """Return whether these are the winning points (none while no side has won)."""
        return points == (self.winning_points(cells) if self.winner(cells) else set())

    def solved(self, cells):
        """For two sides, return (outcome, plies to it); a side prefers an early win, then a draw, then a late loss."""
        winner = self.winner(cells)
        moves = self.moves(cells)
        if not moves:
            return (winner or DRAW), 0
        me = self.to_move(cells)

        def worth(answer):
            outcome, plies = answer
            return (1, -plies) if outcome == me else (0, 0) if outcome == DRAW else (-1, plies)

        outcome, plies = max((self.solved(self.after(cells, move)) for move in moves), key=worth)
        return outcome, plies + 1

    def wins_within(self, cells, plies):
        """For two sides, return whether the side to move wins within `plies`, whatever the other does."""
        return plies > 0 and any(self.has_won_within(self.after(cells, move), plies - 1) for move in self.moves(cells))

    def has_won_within(self, cells, plies):
        """Return whether the side that has just moved has won, or wins within `plies` more, whatever the other does."""
        if self.winner(cells):
            return self.winner(cells) != self.to_move(cells)
        replies = [self.after(cells, move) for move in self.moves(cells)]
        return (
            plies > 1
            and bool(replies)
            and all(not self.winner(reply) and self.wins_within(reply, plies - 1) for reply in replies)
        )

    def max_n(self, cells):
        """Return the outcome if each side prefers its own win > draw > another's, and the lowest point among equals."""
        moves = self.moves(cells)
        if not moves:
            return self.winner(cells) or DRAW
        outcomes = [self.max_n(self.after(cells, move)) for move in moves]
        for wish in (self.to_move(cells), DRAW):
            if wish in outcomes:
                return wish
        return outcomes[0]

    def paranoid(self, cells, me):
        """Return what `me` can force with all others against it: 1 its win, 0 a draw, -1 another's win."""
        moves = self.moves(cells)
        if not moves:
            winner = self.winner(cells)
            return 0 if not winner else 1 if winner == me else -1
        values = [self.paranoid(self.after(cells, move), me) for move in moves]
        return max(values) if self.to_move(cells) == me else min(values)

    def reachable(self, depth=None):
        """Return the set of cells reachable in at most `depth` plies."""
        seen, level = set(), {self.empty()}
        while level and depth != -1:
            seen |= level
            level = {self.after(cells, move) for cells in level for move in self.moves(cells)}
            depth = None if depth is None else depth - 1
        return seen

    def sequences(self, depth):
        """Return the number of move sequences of each length 0..depth, by counting the paths to every position."""
        ways, counts = {self.empty(): 1}, [1]
        for _ in range(depth):
            following = {}
            for cells, number in ways.items():
                for move in self.moves(cells):
                    after = self.after(cells, move)
                    following[after] = following.get(after, 0) + number
            ways = following
            counts.append(sum(ways.values()))
        return counts


# By masks ---------------------------------------------------------------------------------------------------------


class Lines:
    """The lines of m,n,k as masks, and the effect of stones on them."""

    def __init__(self, rows, columns, k):
        self.points = rows * columns
        self.whole = (1 << self.points) - 1
        self.lines = sorted(sum(1 << p for p in row) for row in straight_rows(rows, columns, k))

    def completing(self, mine, other):
        """Return as a mask the free points where a stone completes a line of `mine`."""
        points = 0
        for line in self.lines:
            if not line & other:
                gap = line & ~mine
                if not gap & (gap - 1):
                    points |= gap
        return points


class Exact(Lines):
    """The common part of the judges of two and three sides: an order of the points, and the images of a field."""

    def __init__(self, rows, columns, k):
        super().__init__(rows, columns, k)
        self._through = [[line ^ 1 << p for line in self.lines if line >> p & 1] for p in range(self.points)]
        self._order = sorted(range(self.points), key=lambda p: -len(self._through[p]))
        self._images = self._tables_of_images(rows, columns)

    def _tables_of_images(self, rows, columns):
        """Return the image of each byte of a mask under each symmetry of the field except the identity."""
        images = set()
        for turn in range(8):
            if turn & 4 and rows != columns:
                continue
            image = []
            for p in range(self.points):
                y, x = divmod(p, columns)
                y, x = (rows - 1 - y if turn & 1 else y), (columns - 1 - x if turn & 2 else x)
                y, x = (x, y) if turn & 4 else (y, x)
                image.append(y * columns + x)
            images.add(tuple(image))
        images.discard(tuple(range(self.points)))
        return [[self._images_of_byte(image, byte) for byte in range((self.points + 7) // 8)] for image in images]

    def _images_of_byte(self, image, byte):
        inside = range(8 * byte, min(8 * byte + 8, self.points))
        return [sum(1 << image[p] for p in inside if bits >> p - 8 * byte & 1) for bits in range(256)]

    def least(self, *masks):
        """Return the least of all images of a position, a tuple of masks."""
        best = masks
        for table in self._images:
            image = tuple([sum([table[i][mask >> 8 * i & 255] for i in range(len(table))]) for mask in masks])
            if image < best:
                best = image
        return best

    def wins_at(self, stones, point):
        """Return whether a stone on the point completes a line of these."""
        return any(rest & stones == rest for rest in self._through[point])

    def free(self, *masks):
        """Return the free points, those on many lines first."""
        taken = 0
        for mask in masks:
            taken |= mask
        return [p for p in self._order if not taken >> p & 1]


class Two(Exact):
    """Two sides. Positions are (stones of the side to move, of the other side) and not over."""

    def __init__(self, rows, columns, k):
        super().__init__(rows, columns, k)
        self._known = {}

    def value(self, mine, other):
        """Return (outcome for the side to move: 1 it wins, 0 a draw, -1 it loses; plies to it with best play)."""
        for outcome, attacker, defender in ((1, mine, other), (-1, other, mine)):
            if self.forces(attacker, defender, outcome == 1, NEVER):
                plies = 1 if outcome == 1 else 2
                while not self.forces(attacker, defender, outcome == 1, plies):
                    plies += 2
                return outcome, plies
        return 0, len(self.free(mine, other))

    def values(self, mine, other):
        """Return {point: (outcome, plies)} of every move for its side, as `value` does; plies include the move."""
        found = {}
        for point in self.free(mine, other):
            if self.wins_at(mine, point):
                found[point] = 1, 1
            else:
                outcome, plies = self.value(other, mine | 1 << point)
                found[point] = -outcome, plies + 1
        return found

    def forces(self, attacker, defender, to_move, plies):
        """Return whether the attacker forces a line within `plies` (NEVER: no limit), before the defender has one."""
        if all(line & defender for line in self.lines):
            return False
        key = (*self.least(attacker, defender), to_move, plies)
        if key not in self._known:
            self._known[key] = (self._attack if to_move else self._defend)(attacker, defender, plies)
        return self._known[key]

    def _attack(self, attacker, defender, plies):
        if self.completing(attacker, defender):
            return plies > 0
        stop = self.completing(defender, attacker)
        if plies < 3 or stop & (stop - 1):
            return False
        left = plies if plies == NEVER else plies - 1
        return any(
            self.forces(attacker | 1 << p, defender, False, left)
            for p in self.free(attacker, defender)
            if not stop or stop >> p & 1
        )

    def _defend(self, attacker, defender, plies):
        if plies < 2 or self.completing(defender, attacker):
            return False
        stop = self.completing(attacker, defender)
        if stop & (stop - 1):
            return True
        left = plies if plies == NEVER else plies - 1
        moves = [p for p in self.free(attacker, defender) if not stop or stop >> p & 1]
        return bool(moves) and all(self.forces(attacker, defender | 1 << p, True, left) for p in moves)


class Three(Exact):
    """Three sides. Positions are (stones of the side to move, of the next, of the one after) and not over.

    Outcomes are counted from the side to move: 1 itself, 2 the next, 3 the one after, 0 no one.
    """

    def __init__(self, rows, columns, k):
        super().__init__(rows, columns, k)
        self.max_n = lru_cache(1 << 20)(self._max_n)
        self.paranoid = lru_cache(1 << 20)(self._paranoid)

    def moves(self, a, b, c):
        """Return {point: outcome by max^n}: its own win > draw > another's win, the lowest point among equals."""
        found = {}
        for point in sorted(self.free(a, b, c)):
            if self.wins_at(a, point):
                found[point] = 1
            else:
                seen = self.max_n(b, c, a | 1 << point)
                found[point] = seen and seen % 3 + 1
        return found

    def _max_n(self, a, b, c):
        outcomes = list(self.moves(a, b, c).values())
        return 1 if 1 in outcomes else 0 if 0 in outcomes or not outcomes else outcomes[0]

    def forced(self, a, b, c):
        """Return {point: what the side to move forces with it against both others}: 1 its win, 0 a draw, -1 nothing."""
        return {p: 1 if self.wins_at(a, p) else self.paranoid(b, c, a | 1 << p, 2) for p in self.free(a, b, c)}

    def _paranoid(self, a, b, c, one):
        """Return what the side `one` (0 the side to move, 1 the next, 2 the one after) forces, as above."""
        values = []
        for p in self.free(a, b, c):
            if self.wins_at(a, p):
                values.append(1 if not one else -1)
            else:
                values.append(self.paranoid(b, c, a | 1 << p, (one - 1) % 3))
        return 0 if not values else min(values) if one else max(values)


class Threats(Lines):
    """Two sides on a field of any size: who wins within a few plies.

    Two facts shorten the search. An extra stone never harms its owner, so a move that does not win if the other side
    passes wins against no reply. And a threat to win within 3 plies can only be met by a stone on a line that is open
    to the attacker and lacks at most two points, or by a counter-threat.
    """

    def __init__(self, rows, columns, k):
        super().__init__(rows, columns, k)
        self.wins_within = lru_cache(1 << 18)(self._wins_within)

    def _pairs(self, mine, other):
        """Return the last two points of each line that `mine` may still complete and that lacks just these."""
        for line in self.lines:
            if not line & other:
                gap = line & ~mine
                rest = gap & (gap - 1)
                if rest and not rest & (rest - 1):
                    yield rest, gap ^ rest

    def _doubles(self, mine, other):
        """Return as a mask the points where a stone of `mine` makes two threats at once to complete a line."""
        completes, doubles = {}, 0
        for pair in self._pairs(mine, other):
            for point, last in (pair, pair[::-1]):
                if completes.setdefault(point, last) != last:
                    doubles |= point
        return doubles

    def threatening(self, mine, other):
        """Return as a mask the points where a stone of `mine` threatens to complete a line."""
        points = 0
        for one, two in self._pairs(mine, other):
            points |= one | two
        return points

    def _wins_within(self, mine, other, plies):
        """Return whether the side to move wins within `plies`, whatever the other does."""
        if self.completing(mine, other):
            return True
        return plies > 2 and any(True for _ in self._winning(mine, other, plies))

    def winning_moves(self, mine, other, plies):
        """Return the moves (a list of points) with which the side to move wins within `plies`."""
        at_once = list(_bits(self.completing(mine, other)))
        return [move.bit_length() - 1 for move in at_once or self._winning(mine, other, plies)]

    def _winning(self, mine, other, plies):
        if plies < 3:
            return
        stop = self.completing(other, mine)
        if stop & (stop - 1):
            return
        if plies == 3 and not stop:
            moves = self._doubles(mine, other)  # any other move leaves at most one point to stop
        else:
            moves = stop or self.whole & ~(mine | other)
        for move in _bits(moves):
            if self.wins_after(mine | move, other, plies - 1):
                yield move

    def wins_after(self, mine, other, plies):
        """Return whether the side that has just moved, with the stones `mine`, wins within `plies` more."""
        if self.completing(other, mine):
            return False
        last = self.completing(mine, other)
        if last & (last - 1):
            return True
        if not last and not self.wins_within(mine, other, plies - 1):
            return False
        return all(
            self.wins_within(mine, other | reply, plies - 1) for reply in _bits(last or self._replies(mine, other))
        )

    def _replies(self, mine, other):
        """Return the possible replies of `other` to the threat of `mine` to win; all others lose to the threat."""
        free = self.whole & ~(mine | other)
        if not self.wins_within(mine, other, 3):
            return free
        return (self.threatening(mine, other) | self.threatening(other, mine)) & free

    def wins_by_threats_within(self, mine, other, plies):
        """As wins_within, but every move of the winner threatens to win within 3 plies: fours and open threes only."""
        if self.wins_within(mine, other, min(plies, 5)):
            return True
        if plies <= 5:
            return False
        stop = self.completing(other, mine)
        if stop & (stop - 1):
            return False
        return any(
            self.wins_by_threats_after(mine | move, other, plies - 1)
            for move in _bits(stop or self.whole & ~(mine | other))
        )

    def wins_by_threats_after(self, mine, other, plies):
        """As wins_after, by fours and open threes."""
        if self.completing(other, mine):
            return False
        last = self.completing(mine, other)
        if not last and not self.wins_within(mine, other, 3):
            return False
        return all(
            self.wins_by_threats_within(mine, other | reply, plies - 1)
            for reply in _bits(last or self._replies(mine, other))
        )


def _bits(mask):
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
