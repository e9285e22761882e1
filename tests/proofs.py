"""Proofs for tests: small games, and mutations of a proof that change what it means."""

import re

from glowgrid.rules.placed import place
from host_sim.gtp.gtp_command import find_game
from host_sim.proofs.by_rules import ByRules
from host_sim.proofs.certificate import proof_of as written
from host_sim.proofs.strategy import Strategy
from host_sim.proofs.tables import tables_of
from host_sim.records.position_line import placed_as

MOST = 200_000


def start_of(name, size=(), stones=""):
    """Return (title, position) to prove."""
    game = find_game(name)[0]
    numbers = size or game.sizes[0]
    position = placed_as(stones, game, numbers) if stones else game.setup(numbers)
    return f"{name} {','.join(map(str, numbers))}".rstrip(), position


def start(words):
    """Return the position to prove, new."""
    return start_of(*words)[1]


def proof_of(name, size=(), stones=""):
    """Return (position, text of a proof)."""
    title, position = start_of(name, size, stones)
    _, text = written(position, title, MOST)
    return start((name, size, stones)), text


class Mutations:
    """Changes of a proof after which it proves nothing, or not what it says.

    Left out are changes that may leave a proof: to a move that also keeps what is claimed, to a weaker claim that the
    same moves prove, to other pairs that are enough too, and an exchange of lines.
    """

    def __init__(self, position, text, random):
        self.position, self.random = position, random
        self.lines = text.splitlines()
        self.first = next(number for number, line in enumerate(self.lines) if line.startswith("proof "))
        self.names = [name for name in self.lines[1].split()[1:] if name != "/"]
        self.moves = [
            number
            for number, line in enumerate(self.lines)
            if number > self.first and not re.match("proof |end ", line)
        ]

    def one(self):
        """Return (what was changed, the text)."""
        kinds = self.lost, self.moved, self.restoned, self.occupied, self.settling, self.paired, self.claimed, self.cut
        while True:
            kind = self.random.choice(kinds)
            lines = kind(list(self.lines))
            if lines is not None:
                return kind.__name__, "\n".join(lines) + "\n"

    def lost(self, lines):
        """Lose a line: each is for a position that comes up."""
        del lines[self.random.choice(self.moves)]
        return lines

    def moved(self, lines):
        """Change a move to one that gives away what is claimed."""
        number = self.random.choice(self.moves)
        key, move, *_ = lines[number].split()
        sides, result = self._claim(number)
        position = self._position(key, sides)
        if position is None:
            return None
        bad = []
        for other in range(position.points):
            if position.play(other):
                if not self._sure(position, sides, result == "draws"):
                    bad.append(other)
                position.undo()
        if not bad:
            return None
        lines[number] = f"{key} {self.names[self.random.choice(bad)]}"
        return lines

    def occupied(self, lines):
        """Play where a stone is."""
        number = self.random.choice(self.moves)
        key, move, *rest = lines[number].split()
        taken = [p for p, cell in enumerate(key.partition(",")[0].replace("/", "")) if cell != "."]
        if not taken or not self.position.family():
            return None
        lines[number] = " ".join([key, self.names[self.random.choice(taken)], *rest])
        return lines

    def restoned(self, lines):
        """Change a stone of a line: no other line is for that position."""
        number = self.random.choice(self.moves)
        key, *rest = lines[number].split()
        at = self.random.choice([p for p, cell in enumerate(key.partition(",")[0]) if cell != "/"])
        other = self.random.choice([cell for cell in ".12" if cell != key[at]])
        lines[number] = " ".join([key[:at] + other + key[at + 1 :], *rest])
        return lines

    def settling(self, lines):
        """Say that a move settles the game although games go on, or leave out that it does."""
        number = self.random.choice(self.moves)
        key, move, *rest = lines[number].split()
        if rest:
            lines[number] = f"{key} {move}"
            return lines
        position = self._position(key, self._claim(number)[0])
        if position is None or not position.play(self.names.index(move)) or position.is_over():
            return None
        lines[number] += " settles"
        return lines

    def paired(self, lines):
        """Let two pairs share a point, or a pair have a point with a stone, or one point, or three."""
        number = self.random.choice(self.moves)
        key, move, *rest = lines[number].split()
        if len(rest) < 2:
            return None
        pair = self.random.randrange(1, len(rest))
        a, b = rest[pair].split("-")
        rest[pair] = self.random.choice([a, f"{a}-{a}", f"{a}-{move}", f"{a}-{b}-{a}", f"{a}-{b} {b}-{a}"])
        lines[number] = " ".join([key, move, *rest])
        return lines

    def claimed(self, lines):
        """Claim another thing, in the proof and at the end."""
        number = self.random.choice([n for n, line in enumerate(lines) if line.startswith("proof ")])
        sides, result = lines[number].split()[1:]
        every = {str(side) for side in range(1, self.position.sides + 1)}
        other = "".join(sorted(every - set(sides))), result
        if result == "draws":
            other = self.random.choice([other, (sides, "wins")])
        old, new = f"{sides} {result}", " ".join(other)
        lines[number] = f"proof {new}"
        lines[-1] = lines[-1].replace(old, new)
        return lines

    def cut(self, lines):
        """Cut the text off, or say less at its end than it has, or more."""
        return self.random.choice([lines[: self.random.randrange(len(lines))], [*lines[:-1], lines[-1] + ", 1 wins"]])

    def _sure(self, position, sides, draw):
        """Return whether sides are sure of what they claim, by a search."""
        tables = tables_of(position)
        if tables and position.sides == 2 and not position.is_over():
            return Strategy(tables, sides[0], draw).found()
        return ByRules(position, None, sides, draw, MOST, lambda met: None).found()

    def _claim(self, number):
        """Return (sides, result) of the proof that a line belongs to."""
        head = next(line for line in reversed(self.lines[:number]) if line.startswith("proof "))
        sides, result = head.split()[1:]
        return [int(side) for side in sides], result

    def _position(self, key, sides):
        """Return the position of a line, with its side to move; None if that is not to be told from its stones."""
        cells, comma, made = key.replace("/", "").partition(",")
        if comma:
            position = self.position.fresh()
            for name in filter(None, made.split(",")):
                position.play(self.names.index(name) if name in self.names else position.action(name))
            return position
        stones = {p: int(cell) for p, cell in enumerate(cells) if cell != "."}
        more = len(stones) - self.position.stones
        to_move = (self.position.to_move - 1 + more) % self.position.sides + 1
        return place(type(self.position)(self.position.tables), stones, to_move) if to_move in sides else None
