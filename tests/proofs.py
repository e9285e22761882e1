"""Proofs for tests: small games, and mutations of a proof that change what it means."""

import re

from glowgrid.rules.placed import place
from host_sim.own_games.find import find_game
from host_sim.text.position_line import placed_as
from host_sim.theory.proofs.by_rules import ByRules
from host_sim.theory.proofs.certificate import proof_of as written
from host_sim.theory.proofs.strategy import Strategy
from host_sim.theory.proofs.symmetry import keeps_game
from host_sim.theory.proofs.tables import tables_of

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
    """Return (position, text of a proof, with a line for every position)."""
    title, position = start_of(name, size, stones)
    _, text = written(position, title, MOST, by_positions=True)
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
        kinds = (
            *(self.lost, self.moved, self.restoned, self.occupied, self.settling, self.paired, self.claimed, self.cut),
            *(self.misled, self.disordered, self.misspelt),
        )
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

    def misled(self, lines):
        """Put a symmetry among the rules that is none, or spoil one."""
        orders = [line for line in lines if line.startswith("symmetry ")]
        names = self.random.choice(orders).split()[1:] if orders else list(self.names)
        a, b = self.random.sample(range(len(names)), 2)
        kind = self.random.randrange(4)
        if kind == 0:
            names[a] = names[b]  # a point twice, and one not at all
        elif kind == 1:
            del names[a:]
        elif kind == 2:
            names.append(names[a])
        else:
            names[a], names[b] = names[b], names[a]
        order = "symmetry " + " ".join(names)
        if kind == 3 and (not orders or order in orders or keeps_game(self.position, self._numbers(names))):
            return None
        at = self.random.randint(self.first - len(orders), self.first)
        lines[at : at + self.random.randrange(2) * (at < self.first)] = [order]
        return lines

    def _numbers(self, names):
        return [self.names.index(name) for name in names]

    def disordered(self, lines):
        """Move a line of the rules below the first proof, or a line of a proof above the rules."""
        above, below = self.random.randrange(self.first), self.random.randint(self.first, len(lines) - 2)
        line = lines.pop(above if self.random.random() < 0.5 else below)
        lines.insert(below if line == self.lines[above] else above, line)
        return lines

    def misspelt(self, lines):
        """Misspell the word or the last name of a line of the rules."""
        at = self.random.randrange(self.first)
        words = lines[at].split()
        if self.random.random() < 0.5 or at == 0:
            words[0] = self.random.choice([words[0][:-1], words[0] + "s", "-"])
        elif words[0] != "points":
            words.append(self.random.choice(["z9", "-1", "a1-a1"]))
        else:
            words[-1] = words[1]
        lines[at] = " ".join(words)
        return lines

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


class Stated:
    """The truth about the game that the rules of a proof state, by trying everything: for fields of nine points."""

    def __init__(self, text):
        rules = [line.split() for line in text.partition("\nproof")[0].splitlines()[1:]]
        self.names = [name for name in rules[0][1:] if name != "/"]
        self.of = {word: [rest for first, *rest in rules if first == word] for word in ("line", "join", "stones")}
        self.near = {
            name: {q for p, *near in self._all(rules, "near") if p == name for q in near} for name in self.names
        }
        self.borders = [(number, {*points}) for number, *points in self._all(rules, "border")]
        self.inner = {name for points in self._all(rules, "ring") for name in points}
        self.turns = self._all(rules, "turns")[0][0]
        self._known = {}

    def _all(self, rules, word):
        return [rest for first, *rest in rules if first == word]

    def _reached(self, name, among):
        found = {name}
        while more := {q for p in found for q in self.near[p] & among} - found:
            found |= more
        return found

    def _won(self, side, own):
        if any(side in sides and {*line} <= own for sides, *line in self.of["line"]):
            return True
        for group in (self._reached(name, own) for name in own):
            for who, least, *these in self.of["join"]:
                touched = [border for number, border in self.borders if number in these and border & group]
                if who == side and len(touched) >= int(least):
                    return True
        others = {*self.names} - own
        ringed = any(self._reached(name, others) <= self.inner for name in others) if self.inner else False
        return ringed or any(self.near[name] <= own for name in own & self.inner)

    def holds(self, claim):
        """Return whether a claim such as "1 draws" is true."""
        start = {name: side for side, *own in reversed(self.of["stones"]) for name in own}
        return self._holds(claim, tuple(start.get(name, ".") for name in self.names), self.turns)

    def _holds(self, claim, cells, turns):
        if (claim, cells) not in self._known:
            self._known[claim, cells] = self._searched(claim, cells, turns)
        return self._known[claim, cells]

    def _searched(self, claim, cells, turns):
        won = [s for s in turns if self._won(s, {n for n, cell in zip(self.names, cells) if cell == s})]
        if won or "." not in cells:
            return all(end in claim for end in won or ["draws"])
        own = turns[0] in claim.split()[0]
        after = ((*cells[:p], turns[0], *cells[p + 1 :]) for p, cell in enumerate(cells) if cell == ".")
        return own == any(self._holds(claim, cells, turns[1:] + turns[0]) == own for cells in after)


def noisy(text, random):
    """Return a text of a proof with a few words or lines of it exchanged, lost, doubled or taken from elsewhere."""
    lines = [line.split(" ") for line in text.splitlines()]
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        line, other = random.choice(lines), random.choice(lines)
        at, kind = random.randrange(len(line)), random.randrange(6)
        if kind == 0:
            line[at] = random.choice(other)
        elif kind == 1:
            del line[at]
        elif kind == 2:
            line.insert(at, random.choice(other))
        elif kind == 3:
            lines.remove(line)
        elif kind == 4:
            lines.insert(random.randrange(len(lines)), list(line))
        else:
            line[at] = "".join(random.sample(line[at], len(line[at])))
        lines = [line for line in lines if line]
    return "\n".join(map(" ".join, lines)) + "\n"
