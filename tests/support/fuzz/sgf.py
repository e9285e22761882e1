"""Games in files: stones and winner are those of a plain model; whatever else is in a file ends in one line.

The model of Hex knows cells by column and row, and who joins which edges. A file is SGF or plain, of LittleGolem (W
begins, points as in Go), a link, a list or moves alone, or one of any colours, with passes and stones that are set up.
What is read is written again: the same position.
"""

from host_sim.cli.errors import Refused
from host_sim.own_games.find import find_game
from host_sim.records.reader import read, read_each
from host_sim.records.record import NoRecord, ended
from host_sim.records.sgf import plain, sgf
from host_sim.records.sgf_head import Asked
from host_sim.records.sites import hexworld, littlegolem

from . import must, must_be_a_line

SIZES = 2, 3, 4, 5, 11
TOKENS = r"""
( ) [ ] ; \ SZ[0] SZ[3:4] AB[a1] GM[1] B[a1] W[resign] W[swap-pieces] W[swap-sides] B[aa] B[] (;W[b1]) C[\]] 1.
AE[a1:b2] PL[W] W[] B[swap] GG[three-player] SO[littlegolem] GM[4] (; #5,a1b2 CA[utf-16] RE[W+R] EV[twixt.ld]
EV[havannah.1] RU[connect6] RU[Renju] KM[6.5] SZ[7:6] W[E5] W[j4-g7/d7] R[b1] PB[a]] PW[b\] ] \]
(;GM[11]SZ[3];B[a1]) ,b9 a1b2 resign swap-pieces
""".split()
TOKENS += ["\n", "\ufeff", "SZ[" + "9" * 5000 + "]", "game hex", "seats ٣", "99. a1", "GG[mnk 3,3,3]", "#13,a1b2 b"]
TOKENS += [
    "W[tt]",
    "AP[gogui-twogtp]",
    "\xe9\\]",
    "1) a1",
    "hex 5 1.a1",
    '[Site "PlayOK"]\n',
    "https://gomocalc.com/#/a1",
]
TOKENS += ['<hexboard size="3" contents="R a1"/>', '[{"boardsize": 3, "moves": "a1"}]', "\xffRenLib\xff\3\4"]
TOKENS += [" r", "2... c3", "Piskvorky 9x9, 11:11, 0\n", "1,1,0\n", "Glowgrid game\n"]
FORMS = "sgf", "sgf", "plain", "littlegolem", "colours", "colours", "link", "list", "pairs", "moves"


class Hex:
    """Black (0) joins top and bottom; white (1) joins left and right.

    long: a stone that is taken over is mirrored in the long diagonal, as in SGF; else in the short one.
    """

    def __init__(self, size, long):
        self.size, self.long, self.stones, self.moves = size, long, {}, 0

    def play(self, name, side=None):
        """Make a move; return whether the rules allow it. After the end it is left out."""
        if self.winner() is not None:
            return True
        if name == "swap":
            if self.moves != 1:
                return False
            ((x, y),) = self.stones
            self.stones = {(y, x) if self.long else (self.size - 1 - y, self.size - 1 - x): 1}
        elif not self.put(name, self.moves % 2 if side is None else side):
            return False
        self.moves += 1
        return True

    def put(self, name, side):
        """Place a stone; return whether there is room."""
        point = ord(name[0]) - 97, int(name[1:]) - 1
        if point in self.stones or not all(0 <= part < self.size for part in point):
            return False
        self.stones[point] = side
        return True

    def set_up(self, name, side):
        """Set a stone, or None, onto a point of the field."""
        self.stones.pop((ord(name[0]) - 97, int(name[1:]) - 1), None)
        if side is not None:
            self.put(name, side)

    def winner(self):
        return next((side for side in (0, 1) if self.joins(side)), None)

    def joins(self, side):
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
    size, form = random.choice(SIZES), random.choice(FORMS)
    points = [f"{chr(97 + x)}{y + 1}" for x in range(size) for y in range(size)]
    random.shuffle(points)
    moves = points[: random.randint(0, min(len(points), 30))]
    if form == "colours":
        moves = [_coloured(random, points, name) for name in moves]
    elif moves and random.random() < 0.3:
        moves.insert(random.choice((1, 1, 1, random.randrange(len(moves) + 1))), "swap")
    if moves and form != "colours" and random.random() < 0.3:
        moves.append(random.choice((moves[0], f"{chr(97 + size)}1", f"a{size + 1}")))
    changes = []
    if random.random() < 0.5:
        changes = [
            [random.randrange(400), random.randrange(3), random.choice(TOKENS)] for _ in range(random.randint(1, 3))
        ]
    return {"size": size, "moves": moves, "form": form, "changes": changes}


def _coloured(random, points, name):
    """A move of either colour, a pass, or a stone that is set up or taken away: [property, point]."""
    kind = random.choice(("B", "W", "B", "W", "B", "W", "AB", "AW", "AE", "pass"))
    if kind == "pass":
        return [random.choice("BW"), ""]
    return [kind, random.choice(points) if kind == "AE" or random.random() < 0.05 else name]


