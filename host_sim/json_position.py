"""Where in a JSON file something stands."""

import json
import re

_BLANK = re.compile(r"[ \t\r\n]*")
_SIGN = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[\[\]{},]')  # a text, of a key with its colon, or what nests and parts


def place(text, steps):
    """Return (line, column), counted from 1, of what the steps lead to in a text of valid JSON.

    steps: names of fields, numbers in lists. Where one leads nowhere, it is the place of the last that does.
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
    """Return what to say of the first key that its object has already in a text of valid JSON; "" if there is none.

    JSON keeps the last of the two, and says nothing.
    """
    seen = set()
    for steps, at in _keys(text):
        if tuple(steps) in seen:
            line, column = _line_and_column(text, at)
            return f"{'.'.join(map(in_words, steps))}: written twice (line {line}, column {column})"
        seen.add(tuple(steps))
    return ""


def in_words(key):
    """Return a key as messages name it: as it stands if that moves no cursor."""
    return key if key.isprintable() and key else repr(key)


def _keys(text):
    """Yield (steps, where it begins) of every key in a text of valid JSON, in its order; no depth is too deep."""
    steps = []  # a name in each object and a number in each list that is open
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
    """Return where the value begins that the object or list at `at` has under this name or number; None if none is."""
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
