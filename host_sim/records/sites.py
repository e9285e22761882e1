"""Games as two sites have them: a link of HexWorld, and SGF of LittleGolem. reader.py reads both.

Neither has stones that are set up. If the players swapped sides, the moves are written without that, and the players
by the sides that they played from then on.
"""

from .littlegolem import write
from .record import NoRecord, replay
from .sgf import escaped, first_name, movers

LINK = "https://hexworld.org/board/#"
_ELSE = "expected --as sgf, or --to x.sgf alone"
_OF_GOLEM = "hex", "havannah", "y"
_END = {"resignation": "resign", "forfeit": "forfeit", "time": "timeout"}


def hexworld(record, game, said=None):
    """Return the link of a game of Hex; NoRecord for what it cannot hold. It has no room for what is said."""
    if record.game != "hex":
        raise NoRecord(f"a link of HexWorld holds a game of Hex, not of {record.game}; {_ELSE}")
    position, made = _plain_end(record, game)
    text, turn = "", 1
    for number, side in movers(record, game, made):
        name = record.moves[number]
        text += ":p" * (side != turn) + (":s" if name == "swap" else first_name(record) if number == 0 else name)
        turn = 3 - side
    if not position.is_over():
        text += ":p" * (position.to_move != turn)
        if record.winner and record.by:
            text += (":r" if record.by == "resignation" else ":f") + " wb"[record.winner]
    return f"{LINK}{record.size[0]}c1,{text}\n"


def littlegolem(record, game, said=None):
    """Return a game as LittleGolem writes it: W begins and is side 1. `said` is as `sgf` takes it."""
    if record.game not in _OF_GOLEM:
        raise NoRecord(f"LittleGolem's SGF is for {', '.join(_OF_GOLEM)}, not for {record.game}; expected --as sgf")
    position, made = _plain_end(record, game)
    head = f"(;FF[4]EV[{record.game}]"
    for side, name in sorted(record.last_players().items()):
        head += f"P{' BW'[side]}[{escaped(name)}]"
    winner = position.winner if position.is_over() else record.winner
    text, turn = f"{head}SZ[{record.size[0]}]", 1
    if winner is not None:
        text += f"RE[{'0BW'[winner]}]"
    text += "SO[http://www.littlegolem.com]\n"
    for number, side in movers(record, game, made):
        name = first_name(record) if number == 0 else record.moves[number]
        if number == 2 and side == 2 and record.moves[1] == "swap":
            text += ";W[]"  # else the players would have swapped sides
        text += f";{' WB'[side]}[{write(name, record.game, record.size[0])}]"
        if said and number in said:
            text += f"C[{escaped(chr(10).join(said[number][0]))}]\n"
        turn = 3 - side
    if not position.is_over():
        text += f";{' WB'[turn]}[]" * (position.to_move != turn)
        if record.winner and record.by in _END:
            text += f";{' BW'[record.winner]}[{_END[record.by]}]"
    return text + ")\n"


def _plain_end(record, game):
    """Return (the position at the end, how many moves lead there); NoRecord if stones are set up."""
    if any(changes for changes, _ in record.setups.values()):
        raise NoRecord(f"stones are set up, which this form cannot hold; {_ELSE}")
    made = -1
    for position in replay(record, game):
        made += 1
    return position, made
