"""Proof-number search of Hex over must-play regions: who wins, and which empty points the proof needs.

A proof comes with its carrier: the empty points that it needs. If the other side refutes a move with a carrier, every
move outside the carrier is refuted as well. What lies in the carriers of all refutations, and in those of the other
side's semi connections, is the must-play region. If it is empty, the position is lost (R. Hayward and others, "Solving
7x7 Hex with domination, fill-in, and virtual connections", 2005).

The search is depth-first with two thresholds (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). For the
side to move, phi is the least number of positions to decide for a win, delta the least number for a loss; 0 is proven.
Only the most promising moves of a position are looked at, so many that it grows with the region.

The kernels work on the buffers of hex_links.py. A position is looked up by its stones before dead and captured points
are filled in. At the root they are not, as each of its moves may be asked for. A frame of the stack starts like an
entry of the table, see hex_table.py; it has 22 words, and the lists of moves are elsewhere.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_chain import stones_needed
from glowgrid.search.groups.hex_field import describe, lay_out
from glowgrid.search.groups.hex_fill import fill_in
from glowgrid.search.groups.hex_links import begin_links, go_on, size
from glowgrid.search.groups.hex_order import order_moves
from glowgrid.search.groups.hex_table import find, keep

# `state`, as in hex_links.py:
_HV_POINTS = const(1)
_HV_ALL = const(2)
_HV_WINS = const(42)
_HV_FRAMES = const(8)  # where the stack starts
_HV_FILL = const(10)
_HV_MOVES = const(9)  # where the lists of moves start, in bytes
_HV_MOST_PLIES = const(45)
_HV_STEPS = const(11)
_HV_JOINED = const(13)
_HV_LINK = const(15)
_HV_WIN_COUNT = const(49)
_HV_MINE = const(27)
_HV_OPEN = const(17)

# `state`, for the search alone:
_HV_PHASE = const(30)
_HV_DEPTH = const(29)  # frames on the stack
_HV_NODES = const(313)
_HV_WHOLE = const(314)  # 1: do not take a connection for the answer at the root, but look for a move
_HV_ENTRY = const(315)  # the entry of the position that is looked at
_HV_FILLED = const(325)  # the same position with dead and captured points filled in: eight words
_HV_AT = const(333)  # which move of the list is next
_HV_WIDE = const(334)  # moves that count so far
_HV_MOST_WIDE = const(335)
_HV_PHI = const(336)  # of the node, from the moves so far
_HV_SECOND = const(337)  # the least delta but one
_HV_DELTA = const(338)
_HV_BEST = const(339)  # the move with the least delta
_HV_BEST_ENTRY = const(340)
_HV_BASE = const(350)  # frames below this search: 0 if it is about the root, 1 if about a move of the root
_HV_WON = const(351)  # moves of the root that win
_HV_WINNER = const(353)  # the one of them that needs the fewest stones; -1 none yet
_HV_LOOKING = const(354)  # the move of the root that is searched: the hardest to refute, as far as is known
_HV_FEWEST = const(355)  # stones that _HV_WINNER needs

# `field`:
_HF_BITS = const(640)

# An entry, see hex_table.py:
_H_E_MUST = const(4)
_H_E_CARRIER = const(6)
_H_E_NUMBERS = const(8)
_H_E_WORK = const(9)
_H_E_WORDS = const(10)

# A frame of the stack; it starts like an entry:
_HS_PHI = const(10)  # go back when phi or delta reach these
_HS_DELTA = const(11)
_HS_BEFORE = const(12)  # nodes when it was entered
_HS_COUNT = const(13)  # moves in its list
_HS_FILLED = const(14)  # as _HV_FILLED
_HS_WORDS = const(22)

_T_LISTED_REPLIES = const(255)  # in `full`, see tree.py
# Tasks of `prove`:
_H_GO_ON = const(0)  # `search`
_H_NOTE = const(1)
_H_NEXT_MOVE = const(2)  # `note`, then `next_move`

_H_SECOND = const(1 << 28)
_H_NEVER = const(32767)  # phi or delta of what is proven impossible
_H_PHI = const(32767)  # its bits in _H_E_NUMBERS
_H_DELTA = const(15)  # the shift to delta

# What a step of `search` costs beside the carriers that are tried, in the same steps:
_H_LOOK_STEPS = const(35)  # to fill a position in, to find its groups
_H_ORDER_STEPS = const(220)  # to fill a position in again and order its moves

# Phases:
_H_LOOK = const(0)  # see whether connections decide the entry
_H_MINE = const(1)  # connections of the side to move are searched
_H_THEIRS = const(2)  # those of the other side
_H_SCAN = const(3)  # go through the moves of a frame
_H_DONE = const(4)


@micropython.viper
def begin(me: int, size: int, buffers, cells_):
    """Begin to prove who wins, side `me` to move, on a field with `size` points on a side.

    The table is used as it is: it may hold what earlier searches of the same field have found.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    replies = ptr8(buffers[1])
    cells = ptr8(cells_)
    lay_out(size, buffers)
    describe(size, buffers)
    replies[_T_LISTED_REPLIES] = 0
    i = 0
    while i < int(state[_HV_POINTS]):
        if cells[i]:
            at = _HV_ENTRY + 2 * int(cells[i]) - 2
            state[at] = int(state[at]) | int(field[_HF_BITS + i + i])
            state[at + 1] = int(state[at + 1]) | int(field[_HF_BITS + i + i + 1])
        i += 1
    if me == 2:
        state[_HV_ENTRY + 1] = int(state[_HV_ENTRY + 1]) | _H_SECOND
    i = int(state[_HV_FRAMES]) + _H_E_MUST
    state[i] = state[_HV_ALL]
    state[i + 1] = state[_HV_ALL + 1]
    state[_HV_WHOLE] = 1
    state[_HV_WINNER] = -1
    state[_HV_FEWEST] = _H_NEVER
    state[_HV_LOOKING] = -1


