"""Games and positions: moves by their names, as everywhere in Glowgrid.

The rules are the firmware's (glowgrid.rules, glowgrid.games); `core` of a position is its object there, in which a move
is a number. Sources of the rules: each game's `source`.
"""

from __future__ import annotations

import os
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import SupportsIndex

from glowgrid.games import discover
from glowgrid.rules.notation import move_name, parse_move, point_name
from glowgrid.rules.placed import place, standing
from glowgrid.rules.position import Position as Core
from glowgrid.rules.position import perft
from host_sim.cli.run import one_line
from host_sim.cli.suggest import no_game, no_move
from host_sim.engine.engine_program import begun_from
from host_sim.own_games.passed import game_to_play, own_games
from host_sim.text import placed_text
from host_sim.text.field_text import position_text
from host_sim.text.position_line import position_line, stones_of

from .errors import Error, IllegalMove, NotKnown

DRAW = 0  # as a winner: nobody
_MOST_SAID = 300  # characters of a message


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
        size = tuple(whole(number, f"{rules.name}: size") for number in size)
        try:
            start = rules.setup(size or None)
        except ValueError as error:
            raise said(error) from None
        if swap and not rules.swap:
            raise Error(f"{rules.name}: its rules know no swap; leave swap out")
        self.rules = rules
        self.name: str = rules.name
        self.about: str = rules.about
        self.source: str = rules.source
        self.sides: int = start.sides
        self.size: tuple[int, ...] = size or tuple(rules.sizes[0])
        self.title: str = rules.title(self.size)
        self.hides: bool = start.view(1) is not start
        self.swap = bool(swap)
        self.points: int = start.points
        moves = range(start.moves - (start.actions == ("swap",) and not swap))
        self.moves: tuple[str, ...] = tuple(move_name(start, move) for move in moves)

    def start(self) -> Position:
        """Return a new position at the start of the game."""
        return Position(self, self._started())

    def parse(self, stones: str) -> Position:
        """Return the position with these stones, as after the colon of `glowgrid.parse`; Error if there is none."""
        core = self._started()
        try:
            return Position(self, place(core, *stones_of(stones, core)))
        except ValueError as error:
            raise said(error) from None

    def _started(self):
        return _with_swap(self.rules.setup(self.size), self)

    def __repr__(self):
        numbers = "".join(f", {number}" for number in self.size)
        return f"glowgrid.game({self.rules.file or self.name!r}{numbers}{', swap=True' * self.swap})"

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        """Return what says which game it is: its file, if it has one, or its name; its size; whether sides may swap."""
        file = self.rules.file
        return str(Path(file).resolve()) if file else self.name, self.size, self.swap

    def __reduce__(self):
        """Be pickled by name or path, so that another process finds the game again."""
        return kept_game, self._key()


class Position:
    """A position of a game, changed in place by `play` and `undo`; so it is no key of a dict, but its `text()` is.

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

    def is_legal(self, move: str | SupportsIndex) -> bool:
        """Return whether the side to move may make this move, a name or a number; False if there is no such move."""
        try:
            return self.core.is_legal(self.number(move))
        except Error:
            return False

    def number(self, move: str | SupportsIndex) -> int:
        """Return the number of a move; Error if the game has no such move."""
        number = parse_move(self.core, move) if isinstance(move, str) else whole(move, f"{self.game.title}: move")
        if not 0 <= number < len(self.game.moves):
            raise Error(no_move(one_line(str(move)), self.game.title, self.game.moves, self.core.points))
        return number

    def perft(self, plies: SupportsIndex) -> int:
        """Return how many sequences of legal moves of this length, 0 or more, begin here."""
        self._refuse_view("counted from")
        depth = whole(plies, "perft: plies")
        if depth < 0:
            raise Error(f"perft: {depth} plies; expected 0 or more")
        return perft(self.core, depth)

    # What changes it ----------------------------------------------------------------------------

    def play(self, move: str | SupportsIndex) -> None:
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

    def view(self, side: SupportsIndex) -> Position:
        """Return what a side, 1 to `sides`, may see of it now; without hidden stones, a copy.

        A view with hidden stones is to look at: it is not played on.
        """
        side = whole(side, "view: side")
        if not 1 <= side <= self.sides:
            raise Error(f"view: side {side}; expected 1 to {self.sides}")
        if not self.game.hides:
            return self.copy()
        self._refuse_view("viewed")
        # Of a copy, since at the end of the game a view has the very stones of the position.
        return Position(self.game, self.copy().core.view(side), side)

    def text(self) -> str:
        """Return it as a line: "hex 5: a4 c1 / b2 d3, 2 to move". It has no history, and does not say who may swap.

        `glowgrid.parse` reads it; of a game by its path, `parse` of that Game. NotKnown if the game hides stones.
        """
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
        line, swap = self.text(), ", swap=True" * self.game.swap
        if self.game.rules.file:
            return f"{self.game!r}.parse({line.partition(':')[2].strip()!r})"
        return f"glowgrid.parse({line!r}{swap})"

    def __eq__(self, other):
        """Positions are equal if all that may follow is: game, stones, side to move, and what each side has found.

        Where the stones do not say it all, as in games of a person's own, the moves that led here count, too.
        """
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    def _state(self):
        core = self.core
        found = bytes(getattr(core, "known", b""))  # in a hidden game
        led_here = [] if core.family() else self.history
        return bytes(core.cells), core.to_move, core.winner, found, core.may_swap(), self._seen_by, led_here


def _replayed(game, placed, moves):
    """Return the position of a pickle. placed: as in the firmware's Position."""
    position = Position(game, begun_from(game._started(), placed))
    for move in moves:
        position.play(move)
    return position


