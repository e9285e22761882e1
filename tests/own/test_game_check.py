"""`tools game check` finds the faults of a game and reports each in one line: what, where, what to do."""

import json
from pathlib import Path

import pytest
from command_lines import run
from compiled import tables_of

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import FOLDER, tic_tac_toe
from glowgrid.search.engine import Engine, Stage
from host_sim.cli.errors import ToolError
from tools.games import apart, contract
from tools.games.apart import results
from tools.games.check_file import load
from tools.games.contract import check
from tools.games.game_command import compile_data

GAME = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of

class Own(LinesPosition):
{rules}

def setup():
    return Own(Lines(square(3, 3), {sides}, rows_of(3, 3, 3)))

GAME = Game("own", "Three in a row.", "a test", 2, {sizes}, {icon}, setup, engine={engine})
TESTS = {{(): {tests}}}
"""
PLAIN = {"rules": "    pass", "sides": 2, "sizes": ((),), "icon": ["........"] * 8, "engine": None, "tests": {}}


TRUST = "a game in Python runs as a program with your rights: check only what you trust\n"


def error_of(folder, **changes):
    """Return the error for a game on 3x3 with these changes; `rules`: methods of the position's class."""
    changes["rules"] = "\n".join("    " + line for line in changes.get("rules", "pass").strip().split("\n"))
    path = folder / "own.py"
    path.write_text(GAME.format(**{**PLAIN, **changes}))
    with pytest.raises(ToolError) as error:
        game, tests = load(path)
        check(game, game.sizes[0], tests.get((), {}), games=5, file=path)
    assert "\n" not in str(error.value)
    return str(error.value)


def command(*words):
    """Return (exit code, what is printed, errors)"""
    done = run("tools", "game", "check", *words)
    return done.returncode, done.stdout, done.stderr


def test_a_game_needs_only_a_name_a_sentence_and_a_setup(tmp_path):
    path = tmp_path / "own.py"
    text = GAME[: GAME.index("GAME = ")].format(rules="    pass", sides=2)
    path.write_text(text + 'GAME = Game("own", "Three in a row.", setup=setup)\n')
    game, _ = load(path)
    check(game, game.sizes[0], {}, games=5)
    assert len(game.icon) == 64 and set(game.icon) - {"."}, "the menu would show nothing"
    path.write_text(text + 'GAME = Game("own", "Three in a row.")\n')
    game, _ = load(path)
    with pytest.raises(ToolError) as error:
        check(game, (), {}, games=5)
    assert "own: setup is missing; a function that returns a position at its start" in str(error.value)