@micropython.viper
def decide(at: int, filled: int, won: int, buffers):
    """Enter that the side to move wins or loses in the entry at `at`, whose position is filled in at `filled`.

    Points that the winner has captured belong to the carrier.
    """
    state = ptr32(buffers[0])
    winner = (int(state[at + 1]) >> 28) & 1 ^ won ^ 1
    filled += 4 + winner + winner
    state[at + _H_E_CARRIER] = int(state[at + _H_E_CARRIER]) | int(state[filled])
    state[at + _H_E_CARRIER + 1] = int(state[at + _H_E_CARRIER + 1]) | int(state[filled + 1])
    state[at + _H_E_NUMBERS] = _H_NEVER
    if won:
        state[at + _H_E_NUMBERS] = _H_NEVER << _H_DELTA
    keep(at, buffers)


@micropython.viper
def set_child(frame: int, point: int, buffers):
    """Put the position after a move of the frame into _HV_ENTRY."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    side = (int(state[frame + 1]) >> 28) & 1
    i = 0
    while i < 4:
        state[_HV_ENTRY + i] = state[frame + _HS_FILLED + i]
        i += 1
    i = _HV_ENTRY + side + side
    state[i] = int(state[i]) | int(field[_HF_BITS + point + point])
    state[i + 1] = int(state[i + 1]) | int(field[_HF_BITS + point + point + 1])
    if not side:
        state[_HV_ENTRY + 1] = int(state[_HV_ENTRY + 1]) | _H_SECOND


@micropython.viper
def fill(at: int, filled: int, root: int, buffers):
    """Fill in the position of the entry at `at`, except the root, and put the result at `filled`."""
    state = ptr32(buffers[0])
    i = 0
    while i < 4:
        state[filled + i] = state[at + i]
        state[filled + 4 + i] = 0
        i += 1
    state[filled + 1] = int(state[filled + 1]) & (_H_SECOND - 1)
    state[_HV_FILL] = filled
    if not root:
        fill_in(buffers)


@micropython.viper
def begin_side(other: int, buffers):
    """Begin to search the connections of the side to move in _HV_ENTRY, or of the other side."""
    state = ptr32(buffers[0])
    side = (int(state[_HV_ENTRY + 1]) >> 28) & 1 ^ other
    i = _HV_FILLED + side + side
    state[_HV_MINE] = state[i]
    state[_HV_MINE + 1] = state[i + 1]
    state[_HV_OPEN] = int(state[_HV_ALL]) & ~(int(state[_HV_FILLED]) | int(state[_HV_FILLED + 2]))
    state[_HV_OPEN + 1] = int(state[_HV_ALL + 1]) & ~(int(state[_HV_FILLED + 1]) | int(state[_HV_FILLED + 3]))
    begin_links(side, other ^ 1, buffers)


@micropython.viper
def look(limit: int, buffers) -> int:
    """Find out what connections say of _HV_ENTRY; return whether that is done and in the table."""
    state = ptr32(buffers[0])
    if int(state[_HV_PHASE]) == _H_LOOK:
        state[_HV_NODES] = int(state[_HV_NODES]) + 1
        state[_HV_STEPS] = int(state[_HV_STEPS]) + _H_LOOK_STEPS
        fill(_HV_ENTRY, _HV_FILLED, int(state[_HV_WHOLE]), buffers)
        state[_HV_ENTRY + _H_E_WORK] = 1
        state[_HV_PHASE] = _H_MINE
        if state[_HV_WHOLE]:
            state[_HV_PHASE] = _H_THEIRS
        begin_side(int(state[_HV_WHOLE]), buffers)
    if not int(go_on(limit, buffers)):
        return 0
    if int(state[_HV_PHASE]) == _H_MINE:
        if not state[_HV_JOINED]:
            state[_HV_PHASE] = _H_THEIRS
            begin_side(1, buffers)
            return 0
        state[_HV_ENTRY + _H_E_CARRIER] = state[_HV_LINK]
        state[_HV_ENTRY + _H_E_CARRIER + 1] = state[_HV_LINK + 1]
        decide(_HV_ENTRY, _HV_FILLED, 1, buffers)
        return 1
    must_play(buffers)
    return 1


@micropython.viper
def must_play(buffers):
    """Enter into _HV_ENTRY what the connections of the side that is not to move leave to the other."""
    state = ptr32(buffers[0])
    semi = ptr32(buffers[2])
    must_even = int(state[_HV_OPEN])
    must_odd = int(state[_HV_OPEN + 1])
    even = 0
    odd = 0
    if int(state[_HV_JOINED]) == 2:
        even = int(state[_HV_LINK])
        odd = int(state[_HV_LINK + 1])
        must_even = 0
        must_odd = 0
    else:
        i = int(state[_HV_WINS])
        last = i + (int(state[_HV_WIN_COUNT]) << 1)
        while i < last:
            a = int(semi[i])
            b = int(semi[i + 1])
            if must_even & ~a | must_odd & ~b:
                must_even &= a
                must_odd &= b
                even |= a
                odd |= b
            i += 2
    state[_HV_ENTRY + _H_E_MUST] = must_even
    state[_HV_ENTRY + _H_E_MUST + 1] = must_odd
    state[_HV_ENTRY + _H_E_CARRIER] = even
    state[_HV_ENTRY + _H_E_CARRIER + 1] = odd
    if must_even | must_odd:
        i = int(size(0, _HV_ENTRY + _H_E_MUST, buffers))
        state[_HV_ENTRY + _H_E_NUMBERS] = i << _H_DELTA | 1
        keep(_HV_ENTRY, buffers)
    else:
        decide(_HV_ENTRY, _HV_FILLED, 0, buffers)


@micropython.viper
def shrink(frame: int, buffers):
    """Restrict the must-play region of a frame to the carrier of the refutation in _HV_ENTRY."""
    state = ptr32(buffers[0])
    i = frame + _H_E_MUST
    even = int(state[_HV_ENTRY + _H_E_CARRIER])
    odd = int(state[_HV_ENTRY + _H_E_CARRIER + 1])
    if int(state[i]) & ~even | int(state[i + 1]) & ~odd:
        state[i] = int(state[i]) & even
        state[i + 1] = int(state[i + 1]) & odd
        i = frame + _H_E_CARRIER
        state[i] = int(state[i]) | even
        state[i + 1] = int(state[i + 1]) | odd


@micropython.viper
def use_refutations(ply: int, buffers) -> int:
    """Restrict the region of a frame by all refutations that the table knows; return where its list of moves starts."""
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    frame = int(state[_HV_FRAMES]) + ply * _HS_WORDS
    first = int(state[_HV_MOVES]) + ply * int(state[_HV_POINTS])
    i = first
    while i < first + int(state[frame + _HS_COUNT]):
        set_child(frame, int(moves[i]), buffers)
        if int(find(buffers)):
            if not int(state[_HV_ENTRY + _H_E_NUMBERS]) & _H_PHI:
                shrink(frame, buffers)
        i += 1
    return first


@micropython.viper
def begin_scan(frame: int, buffers):
    """Begin to go through the moves of the frame on top of the stack."""
    state = ptr32(buffers[0])
    state[_HV_PHASE] = _H_SCAN
    use_refutations(int(state[_HV_DEPTH]) - 1, buffers)
    i = int(size(0, frame + _H_E_MUST, buffers))
    state[_HV_MOST_WIDE] = 1 + ((7 * i) >> 4)
    state[_HV_AT] = 0
    state[_HV_WIDE] = 0
    state[_HV_PHI] = _H_NEVER
    state[_HV_SECOND] = _H_NEVER
    state[_HV_DELTA] = 0


@micropython.viper
def scan(looked: int, frame: int, buffers) -> int:
    """Go through the moves of a frame; return 0 if _HV_ENTRY must be looked at first, 1 at the end, 2 if a move wins.

    looked: whether _HV_ENTRY has what was missing.
    """
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    field = ptr32(buffers[4])
    first = int(state[_HV_MOVES]) + (int(state[_HV_DEPTH]) - 1) * int(state[_HV_POINTS])
    i = int(state[_HV_AT])
    while i < int(state[frame + _HS_COUNT]) and int(state[_HV_WIDE]) < int(state[_HV_MOST_WIDE]):
        point = int(moves[first + i])
        even = int(field[_HF_BITS + point + point])
        odd = int(field[_HF_BITS + point + point + 1])
        if int(state[frame + _H_E_MUST]) & even | int(state[frame + _H_E_MUST + 1]) & odd:
            if not looked:
                set_child(frame, point, buffers)
                if not int(find(buffers)):
                    state[_HV_AT] = i
                    return 0
            looked = 0
            if int(count_in(point, frame, buffers)):
                state[_HV_BEST] = point
                state[frame + _H_E_CARRIER] = int(state[_HV_ENTRY + _H_E_CARRIER]) | even
                state[frame + _H_E_CARRIER + 1] = int(state[_HV_ENTRY + _H_E_CARRIER + 1]) | odd
                return 2
        i += 1
    return 1


@micropython.viper
def count_in(point: int, frame: int, buffers) -> int:
    """Take a move whose entry is _HV_ENTRY into account; return whether it wins."""
    state = ptr32(buffers[0])
    delta = int(state[_HV_ENTRY + _H_E_NUMBERS]) >> _H_DELTA
    phi = int(state[_HV_ENTRY + _H_E_NUMBERS]) & _H_PHI
    if not delta:
        return 1
    if not phi:
        shrink(frame, buffers)
        return 0
    state[_HV_WIDE] = int(state[_HV_WIDE]) + 1
    phi += int(state[_HV_DELTA])
    if phi >= _H_NEVER:
        phi = _H_NEVER - 1
    state[_HV_DELTA] = phi
    if delta < int(state[_HV_PHI]):
        state[_HV_SECOND] = state[_HV_PHI]
        state[_HV_PHI] = delta
        state[_HV_BEST] = point
        i = 0
        while i < _H_E_WORDS:
            state[_HV_BEST_ENTRY + i] = state[_HV_ENTRY + i]
            i += 1
    elif delta < int(state[_HV_SECOND]):
        state[_HV_SECOND] = delta
    return 0


@micropython.viper
def descend(at: int, most_phi: int, most_delta: int, buffers):
    """Put a frame for the entry at `at` on the stack, and go on there."""
    state = ptr32(buffers[0])
    ply = int(state[_HV_DEPTH])
    state[_HV_DEPTH] = ply + 1
    frame = int(state[_HV_FRAMES]) + ply * _HS_WORDS
    i = 0
    while i < _H_E_WORDS:
        state[frame + i] = state[at + i]
        i += 1
    state[frame + _HS_PHI] = most_phi
    state[frame + _HS_DELTA] = most_delta
    state[frame + _HS_BEFORE] = state[_HV_NODES]
    i = 0
    if not ply:
        i = 1
    elif ply == 1 and not state[_HV_BASE]:
        state[_HV_LOOKING] = state[_HV_BEST]  # a move of the root
    fill(frame, frame + _HS_FILLED, i, buffers)
    state[_HV_STEPS] = int(state[_HV_STEPS]) + _H_ORDER_STEPS
    i = int(state[_HV_MOVES]) + ply * int(state[_HV_POINTS])
    i = int(order_moves(frame + _H_E_MUST, i, buffers))
    state[frame + _HS_COUNT] = i
    begin_scan(frame, buffers)


@micropython.viper
def after_scan(found: int, frame: int, buffers):
    """All moves of a frame are known that count: go back, or down the best of them."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    if found == 1 and state[_HV_WIDE]:
        i = _HF_BITS + 2 * int(state[_HV_BEST])
        if not int(state[frame + _H_E_MUST]) & int(field[i]) | int(state[frame + _H_E_MUST + 1]) & int(field[i + 1]):
            begin_scan(frame, buffers)  # the best move was met before the region shrank
            return
        phi = int(state[_HV_PHI])
        delta = int(state[_HV_DELTA])
        state[frame + _H_E_NUMBERS] = delta << _H_DELTA | phi
        if phi < int(state[frame + _HS_PHI]) and delta < int(state[frame + _HS_DELTA]):
            if int(state[_HV_DEPTH]) < int(state[_HV_MOST_PLIES]):
                i = int(state[_HV_SECOND])
                i += 1 + (i >> 2)
                if i > int(state[frame + _HS_PHI]):
                    i = int(state[frame + _HS_PHI])
                delta = int(state[frame + _HS_DELTA]) - delta + (int(state[_HV_BEST_ENTRY + _H_E_NUMBERS]) & _H_PHI)
                descend(_HV_BEST_ENTRY, delta, i, buffers)
                return
            # The stack is full: count the position as most unlikely to be decided.
            state[frame + _H_E_NUMBERS] = (_H_NEVER - 1) << _H_DELTA | (_H_NEVER - 1)
    state[frame + _H_E_WORK] = int(state[frame + _H_E_WORK]) + int(state[_HV_NODES]) - int(state[frame + _HS_BEFORE])
    if found == 1 and state[_HV_WIDE]:
        keep(frame, buffers)
    else:
        decide(frame, frame + _HS_FILLED, found - 1, buffers)
    go_back(frame, buffers)


