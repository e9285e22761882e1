"""Where in a JSON file something stands."""

import json
import re

_BLANK = re.compile(r"[ \t\r\n]*")


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
