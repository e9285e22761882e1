"""Games in SGF of Hex, Havannah, Y and m,n,k as programs and sites write them, and ours.

Black joins top and bottom, points are named as ours (b3) or as in Go (bc). What a file leaves open follows from it:

- Which game it is, and whether of LittleGolem: sgf_head.py.
- At LittleGolem W begins and is side 1, also in Hex, where it joins top and bottom; PB, PW and RE there speak of the
  first and the second player. Points of Havannah there are those of a line: littlegolem.py.
- A swap is the second move. The colour of the next move says which: if the same side goes on, the sides are swapped and
  the stone stays (`swap-sides`); if the other one does, the stone is taken over (`swap-pieces`): in Hex it goes to the
  mirrored point across the long diagonal (a3 to c1). Only where no move follows the label counts.
- Ours goes across the short diagonal, which is the same after half a turn: so a first stone that is taken over is
  turned in `Record.moves`.
"""

import re

from .asked import DEFAULTS
from .littlegolem import line_of, read_havannah
from .record import NoRecord, Record, passed, short
from .sgf_head import ENDS, SWAPS, Head

_SET_UP = {"AB": 1, "AW": 2, "AR": 3, "AE": 0}
_LIKE_STONES = re.compile(r"(?:[AD-KO-QS-UX-Z]|A[CDF-MOQT-VX-Z])$")  # properties that SGF does not know
_LIKE_A_POINT = re.compile(r"\s*[A-Za-z](?:[A-Za-z]|\d{1,2})\s*$")
_POINT = re.compile(r"([a-z]{1,2})(\d{1,3})$")
_RESULT = re.compile(r"(b|w|black|white|\d)\s*(?:\+\s*(.*)|wins?\b.*|$)")
_BY = {"r": "resignation", "resign": "resignation", "t": "time", "time": "time", "f": "forfeit", "forfeit": "forfeit"}