@micropython.viper
def go_back(frame: int, buffers):
    """Leave a frame: go on with the one before it; the first one leaves its entry in _HV_ENTRY."""
    state = ptr32(buffers[0])
    depth = int(state[_HV_DEPTH]) - 1
    state[_HV_DEPTH] = depth
    if depth > int(state[_HV_BASE]):
        begin_scan(frame - _HS_WORDS, buffers)
        return
    i = 0
    while i < _H_E_WORDS:
        state[_HV_ENTRY + i] = state[frame + i]
        i += 1
    state[_HV_PHASE] = _H_DONE


@micropython.viper
def search(budget: int, buffers) -> int:
    """Go on with the proof for about `budget` steps, see _HV_STEPS; return whether it is decided."""
    state = ptr32(buffers[0])
    state[_HV_STEPS] = 0
    while int(state[_HV_PHASE]) != _H_DONE and int(state[_HV_STEPS]) < budget:
        depth = int(state[_HV_DEPTH])
        frame = int(state[_HV_FRAMES]) + (depth - 1) * _HS_WORDS
        found = -1
        if int(state[_HV_PHASE]) == _H_SCAN:
            found = int(scan(0, frame, buffers))
            if not found:
                state[_HV_PHASE] = _H_LOOK
        elif int(look(budget, buffers)):
            state[_HV_PHASE] = _H_SCAN
            if depth > int(state[_HV_BASE]):
                found = int(scan(1, frame, buffers))
                if not found:
                    state[_HV_PHASE] = _H_LOOK
            else:
                state[_HV_WHOLE] = 0
                found = int(state[_HV_ENTRY + _H_E_NUMBERS])
                if found & _H_PHI and found >> _H_DELTA:
                    descend(_HV_ENTRY, _H_NEVER, _H_NEVER, buffers)
                else:
                    state[_HV_PHASE] = _H_DONE
                found = 0
        if found > 0:
            after_scan(found, frame, buffers)
    if int(state[_HV_PHASE]) == _H_DONE:
        return 1
    return 0


