"""Texts that were made in English from templates, such as "orange wins in 5", in another language.

Each finds its template, and what stands in the holes is looked for again. As host_sim/web/language/templates.js.

    Templates({"{0} wins in {1}": "{0} gewinnt in {1}", "orange": "Orange"}).said("orange wins in 5")
"""

import re
from functools import lru_cache

HOLE = re.compile(r"\{\d\}")
BETWEEN = "   ", "  ", ". ", "; ", ", ", ": ", " + "  # what joins clauses
BREAK = re.compile(r"\. (?=[A-Z])| {3}")  # between sentences
WORD = re.compile(r"[^\W\d_]{2}")
POINT = r"[a-z]{1,2}\d{1,3}"
AT_A_POINT = re.compile(rf"(.*\S)( {POINT})|({POINT} )(.*)")  # "orange b2", "b2 orange"
MOST_KEPT = 2000


class Templates:
    """The templates of a language: {message: its translation}."""

    def __init__(self, words):
        self._words = {message: words[message] for message in words if isinstance(words[message], str)}
        holed = [message for message in self._words if "{0}" in message and _letters(message)]
        holed.sort(key=_literal, reverse=True)
        self._patterns = [
            (_sentences(message), _pattern(message), HOLE.findall(message), self._words[message]) for message in holed
        ]
        self.said = lru_cache(MOST_KEPT)(self._said)

    def _said(self, text):
        """Return a text in the language, as far as it is known."""
        for names in False, True:
            if (known := self._find(text, names)) is not None:
                return known
        between = _joint(text)
        return between.join(map(self.said, text.split(between))) if between else text

    def _find(self, text, names):
        """Return a text in the language; None if it is not known.

        names: whether a single word that is not known counts as a name.
        """
        bare = text.strip()
        if bare != text:
            known = self._find(bare, names) if bare else bare
            return known and text.replace(bare, known)
        for look in (self._whole, self._stopped, self._explained, self._placed, self._joined):
            if (known := look(text, names)) is not None:
                return known
        return None

    def _whole(self, text, names):
        if not WORD.search(text):  # a point, a number
            return text
        if text in self._words:
            return self._words[text]
        small = text[:1].lower() + text[1:]
        if small in self._words:
            return _capital(self._words[small])
        sentences = _sentences(text)
        for count, pattern, holes, message in self._patterns:
            if count != sentences:
                continue
            for each in dict.fromkeys((text, small)):
                if (match := pattern.fullmatch(each)) and (known := self._filled(message, holes, match, names)):
                    return known if each == text else _capital(known)
        return None

    def _filled(self, message, holes, match, names):
        found = {hole: self._hole(part, names) for hole, part in zip(holes, match.groups(), strict=True)}
        return None if None in found.values() else HOLE.sub(lambda hole: str(found[hole[0]]), message)

    def _hole(self, text, names):
        known = self._find(text, names) if text else ""
        return text if known is None and names and " " not in text else known

    def _stopped(self, text, names):
        """Return a sentence whose template has a full stop that it lacks, or the other way round."""
        if not text.endswith("."):
            known = self._whole(f"{text}.", names)
            return known and known.removesuffix(".")
        known = self._find(text[:-1], names)
        return known and f"{known}."

    def _explained(self, text, names):
        """Return a text with more in brackets after it."""
        match = re.fullmatch(r"(.*\S) \((.*)\)", text)
        before, inside = (self._find(part, names) for part in match.groups()) if match else ("", "")
        return f"{before} ({inside})" if before and inside else None

    def _placed(self, text, names):
        """Return a text with a point after or before it."""
        if not (match := AT_A_POINT.fullmatch(text)):
            return None
        before, last, first, after = match.groups("")
        known = self._find(before or after, names)
        return known and f"{first}{known}{last}"

    def _joined(self, text, names):
        """Return clauses that are joined, each for itself."""
        for between in filter(text.__contains__, BETWEEN):
            found = []
            for part in text.split(between):
                if (known := self._hole(part, names)) is None:
                    break
                found.append(known)
            else:
                return between.join(found)
        return None


def _joint(text):
    return next((each for each in BETWEEN if each in text), None)


def _capital(text):
    return text[:1].upper() + text[1:]


def _letters(message):
    return len(re.sub("[^a-zA-Z]", "", HOLE.sub("", message)))


def _literal(message):
    """How much a template fixes: its letters, then its other signs."""
    return _letters(message), len(HOLE.sub("", message))


def _sentences(text):
    return len(BREAK.split(text))


def _pattern(message):
    return re.compile("(.*?)".join(map(re.escape, HOLE.split(message))), re.DOTALL)
