"""For MicroPython's WebAssembly port: patterns as CPython's `re` has them, by JavaScript's (micropython.js).

MicroPython's own know no `{1,3}`, no `(?=...)` and no flags. records/sharing.py gives the readers of records these.
"""

import json

from js_patterns import find, keep  # pyright: ignore[reportMissingImports]

IGNORECASE, DOTALL = "i", "s"
_LONG = 200  # signs of a text that JavaScript keeps, so that it is not handed over for each look
_kept = [""]  # the last such text


class Match:
    """Where a pattern is in a text: its beginning, its end, the whole and its groups."""

    def __init__(self, found):
        self._start, self._end, *self._groups = found

    def __getitem__(self, group):
        return self._groups[group]

    def start(self):
        return self._start

    def end(self):
        return self._end


class Pattern:
    def __init__(self, pattern, flags=""):
        self._pattern, self._flags = pattern, flags

    def _found(self, text, at, end, sticky):
        if text is not _kept[0] and len(text) > _LONG:
            _kept[0] = text
            keep(text)
        given = None if text is _kept[0] else text
        found = json.loads(find(self._pattern, self._flags, sticky, given, at, end))
        return Match(found) if found else None

    def match(self, text, at=0, end=None):
        return self._found(text, at, end, True)

    def search(self, text, at=0, end=None):
        return self._found(text, at, end, False)

    def fullmatch(self, text):
        return Pattern("(?:%s)$" % self._pattern, self._flags).match(text)

    def findall(self, text):
        """Return all places as texts, of a pattern without groups."""
        return [match[0] for match in self._each(text)]

    def sub(self, made, text):
        """Return the text with what `made` returns for each match in its place."""
        parts, at = [], 0
        for match in self._each(text):
            parts += [text[at : match.start()], made(match)]
            at = match.end()
        return "".join(parts) + text[at:]

    def _each(self, text):
        at = 0
        while True:
            match = self.search(text, at)
            if not match:
                return
            yield match
            at = max(match.end(), match.start() + 1)


compile = Pattern


def match(pattern, text):
    return Pattern(pattern).match(text)


def fullmatch(pattern, text):
    return Pattern(pattern).fullmatch(text)


def findall(pattern, text):
    return Pattern(pattern).findall(text)
