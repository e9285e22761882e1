"""The players of `python -m tools.lab arena play`. `player(spec, game, size)` makes one, which is then asked for moves.

level:N      our engine at a level
think:MS     our engine with the work that the reference board does in MS milliseconds, overlooking nothing
work:N       our engine with N units of work; work:N,D no deeper than D plies
random       any legal move
greedy       a win, else a move that stops a win of the next side, else any legal move
child        the same, but in line games it extends its longest row; in connection games it is the greedy beginner
gtp:COMMAND  a program that speaks GTP
openspiel:N  OpenSpiel's MCTS with N playouts (Hex and Havannah)

In a game with hidden stones our engine plays by what its side sees, as on the console; greedy and child see all.
"""

import importlib.util
import shlex
import sys
from random import Random
from typing import Annotated, Any

import typer

from glowgrid.levels import LEVELS
from glowgrid.rules.game import size_name
from glowgrid.rules.notation import move_name, parse_move
from host_sim.cli.errors import ToolError
from host_sim.engine.worker import ENGINE_PROGRAM, Process, Worker, engine_command

ENGINE = ("level", "think", "work")
MOST = {"level": LEVELS, "think": 10**6, "work": 10**9, "openspiel": 10**9}
KINDS = "level:N, think:MS, work:N, random, greedy, child, gtp:COMMAND, openspiel:N"


# How the other tools set the strength of our engine.
def think_option(default):
    """Return the option --think, which says its default."""
    about = "The Pico's time for a move."
    return typer.Option("--think", metavar="MS", min=1, max=MOST["think"], help=about, show_default=default)


Level = Annotated[int | None, typer.Option("--level", min=1, max=LEVELS, help="A level instead.")]


def budget(think, level, ms):
    """Return the player for `--think` or `--level`, by default with `ms` milliseconds. Raises ToolError for both."""
    if think and level:
        raise ToolError("--think and --level: give one of them")
    return f"level:{level}" if level else f"think:{think or ms}"


def checked(spec, game_name, swap=False) -> tuple[str, Any]:
    """Return (kind, argument) of a player's text: a number, or the command. Raises ToolError if it is no player."""
    kind, _, text = spec.partition(":")
    if kind in CHANCE and not text:
        return kind, None
    if kind == "gtp" and text:
        return kind, text
    numbers = text.split(",")
    if kind == "work" and len(numbers) == 2 and all(number.isdecimal() for number in numbers):
        return kind, [int(number) for number in numbers]
    if kind in MOST:
        if not text.isdecimal() or not 1 <= int(text) <= MOST[kind]:
            raise ToolError(f"player {spec}: expected {kind}: and a number from 1 to {MOST[kind]}")
        if kind == "openspiel":
            _check_openspiel(game_name, swap)
        return kind, int(text)
    raise ToolError(f"player {spec}: expected one of {KINDS}")


def _check_openspiel(game_name, swap):
    from .openspiel import GAMES

    if game_name not in GAMES:
        raise ToolError(f"openspiel does not play {game_name} here; it plays {' and '.join(GAMES)}")
    if swap:
        raise ToolError("openspiel plays without the swap rule: leave out --swap")
    if importlib.util.find_spec("pyspiel") is None:
        raise ToolError("openspiel is not installed: pip install 'glowgrid[arena]'")


def player(spec, game, size, swap=False) -> Any:
    """Return the player of this text. It has `move(position, moves, seed)`, None to resign, and `close()`."""
    kind, argument = checked(spec, game.name, swap)
    if kind in CHANCE:
        return CHANCE[kind]()
    if kind == "gtp":
        return GtpProgram(argument, size)
    if kind == "openspiel":
        return OpenSpiel([sys.executable, "-m", "tools.lab.arena.openspiel", game.name, size_name(size), str(argument)])
    about = {"game": game.name, "size": size, "swap": swap, "blind": True, kind: argument}
    return Engine(engine_command(ENGINE_PROGRAM), about)


def asked(spec, game, size, questions):
    """Yield the answer of our engine, as the player of this text, to each question: a dict such as {"moves": ...}."""
    engine = player(spec, game, size)
    try:
        for question in questions:
            yield engine.ask(**question)
    finally:
        engine.close()


