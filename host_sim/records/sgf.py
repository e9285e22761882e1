"""Games that leave the device, as text: SGF, and a plain record (reader.py has its form).

In SGF of Hex (GM[11]) the swap is `swap-pieces`: a first stone that is taken over stands where Hex programs put it
(sgf_reader.py). Every game says what it is in `GG[mnk 5,4,4]`.
"""

from glowgrid import VERSION
from glowgrid.rules.game import size_name

from .reader import PLAIN
from .record import NoRecord, ended, replay
from .sgf_head import OURS
from .sgf_reader import turned

SWAP, SWAP_SIDES = "swap-pieces", "swap-sides"  # in SGF
_GM = {"hex": "11", "mnk": "4"}
_COLOURS = " BWR"


def written(record, game):
    """Return (ending of the file name, text) of a record: SGF for Hex, else plain."""
    return ("sgf", sgf(record, game)) if record.game == "hex" else ("txt", plain(record, game))


def plain(record, game):
    """Return the record as plain text; NoRecord for a game that it cannot hold."""
    in_turn = [1 + number % game.sides for number in range(len(record.moves))]
    if record.setups or record.movers not in ([], in_turn):
        raise NoRecord("a plain record holds no stones that are set up and no turns that are left out; expected SGF")
    position = ended(record, game)
    lines = [PLAIN, f"game   {record.game} {size_name(record.size)}".rstrip(), f"title  {game.title(record.size)}"]
    if record.seats:
        lines.append("seats  " + " ".join(map(str, record.seats)))
    if position.is_over():
        lines.append(f"result {position.winner or 'draw'}")
    elif record.winner and record.by:
        lines.append(f"result {record.winner} by {record.by}")
    for first in range(0, len(record.moves), position.sides):
        lines.append(f"{first // position.sides + 1}. " + " ".join(record.moves[first : first + position.sides]))
    return "\n".join(lines) + "\n"


def sgf(record, game, said=None):
    """Return the record as SGF.

    said: {number of a move, from 0: ([lines about it], names of better points)} becomes comments and markup.
    """
    position = ended(record, game)
    winner = position.winner if position.is_over() else record.winner
    head = "(;FF[4]" + (f"GM[{_GM[record.game]}]" if record.game in _GM else "")
    ours = escaped(f"{record.game} {size_name(record.size)}".rstrip())
    head += f"CA[UTF-8]AP[Glowgrid:{VERSION}]{OURS}[{ours}]SZ[{_size(record, game)}]"
    players = record.players or {
        side: f"Glowgrid level {seat}" if seat else "person" for side, seat in enumerate(record.seats, 1)
    }
    for side, name in sorted(players.items()):
        head += f"P{_COLOURS[side]}[{escaped(name)}]"
    if winner:
        head += f"RE[{_COLOURS[winner]}+{record.by[:1].upper()}]"
    elif winner == 0:
        head += "RE[0]"
    moves = [_node(record, number, side, (said or {}).get(number)) for number, side in movers(record, game)]
    stones = _stones(record, len(record.moves)) if len(record.moves) in record.setups and record.moves else ""
    rows = ["".join(moves[start : start + 10]) for start in range(0, len(moves), 10)]
    return "\n".join([head + _root(record)] + rows) + (f";{stones}" if stones else "") + ")\n"


def _size(record, game):
    """Return SZ: as Hex programs and those for Go have it, columns before rows."""
    if record.game == "mnk":
        rows, columns = record.size[:2]
        return str(rows) if rows == columns else f"{columns}:{rows}"
    if len(record.size) == 1:
        return str(record.size[0])
    field = game.setup(record.size or None).field
    return str(field.width) if field.width == field.height else f"{field.width}:{field.height}"


def movers(record, game, made=None):
    """Yield (number, side) of each move, or of the first `made`."""
    positions = replay(record, game)
    position = next(positions)
    for number in range(len(record.moves) if made is None else made):
        yield number, record.mover(number, position)
        position = next(positions, position)


def _node(record, number, side, said):
    """Return a move as a node of SGF, after stones that are set up."""
    name = record.moves[number]
    if name == "swap":
        name = SWAP
    elif number == 0:
        name = first_name(record)
    text = f";{_stones(record, number)}" if number in record.setups and number else ""
    if number == 2 and side == 2 and record.moves[1] == "swap":
        text += ";B[]"  # else it would be the other swap
    if number == 1 and side == 1 and record.sides_swapped:
        text += ";W[]"  # likewise
    text += f";{_COLOURS[side]}[{escaped(name)}]"
    if said:
        lines, better = said
        text += f"C[{escaped(chr(10).join(lines))}]"
        text += ("BM[1]TR" + "".join([f"[{name}]" for name in better])) * bool(better)
    return text + (f";W[{SWAP_SIDES}]" if number == 0 and record.sides_swapped else "")


def first_name(record):
    """Return where the first stone stands before it is taken over, if it is."""
    name = record.moves[0]
    if record.moves[1:2] != ["swap"] or 0 in record.setups or 1 in record.setups:
        return name
    return record.first or (turned(name, record.size[0]) if record.game == "hex" else name)


def _root(record):
    return _stones(record, 0) if 0 in record.setups else ""


def _stones(record, number):
    """Return the stones that are set up before a move as properties."""
    changes, to_move = record.setups[number]
    text = ""
    for side, property in ((1, "AB"), (2, "AW"), (3, "AR"), (0, "AE")):
        names = [name for name, owner in changes.items() if owner == side]
        text += (property + "".join(f"[{name}]" for name in names)) * bool(names)
    return text + (f"PL[{_COLOURS[to_move]}]" if to_move else "")


def escaped(text):
    return text.replace("\\", "\\\\").replace("]", "\\]")
