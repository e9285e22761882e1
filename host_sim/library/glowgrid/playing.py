"""Games and positions: moves by their names, as everywhere in Glowgrid.

The rules are the firmware's (glowgrid.rules, glowgrid.games); `core` of a position is its object there, in which a move
is a number. Sources of the rules: each game's `source`.
"""

from __future__ import annotations

from functools import lru_cache

from glowgrid.games import discover
from glowgrid.rules.notation import move_name, parse_move, point_name
from glowgrid.rules.placed import place, standing
from glowgrid.rules.position import Position as Core
from glowgrid.rules.position import perft
from host_sim.own_games.find import find_game
from host_sim.text import placed_text
from host_sim.text.field_text import position_text
from host_sim.text.position_line import position_line, stones_of

from .errors import Error, IllegalMove, NotKnown

DRAW = 0  # as a winner: nobody


class Game:
    """A game at one size: `glowgrid.game("hex", 5)`.

    name    such as "hex"
    size    its numbers, such as (5,) or (4, 4, 3); () for a game with one size
    title   what people call it, such as "Hex 5"
    about   the rules in one sentence
    source  where the rules come from
    sides   2 or 3
    hides   whether a side sees only a part of the position
    swap    whether the second side may take the first stone over
    moves   names of all moves; the place in this tuple is a move's number. Points come first
    points  how many of the moves place a stone on a point
    """

    def __init__(self, rules, size, swap=False):
        """rules: a glowgrid.rules.game.Game. Use `glowgrid.game` instead."""
        try:
            start = rules.setup(size or None)
        except ValueError as error:
            raise Error(str(error)) from None
        if swap and not rules.swap:
            raise Error(f"{rules.name}: its rules know no swap; leave swap out")
        self.rules = rules
        self.name, self.about, self.source, self.sides = rules.name, rules.about, rules.source, start.sides
        self.size: tuple[int, ...] = tuple(size or rules.sizes[0])
        self.title: str = rules.title(self.size)
        self.hides: bool = start.view(1) is not start
        self.swap = swap
        self.moves: tuple[str, ...] = tuple(move_name(start, move) for move in range(start.moves))
        self.points: int = start.points

    def start(self) -> Position:
        """Return a new position at the start of the game."""
        return Position(self, self._started())

    def _started(self):
        return _with_swap(self.rules.setup(self.size), self)

    def __repr__(self):
        numbers = "".join(f", {number}" for number in self.size)
        return f"glowgrid.game({self.rules.file or self.name!r}{numbers}{', swap=True' * self.swap})"

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules is other.rules or self.name == other.name) and (self.size, self.swap) == (
            other.size,
            other.swap,
        )

    def __hash__(self):
        return hash((self.name, self.size, self.swap))

    def __reduce__(self):
        """Be pickled by name or path, so that another process finds the game anew."""
        return kept_game, (self.rules.file or self.name, self.size, self.swap)


