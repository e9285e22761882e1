"""Mistakes in a person's own game: each is named, and none stops the console or the simulator."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from console import Person
from support.fuzz.slips import DECLARED, FILES, HOOKS, NO_GAME, RULES, python
from test_restart import CRASH, TRAP

from glowgrid.console.storage import Storage
from glowgrid.console.tried import Tried
from glowgrid.games import discover
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.own_games.load import game_in, place_in_own_file, reading_json
from host_sim.own_games.passed import checked_game
from host_sim.own_games.try_games import verdicts
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.compile.build import staged_files
from tools.paths import ROOT

NAME = "pico_ws2812_8x8_keys_4x4"


def python_slips():
    """Return [(text of the file, what is said)]"""
    slips = []
    for argument, (said, values) in DECLARED.items():
        slips += [(python("own", **{argument: value}), said) for value in values]
    for argument, values in HOOKS.items():
        slips += [(python("own", **{argument: value}), argument + "()") for value in values]
    slips += [(python("own", rules=rules), said) for rules, said in RULES]
    return slips + FILES


AT_THE_LIMIT = {  # name: a game that is just small enough
    "rows": {"rows": {"of": [15, 15], "k": 5}},
    "cube": {"rows": {"of": [6, 6, 6], "k": 5}},
    "triangles": {"triangles": 18},
    "joined": {"shape": "rhombus 15", "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}, "swap": True},
}


SLIPS = {f"p{number}.py": slip for number, slip in enumerate(python_slips())}
ONCE_DEADLY = [  # what killed the console at power-up, or each time the game was chosen
    name
    for name, (text, _) in SLIPS.items()
    if any(
        part in text
        for part in (
            "sizes=(3, 4)", "sketch=lambda: None", "sketch=lambda: []", "sketch=lambda: 1",
            "order=None", "order='first'",
            "name=None", "name=7", "name=['own']", "icon=None", "setup=lambda: 1", "title=lambda: None", "title='",
            "GAME = [0]", "raise SystemExit", "def undo(self): pass",
        )
    )
]  # fmt: skip


@pytest.fixture
def forgotten():
    """Own games are modules: forget those that a test has imported."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if not name.startswith(("glowgrid", "host_sim")):
            del sys.modules[name]


def test_every_slip_is_named_and_the_good_games_play(tmp_path, monkeypatch, forgotten):
    monkeypatch.setattr("glowgrid.games.json_reader", reading_json)  # as the simulator does
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


def test_the_simulator_names_the_file_and_its_line_and_what_to_write(tmp_path):
    """As `--game FILE` does, for any Game and any content of the file."""
    for name, (text, _) in SLIPS.items():
        (tmp_path / name).write_text(text)
    faults = verdicts([tmp_path / name for name in SLIPS])
    for name, (text, expected) in SLIPS.items():
        path = tmp_path / name
        with pytest.raises(ValueError) as error:
            checked_game(path, faults.get(str(path)))
        fault = str(error.value)
        assert fault.startswith(f"{path}: ") and expected in fault and "\n" not in fault
        assert expected == NO_GAME or f" ({name}, line " in fault, text
        assert "(game.py" not in fault