@micropython.viper
def note(buffers):
    """Note what the search has found out about the root, or else about the move of the root in _HV_LOOKING."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    frame = int(state[_HV_FRAMES])
    numbers = int(state[_HV_ENTRY + _H_E_NUMBERS])
    point = int(state[_HV_LOOKING])
    if not state[_HV_BASE]:
        point = int(state[_HV_BEST])
        if numbers & _H_PHI:
            state[frame + _H_E_MUST] = 0
            state[frame + _H_E_MUST + 1] = 0
            return
    elif not numbers & _H_PHI:
        shrink(frame, buffers)
        return
    at = _HF_BITS + point + point
    state[_HV_WON] = int(state[_HV_WON]) | int(field[at])
    state[_HV_WON + 1] = int(state[_HV_WON + 1]) | int(field[at + 1])
    needed = int(stones_needed(point, buffers))
    if needed < int(state[_HV_FEWEST]):
        state[_HV_FEWEST] = needed
        state[_HV_WINNER] = point


@micropython.viper
def copy_outcome(known: int, point: int, frame: int, buffers):
    """If a move of the root is decided, the move on `point` has the same outcome: half a turn leads to it."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    i = _HF_BITS + known + known
    even = int(field[i])
    odd = int(field[i + 1])
    i = _HF_BITS + point + point
    at = frame + _H_E_MUST
    if int(state[_HV_WON]) & even | int(state[_HV_WON + 1]) & odd:
        state[_HV_WON] = int(state[_HV_WON]) | int(field[i])
        state[_HV_WON + 1] = int(state[_HV_WON + 1]) | int(field[i + 1])
    elif not int(state[at]) & even | int(state[at + 1]) & odd:
        state[at] = int(state[at]) & ~int(field[i])
        state[at + 1] = int(state[at + 1]) & ~int(field[i + 1])


