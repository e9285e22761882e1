"""Proof-number search of Hex over must-play regions: who wins, and with which empty points.

A proof comes with its carrier, a set of empty points: the winner wins whatever stones the other side has outside.
So a refutation refutes every move outside its carrier as well. What lies in the carriers of all refutations, and of the
other side's semi connections, is the must-play region: no other move can win. If it is empty, the position is lost (R.
Hayward and others, "Solving 7x7 Hex", 2005).

The search is depth-first with two thresholds (A. Nagai, "Df-pn algorithm", 2002). For the side to move, phi is the
least number of positions to decide for a win, delta the least number for a loss; 0 is proven. It looks at the most
promising moves only: the larger the region, the more.

The kernels work on the buffers of hex_links.py. The table has a position as it was before dead and captured points were
filled in. The root is not filled in, as each of its moves may be asked for.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_field import describe, lay_out
from glowgrid.search.groups.hex_fill import fill_in
from glowgrid.search.groups.hex_links import begin_links, go_on, size
from glowgrid.search.groups.hex_order import order_moves
from glowgrid.search.groups.hex_table import find, keep
from glowgrid.search.groups.hex_words import *
from glowgrid.search.groups.tree_words import LISTED_REPLIES

# What a step of `search` costs beside the carriers tried, in the same steps:
_LOOK_STEPS = const(35)  # to fill a position in, to find its groups
_ORDER_STEPS = const(220)  # to fill a position in again and order its moves

# Phases:
_LOOK = const(0)  # see whether connections decide the entry
_MOVER_LINKS = const(1)  # connections of the side to move are searched
_OTHER_LINKS = const(2)  # those of the other side
_SCAN = const(3)  # go through the moves of a frame
_DONE = const(4)


@micropython.viper
def begin(me: int, size: int, buffers, cells_):
    """Begin to prove who wins, side `me` to move, on a field with `size` points on a side.

    The table may hold earlier searches of the same field.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    replies = ptr8(buffers[1])
    cells = ptr8(cells_)
    lay_out(size, buffers)
    describe(size, buffers)
    replies[LISTED_REPLIES] = 0
    i = 0
    while i < int(state[POINTS]):
        if cells[i]:
            at = ENTRY + 2 * int(cells[i]) - 2
            state[at] = int(state[at]) | int(field[MASKS + i + i])
            state[at + 1] = int(state[at + 1]) | int(field[MASKS + i + i + 1])
        i += 1
    if me == 2:
        state[ENTRY + 1] = int(state[ENTRY + 1]) | SECOND_MOVES
    i = int(state[FRAMES]) + ENTRY_MUST
    state[i] = state[ALL]
    state[i + 1] = state[ALL + 1]
    state[WHOLE] = 1
    state[WINNER] = -1
    state[LOOKING] = -1


@micropython.viper
def decide(at: int, filled: int, won: int, buffers):
    """Enter that the side to move wins or loses in the entry at `at`, whose position is filled in at `filled`.

    The table then has a proof: phi or delta is 0, the other NEVER, and the carrier includes what the winner captured.
    """
    state = ptr32(buffers[0])
    winner = (int(state[at + 1]) >> 28) & 1 ^ won ^ 1
    filled += 4 + winner + winner
    state[at + ENTRY_CARRIER] = int(state[at + ENTRY_CARRIER]) | int(state[filled])
    state[at + ENTRY_CARRIER + 1] = int(state[at + ENTRY_CARRIER + 1]) | int(state[filled + 1])
    state[at + ENTRY_NUMBERS] = NEVER
    if won:
        state[at + ENTRY_NUMBERS] = NEVER << DELTA_SHIFT
    keep(at, buffers)


