"""A language that nobody speaks: each word with accents and longer by a third. What has none was forgotten."""

import re

ACCENTS = str.maketrans("aeiounsczyAEIOUNSCZY", "åéîöûñšçžýÅÉÎÖÛÑŠÇŽÝ")
KEPT = re.compile(r"([Ss]ide (?:\{\d\}|\d)|\{\d\}|</?\d+/?>)")  # as tools/languages has them
MORE = "·"
# Proper names, and what is the same in each language.
NAMES = set("Glowgrid SGF SVG PNG UF HexWorld English Deutsch Français Español Magyar JSON Python Esc min max".split())
WORD = re.compile(r"[^\W\d_]{2,}")
LINK = re.compile(r"https://\S+")  # as a person has typed it
LONGER = 0.35  # German, French and Hungarian are so much longer than English, as a rule


def text(message):
    """Return a message in that language."""
    parts = KEPT.split(message)
    accented = "".join(part if at % 2 else re.sub(r"\w+", _word, part) for at, part in enumerate(parts))
    return f"[{accented}]"


def _word(found):
    word = found[0].translate(ACCENTS)
    return word + MORE * round(len(word) * LONGER)


def table(catalog):
    """Return the table of the language, of all messages of a Catalog, as tools/languages makes them."""
    words = {}
    for message in catalog:
        if message.pluralizable:
            words[message.id[0]] = [text(each) for each in message.id]
        elif message.id:
            words[message.id] = text(message.id)
    return {"plurals": {"one": 0, "other": 1}, "words": words, "lessons": {}}


def foreign(text):
    """Return the words of a text that are not in the language: they have no accents."""
    return {word for word in WORD.findall(LINK.sub("", text)) if word.isascii()} - NAMES
