"""Games that leave the device, as text: SGF for Hex, a plain record for every game. Both are written and read here.

SGF is that of Hex programs (GM[11]): black joins top and bottom, points are named as ours (b3), and the swap is
`swap-pieces`. There the stone goes to the mirrored point across the long diagonal (a3 to c1), here across the short
one, which is the same after half a turn: so a first stone that is taken over is turned. Of a file with variations the
main line is read. A plain record:

    Glowgrid game
    game   mnk 5,4,4
    title  Four in a row 5x4
    seats  0 3
    result 2
    1. b2 c3
    2. a1 b4
"""

import re
from dataclasses import dataclass, field

from glowgrid import VERSION
from glowgrid.console.screens.resume import RECORD, restore
from glowgrid.record import fault as record_fault
from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.notation import move_name, parse_move

PLAIN = "Glowgrid game"
SWAP = "swap-pieces"  # in SGF
_ENDS = ("resign", "forfeit", "pass")  # what other programs write for a game that was not played out
_PROPERTY = re.compile(r"([A-Z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)


class NoRecord(ValueError):
    """Text that is no game; the message is one line: where, and what is wrong."""


@dataclass
class Record:
    """A game that was played.

    game    its name, such as "hex"
    size    a tuple of numbers
    moves   names of the moves, such as "b3" and "swap"
    seats   who played each side: 0 a person, else a level; empty if nobody knows
    """

    game: str
    size: tuple = ()
    moves: list = field(default_factory=list)
    seats: list = field(default_factory=list)


def replay(record, game):
    """Yield the position before the first move and after each, always the same one; NoRecord if a move is not legal."""
    try:
        position = game.setup(record.size)
    except ValueError as error:
        raise NoRecord(str(error)) from None
    position.swap_rule = True
    yield position
    for number, name in enumerate(record.moves, 1):
        move = parse_move(position, name)
        why = position.refusal(position.to_move, move)
        if why or not position.play(move):
            raise NoRecord(f"move {number}, {name}: {why}")
        yield position


def ended(record, game):
    """Return the position after all moves."""
    for position in replay(record, game):
        pass
    return position


def from_save(saved, games):
    """Return the Record of a match as console/match.py saves it; NoRecord if it is none, or of none of these games."""
    fault = record_fault(saved, RECORD)
    if fault:
        raise NoRecord(fault)
    if saved["game"] not in [game.name for game in games]:
        raise NoRecord(f"the game {saved['game']} is not here; put its file into the folder that `games folder` prints")
    try:
        match = restore(saved, games)
    except ValueError as error:
        raise NoRecord(str(error)) from None
    position = match.position
    moves = [move_name(position, move) for move in position.history[: position.plies]]
    return Record(match.game.name, match.size, moves, list(saved["seats"]))


# Writing ------------------------------------------------------------------------------------------------------------


def written(record, game):
    """Return (ending of the file name, text) of a record: SGF for Hex, else plain."""
    return ("sgf", sgf(record, game)) if record.game == "hex" else ("txt", plain(record, game))


def plain(record, game):
    position = ended(record, game)
    lines = [PLAIN, f"game   {record.game} {size_name(record.size)}".rstrip(), f"title  {game.title(record.size)}"]
    if record.seats:
        lines.append("seats  " + " ".join(map(str, record.seats)))
    if position.is_over():
        lines.append(f"result {position.winner or 'draw'}")
    for first in range(0, len(record.moves), position.sides):
        lines.append(f"{first // position.sides + 1}. " + " ".join(record.moves[first : first + position.sides]))
    return "\n".join(lines) + "\n"


def sgf(record, game):
    winner = ended(record, game).winner
    head = f"(;FF[4]GM[11]CA[UTF-8]AP[Glowgrid:{VERSION}]SZ[{size_name(record.size)}]"
    for colour, seat in zip("BW", record.seats):
        head += f"P{colour}[{f'Glowgrid level {seat}' if seat else 'person'}]"
    if winner:
        head += f"RE[{' BW'[winner]}+]"
    names = _turned_for_swap(record.moves, record.size[0])
    moves = [f";{'BW'[ply % 2]}[{SWAP if name == 'swap' else name}]" for ply, name in enumerate(names)]
    rows = ["".join(moves[start : start + 10]) for start in range(0, len(moves), 10)]
    return "\n".join([head, *rows]) + ")\n"


def _turned_for_swap(moves, size):
    """Return the moves of a game of Hex; a first stone that is taken over has got half a turn, if it is a point."""
    first = re.fullmatch(r"([a-z])(\d{1,2})", moves[0]) if moves[1:2] == ["swap"] else None
    column, row = (ord(first[1]) - ord("a") + 1, int(first[2])) if first else (0, 0)
    if not (1 <= column <= size and 1 <= row <= size):
        return moves
    return [f"{chr(ord('a') + size - column)}{size + 1 - row}", *moves[1:]]


# Reading ------------------------------------------------------------------------------------------------------------


def read(text):
    """Return the Record that a text is, in either form; NoRecord, in one line, if it is none."""
    if text.lstrip("\ufeff \r\n\t").startswith("("):
        return _read_sgf(text)
    if text.lstrip("\ufeff").startswith(PLAIN):
        return _read_plain(text)
    raise NoRecord(f"neither SGF nor a record that begins with {PLAIN!r}")


def _read_plain(text):
    record = Record("")
    for number, line in enumerate(text.splitlines()[1:], 2):
        word, *rest = line.split() or [""]
        if word == "game" and rest:
            record.game, record.size = rest[0], _size(",".join(rest[1:]), f"line {number}")
        elif word == "seats" and all(seat.isdecimal() for seat in rest):
            record.seats = [int(seat) for seat in rest]
        elif word.rstrip(".").isdecimal():
            record.moves += rest
        elif word not in ("", "title", "result"):
            raise NoRecord(f"line {number}: {word!r}; expected game, title, seats, result, or moves such as 1. b2 c3")
    if not record.game:
        raise NoRecord("no line says which game it is, such as game hex 5")
    return record


def _size(text, where):
    try:
        return parse_size(text) if text else ()
    except ValueError as error:
        raise NoRecord(f"{where}: {error}") from None


def _read_sgf(text):
    record = Record("hex")
    seen = {}
    for name, values in _main_line(text):
        value = " ".join(_VALUE.findall(values)[0].split())
        if name in "BW":
            move = _sgf_move(value.lower())
            if move in _ENDS:
                break
            if name != "BW"[len(record.moves) % 2]:
                raise NoRecord(f"move {len(record.moves) + 1}, {name}[{value}]: it is the other side's turn")
            record.moves.append(move)
        elif name in ("AB", "AW", "AE"):
            raise NoRecord(f"{name}: stones that were set up; a game begins with none")
        else:
            seen.setdefault(name, value)
    if seen.get("GM") != "11":
        raise NoRecord(f"GM[{seen.get('GM', '')}]: SGF of another game; Hex is GM[11]")
    sizes = seen.get("SZ", "11").split(":")
    if len(set(sizes)) > 1 or not sizes[0]:
        raise NoRecord(f"SZ[{seen['SZ']}]: a field that is no rhombus of equal sides")
    record.size = _size(sizes[0], f"SZ[{sizes[0]}]")
    record.moves = _turned_for_swap(record.moves, record.size[0])
    return record


def _main_line(text):
    """Yield (name, values) of each property, as far as the first variations go: up to the first closing bracket."""
    at = 0
    while at < len(text) and text[at] != ")":
        found = _PROPERTY.match(text, at)
        if found:
            yield found[1], found[2]
        elif text[at] not in "(; \r\n\t\ufeff":
            raise NoRecord(f"SGF, line {text.count(chr(10), 0, at) + 1}: {text[at]!r} is out of place")
        at = found.end() if found else at + 1


def _sgf_move(value):
    """Return the name of a move; aa is how programs for Go write a1."""
    if value in (SWAP, "swap"):
        return "swap"
    if len(value) == 2 and value.isalpha():
        return f"{value[0]}{ord(value[1]) - ord('a') + 1}"
    return value
