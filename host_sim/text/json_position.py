"""Find the line and column of something in a JSON file."""

import json
import re

_BLANK = re.compile(r"[ \t\r\n]*")
_SIGN = re.compile(
    r'("(?:[^"\\]|\\.)*")(\s*:)?|[\[\]{},]'
)  # a string, with its colon if it is a key, or a bracket or comma


def place(text, steps):
    """Return (line, column), counted from 1, of the value that the steps lead to in valid JSON.

    steps: names of fields, indices in lists. If a step leads nowhere, return the place of the last that does.
    """
    at = _after_blank(text, 0)
    for step in steps:
        found = _child(text, at, str(step))
        if found is None:
            break
        at = found
    return _line_and_column(text, at)


def key_place(text, steps):
    """Return (line, column) of the key that the steps lead to; (1, 1) if there is none."""
    wanted = [str(step) for step in steps]
    return _line_and_column(text, next((at for found, at in _keys(text) if found == wanted), 0))


def written_twice(text):
    """Return a message about the first duplicate key in valid JSON; "" if there is none.

    The parser silently keeps the last of the two.
    """
    seen = set()
    for steps, at in _keys(text):
        if tuple(steps) in seen:
            line, column = _line_and_column(text, at)
            return f"{'.'.join(map(in_words, steps))}: written twice (line {line}, column {column})"
        seen.add(tuple(steps))
    return ""


def in_words(key):
    """Return a key for use in messages: unchanged if it is printable."""
    return key if key.isprintable() and key else repr(key)


def _keys(text):
    """Yield (steps, where it begins) of every key in valid JSON, in order and at any depth."""
    steps = []  # a name for each open object, an index for each open list
    for sign in _SIGN.finditer(text):
        string, colon = sign.groups()
        if colon:
            steps[-1] = json.loads(string)
            yield [str(step) for step in steps], sign.start()
        elif sign[0] in ("{", "["):
            steps.append("" if sign[0] == "{" else 0)
        elif sign[0] in ("}", "]"):
            steps.pop()
        elif sign[0] == "," and isinstance(steps[-1], int):
            steps[-1] += 1


def _line_and_column(text, at):
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _child(text, at, step):
    """Return where the value of this name or index begins in the object or list at `at`; None if there is none."""
    if text[at] not in "{[":
        return None
    decoder, named, number = json.JSONDecoder(), text[at] == "{", 0
    at = _after_blank(text, at + 1)
    while text[at] not in "}]":
        name = str(number)
        if named:
            name, at = decoder.raw_decode(text, at)
            at = _after_blank(text, _after_blank(text, at) + 1)  # past the colon
        if name == step:
            return at
        at = _after_blank(text, decoder.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _after_blank(text, at + 1)
        number += 1
    return None


def _after_blank(text, at):
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
