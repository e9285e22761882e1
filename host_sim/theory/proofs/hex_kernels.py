"""What the maker of lines asks most on Hex, as kernels: the handheld's exact solver, and a list of lines.

They work on the solver's buffers (firmware/glowgrid/search/groups/hex_links.py) and on `ours`, words named below. Masks
are pairs of words, as there. Lines are about side 1.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import grow, size
from glowgrid.search.groups.hex_proof import search
from glowgrid.search.groups.hex_table import find
from glowgrid.search.groups.hex_words import *

# `ours`:
STONES = const(0)
FREE = const(2)
NEEDS = const(4)  # the free points that side 1 needs
AWAY = const(6)  # the points to do without
KEY = const(8)
FOUND = const(10)  # the line that `find_reply` has found, or -1
LEAVES = const(11)  # points of AWAY that it leaves
NEEDED = const(12)  # and that it needs
LACKS = const(13)  # the stone that a line lacks
WORDS = const(15)

LINE_WORDS = const(5)  # of a line in a list: its carrier, its stones, and a word to know it by


@micropython.viper
def ask(limit: int, buffers, ours_) -> int:
    """Return 1 if side 1 wins with STONES and FREE, all else side 2's, who moves; 0 if not; 2 if that is not clear.

    limit: how many steps to search. If side 1 wins, the part of FREE that it needs is in NEEDS.
    """
    state = ptr32(buffers[0])
    ours = ptr32(ours_)
    even = int(ours[STONES])
    odd = int(ours[STONES + 1])
    ours[NEEDS] = 0
    ours[NEEDS + 1] = 0
    joined = 0
    i = 0
    while i < 2:  # the stones alone may join the edges, and all together may not
        state[FAR] = even
        state[FAR + 1] = odd
        state[NEW] = even & int(state[EDGES])
        state[NEW + 1] = odd & int(state[EDGES + 1])
        grow(NEW, FAR, buffers)
        joined = int(state[NEW]) & int(state[EDGES + 2]) | int(state[NEW + 1]) & int(state[EDGES + 3])
        if joined and not i:
            return 1
        even |= int(ours[FREE])
        odd |= int(ours[FREE + 1])
        i += 1
    if not joined:
        return 0
    state[ENTRY] = ours[STONES]
    state[ENTRY + 1] = int(ours[STONES + 1]) | SECOND_MOVES
    state[ENTRY + 2] = int(state[ALL]) & ~even
    state[ENTRY + 3] = int(state[ALL + 1]) & ~odd
    known = int(find(buffers))
    if known:
        i = int(state[ENTRY + ENTRY_NUMBERS])
        if i & PHI_BITS and i >> DELTA_SHIFT:
            known = 0
    if not known:
        # As if this were a move of the root: `search` fills it in, and takes a connection for an answer.
        state[BASE] = 1
        state[DEPTH] = 1
        state[WHOLE] = 0
        state[PHASE] = 0
        if not int(search(limit, buffers)):
            return 2
    if not int(state[ENTRY + ENTRY_NUMBERS]) & PHI_BITS:
        return 0
    ours[NEEDS] = state[ENTRY + ENTRY_CARRIER]
    ours[NEEDS + 1] = state[ENTRY + ENTRY_CARRIER + 1]
    return 1


@micropython.viper
def drop(point: int, which: int, limit: int, buffers, ours_) -> int:
    """Take a point out of STONES or FREE if side 1 wins without it; FREE is then what it needs. Return whether."""
    field = ptr32(buffers[4])
    ours = ptr32(ours_)
    even = int(ours[which]) & int(field[MASKS + point + point])
    odd = int(ours[which + 1]) & int(field[MASKS + point + point + 1])
    if not even | odd:
        return 0
    ours[which] = int(ours[which]) ^ even
    ours[which + 1] = int(ours[which + 1]) ^ odd
    if int(ask(limit, buffers, ours_)) == 1:
        ours[FREE] = ours[NEEDS]
        ours[FREE + 1] = ours[NEEDS + 1]
        return 1
    ours[which] = int(ours[which]) | even
    ours[which + 1] = int(ours[which + 1]) | odd
    return 0


@micropython.viper
def make_small(limit: int, buffers, ours_, order_) -> int:
    """Take out of FREE and STONES what is not needed: first points of AWAY, then others, then stones, each in order.

    Return 0, and stop, if every point of AWAY is needed, and there are some.
    """
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    ours = ptr32(ours_)
    order = ptr8(order_)
    away_even = int(ours[AWAY])
    away_odd = int(ours[AWAY + 1])
    points = int(state[POINTS])
    i = 0
    while i < points:
        point = int(order[i])
        if int(field[MASKS + point + point]) & away_even | int(field[MASKS + point + point + 1]) & away_odd:
            drop(point, FREE, limit, buffers, ours_)
        i += 1
    if away_even | away_odd and not away_even & ~int(ours[FREE]) | away_odd & ~int(ours[FREE + 1]):
        return 0
    i = 0
    while i < points:
        point = int(order[i])
        if not int(field[MASKS + point + point]) & away_even | int(field[MASKS + point + point + 1]) & away_odd:
            drop(point, FREE, limit, buffers, ours_)
        i += 1
    i = 0
    while i < points:
        drop(i, STONES, limit, buffers, ours_)
        i += 1
    return 1


@micropython.viper
def weigh(even: int, odd: int, line: int, buffers, ours_):
    """Enter a line with this carrier and key as FOUND if it leaves less of AWAY, or as much and needs less."""
    state = ptr32(buffers[0])
    ours = ptr32(ours_)
    state[NEW] = even & int(ours[AWAY])
    state[NEW + 1] = odd & int(ours[AWAY + 1])
    leaves = int(size(0, NEW, buffers))
    if leaves > int(ours[LEAVES]):
        return
    state[NEW] = even
    state[NEW + 1] = odd
    needed = int(size(0, NEW, buffers))
    if leaves < int(ours[LEAVES]) or needed < int(ours[NEEDED]):
        ours[LEAVES] = leaves
        ours[NEEDED] = needed
        ours[FOUND] = line
        ours[KEY] = ours[LACKS]
        ours[KEY + 1] = ours[LACKS + 1]


@micropython.viper
def find_reply(count: int, lines_, buffers, ours_):
    """Find the line of a list that lacks one stone, KEY, has its carrier in FREE, and leaves the least of AWAY.

    Of those that leave as much, take one that needs least. LEAVES and NEEDED are of the best in other lists.
    """
    ours = ptr32(ours_)
    lines = ptr32(lines_)
    own_even = int(ours[STONES])
    own_odd = int(ours[STONES + 1])
    rest_even = ~int(ours[FREE])
    rest_odd = ~int(ours[FREE + 1])
    last = count * LINE_WORDS
    i = 0
    while i < last:
        even = int(lines[i])
        odd = int(lines[i + 1])
        if not even & rest_even | odd & rest_odd:
            a = int(lines[i + 2]) & ~own_even
            b = int(lines[i + 3]) & ~own_odd
            more = a & (a - 1) | b & (b - 1)  # than one stone; two words with one each have two
            if a and b:
                more = 1
            if a | b and not more and not a & (even | rest_even) | b & (odd | rest_odd):
                ours[LACKS] = a
                ours[LACKS + 1] = b
                weigh(even | a, odd | b, int(lines[i + 4]), buffers, ours_)
        i += LINE_WORDS
