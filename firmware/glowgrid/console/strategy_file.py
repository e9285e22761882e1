"""Strategies in files: what to move in each position. A file is never loaded as a whole.

    glowgrid strategy 1
    game tic-tac-toe
    symmetry -1 0 2 0 1 0
    win
    block
    pair a1 c3
    moves 2
    1 .../.../... b2
    2 .../.1./... a1
    else b2 a1 c1
    end

The lines of `moves` are sorted and of one length: the side to move, the cells row by row, the move. One position stands
for all that a symmetry makes of it, the one whose line comes first. If none of these lines answers, the rules do, in
their order:

win     the first move that wins
block   the first point where another side would win with the next move
pair    if another side has a stone on one of two points, the other one
else    the first of these moves that is legal

`carriers` are lines of a proof (host_sim/theory/proofs/README.md), those with few free points first. Each has the
cells alone: 1 for a stone of the side, * for a point of C, letters for pairs. Where `moves` have no answer, the move is
the one after which the first of these lines holds, under any symmetry.

A symmetry a b c d e f takes column x and row y, from 0, to column ax+by+c and row dx+ey+f. `game` has the name, the
size and perhaps "swap", with the swap rule. Lines that begin with # are remarks. `plays 1` says for which sides it is.
A game that hides stones has no such strategies: how often a side tries a point must not show.

host_sim/own/strategies/ makes these files; on the console they lie in strategies/ beside a person's own games. There a
file is read for each move (strategy_answers.py), so the text outside of `moves` is bounded.
"""

import os
from array import array

from micropython import const

from glowgrid.rules.game import one_line, parse_size, size_name

FIRST = "glowgrid strategy "
VERSION = "1"
RULES = "win", "block", "pair", "else"
ENDING = ".txt"
HIDES = "in a game that hides stones no file plays"

_LONGEST = const(2048)  # bytes of a line
# What else than moves a file may have. The longest that `strategy make` writes is 125 pairs, in 130 lines and 2 KB.
MOST_LINES = 512
MOST_BYTES = 16384
_MOST_BEFORE = const(64)  # lines up to its game, which are read at once
_NOWHERE = const(65535)
_MOST_SYMMETRIES = const(12)  # of a hexagonal field
_IN_A_STEP = const(4)  # lines read


