"""JSON of sites as games: AbstractPlay's (abstractplay.py) and PlayHex's (playhex.py)."""

import json

from . import abstractplay, playhex
from .record import NoGame

EXPECTED = "expected a game of AbstractPlay or PlayHex"


def is_json(text):
    """Return whether a text looks like JSON: an object, or a list of them."""
    bare = text.lstrip()
    return (
        bare[:1] == "{" and bare[1:].lstrip()[:1] in ('"', "}") or (bare[:1] == "[" and bare[1:].lstrip()[:1] in "{]")
    )


def readers(text):
    """Return for each game of a text (what reads it, what it reads); NoGame if it is no JSON, or of something else.

    A reader takes the place of the game in words, what is in it, and an Asked.
    """
    try:
        data = json.loads(text)
    except (ValueError, RuntimeError) as error:  # RuntimeError: too deep
        line = getattr(error, "lineno", 0)
        raise NoGame(f"not JSON{f', line {line}' if line else ''}; is the file whole?") from None
    found = []
    for each in data if isinstance(data, list) else [data]:
        kind = next((kind for kind in (abstractplay, playhex) if isinstance(each, dict) and kind.is_game(each)), None)
        found.append((kind.of_game if kind else _of_none, each))
    if not any(read is not _of_none for read, _ in found):
        raise NoGame(f"JSON, but no game that was played in it; {EXPECTED}")
    return found


def _of_none(data, asked):
    raise NoGame(f"no game that was played; {EXPECTED}")