RULES = {
    "play refuses a legal move": (
        "def play(self, move): return move != 4 and super().play(move)",
        "b2 is legal and play refuses it; let `refusal` alone say what is legal",
    ),
    "is_legal and refusal differ": (
        "def is_legal(self, move): return move != 4 and super().is_legal(move)",
        "own: `refusal` lets b2 be played and is_legal does not; override `refusal` alone",
    ),
    "play takes an illegal move": (
        """
def play(self, move):
    if self.plies and 0 <= move < 9 and self.cells[move]:
        self.cells[move] = 0
    return super().play(move)
""",
        "which is illegal; let play ask is_legal first",
    ),
    "refused, and changed all the same": (
        """
def play(self, move):
    self.tried = move
    return super().play(move)
""",
        "own: play refuses -1 and changes tried; let play ask is_legal before it changes anything",
    ),
    "a refusal of its own that forgets whose turn it is": (
        """
def refusal(self, side, move):
    return None if not self.is_over() and 0 <= move < 9 and not self.cells[move] else "no"
""",
        "own: `refusal` lets sides [1, 2] play a1; begin with the refusal of Position",
    ),
    "undo forgets a count": (
        """
counted = 0
def play(self, move):
    played = super().play(move)
    if played:
        self.counted = self.counted + 1
    return played
""",
        "own after a1: undo does not restore counted; take back all that play has changed",
    ),
    "undo returns nothing": (
        "def undo(self): super().undo()",
        "own: undo before the first move does not return -1; call the undo method of Position",
    ),
    "no first move": (
        'def refusal(self, side, move): return super().refusal(side, move) or "it is too early"',
        "own: the game is over before the first move; let `refusal` and is_draw allow a first move",
    ),
    "it goes on where no move is legal": (
        """
def refusal(self, side, move): return "the middle is closed" if move == 4 else super().refusal(side, move)
def is_over(self): return self.is_decided()
""",
        "is_over is False, with winner 0 and is_draw False; override is_draw and leave is_over to Position",
    ),
    "it never ends": (
        """
actions = ("pass",)
def is_draw(self): return False
""",
        "the game goes on after 10 moves; state how long a game can be as most_plies",
    ),
    "a winner in a drawn game": (
        "def is_draw(self): return self.stones == self.points or self.winner != 0",
        "the game has a winner and is a draw; is_draw is false if there is a winner",
    ),
    "over, but not won or drawn": (
        "def is_over(self): return self.plies == 3 or super().is_over()",
        "is_over is True, with winner 0 and is_draw False; override is_draw and leave is_over to Position",
    ),
    "the winner is no side": (
        """
def play(self, move):
    played = super().play(move)
    self.winner = self.winner and 3
    return played
""",
        "the winner is 3; it is 0 or a side, 1 to 2",
    ),
    "stones are not counted": (
        """
def play(self, move):
    played = super().play(move)
    if played:
        self.stones += 1
    return played
def undo(self):
    move = super().undo()
    if move >= 0:
        self.stones -= 1
    return move
""",
        "1 stones are counted as 2; add to position.stones what comes",
    ),
    "no win type": ("def win_type(self): return None", "the win type is None, with winner "),
    "marks that are left over": (
        "def winning_points(self, marks): pass",
        "winning_points leaves marks that mean nothing; set every mark to 1 or 0",
    ),
    "an action that is called like a point": (
        'actions = ("B2",)',
        "own: the name B2 of move 9 is another move's; give actions names unlike points, in small letters",
    ),
    "positions share a list": (
        """
seen = []
def __init__(self, tables):
    super().__init__(tables)
    self.list = self.seen
def play(self, move):
    self.seen.append(move)
    return super().play(move)
""",
        "all positions share one list; make it in __init__",
    ),
    "it begins in the middle": (
        """
def __init__(self, tables):
    super().__init__(tables)
    self.play(4)
""",
        "own: the initial position is not empty with side 1 to move; call the __init__ method of Position",
    ),
    "an error while it is played": (
        "def wins_at(self, point): return 1 // (self.plies - 1)",
        "ZeroDivisionError: integer division or modulo by zero (own.py, line ",
    ),
    "an error in what the file's own line calls": (
        "def wins_at(self, point): return bytes(-1)",
        "ValueError: negative count (own.py, line ",
    ),
    "a position that cannot be copied": (
        """
def __init__(self, tables, more=None): super().__init__(tables)
def fresh(self): return type(self)()
""",
        "TypeError: ",
    ),
    "a copy that differs": (
        "def become(self, other): pass",
        "in a copy by fresh and become cells, history, plies, stones, to_move",
    ),
    "undo leaves behind what nobody sees": (
        """
_passed = 0
def play(self, move):
    played = super().play(move)
    self._passed += played
    if played and self._passed > 30:
        self.winner = 1
    return played
""",
        "own",
    ),
}


@pytest.mark.parametrize("rules, said", RULES.values(), ids=RULES)
def test_rules_that_break_the_contract(tmp_path, rules, said):
    assert said in error_of(tmp_path, rules=rules)