def check(case):
    size, moves = case.get("size", 2), case.get("moves", [])
    if size < 2:
        return
    form = case.get("form", "plain" if case.get("plain") else "sgf")
    text = WRITERS[form](size, moves)
    for at, cut, token in case.get("changes", []):
        at %= len(text) + 1
        text = text[:at] + token + text[at + cut :]
    model = Hex(size, form != "plain")
    wanted = _model_plays(model, moves, form)
    ends, refused = _ends(text, Asked("hex", (size,)) if form in ("list", "pairs", "moves") else None)
    for error in refused:
        must_be_a_line(error)
        must(case.get("changes") or not wanted, "refused:", error)
    if not case.get("changes") and not refused:
        must(wanted, "accepted, though a move is illegal")
        must(len(ends) == 1 and ends[0][0].size == (size,), "read as", [record for record, _, _ in ends])
        _must_be_the_model(ends[0][2], model)
    for record, game, position in ends:
        _must_be_written(record, game, position)


def _ends(text, asked):
    """Return ([(record, game, position at its end)], [what is wrong with each game that is refused])."""
    ends, refused = [], []
    try:
        for record in read_each(text.encode("utf-8", "replace"), "", lambda name: find_game(name)[0], asked):
            try:
                if isinstance(record, NoRecord):
                    raise record
                game = find_game(record.game)[0]
                ends.append((record, game, ended(record, game)))
            except (ValueError, Refused) as error:
                refused.append(error)
    except ValueError as error:
        refused.append(error)
    must(ends or refused, "neither games nor a refusal")
    return ends, refused


def _model_plays(model, moves, form):
    """Play all on the model; return whether it goes."""
    if form in ("link", "list", "pairs", "moves"):
        if len(moves) > 1 and moves[1] == moves[0]:
            moves = [moves[0], "swap", *moves[2:]]  # a first stone that is named again is taken over
        if "swap" in moves[:1] + moves[2:]:
            return False  # refused even after the end
    if form != "colours":
        return all([model.play(name) for name in moves])
    for property, name in moves:
        side = {"B": 0, "W": 1}.get(property[-1])
        if name and property[0] != "A" and model.winner() is not None:
            break  # the rest is left out
        if property[0] == "A":
            model.set_up(name, side)
        elif name and not model.play(name, side):
            return False
    return not (model.joins(0) and model.joins(1))


def _must_be_the_model(position, model):
    """The same stones but for half a turn of the field, and the same winner."""
    field = position.field
    stones = {(field.columns[p], field.rows[p]): side - 1 for p, side in enumerate(position.cells) if side}
    must(stones == model.stones, "other stones", stones, model.stones)
    winner = model.winner()
    must(position.winner == (0 if winner is None else winner + 1), "another winner", position.winner)


def _must_be_written(record, game, position):
    """Written by us and read again it is the same position."""
    texts = [sgf(record, game)]
    if not record.setups and not record.movers:
        texts.append(plain(record, game))
    if not any(stones for stones, _ in record.setups.values()):
        forms = [hexworld] * (record.game == "hex") + [littlegolem] * (record.game in ("hex", "havannah", "y"))
        texts += [form(record, game) for form in forms]
    for text in texts:
        again = read(text)
        must((again.game, again.size) == (record.game, record.size), "written and read differ")
        other = ended(again, game)
        same = (other.cells, other.to_move, other.winner) == (position.cells, position.to_move, position.winner)
        must(same or position.is_over() and other.cells == position.cells, "another position", text)


def _sgf(size, moves):
    played = "".join(f";{'BW'[ply % 2]}[{'swap-pieces' if name == 'swap' else name}]" for ply, name in enumerate(moves))
    return f"(;FF[4]GM[11]SZ[{size}]PB[a \\] b]\n{played})"


def _littlegolem(size, moves):
    """W begins; a point is two letters, column and row."""
    played = ""
    for ply, name in enumerate(moves):
        if name != "swap":
            name = f"{name[0]}{chr(96 + int(name[1:]))}"
        played += f";{'WB'[ply % 2]}[{name}]"
    return f"(;FF[4]SZ[{size}]SO[http://www.littlegolem.com]{played})"


def _colours(size, moves):
    return f"(;FF[4]GM[11]SZ[{size}]" + "".join(f";{property}[{name}]" for property, name in moves) + ")"


def _plain(size, moves):
    pairs = "".join(f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}\n" for at in range(0, len(moves), 2))
    return f"Glowgrid game\ngame   hex {size}\ntitle  Hex\n{pairs}"


def _link(size, moves):
    at = len(moves) // 2  # where the cursor stands
    names = [":s" if name == "swap" else name for name in moves]
    return f"https://hexworld.org/board/#{size}c1,{''.join(names[:at])},{''.join(names[at:])}"


def _list(size, moves):
    return " ".join(f"{ply}. {name}" for ply, name in enumerate(moves, 1)) or "1. pass"


def _pairs(size, moves):
    return "\n".join(f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}" for at in range(0, len(moves), 2)) or "1. pass"


def _moves(size, moves):
    return " ".join(name.replace("swap", "swap-pieces") for name in moves) or "pass"


WRITERS = {
    "plain": _plain,
    "sgf": _sgf,
    "littlegolem": _littlegolem,
    "colours": _colours,
    "link": _link,
    "list": _list,
    "pairs": _pairs,
    "moves": _moves,
}
