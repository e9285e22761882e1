"""A strategy's file in memory: checked whole, and asked for moves by what the handheld runs."""

import io
import re
from pathlib import Path

from glowgrid.console import strategy_answers, strategy_file
from glowgrid.console.strategy_answers import Unanswered
from glowgrid.console.strategy_file import StrategyFile
from glowgrid.games import discover
from glowgrid.rules.game import size_name
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.search import hides

from ...cli.errors import Refused
from ...own_games.find import find_game
from ...text.text_file import file_bytes
from ...theory.formal.alike import key_of
from ...theory.proofs.symmetry import keeps_game

_MOVE = re.compile(rb"([123]) ([.123/]+) (\S+) *\r?\n")


def game_named(name):
    """Return the game with this name, from the folder of games too; ValueError in one line if there is none."""
    known = next((game for game in discover()[0] if game.name == name), None)
    return known or find_game(name)[0]


class NoAnswer(Refused):
    """The file does not answer a position."""


class Strategy:
    """A playing strategy; Refused, in one line (file, line, what), if its file is none.

    name    of the file, without its ending
    game, size, swap    what it plays
    plays   the sides that it plays
    count   how many moves it has
    rows    its lines with carriers
    rules   its lines with rules, as written
    pairs   its pairs of points
    """

    def __init__(self, path):
        self.path = Path(path)
        self.name = self.path.stem
        self._known = {}  # moves by position: a strategy answers the same position in the same way
        try:
            self._data = file_bytes(self.path)
        except OSError as error:
            raise Refused(f"{path}: cannot be read: {error.strerror}") from None
        try:
            self._read()
        except ValueError as error:
            raise Refused(f"{path}: {error}") from None

    def _read(self):
        head = self._opened()
        self.game = game_named(head.game)
        self.size, self.swap = head.size, head.swap
        if self.game.sizes[0] and not head.size:
            raise head.fault(f"expected its size, too, such as: game {self.game.name} {size_name(self.game.sizes[0])}")
        if head.swap and not self.game.swap:
            raise head.fault(f"{self.game.name} has no swap rule")
        for _ in head.reading():
            pass
        position = self.setup()
        if hides(position):
            raise ValueError(f"{self.title}: {strategy_file.HIDES}")
        self.plays = tuple(head.plays) or tuple(range(1, position.sides + 1))
        if max(self.plays) > position.sides:
            raise ValueError(f"plays {max(self.plays)}: {self.title} has {position.sides} sides")
        self.count, self.rows = head.count, []
        self.images = [image for image in head.images(position.field) if image is not None]
        for image in self.images[1:]:
            if not keeps_game(position, image):
                raise ValueError(f"symmetry {self.images.index(image)}: it changes the lines or goals of {self.title}")
        self._check_moves(head, position)
        self._check_carriers(head, position)
        self._read_rules(head, position)

    def _opened(self):
        return StrategyFile(io.BytesIO(self._data))

    @property
    def title(self):
        """The game and its size."""
        return f"{self.game.name} {size_name(self.size)}".strip() + (", with the swap rule" if self.swap else "")

    def setup(self):
        """Return the position where the game begins."""
        position = self.game.setup(self.size)
        position.swap_rule = self.swap
        return position

    def _check_moves(self, head, position):
        """Raise ValueError for the first line of `moves` that is not as it should be."""
        places = strategy_answers.places_of(position.field)
        empty = strategy_answers.line_of(position, places, range(position.points))[2:-1]
        before = b""
        for at in range(head.count):
            where = f"line {head.line_number(at)}"
            line = self._data[head.start + at * head.width : head.start + (at + 1) * head.width]
            found = _MOVE.fullmatch(line)
            if not found or re.sub(rb"[123]", b".", found[2]) != empty:
                raise ValueError(f"{where}: expected a line such as: 1 {empty.decode()} {move_name(position, 0)}")
            key, name = line[: found.start(3)], found[3].decode()
            if key <= before:
                raise ValueError(f"{where}: not in order; glowgrid strategy make --from sorts the lines")
            before = key
            move = parse_move(position, name)
            if move < 0:
                raise ValueError(f"{where}: {name[:20]} is no move of {self.title}")
            if position.only_empty and move < position.points and key[places[move]] != ord("."):
                raise ValueError(f"{where}: {name} is taken there")
            if min(self._turned(key, places)) != key:
                raise ValueError(f"{where}: a symmetry gives a line that comes first; glowgrid strategy make --from")

    def _check_carriers(self, head, position):
        """Raise ValueError for the first line with a carrier that is not as it should be."""
        empty = strategy_answers.line_of(position, strategy_answers.places_of(position.field), range(position.points))
        for at in range(head.carriers):
            start = head.carriers_at + at * head.carriers_width
            line = self._data[start : start + head.carriers_width].rstrip(b"\r\n")
            letters = re.findall(rb"[a-z]", line)
            wrong = any(letters.count(letter) != 2 for letter in letters) or letters and b"*" in line
            if wrong or re.sub(rb"[1*a-z]", b".", line) != empty[2:-1]:
                raise ValueError(
                    f"carriers, line {at + 1}: expected 1, *, pairs of letters, such as {empty[2:-1].decode()}"
                )
            self.rows.append(line.decode())

    def _turned(self, key, places):
        """Yield the lines of a position under all symmetries."""
        for image in self.images:
            line = bytearray(key)
            for point, to in enumerate(image):
                line[places[to]] = key[places[point]]
            yield bytes(line)

    def _read_rules(self, head, position):
        head.again()
        self.rules, self.pairs = [], []
        while (words := head.next_words()) != ["end"]:
            if head.passes(words[0]):
                continue
            if words[0] in strategy_file.RULES:
                self.rules.append(" ".join(words))
                wrong = [name for name in words[1:] if parse_move(position, name) < 0]
                if wrong:
                    raise head.fault(f"{wrong[0][:20]} is no move of {self.title}")
                if words[0] == "pair":
                    pair = [parse_move(position, name) for name in words[1:]]
                    if len(pair) != 2 or pair[0] == pair[1] or max(pair) >= position.points:
                        raise head.fault("expected two points, such as: pair a1 b2")
                    self.pairs.append(tuple(pair))

    def move(self, position):
        """Return its move for the side to move. NoAnswer if it has none, Refused if it is illegal: one line."""
        key = key_of(position)
        if key not in self._known:
            try:
                *_, self._known[key] = strategy_answers.answering(self._opened(), position)
            except Unanswered as error:
                raise NoAnswer(f"{self.path}: {error}") from None
            except ValueError as error:
                raise Refused(f"{self.path}: {error}") from None
        return self._known[key]