class Reader:
    """Reads one game. number: which of the file; name: of the file; asked: what a person stated, or None."""

    def __init__(self, game, number, name="", asked=None):
        self._tree, self._number = game, number
        self._moves = [move for node in game.nodes for move in node.moves]
        self._head = Head(game, number, name, asked)
        self._sides = {"B": 2, "W": 1} if self._head.littlegolem else {"B": 1, "W": 2}
        if self._head.game not in DEFAULTS:
            self._sides["R"] = 3
        self.record = Record(self._head.game, self._head.size, notes=list(self._head.notes))
        self.record.assumed = self._head.assumed
        self._passed = 0  # the side that passed after the last stone

    def read(self):
        """Return the Record; NoRecord, in one line, if it is none."""
        record = self.record
        at = 0  # of all moves
        for node in self._tree.nodes:
            self._where = f"game {self._number}, node {node.number}"
            self._set_up(node.properties)
            self._note_node(node)
            for colour, value in node.moves:
                at += 1
                self._move(colour, value, self._next_colour(at))
        self._tell()
        moves = len(record.moves)
        if self._passed:  # after the last stone
            record.setups.setdefault(moves, ({}, 3 - self._passed))
        for at, (changes, to_move) in list(record.setups.items()):
            if not changes and (at < moves or (not at and to_move == 1)):
                del record.setups[at]  # the next stone says who is to move
        sides = 2 if record.game in DEFAULTS else 3 if 3 in record.movers else 0  # 0: not known
        if not record.setups and sides and record.movers == [1 + number % sides for number in range(moves)]:
            record.movers = []
        return record

    # Moves ----------------------------------------------------------------------------------------------------------

    def _note_node(self, node):
        """Note moves that share a node, where SGF has one for each."""
        if len(node.moves) > 1:
            self.record.notes.append(f"{self._where}: {len(node.moves)} moves, taken in the order of the file")
        if node.moves and any(property in node.properties for property in _SET_UP):
            self.record.notes.append(f"{self._where}: stones are set up beside a move: they come first")
        for property in sorted(node.properties):
            value = node.properties[property][0]
            if _LIKE_STONES.match(property) and _LIKE_A_POINT.match(value):
                self.record.notes.append(f"{self._where}, {property}[{short(value)}]: no side of ours; left out")

    def _next_colour(self, at):
        """Return the colour of the first move from one on; "" if none follows."""
        for colour, value in self._moves[at:]:
            if colour in "BW" and value.strip().lower() not in SWAPS:
                return colour
        return ""

    def _move(self, colour, value, follows):
        record, said = self.record, " ".join(value.split())
        if colour not in self._sides:
            raise NoRecord(f"{self._where}, {colour}[{short(said)}]: no such side; expected {' or '.join(self._sides)}")
        side, name = self._sides[colour], said.lower()
        if name in ENDS:
            record.winner, record.by = 3 - side, ENDS[name]
        elif (name in ("", "pass") and record.game in DEFAULTS) or (name == "tt" and self._tt_is_a_pass()):
            record.notes.append(passed(self._where, colour, record.moves))
            self._passed = side
        elif name in SWAPS:
            self._swap(name, colour, follows)
        else:
            record.moves.append(self._point(said))
            self._note(side, said)

    def _tt_is_a_pass(self):
        """Return whether the field ends before t20: up to FF[3], and in many programs, tt is a pass there."""
        return max(self.record.size[:2] or (0,)) < 20

    def _note(self, side, said):
        self._passed = 0
        self.record.movers.append(side)
        self.record.names.append(said.lower())
        self.record.places.append(self._where)

    def _swap(self, name, colour, follows):
        record, side = self.record, self._sides[colour]
        stones = any(changes for changes, _ in record.setups.values())
        if len(record.moves) != 1 or stones or record.movers[0] == side:
            record.moves.append("swap")  # it is refused when it is made, if the game has not ended before
            self._note(side, name)
            return
        sides = follows == colour if follows else name == "swap-sides"
        if sides:
            record.sides_swapped = True
            record.notes.append(f"{self._where}: the players swap sides; the stone stays")
            return
        if record.game == "hex":
            record.first = record.moves[0]
            record.moves[0] = turned(record.moves[0], record.size[0])
        record.moves.append("swap")
        self._note(side, name)

    def _point(self, said):
        """Return our name of a point, or what else is said; aa is how programs for Go write a1."""
        name = said.lower()
        if re.fullmatch("[a-z]{2}", name):
            name = f"{name[0]}{ord(name[1]) - ord('a') + 1}"
        if self._head.from_below:
            name = self._from_below(name)
        if self._head.littlegolem and self.record.game == "havannah" and len(self.record.size) == 1:
            name, size = read_havannah(name, self.record.size[0]), self.record.size[0]
            if not name:
                raise NoRecord(f"{self._where}, {short(said)}: no such point; {line_of(said, size)}")
        return name

    def _from_below(self, name):
        """Return the point that GoGui means: it has the fields of Havannah and Y upside down (gtp/dialects.py)."""
        found = re.fullmatch(r"([a-z])(\d{1,2})", name)
        size = self.record.size[0]
        edge = 2 * size - 1 if self.record.game == "havannah" else size
        return f"{found[1]}{edge + 1 - int(found[2])}" if found else name

    # Stones that are set up -----------------------------------------------------------------------------------------

    def _set_up(self, properties):
        record, changes = self.record, {}
        for property, side in _SET_UP.items():
            if property in ("AB", "AW") and self._head.littlegolem:
                side = 3 - side
            for value in properties.get(property, ()):
                for name in self._rectangle(value, property):
                    changes[name] = side
        to_move = properties.get("PL", [""])[0].strip().lower()[:1]
        colour = {"1": "B", "2": "W"}.get(to_move) or to_move.upper()
        to_move = self._sides.get(colour, 0)
        if changes or to_move:
            number = len(record.moves)
            before, turn = record.setups.get(number, ({}, 0))
            record.setups[number] = dict(before, **changes), to_move or turn

    def _rectangle(self, value, property):
        """Return our names of a point, or of the points between two corners (a1:b3)."""
        corners = [self._point(" ".join(corner.split())) for corner in value.split(":")]
        if len(corners) == 1:
            return corners
        found = [match for match in map(_POINT.match, corners[:2]) if match and len(match[1]) == 1]
        if len(found) < 2:
            raise NoRecord(
                f"{self._where}, {property}[{short(value)}]: no rectangle; expected two points such as a1:b3"
            )
        columns = sorted(ord(each[1]) for each in found)
        rows = sorted(int(each[2]) for each in found)
        span = range(columns[0], columns[1] + 1), range(rows[0], rows[1] + 1)
        return [f"{chr(column)}{row}" for row in span[1] for column in span[0]]

    # What else is known ---------------------------------------------------------------------------------------------

    def _tell(self):
        record, head = self.record, self._head.said
        for side, colour in enumerate("BWR", 1):  # at LittleGolem B is the first player there
            if head.get(f"P{colour}"):
                record.players[side] = " ".join(head[f"P{colour}"].split())
        if self._head.littlegolem and record.game == "hex":
            record.notes.append("LittleGolem: W begins and is side 1, top to bottom")
        if self._head.littlegolem and record.game == "havannah":
            record.notes.append("LittleGolem: W begins and is side 1; E5 is the fifth point of line E")
        if self._tree.variations:
            count = self._tree.variations
            record.notes.append(f"{count} {'variation' if count == 1 else 'variations'} beside the main line left out")
        if self._tree.open:
            record.notes.append("the game does not end: a bracket is missing")
        if "RE" in head and record.winner is None:
            self._result(" ".join(head["RE"].split()).lower())

    def _result(self, said):
        found = _RESULT.match(said)
        if found:
            self.record.winner = {"b": 1, "w": 2}.get(found[1][0]) or int(found[1][0])
            self.record.by = _BY.get((found[2] or "").strip(), "")
        elif said in ("0", "draw", "jigo"):
            self.record.winner = 0


def turned(name, size):
    """Return the point of Hex after half a turn of the field; what is no point stays."""
    found = re.fullmatch(r"([a-z])(\d{1,2})", name)
    column, row = (ord(found[1]) - ord("a") + 1, int(found[2])) if found else (0, 0)
    if not (1 <= column <= size and 1 <= row <= size):
        return name
    return f"{chr(ord('a') + size - column)}{size + 1 - row}"
