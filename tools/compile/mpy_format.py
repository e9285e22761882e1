"""Read the bytes of an .mpy, and add one or two names if its table would end exactly at a heap block.

The format is version 6: docs.micropython.org, reference/mpyfiles, and py/persistentcode.c.
"""

_STRINGS = 5, 6  # kinds of constants that end with a 0 byte: str and bytes
_TUPLE = 10
_PLAIN = 0, 1, 2, 3, 4  # kinds without bytes: the table of functions, None, False, True and `...`
_ARCHITECTURE_FLAGS = 0x40  # in the header: architecture flags follow
_ONE_OF_ITS_OWN = 1 << 1 | 1  # a name that MicroPython knows by number 1
_NAME, _WORD, _BLOCK = 2, 4, 16  # bytes of a name in memory, of an address, of a heap block


class Reader:
    """Reads an .mpy (bytes) piece by piece; `at` is the next byte."""

    def __init__(self, mpy):
        self.mpy = mpy
        self.at = 0

    def bytes(self, count):
        """Read this many bytes."""
        self.at += count
        return self.mpy[self.at - count : self.at]

    def number(self):
        """Read a number: seven bits a byte, the highest first; the last byte is below 128."""
        number = 0
        while True:
            byte = self.bytes(1)[0]
            number = number << 7 | byte & 127
            if byte < 128:
                return number

    def skip_head(self):
        """Skip the header, the names and the constants."""
        count, constants = self.counts()
        self.names(count)
        for _ in range(constants):
            self._skip_constant()

    def names(self, count):
        """Read this many names; return those that are spelled out: the others are MicroPython's own."""
        found = []
        for _ in range(count):
            length = self.number()
            if not length & 1:
                found.append(self.bytes((length >> 1) + 1)[:-1].decode())
        return found

    def counts(self):
        """Read the header; return how many names and how many constants there are."""
        flags = self.bytes(4)[2]
        if flags & _ARCHITECTURE_FLAGS:
            self.number()
        return self.number(), self.number()

    def _skip_constant(self):
        kind = self.bytes(1)[0]
        if kind in _PLAIN:
            return
        length = self.number()
        if kind == _TUPLE:
            for _ in range(length):
                self._skip_constant()
        else:
            self.bytes(length + (kind in _STRINGS))


def varint(number):
    """Return a number as Reader.number reads it."""
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))


def ends_on_a_block(mpy):
    """Return whether the names of a module without constants exactly fill heap blocks.

    The constants follow the names in one piece of memory, and MicroPython keeps their address. Without constants, that
    is the end of the piece. If the piece fills its last block, this is the address of the next block, so whatever is
    there is never collected: sometimes all screens outside a match, 11 KB. Source: py/bc.c,
    mp_module_context_alloc_tables.
    """
    count, constants = Reader(mpy).counts()
    words = (count * _NAME + _WORD - 1) // _WORD
    return not constants and words * _WORD % _BLOCK == 0


def with_room(mpy):
    """Return a module whose names do not end at a block, adding one or two of MicroPython's own names if needed."""
    if not ends_on_a_block(mpy):
        return mpy
    reader = Reader(mpy)
    count, constants = reader.counts()
    first = reader.at
    counted = mpy[: first - len(varint(count) + varint(constants))] + varint(count + 1) + varint(constants)
    reader.names(count)
    return with_room(counted + mpy[first : reader.at] + bytes([_ONE_OF_ITS_OWN]) + mpy[reader.at :])
