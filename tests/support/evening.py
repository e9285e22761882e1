"""An evening at the console on the emulated Pico: what memory is left after each thing people do.

People play each game of the menu with the coach, games of their own, and open every screen, in an order that the seed
decides. The console runs as after power-up, with evening_program.py in place of its loop.
"""

import ast
import random
import re
from pathlib import Path
from typing import NamedTuple

from compiled import tables_of

from host_sim.pico.bench import BenchTimeout, DeviceError
from tools.compile.mpy import compile_mpy
from tools.pico.play_on_pico import at_the_prompt

PROGRAM = Path(__file__).with_name("evening_program.py")
# Imports it, and prints how many bytes it takes, which no device lacks.
IMPORT = f"""
import gc, time, micropython
from glowgrid import overlay, power_up
gc.collect()
free = gc.mem_free()
import {PROGRAM.stem} as it
gc.collect()
print(free - gc.mem_free())
"""
SPEED = 0.1  # of the board: searches visit fewer nodes, in as many ticks; they take the same memory
MOST_NAMES = 1260  # those of the program included; for the next one MicroPython takes 8.4 KB in one piece
FREE, PIECE = 16 * 1024, 4 * 1024  # bytes, on every board
IDLE_MS = 61_000  # without a key, until the menu attracts
MOST_TICKS = 6000
LIMIT_S = 300
NO_MOVE = 255
PLAYS = "play", "cover", "two presses"  # screens of a match
LEFT_BY_BACK = *PLAYS, "first game", "prove it"
_BLOCK = 16  # bytes, the unit of "max free sz"
_FREE = re.compile(r"GC: .* free: (\d+)")
_LARGEST = re.compile(r"max free sz: (\d+)")
_NAMES = re.compile(r"n_qstr=(\d+)")
_LOST = "out of memory", "cannot be saved"

LINES = '{"name": "my-game", "field": [".o.", "ooo", ".o."], "lines": ["b1 b2 b3", "a2 b2 c2"]}'
CONNECTIONS = """{"name": "my-hex", "shape": "rhombus %d",
 "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}}
"""
PYTHON = """from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
def setup(n):
    return Lines(square(n, n), 2, rows_of(n, n, 3)).position()
def sketch(n):
    return ["-" * n] * n
GAME = Game("threes", "Three in a row.", setup=setup, sizes=((4,), (5,)), sketch=sketch)
"""
PAIRS = """glowgrid strategy 1
game tic-tac-toe
pair a1 c1
pair a2 c2
pair a3 c3
pair b1 b3
else b2 a1 c1 a2 c2 a3 c3 b1 b3
end
"""
STRATEGY = "pairs.txt"
LESSON = "minimax", *["right"] * 12, "left", "down", "select", *["right"] * 6


class Row(NamedTuple):
    """What is left at the worst moment of an item: bytes free, the largest piece, and how many names there are."""

    item: str
    free: int
    largest: int
    names: int


class Lost(Exception):
    """Something was lost in an evening, or did not happen; the message says in which item."""


def own_files(board):
    """Return {path: bytes} of what a person has put on a board: games of each kind, and a strategy."""
    across = min(5, board["leds"]["width"], board["leds"]["height"])
    return {
        "/games/my_game.tables": tables_of(LINES),
        "/games/my_hex.tables": tables_of(CONNECTIONS % across),
        "/games/threes.py": PYTHON.encode(),
        "/games/strategies/" + STRATEGY: PAIRS.encode(),
    }


def items(offered, seed):
    """Return what happens in an evening, in the order of this seed: [(method of Evening, its arguments)].

    offered: {name of a game on this board: how many sides it has}.
    """
    chance = random.Random(seed)
    todo = []
    for game, sides in offered.items():
        todo.append(("play", (game, "", [0] + [chance.randrange(3) for _ in range(sides - 1)])))
    todo += [("play", (game, "", [0, 0])) for game in ("dark-hex", "phantom-tic-tac-toe") if game in offered]
    if "hex" in offered:
        todo += [("play", ("hex", "3", [0, 1])), ("advice", ("hex",)), ("guided", ("hex",))]
        todo += [("no_draw", ()), ("prove_it", ())]
    todo += [("guided", ("three-player",))] if "three-player" in offered else []
    todo += [("advice", ("tic-tac-toe",)), ("strategy", ()), ("puzzle", (True,)), ("puzzle", (False,))]
    todo += [("visit", ("statistics", "right")), ("visit", LESSON)]
    todo += [(name, ()) for name in ("settings", "attract", "self_test", "go_on", "go_on")]
    chance.shuffle(todo)
    return todo


