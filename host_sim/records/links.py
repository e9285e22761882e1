"""Links that are not of HexWorld or trmph (move_text.py): of gomocalc, and those that only name a game on a site.

https://gomocalc.com/#/h8i9g7j10     moves of five in a row; the link does not say the size
https://playhex.org/games/...        no moves: the site has them
"""

import re

from . import move_text
from .record import NoRecord, short

_LINK = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)
_GOMOCALC = re.compile(r"(?:https?://)?(?:www\.)?gomocalc\.com/(?:#/?)?([^\s?]*)", re.IGNORECASE)


def links(text):
    """Return the links of a text that begins with one, if there is no list of moves in it."""
    words = text.split()
    if not words or not _is_link(words[0]) or move_text.is_list(text):
        return []
    return [word for word in words if _is_link(word)]


def _is_link(word):
    return _LINK.match(word) or _GOMOCALC.match(word)


def of_link(link, asked):
    """Return the Record of a link; NoRecord if it has no moves. asked: as in asked.py."""
    found = _GOMOCALC.match(link)
    moves = found[1].strip("/") if found else ""
    if not moves:
        raise NoRecord(f"{short(link)}: this link has no moves; copy the moves or the SGF from the site")
    return move_text.of_moves(moves, asked.or_game("mnk"))