@micropython.viper
def set_child(frame: int, point: int, buffers):
    """Put the position after a move of the frame into ENTRY."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    side = (int(state[frame + 1]) >> 28) & 1
    i = 0
    while i < 4:
        state[ENTRY + i] = state[frame + FRAME_FILLED + i]
        i += 1
    i = ENTRY + side + side
    state[i] = int(state[i]) | int(field[MASKS + point + point])
    state[i + 1] = int(state[i + 1]) | int(field[MASKS + point + point + 1])
    if not side:
        state[ENTRY + 1] = int(state[ENTRY + 1]) | SECOND_MOVES


@micropython.viper
def fill(at: int, filled: int, root: int, buffers):
    """Fill in the position of the entry at `at`, except the root, at `filled`; who wins stays the same."""
    state = ptr32(buffers[0])
    i = 0
    while i < 4:
        state[filled + i] = state[at + i]
        state[filled + 4 + i] = 0
        i += 1
    state[filled + 1] = int(state[filled + 1]) & (SECOND_MOVES - 1)
    state[FILL] = filled
    if not root:
        fill_in(buffers)


@micropython.viper
def begin_side(other: int, buffers):
    """Begin to search the connections of the side to move in ENTRY, or of the other side."""
    state = ptr32(buffers[0])
    side = (int(state[ENTRY + 1]) >> 28) & 1 ^ other
    i = FILLED + side + side
    state[MINE] = state[i]
    state[MINE + 1] = state[i + 1]
    state[OPEN] = int(state[ALL]) & ~(int(state[FILLED]) | int(state[FILLED + 2]))
    state[OPEN + 1] = int(state[ALL + 1]) & ~(int(state[FILLED + 1]) | int(state[FILLED + 3]))
    begin_links(side, other ^ 1, buffers)


@micropython.viper
def look(limit: int, buffers) -> int:
    """Find out what connections prove about ENTRY; return whether that is done and in the table."""
    state = ptr32(buffers[0])
    if int(state[PHASE]) == _LOOK:
        state[NODES] = int(state[NODES]) + 1
        state[STEPS] = int(state[STEPS]) + _LOOK_STEPS
        fill(ENTRY, FILLED, int(state[WHOLE]), buffers)
        state[ENTRY + ENTRY_WORK] = 1
        state[PHASE] = _MOVER_LINKS
        if state[WHOLE]:
            state[PHASE] = _OTHER_LINKS
        begin_side(int(state[WHOLE]), buffers)
    if not int(go_on(limit, buffers)):
        return 0
    if int(state[PHASE]) == _MOVER_LINKS:
        if not state[JOINED]:
            state[PHASE] = _OTHER_LINKS
            begin_side(1, buffers)
            return 0
        state[ENTRY + ENTRY_CARRIER] = state[LINK]
        state[ENTRY + ENTRY_CARRIER + 1] = state[LINK + 1]
        decide(ENTRY, FILLED, 1, buffers)
        return 1
    must_play(buffers)
    return 1


@micropython.viper
def must_play(buffers):
    """Enter into ENTRY the region that the other side's connections leave to the side to move: no other move wins."""
    state = ptr32(buffers[0])
    semi = ptr32(buffers[1])
    must_even = int(state[OPEN])
    must_odd = int(state[OPEN + 1])
    even = 0
    odd = 0
    if int(state[JOINED]) == 2:
        even = int(state[LINK])
        odd = int(state[LINK + 1])
        must_even = 0
        must_odd = 0
    else:
        i = int(state[WINS])
        last = i + (int(state[WIN_COUNT]) << 1)
        while i < last:
            a = int(semi[i])
            b = int(semi[i + 1])
            if must_even & ~a | must_odd & ~b:
                must_even &= a
                must_odd &= b
                even |= a
                odd |= b
            i += 2
    state[ENTRY + ENTRY_MUST] = must_even
    state[ENTRY + ENTRY_MUST + 1] = must_odd
    state[ENTRY + ENTRY_CARRIER] = even
    state[ENTRY + ENTRY_CARRIER + 1] = odd
    if must_even | must_odd:
        i = int(size(0, ENTRY + ENTRY_MUST, buffers))
        state[ENTRY + ENTRY_NUMBERS] = i << DELTA_SHIFT | 1
        keep(ENTRY, buffers)
    else:
        decide(ENTRY, FILLED, 0, buffers)


@micropython.viper
def shrink(frame: int, buffers):
    """Restrict the must-play region of a frame to the carrier of the refutation in ENTRY, and add that to its own."""
    state = ptr32(buffers[0])
    i = frame + ENTRY_MUST
    even = int(state[ENTRY + ENTRY_CARRIER])
    odd = int(state[ENTRY + ENTRY_CARRIER + 1])
    if int(state[i]) & ~even | int(state[i + 1]) & ~odd:
        state[i] = int(state[i]) & even
        state[i + 1] = int(state[i + 1]) & odd
        i = frame + ENTRY_CARRIER
        state[i] = int(state[i]) | even
        state[i + 1] = int(state[i + 1]) | odd


