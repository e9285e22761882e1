"""What people write wrong in a game of their own: each slip is named, and none stops the console or the simulator.

The table is tried on CPython as a whole. On the emulated Pico a folder of bad files is powered up once; the gate does
that with those that once killed the console, `long` with all.
"""

import json
import subprocess
import sys

import pytest
from console import Person
from test_restart import CRASH, TRAP

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.storage import Storage
from glowgrid.console.tried import Tried
from glowgrid.games import discover
from host_sim import where
from host_sim.boards import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.session import Session
from host_sim.try_games import verdicts
from tools.device.build import check_games, staged_files
from tools.errors import ToolError
from tools.lab.game import check_file
from tools.paths import ROOT

NAME = "pico_ws2812_8x8_keys_4x4"
FILE = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of

class Own(LinesPosition):
    {rules}

def setup(*size):
    {setup}

GAME = Game({arguments})
"""
SET_UP = "return Own(Lines(square(3, 3), 2, rows_of(3, 3, 3)))"


def python(file_name="own", rules="pass", **arguments):
    """The text of a game in Python; arguments are source code."""
    given = {"name": repr(file_name), "about": "'A game.'", "setup": "setup", **arguments}
    given = ", ".join(f"{key}={value}" for key, value in given.items())
    return FILE.format(rules=rules.replace("\n", "\n    "), setup=SET_UP, arguments=given)


DECLARED = {  # argument: (what it begins with when it is named, values)
    "name": ("name is ", ["None", "7", "['own']", "''", "'a b'", "'x' * 33", "b'own'", "1.5", "True", "'\\n'"]),
    "about": ("about is ", ["None", "7", "['x']", "b'x'"]),
    "source": ("source is ", ["None", "7", "()"]),
    "sides": ("sides is ", ["0", "1", "4", "'2'", "None", "2.0", "True", "(2,)"]),
    "sizes": ("sizes is ", ["(3, 4)", "()", "3", "None", "((3,), (3, 3))", "((3.5,),)", "(('3',),)", "((-1,),)",
                            "((256,),)", "'34'", "{3: 4}", "[[3]]", "((3,),) * 100", "((True,),)"]),
    "icon": ("icon is ", ["None", "7", "[]", "['...']", "'.' * 63", "[1] * 8", "[None] * 8", "['~' * 8] * 8",
                          "[b'........'] * 8"]),
    "order": ("order is ", ["None", "'first'", "1.5", "(1,)", "True", "1 << 40"]),
    "swap": ("swap is ", ["None", "'yes'", "1"]),
    "levels": ("levels is ", ["None", "'3'", "9", "-1", "2.0"]),
    "title": ("title is ", ["'My game'", "7"]),
    "sketch": ("sketch is ", ["'...'", "['...']", "7"]),
    "setup": ("setup(): ", ["None", "7", "'setup'", "Own", "Lines", "lambda: None", "lambda: 7", "lambda: []",
                            "lambda: 1 // 0", "lambda a, b: None", "lambda: {}['x']", "lambda: None.x",
                            "lambda: setup()()", "lambda: Lines(square(3, 3), 2, [[0, 9]]).position()",
                            "lambda: Lines(square(3, 3), 2, [[0, 0]]).position()",
                            "lambda: Lines(square(3, 3), 3, [[0, 1]]).position()",
                            "lambda: Lines(square(3, 3), 5, [[0, 1]]).position()",
                            "lambda: Lines(square(3, 3), 2, [['a1']]).position()",
                            "lambda: Lines(square(3, 3), 2, 7).position()",
                            "lambda: Lines(square(0, 0), 2, []).position()",
                            "lambda: Lines(square(16, 16), 2, [[0]]).position()"]),
}  # fmt: skip
HOOKS = {  # values of hooks that are called: what is said
    "sketch": ["lambda: None", "lambda: []", "lambda: 7", "lambda: '...'", "lambda: [7]", "lambda: ['..', '.']",
               "lambda: ['']", "lambda: 1 // 0", "lambda a: ['...']", "lambda: ['~']", "lambda: {}['x']"],
    "title": ["lambda: None", "lambda: 7", "lambda: 1 // 0", "lambda a, b: 'x'"],
    "levels": ["lambda: None", "lambda: 'two'", "lambda: 9", "lambda: -1", "lambda: 1 // 0", "lambda a: 2"],
}  # fmt: skip
RULES = [  # (methods of the position's class, what is said)
    ("def __init__(self, tables): pass", "setup(): "),
    ("def __init__(self): pass", "setup(): "),
    ("def is_legal(self, move): return False", "a move(): none is legal"),
    ("def is_legal(self, move): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def refusal(self, side, move): return 'no'", "a move(): none is legal"),
    ("def refusal(self, side): return None", "a move(): TypeError"),
    ("def play(self, move): return False", "a move(): play refuses move 0"),
    ("def play(self, move): return True", "a move(): play leaves plies"),
    ("def play(self, move): pass", "a move(): play refuses move 0"),
    ("def play(self, move): raise KeyError(move)", "a move(): KeyError"),
    ("def undo(self): pass", "a move(): undo does not return"),
    ("def undo(self): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def wins_at(self, point): return self.nothing", "a move(): AttributeError"),
    ("def wins_at(self): return False", "a move(): TypeError"),
    ("def wins_at(self, point): return True\ndef win_type(self): return None", "a move(): win_type returns None"),
    ("def win_type(self): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def winning_points(self): pass", "a move(): TypeError"),
    ("def winning_points(self, marks): marks[100] = 1", "a move(): IndexError"),
    ("def view(self, side): return None", "a move(): view returns no position"),
    ("def view(self): return self", "a move(): TypeError"),
    ("def fresh(self): return None", "a move(): AttributeError"),
    ("def fresh(self): return type(self)()", "a move(): TypeError"),
    ("def become(self, other): pass", "a move(): a copy by fresh and become differs"),
    ("def last_stone(self): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def is_draw(self): return 1 // 0", "setup(): ZeroDivisionError"),
    ("def is_over(self): return True", "a move(): is_over is true before the first move"),
    ("def family(self): return 1 // 0", "setup(): ZeroDivisionError"),
    ("most_plies = 300", "setup(): "),
    ("actions = 7", "setup(): TypeError"),
    ("actions = ('a',) * 250", "setup(): "),
]
FILES = [  # (the whole file, what is said)
    ("", ""),
    ("GAME = None", ""),
    ("GAME = 7", ""),
    ("game = 7", ""),
    ("GAME = 1 // 0", "ZeroDivisionError"),
    ("import nothing_of_that_name", "nothing_of_that_name"),
    ("from glowgrid.rules.game import Games", "ImportError"),
    ("from glowgrid.rules.game import Game\nGAME = Game()", "TypeError"),
    ("from glowgrid.rules.game import Game\nGAME = Game", ""),
    ("from glowgrid.rules.game import Game\nGAME = Game('own', 'x', engine='fast')", "engine"),
    ("from glowgrid.rules.game import Game\nGAME = Game('own', 'x', color=1)", "TypeError"),
    ("from glowgrid.rules.game import Game\nGAME = Game('own', 'x')", "setup is missing"),
    ("raise SystemExit", "SystemExit"),
    ("def f(): return f()\nf()", ""),
    ("x = [0] * 10**12", ""),
]


def python_slips():
    """[(text of the file, what is said)]"""
    slips = []
    for argument, (said, values) in DECLARED.items():
        slips += [(python("own", **{argument: value}), said) for value in values]
    for argument, values in HOOKS.items():
        slips += [(python("own", **{argument: value}), argument + "()") for value in values]
    slips += [(python("own", rules=rules), said) for rules, said in RULES]
    return slips + FILES


def name_of(point, columns):
    return chr(97 + point % columns) + str(point // columns + 1)


def listed(lines, k=3, columns=8, rows=8):
    """A game of so many lines of k points that are named; all differ."""

    def line(number):
        points = [number % 64]
        for _ in range(k - 1):
            number //= 61
            points.append((points[-1] + 1 + number % 61) % (columns * rows))
        return " ".join(name_of(point, columns) for point in points)

    return {"field": ["o" * columns] * rows, "lines": [line(number) for number in range(lines)]}


DATA = [  # (what differs from a good file, what is said)
    *(({"name": value}, "name: ") for value in (None, 7, "", "A", "a b", "x" * 33, ["own"], {}, True, 1.5)),
    *(({"about": value}, "about: ") for value in (None, 7, ["x"], {}, True)),
    *(({"source": value}, "source: ") for value in (None, 7)),
    *(({"example": value}, "example: ") for value in (None, ["a1"])),
    *(({"sides": value}, "sides: ") for value in (None, 0, 1, 4, "2", 2.5, [2], True)),
    *(({"order": value}, "order: ") for value in (None, "1", 1.5, True)),
    *(({"icon": value}, "icon: ") for value in (None, "........", ["."] * 8, ["........"] * 7, [7] * 8)),
    ({"icon": ["~" * 8] * 8}, "icon is "),
    *(({"perft": value}, "perft: ") for value in (None, "9", [1.5], [True])),
    *(({"field": value}, "field: ") for value in (
        None, "ooo", [], ["..."], [7], ["o" * 251], ["o"] * 251, ["o" * 126] * 2)),
    *(({"lines": value}, "lines") for value in (
        None, "a1 b1", [7], [""], ["a1 a1"], ["d1"], [["a1"]], ["a1 b1", "b1 a1"], {})),
    *(({"lines_of": value}, "lines_of") for value in (
        None, [], {"3": ["a1"]}, {"1": "a1"}, {"1": [7]}, {"1": ["a1 b1"]})),
    ({"lines": []}, "lines: none"),
    ({"line": []}, "line: unknown"),
    *(({"rows": value, "field": ..., "lines": ...}, "rows") for value in (
        None, 3, {"of": [3, 3]}, {"of": [3, 3], "k": 4}, {"of": [3, 3], "k": 0}, {"of": [], "k": 1},
        {"of": [1, 3], "k": 1},
        {"of": [16, 16], "k": 3}, {"of": [251], "k": 3}, {"of": [3, "3"], "k": 3}, {"of": [2] * 8, "k": 2})),
    *(({"triangles": value, "field": ..., "lines": ...}, "triangles") for value in (None, 2, 23, "6", 10**12)),
    ({"rows": {"of": [3, 3], "k": 3}}, "field: found beside rows"),
    *(({"rows": {"of": of, "k": k}, "field": ..., "lines": ...}, "too large for this Pico: ") for of, k in (
        ([6, 6, 6], 3), ([250], 125), ([2] * 7, 2), ([2] * 6, 2), ([3, 3, 3, 3], 2))),
    *(({"triangles": corners, "field": ..., "lines": ...}, "too large for this Pico: ") for corners in (19, 20, 22)),
    (listed(450), "too large for this Pico: 64 points, 450 lines"),
    (listed(150, 30), "too large for this Pico: 64 points, 150 lines"),
    ({"about": "x" * 60_000}, "too large for this Pico: "),
]  # fmt: skip
TEXTS = ["", "{", "[]", "7", "null", '"game"', "{'name': 'own'}", '{"name": "own",}', "[" * 500, "\x00", "not JSON"]
AT_THE_LIMIT = {  # name: a game that is just not too large
    "rows": {"rows": {"of": [15, 15], "k": 5}},
    "cube": {"rows": {"of": [6, 6, 6], "k": 5}},
    "triangles": {"triangles": 18},
    "listed": listed(400),
    "long-lines": listed(120, 20),
}


def data_slips():
    """[(text of the file, what is said)]"""
    good = {"name": "own", "about": "A game.", "field": ["ooo", "ooo"], "lines": ["a1 b1", "a2 b2 c2"]}
    slips = []
    for changes, said in DATA:
        data = {key: value for key, value in {**good, **changes}.items() if value is not ...}
        slips.append((json.dumps(data), said))
    return slips + [(text, "") for text in TEXTS]


SLIPS = {f"p{number}.py": slip for number, slip in enumerate(python_slips())}
SLIPS |= {f"d{number}.json": slip for number, slip in enumerate(data_slips())}
ONCE_DEADLY = [  # what killed the console at power-up, or each time the game was chosen
    name
    for name, (text, _) in SLIPS.items()
    if any(
        part in text
        for part in (
            "sizes=(3, 4)", "sketch=lambda: None", "sketch=lambda: []", "sketch=lambda: 1",
            "order=None", "order='first'",
            "name=None", "name=7", "name=['own']", "icon=None", "setup=lambda: 1", "title=lambda: None", "title='",
            '[6, 6, 6], "k": 3', "[[[", "x = [0]", "raise SystemExit", "def undo(self): pass",
        )
    )
]  # fmt: skip


def test_the_table_is_as_large_as_was_promised():
    assert len(python_slips()) >= 100 and len(data_slips()) >= 60 and len(ONCE_DEADLY) >= 18


@pytest.fixture
def forgotten():
    """Own games are modules of their own: forget those that a test has imported."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if not name.startswith(("glowgrid", "host_sim")):
            del sys.modules[name]


