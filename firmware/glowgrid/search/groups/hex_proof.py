"""Proof-number search of Hex over must-play regions: who wins, and which empty points the proof needs.

A proof comes with its carrier: the empty points that it needs. If the other side refutes a move with a carrier, every
move outside the carrier is refuted as well. What lies in the carriers of all refutations, and in those of the other
side's semi connections, is the must-play region. If it is empty, the position is lost (R. Hayward and others, "Solving
7x7 Hex with domination, fill-in, and virtual connections", 2005).

The search is depth-first with two thresholds (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). For the
side to move, phi is the least number of positions to decide for a win, delta the least number for a loss; 0 is proven.
Only the most promising moves of a position are looked at, so many that it grows with the region.

The kernels work on the buffers of hex_links.py. A position is looked up by its stones before dead and captured points
are filled in. At the root they are not, as each of its moves may be asked for. An entry of the table has ten words:
stones of side 1, of side 2, must-play region, carrier of the proof, delta << 15 | phi, and the work that is in it. The
second word has _SECOND if side 2 is to move. A frame of the stack has 22 words; the lists of moves are elsewhere.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_fill import fill_in
from glowgrid.search.groups.hex_links import begin_links, go_on, size
from glowgrid.search.groups.hex_order import order_moves

# `state`, as in hex_links.py:
_V_POINTS = const(1)
_V_ALL = const(2)
_V_WINS = const(19)
_V_FRAMES = const(21)  # where the stack starts
_V_FILL = const(22)
_V_SETS = const(23)  # of four entries in the table, less one
_V_MOVES = const(24)  # where the lists of moves start, in bytes
_V_MOST_PLIES = const(25)
_V_STEPS = const(26)
_V_JOINED = const(30)
_V_LINK = const(31)
_V_WIN_COUNT = const(33)
_V_MINE = const(37)
_V_OPEN = const(39)

# `state`, for the search alone:
_V_PHASE = const(311)
_V_DEPTH = const(312)  # frames on the stack
_V_NODES = const(313)
_V_WHOLE = const(314)  # 1: do not take a connection for the answer at the root, but look for a move
_V_ENTRY = const(315)  # the entry of the position that is looked at
_V_FILLED = const(325)  # the same position with dead and captured points filled in: eight words
_V_AT = const(333)  # which move of the list is next
_V_WIDE = const(334)  # moves that count so far
_V_MOST_WIDE = const(335)
_V_PHI = const(336)  # of the node, from the moves so far
_V_SECOND = const(337)  # the least delta but one
_V_DELTA = const(338)
_V_BEST = const(339)  # the move with the least delta
_V_BEST_ENTRY = const(340)
_V_BASE = const(350)  # frames below this search: 0 if it is about the root, 1 if about a move of the root
_V_WON = const(351)  # moves of the root that win
_V_WINNER = const(353)  # the first of them; -1 none yet
_V_LOOKING = const(354)  # the move of the root that is searched

# `field`:
_F_BITS = const(64)
_F_LAYOUT = const(260)  # the first words of `state`
_LAYOUT_WORDS = const(26)

# An entry:
_E_MUST = const(4)
_E_CARRIER = const(6)
_E_NUMBERS = const(8)
_E_WORK = const(9)
_E_WORDS = const(10)

# A frame of the stack; it starts like an entry:
_S_PHI = const(10)  # go back when phi or delta reach these
_S_DELTA = const(11)
_S_BEFORE = const(12)  # nodes when it was entered
_S_COUNT = const(13)  # moves in its list
_S_FILLED = const(14)  # as _V_FILLED
_S_WORDS = const(22)

_T_LISTED_REPLIES = const(255)  # in `full`, see tree.py
_SECOND = const(1 << 28)
_NEVER = const(32767)  # phi or delta of what is proven impossible
_PHI = const(32767)  # its bits in _E_NUMBERS
_DELTA = const(15)  # the shift to delta

# What a step of `search` costs beside the carriers that are tried, in the same steps:
_LOOK_STEPS = const(35)  # to fill a position in, to find its groups
_ORDER_STEPS = const(220)  # to fill a position in again and order its moves

# Phases:
_LOOK = const(0)  # see whether connections decide the entry
_MINE = const(1)  # connections of the side to move are searched
_THEIRS = const(2)  # those of the other side
_SCAN = const(3)  # go through the moves of a frame
_DONE = const(4)


@micropython.viper
def begin(me: int, buffers, cells_):
    """Begin to prove who wins, side `me` to move. The table may hold what earlier searches of the field have found."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    cells = ptr8(cells_)
    i = 0
    while i < _LAYOUT_WORDS:
        state[i] = field[_F_LAYOUT + i]
        i += 1
    i = 0
    while i < _E_WORDS:
        state[_V_ENTRY + i] = 0
        i += 1
    i = 0
    while i < int(state[_V_POINTS]):
        if cells[i]:
            at = _V_ENTRY + 2 * int(cells[i]) - 2
            state[at] = int(state[at]) | int(field[_F_BITS + i + i])
            state[at + 1] = int(state[at + 1]) | int(field[_F_BITS + i + i + 1])
        i += 1
    if me == 2:
        state[_V_ENTRY + 1] = int(state[_V_ENTRY + 1]) | _SECOND
    i = int(state[_V_FRAMES]) + _E_MUST
    state[i] = state[_V_ALL]
    state[i + 1] = state[_V_ALL + 1]
    replies = ptr8(buffers[1])
    replies[_T_LISTED_REPLIES] = 0
    state[_V_PHASE] = _LOOK
    state[_V_DEPTH] = 0
    state[_V_BASE] = 0
    state[_V_NODES] = 0
    state[_V_WHOLE] = 1
    state[_V_WON] = 0
    state[_V_WON + 1] = 0
    state[_V_WINNER] = -1
    state[_V_LOOKING] = -1


