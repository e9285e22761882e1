"""Games of PlayHex in JSON, one or a list, as the site exports them.

{"boardsize": 11, "moves": "a10 swap-pieces n4", "playerRed": "Ann", "winner": "red", "outcome": "resign"}

Red begins and is side 1, top to bottom. As the site has a game in itself, moves are a list and the winner 0 or 1.
"""

from . import move_text
from .record import NoRecord, short

_HOW = {"time": "time", "resign": "resignation", "forfeit": "forfeit"}


def is_game(data):
    """Return whether this is such a game."""
    return "boardsize" in data and "moves" in data


def of_game(data, asked):
    """Return the Record of a game; NoRecord, in one line, if it is none. asked: as in asked.py."""
    size, moves = data["boardsize"], data["moves"]
    if isinstance(size, bool) or not (isinstance(size, int) and 0 < size < 100):
        raise NoRecord(f"boardsize: {short(str(size))}; expected a number such as 11")
    if isinstance(moves, list):
        moves = " ".join(map(str, moves))
    if not isinstance(moves, str):
        raise NoRecord(f"moves: {short(str(moves))}; expected a text such as 'a10 swap-pieces n4'")
    record = move_text.of_moves_on(moves, asked, "hex", (size,))
    for side, name in enumerate(("playerRed", "playerBlue"), 1):
        if isinstance(data.get(name), str):
            record.players[side] = data[name]
    winner = data.get("winner")
    for side, said in enumerate((("red", 0), ("blue", 1)), 1):
        if winner in said and not isinstance(winner, bool) and record.winner is None:
            record.winner, record.by = side, _HOW.get(str(data.get("outcome")), "")
    return record