@micropython.viper
def use_refutations(ply: int, buffers) -> int:
    """Restrict the region of a frame by all refutations that the table knows; return where its list of moves starts."""
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    frame = int(state[FRAMES]) + ply * FRAME_WORDS
    first = int(state[MOVES]) + ply * int(state[POINTS])
    i = first
    while i < first + int(state[frame + FRAME_COUNT]):
        set_child(frame, int(moves[i]), buffers)
        if int(find(buffers)):
            if not int(state[ENTRY + ENTRY_NUMBERS]) & PHI_BITS:
                shrink(frame, buffers)
        i += 1
    return first


@micropython.viper
def begin_scan(frame: int, buffers):
    """Begin to go through the moves of the frame on top of the stack; its region still has every move that may win."""
    state = ptr32(buffers[0])
    state[PHASE] = _SCAN
    use_refutations(int(state[DEPTH]) - 1, buffers)
    i = int(size(0, frame + ENTRY_MUST, buffers))
    state[MOST_WIDE] = 1 + ((7 * i) >> 4)
    state[AT] = 0
    state[WIDE] = 0
    state[PHI] = NEVER
    state[SECOND_DELTA] = NEVER
    state[DELTA] = 0


@micropython.viper
def scan(looked: int, frame: int, buffers) -> int:
    """Go through the moves of a frame; return 0 if ENTRY must be looked at first, 1 at the end, 2 if a move wins.

    looked: whether ENTRY has what was missing.
    """
    state = ptr32(buffers[0])
    moves = ptr8(buffers[0])
    field = ptr32(buffers[4])
    first = int(state[MOVES]) + (int(state[DEPTH]) - 1) * int(state[POINTS])
    i = int(state[AT])
    while i < int(state[frame + FRAME_COUNT]) and int(state[WIDE]) < int(state[MOST_WIDE]):
        point = int(moves[first + i])
        even = int(field[MASKS + point + point])
        odd = int(field[MASKS + point + point + 1])
        if int(state[frame + ENTRY_MUST]) & even | int(state[frame + ENTRY_MUST + 1]) & odd:
            if not looked:
                set_child(frame, point, buffers)
                if not int(find(buffers)):
                    state[AT] = i
                    return 0
            looked = 0
            if int(count_in(point, frame, buffers)):
                state[BEST] = point
                state[frame + ENTRY_CARRIER] = int(state[ENTRY + ENTRY_CARRIER]) | even
                state[frame + ENTRY_CARRIER + 1] = int(state[ENTRY + ENTRY_CARRIER + 1]) | odd
                return 2
        i += 1
    return 1


@micropython.viper
def count_in(point: int, frame: int, buffers) -> int:
    """Take a move whose entry is ENTRY into account; return whether it wins."""
    state = ptr32(buffers[0])
    delta = int(state[ENTRY + ENTRY_NUMBERS]) >> DELTA_SHIFT
    phi = int(state[ENTRY + ENTRY_NUMBERS]) & PHI_BITS
    if not delta:
        return 1
    if not phi:
        shrink(frame, buffers)
        return 0
    state[WIDE] = int(state[WIDE]) + 1
    phi += int(state[DELTA])
    if phi >= NEVER:
        phi = NEVER - 1
    state[DELTA] = phi
    if delta < int(state[PHI]):
        state[SECOND_DELTA] = state[PHI]
        state[PHI] = delta
        state[BEST] = point
        i = 0
        while i < ENTRY_WORDS:
            state[BEST_ENTRY + i] = state[ENTRY + i]
            i += 1
    elif delta < int(state[SECOND_DELTA]):
        state[SECOND_DELTA] = delta
    return 0


@micropython.viper
def descend(at: int, most_phi: int, most_delta: int, buffers):
    """Put a frame for the entry at `at` on the stack, and go on there until phi or delta reaches its limit."""
    state = ptr32(buffers[0])
    ply = int(state[DEPTH])
    state[DEPTH] = ply + 1
    frame = int(state[FRAMES]) + ply * FRAME_WORDS
    i = 0
    while i < ENTRY_WORDS:
        state[frame + i] = state[at + i]
        i += 1
    state[frame + FRAME_PHI] = most_phi
    state[frame + FRAME_DELTA] = most_delta
    state[frame + FRAME_BEFORE] = state[NODES]
    i = 0
    if not ply:
        i = 1
    elif ply == 1 and not state[BASE]:
        state[LOOKING] = state[BEST]  # a move of the root
    fill(frame, frame + FRAME_FILLED, i, buffers)
    state[STEPS] = int(state[STEPS]) + _ORDER_STEPS
    i = int(state[MOVES]) + ply * int(state[POINTS])
    i = int(order_moves(frame + ENTRY_MUST, i, buffers))
    state[frame + FRAME_COUNT] = i
    begin_scan(frame, buffers)