class StrategyFile:
    """What stands in a strategy's file before its moves, and where these are; ValueError, in one line, for a fault.

    file    open for reading, in bytes
    game, size, swap    what it plays
    plays   the sides that it plays; () for all
    count   number of its moves
    carriers, carriers_at, carriers_width   how many lines with carriers, where they begin, the length of each
    rules, paired   whether it has any rules; and pairs
    """

    def __init__(self, file):
        self.file = file
        self.game, self.size, self.swap, self.plays = "", (), False, ()
        self.count = self.width = self.start = 0
        self.carriers = self.carriers_at = self.carriers_width = 0
        self.rules = self.paired = False
        self.line = 0  # lines read
        self._left = MOST_LINES  # how many more lines it may have, moves apart
        self._bytes_left = MOST_BYTES
        self._symmetries = []  # (number of the line, its six numbers)
        self._moves_line = 0
        self._read_first()

    def _read_first(self):
        """Read what game it is for."""
        line = self._next_of_head()
        if not line.startswith(FIRST):
            raise ValueError("line 1: no strategy; it begins with: %s%s" % (FIRST, VERSION))
        if line[len(FIRST) :] != VERSION:
            raise ValueError("it is of version %s; this Glowgrid knows %s" % (line[len(FIRST) :][:20], VERSION))
        words = self._next_of_head().split()
        if words[:1] != ["game"] or len(words) < 2:
            raise self.fault("expected its game, such as: game hex 5")
        self.game, sizes = words[1], words[2:]
        if sizes[-1:] == ["swap"]:
            self.swap = True
            sizes.pop()
        try:
            self.size = parse_size(",".join(sizes)) if sizes else ()
        except ValueError as error:
            raise self.fault(error)

    def _next_of_head(self):
        """Return the next line that is not a remark."""
        while self.line < _MOST_BEFORE:
            line = self.next_line()
            if line:
                return line
        raise self.fault("still no game")

    def next_line(self):
        """Return the next line; "" for a remark."""
        self.line += 1
        line = self.file.readline(_LONGEST)
        if not line and self.line == 1:
            raise ValueError("an empty file")
        if not line:
            raise ValueError("cut off after line %d; its last line is: end" % (self.line - 1))
        if len(line) == _LONGEST:
            raise self.fault("too long")
        self._left -= 1
        self._bytes_left -= len(line)
        if self._left < 0:
            raise self.fault("too many lines: at most %d beside its moves" % MOST_LINES)
        if self._bytes_left < 0:
            raise self.fault("too much text: at most %d bytes beside its moves" % MOST_BYTES)
        try:
            text = line.decode().strip()
        except ValueError:
            raise self.fault("not text")
        return "" if text[:1] == "#" else text

    def next_words(self):
        """Return the words of the next line, one at least; "#" for a remark."""
        return self.next_line().split() or ("#",)

    def fault(self, what):
        """Return the error for what is wrong in the line read last."""
        return ValueError("line %d: %s" % (self.line, what))

    def is_for(self, game, size):
        """Return whether it is for this game and size."""
        return self.game == game.name and self.size == tuple(size)

    def check_game(self, game, size):
        """Raise ValueError if it is for another game or size."""
        if not self.is_for(game, size):
            its, wanted = self.game + " " + size_name(self.size), game.name + " " + size_name(size)
            raise ValueError("it is for %s, not for %s" % (its.strip(), wanted.strip()))

    def reading(self):
        """Read on to its end, over the moves; yield now and then."""
        while True:
            words = self.next_words()
            word = words[0]
            if self.line % _IN_A_STEP == 0:
                yield
            if word == "end":
                return
            if word == "#":
                continue
            if word in RULES:
                self.rules = True
                self.paired = self.paired or word == "pair"
            elif word == "plays":
                self.plays = [int(side) for side in words[1:] if side in ("1", "2", "3")]
                if not 0 < len(self.plays) == len(words) - 1:
                    raise self.fault("expected sides, such as: plays 1")
            elif word == "symmetry" and len(self._symmetries) < _MOST_SYMMETRIES:
                self._symmetries.append((self.line, self._numbers(words[1:], 6)))
            elif word == "moves" and not self.start:
                self._moves_line, self.count = self.line, self._numbers(words[1:], 1)[0]
                self.start, self.width = self._skip(word, self.count)
            elif word == "carriers" and not self.carriers_at:
                self.carriers = self._numbers(words[1:], 1)[0]
                self.carriers_at, self.carriers_width = self._skip(word, self.carriers)
            else:
                said = word[:20], ", ".join(RULES)
                raise self.fault("%s; expected plays, symmetry, moves, carriers, %s or end" % said)

    def _numbers(self, words, count):
        try:
            if len(words) == count:
                return [int(word) for word in words]
        except ValueError:
            pass
        raise self.fault("expected %d whole numbers" % count)

    def _skip(self, word, count):
        """Go on after so many moves or carriers, lines of one length; return where they begin, and this length."""
        file = self.file
        start = file.tell()
        if not count:
            return start, 0
        width = len(file.readline(_LONGEST))
        file.seek(0, 2)
        after = start + count * width
        if file.tell() < after or not width:
            there = (file.tell() - start) // max(width, 1)
            raise ValueError("cut off after line %d: %d %s of %d" % (self.line + there, there, word, count))
        file.seek(after - 1)
        if file.read(1) != b"\n":
            advice = "; glowgrid strategy make --from puts them right" if word == "moves" else ""
            raise self.fault("its %s differ in length%s" % (word, advice))
        self.line += count
        return start, width

    def again(self):
        """Go back to its beginning."""
        self.file.seek(0)
        self.line, self._left, self._bytes_left = 0, MOST_LINES, MOST_BYTES

    def passes(self, word):
        """Return whether a word begins moves or carriers, which `reading` has found, and go on after them."""
        if word == "moves":
            self.file.seek(self.start + self.count * self.width)
            self.line += self.count
        elif word == "carriers":
            self.file.seek(self.carriers_at + self.carriers * self.carriers_width)
            self.line += self.carriers
        else:
            return False
        return True

    def line_number(self, at):
        """Return the number of the line of a move."""
        return self._moves_line + 1 + at

    def images(self, field):
        """Return for each symmetry the image of every point, yielding None before each; itself first.

        ValueError for one that does not take the field to itself.
        """
        grid = array("H", [_NOWHERE] * (field.width * field.height))
        for point in range(field.points):
            grid[field.rows[point] * field.width + field.columns[point]] = point
        yield range(field.points)
        for line, (a, b, c, d, e, f) in self._symmetries:
            yield None
            image = array("H", [0] * field.points)
            met = bytearray(field.points)
            for point in range(field.points):
                x, y = field.columns[point], field.rows[point]
                column, row = a * x + b * y + c, d * x + e * y + f
                if 0 <= column < field.width and 0 <= row < field.height:
                    to = grid[row * field.width + column]
                    if to < field.points:
                        image[point] = to
                        met[to] = 1
            if sum(met) != field.points:
                raise ValueError("line %d: this does not take the field to itself" % line)
            yield image


def listing(folder, game, size):
    """Look for the strategies of this game and size in a folder: yield None or the name of one.

    A file that is not a strategy is reported on the serial line and left out.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if not name.endswith(ENDING):
            continue
        found = None
        try:
            if one_line(name) != name:
                raise ValueError("its name has control characters; rename it")
            with open(folder + "/" + name, "rb") as file:
                if StrategyFile(file).is_for(game, size):
                    found = name
        except (OSError, ValueError) as error:
            print(one_line("%s: %s" % (name, said(error))))
        yield found


def swap_in(folder, names):
    """Return whether the first of these files that can be read has the swap rule; None if none can."""
    for name in names:
        try:
            if name:
                with open(folder + "/" + name, "rb") as file:
                    return StrategyFile(file).swap
        except (OSError, ValueError):  # a sign comes when its move is due
            pass
    return None


def said(error):
    """Return what is wrong with a file, in a few words."""
    if isinstance(error, MemoryError):
        return "no memory to read it"
    return "cannot be read" if isinstance(error, OSError) else str(error)
