"""What the search of Hex has found out, position by position. hex_proof.py asks and enters it.

An entry has ten words: stones of side 1, of side 2, must-play region, carrier of the proof, delta << 15 | phi, and the
work that is in it. The second word has _H_SECOND (hex_proof.py) if side 2 is to move.

The kernels work on the buffers of hex_links.py.
"""

import micropython

from glowgrid.search.groups.hex_words import *


@micropython.viper
def place_of(at: int, buffers) -> int:
    """Return where the table has the position at `at`; if it has not, where to put it: over the least work."""
    state = ptr32(buffers[0])
    table = ptr32(buffers[3])
    a = int(state[at])
    b = int(state[at + 1])
    c = int(state[at + 2])
    d = int(state[at + 3])
    i = (a * 0x1E3779B1 ^ b * 0x165667B1 ^ c * 0x2C1B3C6D ^ d * 0x297A2D39) & 0x3FFFFFFF
    i = ((i ^ (i >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF
    i = (i ^ (i >> 13)) % int(state[SETS]) * (4 * ENTRY_WORDS)
    to = i
    last = i + 4 * ENTRY_WORDS
    while i < last:
        if int(table[i]) == a and int(table[i + 1]) == b and int(table[i + 2]) == c and int(table[i + 3]) == d:
            return i
        if int(table[i + ENTRY_WORK]) < int(table[to + ENTRY_WORK]):
            to = i
        i += ENTRY_WORDS
    return to


@micropython.viper
def find(buffers) -> int:
    """Copy what the table knows of the position in ENTRY there; return whether it knows it."""
    state = ptr32(buffers[0])
    table = ptr32(buffers[3])
    to = int(place_of(ENTRY, buffers))
    i = 0
    while i < 4:
        if int(table[to + i]) != int(state[ENTRY + i]):
            return 0
        i += 1
    while i < ENTRY_WORDS:
        state[ENTRY + i] = table[to + i]
        i += 1
    return int(table[to + ENTRY_WORK])


@micropython.viper
def keep(at: int, buffers):
    """Put the entry at `at` into the table."""
    state = ptr32(buffers[0])
    table = ptr32(buffers[3])
    to = int(place_of(at, buffers))
    i = 0
    while i < ENTRY_WORDS:
        table[to + i] = state[at + i]
        i += 1