@micropython.viper
def after_scan(found: int, frame: int, buffers):
    """Every move that matters is evaluated: go back, or down the best of them.

    phi is then the least delta of a move, delta the sum of their phi.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    if found == 1 and state[WIDE]:
        i = MASKS + 2 * int(state[BEST])
        if not int(state[frame + ENTRY_MUST]) & int(field[i]) | int(state[frame + ENTRY_MUST + 1]) & int(field[i + 1]):
            begin_scan(frame, buffers)  # the best move was met before the region shrank
            return
        phi = int(state[PHI])
        delta = int(state[DELTA])
        state[frame + ENTRY_NUMBERS] = delta << DELTA_SHIFT | phi
        if phi < int(state[frame + FRAME_PHI]) and delta < int(state[frame + FRAME_DELTA]):
            if int(state[DEPTH]) < int(state[MOST_PLIES]):
                i = int(state[SECOND_DELTA])
                i += 1 + (i >> 2)
                if i > int(state[frame + FRAME_PHI]):
                    i = int(state[frame + FRAME_PHI])
                delta = int(state[frame + FRAME_DELTA]) - delta + (int(state[BEST_ENTRY + ENTRY_NUMBERS]) & PHI_BITS)
                descend(BEST_ENTRY, delta, i, buffers)
                return
            # The stack is full: count the position as most unlikely to be decided.
            state[frame + ENTRY_NUMBERS] = (NEVER - 1) << DELTA_SHIFT | (NEVER - 1)
    state[frame + ENTRY_WORK] = int(state[frame + ENTRY_WORK]) + int(state[NODES]) - int(state[frame + FRAME_BEFORE])
    if found == 1 and state[WIDE]:
        keep(frame, buffers)
    else:
        decide(frame, frame + FRAME_FILLED, found - 1, buffers)
    go_back(frame, buffers)


@micropython.viper
def go_back(frame: int, buffers):
    """Leave a frame, whose entry is in the table: go on with the one before; the first leaves its entry in ENTRY."""
    state = ptr32(buffers[0])
    depth = int(state[DEPTH]) - 1
    state[DEPTH] = depth
    if depth > int(state[BASE]):
        begin_scan(frame - FRAME_WORDS, buffers)
        return
    i = 0
    while i < ENTRY_WORDS:
        state[ENTRY + i] = state[frame + i]
        i += 1
    state[PHASE] = _DONE


@micropython.viper
def search(budget: int, buffers) -> int:
    """Go on with the proof for about `budget` steps, see STEPS; return whether it is decided."""
    state = ptr32(buffers[0])
    state[STEPS] = 0
    while int(state[PHASE]) != _DONE and int(state[STEPS]) < budget:
        depth = int(state[DEPTH])
        frame = int(state[FRAMES]) + (depth - 1) * FRAME_WORDS
        found = -1
        if int(state[PHASE]) == _SCAN:
            found = int(scan(0, frame, buffers))
            if not found:
                state[PHASE] = _LOOK
        elif int(look(budget, buffers)):
            state[PHASE] = _SCAN
            if depth > int(state[BASE]):
                found = int(scan(1, frame, buffers))
                if not found:
                    state[PHASE] = _LOOK
            else:
                state[WHOLE] = 0
                found = int(state[ENTRY + ENTRY_NUMBERS])
                if found & PHI_BITS and found >> DELTA_SHIFT:
                    descend(ENTRY, NEVER, NEVER, buffers)
                else:
                    state[PHASE] = _DONE
                found = 0
        if found > 0:
            after_scan(found, frame, buffers)
    if int(state[PHASE]) == _DONE:
        return 1
    return 0


@micropython.viper
def note(buffers):
    """Note what is found out about the root, or else about its move in LOOKING.

    Moves in WON win; empty points neither there nor in the root's must-play region lose.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    frame = int(state[FRAMES])
    numbers = int(state[ENTRY + ENTRY_NUMBERS])
    point = int(state[LOOKING])
    if not state[BASE]:
        point = int(state[BEST])
        if numbers & PHI_BITS:
            state[frame + ENTRY_MUST] = 0
            state[frame + ENTRY_MUST + 1] = 0
            return
    elif not numbers & PHI_BITS:
        shrink(frame, buffers)
        return
    at = MASKS + point + point
    state[WON] = int(state[WON]) | int(field[at])
    state[WON + 1] = int(state[WON + 1]) | int(field[at + 1])
    state[WINNER] = point