class Position:
    """A position of a game, changed in place by `play` and `undo`.

    game  its Game
    core  the same position in the firmware, whose moves are numbers (glowgrid.rules.position.Position)
    """

    def __init__(self, game: Game, core: Core, seen_by: int = 0):
        """Use `Game.start` or `glowgrid.parse` instead. seen_by: the side whose view of a hidden game it is, or 0."""
        self.game, self.core, self._seen_by = game, core, seen_by

    # How it stands ------------------------------------------------------------------------------

    @property
    def sides(self) -> int:
        """How many sides play: 2 or 3."""
        return self.core.sides

    @property
    def to_move(self) -> int:
        """The side to move, 1 to `sides`."""
        return self.core.to_move

    @property
    def winner(self) -> int | None:
        """The side that has won; DRAW (0) after a draw; None while the game goes on."""
        return self.core.winner if self.core.is_over() else None

    @property
    def win_type(self) -> str | None:
        """How the winner has won, such as "line", "edges", "ring"; None if nobody has."""
        return self.core.win_type()

    @property
    def stones(self) -> dict[str, int]:
        """The stones on the field: {name of the point: side}; in a view, those that its side sees."""
        return {point_name(self.core.field, point): side for point, side in standing(self.core).items()}

    @property
    def history(self) -> list[str | None]:
        """The moves that were played, in order; None for a move that a view does not show."""
        core = self.core
        moves = core.history[: core.plies]
        return [self.game.moves[move] if move < core.moves else None for move in moves]

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.core.is_over()

    def winning_points(self) -> list[str]:
        """Return the names of the points that won; an empty list if nobody has won."""
        marks = bytearray(self.core.points)
        if self.core.winner:
            self.core.winning_points(marks)
        return [name for name, mark in zip(self.game.moves, marks, strict=False) if mark]

    def legal_moves(self) -> list[str]:
        """Return the names of the legal moves; in a hidden game, those that the side to move may try."""
        core = self.core
        return [name for move, name in enumerate(self.game.moves) if core.is_legal(move)]

    def is_legal(self, move: str | int) -> bool:
        """Return whether the side to move may make this move, a name or a number."""
        return self.core.is_legal(self.number(move))

    def number(self, move: str | int) -> int:
        """Return the number of a move; Error if the game has no such move."""
        number = parse_move(self.core, move) if isinstance(move, str) else int(move)
        if not 0 <= number < self.core.moves:
            last = self.game.moves[self.core.points - 1]
            more = "".join(f", {name}" for name in self.game.moves[self.core.points :])
            raise Error(f"{move}: {self.game.title} has no such move; expected {self.game.moves[0]} to {last}{more}")
        return number

    def perft(self, plies: int) -> int:
        """Return how many sequences of legal moves of this length begin here."""
        return perft(self.core, plies)

    # What changes it ----------------------------------------------------------------------------

    def play(self, move: str | int) -> None:
        """Make a move, by its name or number, for the side to move; IllegalMove, and nothing changes, if it may not."""
        self._refuse_view("played on")
        core, number = self.core, self.number(move)
        if not core.play(number):
            name, why = self.game.moves[number], core.refusal(core.to_move, number)
            raise IllegalMove(f"{name}: {why}; ask legal_moves() for the moves of side {core.to_move}")

    def undo(self) -> str:
        """Take the last move back, and return its name; Error if there is none."""
        self._refuse_view("taken back")
        move = self.core.undo()
        if move < 0:
            raise Error("undo: no move was made from where this position begins")
        return self.game.moves[move]

    def copy(self) -> Position:
        """Return an equal position of its own."""
        self._refuse_view("copied")
        core = self.core.fresh()
        core.become(self.core)
        return Position(self.game, _with_swap(core, self.game))

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        """Be pickled as the moves that were played, from the stones that it began with."""
        self._refuse_view("pickled")
        core = self.core
        return _replayed, (self.game, core.placed, list(core.history[: core.plies]))

    # What is seen of it -------------------------------------------------------------------------

    def view(self, side: int) -> Position:
        """Return what a side, 1 to `sides`, may see of it now; without hidden stones, a copy.

        A view with hidden stones is to look at: it is not played on.
        """
        if not 1 <= side <= self.sides:
            raise Error(f"view: side {side}; expected 1 to {self.sides}")
        if not self.game.hides:
            return self.copy()
        self._refuse_view("viewed")
        return Position(self.game, self.core.view(side), side)

    def text(self) -> str:
        """Return it as a line that `glowgrid.parse` reads: "hex 5: a4 c1 / b2 d3, 2 to move". It has no history."""
        if self.game.hides:
            raise NotKnown(f"{self.game.name} hides stones, so a position of it is no line of text; keep its history")
        return position_line(self.game.rules, self.game.size, self.core)

    def _refuse_view(self, what):
        if self._seen_by:
            raise Error(f"this is what side {self._seen_by} sees of a position; a view cannot be {what}")

    def __str__(self):
        """The field as text, with names of columns and rows; a number is a stone of that side."""
        return position_text(self.game.rules, self.game.size, self.core)

    def __repr__(self):
        if self.game.hides:
            return f"<{self.game.title} after {self.core.plies} moves>"
        return f"glowgrid.parse({self.text()!r})"

    def __eq__(self, other):
        """Positions are equal if all that may follow is: game, stones, side to move, and what each side has found."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    def _state(self):
        core = self.core
        found = bytes(getattr(core, "known", b""))  # in a hidden game
        return bytes(core.cells), core.to_move, core.winner, found, core.may_swap(), self._seen_by


def _replayed(game, placed, moves):
    """Return the position of a pickle. placed: as in the firmware's Position."""
    core = game._started()
    if placed:
        cells, to_move = placed
        core = place(core, {point: side for point, side in enumerate(cells) if side}, to_move)
    position = Position(game, core)
    for move in moves:
        position.play(move)
    return position


def _with_swap(core, game):
    """Return a position of the firmware in which the first stone may be taken over, if the game is played so."""
    if game.rules.swap:
        core.swap_rule = game.swap
    return core


def game(name: str, *size: int, swap: bool = False) -> Game:
    """Return a game by its name, such as "hex", or by the path of your own (.json or .py), at a size.

    size: one number or more, as `game_names` lists them; none: the size that the game begins with. swap: whether the
    second side may take the first stone over. Raises Error, in one line, for anything else.
    """
    for rules in discover()[0]:
        if rules.name == name:
            return Game(rules, size, swap)
    try:
        rules, _ = find_game(str(name))
    except ValueError as error:
        raise Error(str(error)) from None
    return Game(rules, size, swap)


@lru_cache(maxsize=64)
def kept_game(name: str, size: tuple[int, ...] = (), swap: bool = False) -> Game:
    """Return what `game` does, without making it again: each makes tables, and tries a file of your own for seconds."""
    return game(name, *size, swap=swap)


def game_names() -> dict[str, list[tuple[int, ...]]]:
    """Return {name: sizes that the handheld offers} of the games that come with Glowgrid; more sizes are possible."""
    return {rules.name: [tuple(size) for size in rules.sizes] for rules in discover()[0]}


def parse(line: str) -> Position:
    """Return the position of a line such as "hex 5: a4 c1 / b2 d3, 2 to move"; Error, in one line, if it names none.

    After the colon stand the points of each side, with slashes between them (`-` for none), and the side to move. Left
    out, it is the side whose turn it is by the numbers of stones. The game begins there: no move can be taken back.
    """
    try:
        name, size, stones = placed_text.parts_of(line)
        found = game(name, *size)
        core = found._started()
        return Position(found, place(core, *stones_of(stones, core)))
    except ValueError as error:
        raise error if isinstance(error, Error) else Error(str(error)) from None