class Evening:
    """A console on the emulated Pico, switched on, and what people do with it.

    files: more than what is flashed, {path: bytes}; None: what people have of their own. mirrored: whether it says what
    it shows (glowgrid/mirror.py).
    """

    def __init__(self, board, seed=1, image=None, files=None, mirrored=False):
        program = compile_mpy(PROGRAM.read_bytes(), PROGRAM.name)[0]
        self._chance = random.Random(seed)
        self._roles = board["keys"]["roles"]
        self._width = board["keys"]["width"]
        files = {f"/{PROGRAM.stem}.mpy": program, **(own_files(board) if files is None else files)}
        self.pico = at_the_prompt({**board, "speed": SPEED}, image, files)
        self._takes = int(self.pico.exec(IMPORT).splitlines()[-1])
        self._said = self.pico.exec(f"it.switch_on({mirrored})\ndel it.switch_on")
        self._do("it.app.settings.results['tic-tac-toe'] = {'1': [1, 0, 0, 1]}")  # the menu shows statistics

    def offered(self):
        """Return {name: sides} of the games in the menu."""
        self._until("menu")
        return dict(self._see("[(game.name, game.sides) for game in it.app.offered]"))

    def do(self, item):
        """Do an item; return its Row. Raises Lost."""
        name, arguments = item
        label = " ".join([name.replace("_", " "), *(str(each) for each in arguments if each != "")])
        try:
            getattr(self, name)(*arguments)
            self._menu()
            return self.row(label)
        except (DeviceError, BenchTimeout) as error:
            raise Lost(f"{label}: {error}") from error

    def row(self, label):
        """Wait until all is saved, and check it; return the worst since the last row."""
        self._wait_for("not (it.app.saving.steps or it.app.saving.match_due or it.app.saving.settings_due)")
        if self._see("bool(it.app.match) and it.app.storage.load('match') != it.record()"):
            raise Lost(f"{label}: another match is saved")
        self._look()
        said, self._said = self._said, ""
        if any(lost in said for lost in _LOST):
            raise Lost(f"{label}: {said[-300:]}")
        largest = min(map(int, _LARGEST.findall(said))) * _BLOCK
        free = min(map(int, _FREE.findall(said))) + self._takes
        return Row(label, free, largest, max(map(int, _NAMES.findall(said))))

    # What people do -----------------------------------------------------------------------------

    def play(self, game, size, seats):
        """Play some moves, with the coach where there is one."""
        self._start(game, size, seats)
        self._coach()
        self._moves(4)

    def resume(self):
        """Go on with the saved match after power-up; return the longest tick until it was offered, in us."""
        self._until("resume")
        self._tick(60)  # by then the possible next screens are loaded
        self._entry("go on")
        self._open_match()
        self._wait_for("it.app.match.engine")
        self._tick(20)
        self._look()
        self._leave()
        self._look()
        return self._see("it.longest_us")

    def hint(self):
        """On the pause of a match with the coach: ask for a hint, which comes, and the coach stays."""
        self._entry("hint")
        self._wait_for(f"it.app.screen.coach.hint != {NO_MOVE}")
        if self._see("it.app.match.without or not it.app.match.coach"):
            raise Lost("hint: hint or coach is given up")
        self._look()

    def advice(self, game):
        """Ask for a hint, take a move back, let it count plies, and play once more."""
        self._start(game, "", [0, 1])
        self._moves(2)
        self._choose("hint")
        self._wait_for(f"it.app.screen.coach.hint != {NO_MOVE}")
        self._look()
        self._choose("take back")
        if self._see("bool(it.app.match.position.field.borders)"):
            self._choose("neighbours")
        self._choose("wins within")
        self._moves(2)
        self._choose("once more")
        if self._screen() == "sure":
            self._entry("new match")
            self._until(*PLAYS)
        self._moves(2)

    def strategy(self):
        """Play against a strategy in a file, with the coach, and look at its pairs."""
        self._start("tic-tac-toe", "", [0, -1])
        self._coach()
        while not self._see("bool(it.app.match.paired())"):
            self._moves(1)
        self._choose("pairs")
        self._tick(100)
        self._look()
        self._press("select")

    def visit(self, screen, *roles):
        """Look at a screen of the menu, and press some keys there."""
        self._menu()
        self._entry(screen)
        self._until(screen)
        self._tick(30)
        for role in roles:
            self._press(role)
        self._tick(100)
        self._look()

    def no_draw(self):
        """Watch why Hex has no draw, in a match with the coach."""
        self._start("hex", "", [0, 1])
        self._coach()
        self._moves(2)
        self._choose("no draw")
        self._tick(150)
        self._press("right")
        self._look()

    def prove_it(self):
        """Let the coach find out who wins Hex 3, and try a move against it."""
        self._start("hex", "3", [0, 0])
        self._coach()
        self._wait_for("it.app.screen.coach.complete")
        self._choose("prove it")
        self._move("it.app.screen.match")
        self._wait_for("not it.app.screen.match.engine_to_move()")
        self._look()

    def puzzle(self, solve):
        """Solve a puzzle and go on to the next, or fail it and try again."""
        self._menu()
        self._entry("puzzles")
        if self._until("sure", "puzzles", *PLAYS) == "sure":
            self._entry("new match")
            self._until("puzzles", *PLAYS)
        if self._screen() == "puzzles":
            for _ in range(self._chance.randrange(self._see("len(it.app.screen.entries)"))):
                self._press("right")
            self._press("select")
            self._until(*PLAYS)
        while not self._see("it.app.match.puzzle.is_solved() or it.app.match.puzzle.has_failed()"):
            self._move(point=self._answer(solve))
            self._wait_for("not it.app.match.engine_to_move() or it.app.match.puzzle.has_failed()")
        if bool(self._see("it.app.match.puzzle.is_solved()")) != solve:
            raise Lost(f"the puzzle is solved: {not solve}")
        self._tick(300)
        if self._screen() != "puzzle":
            self._leave()
        self._look()
        self._entry("next puzzle" if solve else "try again")
        self._until(*PLAYS)
        self._look()

    def settings(self):
        """Go through all settings, and change each; turn the device once round."""
        self._menu()
        self._entry("settings")
        self._until("settings")
        for _ in range(self._see("len(it.app.screen.entries)")):
            for _ in range(4 if self._see("it.app.screen.entry_name()") == "turn" else 1):
                at = self._press("select")
                for role in {"brightness": ("right", "left", "select"), "sure": ("back",)}.get(at, ()):
                    self._press(role)
            self._look()
            self._press("right")

    def attract(self):
        """Leave the menu alone until engines have played some moves."""
        self._menu()
        self._do(f"it.wait({IDLE_MS})")
        self._until("attract")
        self._wait_for("it.app.screen.match and it.app.screen.match.position.plies > 2")
        self._look()

    def self_test(self):
        """Run the self-test and leave it by a long press."""
        self._menu()
        self._hold("undo")
        self._tick(2 * self._see("len(it.app.panel.frame)") + 200)
        self._press("right")
        self._press("select")
        self._look()
        self._hold("back")

    def guided(self, game):
        """Begin the guided game that the first choice of a game offers."""
        self._menu()
        self._do(f"it.app.settings.seats.pop({game!r}, None)")
        self._entry(game)
        self._until("offer")
        self._entry("guided game")
        self._until("first game")
        self._move("it.app.screen.match")
        self._tick(100)
        self._look()

    def go_on(self):
        """Go on with the match under way, if there is one."""
        self._menu()
        if self._see("it.app.match_under_way()"):
            self._entry("go on")
            self._until(*PLAYS)
            self._moves(1)

    # Keys and screens ---------------------------------------------------------------------------

    def _start(self, game, size, seats):
        """Begin a match from the menu. size: its name; "": the largest. seats: as in _sit."""
        self._menu()
        self._entry(game)
        while (at := self._until("offer", "sizes", "seats", "sure", *PLAYS)) not in PLAYS:
            if at == "offer":
                self._entry("skip")
            elif at == "sizes":
                self._entry(size or self._see("it.app.screen.entries[-1][0]"))
            elif at == "seats":
                self._sit(seats)
                self._press("select")
            else:
                self._entry("new match")
        if (begun := self._see("it.app.match.game.name")) != game:
            raise Lost(f"{begun} began instead of {game}")

    def _sit(self, seats):
        """Choose who sits where: 0 a person, 1 and more a level, -1 a strategy."""
        self._tick(60)  # by then it is found
        for side, seat in enumerate(seats):
            while self._see("it.app.screen.at") != side:
                self._press("down")
            sits = f"it.app.screen.seats[{side}] == min({seat}, it.app.screen.levels)"
            while not self._see(f"{STRATEGY!r} in it.app.screen.words()[0]" if seat < 0 else sits):
                self._press("right")

    def _coach(self):
        """Switch the coach on, and wait until it has begun."""
        if self._see("not it.app.match.without"):
            self._choose("coach")
            self._wait_for("it.app.match.engine")
            self._tick(20)

    def _choose(self, name):
        """Take an entry of the pause, and wait for the screen that follows."""
        self._leave()
        self._entry(name)
        self._wait_for("it.app.screen.NAME not in ('pause', 'starting')")

    def _moves(self, most):
        """Make up to so many moves, those of the engine included; look at the memory under the pause."""
        for number in range(most):
            if self._see("it.app.match.position.is_over()"):
                return
            if self._screen() == "cover":
                self._press("select")
            if self._see("it.app.match.engine_to_move()"):
                plies = self._see("it.app.match.position.plies")
                self._wait_for(f"it.app.match.position.plies > {plies}")
            else:
                self._move()
            if number == most - 1 or not number:
                self._tick(10)
                self._open_match()
                self._look()
                self._leave()
                self._look()
                if self._see("it.app.match.position.is_over()"):
                    return
                self._entry("go on")
                self._open_match()

    def _open_match(self):
        """Wait for a screen of the match; lift the cover."""
        if self._until(*PLAYS) == "cover":
            self._press("select")

    def _move(self, match="it.app.match", point=None):
        """Let a person move, by the keys: to any free point, if none is given."""
        if point is None:
            position = f"{match}.position"
            free = self._see(f"[each for each in range({position}.points) if {position}.is_legal(each)]")
            point = self._chance.choice(free)
        plies = self._see(f"{match}.position.plies")
        if self._screen() == "two presses":
            field = f"{match}.position.field"
            row, column = (
                self._see(f"{field}.{each}[{point}] // it.app.screen.{each}") for each in ("rows", "columns")
            )
            self._press(row * self._width + column)
        points = self._see("[it.app.screen.key_point(key) for key in range(it.fingers.count)]")
        if point in points:
            self._press(points.index(point))
        else:
            self._do(f"it.app.screen.match.cursor = {point}")
            self._press("select")
        self._wait_for(f"{match}.position.plies > {plies}", 20)
        if self._see("it.app.match and it.app.match.passes_round() and not it.app.match.position.has_tried()"):
            self._until("cover")

    def _answer(self, wins):
        """Return a move that wins within the plies of the puzzle, or one that does not."""
        found = self._see(
            "[(move, verdict.outcome(move) == position.to_move and 0 < verdict.plies_to(move) <= left)"
            " for move in range(position.points) if position.is_legal(move)]",
            "from glowgrid.search import Limits",
            "match = it.app.match",
            "position, engine, left = match.position, match.engine, match.puzzle.plies - match.position.plies",
            "engine.start(position, Limits(60000000), True)",
            "while not engine.step(32000): pass",
            "verdict = engine.verdict",
        )
        return next(move for move, is_won in found if is_won == wins)

    def _menu(self):
        """Leave whatever is shown, for the menu."""
        for _ in range(60):
            name = self._screen()
            if name == "menu":
                self._tick(60)  # by then the possible next screens are loaded
                return
            if name in ("pause", "puzzle", "resume"):
                self._entry("menu")
            elif name == "cover" or name not in (*LEFT_BY_BACK, "starting"):
                self._press("back")
            elif name == "starting":
                self._tick(1)
            else:
                self._leave()
        raise Lost(f"no way to the menu from {self._screen()}")

    def _entry(self, name):
        """Page to an entry, and take it."""
        right, select = self._roles["right"], self._roles["select"]
        self._do(
            "for _ in it.app.screen.entries:",
            f"    if it.app.screen.entry_name() == {name!r}: break",
            f"    it.press({right})",
            "else:",
            f"    raise ValueError({name!r} + ' is not on ' + it.app.screen.NAME)",
            f"it.press({select})",
        )

    def _leave(self):
        """Hold the back key until a match is left."""
        self._hold("back")
        self._tick(10)

    def _hold(self, role):
        key, at = self._roles[role], self._screen()
        self._do(f"it.down({key}, 1)")
        self._wait_for(f"it.app.screen.NAME not in ({at!r}, 'starting')")
        self._do(f"it.down({key}, 0)")

    def _press(self, key):
        """Press a key, given by its role or number; return the name of the screen."""
        self._do(f"it.press({self._roles.get(key, key)})")
        return self._screen()

    def _screen(self):
        return self._see("it.app.screen.NAME")

    def _until(self, *screens):
        """Wait for one of these screens; return its name."""
        self._wait_for(f"it.app.screen.NAME in {screens}")
        return self._screen()

    def _tick(self, count):
        self._do(f"it.tick({count})")

    def _wait_for(self, condition, ticks=MOST_TICKS):
        self._do(
            f"for _ in range({ticks}):",
            f"    if {condition}: return",
            "    it.tick(1)",
            f"raise ValueError({condition!r} + ' does not come on ' + it.app.screen.NAME)",
        )

    def _look(self):
        self._do("it.look()")

    def _see(self, expression, *before):
        """Return the value of an expression on the Pico."""
        printed = self._do(*before, f"print(); print(repr({expression}))")
        return ast.literal_eval(printed.splitlines()[-1])

    def _do(self, *lines):
        """Run lines on the Pico, as a function, so that their names do not stay."""
        printed = self.pico.exec("\n    ".join(("def do():", *lines)) + "\ndo()", limit_s=LIMIT_S)
        self._said += printed
        return printed
