"""The stages for three sides: what can be forced against both others, what happens if each plays for itself, playouts.

To find a move, Paranoid first asks what each move forces against both others together, from a file of solved positions
or by search. A winning move is played, and a move that draws is never given up for one that may lose. Playouts between
sides that play as people do choose among the moves that are left. For a person's questions MaxN gives the outcome of
each move if every side plays for itself.

A move is not held to its max^n outcome: the best play there is against two sides that win, block or else play anywhere
wins 98.6, 95.6 and 74.1% from seats 1 to 3 if it holds the outcomes against both others, but 97.0, 88.5 and 65.9% if it
holds those of max^n too (every position enumerated).
"""

import micropython
from micropython import const

from glowgrid.search.engine import DRAW, DRAWN, NO_MOVE, WIN, Stage, words
from glowgrid.search.lines.alpha_beta import AlphaBeta
from glowgrid.search.lines.stones import lift, place

# Words of the stones, see stones.py.
_HASH = const(0)
_VERIFY = const(1)
_EMPTY = const(2)
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)
_READY = const(1)
_AT = const(2)
_OPEN = const(3)
_WINS = const(5)

# Stack and control of max^n, as in alpha_beta.py.
_FRAME = const(12)
_BEST = const(2)
_CURRENT = const(4)
_NEXT = const(5)
_FORCED = const(7)
_NONE = const(255)
_PHASE = const(0)
_PLY = const(1)
_SIDE = const(2)
_VALUE = const(3)
_NODES = const(4)
_VALUE_UNSURE = const(8)
_MASK = const(9)
_LIMIT = const(10)  # plies: a game that is not won by then counts as a draw
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)
_MAX_N_KEY = const(4)  # marks entries of max^n in the table, which alpha-beta marks with the root side
_NOT_OUTCOME = const(0x3FFFFFF8)  # of the second word of an entry: the hash once more, but for an outcome's three bits


@micropython.viper
def max_n(budget: int, state, stack, control_, table_):
    """Go on with a max^n search (each for itself) for at most `budget` nodes; outcomes are 1..3 (who wins) or 4 (draw).

    A side prefers its own win > draw > another's win; among moves equal by that it takes the lowest point. Points are
    tried in that order, so the first move of the best rank counts. Source: C. Luckhardt and K. Irani, "An algorithmic
    solution of N-person games", AAAI 1986; pruning as R. Korf, "Multi-player alpha-beta pruning", 1991 (shallow).
    """
    s = ptr32(state)
    stack32 = ptr32(stack)
    control = ptr32(control_)
    table = ptr32(table_)
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    side = int(control[_SIDE])
    value = int(control[_VALUE])
    unsure = int(control[_VALUE_UNSURE])  # here: 1 if the value only says "no better for the side before"
    limit = int(control[_LIMIT])
    sides = int(s[_SIDES])
    points = int(s[_POINTS])
    cells = int(s[_CELLS])
    nodes = 0
    while phase != _DONE:
        f = ply * _FRAME
        if phase == _ENTER:
            if nodes >= budget:
                break
            nodes += 1
            unsure = 0
            following = side + 1
            if following > sides:
                following = 1
            value = 0
            if ply >= limit:
                value = 4
            elif s[(side << 3) + _READY]:
                value = side
            elif ply + 1 == limit or not s[8 + _OPEN] + s[16 + _OPEN] + s[24 + _OPEN]:
                value = 4
            elif int(s[(following << 3) + _READY]) > 1:
                value = following
            else:
                k = (int(s[_HASH]) & int(control[_MASK])) << 1
                if int(table[k]) == int(s[_VERIFY]) ^ _MAX_N_KEY:
                    value = int(table[k + 1])
                    if (value ^ int(s[_HASH])) & _NOT_OUTCOME:
                        value = 0
                    value &= 7
            phase = _LEAVE
            if not value:
                phase = _PICK
                stack32[f + _BEST] = 0
                stack32[f + _NEXT] = 0
                stack32[f + _FORCED] = _NONE
                if s[(following << 3) + _READY]:
                    stack32[f + _FORCED] = s[(following << 3) + _AT]
        elif phase == _PICK:
            point = _NONE
            stage = int(stack32[f + _NEXT])
            forced = int(stack32[f + _FORCED])
            if forced != _NONE:
                if not stage:
                    point = forced
                    stage = 1
            else:
                while point == _NONE and stage < points:
                    if not s[cells + stage]:
                        point = stage
                    stage += 1
            stack32[f + _NEXT] = stage
            if point != _NONE:
                stack32[f + _CURRENT] = point
                place(point, side, state)
                ply += 1
                side += 1
                if side > sides:
                    side = 1
                phase = _ENTER
            else:
                value = int(stack32[f + _BEST])
                if forced != _NONE and value != side and value != 4:
                    # Blocking did not help: all moves are equal, so the lowest empty point is played.
                    stage = 0
                    while s[cells + stage]:
                        stage += 1
                    if stage != forced:
                        value = side + 1
                        if value > sides:
                            value = 1
                phase = _LEAVE
                unsure = 0
                k = (int(s[_HASH]) & int(control[_MASK])) << 1
                table[k] = int(s[_VERIFY]) ^ _MAX_N_KEY
                table[k + 1] = (int(s[_HASH]) & _NOT_OUTCOME) | value
        else:
            if ply == 1:
                phase = _DONE
            else:
                ply -= 1
                f -= _FRAME
                side -= 1
                if not side:
                    side = sides
                point = int(stack32[f + _CURRENT])
                lift(point, side, state)
                best = int(stack32[f + _BEST])
                phase = _PICK
                if not unsure:
                    if not best or value == side or (value == 4 and best != 4):
                        stack32[f + _BEST] = value
                        best = value
                    if best == side or (best == 4 and not s[(side << 3) + _OPEN]):
                        stack32[f + _NEXT] = points  # nothing better can come
                    elif best == 4 and ply > 1:
                        # The side before has a draw already, and this one will grant it no win.
                        if int(stack32[f - _FRAME + _BEST]) == 4:
                            phase = _LEAVE
                            value = 4
                            unsure = 1
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_SIDE] = side
    control[_VALUE] = value
    control[_NODES] += nodes
    control[_VALUE_UNSURE] = unsure


