"""The words of an HTML text: find them, and put others in their place.

An element with words of its own is one message: those, and for each element inside its words in <0>...</0>, or <0/>
where it has none, or elements of its own. So a translation may put them into another order. Attributes are messages,
too. In <pre> a message has the lines of the text.
"""

import re
from html import escape
from html.parser import HTMLParser

ATTRIBUTES = "title", "aria-label", "placeholder", "alt", "data-say"
CLOSED = set("area base br col embed hr img input link meta source track wbr".split())  # that have no end tag
APART = set("select input textarea button svg table ul ol details".split())  # that no sentence goes through
SILENT = set("script style textarea".split())
WORDS = re.compile(r"[^\W\d_]{2}")
_HOLE = re.compile(r"<(\d+)/>|<(\d+)>(.*?)</\2>", re.DOTALL)


class Element:
    """A tag with its attributes, and what is in it: texts, elements, and `_Raw`, which stays as it is."""

    def __init__(self, tag="", attributes=(), start="", inside=()):
        self.tag, self.attributes, self.inside = tag, list(attributes), list(inside)
        self._start, self._known = start, list(attributes)  # as it is written

    def has_words(self):
        return any(type(each) is str and WORDS.search(each) for each in self.inside)

    def elements(self):
        return [each for each in self.inside if isinstance(each, Element)]

    def __str__(self):
        inside = "".join(map(str if self.tag in ("script", "style") else _written, self.inside))
        if not self.tag:
            return inside
        start = self._start if self.attributes == self._known else self._changed_start()
        return start if start.endswith("/>") or self.tag in CLOSED else f"{start}{inside}</{self.tag}>"

    def _changed_start(self):
        pairs = (name if value is None else f'{name}="{escape(value)}"' for name, value in self.attributes)
        return f"<{' '.join([self.tag, *pairs])}>"


class _Raw(str):
    pass


def _written(part):
    return escape(part, quote=False) if type(part) is str else str(part)


class _Reader(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = Element()
        self._open = [self.root]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        made = Element(tag, attrs, self.get_starttag_text() or "")
        self._open[-1].inside.append(made)
        if tag not in CLOSED:
            self._open.append(made)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in CLOSED:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data):
        self._open[-1].inside.append(data)

    def handle_comment(self, data):
        self._open[-1].inside.append(_Raw(f"<!--{data}-->"))

    def handle_decl(self, decl):
        self._open[-1].inside.append(_Raw(f"<!{decl}>"))


def messages(text):
    """Return the messages of an HTML text, in their order."""
    found = []
    translated(text, lambda message: found.append(message) or message)
    return found


def translated(text, word):
    """Return an HTML text with other words. word(message): what comes in its place."""
    root = _Reader(text).root
    translate(root, word)
    return str(root)


def translate(element, word, in_lines=False):
    """Put other words into an Element. word: as for `translated`; in_lines: whether it is inside of a <pre>."""
    in_lines = in_lines or element.tag == "pre"
    if element.tag == "link" or ("translate", "no") in element.attributes:
        return
    element.attributes = [
        (name, word(value) if name in ATTRIBUTES and value and WORDS.search(value) else value)
        for name, value in element.attributes
    ]
    if element.tag in SILENT:
        return
    if not element.has_words():
        for each in element.elements():
            translate(each, word, in_lines)
        return
    children = element.elements()
    whole = [_is_whole(each) for each in children]
    text = _message(element, whole)
    message = _trimmed_lines(text) if in_lines else _one_line(text)
    for child, is_whole in zip(children, whole, strict=True):
        if is_whole:
            inside, child.inside = child.inside, []  # its words are in the message
            translate(child, word, in_lines)
            child.inside = inside
        else:
            translate(child, word, in_lines)
    _fill(element, children, word(message))


def _is_whole(element):
    """Return whether the words of an element belong to the sentence around it."""
    return element.tag not in APART and element.has_words() and not element.elements()


def _message(element, whole):
    parts, number = [], 0
    for each in element.inside:
        if isinstance(each, Element):
            inside = "".join(part for part in each.inside if type(part) is str)
            parts.append(f"<{number}>{inside}</{number}>" if whole[number] else f"<{number}/>")
            number += 1
        elif type(each) is str:
            parts.append(each)
    return "".join(parts)


def _one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def _trimmed_lines(text):
    return "\n".join(line.rstrip() for line in text.strip().split("\n"))


def _fill(element, children, message):
    """Put a message into an element, in place of its texts."""
    inside, at = [_Raw(each) for each in element.inside if isinstance(each, _Raw)], 0
    for found in _HOLE.finditer(message):
        child = children[int(found[1] or found[2])]
        if found[2]:
            child.inside = [found[3]]
        inside += [message[at : found.start()], child]
        at = found.end()
    first = next((each for each in element.inside if type(each) is str), "")
    before = first[: len(first) - len(first.lstrip())]
    element.inside = [before, *inside, message[at:]]
