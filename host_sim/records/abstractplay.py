"""Games of AbstractPlay in JSON: the state of a game, what the site keeps around it ("state"), or its record.

{"game": "hex", "variants": ["size-14"], "gameover": true, "winner": [1], "stack": [{"_results": []},
 {"_results": [{"type": "place", "where": "c3"}]}]}
{"header": {"game": {"name": "Hex"}, "players": [{"name": "Ann", "result": 1}]}, "moves": [["c3", "b2"]]}

Stones alternate. A pie exchanges the players, not the stones. Points of Hex and five in a row are as ours. In Havannah
and Y the letter is the line, in Havannah from below, and the number says which of its points.
Source: the published sources of AbstractPlay's games.
"""

import json
import re

from . import move_text
from .asked import DEFAULTS, field_of, named, usual
from .record import NoRecord, short

_OURS = {"hex": "hex", "havannah": "havannah", "y": "y", "gomoku": "mnk", "renju": "mnk"}
_USUAL = {"hex": (11, 13), "havannah": (8,), "y": (13,), "mnk": (15,)}
_RULES = {"gomoku": "exactly five win there", "renju": "it forbids some moves to Black"}
_LINE_POINT = re.compile(r"([a-z])(\d{1,2})$")
_SIZE = re.compile(r"(?:size|standard|board)?[\s:-]*(\d{1,2})(?:\s*x\s*(\d{1,2}))?$")
_ONLY_OPENING = re.compile(r"#|swap|long-?\s*pro|pass$|pro$|rif|soosyrv|taraguchi|yamaguchi")
_HOW = {"resigned": "resignation", "timeout": "time"}
_CHANGES = "move", "capture", "remove", "take", "eject", "convert", "swap", "deltaScore"


def is_game(data):
    """Return whether this is such a game, in any of the three forms."""
    return ("stack" in data and "game" in data) or ("header" in data and "moves" in data) or "state" in data


def of_game(data, asked):
    """Return the Record of a game; NoRecord, in one line, if it is none of ours. asked: as in asked.py."""
    around = data
    if "state" in data:
        data = _inner(data["state"])
    if "header" in data:
        around = _dict(data["header"])
        kind, variants = _dict(around.get("game")).get("name"), _dict(around.get("game")).get("variants")
        names, played = _of_list(data["moves"]), _Played()
    else:
        kind, variants = data.get("game"), data.get("variants")
        names, played = _of_stack(data.get("stack"))
    uid = str(kind).lower()
    game = asked.game or _OURS.get(uid, "")
    if not game:
        raise NoRecord(f"a game of {short(str(kind))}, none of ours; expected hex, havannah, y, gomoku, or --game")
    size = asked.size_for(game) or _size(game, variants, asked)
    notes = []
    if not size and game in DEFAULTS:
        size = field_of(game, usual(game, [name for name in names if _LINE_POINT.match(name)], _USUAL))
        notes.append(f"no variant says the size: taken to be {named(game, size)}; for another add --size")
    record = move_text.of_moves_on(" ".join(_as_ours(names, uid, size)), asked, game, size)
    if uid in _RULES:
        notes.append(f"{kind} of AbstractPlay: {_RULES[uid]}; here five or more in a row win")
    record.notes += notes
    _read_end(record, data, around, played)
    return record


class _Played:
    """swapped: whether the players are exchanged; by: what ended the game, or ""; loser: who lost by that, 1 or 2."""

    def __init__(self):
        self.swapped, self.by, self.loser = False, "", ""


def _inner(state):
    try:
        state = json.loads(state) if isinstance(state, str) else state
    except (ValueError, RuntimeError):
        state = None
    if not isinstance(state, dict) or "stack" not in state:
        raise NoRecord("state: no game of AbstractPlay in it; is the file whole?")
    return state


def _dict(value):
    return value if isinstance(value, dict) else {}


def _list(value, what):
    if not isinstance(value, list):
        raise NoRecord(f"{what}: {short(str(value))}; expected a list of moves; is the file whole?")
    return value


