"""The lines that two linked devices send each other, found among noise. boards/LINK.md says what is in them."""

import binascii

VERSION = "1"
_MOST = 256  # bytes of a line; a longer one is noise
_LEAST = 10  # a shorter one, too
_CHECK = 9  # signs of a line from the space before its checksum on
_READ = 64  # bytes at once: at 19,200 baud 19 arrive in a tick


def packed(words):
    """Return the line with these words, texts without spaces."""
    body = ":" + " ".join(words)
    return ("%s %08x\n" % (body, binascii.crc32(body.encode()))).encode()


def unpacked(line):
    """Return the words of a line (bytes, without its end); None if it is damaged."""
    body, _, checksum = line[line.rfind(b":") :].rpartition(b" ")
    try:
        if len(checksum) == 8 and int(checksum, 16) == binascii.crc32(body):
            return body[1:].decode().split(" ")
    except ValueError:  # no number, or no text
        pass
    return None


class Frames:
    """What comes over a wire, line by line. Noise takes next to no memory: collecting it would delay a press.

    wire    read(most) returns up to so many bytes that have come, or None
    """

    def __init__(self, wire):
        self._wire = wire
        self._came = bytearray(_MOST)
        self._count = 0  # of these

    def next(self):
        """Return the words of the next line that is whole, or None. Read what has come if no line is left."""
        came = self._came
        if came.find(b"\n", 0, self._count) < 0:
            if self._count == _MOST:
                self._count = 0
            new = self._wire.read(min(_READ, _MOST - self._count))
            if not new:
                return None
            came[self._count : self._count + len(new)] = new
            self._count += len(new)
        words, at, count = None, 0, self._count
        while not words:
            end = came.find(b"\n", at, count)
            if end < 0:
                break
            begin = came.rfind(b":", at, end)
            if begin >= 0 and end - begin >= _LEAST and came[end - _CHECK] == 32:
                words = unpacked(bytes(came[begin:end]))
            at = end + 1
        self._count = count - at
        if at and self._count:
            came[: self._count] = came[at:count]
        return words
