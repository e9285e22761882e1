"""Check a proof by lines with carriers by the rules in its file; this imports nothing: python check_carriers.py < FILE

A line has stones S of its side and free points C, none in both: be all else the rival's, who moves, the side wins.
It settles if with one of each pair, whichever, the side has won and the rival, with all else, has not. Or it has
replies: keys k of earlier lines S', C', no k in its C', no point in all k + C'. Then S is the S' less their keys, and C
all k + C'. A claim holds if nobody has won before, and after its moves the rival is to move, S lies in the side's
stones, and C is free.
"""

MOST_PAIRS, MOST_LINES, LONGEST = 7, 2_000_000, 100_000  # pairs of a line, lines of a file, characters of a row
RIVAL = {"1": "2", "2": "1"}
TURNED = {"": [], "~": ["symmetry"], "x": ["exchange"], "x~": ["symmetry", "exchange"]}


class Bad(Exception):
    """A row that is wrong: (its number, why)."""


def need(ok, why="this cannot be read, or is in the wrong place"):
    if not ok:
        raise ValueError(why)


def integer(word):
    need(
        word.isascii() and word.isdigit() and str(int(word)) == word, f"{word[:9]}: expected a number, as it is written"
    )
    return int(word)


class Proof:
    """The game; orders of its points that keep it; lines: (stones, free points, side). Sets of points are masks."""

    def __init__(self, names):
        self.at, self.full, self.side = {name: p for p, name in enumerate(names)}, (1 << len(names)) - 1, ""
        self.near, self.borders, self.goals, self.stones = [], [], {"1": [], "2": []}, {}
        self.beside, self.turns, self.orders, self.lines, self.claims = set(), "", {}, [], []

    def mask(self, names):
        need(len({*names}) == len(names), "a point twice")
        return sum(1 << self.at[name] for name in names)

    def rule(self, word, first="", *rest):
        """Take a row of the game."""
        need(not self.side and bool(self.turns) == (word in ("symmetry", "exchange")))
        if word == "near":
            need(self.at[first] == len(self.near))
            self.near.append(self.mask(rest))
            self.beside |= {(self.at[first], self.at[name]) for name in rest}
        elif word == "border":
            need(integer(first) == len(self.borders))
            self.borders.append(self.mask(rest))
        elif word == "join":
            least, *those = map(integer, rest)
            self.goals[first].append((least, sorted(self.borders[border] for border in those)))
        elif word == "stones":
            need(first == "12"[len(self.stones)])
            self.stones[first] = self.mask(rest)
        elif word == "turns":
            need(first in ("12", "21") and not rest and len(self.stones) == 2 and len(self.near) == len(self.at))
            need(self.beside == {(q, p) for p, q in self.beside}, "a point beside another that is not beside it")
            need(not self.stones["1"] & self.stones["2"], "a point with two stones")
            need(not self.won("1", self.stones["1"]) and not self.won("2", self.stones["2"]), "somebody has won")
            self.turns = first
        else:
            need(word not in self.orders and self.mask([first, *rest]) == self.full)
            self.orders[word] = [self.at[name] for name in (first, *rest)]
            kept = [self.moved(word, beside) for beside in self.near] == [self.near[q] for q in self.orders[word]]
            for side, goals in self.goals.items():
                image = [(least, sorted(self.moved(word, border) for border in those)) for least, those in goals]
                kept = kept and sorted(image) == sorted(self.goals[side if word == "symmetry" else RIVAL[side]])
            need(kept, "this order of the points does not keep the game")

    def moved(self, word, points):
        return sum(1 << q for p, q in enumerate(self.orders[word]) if points >> p & 1)

    def won(self, side, own):
        """Return whether a group of these stones touches enough borders."""
        while own:
            group = new = own & -own
            while new:
                p = new.bit_length() - 1
                beside = self.near[p] & own & ~group
                group, new = group | beside, new & ~(1 << p) | beside
            if any(sum(1 for border in those if border & group) >= least for least, those in self.goals[side]):
                return True
            own &= ~group
        return False

    def earlier(self, word, side):
        """Return (stones, free) of the line that a word names, turned as it says."""
        digits = word.rstrip("~x")
        at, orders = integer(digits), TURNED[word[len(digits) :]]
        need(at < len(self.lines), f"{at}: not an earlier line")
        stones, free, whose = self.lines[at]
        need(whose == (RIVAL[side] if "exchange" in orders else side), f"{at}: a line of the other side")
        for order in orders:
            stones, free = self.moved(order, stones), self.moved(order, free)
        return stones, free

    def line(self, words):
        """Take a line."""
        need(self.side and not self.claims)
        need(len(self.lines) < MOST_LINES, f"more than {MOST_LINES} lines")
        if "settles" in words:
            at = words.index("settles")
            stones, pairs = self.mask(words[:at]), [pair.split("-") for pair in words[at + 1 :]]
            need(len(pairs) <= MOST_PAIRS and all(len(pair) == 2 for pair in pairs), "no pairs, or too many")
            free = self.mask(sum(pairs, []))
            for choice in range(1 << len(pairs)):
                own = stones | self.mask([pair[choice >> at & 1] for at, pair in enumerate(pairs)])
                ok = self.won(self.side, own) and not self.won(RIVAL[self.side], self.full & ~own)
                need(ok, "the side has not won with any one of each pair, or the rival has, too")
        else:
            need(len(words) % 2 == 0)
            need(len({*zip(words[::2], words[1::2])}) == len(words) // 2, "a reply twice")
            stones, free, common = 0, 0, self.full
            for name, word in zip(words[::2], words[1::2]):
                key, (own, carrier) = self.mask([name]), self.earlier(word, self.side)
                need("x" not in word and not key & carrier, "a key that its line needs empty")
                stones, free, common = stones | own & ~key, free | carrier | key, common & (carrier | key)
            need(not common, "a point is in all of the replies")
        need(not stones & free, "a point that has to be empty and a stone")
        self.lines.append((stones, free, self.side))

    def claim(self, side, *words):
        """Take a claim."""
        *words, line = words
        key = [words.pop(), words.pop()][:1] if words[-2:-1] == ["by"] else []
        after, stones, turns = words[:1], dict(self.stones), self.turns
        need(side in RIVAL and after == ["after"] * (len(words) > 1) and len(after) == len(words[:1]))
        for name in [*words[1:], *key]:
            need(not any(self.won(mover, stones[mover]) for mover in RIVAL), "somebody has won before")
            need(not (stones["1"] | stones["2"]) & self.mask([name]), f"{name} is taken")
            stones[turns[0]], turns = stones[turns[0]] | self.mask([name]), turns[::-1]
        own, free = self.earlier(line, side)
        need(turns[0] == RIVAL[side], "it is not the rival's turn")
        need(
            not own & ~stones[side] and not free & (stones["1"] | stones["2"]),
            "the line needs other stones, or free points",
        )
        self.claims.append(f"{side} wins" + "".join(f" {word}" for word in words))


def check(rows):
    """Return (the Proof, the rows that state the game) of the rows of a file; raise Bad with the first wrong one."""
    number, head, proof, ended = 0, [], Proof([]), False
    try:
        for number, row in enumerate(rows, 1):
            need(len(row) <= LONGEST and row.split() == row.removesuffix("\n").split(" ") and not ended)
            word, *rest = row.split()
            if number == 1:
                need(row.startswith("glowgrid proof 2: "), "expected 'glowgrid proof 2: ' and a game")
            elif number == 2:
                proof = Proof([name for name in rest if name != "/"])
                need(word == "points" and 0 < len(proof.at) == len(rest) - rest.count("/"))
            elif word in ("near", "border", "join", "stones", "turns", "symmetry", "exchange"):
                proof.rule(word, *rest)
            elif word == "proof":
                need(proof.turns and not proof.claims and rest[0] in RIVAL and rest[0] > proof.side and len(rest) == 1)
                proof.side = rest[0]
            elif word == "claim":
                proof.claim(*rest)
            elif word == "end":
                ended = row.rstrip("\n") == "end " + ", ".join(proof.claims)
                need(ended and proof.claims, "expected 'end' and all that is proven")
            else:
                proof.line([word, *rest])
            if not proof.side:
                head.append(row.rstrip("\n"))
        number += 1
        need(ended, "cut off: expected 'end' and all that is proven")
    except (LookupError, TypeError, ValueError) as error:
        raise Bad(
            number, f"no such point, side or number: {error}" if isinstance(error, LookupError) else f"{error}"
        ) from None
    return proof, head


if __name__ == "__main__":
    try:
        file = open(0, errors="replace")
        proof, head = check(iter(lambda: file.readline(LONGEST + 1), ""))
        print(*head, ", ".join(proof.claims), "is proven", sep="\n")
    except Bad as bad:
        raise SystemExit("line {}: {}".format(*bad.args)) from None