def test_every_slip_is_named_and_the_good_games_play(tmp_path, forgotten):
    for name, (text, _) in SLIPS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "good.py").write_text(python("good"))
    (tmp_path / "good_data.json").write_text(json.dumps({"name": "good-data", "rows": {"of": [4, 4], "k": 4}}))
    found, errors = discover(own=str(tmp_path))
    said = dict(error.removeprefix(f"{tmp_path}/").split(": ", 1) for error in errors)
    missing = {name: (said.get(name), text) for name, (text, _) in SLIPS.items() if name not in said}
    assert not missing
    wrong = {name: (said[name], slip) for name, slip in SLIPS.items() if slip[1] not in said[name]}
    assert not wrong
    assert {"good", "good-data", "hex"} <= {game.name for game in found}
    assert not any("\n" in error or "beside your other games" in error for error in errors)


def test_files_are_tried_in_a_process_of_their_own_that_may_take_its_time_but_not_for_ever(tmp_path):
    texts = {
        "loop.py": "while True:\n    pass",
        "ends.py": "import os\nos._exit(3)",
        "good.py": python("good") + "print('hello')\n",
        "slip.py": python("slip", sizes="((3,),)", sketch="lambda k: k.x"),
        "name.py": python("slip", order="None"),
        "says.py": "import os\nos.system('echo hello; echo [1]')\n" + python("says"),
        "asks.py": "input()\n" + python("asks"),
        "cube.json": json.dumps({"name": "cube", "rows": {"of": [6, 6, 6], "k": 3}}),
        "large.json": json.dumps({"name": "large", **AT_THE_LIMIT["rows"]}),
        "more.json": json.dumps({"name": "more", "triangles": 12}),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    line = 1 + python("slip").split("\n").index(next(row for row in python("slip").split("\n") if "GAME" in row))
    found = verdicts([tmp_path / name for name in texts], limit_s=1)
    assert {path.removeprefix(f"{tmp_path}/"): fault.removeprefix(path) for path, fault in found.items()} == {
        "loop.py": ": it does not come to an end within 1 s; look for a loop that never ends",
        "ends.py": ": it ends Python itself; take out what does",
        "slip.py": f": sketch(3): AttributeError: 'int' object has no attribute 'x' (slip.py, line {line})",
        "name.py": f": order is None; expected a whole number, the place in the menu (name.py, line {line})",
        "asks.py": ": EOFError: EOF when reading a line (asks.py, line 1); it has to load before it can be played",
        "cube.json": ": too large for this Pico: 216 points, 1,264 lines",
        "more.json": ": too large for this Pico: 66 points, 220 lines, beside your other games",
    }


LATE = """
def play(self, move):
    return super().play(move) if self.plies < 2 else 1 // 0"""
KEYS = "1500 press 5\n1580 release 5\n2200 press 5\n2280 release 5\n4200 press 0\n4280 release 0\n"


def test_what_fails_in_a_persons_file_is_no_bug_of_ours(tmp_path):
    path, keys = tmp_path / "late.py", tmp_path / "log.keys"
    path.write_text(python("late", rules=LATE))
    keys.write_text(KEYS)
    command = [sys.executable, "-m", "host_sim", "--game", path, "--keys", keys, "--text", "--until", "6000"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    line = 1 + path.read_text().split("\n").index("        return super().play(move) if self.plies < 2 else 1 // 0")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"error: {path}, line {line}: ZeroDivisionError: ")


def test_flash_and_game_check_say_what_the_pico_would_say(tmp_path, monkeypatch):
    cube = tmp_path / "cube.json"
    cube.write_text(json.dumps({"name": "cube", "rows": {"of": [6, 6, 6], "k": 3}}))
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    for refuse in (check_games, lambda: check_file(cube, 1, 1)):
        with pytest.raises(ToolError) as error:
            refuse()
        assert str(error.value).startswith(f"{cube}: too large for this Pico: 216 points, 1,264 lines")


def test_a_file_that_failed_once_is_struck_as_well_while_it_is_tried(tmp_path):
    saves, path = Storage(str(tmp_path / "saves")), str(tmp_path / "own.py")
    (tmp_path / "own.py").write_text("X = 1")

    def switched_on():
        tried = Tried(saves)
        tried.begin(path)
        return tried

    tried = switched_on()
    tried.failed(path)
    tried.end()
    switched_on().spare()  # Ctrl-C: not held against it
    for _ in range(2):
        switched_on()  # the console stops
    with pytest.raises(ValueError, match="it stopped the console twice"):
        switched_on()
    (tmp_path / "own.py").write_text("X = 2")
    switched_on()
    switched_on().passed(path)  # the power failed once: forgotten


TWICE = TRAP.replace("time.sleep(20)", "pass")


def test_a_game_that_crashes_two_matches_is_left_out_until_its_file_changes(tmp_path, monkeypatch, forgotten):
    own, saves = tmp_path / "own", tmp_path / "saves"
    own.mkdir()
    (own / "trap.py").write_text(TWICE)
    monkeypatch.setattr("glowgrid.games.own_folder", str(own))

    def switched_on():
        return Person(saves, session=Session(load_board(NAME), saves))

    for _ in range(2):
        person = switched_on()
        person.choose("trap")
        person.sit(0, 0)
        with pytest.raises(RuntimeError, match="a trap"):
            person.position.play(CRASH)
        person.app.give_up()
        assert person.app.blame_game()
    person = switched_on()
    assert person.screen == "sign"
    assert f"{own}/trap.py: it stopped the console twice; left out until it changes" in where.faults(person.app)
    assert "trap" not in [game.name for game in person.app.games]
    (own / "trap.py").write_text(TWICE + "\n")
    assert "trap" in [game.name for game in switched_on().app.games]


# On the emulated Pico ----------------------------------------------------------------------------------------------


def powered_up(image, folder, names, others=()):
    """A Pico with these files of SLIPS and other ones, text by name, as flashing copies them; it was switched on."""
    texts = {**{name: SLIPS[name][0] for name in names}, **dict(others)}
    paths = []
    for name, text in texts.items():
        if compiles(name, text):
            (folder / name).write_text(text)
            paths.append(folder / name)
    hardware = Hardware(load_board(NAME))
    pico = Pico(image, files=staged_files(NAME, own=paths), parts=hardware.parts).boot()
    pico.run_until(lambda: any(path.name in said(pico) for path in paths) or pico.now_ns > 4e9, 60_000)
    return pico, hardware, [path.stem for path in paths]


def compiles(name, text):
    try:
        return not name.endswith(".py") or bool(compile(text, name, "exec"))
    except SyntaxError:
        return False


def said(pico):
    return bytes(pico.serial).decode(errors="replace")


def tap(pico, hardware, key):
    hardware.press(key)
    pico.run_ms(80)
    hardware.release(key)
    pico.run_ms(400)


def expect_alive(pico, hardware, names, last=""):
    """Each file is named, nothing crashed, and a match can be begun. last: what is printed when all are loaded."""
    for _ in range(200):
        missing = [name for name in names if f"/{name}." not in said(pico)] or last not in said(pico)
        if not missing:
            break
        pico.run_ms(500)
    assert not missing, said(pico)
    pico.run_ms(2000)
    for _ in range(3):  # the sign, the menu, seats
        tap(pico, hardware, 5)
    pico.run_ms(1000)
    tap(pico, hardware, 0)
    pico.run_ms(1000)
    files = pico.files()
    assert "/crash.txt" not in files and "Traceback" not in said(pico), said(pico)
    assert "/saves/match" in files


@pytest.mark.emulator
def test_what_killed_the_console_is_named_and_the_rest_plays(pico_image, tmp_path):
    fits = {"fits.json": json.dumps({"name": "fits", **AT_THE_LIMIT["cube"]})}
    cube = [name for name in ONCE_DEADLY if '[6, 6, 6], "k": 3' in SLIPS[name][0]]
    pico, hardware, names = powered_up(pico_image, tmp_path, ONCE_DEADLY[::4] + cube, fits)
    # The one that was made is too wide for these lights.
    expect_alive(pico, hardware, [name for name in names if name != "fits"], "fits: no size of it fits 8x8 LEDs")


@pytest.mark.emulator
@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_every_slip_is_named_on_the_pico_too(pico_image, tmp_path, part):
    pico, hardware, names = powered_up(pico_image, tmp_path, list(SLIPS)[part::8])
    expect_alive(pico, hardware, names)


@pytest.mark.emulator
@pytest.mark.long
@pytest.mark.parametrize("name", AT_THE_LIMIT)
def test_the_largest_games_that_are_let_through_can_be_made(pico_image, tmp_path, name):
    data = json.dumps({"name": name, **AT_THE_LIMIT[name]})
    pico, hardware, _ = powered_up(pico_image, tmp_path, ["p0.py"], {f"{name}.json": data})
    expect_alive(pico, hardware, ["p0"])
    pico.run_ms(3000)
    assert f"/{name}.json" not in said(pico)
    (tmp_path / "tried").write_bytes(pico.files()["/saves/tried"])
    tried = Storage(str(tmp_path)).load("tried")
    assert tried and tried[f"/games/{name}.json"][1:] == [0, 1]
