"""Data that lasts: written with a version, its length and a checksum; and a check of its content.

A record is: "GLOW", the version of its content (a digit, "1" today), the length of the text (2 bytes), the text (JSON),
the CRC-32 of everything before (4 bytes); numbers are little-endian. Every version keeps this frame.
"""

import binascii
import json

VERSION = "1"
MOST = 65535  # bytes of the text
_MAGIC = b"GLOW"
_HEAD = 7
OPTIONAL = ", optional"  # a name in a kind


class Newer(ValueError):
    """A complete record of a version that this Glowgrid does not know. `version` is its digit."""

    def __init__(self, version):
        super().__init__("is of version %s, this Glowgrid knows %s" % (version, VERSION))
        self.version = version


def pack(data):
    """Return data (anything JSON can hold) as a record; ValueError if it is too long."""
    text = json.dumps(data).encode()
    if len(text) > MOST:
        raise ValueError("a record holds %d bytes at most" % MOST)
    body = _MAGIC + VERSION.encode() + len(text).to_bytes(2, "little") + text
    return body + _checksum(body)


def unpack(body):
    """Return the data of a record; ValueError if it is damaged, or Newer."""
    end = len(body) - 4
    length = int.from_bytes(body[5:_HEAD], "little")
    if body[:4] != _MAGIC or end != _HEAD + length or body[end:] != _checksum(body[:end]):
        raise ValueError("is damaged")
    version = chr(body[4])
    if version != VERSION:
        raise Newer(version)
    return parse(body[_HEAD:end])


def parse(text):
    """Return the data of a JSON text (bytes); ValueError if it is not JSON."""
    try:
        return json.loads(text.decode())
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        raise ValueError("is not JSON")


def fault(data, kind, where=""):
    """Return what is wrong with the data in one line ("keys.rows.0: 99; expected 0 to 28"), or None.

    kind            what the data may be
    str, bool       a text, true or false
    range(1, 33)    a whole number, 1 to 32
    float           a number above 0
    (0, "x", bool)  one of these: values, or kinds
    [kind, 1, 13]   a list of 1 to 13 items of this kind
    {name: kind}    an object. "hertz, optional" may be left out (MicroPython would keep a name as short as "hertz?" for
                    good); "*" stands for any name. Other names are ignored
    """
    found = _fault(data, kind)
    if not found or where:
        return found and where + found
    return found[1:] if found[0] == "." else "it" + found


def _fault(data, kind):
    """Return the end of the line, from ": 99; expected" on, after the place in `data`; or None."""
    of = type(kind)
    if of is range and type(data) is int and kind.start <= data < kind.stop:  # by far the most common
        return None
    if of is dict and type(data) is dict:
        return _fault_inside(data, kind)
    if of is list and type(data) is list:
        if kind[1] <= len(data) <= kind[2]:
            for place in range(len(data)):
                found = _fault(data[place], kind[0])
                if found:
                    return ".%d%s" % (place, found)
            return None
    elif _fits(data, kind):
        return None
    return ": %s; expected %s" % (_shown(data), _expected(kind))


def _fault_inside(data, kind):
    for name in kind:
        if name == "*":
            for key in data:
                found = _fault(data[key], kind[name])
                if found:
                    return "." + key + found
            continue
        plain = name[: -len(OPTIONAL)] if name.endswith(OPTIONAL) else name
        if plain in data:
            found = _fault(data[plain], kind[name])
            if found:
                return "." + plain + found
        elif plain is name:
            return ".%s is missing" % name
    return None


def _fits(data, kind):
    """Return whether data, not a list or object, is of this kind. Unlike in Python, True is not 1, nor is 1.0."""
    if type(kind) is range:
        return type(data) is int and kind.start <= data < kind.stop
    if type(kind) is tuple:
        for each in kind:
            if _fits(data, each):
                return True
        return False
    if kind is float:
        return type(data) in (int, float) and 0 < data < float("inf")
    if type(kind) is type:
        return type(data) is kind
    return type(data) is type(kind) and data == kind


def _shown(data):
    """Return data as a few words in one line."""
    if type(data) is list:
        return "a list of %d" % len(data)
    if type(data) is dict:
        return "an object"
    text = json.dumps(data)
    return text if len(text) <= 40 else text[:37] + "..."


def _expected(kind):
    if type(kind) is tuple:
        return " or ".join([_expected(each) for each in kind])
    if type(kind) is range:
        return "%d to %d" % (kind.start, kind.stop - 1)
    if type(kind) is list:
        return "a list of %d to %d" % (kind[1], kind[2])
    if type(kind) is dict:
        return "an object"
    for known, words in ((str, "a text"), (bool, "true or false"), (float, "a number above 0")):
        if kind is known:
            return words
    return json.dumps(kind)


def _checksum(body):
    return binascii.crc32(body).to_bytes(4, "little")
