"""Text as files of the world have it: a byte order mark says the encoding, else the file itself, else UTF-8 or Latin-1.

JSON and key logs are UTF-8 or UTF-16, with or without a mark.
"""

import codecs
import errno
import os
import re
import stat

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_STATED = re.compile(rb"CA\s*\[\s*([\w.:+-]{1,40})\s*\]")  # of SGF
# What programs write under these names, as browsers read them
_WIDER = {"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "euc_kr": "cp949"}


MOST_BYTES = 1 << 26


class NoText(ValueError):
    """Bytes that are no text; the message says where in one line."""


def file_bytes(path):
    """Return the content of a file; OSError if it cannot be read or is larger than MOST_BYTES: /dev/zero has no end."""
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"larger than {MOST_BYTES >> 20} MB; is it the right file?", str(path))
    return data


def regular_bytes(path):
    """Return the content of a file; OSError also if it is none: a named pipe would keep its reader waiting for ever."""
    if stat.S_ISREG(os.stat(path).st_mode):
        return file_bytes(path)
    raise OSError(errno.EINVAL, "it is no regular file", str(path))


def record_text(data):
    """Return the text of a game record: by its mark, else by the CA of SGF, else as UTF-8 or else as Latin-1."""
    return _decoded(data) or data.decode("latin-1")


def is_guessed(data):
    """Return whether the text of a game record is taken for Latin-1 because nothing says how it is written."""
    return _decoded(data) is None


def _decoded(data):
    """Return the text of a game record as its encoding is known; None if it is not."""
    for encoding in (_marked(data) or _by_zeros(data) or _stated(data), "utf-8"):
        try:
            if encoding:
                return data.decode(encoding).lstrip("\ufeff")
        except UnicodeDecodeError:
            continue
    return None


def plain_text(data):
    """Return the text of JSON or of a key log: UTF-8 or UTF-16; NoText if it is neither."""
    encoding = _marked(data) or _by_zeros(data) or "utf-8"
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise NoText(f"not text in {encoding.upper()[:6].rstrip('-')}, line {line}") from None


def _marked(data):
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _by_zeros(data):
    """UTF-16 without a mark: its first sign is one of ASCII, so that one byte of the two is 0."""
    if len(data) > 1 and len(data) % 2 == 0 and (not data[0]) != (not data[1]):
        return "utf-16-be" if not data[0] else "utf-16-le"
    return None


def _stated(data):
    """The encoding that SGF states, if there is such a thing."""
    found = _STATED.search(data)
    try:
        name = codecs.lookup(found[1].decode("ascii").lower().removeprefix("x-")).name if found else None
        "".encode(name or "utf-8")  # rot13 and the like are no encodings of text
    except LookupError:
        return None
    return _WIDER.get(name or "", name)
