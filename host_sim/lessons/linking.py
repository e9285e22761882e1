"""What a link of a lesson opens on the page. links.js there reads the same addresses.

It runs on CPython and on MicroPython's WebAssembly port, which has no urllib.
"""

from glowgrid.rules.game import parse_size

from .lesson_file import Fault
from .positions import game, parse

SCREENS = "coach", "hint", "minimax", "guided"
_OURS = "position", "moves", "seats", "swap", "to"


def opened(link):
    """Return the position that a Link opens; a Fault, with its line, if it opens none."""
    try:
        return _position(_words(link.target))
    except ValueError as error:
        raise Fault(link.line, f"{link.target[:60]} opens nothing: {error}") from None


def _words(address):
    """Return {word: what stands behind it} of an address from # on."""
    pairs = [part.partition("=") for part in address[1:].split("&") if part]
    return {_plain(word): _plain(said) for word, _, said in pairs}


def _plain(text):
    """Return a part of an address without its %20 and +."""
    first, *coded = text.replace("+", " ").split("%")
    parts = [bytes.fromhex(part[:2]) + part[2:].encode() for part in coded]
    return (first.encode() + b"".join(parts)).decode()


def _position(words):
    """Return the position of the words of an address."""
    games = [name for name in words if name not in _OURS]
    if len(games) != ("position" not in words):
        raise ValueError(f"{games[-1]} means nothing here" if games else "it names no game; expected one, as in #hex=3")
    if words.get("to", SCREENS[0]) not in SCREENS:
        raise ValueError(f"to={words['to']}; expected {', '.join(SCREENS)}")
    if words.get("swap", "off") != "off":
        raise ValueError(f"swap={words['swap']}; expected off")
    position = _begun(words, games)
    for name in filter(None, words.get("moves", "").split(",")):
        position.play(name.strip())
    seats = words["seats"].split(",") if "seats" in words else ["0"] * position.sides
    if len(seats) != position.sides or not all([len(seat) == 1 and seat in "0123456789" for seat in seats]):
        raise ValueError(f"seats={words['seats']}; expected {position.sides} numbers, 0 for a person")
    return position


def _begun(words, games):
    """Return the position before the moves of an address."""
    if "position" in words:
        return parse(words["position"])
    name = games[0]
    found = game(name, *(parse_size(words[name]) if words[name] else ()))
    return game(name, *found.size, swap=found.rules.swap and "swap" not in words).start()