@pytest.mark.parametrize("changes, said", [
    ({"icon": ["..."]}, "own: the icon is not eight rows of eight signs; draw it like those in "
     "firmware/glowgrid/games"),
    ({"sizes": ((3,), (3, 3))}, "own 3: the sizes are not all of one length; a game of only one size has sizes=((),)"),
    ({"sizes": ((), ())}, "own: there are sizes to choose from but no sketch; state sketch"),
    ({"sides": 3}, "own: the position has 3 sides and the game 2; state the same"),
    ({"engine": "'lines'"}, "own: engine 'lines' does not know the rules of Own; state 'minimax' or none"),
    ({"tests": {"perft": (9, 72, 505)}}, "own: perft 3 is 504, not 505; fix the rules or the number"),
    ({"tests": {"example": "a1 b1 a1 = draw"}}, "own after a1 b1: the example goes on with a1, which is illegal; "),
    ({"tests": {"example": "a1 b1 a2 b2 a3 = 2 line"}},
     "own after a1 b1 a2 b2 a3: the example ends with '1 line', not '2 line'; fix the rules or the example"),
], ids=lambda value: next(iter(value)) if isinstance(value, dict) else "")  # fmt: skip
def test_a_file_with_false_statements(tmp_path, changes, said):
    assert error_of(tmp_path, **changes).startswith(said)


GROUPS = """
from glowgrid.rules.game import Game
from glowgrid.rules.groups import Groups, GroupsPosition, touching
from glowgrid.rules.hexagonal import rhombus
from glowgrid.rules.position import Position

class Own(GroupsPosition):
    actions = {actions}
    most_plies = 14
{rules}

def setup():
    field = rhombus(3)
    mirrored = [(2 - field.columns[p]) * 3 + 2 - field.rows[p] for p in range(9)]
    return Own(Groups(field, ((touching((0, 1)),), (touching((2, 3)),)), mirrored=mirrored))

GAME = Game("own", "Hex.", "a test", 2, ((),), ("........",) * 8, setup)
"""


@pytest.mark.parametrize("actions", [("swap",), ("swap", "pass"), ("pass", "swap"), ("pass",), ()], ids=str)
def test_a_groups_game_keeps_the_contract_with_any_actions(tmp_path, actions):
    path = tmp_path / "own.py"
    path.write_text(GROUPS.format(actions=actions, rules=""))
    check(load(path)[0], (), {}, games=8)