@micropython.viper
def find(buffers) -> int:
    """Copy what the table knows of the position in _V_ENTRY there; return whether it knows it."""
    state = ptr32(buffers[0])
    table = ptr32(buffers[3])
    i = int(place_of(_V_ENTRY, buffers))
    last = i + 4 * _E_WORDS
    a = int(state[_V_ENTRY])
    b = int(state[_V_ENTRY + 1])
    c = int(state[_V_ENTRY + 2])
    d = int(state[_V_ENTRY + 3])
    while i < last:
        if int(table[i]) == a and int(table[i + 1]) == b and int(table[i + 2]) == c and int(table[i + 3]) == d:
            if table[i + _E_WORK]:
                a = _E_MUST
                while a < _E_WORDS:
                    state[_V_ENTRY + a] = table[i + a]
                    a += 1
                return 1
        i += _E_WORDS
    return 0


@micropython.viper
def place_of(at: int, buffers) -> int:
    """Return where the entries start among which the position at `at` has its place."""
    state = ptr32(buffers[0])
    a = int(state[at]) * 0x1E3779B1 ^ int(state[at + 1]) * 0x165667B1
    a = (a ^ int(state[at + 2]) * 0x2C1B3C6D ^ int(state[at + 3]) * 0x297A2D39) & 0x3FFFFFFF
    a = ((a ^ (a >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF
    return ((a ^ (a >> 13)) & int(state[_V_SETS])) * (4 * _E_WORDS)


@micropython.viper
def keep(at: int, buffers):
    """Put the entry at `at` into the table, over an older one of the same position or else over the least work."""
    state = ptr32(buffers[0])
    table = ptr32(buffers[3])
    i = int(place_of(at, buffers))
    last = i + 4 * _E_WORDS
    to = i
    a = int(state[at])
    b = int(state[at + 1])
    c = int(state[at + 2])
    d = int(state[at + 3])
    while i < last:
        if int(table[i]) == a and int(table[i + 1]) == b and int(table[i + 2]) == c and int(table[i + 3]) == d:
            to = i
            break
        if int(table[i + _E_WORK]) < int(table[to + _E_WORK]):
            to = i
        i += _E_WORDS
    i = 0
    while i < _E_WORDS:
        table[to + i] = state[at + i]
        i += 1


@micropython.viper
def decide(at: int, filled: int, won: int, buffers):
    """Enter that the side to move wins or loses in the entry at `at`, whose position is filled in at `filled`.

    Points that the winner has captured belong to the carrier.
    """
    state = ptr32(buffers[0])
    winner = (int(state[at + 1]) >> 28) & 1 ^ won ^ 1
    filled += 4 + winner + winner
    state[at + _E_CARRIER] = int(state[at + _E_CARRIER]) | int(state[filled])
    state[at + _E_CARRIER + 1] = int(state[at + _E_CARRIER + 1]) | int(state[filled + 1])
    state[at + _E_NUMBERS] = _NEVER
    if won:
        state[at + _E_NUMBERS] = _NEVER << _DELTA
    keep(at, buffers)


@micropython.viper
def set_child(frame: int, point: int, buffers):
    """Put the position after a move of the frame into _V_ENTRY."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    side = (int(state[frame + 1]) >> 28) & 1
    i = 0
    while i < 4:
        state[_V_ENTRY + i] = state[frame + _S_FILLED + i]
        i += 1
    i = _V_ENTRY + side + side
    state[i] = int(state[i]) | int(field[_F_BITS + point + point])
    state[i + 1] = int(state[i + 1]) | int(field[_F_BITS + point + point + 1])
    if not side:
        state[_V_ENTRY + 1] = int(state[_V_ENTRY + 1]) | _SECOND


@micropython.viper
def fill(at: int, filled: int, root: int, buffers):
    """Fill in the position of the entry at `at`, except the root, and put the result at `filled`."""
    state = ptr32(buffers[0])
    i = 0
    while i < 4:
        state[filled + i] = state[at + i]
        state[filled + 4 + i] = 0
        i += 1
    state[filled + 1] = int(state[filled + 1]) & (_SECOND - 1)
    state[_V_FILL] = filled
    if not root:
        fill_in(buffers)


@micropython.viper
def begin_side(other: int, buffers):
    """Begin to search the connections of the side to move in _V_ENTRY, or of the other side."""
    state = ptr32(buffers[0])
    side = (int(state[_V_ENTRY + 1]) >> 28) & 1 ^ other
    i = _V_FILLED + side + side
    state[_V_MINE] = state[i]
    state[_V_MINE + 1] = state[i + 1]
    state[_V_OPEN] = int(state[_V_ALL]) & ~(int(state[_V_FILLED]) | int(state[_V_FILLED + 2]))
    state[_V_OPEN + 1] = int(state[_V_ALL + 1]) & ~(int(state[_V_FILLED + 1]) | int(state[_V_FILLED + 3]))
    begin_links(side, other ^ 1, buffers)


@micropython.viper
def look(limit: int, buffers) -> int:
    """Find out what connections say of _V_ENTRY; return whether that is done and in the table."""
    state = ptr32(buffers[0])
    if int(state[_V_PHASE]) == _LOOK:
        state[_V_NODES] = int(state[_V_NODES]) + 1
        state[_V_STEPS] = int(state[_V_STEPS]) + _LOOK_STEPS
        fill(_V_ENTRY, _V_FILLED, int(state[_V_WHOLE]), buffers)
        state[_V_ENTRY + _E_WORK] = 1
        state[_V_PHASE] = _MINE
        if state[_V_WHOLE]:
            state[_V_PHASE] = _THEIRS
        begin_side(int(state[_V_WHOLE]), buffers)
    if not int(go_on(limit, buffers)):
        return 0
    if int(state[_V_PHASE]) == _MINE:
        if not state[_V_JOINED]:
            state[_V_PHASE] = _THEIRS
            begin_side(1, buffers)
            return 0
        state[_V_ENTRY + _E_CARRIER] = state[_V_LINK]
        state[_V_ENTRY + _E_CARRIER + 1] = state[_V_LINK + 1]
        decide(_V_ENTRY, _V_FILLED, 1, buffers)
        return 1
    must_play(buffers)
    return 1


@micropython.viper
def must_play(buffers):
    """Enter into _V_ENTRY what the connections of the side that is not to move leave to the other."""
    state = ptr32(buffers[0])
    semi = ptr32(buffers[2])
    must_even = int(state[_V_OPEN])
    must_odd = int(state[_V_OPEN + 1])
    even = 0
    odd = 0
    if int(state[_V_JOINED]) == 2:
        even = int(state[_V_LINK])
        odd = int(state[_V_LINK + 1])
        must_even = 0
        must_odd = 0
    else:
        i = int(state[_V_WINS])
        last = i + (int(state[_V_WIN_COUNT]) << 1)
        while i < last:
            a = int(semi[i])
            b = int(semi[i + 1])
            if must_even & ~a | must_odd & ~b:
                must_even &= a
                must_odd &= b
                even |= a
                odd |= b
            i += 2
    state[_V_ENTRY + _E_MUST] = must_even
    state[_V_ENTRY + _E_MUST + 1] = must_odd
    state[_V_ENTRY + _E_CARRIER] = even
    state[_V_ENTRY + _E_CARRIER + 1] = odd
    if must_even | must_odd:
        i = int(size(0, _V_ENTRY + _E_MUST, buffers))
        state[_V_ENTRY + _E_NUMBERS] = i << _DELTA | 1
        keep(_V_ENTRY, buffers)
    else:
        decide(_V_ENTRY, _V_FILLED, 0, buffers)


@micropython.viper
def shrink(frame: int, buffers):
    """Restrict the must-play region of a frame to the carrier of the refutation in _V_ENTRY."""
    state = ptr32(buffers[0])
    i = frame + _E_MUST
    even = int(state[_V_ENTRY + _E_CARRIER])
    odd = int(state[_V_ENTRY + _E_CARRIER + 1])
    if int(state[i]) & ~even | int(state[i + 1]) & ~odd:
        state[i] = int(state[i]) & even
        state[i + 1] = int(state[i + 1]) & odd
        i = frame + _E_CARRIER
        state[i] = int(state[i]) | even
        state[i + 1] = int(state[i + 1]) | odd


@micropython.viper
def use_refutations(ply: int, buffers) -> int:
    """Restrict the region of a frame by all refutations that the table knows; return where its list of moves starts."""
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    frame = int(state[_V_FRAMES]) + ply * _S_WORDS
    first = int(state[_V_MOVES]) + ply * int(state[_V_POINTS])
    i = first
    while i < first + int(state[frame + _S_COUNT]):
        set_child(frame, int(moves[i]), buffers)
        if int(find(buffers)):
            if not int(state[_V_ENTRY + _E_NUMBERS]) & _PHI:
                shrink(frame, buffers)
        i += 1
    return first


@micropython.viper
def begin_scan(frame: int, buffers):
    """Begin to go through the moves of the frame on top of the stack."""
    state = ptr32(buffers[0])
    state[_V_PHASE] = _SCAN
    use_refutations(int(state[_V_DEPTH]) - 1, buffers)
    i = int(size(0, frame + _E_MUST, buffers))
    state[_V_MOST_WIDE] = 1 + ((7 * i) >> 4)
    state[_V_AT] = 0
    state[_V_WIDE] = 0
    state[_V_PHI] = _NEVER
    state[_V_SECOND] = _NEVER
    state[_V_DELTA] = 0


@micropython.viper
def scan(looked: int, frame: int, buffers) -> int:
    """Go through the moves of a frame; return 0 if _V_ENTRY must be looked at first, 1 at the end, 2 if a move wins.

    looked: whether _V_ENTRY has what was missing.
    """
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    field = ptr32(buffers[4])
    first = int(state[_V_MOVES]) + (int(state[_V_DEPTH]) - 1) * int(state[_V_POINTS])
    i = int(state[_V_AT])
    while i < int(state[frame + _S_COUNT]) and int(state[_V_WIDE]) < int(state[_V_MOST_WIDE]):
        point = int(moves[first + i])
        even = int(field[_F_BITS + point + point])
        odd = int(field[_F_BITS + point + point + 1])
        if int(state[frame + _E_MUST]) & even | int(state[frame + _E_MUST + 1]) & odd:
            if not looked:
                set_child(frame, point, buffers)
                if not int(find(buffers)):
                    state[_V_AT] = i
                    return 0
            looked = 0
            if int(count_in(point, frame, buffers)):
                state[_V_BEST] = point
                state[frame + _E_CARRIER] = int(state[_V_ENTRY + _E_CARRIER]) | even
                state[frame + _E_CARRIER + 1] = int(state[_V_ENTRY + _E_CARRIER + 1]) | odd
                return 2
        i += 1
    return 1


@micropython.viper
def count_in(point: int, frame: int, buffers) -> int:
    """Take a move whose entry is _V_ENTRY into account; return whether it wins."""
    state = ptr32(buffers[0])
    delta = int(state[_V_ENTRY + _E_NUMBERS]) >> _DELTA
    phi = int(state[_V_ENTRY + _E_NUMBERS]) & _PHI
    if not delta:
        return 1
    if not phi:
        shrink(frame, buffers)
        return 0
    state[_V_WIDE] = int(state[_V_WIDE]) + 1
    phi += int(state[_V_DELTA])
    if phi >= _NEVER:
        phi = _NEVER - 1
    state[_V_DELTA] = phi
    if delta < int(state[_V_PHI]):
        state[_V_SECOND] = state[_V_PHI]
        state[_V_PHI] = delta
        state[_V_BEST] = point
        i = 0
        while i < _E_WORDS:
            state[_V_BEST_ENTRY + i] = state[_V_ENTRY + i]
            i += 1
    elif delta < int(state[_V_SECOND]):
        state[_V_SECOND] = delta
    return 0


@micropython.viper
def descend(at: int, most_phi: int, most_delta: int, buffers):
    """Put a frame for the entry at `at` on the stack, and go on there."""
    state = ptr32(buffers[0])
    ply = int(state[_V_DEPTH])
    state[_V_DEPTH] = ply + 1
    frame = int(state[_V_FRAMES]) + ply * _S_WORDS
    i = 0
    while i < _E_WORDS:
        state[frame + i] = state[at + i]
        i += 1
    state[frame + _S_PHI] = most_phi
    state[frame + _S_DELTA] = most_delta
    state[frame + _S_BEFORE] = state[_V_NODES]
    i = 0
    if not ply:
        i = 1
    elif ply == 1 and not state[_V_BASE]:
        state[_V_LOOKING] = state[_V_BEST]  # a move of the root
    fill(frame, frame + _S_FILLED, i, buffers)
    state[_V_STEPS] = int(state[_V_STEPS]) + _ORDER_STEPS
    i = int(state[_V_MOVES]) + ply * int(state[_V_POINTS])
    i = int(order_moves(frame + _E_MUST, i, buffers))
    state[frame + _S_COUNT] = i
    begin_scan(frame, buffers)


@micropython.viper
def after_scan(found: int, frame: int, buffers):
    """All moves of a frame are known that count: go back, or down the best of them."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    if found == 1 and state[_V_WIDE]:
        i = _F_BITS + 2 * int(state[_V_BEST])
        if not int(state[frame + _E_MUST]) & int(field[i]) | int(state[frame + _E_MUST + 1]) & int(field[i + 1]):
            begin_scan(frame, buffers)  # the best move was met before the region shrank
            return
        phi = int(state[_V_PHI])
        delta = int(state[_V_DELTA])
        state[frame + _E_NUMBERS] = delta << _DELTA | phi
        if phi < int(state[frame + _S_PHI]) and delta < int(state[frame + _S_DELTA]):
            if int(state[_V_DEPTH]) < int(state[_V_MOST_PLIES]):
                i = int(state[_V_SECOND])
                i += 1 + (i >> 2)
                if i > int(state[frame + _S_PHI]):
                    i = int(state[frame + _S_PHI])
                delta = int(state[frame + _S_DELTA]) - delta + (int(state[_V_BEST_ENTRY + _E_NUMBERS]) & _PHI)
                descend(_V_BEST_ENTRY, delta, i, buffers)
                return
            # The stack is full: count the position as most unlikely to be decided.
            state[frame + _E_NUMBERS] = (_NEVER - 1) << _DELTA | (_NEVER - 1)
    state[frame + _E_WORK] = int(state[frame + _E_WORK]) + int(state[_V_NODES]) - int(state[frame + _S_BEFORE])
    if found == 1 and state[_V_WIDE]:
        keep(frame, buffers)
    else:
        decide(frame, frame + _S_FILLED, found - 1, buffers)
    go_back(frame, buffers)


@micropython.viper
def go_back(frame: int, buffers):
    """Leave a frame: go on with the one before it; the first one leaves its entry in _V_ENTRY."""
    state = ptr32(buffers[0])
    depth = int(state[_V_DEPTH]) - 1
    state[_V_DEPTH] = depth
    if depth > int(state[_V_BASE]):
        begin_scan(frame - _S_WORDS, buffers)
        return
    i = 0
    while i < _E_WORDS:
        state[_V_ENTRY + i] = state[frame + i]
        i += 1
    state[_V_PHASE] = _DONE


@micropython.viper
def search(budget: int, buffers) -> int:
    """Go on with the proof for about `budget` steps, see _V_STEPS; return whether it is decided."""
    state = ptr32(buffers[0])
    state[_V_STEPS] = 0
    while int(state[_V_PHASE]) != _DONE and int(state[_V_STEPS]) < budget:
        depth = int(state[_V_DEPTH])
        frame = int(state[_V_FRAMES]) + (depth - 1) * _S_WORDS
        found = -1
        if int(state[_V_PHASE]) == _SCAN:
            found = int(scan(0, frame, buffers))
            if not found:
                state[_V_PHASE] = _LOOK
        elif int(look(budget, buffers)):
            state[_V_PHASE] = _SCAN
            if depth > int(state[_V_BASE]):
                found = int(scan(1, frame, buffers))
                if not found:
                    state[_V_PHASE] = _LOOK
            else:
                state[_V_WHOLE] = 0
                found = int(state[_V_ENTRY + _E_NUMBERS])
                if found & _PHI and found >> _DELTA:
                    descend(_V_ENTRY, _NEVER, _NEVER, buffers)
                else:
                    state[_V_PHASE] = _DONE
                found = 0
        if found > 0:
            after_scan(found, frame, buffers)
    if int(state[_V_PHASE]) == _DONE:
        return 1
    return 0


@micropython.viper
def likeliest(buffers) -> int:
    """Return the move of the root that is hardest to refute, as far as is known; -1 if nothing is."""
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    field = ptr32(buffers[4])
    if not state[_V_DEPTH]:
        return -1
    i = int(use_refutations(0, buffers))
    frame = int(state[_V_FRAMES])
    last = i + int(state[frame + _S_COUNT])
    best = -1
    least = _NEVER + 1
    most = 0
    while i < last:
        point = int(moves[i])
        at = _F_BITS + point + point
        if int(state[frame + _E_MUST]) & int(field[at]) | int(state[frame + _E_MUST + 1]) & int(field[at + 1]):
            if best < 0:
                best = point
            set_child(frame, point, buffers)
            if int(find(buffers)):
                delta = int(state[_V_ENTRY + _E_NUMBERS]) >> _DELTA
                phi = int(state[_V_ENTRY + _E_NUMBERS]) & _PHI
                if delta < least or delta == least and phi > most:
                    least = delta
                    most = phi
                    best = point
        i += 1
    return best


@micropython.viper
def note(buffers):
    """Note what the search has found out about the root, or else about the move of the root in _V_LOOKING."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    frame = int(state[_V_FRAMES])
    numbers = int(state[_V_ENTRY + _E_NUMBERS])
    point = int(state[_V_LOOKING])
    if not state[_V_BASE]:
        point = int(state[_V_BEST])
        if numbers & _PHI:
            state[frame + _E_MUST] = 0
            state[frame + _E_MUST + 1] = 0
            return
        state[_V_WINNER] = point
    elif not numbers & _PHI:
        shrink(frame, buffers)
        return
    at = _F_BITS + point + point
    state[_V_WON] = int(state[_V_WON]) | int(field[at])
    state[_V_WON + 1] = int(state[_V_WON + 1]) | int(field[at + 1])


@micropython.viper
def next_move(buffers) -> int:
    """Begin to search the next move of the root that is not decided and return it; -1 if there is none.

    The root itself has been decided.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    moves = ptr8(buffers[0])
    frame = int(state[_V_FRAMES])
    if not int(state[frame + _E_MUST]) | int(state[frame + _E_MUST + 1]):
        return -1
    first = int(state[_V_MOVES])
    i = 0
    state[_V_BASE] = 1
    state[_V_DEPTH] = 1
    while i < int(state[frame + _S_COUNT]):
        point = int(moves[first + i])
        even = int(field[_F_BITS + point + point]) & ~int(state[_V_WON])
        odd = int(field[_F_BITS + point + point + 1]) & ~int(state[_V_WON + 1])
        if int(state[frame + _E_MUST]) & even | int(state[frame + _E_MUST + 1]) & odd:
            state[_V_LOOKING] = point
            set_child(frame, point, buffers)
            state[_V_PHASE] = _LOOK
            if not int(find(buffers)):
                return point
            even = int(state[_V_ENTRY + _E_NUMBERS])
            if even & _PHI and even >> _DELTA:
                return point
            note(buffers)
        i += 1
    return -1


@micropython.viper
def fill_rows(me: int, buffers, cells_, outcomes_, estimates_):
    """Enter which moves of side `me` are known to win or lose."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    cells = ptr8(cells_)
    outcomes = ptr8(outcomes_)
    estimates = ptr8(estimates_)
    must = int(state[_V_FRAMES]) + _E_MUST
    point = int(state[_V_POINTS])
    while point:
        point -= 1
        if not cells[point]:
            even = int(field[_F_BITS + point + point])
            odd = int(field[_F_BITS + point + point + 1])
            if int(state[_V_WON]) & even | int(state[_V_WON + 1]) & odd:
                outcomes[point] = me
                estimates[point] = 100
            elif not int(state[must]) & even | int(state[must + 1]) & odd:
                outcomes[point] = me ^ 3
                estimates[point] = 0