def test_files_are_tried_in_a_separate_process_with_a_time_limit(tmp_path):
    texts = {
        "loop.py": "GAME = 7\nwhile True:\n    pass",
        "ends.py": "import os\nGAME = os._exit(3)",
        "good.py": python("good") + "print('hello')\n",
        "slip.py": python("slip", sizes="((3,),)", sketch="lambda k: k.x"),
        "name.py": python("slip", order="None"),
        "says.py": "import os\nos.system('echo hello; echo [1]')\n" + python("says"),
        "asks.py": "input()\n" + python("asks"),
        "vast.py": "x = bytearray(3 << 30)\n" + python("vast"),
        "cube.json": json.dumps({"name": "cube", "rows": {"of": [6, 6, 6], "k": 3}}),
        "large.json": json.dumps({"name": "large", **AT_THE_LIMIT["rows"]}),
        "more.json": json.dumps({"name": "more", "triangles": 12}),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    line = 1 + python("slip").split("\n").index(next(row for row in python("slip").split("\n") if "GAME" in row))
    found = verdicts([tmp_path / name for name in texts], limit_s=1)
    assert {path.removeprefix(f"{tmp_path}/"): fault.removeprefix(path) for path, fault in found.items()} == {
        "loop.py": ": it does not finish within 1 s; look for an endless loop",
        "ends.py": ": it ends the Python process; remove the code that does so",
        "slip.py": f": sketch(3): AttributeError: 'int' object has no attribute 'x' (slip.py, line {line})",
        "name.py": f": order is None; expected a whole number, the place in the menu (name.py, line {line})",
        "asks.py": ": EOFError: EOF when reading a line (asks.py, line 1); fix that, so that Python can load the file",
        "vast.py": ": too large for this Pico (vast.py, line 1)",
        "cube.json": ": too large for this Pico: 216 points, 1,264 lines; there is room for about 885 such lines",
        "more.json": ": too large for this Pico: 66 points, 220 lines, beside your other games; "
        "there is room for no such lines",
    }


LATE = """
def play(self, move):
    return super().play(move) if self.plies < 2 else 1 // 0"""
KEYS = "1500 press 5\n1580 release 5\n2200 press 5\n2280 release 5\n4200 press 0\n4280 release 0\n"


def test_an_error_in_an_own_file_is_not_called_our_bug(tmp_path):
    path, keys = tmp_path / "late.py", tmp_path / "log.keys"
    path.write_text(python("late", rules=LATE))
    keys.write_text(KEYS)
    command = [sys.executable, "-m", "host_sim", "--game", path, "--keys", keys, "--text", "--until", "6000"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    line = 1 + path.read_text().split("\n").index("        return super().play(move) if self.plies < 2 else 1 // 0")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"error: {path}, line {line}: ZeroDivisionError: ")


def test_late_nonsense_from_an_own_file_is_not_called_our_bug(tmp_path):
    path = tmp_path / "late.py"
    path.write_text(python("late", rules="\ndef view(self, side):\n    return self if self.plies < 2 else None"))
    person = Person(tmp_path, NAME, games=[game_in(path)])
    person.begin("late")
    with pytest.raises(AttributeError) as failed:
        person.tap(0, 1, 2)
    assert place_in_own_file(failed.value) == str(path)


def test_a_file_that_failed_once_is_struck_during_the_trial_too(tmp_path):
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
        return Person(saves, NAME)

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
    assert f"{own}/trap.py: it stopped the console twice; left out until it changes" in describe.faults(person.app)
    assert "trap" not in [game.name for game in person.app.games]
    (own / "trap.py").write_text(TWICE + "\n")
    assert "trap" in [game.name for game in switched_on().app.games]


# Code that the trial does not run: of a family that is not its own, and of an engine that is made for the first move.
UNTRIED = {
    "chosen": "    def family(self):\n        return 'groups'\n",
    "set up": "    def fresh(self):\n        return super().fresh() if self.plies else 1 // 0\n",
}


@pytest.mark.parametrize("when", UNTRIED)
def test_a_game_that_crashes_before_its_match_is_left_out_after_two_crashes(tmp_path, monkeypatch, forgotten, when):
    own, saves = tmp_path / "own", tmp_path / "saves"
    own.mkdir()
    (own / "trap.py").write_text(TRAP.replace("    def play(", UNTRIED[when] + "    def play("))
    monkeypatch.setattr("glowgrid.games.own_folder", str(own))
    for _ in range(2):
        person = Person(saves, NAME)
        with pytest.raises((AttributeError, ZeroDivisionError)):
            person.choose("trap")
            person.sit(0, 1)
        assert person.screen == {"chosen": "menu", "set up": "starting"}[when]
        assert person.app.blame_game()
    person = Person(saves, NAME)
    assert describe.faults(person.app) == [f"{own}/trap.py: it stopped the console twice; left out until it changes"]


GOOD_SHAPES, BAD_SHAPES = "def picture(k): return ['...'] * k\n", "def picture(k): return k.x\n"


@pytest.mark.parametrize("changed", ["shapes.py", "shapes/__init__.py", "shapes/more.py", "shapes/of/squares.mpy"])
def test_a_game_in_python_is_tried_again_when_code_beside_it_changes(tmp_path, changed):
    saves, own = Storage(str(tmp_path / "saves")), tmp_path / "own"
    other = own / changed
    other.parent.mkdir(parents=True)
    paths = f"{own}/uses.py", f"{own}/data.json"
    for path in (*paths, other):
        Path(path).write_text(GOOD_SHAPES)

    def passed():
        """Return which files had passed when the console is switched on; then all have."""
        tried, found = Tried(saves), []
        for path in paths:
            tried.begin(path)
            found.append(tried.has_passed(path))
            tried.passed(path)
        tried.end()
        return found

    assert passed() == [False, False] and passed() == [True, True]
    (own / "notes.txt").write_text("no code")
    assert passed() == [True, True]
    other.write_text(BAD_SHAPES)
    assert passed() == [False, True] and passed() == [True, True]
    for _ in range(2):
        assert Tried(saves).strike(paths[0])
    with pytest.raises(ValueError, match="it stopped the console twice"):
        passed()
    other.unlink()
    assert passed() == [False, True]


# On the emulated Pico ----------------------------------------------------------------------------------------------

PICO_SAYS = {  # where MicroPython's message differs: part of the file, the message
    "x = [0] * 10**12": "OverflowError"
}


def powered_up(image, folder, names, others=()):
    """Return a Pico with these files of SLIPS and others, text by name, as flashing copies them, switched on."""
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


def misnamed(pico, names):
    """Return {file: the Pico's message} where it differs from SLIPS."""
    lines = [line.partition(": ") for line in said(pico).splitlines() if line.startswith("/games/")]
    faults = {path.removeprefix("/games/").partition(".")[0]: fault for path, _, fault in lines}
    wrong = {}
    for name, (text, expected) in SLIPS.items():
        stem = name.partition(".")[0]
        words = [other for part, other in PICO_SAYS.items() if part in text] or [expected.partition(", line ")[0]]
        if stem in names and words[0] not in faults[stem]:
            wrong[name] = faults[stem]
    return wrong


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
    """Each file is named, nothing crashed, and a match can begin. last: the last output of loading."""
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
    for _ in range(2):  # beside a game of the largest size a sign may say that the match goes on without an engine
        tap(pico, hardware, 0)
        pico.run_ms(1000)
    files = pico.files()
    assert "/crash.txt" not in files and "Traceback" not in said(pico), said(pico)
    assert "/saves/match" in files


@pytest.mark.long
def test_files_that_killed_the_console_are_named_and_the_rest_plays(pico_image, tmp_path):
    fits = {"fits.json": json.dumps({"name": "fits", **AT_THE_LIMIT["cube"]})}
    pico, hardware, names = powered_up(pico_image, tmp_path, ONCE_DEADLY[::8], fits)
    # The one that was set up is too wide for these lights.
    bad = [name for name in names if name != "fits"]
    expect_alive(pico, hardware, bad, "fits: no size of it fits 8x8 LEDs")
    assert not misnamed(pico, bad)


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_every_slip_is_named_on_the_pico_too(pico_image, tmp_path, part):
    pico, hardware, names = powered_up(pico_image, tmp_path, list(SLIPS)[part::8])
    expect_alive(pico, hardware, names)
    assert not misnamed(pico, names)


@pytest.mark.long
@pytest.mark.parametrize("name", AT_THE_LIMIT)
def test_the_largest_accepted_games_can_be_set_up(pico_image, tmp_path, name):
    data = json.dumps({"name": name, **AT_THE_LIMIT[name]})
    pico, hardware, _ = powered_up(pico_image, tmp_path, ["p0.py"], {f"{name}.json": data})
    expect_alive(pico, hardware, ["p0"])
    pico.run_ms(3000)
    assert f"/{name}.tables" not in said(pico)
    (tmp_path / "tried").write_bytes(pico.files()["/saves/tried"])
    tried = Storage(str(tmp_path)).load("tried")
    assert tried and tried[f"/games/{name}.tables"][1:] == [0, 1]
