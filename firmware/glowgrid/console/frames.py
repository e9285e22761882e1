"""The lines that two linked devices send each other, found among noise. boards/LINK.md says what is in them."""

import binascii

VERSION = "1"
_MOST = 512  # bytes of a line; a longer one is noise
_LEAST = 10  # a shorter one, too
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
    """What comes over a wire, line by line.

    wire    read(most) returns up to so many bytes that have come, or None
    """

    def __init__(self, wire):
        self._wire = wire
        self._came = b""

    def next(self):
        """Return the words of the next line that is whole, or None. Read what has come if no line is left."""
        if b"\n" not in self._came:
            new = self._wire.read(_READ)
            if not new:
                return None
            self._came = self._came + new if len(self._came) < _MOST else new
        words, at = None, 0
        while not words:
            end = self._came.find(b"\n", at)
            if end < 0:
                break
            if end - at >= _LEAST:
                words = unpacked(self._came[at:end])
            at = end + 1
        self._came = self._came[at:]
        return words