class Chance:
    """Any legal move."""

    def move(self, position, moves, seed):
        return self.generator(seed, moves).choice(legal(position))

    def generator(self, seed, moves):
        """Return the random generator for this move: one for the whole game would make moves depend on each other."""
        return Random(f"{seed} {len(moves)}")

    def close(self):
        pass


class Greedy(Chance):
    """Wins if it can; else stops a win of the side that moves next; else plays any move."""

    def move(self, position, moves, seed):
        return self.generator(seed, moves).choice(urgent(position) or self.others(position))

    def others(self, position):
        """Return the moves to choose from if none is urgent."""
        return legal(position)


class Child(Greedy):
    """Sees two in a row: if nothing is urgent, it adds to the line with most of its stones, among lines without stones
    of other sides."""

    def others(self, position):
        if position.family() != "lines":
            return legal(position)
        lines, me = position.tables, position.to_move
        longest = dict.fromkeys(legal(position), 0)
        for line in range(lines.count):
            points = lines.members[lines.starts[line] : lines.starts[line + 1]]
            stones = [position.cells[point] for point in points]
            if lines.owners[line] >> me - 1 & 1 and not any(stone not in (0, me) for stone in stones):
                for point, stone in zip(points, stones):
                    if not stone:
                        longest[point] = max(longest[point], stones.count(me))
        return [move for move in longest if longest[move] == max(longest.values())]


CHANCE = {"random": Chance, "greedy": Greedy, "child": Child}


def urgent(position):
    """Return the moves that win, else those that stop a win of the side that moves next."""
    for side in (position.to_move, position.to_move % position.sides + 1):
        winning = [move for move in legal(position) if wins(position, side, move)]
        if winning:
            return winning
    return []


def legal(position):
    """Return all legal moves of a position."""
    return [move for move in range(position.moves) if position.is_legal(move)]


def wins(position, side, move):
    """Return whether this move would win for `side` if it were its turn."""
    to_move = position.to_move
    position.to_move = side
    played = position.play(move)
    won = position.winner == side
    if played:
        position.undo()
    position.to_move = to_move
    return won


class Engine(Worker):
    """Our engine."""

    def move(self, position, moves, seed):
        return self.ask(moves=moves, seed=seed)["best"]


class OpenSpiel(Worker):
    """OpenSpiel, with its own rules: `winner(moves)` is who has won by them."""

    def move(self, position, moves, seed):
        return self.ask(moves=moves, seed=seed)["best"]

    def winner(self, moves):
        return self.ask(moves=moves, winner=True)["winner"]


class GtpProgram(Process):
    """Any engine that speaks GTP; sides are b and w, of three 1, 2 and 3."""

    def __init__(self, command, size):
        super().__init__(shlex.split(command))
        self._size = size
        self._played = None  # the moves that the program knows

    def _command(self, line):
        self.say(line)
        answer = self.hear()
        while not answer:
            answer = self.hear()
        while self.hear():
            pass
        if not answer.startswith("="):
            raise ToolError(f"player {self.name}: {line}: {answer}")
        return answer[1:].strip()

    def _side(self, position, side):
        return str(side) if position.sides == 3 else "bw"[side - 1]

    def move(self, position, moves, seed):
        if self._played is None and self._size:
            self._command(f"boardsize {size_name(self._size).replace(',', ' ')}")
        if self._played is None or moves[: len(self._played)] != self._played:
            self._command("clear_board")
            self._played = []
        for ply in range(len(self._played), len(moves)):
            name = move_name(position, moves[ply])
            side = self._side(position, ply % position.sides + 1)
            self._command(f"play {side} {'swap-pieces' if name == 'swap' else name}")
        answer = self._command(f"genmove {self._side(position, position.to_move)}").lower()
        self._played = [*moves]
        if answer == "resign":
            return None
        move = parse_move(position, "swap" if answer == "swap-pieces" else answer)
        if move < 0:
            raise ToolError(f"player {self.name}: genmove answered {answer!r}, which is not a move")
        self._played.append(move)
        return move