@micropython.viper
def next_move(buffers) -> int:
    """Begin to search the next move of the root that is not decided and return it; -1 if there is none.

    The root itself has been decided.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    moves = ptr8(buffers[0])
    frame = int(state[_HV_FRAMES])
    if not int(state[frame + _H_E_MUST]) | int(state[frame + _H_E_MUST + 1]):
        return -1
    first = int(state[_HV_MOVES])
    empty = 1
    if int(state[frame]) | int(state[frame + 1]) & (_H_SECOND - 1) | int(state[frame + 2]) | int(state[frame + 3]):
        empty = 0
    i = 0
    state[_HV_BASE] = 1
    state[_HV_DEPTH] = 1
    while i < int(state[frame + _HS_COUNT]):
        point = int(moves[first + i])
        if empty:
            copy_outcome(int(state[_HV_POINTS]) - 1 - point, point, frame, buffers)
        even = int(field[_HF_BITS + point + point]) & ~int(state[_HV_WON])
        odd = int(field[_HF_BITS + point + point + 1]) & ~int(state[_HV_WON + 1])
        if int(state[frame + _H_E_MUST]) & even | int(state[frame + _H_E_MUST + 1]) & odd:
            state[_HV_LOOKING] = point
            set_child(frame, point, buffers)
            state[_HV_PHASE] = _H_LOOK
            if not int(find(buffers)):
                return point
            even = int(state[_HV_ENTRY + _H_E_NUMBERS])
            if even & _H_PHI and even >> _H_DELTA:
                descend(_HV_ENTRY, _H_NEVER, _H_NEVER, buffers)
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
    must = int(state[_HV_FRAMES]) + _H_E_MUST
    point = int(state[_HV_POINTS])
    while point:
        point -= 1
        if not cells[point]:
            even = int(field[_HF_BITS + point + point])
            odd = int(field[_HF_BITS + point + point + 1])
            if int(state[_HV_WON]) & even | int(state[_HV_WON + 1]) & odd:
                outcomes[point] = me
                estimates[point] = 100
            elif not int(state[must]) & even | int(state[must + 1]) & odd:
                outcomes[point] = me ^ 3
                estimates[point] = 0


@micropython.viper
def prove(task: int, budget: int, buffers) -> int:
    """Do a task, one of those below: one entry for all of them, as they have most of their code in common."""
    if task == _H_GO_ON:
        return int(search(budget, buffers))
    note(buffers)
    if task == _H_NEXT_MOVE:
        return int(next_move(buffers))
    return -1
