"""Records with tags as in PGN, as PlayOK has them: tags in brackets, then moves.

[Site "PlayOK"]
[Black "ann"]            Black begins and is side 1
[White "bob"]
[Result "1-0"]           the first number is that of the player who is named first

1. h8 g9 2. i9 -- 1-0    -- is a pass; {notes} are skipped
"""

import re

from . import move_text
from .asked import Asked, fitted
from .record import NoRecord, short
from .sgf_head import game_of, none_of_ours, other_of

_TAG = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s+"([^"\n]*)"\s*\]')
_NEXT_TAGS = re.compile(r'\n\s*\[\s*[A-Za-z]\w*\s+"')
_BESIDE = re.compile(r"\{([^}]*)\}|\$\d+")  # a note, a sign for one
_SCORE = r"(\d{1,3}(?:\.5)?|1/2)\s*-\s*(\d{1,3}(?:\.5)?|1/2)"
_ENDING = re.compile(rf"(?:^|\s)(?:{_SCORE}|\*)\s*$")
_RESULT = re.compile(rf"\s*{_SCORE}\s*$")
_PASS = re.compile(r"(?:^|\s)--(?=\s|$)")
_LAST_NOTE = re.compile(r"\{([^}]*)\}\s*$")
_HOW = (
    (re.compile(r"\b(?:resigns?|resigned|resignation)\b"), "resignation"),
    (re.compile(r"\b(?:time|timeout|timed out)\b"), "time"),
    (re.compile(r"\b(?:forfeit(?:s|ed|ure)?|abandon(?:s|ed)?)\b"), "forfeit"),
)
_PLAYOK = "a record of PlayOK that names no game"


def is_tagged(text):
    """Return whether a text begins with a tag."""
    return _TAG.match(text) is not None


def games(text):
    """Return the games of a text, each as ([(tag, value), ...], text of its moves)."""
    found, at = [], 0
    while tag := _TAG.match(text, at):
        tags = []
        while tag:
            tags.append((tag[1].lower(), tag[2].strip()))
            at = tag.end()
            tag = _TAG.match(text, at)
        following = _NEXT_TAGS.search(text, at)
        end = following.start() if following else len(text)
        found.append((tags, text[at:end]))
        at = end
    return found


def of_tagged(tags, moves, asked):
    """Return the Record of a game; NoRecord, in one line, says what is wrong. asked: as in asked.py."""
    said = dict(tags)
    named = _named(said)
    game = asked.game or named or _assumed(said)
    end = _ENDING.search(moves)
    last = _LAST_NOTE.search(moves[: end.start()] if end else moves)
    moves = _PASS.sub(lambda found: " pass", _BESIDE.sub(lambda found: " ", moves)).strip()
    ending = _ENDING.search(moves)
    moves = moves[: ending.start()] if ending else moves
    stated = Asked(game, asked.size or _size(said, game))
    record = (move_text.of_list if move_text.is_list(moves) else move_text.of_moves)(moves, stated)
    record.assumed = "" if asked.game or named else _PLAYOK
    record.notes += asked.settled(named, ())[2]
    for side, tag in enumerate(("black", "white"), 1):
        if said.get(tag, "").strip("?"):
            record.players[side] = said[tag]
    _read_result(record, tags, ending, said.get("termination", "") + " " + (last[1] if last else ""))
    return record


def _named(said):
    """Return the game that a tag names; "" if none does."""
    for tag in ("game", "gametype", "variant", "event"):
        words = re.findall("[a-z]+", said.get(tag, "").lower())
        if game_of(words):
            return game_of(words)
    return ""


def _assumed(said):
    """Return the game where no tag names one of ours: five in a row at PlayOK. NoRecord if it can be none of ours."""
    for tag in ("game", "gametype", "variant", "event"):
        other = other_of(said.get(tag, "").lower())
        if other:
            raise NoRecord(f'[{tag[:1].upper()}{tag[1:]} "{short(said[tag])}"]: {none_of_ours(other)}')
    if "playok" not in said.get("site", "").lower():
        raise NoRecord("a record whose tags name no game; add --game hex, or another")
    found = _RESULT.match(said.get("result", ""))
    if found and not {found[1], found[2]} <= {"0", "1", "1/2", "0.5"}:
        raise NoRecord(
            f'[Result "{said["result"]}"]: five in a row does not end so; if it is a game of ours, add --game'
        )
    return "mnk"


def _size(said, game):
    """Return the size that a tag says, 15 or 15x15, as the game has it; () if none does."""
    numbers = re.findall(r"\d+", said.get("size") or said.get("boardsize") or said.get("board") or "")
    return fitted(game, tuple([int(number[:4]) for number in reversed(numbers[:2])]))


def _read_result(record, tags, ending, how):
    """Enter who has won, and by what. how: what the file says of that."""
    said = dict(tags).get("result", "")
    places = [tag for tag, _ in tags if tag in ("black", "white")]
    first = 2 if places[:1] == ["white"] else 1
    by_tag, by_moves = _winner(said, first), _winner(ending[0].strip() if ending else "", first)
    if record.winner is None:
        record.winner = by_moves if by_tag is None else by_tag
        by = [by for words, by in _HOW if words.search(how.lower())]
        record.by = by[0] if by and record.winner else ""
    if None not in (by_tag, by_moves) and by_tag != by_moves:
        record.notes.append(f"the tag says {said}, the moves end with {ending[0].strip()}: the tag counts")


def _winner(score, first):
    """Return the side that has won by a score, 0 for a draw, None if it says nothing. first: whose number is first."""
    found = _RESULT.match(score)
    points = [0.5 if part == "1/2" else float(part) for part in (found[1], found[2])] if found else [0, 0]
    if points == [0, 0]:
        return None
    return 0 if points[0] == points[1] else first if points[0] > points[1] else 3 - first
