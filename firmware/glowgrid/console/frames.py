"""The lines that two linked devices send each other, found among noise. boards/LINK.md says what is in them."""

import binascii

VERSION = "1"
_MOST = 512  # bytes of a line; a longer one is noise
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
        self._line = b""

    def next(self):
        """Read what has come; return the words of a whole line, or None. Of two lines at once the later counts."""
        new = self._wire.read(_READ)
        if not new:
            return None
        end = new.rfind(b"\n")
        if end < 0:
            self._line = self._line + new if len(self._line) < _MOST else b""
            return None
        begin = new.rfind(b"\n", 0, end)
        line = new[begin + 1 : end] if begin >= 0 else self._line + new[:end]
        self._line = new[end + 1 :]
        return unpacked(line)
