"""Games in files, SGF and plain: moves are legal as a plain model says; whatever else is in a file ends in one line.

The model of Hex knows cells by column and row, and who joins which edges.
"""

from host_sim.cli_errors import Refused
from host_sim.gtp.gtp_command import find_game
from host_sim.records.reader import read
from host_sim.records.record import NoRecord, ended
from host_sim.records.sgf import plain, sgf

from . import must, must_be_a_line

SIZES = 2, 3, 4, 5, 11
TOKENS = (
    "(",
    ")",
    "[",
    "]",
    ";",
    "\\",
    "\n",
    "\ufeff",
    "SZ[0]",
    "SZ[3:4]",
    "SZ[" + "9" * 5000 + "]",
    "AB[a1]",
    "GM[1]",
)
TOKENS += (
    "B[a1]",
    "W[resign]",
    "W[swap-pieces]",
    "B[aa]",
    "B[]",
    "(;W[b1])",
    "C[\\]]",
    "game hex",
    "seats ٣",
    "1.",
    "99. a1",
)


class Hex:
    """Black, who begins, joins top and bottom; white joins left and right.

    long: a stone that is taken over goes across the long diagonal, as in SGF; else across the short one.
    """

    def __init__(self, size, long):
        self.size, self.long, self.stones, self.moves = size, long, {}, 0

    def play(self, name):
        """Make a move; return whether the rules allow it."""
        if self.winner():
            return False
        if name == "swap":
            if self.moves != 1:
                return False
            ((x, y),) = self.stones
            self.stones = {(y, x) if self.long else (self.size - 1 - y, self.size - 1 - x): 1}
        else:
            point = ord(name[0]) - 97, int(name[1:]) - 1
            if point in self.stones or not all(0 <= part < self.size for part in point):
                return False
            self.stones[point] = self.moves % 2
        self.moves += 1
        return True

    def winner(self):
        return any(self._joins(side) for side in (0, 1))

    def _joins(self, side):
        """Return whether a side has joined its edges: along y (black), along x (white)."""
        along = 1 - side
        mine = {point for point, owner in self.stones.items() if owner == side}
        reached = [point for point in mine if point[along] == 0]
        seen = set(reached)
        for x, y in reached:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
                if near in mine and near not in seen:
                    seen.add(near)
                    reached.append(near)
        return any(point[along] == self.size - 1 for point in reached)


def make(random):
    size = random.choice(SIZES)
    points = [f"{chr(97 + x)}{y + 1}" for x in range(size) for y in range(size)]
    random.shuffle(points)
    moves = points[: random.randint(0, min(len(points), 30))]
    if moves and random.random() < 0.3:
        moves.insert(random.choice((1, 1, 1, random.randrange(len(moves) + 1))), "swap")
    if moves and random.random() < 0.3:
        moves.append(random.choice((moves[0], f"{chr(97 + size)}1", f"a{size + 1}")))
    changes = []
    if random.random() < 0.5:
        changes = [
            [random.randrange(400), random.randrange(3), random.choice(TOKENS)] for _ in range(random.randint(1, 3))
        ]
    return {"size": size, "moves": moves, "plain": random.random() < 0.3, "changes": changes}


def check(case):
    size, moves = case.get("size", 2), case.get("moves", [])
    if size < 2:
        return
    text = _plain(size, moves) if case.get("plain") else _sgf(size, moves)
    for at, cut, token in case.get("changes", []):
        at %= len(text) + 1
        text = text[:at] + token + text[at + cut :]
    model = Hex(size, not case.get("plain"))
    wanted = all([model.play(name) for name in moves])
    try:
        record = read(text)
        game = find_game(record.game)[0]
        position = ended(record, game)
    except (NoRecord, ValueError, Refused) as error:
        must_be_a_line(error)
        must(case.get("changes") or not wanted, "refused:", error)
        return
    if not case.get("changes"):
        must(wanted, "taken, though a move is illegal")
        if moves[1:2] == ["swap"] and not case.get("plain"):  # ours goes across the other diagonal
            column, row = ord(moves[0][0]) - 97, int(moves[0][1:])
            moves = [f"{chr(97 + size - 1 - column)}{size + 1 - row}", *moves[1:]]
        must((record.size, record.moves) == ((size,), moves), "read as", record)
        must(bool(position.winner) == model.winner(), "another end")
        must(sum(map(bool, position.cells)) == len(model.stones), "other stones")
    for written in (plain(record, game), *([sgf(record, game)] if record.game == "hex" else [])):
        again = read(written)
        must(
            (again.game, again.size, again.moves) == (record.game, record.size, record.moves), "written and read differ"
        )


def _sgf(size, moves):
    played = "".join(f";{'BW'[ply % 2]}[{'swap-pieces' if name == 'swap' else name}]" for ply, name in enumerate(moves))
    return f"(;FF[4]GM[11]SZ[{size}]PB[a \\] b]\n{played})"


def _plain(size, moves):
    pairs = "".join(f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}\n" for at in range(0, len(moves), 2))
    return f"Glowgrid game\ngame   hex {size}\ntitle  Hex\n{pairs}"