@micropython.viper
def playout(side: int, state, path_, random_) -> int:
    """Play on from the words of `state` with `side` to move, take it all back; returns winner (0: a draw) + 4 * plies.

    path_: a bytearray for the points played. random_: array 'i' of one word, not 0, the state of the generator
    (xorshift, kept to 30 bits).
    """
    s = ptr32(state)
    path = ptr8(path_)
    random = ptr32(random_)
    points = int(s[_POINTS])
    sides = int(s[_SIDES])
    cells = int(s[_CELLS])
    plies = 0
    winner = 0
    while s[_EMPTY]:
        if s[(side << 3) + _READY]:
            winner = side
            break
        if not s[8 + _OPEN] + s[16 + _OPEN] + s[24 + _OPEN]:
            break
        following = side + 1
        if following > sides:
            following = 1
        if s[(following << 3) + _READY]:
            point = int(s[(following << 3) + _AT])
            if int(s[(following << 3) + _READY]) > 1:
                wins = int(s[(following << 3) + _WINS])
                point = 0
                while not s[wins + point] or s[cells + point]:
                    point += 1
        else:
            x = int(random[0])
            x ^= (x << 13) & 0x3FFFFFFF
            x ^= x >> 17
            x ^= (x << 5) & 0x3FFFFFFF
            random[0] = x
            x = (x >> 3) % int(s[_EMPTY])
            point = 0
            while s[cells + point]:
                point += 1
            while x:
                x -= 1
                point += 1
                while s[cells + point]:
                    point += 1
        place(point, side, state)
        path[plies] = point
        plies += 1
        side = following
    i = plies
    while i:
        i -= 1
        side -= 1
        if not side:
            side = sides
        lift(int(path[i]), side, state)
    return winner + (plies << 2)


LOST, DRAWS, WON = range(3)  # what a move forces against both others; _UNKNOWN: not known
_UNKNOWN = 255
_TELLING = const(10)  # playouts of each move; a percent of fewer is mostly luck
_PLAYOUT_WORK, _PLY_WORK = 565, 56  # work units of a playout, and of each of its plies


