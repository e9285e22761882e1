"""Who plays in `python -m tools arena`. A player is made by `player(spec, match)`; `move(position, moves, seed)` answers a point.

level:N      our engine at a level          nodes:N, ms:N   our engine with so many nodes, or as many as it visits in N ms;
                                            nodes:N,D,P and ms:N,D,P: no deeper than D plies, P percent overlooked
random       a free point                   greedy          a win, else what stops one of the next side, else a free point
gtp:COMMAND  a program that speaks GTP      openspiel:N     OpenSpiel's MCTS with N playouts (Hex and Havannah)
"""

import importlib.util
import json
import shlex
import subprocess
import sys
from random import Random

from glowgrid.rules.game import size_name
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.search import LEVELS
from tools.arena_worker import SWAP
from tools.bench_run import hosts
from tools.errors import ToolError
from tools.paths import FIRMWARE, ROOT

ENGINE = ("level", "nodes", "ms")
MOST = 10**9
KINDS = "level:N, nodes:N, ms:N, random, greedy, gtp:COMMAND, openspiel:N"


def checked(spec, game_name, swap=False):
    """(kind, argument) of a player's text: a number, or the command. Raises ToolError where nobody can play so."""
    kind, _, text = spec.partition(":")
    if kind in ("random", "greedy") and not text:
        return kind, None
    if kind == "gtp" and text:
        return kind, text
    numbers = text.split(",")
    if kind in ("nodes", "ms") and len(numbers) == 3 and all(number.isdecimal() for number in numbers):
        return kind, [int(number) for number in numbers]
    if kind in (*ENGINE, "openspiel"):
        most = LEVELS if kind == "level" else MOST
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise ToolError(f"player {spec}: expected {kind}: and a number from 1 to {most}")
        if kind == "openspiel":
            _check_openspiel(game_name, swap)
        return kind, int(text)
    raise ToolError(f"player {spec}: expected one of {KINDS}")


def _check_openspiel(game_name, swap):
    from tools.arena_openspiel import GAMES

    if game_name not in GAMES:
        raise ToolError(f"openspiel does not play {game_name} here; it plays {' and '.join(GAMES)}")
    if swap:
        raise ToolError("openspiel plays without the swap rule: leave out --swap")
    if importlib.util.find_spec("pyspiel") is None:
        raise ToolError("openspiel is not installed: pip install 'glowgrid[arena]'")


def unix_micropython():
    """The command that runs unix MicroPython, or None where it is not installed."""
    return hosts().get("unix micropython")


def player(spec, game, size, swap=False):
    kind, argument = checked(spec, game.name, swap)
    if kind == "random":
        return Chance()
    if kind == "greedy":
        return Greedy()
    if kind == "gtp":
        return GtpProgram(argument, game, size)
    if kind == "openspiel":
        return OpenSpielWorker([sys.executable, "-m", "tools.arena_openspiel", game.name, size_name(size), str(argument)])
    return Worker(engine_command(game, size, swap), {kind: argument})


def engine_command(game, size, swap=False):
    """What runs our engine: unix MicroPython, 50 to 100 times as fast as CPython, and the same moves."""
    interpreter = unix_micropython() or [sys.executable]
    return [*interpreter, "tools/arena_worker.py", str(FIRMWARE), game.name, size_name(size), *(["swap"] if swap else [])]


class Chance:
    """Any legal point."""

    def move(self, position, moves, seed):
        return self.by_chance(seed, moves).choice([point for point in range(position.points) if not position.cells[point]])

    def by_chance(self, seed, moves):
        """The generator of this move: with one for all moves of a game they would depend on each other."""
        return Random(f"{seed} {len(moves)}")

    def close(self):
        pass


class Greedy(Chance):
    """Wins if it can; else stops a win of the side that moves next; else any point."""

    def move(self, position, moves, seed):
        for side in (position.to_move, position.to_move % position.sides + 1):
            points = [point for point in range(position.points) if not position.cells[point] and _wins(position, side, point)]
            if points:
                return self.by_chance(seed, moves).choice(points)
        return super().move(position, moves, seed)


def _wins(position, side, point):
    """Would a stone of `side` on the empty point win?"""
    to_move = position.to_move
    position.to_move = side
    position.play(point)
    won = position.winner == side
    position.undo()
    position.to_move = to_move
    return won


class Process:
    """A program that answers on a pipe, line by line."""

    def __init__(self, command):
        self._name = " ".join(command)[:60]
        try:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        except OSError as error:
            raise ToolError(f"player {self._name}: cannot be started: {error.strerror}") from error

    def say(self, line):
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise ToolError(f"player {self._name}: the program has ended") from None

    def hear(self):
        line = self._process.stdout.readline()
        if not line:
            raise ToolError(f"player {self._name}: the program has ended")
        return line.rstrip("\n")

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


class Worker(Process):
    """A process that answers lines of JSON (tools/arena_worker.py, tools/arena_openspiel.py)."""

    def __init__(self, command, asked=()):
        super().__init__(command)
        self._asked = dict(asked)

    def ask(self, **asked):
        self.say(json.dumps({**self._asked, **asked}))
        answer = self.hear()
        try:
            return json.loads(answer)
        except ValueError:
            raise ToolError(f"player {self._name}: answered {answer[:80]!r}") from None

    def move(self, position, moves, seed):
        return self.ask(moves=moves, seed=seed)["best"]


class OpenSpielWorker(Worker):
    """OpenSpiel, which knows the rules too: `winner(moves)` is who has won by them."""

    def winner(self, moves):
        return self.ask(moves=moves, winner=True)["winner"]


class GtpProgram(Process):
    """Any engine that speaks GTP; sides are b and w, of three 1, 2 and 3."""

    def __init__(self, command, game, size):
        super().__init__(shlex.split(command))
        self._size = size
        self._played = None  # what the program knows of the game

    def _command(self, line):
        self.say(line)
        answer = self.hear()
        while not answer:
            answer = self.hear()
        while self.hear():
            pass
        if not answer.startswith("="):
            raise ToolError(f"player {self._name}: {line}: {answer}")
        return answer[1:].strip()

    def _side(self, position, side):
        return str(side) if position.sides == 3 else "bw"[side - 1]

    def move(self, position, moves, seed):
        if self._played is None and self._size:
            self._command(f"boardsize {size_name(self._size).replace(',', ' ')}")
        if self._played is None or moves[:len(self._played)] != self._played:
            self._command("clear_board")
            self._played = []
        for ply in range(len(self._played), len(moves)):
            side = self._side(position, ply % position.sides + 1)
            point = "swap-pieces" if moves[ply] == SWAP else point_name(position.field, moves[ply])
            self._command(f"play {side} {point}")
        answer = self._command(f"genmove {self._side(position, position.to_move)}").lower()
        self._played = [*moves]
        if answer in ("swap", "swap-pieces"):
            point = SWAP
        elif answer == "resign":
            return None
        else:
            point = parse_point(position.field, answer)
            if point < 0:
                raise ToolError(f"player {self._name}: genmove answered {answer!r}, which is no point")
        self._played.append(point)
        return point