def test_the_contract_is_checked_with_the_swap_rule_too(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(GROUPS.format(actions=("swap",), rules="    last_stone = Position.last_stone"))
    with pytest.raises(ToolError, match="^own with the swap rule after .* swap: no stone is where last_stone says; "):
        check(load(path)[0], (), {}, games=8)


def test_an_engine_that_guesses_is_found(tmp_path, monkeypatch):
    class Guess(Stage):
        done = True

        def start(self, position, limits, verdict, every, work):
            verdict.best = next(move for move in range(position.moves) if position.is_legal(move))
            verdict.settled = True
            return True

    monkeypatch.setattr(contract, "engine_for", lambda position, family: Engine(position.moves, [Guess()]))
    with pytest.raises(ToolError, match="^tic-tac-toe after .*: lines does not find out who wins; "):
        check(tic_tac_toe.GAME, (), {}, games=2)


def test_a_false_family_is_found(tmp_path):
    """A class falsely claims a family: the engine proves what is false."""
    rules = """
def family(self):
    return "lines"
def play(self, move):
    played = super().play(move)
    if played and self.winner:
        self.winner = 3 - self.winner
    return played
def winning_points(self, marks):
    for point in range(9):
        marks[point] = 0
"""
    assert "lines takes " in error_of(tmp_path, rules=rules, engine="'lines'")


KNOWN = "from glowgrid.rules.game import Game\nfrom glowgrid.games.tic_tac_toe import GAME as KNOWN\n"
NO_RULES = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.rules.position import Position

class Own(Position):
    def __init__(self):
        super().__init__(square(3, 3), 2)

def setup():
    return {position}

GAME = Game("own", "Three in a row.", "a test", 2, {sizes}, ["........"] * 8, setup)
"""


def known(arguments):
    """Return a file whose game has these arguments."""
    return f"{KNOWN}GAME = Game(about='x', {arguments}{'' if 'setup' in arguments else ', setup=KNOWN.setup'})\n"


def without_rules(position="Own()", sizes="((),)"):
    return NO_RULES.format(position=position, sizes=sizes)


@pytest.mark.parametrize("text, said", [
    ("GAME = 1 // 0", "{path}: ZeroDivisionError: integer division or modulo by zero (own.py, line 1); fix that, so"),
    ("from glowgrid.rules.lines import GAME", "{path}: ImportError: cannot import name 'GAME'"),
    ("GAME = 7", "{path}: no GAME; end the file with GAME = Game(...) of glowgrid.rules.game"),
    (known("name=None"), "{path}: name is None; expected a text of 1 to 32 signs without blanks, such as \"my-game\" "
     "(own.py, line 3)\n"),
    (known("name='settings'"), "{path}: name is 'settings'; expected one that no other entry of the menu has (own.py"),
    (known("name='own', icon=7"), "{path}: icon is 7; expected eight texts of eight of the signs "),
    (known("name='own', sketch=['...']"), "{path}: sketch is ['...']; expected a function that returns rows of signs"),
    (known("name='own', sides='2'"), "{path}: sides is '2'; expected 2 or 3 (own.py, line 3)\n"),
    (known("name='own', setup=7"), "{path}: setup(): TypeError: 'int' object is not callable (own.py, line 3)\n"),
    (without_rules(), "own: Own has no wins_at (own.py, line 7); write it: return whether the stone on `point` wins"),
    (without_rules(position="Lines(square(3, 3), 2, rows_of(3, 3, 3))"),
     "own: setup returns Lines, which is no position; return tables.position() (own.py, line 11)"),
    (without_rules(position="None"),
     "own: setup returns NoneType, which is no position; return tables.position() (own.py, line 11)"),
    (without_rules(sizes="()"), "{path}: sizes is () (own.py, line 14); it is a tuple of tuples, such as ((3,), (4,)); "
     "a game of only one size has sizes=((),)"),
    (without_rules(sizes="(3)"), "{path}: sizes is 3 (own.py, line 14); "),
    (without_rules(sizes="(3, 4)"), "{path}: sizes is (3, 4) (own.py, line 14); "),
], ids=lambda text: text[-30:])  # fmt: skip
@pytest.mark.sample(3)
def test_a_file_that_makes_no_game_is_one_line_with_its_place(tmp_path, text, said):
    path = tmp_path / "own.py"
    path.write_text(text)
    code, printed, error = command(path)
    assert (code, printed, error.count("\n")) == (2, TRUST, 1)
    assert error.startswith("error: " + said.format(path=path))


@pytest.mark.parametrize("text, said", [
    ("GAME = (", "own.py: SyntaxError: '(' was never closed (own.py, line 1); fix that, so"),
    ("open({mark!r}, 'w')\n  y = 2", "own.py: IndentationError: unexpected indent (own.py, line 2); fix that, so"),
    ("open({mark!r}, 'w')", "own.py: no GAME at its top level, so it was not run; end the file with GAME = Game("),
    ("open({mark!r}, 'w')\ndef f():\n    GAME = 7", "own.py: no GAME at its top level, so it was not run; "),
    ("open({mark!r}, 'w')\n[GAME for GAME in (1, 2)]", "own.py: no GAME at its top level, so it was not run; "),
    ("open({mark!r}, 'w')\nGAME: int", "own.py: no GAME at its top level, so it was not run; "),
], ids=["syntax", "indent", "program", "function", "comprehension", "annotation"])  # fmt: skip
def test_a_program_that_is_no_game_is_not_run(tmp_path, text, said):
    mark = tmp_path / "it_ran"
    (tmp_path / "own.py").write_text(text.format(mark=str(mark)))
    code, printed, error = command(tmp_path / "own.py")
    assert (code, printed, error.count("\n")) == (2, "", 1) and f"error: {tmp_path}/{said}" in error
    assert not mark.exists()


@pytest.mark.parametrize("text", [
    "if True:\n    GAME = KNOWN", "try:\n    GAME = KNOWN\nfinally:\n    pass", "GAME: object = KNOWN",
    "one, GAME = 1, KNOWN", "from glowgrid.games.tic_tac_toe import GAME",
    "KNOWN.name = 'own'\nfrom own_too import X as GAME",
])  # fmt: skip
def test_a_game_may_be_set_in_any_way_at_the_top_level(tmp_path, monkeypatch, text):
    monkeypatch.setattr(tic_tac_toe.GAME, "name", tic_tac_toe.GAME.name)  # the last file renames it
    head = "from glowgrid.games.tic_tac_toe import GAME as KNOWN\n"
    (tmp_path / "own_too.py").write_text(head + "X = KNOWN\n")
    (tmp_path / "own.py").write_text(head + text + "\n")
    assert load(tmp_path / "own.py")[0].about == tic_tac_toe.GAME.about


@pytest.mark.parametrize("tests", [
    "[]", "None", "{3: {}}", "{(3,): []}", "{('3',): {}}", "{(): {'perft': 9}}", "{(): {'perft': ('9',)}}",
    "{(): {'example': ['a1']}}",
])  # fmt: skip
def test_tests_of_another_form_are_named_with_their_line(tmp_path, tests):
    path = tmp_path / "own.py"
    path.write_text(GAME.format(**PLAIN).partition("TESTS")[0] + f"TESTS = {tests}\n")
    with pytest.raises(ToolError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: TESTS is {tests} (own.py, line 13); it has known facts by size, ")


def test_what_the_check_itself_cannot_do_is_one_line_and_does_not_stop_the_others(tmp_path):
    odd = "TESTS = type('Odd', (dict,), {'get': None})()\n"
    (tmp_path / "odd.py").write_text(GAME.format(**PLAIN).partition("TESTS")[0] + odd)
    (tmp_path / "well.py").write_text(GAME.format(**PLAIN).replace('"own"', '"well"'))
    found = [(well, said) for _, well, said in results(sorted(tmp_path.iterdir()), 1, 1)]
    assert [well for well, _ in found] == [False, True]
    said = found[0][1]
    assert said.startswith(f"{tmp_path}/odd.py: the check itself fails, not the game: TypeError: ") and "\n" not in said


def test_a_check_that_does_not_begin_in_time_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(apart, "START_S", 0)
    with pytest.raises(ToolError, match="^the process that checks the games does not begin within 0 s; try again$"):
        list(results([tmp_path / "own.py"], 1, 1))


def test_a_name_already_in_use(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"name": "hex", "field": ["ooo"], "lines": ["a1 b1"]}))
    code, printed, error = command(path)
    assert (code, printed) == (2, "")
    assert error == f"error: {path}: another game is already named hex; choose another name\n"


def test_an_existing_game_may_keep_its_name(tmp_path):
    """The installed file itself, and a file meant to replace it."""
    there = Path(FOLDER) / "fano.py"
    (tmp_path / "fano.py").write_text(there.read_text(encoding="utf-8"))
    for path in (there, tmp_path / "fano.py"):
        assert command(path, "--games", "1")[0] == 0


def test_a_data_file(tmp_path):
    data = {"name": "corner", "field": ["ooo", "o.o"], "lines": ["a1 b1", "b1 c1"], "perft": [5, 20, 54]}
    path = tmp_path / "corner.json"
    path.write_text(json.dumps(data))
    code, _, error = command(path)
    assert code == 2 and error == "error: corner: perft 3 is 60, not 54; fix the rules or the number\n"
    path.write_text(json.dumps({**data, "perft": [5, 20, 60], "example": "a1 a2 b1 = 1 line"}))
    assert command(path, "--games", "3") == (
        0,
        "corner: 3 random games, and games of the engines for lines: all is well\n",
        "",
    )
    path.write_text("{")
    why = "not JSON, line 1, column 2: the file ends in the middle"
    assert command(path) == (2, "", f"error: {path}: {why}\n")


def test_a_data_file_is_compiled_beside_it(tmp_path, capsys):
    text = '{"name": "corner", "field": ["ooo"], "lines": ["a1 b1"]}'
    path, wrong = tmp_path / "corner.json", tmp_path / "wrong.json"
    path.write_text(text[:-1] + ",} // mine")
    compile_data([path])
    said = f"{tmp_path}/corner.tables: copy it into the folder /games of the Pico; make that folder if there is none\n"
    assert capsys.readouterr().out == said
    assert (tmp_path / "corner.tables").read_bytes() == tables_of(text)
    wrong.write_text(text.replace("b1", "b2"))
    for file, why in [
        (wrong, 'lines[0]: no point b2 in the drawing of the field (line 1, column 48, found "a1 b2")'),
        (tmp_path / "missing.json", "cannot be read: No such file or directory"),
        (tmp_path / "own.py", "no data file (.json); a game in Python goes onto the Pico as it is"),
    ]:
        with pytest.raises(ToolError) as error:
            compile_data([file])
        assert str(error.value) == f"{file}: {why}"
    assert not (tmp_path / "wrong.tables").exists()


@pytest.mark.parametrize("name, said", [
    ("missing.py", "cannot be read: there is no such file\n"),
    ("missing.json", "cannot be read: No such file or directory\n"),
    ("hex", "not a file; give the path of a game in Python (.py) or of a data file (.json)\n"),
    ("own.txt", "its name ends neither in .py nor in .json; give the path of a game in Python (.py) or "),
])  # fmt: skip
def test_a_file_of_another_kind(tmp_path, name, said):
    (tmp_path / "own.txt").write_text("x")
    code, _, error = command(tmp_path / name)
    assert code == 2 and error.startswith(f"error: {tmp_path / name}: {said}") and error.count("\n") == 1


def test_a_folder_gets_a_line_for_each_file(tmp_path):
    (tmp_path / "fine.json").write_text(json.dumps({"name": "fine", "field": ["ooo"], "lines": ["a1 b1"]}))
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "late.py").write_text("\nimport nothing_there\nGAME = nothing_there.GAME\n")
    (tmp_path / "notes.txt").write_text("no game")
    (tmp_path / "setup.py").write_text(f"open({str(tmp_path / 'it_ran')!r}, 'w')\n")
    code, printed, error = command(tmp_path, "--games", "1")
    skipped = "setup.py: skipped, not run: it has no GAME at its top level\n"
    assert code == 1 and printed.startswith(f"{skipped}{TRUST}fine: 1 random games")
    assert not (tmp_path / "it_ran").exists()
    broken, late = error.splitlines()
    assert broken.startswith(f"error: {tmp_path}/broken.json: not JSON, line 1, column 2")
    assert late.startswith(f"error: {tmp_path}/late.py: ModuleNotFoundError") and "(late.py, line 2)" in late


def test_a_file_that_never_ends_or_ends_the_process_does_not_stop_the_others(tmp_path):
    """Beyond its first move, where the trial at power-up does not come; and whatever the file does to the process."""
    late = "def wins_at(self, point):\n        %s\n        return super().wins_at(point)"
    texts = {
        "asks": late % "self.plies < 4 or input()",
        "deep": late % "self.plies < 4 or self.wins_at(point)",
        "exits": late % "self.plies < 4 or exit()",
        "forks": "import os",
        "kills": late % "self.plies < 4 or __import__('os')._exit(0)",
        "loops": late % "\n        while self.plies > 3: pass",
        "well": "pass",
    }
    for name, rules in texts.items():
        text = GAME.format(**{**PLAIN, "rules": "    " + rules}).replace('"own"', f'"{name}"')
        (tmp_path / f"{name}.py").write_text(
            text + "import os\nif hasattr(os, 'fork'): os.fork()\n" * (name == "forks")
        )
    said = {Path(path).stem: text for path, _, text in results(sorted(tmp_path.iterdir()), 2, 1, step_s=1)}
    assert [*said] == sorted(texts)
    assert "EOFError" in said["asks"] and "RecursionError" in said["deep"] and said["well"].startswith("well: 2 random")
    assert said["exits"].endswith("it ends the Python process; remove the code that does so")
    assert said["kills"].endswith("it ends the Python process; remove the code that does so")
    assert said["loops"] == f"{tmp_path}/loops.py: it does not finish within 1 s; look for an endless loop"
