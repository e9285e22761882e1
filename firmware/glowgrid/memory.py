"""The largest buffers, which engines use one after the other; and how buffers are made and cleared."""

from array import array

import micropython

TABLE_BITS = 11  # 2,048 entries of two words: 16 KB
WORDS = 1880  # 7.5 KB
HALVES = 2180  # half-words: the console needs the rest of the memory on the largest boards
LOOKUP_BYTES = 12304  # two-bridge replies by side and ring of six neighbours, then 16 for who wins by which borders


class Memory:
    """The largest buffers of engines, 41 KB. One engine after the other uses them.

    They are made once, while the heap is in one piece. After a few games each free part may be too small.

    table     4,096 words: transposition table, or the records of a search tree
    words     1,880 words: notes of searches without a tree, or the moves of a tree
    halves    2,180 half-words, as bytes
    lookup    bytes: lookup tables of Hex playouts
    """

    def __init__(self, table=None):
        self.words = words(WORDS)
        self.table = table or new_table()
        self.halves = bytearray(2 * HALVES)
        self.lookup = bytearray(LOOKUP_BYTES)

    def forget(self):
        """Clear every buffer: the garbage collector takes words in them for addresses.

        A word of the groups solver once looked like one, and kept 16 KB of unloaded modules in memory.
        """
        clear(self.table, len(self.table))
        clear(self.words, WORDS)
        clear(self.halves, HALVES >> 1)
        clear(self.lookup, LOOKUP_BYTES >> 2)


def words(count):
    """Return an array of `count` 32-bit zeros. It grows in place, so it leaves no large garbage."""
    part = count
    while part > 32 and part & 1 == 0:
        part >>= 1
    made = array("i", bytes(4 * part))
    while part < count:
        made.extend(made)
        part *= 2
    return made


def new_table():
    """Return an empty transposition table."""
    return words(2 << TABLE_BITS)


@micropython.viper
def clear(words_, count: int):
    """Set `count` words to zero: a table of 8,192 in 3 ms on the Pico, where plain Python takes 50."""
    target = ptr32(words_)
    i = 0
    while i + 8 <= count:  # eight at a time: three times as fast
        target[i] = 0
        target[i + 1] = 0
        target[i + 2] = 0
        target[i + 3] = 0
        target[i + 4] = 0
        target[i + 5] = 0
        target[i + 6] = 0
        target[i + 7] = 0
        i += 8
    while i < count:
        target[i] = 0
        i += 1
