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
MOST_TICKS = 6000
LIMIT_S = 300
PLAYS = "play", "cover", "two presses"  # screens of a match
LEFT_BY_BACK = *PLAYS, "first game", "prove it"
_BLOCK = 16  # bytes, the unit of "max free sz"
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
# What people do, step by step: methods of Evening, and what they take.
SCRIPTS = {
    "statistics": "entry statistics; until statistics; tick 30; press right; tick 100; look",
    "a lesson": "entry minimax; until minimax; tick 30; press %sleft down select %s; tick 100; look"
    % (12 * "right ", 6 * "right "),
    "attract": "run it.wait(61000); until attract; "
    "wait_for it.app.screen.match and it.app.screen.match.position.plies > 2; look",
    "self-test": "hold undo; run it.tick(2 * len(it.app.panel.frame) + 200); press right select; look; hold back",
    # Why Hex has no draw, in a match with the coach; who wins Hex 3, and a move against that.
    "no draw": "start hex; coach; moves 2; no_draw",
    "prove it": "start hex, 3, 00; coach; wait_for it.app.screen.coach.complete; choose prove it; "
    "move it.app.screen.match; wait_for not it.app.screen.match.engine_to_move(); look; "
    "wait_for it.app.screen.coach.complete or it.app.screen.match.position.is_over(); look",
}


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
    """Return what happens in an evening, in the order of this seed: of SCRIPTS, or a method of Evening and its words.

    offered: {name of a game on this board: how many sides it has}.
    """
    chance = random.Random(seed)
    todo = []
    for game, sides in offered.items():
        todo.append(f"play {game}, largest, 0" + "".join(str(chance.randrange(3)) for _ in range(sides - 1)))
    todo += [f"play {game}, largest, 00" for game in ("dark-hex", "phantom-tic-tac-toe") if game in offered]
    if "hex" in offered:
        todo += ["play hex, 3, 01", "advice hex", "guided hex", "no draw", "prove it"]
    todo += ["guided three-player"] * ("three-player" in offered)
    todo += ["advice tic-tac-toe", "strategy", "puzzle solved", "puzzle failed", "statistics", "a lesson"]
    todo += ["settings", "attract", "self-test", "go_on", "go_on"]
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
        self.run("it.app.settings.results['tic-tac-toe'] = {'1': [1, 0, 0, 1]}")  # the menu shows statistics

    def offered(self):
        """Return {name: sides} of the games in the menu."""
        self.until("menu")
        return dict(self.see("[(game.name, game.sides) for game in it.app.offered]"))

    def do(self, item):
        """Do an item of an evening, from the menu to the menu; return its Row. Raises Lost."""
        try:
            self.steps(SCRIPTS.get(item, item))
            self.menu()
            return self.row(item)
        except (DeviceError, BenchTimeout) as error:
            raise Lost(f"{item}: {error}") from error

    def steps(self, text):
        """Do steps as in SCRIPTS."""
        for step in text.split("; "):
            name, _, words = step.partition(" ")
            getattr(self, name)(*(words.split(", ") if words else ()))

    def row(self, label):
        """Wait until all is saved, and check it; return the worst since the last row."""
        self.wait_for("not (it.app.saving.steps or it.app.saving.match_due or it.app.saving.settings_due)")
        saved = "it.app.storage.load('match') == record_of(it.app.match)"
        if self.see("bool(it.app.match)") and not self.see(saved, "from glowgrid.console.saving import record_of"):
            raise Lost(f"{label}: another match is saved")
        self.look()
        said, self._said = self._said, ""
        if any(lost in said for lost in _LOST):
            raise Lost(f"{label}: {said[-300:]}")

        def found(before):
            return [int(number) for number in re.findall(before + r"(\d+)", said)]

        largest = min(found("max free sz: ")) * _BLOCK
        return Row(label, min(found("GC: .* free: ")) + self._takes, largest, max(found("n_qstr=")))

    # What people do, from the menu ------------------------------------------------------------------

    def play(self, *match):
        """Play some moves, with the coach where there is one. match: as for `start`."""
        self.start(*match)
        self.steps("coach; moves 4")

    def resume(self):
        """Go on with the saved match after power-up; return the longest tick until it was offered, in us."""
        self.until("resume")
        self.tick(60)  # by then the possible next screens are loaded
        self.steps("entry go on; open_match; wait_for it.app.match.engine; tick 20; look; leave; look")
        return self.see("it.longest_us")

    def hint(self):
        """On the pause of a match with the coach: ask for a hint, which comes, and the coach stays."""
        self.steps("entry hint; wait_for it.app.screen.coach.hint != 255")
        if self.see("it.app.match.without or not it.app.match.coach"):
            raise Lost("hint: hint or coach is given up")
        self.look()

    def advice(self, game):
        """Ask for a hint, take a move back, let it count plies, and play once more."""
        self.steps(f"start {game}; moves 2; choose hint; wait_for it.app.screen.coach.hint != 255; look")
        self.choose("take back")
        if self.see("bool(it.app.match.position.field.borders)"):
            self.choose("neighbours")
        self.steps("choose wins within; moves 2; choose once more")
        if self.screen() == "sure":
            self.steps("entry new match; until")
        self.moves(2)

    def strategy(self):
        """Play against a strategy in a file, with the coach, and look at its pairs."""
        self.steps("start tic-tac-toe, largest, 0s; coach")
        while not self.see("bool(it.app.match.paired())"):
            self.moves(1)
        self.steps("choose pairs; tick 100; look; press select")

    def puzzle(self, end):
        """Solve a puzzle and go on to the next, or fail it and try again."""
        solve = end == "solved"
        self.entry("puzzles")
        if self.until("sure", "puzzles", *PLAYS) == "sure":
            self.steps("entry new match; until puzzles, play, cover, two presses")
        if self.screen() == "puzzles":
            self.press(*["right"] * self._chance.randrange(self.see("len(it.app.screen.entries)")), "select")
            self.until()
        while not self.see("it.app.match.puzzle.is_solved() or it.app.match.puzzle.has_failed()"):
            self.move(point=self.answer(solve))
            self.wait_for("not it.app.match.engine_to_move() or it.app.match.puzzle.has_failed()")
        if bool(self.see("it.app.match.puzzle.is_solved()")) != solve:
            raise Lost(f"the puzzle is solved: {not solve}")
        self.tick(300)
        if self.screen() != "puzzle":
            self.leave()
        self.look()
        self.steps(f"entry {'next puzzle' if solve else 'try again'}; until; look")

    def no_draw(self):
        """Look at why Hex has no draw, where the lights can show it."""
        self.leave()
        if self.see("it.app.panel.mono and 'no draw' not in [entry[0] for entry in it.app.screen.entries]"):
            return
        self.steps("entry no draw; until no draw; tick 150; press right; look")

    def settings(self):
        """Go through all settings, and change each; turn the device once round."""
        self.steps("entry settings; until settings")
        for _ in range(self.see("len(it.app.screen.entries)")):
            for _ in range(4 if self.see("it.app.screen.entry_name()") == "turn" else 1):
                self.press("select")
                self.press(*{"brightness": ("right", "left", "select"), "sure": ("back",)}.get(self.screen(), ()))
            self.steps("look; press right")

    def guided(self, game):
        """Begin the guided game that the first choice of a game offers."""
        self.run(f"it.app.settings.seats.pop({game!r}, None)")
        self.steps(f"entry {game}; until offer; entry guided game; until first game")
        self.steps("move it.app.screen.match; tick 100; look")

    def go_on(self):
        """Go on with the match under way, if there is one."""
        if self.see("it.app.match_under_way()"):
            self.steps("entry go on; until; moves 1")

    # Keys and screens -------------------------------------------------------------------------------

    def start(self, game, size="largest", seats="01"):
        """Begin a match. seats: a sign each: 0 a person, 1 and more a level, s a strategy."""
        self.entry(game)
        while (at := self.until("offer", "sizes", "seats", "sure", *PLAYS)) not in PLAYS:
            if at == "offer":
                self.entry("skip")
            elif at == "sizes":
                self.entry(self.see("it.app.screen.entries[-1][0]") if size == "largest" else size)
            elif at == "seats":
                self.sit(seats)
                self.press("select")
            else:
                self.entry("new match")
        if (begun := self.see("it.app.match.game.name")) != game:
            raise Lost(f"{begun} began instead of {game}")

    def sit(self, seats):
        self.tick(60)  # by then the strategy is found
        for side, seat in enumerate(seats):
            while self.see("it.app.screen.at") != side:
                self.press("down")
            sits = f"it.app.screen.seats[{side}] == min({seat}, it.app.screen.levels)"
            while not self.see(f"{STRATEGY!r} in it.app.screen.words()[0]" if seat == "s" else sits):
                self.press("right")

    def coach(self):
        """Switch the coach on, if the match has one, and wait until it has begun."""
        if self.see("not it.app.match.without"):
            self.steps("choose coach; wait_for it.app.match.engine; tick 20")

    def choose(self, name):
        """Take an entry of the pause, and wait for the screen that follows."""
        self.leave()
        self.entry(name)
        self.wait_for("it.app.screen.NAME not in ('pause', 'starting')")

    def moves(self, most):
        """Make up to so many moves, those of the engine included; look at the memory under the pause."""
        for number in range(int(most)):
            if self.see("it.app.match.position.is_over()"):
                return
            if self.screen() == "cover":
                self.press("select")
            if self.see("it.app.match.engine_to_move()"):
                plies = self.see("it.app.match.position.plies")
                self.wait_for(f"it.app.match.position.plies > {plies}")
            else:
                self.move()
            if number in (0, int(most) - 1):
                self.steps("tick 10; open_match; look; leave; look")
                if self.see("it.app.match.position.is_over()"):
                    return
                self.steps("entry go on; open_match")

    def open_match(self):
        """Wait for a screen of the match; lift the cover."""
        if self.until() == "cover":
            self.press("select")

    def move(self, match="it.app.match", point=None):
        """Let a person move, by the keys: to any free point, if none is given."""
        position = f"{match}.position"
        if point is None:
            free = self.see(f"[each for each in range({position}.points) if {position}.is_legal(each)]")
            point = self._chance.choice(free)
        plies = self.see(f"{position}.plies")
        if self.screen() == "two presses":
            places = [f"{position}.field.{each}[{point}] // it.app.screen.{each}" for each in ("rows", "columns")]
            row, column = self.see(f"[{', '.join(places)}]")
            self.press(row * self._width + column)
        points = self.see("[it.app.screen.key_point(key) for key in range(it.app.keypad.keys.count)]")
        if point in points:
            self.press(points.index(point))
        else:
            self.run(f"it.app.screen.match.cursor = {point}")
            self.press("select")
        self.wait_for(f"{position}.plies > {plies}", 20)
        if self.see("it.app.match and it.app.match.passes_round() and not it.app.match.position.has_tried()"):
            self.until("cover")

    def answer(self, wins):
        """Return a move that wins within the plies of the puzzle, or one that does not."""
        found = self.see(
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

    def menu(self):
        """Leave whatever is shown, for the menu."""
        for _ in range(60):
            name = self.screen()
            if name == "menu":
                self.tick(60)  # by then the possible next screens are loaded
                return
            if name in ("pause", "puzzle", "resume"):
                self.entry("menu")
            elif name == "starting":
                self.tick(1)
            elif name == "cover" or name not in LEFT_BY_BACK:
                self.press("back")
            else:
                self.leave()
        raise Lost(f"no way to the menu from {self.screen()}")

    def entry(self, name):
        """Page to an entry, and take it."""
        right, select = self._roles["right"], self._roles["select"]
        self.run(
            "for _ in it.app.screen.entries:",
            f"    if it.app.screen.entry_name() == {name!r}: break",
            f"    it.press({right})",
            "else:",
            f"    raise ValueError({name!r} + ' is not on ' + it.app.screen.NAME)",
            f"it.press({select})",
        )

    def leave(self):
        """Hold the back key until a match is left."""
        self.hold("back")
        self.tick(10)

    def hold(self, role):
        """Hold a key until another screen comes."""
        key, at = self._roles[role], self.screen()
        self.run(f"it.down({key}, 1)")
        self.wait_for(f"it.app.screen.NAME not in ({at!r}, 'starting')")
        self.run(f"it.down({key}, 0)")

    def press(self, *keys):
        """Press keys, given by their numbers or roles; of roles one text may hold several."""
        for key in keys:
            for each in key.split() if isinstance(key, str) else [key]:
                self.run(f"it.press({self._roles.get(each, each)})")

    def screen(self):
        return self.see("it.app.screen.NAME")

    def until(self, *screens):
        """Wait for one of these screens, or for one of a match; return its name."""
        self.wait_for(f"it.app.screen.NAME in {screens or PLAYS}")
        return self.screen()

    def tick(self, count):
        self.run(f"it.tick({count})")

    def wait_for(self, condition, ticks=MOST_TICKS):
        self.run(
            f"for _ in range({ticks}):",
            f"    if {condition}: return",
            "    it.tick(1)",
            f"raise ValueError({condition!r} + ' does not come on ' + it.app.screen.NAME)",
        )

    def look(self):
        self.run("it.look()")

    def see(self, expression, *before):
        """Return the value of an expression on the Pico."""
        printed = self.run(*before, f"print(); print(repr({expression}))")
        return ast.literal_eval(printed.splitlines()[-1])

    def run(self, *lines):
        """Run lines on the Pico, as a function, so that their names do not stay."""
        printed = self.pico.exec("\n    ".join(("def do():", *lines)) + "\ndo()", limit_s=LIMIT_S)
        self._said += printed
        return printed