class Paranoid(AlphaBeta):
    """What does each move force against both other sides together? One winning move is enough.

    forced   forced[point]: LOST, DRAWS, WON or _UNKNOWN (bytearray)
    """

    share = 6
    BETA = DRAW + 1

    def __init__(self, root, solved):
        super().__init__(root)
        self._solved = solved
        self.forced = bytearray(root.points)

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._begin(position, limits, verdict)
        self._begin_round(verdict.empty, DRAW - 1)
        self._forget()
        if self._solved and position.stones < PARANOID_PLIES:
            self._look_up(position)
        return True

    def _forget(self):
        for point in range(len(self.forced)):
            self.forced[point] = _UNKNOWN

    def _look_up(self, position):
        """What each move forces, from the file: in 2 ms all that a search would take seconds for."""
        root = self._root
        for i in range(root.count):
            point = root.moves[i]
            self.forced[point] = self._solved.paranoid(position, point)
        self.stop()

    def _alpha(self):
        return DRAW - 1

    def _note(self, score, unsure):
        if not unsure:
            self.forced[self._verdict.looking_at] = WON if score > DRAW else DRAWS if score == DRAW else LOST

    def _scored(self, score, unsure):
        super()._scored(score, unsure)
        if score > DRAW:
            self.stop()

    def _end_round(self):
        self.stop()

    def stop(self):
        root, verdict = self._root, self._verdict
        root.unwind()
        self.done = True
        for i in range(root.count):
            point = root.moves[i]
            if self.forced[point] == WON:
                verdict.choose(point, verdict.win_in(0), True)
                verdict.put(point, verdict.me)
                verdict.settled = True
                return

    def shortlist(self, listed):
        """Put the moves that may be best into `listed` (bytearray) and return how many they are.

        They are those that hold a draw; if none is known to, those not known to lose; if all do, all.
        """
        return self._list(DRAWS, listed) or self._list(_UNKNOWN, listed) or self._list(LOST, listed)

    def proves_draw(self):
        """Return whether a draw is the best that any move forces; no move wins, or there would be no need to ask."""
        root, draws = self._root, False
        for i in range(root.count):
            forced = self.forced[root.moves[i]]
            if forced == _UNKNOWN:
                return False
            draws = draws or forced == DRAWS
        return draws and not root.untried

    def _list(self, wanted, listed):
        count = 0
        for point in range(self._root.points):
            if self.forced[point] == wanted and self._is_move(point):
                listed[count] = point
                count += 1
        return count

    def _is_move(self, point):
        """Return whether the point is among the root's moves."""
        root = self._root
        for i in range(root.count):
            if root.moves[i] == point:
                return True
        return False


class Playouts(Stage):
    """Choose among the moves that Paranoid leaves by playouts, the same number for each."""

    def __init__(self, root, paranoid):
        self._root, self._paranoid = root, paranoid
        self._verdict = None
        self.done = True
        self._listed = bytearray(root.points)
        self._count = 0  # listed[:count]: the moves to choose from
        self._gained = words(root.points)  # by point: 4 for each playout won, 1 for each drawn
        self._path = bytearray(root.points)
        self._random = words(1)
        self._turn = self._used = self._most = self._round = self._rounds = 0

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._verdict = verdict
        self.done = False
        for point in range(len(self._gained)):
            self._gained[point] = 0
        self._random[0] = (limits.seed * 7919 + position.stones * 104729) & 0x3FFFFFFF | 1
        self._count = self._paranoid.shortlist(self._listed)
        verdict.choose(self._listed[0], DRAW, self._paranoid.proves_draw())
        self._used, self._most, self._rounds = 0, work, -1
        self._round = self._count * (_PLAYOUT_WORK + _PLY_WORK * verdict.empty)  # at most, one playout for each
        if self._count == 1:
            self._end()
        else:
            self._begin_round()
        return True

    def _begin_round(self):
        self._turn = 0
        self._rounds += 1
        self._verdict.looking_at = self._listed[0]
        if self._used + self._round > self._most:
            self._end()

    def step(self, work):
        before = self._used
        longest = _PLAYOUT_WORK + _PLY_WORK * self._verdict.empty
        while not self.done:
            self._play_out()
            if self._used - before + longest > work:
                break  # the next playout might not fit any more
        return self._used - before

    def _play_out(self):
        """One playout of the move under consideration."""
        verdict, stones = self._verdict, self._root.stones
        point, me = verdict.looking_at, verdict.me
        if stones.wins_at(me, point):
            result = me
        else:
            place(point, me, stones.words)
            result = playout(me % self._root.sides + 1, stones.words, self._path, self._random)
            lift(point, me, stones.words)
        self._used += ((result >> 2) + 1) * _PLY_WORK + _PLAYOUT_WORK
        verdict.nodes += 1
        if result & 3 == me:
            self._gained[point] += 4
        elif not result & 3:
            self._gained[point] += 1
        self._turn += 1
        if self._turn == self._count:
            self._begin_round()
        else:
            verdict.looking_at = self._listed[self._turn]

    def stop(self):
        self._end()

    def _end(self):
        verdict, gained = self._verdict, self._gained
        best = self._listed[0]
        for i in range(self._count):
            point = self._listed[i]
            if gained[point] > gained[best]:
                best = point
            if self._rounds >= _TELLING:
                verdict.estimates[point] = gained[point] * 25 // (self._rounds + (i < self._turn))
        verdict.best = best
        self.done = verdict.settled = True