def _of_stack(stack):
    """Return (names of the moves, a _Played)."""
    names, played = [], _Played()
    for number, entry in enumerate(_list(stack, "stack")):
        for result in _results(entry, number):
            kind, where = str(result.get("type")), result.get("where")
            if kind == "place":
                if not isinstance(where, str):
                    raise NoRecord(f"stack {number}: {short(str(where))}; expected a point such as c3")
                names += where.lower().replace(",", " ").split()
            elif kind == "pass":
                names.append("pass")
            elif kind == "pie":
                played.swapped = not played.swapped
                names += ["swap-sides"] * (len(names) == 1)
            elif kind in _HOW:
                played.by, played.loser = _HOW[kind], str(result.get("player"))
            elif kind in _CHANGES:
                why = "expected stones that are placed, and stay; else copy the moves alone"
                raise NoRecord(f"stack {number}: {kind}: {why}")
        if isinstance(entry.get("swapped"), bool):
            played.swapped = entry["swapped"]
    return names, played


def _results(entry, number):
    results = _dict(entry).get("_results")
    if not isinstance(results, list) or not all(isinstance(result, dict) for result in results):
        raise NoRecord(f"stack {number}: no _results; is the file whole?")
    return results


def _of_list(moves):
    """Return the names of the moves of a record: a list for each round."""
    names = []
    for number, round in enumerate(_list(moves, "moves"), 1):
        for move in round if isinstance(round, list) else [round]:
            move = _dict(move).get("move", move)
            if not isinstance(move, str):
                raise NoRecord(f"moves {number}: {short(str(move))}; expected points such as c3")
            names += move.lower().replace(",", " ").split()
    return names


def _size(game, variants, asked):
    """Return the size that the variants say, () for none; NoRecord if one of them is another rule."""
    size = ()
    for variant in variants if isinstance(variants, list) else ():
        found = _SIZE.match(str(variant).lower())
        if found:
            if found[2] and found[1] != found[2]:
                raise NoRecord(f"variant {short(variant)}: a field of unequal sides; expected equal ones, or --size")
            size = field_of(game, int(found[1]))
        elif not asked.game and not _ONLY_OPENING.match(str(variant).lower()):
            raise NoRecord(
                f"variant {short(str(variant))}: another rule than ours; to read it all the same add --game {game}"
            )
    return size


def _as_ours(names, uid, size):
    """Yield our names of the points."""
    for name in names:
        found = _LINE_POINT.match(name)
        if not found or uid not in ("havannah", "y") or len(size) != 1:
            yield name
            continue
        line, number, edge = ord(found[1]) - 96, int(found[2]), size[0]
        row = 2 * edge - line if uid == "havannah" else line
        before, length = (max(0, row - edge), 2 * edge - 1 - abs(row - edge)) if uid == "havannah" else (0, row)
        if not (0 < row < 2 * edge and 0 < number <= length):
            raise NoRecord(f"{name}: no such point on {uid} {edge}")
        yield f"{chr(96 + number + before)}{row}"


def _read_end(record, data, around, played):
    """Enter who played, who has won, and by what."""
    players = around.get("players")
    players = [_dict(player) for player in players] if isinstance(players, list) else []
    exchanged = played.swapped or bool(around.get("pie-invoked") or around.get("pieInvoked"))
    if exchanged and not record.sides_swapped:
        record.notes.append("the players have swapped sides; the stones stay")
    names = {side: player["name"] for side, player in enumerate(players[:2], 1) if isinstance(player.get("name"), str)}
    side_of = {"1": 2, "2": 1} if played.swapped else {"1": 1, "2": 2}
    record.players = names if record.sides_swapped else {side_of[str(side)]: name for side, name in names.items()}
    winner = data.get("winner")
    results = [player.get("result") for player in players[:2]]
    if isinstance(winner, list) and winner and data.get("gameover", True):
        record.winner = 0 if len(winner) > 1 else side_of.get(str(winner[0]))
    elif len(results) == 2 and None not in results:
        record.winner = _better(*results)
    if record.winner is None and played.loser in side_of:
        record.winner = 3 - side_of[played.loser]
    record.by = played.by if record.winner else ""


def _better(first, second):
    """Return the side with the larger number, 0 if they are equal, None if they are no numbers."""
    if not isinstance(first, (int, float)) or not isinstance(second, (int, float)):
        return None
    return 0 if first == second else 1 if first > second else 2
