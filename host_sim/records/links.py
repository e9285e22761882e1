"""Links that are not of HexWorld or trmph (move_text.py): of gomocalc, and those that only name a game on a site.

https://gomocalc.com/#/h8i9g7j10     moves of five in a row; the link does not say the size
https://playhex.org/games/...        no moves: the site has them
"""

import re

from . import move_text
from .record import NoGame

_LINK = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)
_BOARD = re.compile(r"(?:hexworld\.org|trmph\.com)/.*board|gomocalc\.com", re.IGNORECASE)  # whose links have the moves
_GOMOCALC = re.compile(r"(?:https?://)?(?:www\.)?gomocalc\.com/(?:#/?)?([^\s?]*)", re.IGNORECASE)


_FROM_SITE = "the moves or the SGF from the site"


def links(text):
    """Return [(link, words behind it), ...] of a text that begins with one, if there is no list of moves in it."""
    begin = text.split(None, 1)[:1]
    if not begin or not _is_link(begin[0]) or move_text.is_list(text):
        return []
    return move_text.with_words_behind(text, _is_link)


def _is_link(word):
    return _LINK.match(word) or _GOMOCALC.match(word)


def of_link(link, behind, asked):
    """Return the Record of a link; NoGame if it has no moves. behind: the words behind it. asked: as in asked.py."""
    found = _GOMOCALC.match(link)
    moves = found[1].strip("/") if found else ""
    if not moves:
        again = "it again once there are moves on its board"
        raise NoGame(f"this link has no moves; copy {again if _BOARD.search(link) else _FROM_SITE}")
    behind = list(behind)
    while behind and move_text.is_moves(behind[0]):  # they go on
        moves += " " + behind.pop(0)
    return move_text.of_moves(moves, asked.or_game("mnk"), behind=behind)