class MaxN(Stage):
    """The outcome of each move if every side plays for itself: from the file, or by search.

    Limits may cut the game: where nobody has won by then, the outcome is a draw.
    """

    def __init__(self, root, solved):
        self._root, self._solved = root, solved
        self._verdict = None
        self.done = True
        self._stack = words(_FRAME * (root.points + 3))
        self._control = words(12)
        self._control[_LIMIT] = _NONE
        self._point = NO_MOVE  # the root's move that is searched
        self._searching = False

    def start(self, position, limits, verdict, every, work):
        if not every or limits.rough:
            return False
        root = self._root
        root.load(position, limits, verdict)
        self._verdict = verdict
        self.done = self._searching = False
        self._control[_LIMIT] = limits.cut
        self._go_on(-1)
        if self._solved and position.stones < MAX_N_PLIES and limits.cut >= verdict.empty:
            while not self.done:
                self._decided(self._solved.max_n(position, verdict.looking_at) or DRAWN)
        return True

    def _go_on(self, after):
        """Go on to the lowest move above the point `after`: max^n plays the first move of the best rank."""
        root = self._root
        lowest = NO_MOVE
        for i in range(root.count):
            point = root.moves[i]
            if after < point < lowest:
                lowest = point
        self._verdict.looking_at = lowest
        if lowest == NO_MOVE:
            self._end()

    def step(self, work):
        root, verdict = self._root, self._verdict
        left = total = max(work // root.node_work, 1)
        while left > 0 and not self.done:
            if self._searching:
                before = self._control[_NODES]
                self.run(left)
                before = self._control[_NODES] - before
                left -= before
                verdict.nodes += before
                if self.is_searched():
                    self._decided(self.outcome())
            elif root.stones.wins_at(root.me, verdict.looking_at):
                self._decided(root.me)
            else:
                self.begin_move(verdict.looking_at)
        return (total - left) * root.node_work

    def begin_move(self, point):
        """Begin to search what a move of the root leads to."""
        root, control = self._root, self._control
        place(point, root.me, root.stones.words)
        control[_MASK] = (len(root.table) >> 1) - 1
        control[_VALUE_UNSURE] = control[_NODES] = 0
        control[_PHASE] = _ENTER
        control[_PLY] = 1
        control[_SIDE] = root.me % root.sides + 1
        self._point = point
        self._searching = True

    def run(self, nodes):
        """Go on with it for at most so many nodes."""
        max_n(nodes, self._root.stones.words, self._stack, self._control, self._root.table)

    def is_searched(self):
        """Return whether the move is searched; then it is taken back."""
        if self._control[_PHASE] != _DONE:
            return False
        self._searching = False
        lift(self._point, self._root.me, self._root.stones.words)
        return True

    def outcome(self):
        """The outcome of the move that was searched last."""
        return self._control[_VALUE]

    def _decided(self, outcome):
        """The outcome of the move under consideration is known; its plies are those of a draw or of a win at once."""
        verdict, point = self._verdict, self._verdict.looking_at
        plies = 0
        if outcome == DRAWN:
            plies = verdict.empty
        elif outcome == verdict.me and self._root.stones.wins_at(verdict.me, point):
            plies = 1
        verdict.put(point, outcome, plies)
        self._go_on(point)

    def stop(self):
        self._end()

    def _end(self):
        """Choose the lowest move that wins, else the lowest that draws. It proves a draw if all moves are known."""
        verdict = self._verdict
        self.done = verdict.settled = True
        if not self._choose_first(verdict.me, WIN - 1, True):
            self._choose_first(DRAWN, DRAW, verdict.looking_at == NO_MOVE and not self._root.untried)

    def _choose_first(self, outcome, score, proven):
        verdict = self._verdict
        for point in range(self._root.points):
            if verdict.outcomes[point] == outcome:
                verdict.choose(point, score, proven)
                return True
        return False


# The file of solved positions: what is too large to be searched on the Pico.

PARANOID_PLIES = 4
MAX_N_PLIES = 5


@micropython.viper
def place_of(cells_, points: int, point: int, side: int) -> int:
    """Place of the position with these cells and a stone more (of `side` on `point`) among all with as many plies.

    At most two stones a side. The stones of side 1 are counted among all points, those of side 2 among the points that
    side 1 left, and so on: of one stone its point counts, of two x < y y * (y - 1) / 2 + x.
    """
    cells = ptr8(cells_)
    total = 0
    owner = 1
    while owner <= 3:
        place = 0
        stones = 0
        found = 0
        i = 0
        while i < points:
            c = int(cells[i])
            if i == point:
                c = side
            if not c or c >= owner:
                if c == owner:
                    stones += 1
                    if stones == 1:
                        found = place
                    else:
                        found += (place * (place - 1)) >> 1
                place += 1
            i += 1
        if stones == 1:
            total = total * place + found
        elif stones == 2:
            total = total * ((place * (place - 1)) >> 1) + found
        owner += 1
    return total


def positions(points, plies):
    """Return how many positions have so many plies, at most six."""
    count = 1
    for owner in range(3):
        stones = (plies + 2 - owner) // 3
        count *= points * (points - 1) // 2 if stones == 2 else points if stones else 1
        points -= stones
    return count


class Solved:
    """Outcomes of a game's first plies, read from the file at `path`; OSError if it cannot be read.

    `tools.lab record solve three-player` makes such a file. It holds two bits a position, four to a byte, the lowest
    first: what the side that has just moved can force against both others (LOST, DRAWS or WON) after 1 to
    PARANOID_PLIES plies, then who wins by max^n (1..3, 0 nobody) after 1 to MAX_N_PLIES plies. `place_of` gives a
    position's place among those of its ply. On 4x4 that makes 25,456 and 156,496 positions, 45,488 bytes. Looking up
    allocates nothing.
    """

    def __init__(self, path, points):
        self._file = open(path, "rb")
        self._byte = bytearray(1)
        self._points = points
        # Where the positions of each ply start.
        self._paranoid, self._max_n = [0], [0]
        start = 0
        for starts, plies in ((self._paranoid, PARANOID_PLIES), (self._max_n, MAX_N_PLIES)):
            for ply in range(1, plies + 1):
                starts.append(start)
                start += positions(points, ply)
            start += -start % 4

    def paranoid(self, position, point):
        """LOST, DRAWS or WON for the side to move if it plays `point`; position.stones is below PARANOID_PLIES."""
        return self._read(self._paranoid[position.stones + 1], position, point)

    def max_n(self, position, point):
        """The side that wins by max^n if the side to move plays `point`, or 0; position.stones is below MAX_N_PLIES."""
        return self._read(self._max_n[position.stones + 1], position, point)

    def _read(self, start, position, point):
        at = start + place_of(position.cells, self._points, point, position.to_move)
        self._file.seek(at >> 2)
        self._file.readinto(self._byte)
        return self._byte[0] >> 2 * (at & 3) & 3


def open_solved(tables):
    """The file of solved positions of a game, or None where there is none: then all is searched."""
    if not tables.solved:
        return None
    try:
        return Solved(tables.solved, tables.points)
    except OSError:
        return None
