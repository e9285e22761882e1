"""Decide whether a text is a proof of the game that it names: both what it states of it and the moves are right."""

import re

from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import parse_point
from glowgrid.rules.placed import place

from ...own_games.find import find_game
from . import carried, check_alone, check_by_play, check_carriers, check_with_rules
from .check_alone import Bad
from .header import FIRST, SECOND, header
from .tables import family_of


def accepted(text):
    """Return (title, position, claims) of a proof that both checkers accept; else raise Bad.

    A game with rules of its own has only the first checker.
    """
    title, position = _of_file(text)
    if text.startswith(SECOND):
        return title, position, _accepted_carriers(text, title, position)
    _compare(text, header(position, title))
    claims = check_with_rules.check(text, position)
    if family_of(position):
        check_alone.check(text)
    return title, position, claims


def _accepted_carriers(text, title, position):
    """Return the claims of a proof by lines with carriers, by its own rules and by play by those of the game."""
    if not carried.fits(position):
        raise Bad(1, "this game has no proofs by lines with carriers")
    _compare(text, carried.header(position, title))
    try:
        proof, _ = check_carriers.check(text.splitlines())
    except check_carriers.Bad as bad:
        raise Bad(*bad.args) from None
    check_by_play.play(position, text, proof)
    return ", ".join(proof.claims)


def _of_file(text):
    """Return (title, position) of a proof."""
    lines = text.splitlines() or [""]
    if not lines[0].startswith((FIRST, SECOND)):
        raise Bad(1, f"not a proof of this version; expected '{FIRST}' or '{SECOND}' and a game")
    title = lines[0][len(FIRST) :]
    name, _, size = title.rpartition(" ")
    if not re.fullmatch(r"\d{1,9}(,\d{1,9})*", size):
        name, size = title, ""
    try:
        position = find_game(name)[0].setup(parse_size(size) if size else None)
    except ValueError as error:
        raise Bad(1, str(error)) from None
    return title, _placed(position, lines)


def _placed(position, lines):
    """Return the position with the stones and the side to move that the lines of a proof state."""
    stones, to_move = {}, 1
    for number, line in enumerate(lines, 1):
        word, *rest = line.split() or [""]
        try:
            if word == "stones":
                points = [parse_point(position.field, name) for name in rest[1:]]
                if min(points, default=0) < 0:
                    raise Bad(number, "no such point")
                stones |= dict.fromkeys(points, int(rest[0]))
            elif word == "turns":
                to_move = int(rest[0][0])
                return place(position, stones, to_move)
        except (ValueError, LookupError) as error:
            raise Bad(number, f"no such position: {error}") from None
    raise Bad(len(lines), "cut off: it does not say whose turn it is")


def _compare(text, expected):
    """Raise Bad at the first line before the proofs that does not state the game as it is."""
    lines = text.splitlines()
    for number, line in enumerate(expected, 1):
        if lines[number - 1 : number] != [line]:
            raise Bad(number, f"another game; expected {line!r}")
    if lines[len(expected) : len(expected) + 1] and not lines[len(expected)].startswith("proof "):
        raise Bad(len(expected) + 1, "another game; expected a proof here")