def _with_swap(core, game):
    """Return a position of the firmware in which the first stone may be taken over, if the game is played so."""
    if game.rules.swap:
        core.swap_rule = game.swap
    return core


def game(name: str, *size: SupportsIndex, swap: bool = False) -> Game:
    """Return a game by its name, such as "hex", or by the path of your own (.json or .py), at a size.

    size: one number or more, as `game_names` lists them; none: the size that the game begins with. swap: whether the
    second side may take the first stone over. Raises Error, in one line, for anything else.
    """
    name = str(name)
    return Game(next((rules for rules in discover()[0] if rules.name == name), None) or _own(name), size, swap)


def _own(name):
    """Return the rules of a person's own game, by its path, or by its name if it is in the folder of own games."""
    try:
        if name.endswith((".py", ".json")) or os.sep in name:
            return game_to_play(name)
        own, _ = own_games([*game_names()])
    except ValueError as error:
        raise said(error) from None
    if name in own:
        return own[name][0]
    raise said(f"{no_game(name, [*game_names(), *own])}, or the path of a game (.json or .py)")


def kept_game(name: str, size: tuple[int, ...] = (), swap: bool = False) -> Game:
    """Return what `game` does, without making it again while its file is as it was.

    Each making tries a file of your own, for seconds.
    """
    own = os.stat(name).st_mtime_ns if os.path.isfile(name) else 0
    return _kept(name, size, swap, own)


@lru_cache(maxsize=64)
def _kept(name, size, swap, changed):
    return game(name, *size, swap=swap)


def whole(number, what) -> int:
    """Return a whole number, of whatever type; Error if it is none."""
    try:
        return index(number)
    except TypeError:
        raise Error(f"{what} {one_line(str(number))[:20]}; expected a whole number") from None


def said(error) -> Error:
    """Return an Error of one line that says what another one does."""
    return error if isinstance(error, Error) else Error(one_line(str(error))[:_MOST_SAID])


def game_names() -> dict[str, list[tuple[int, ...]]]:
    """Return {name: sizes that the handheld offers} of the games that come with Glowgrid; more sizes are possible."""
    return {rules.name: [tuple(size) for size in rules.sizes] for rules in discover()[0]}


def parse(line: str, swap: bool = False) -> Position:
    """Return the position of a line such as "hex 5: a4 c1 / b2 d3, 2 to move"; Error, in one line, if it names none.

    After the colon stand the points of each side, with slashes between them (`-` for none), and the side to move. Left
    out, it is the side whose turn it is by the numbers of stones. The game begins there: no move can be taken back.
    "hex 5" alone is its start. swap: as for `game`; it matters at the start.
    """
    if not isinstance(line, str):
        raise Error(f"parse: expected a line, not {type(line).__name__}, such as 'hex 5: a4 c1 / b2 d3, 2 to move'")
    try:
        name, size, stones = placed_text.parts_of(line if ":" in line else f"{line}:")
    except ValueError:
        raise said(f"{line[:40]!r} is no position; expected {placed_text.EXPECTED}") from None
    found = game(name, *size, swap=swap)
    return found.parse(stones) if stones.strip() else found.start()