@micropython.viper
def copy_outcome(known: int, point: int, frame: int, buffers):
    """If a move of the root is decided, the move on `point` has the same outcome: half a turn leads to it."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    i = MASKS + known + known
    even = int(field[i])
    odd = int(field[i + 1])
    i = MASKS + point + point
    at = frame + ENTRY_MUST
    if int(state[WON]) & even | int(state[WON + 1]) & odd:
        state[WON] = int(state[WON]) | int(field[i])
        state[WON + 1] = int(state[WON + 1]) | int(field[i + 1])
    elif not int(state[at]) & even | int(state[at + 1]) & odd:
        state[at] = int(state[at]) & ~int(field[i])
        state[at + 1] = int(state[at + 1]) & ~int(field[i + 1])


@micropython.viper
def next_move(buffers) -> int:
    """Begin to search the next undecided move of a decided root and return it; -1 if there is none."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    moves = ptr8(buffers[0])
    frame = int(state[FRAMES])
    if not int(state[frame + ENTRY_MUST]) | int(state[frame + ENTRY_MUST + 1]):
        return -1
    first = int(state[MOVES])
    empty = 1
    if int(state[frame]) | int(state[frame + 1]) & (SECOND_MOVES - 1) | int(state[frame + 2]) | int(state[frame + 3]):
        empty = 0
    i = 0
    state[BASE] = 1
    state[DEPTH] = 1
    while i < int(state[frame + FRAME_COUNT]):
        point = int(moves[first + i])
        if empty:
            copy_outcome(int(state[POINTS]) - 1 - point, point, frame, buffers)
        even = int(field[MASKS + point + point]) & ~int(state[WON])
        odd = int(field[MASKS + point + point + 1]) & ~int(state[WON + 1])
        if int(state[frame + ENTRY_MUST]) & even | int(state[frame + ENTRY_MUST + 1]) & odd:
            state[LOOKING] = point
            set_child(frame, point, buffers)
            state[PHASE] = _LOOK
            if not int(find(buffers)):
                return point
            even = int(state[ENTRY + ENTRY_NUMBERS])
            if even & PHI_BITS and even >> DELTA_SHIFT:
                descend(ENTRY, NEVER, NEVER, buffers)
                return point
            note(buffers)
        i += 1
    return -1


@micropython.viper
def fill_rows(me: int, buffers, cells_, outcomes_, estimates_):
    """Enter the proven moves of side `me`: those in WON, and those outside the must-play region."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    cells = ptr8(cells_)
    outcomes = ptr8(outcomes_)
    estimates = ptr8(estimates_)
    must = int(state[FRAMES]) + ENTRY_MUST
    point = int(state[POINTS])
    while point:
        point -= 1
        if not cells[point]:
            even = int(field[MASKS + point + point])
            odd = int(field[MASKS + point + point + 1])
            if int(state[WON]) & even | int(state[WON + 1]) & odd:
                outcomes[point] = me
                estimates[point] = 100
            elif not int(state[must]) & even | int(state[must + 1]) & odd:
                outcomes[point] = me ^ 3
                estimates[point] = 0


@micropython.viper
def list_carrier(carrier_, buffers):
    """Set the bytes of points in the carrier of ENTRY, clear the others."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    carrier = ptr8(carrier_)
    i = ENTRY + ENTRY_CARRIER
    even = int(state[i])
    odd = int(state[i + 1])
    i = int(state[POINTS])
    while i:
        i -= 1
        carrier[i] = 0
        if even & int(field[MASKS + i + i]) | odd & int(field[MASKS + i + i + 1]):
            carrier[i] = 1


@micropython.viper
def prove(task: int, budget: int, buffers) -> int:
    """Do a task, see hex_words.py: one entry for all: they share most of their code."""
    if task == GO_ON:
        return int(search(budget, buffers))
    note(buffers)
    if task == NEXT_MOVE:
        return int(next_move(buffers))
    return -1
