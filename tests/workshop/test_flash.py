"""Flashing, with the real mpremote on the emulated Pico: it copies only changes and survives every cut."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from itertools import groupby

import pytest
import serial
from cases import long
from command_lines import run
from compiled import tables_of

from glowgrid import VERSION
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.pico import filesystem
from host_sim.pico.bench import Pico
from host_sim.pico.flash_model import WAYS, replay
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.compile.build import staged_files
from tools.compile.bundle import APART, bundle
from tools.compile.layout.manifest import MANIFEST, with_manifest
from tools.compile.layout.places import MODULES
from tools.paths import FIRMWARE, ROOT
from tools.workshop.flash import flash
from tools.workshop.serial_link import on_device
from tools.workshop.started import started
from tools.workshop.talk import device
from tools.workshop.talk.device import PART, Device
from tools.workshop.talk.leftovers import leftovers
from tools.workshop.talk.plan import Plan
from tools.workshop.talk.update import Watcher

MY_GAME = '{"name": "mine", "field": ["ooo"], "lines": ["a1 b1"]}'
MAIN = b"""\
import time
from glowgrid import program
print('running', program.VERSION)
while True:
    time.sleep_ms(50)
"""
OLD_FILES = {
    "/board.json": b'{"name":"old"}',
    "/glowgrid/__init__.py": b"",
    "/glowgrid/program.py": b"from glowgrid import part\nVERSION = 'old' + part.SIGN\n",
    "/glowgrid/part.py": b"SIGN = '-'\n",
    "/glowgrid/gone/__init__.py": b"",
    "/main.py": b"# older\n" + MAIN,
}
NEW_FILES = {
    "/board.json": b'{"name":"new"}',
    "/glowgrid/__init__.py": b"",
    "/glowgrid/games/data.json": bytes(range(256)) * 9,
    "/glowgrid/gone.py": b"SIGN = '+'\n",
    "/glowgrid/program.py": b"from glowgrid import gone\nVERSION = 'new' + gone.SIGN\n",
    "/main.py": MAIN,
}
OLD, NEW = with_manifest(OLD_FILES, "old"), with_manifest(NEW_FILES, "new")
MINE = {
    "/saves/match.sav": b"match",
    "/saves/match.sav.new": b"half",
    "/settings": b"settings",
    "/crash.txt": b"crash",
    "/glowgrid/games/mine.json": b"{}",
}


@pytest.fixture
def pico_with(pico_image):
    """Return a function: pico_with(files) -> an emulated Pico flashed with them."""
    return lambda files: Pico(pico_image, files=files, first=True)


def flash_by_mpremote(pico, files, **options):
    with port(pico) as path:
        return flash(path, files, **options)


def test_flash_an_empty_board_then_nothing_then_one_file(pico_with):
    pico = pico_with({})
    assert sorted(flash_by_mpremote(pico, NEW).plan.copy) == sorted(NEW)
    assert pico.files() == NEW
    pico.run_until(b"running new+")  # the reset starts it

    writes = len(pico.flash_model.operations)
    assert flash_by_mpremote(pico, NEW).plan == Plan(unchanged=tuple(sorted(NEW)))
    assert len(pico.flash_model.operations) == writes
    pico.run_until(b"running new+")

    changed = with_manifest({**NEW, "/glowgrid/gone.py": b"SIGN = '*'\n"}, "new")
    copied = (MANIFEST, "/glowgrid/gone.py")
    assert flash_by_mpremote(pico, changed, dry_run=True).plan.copy == copied
    assert pico.files() == NEW and len(pico.flash_model.operations) == writes
    before = pico.flash
    assert flash_by_mpremote(pico, changed).plan.copy == copied
    assert pico.files() == changed
    pico.run_until(b"running new*")
    # Here main.py itself does not change: it is put aside and comes back.
    cut_everywhere(before, pico.flash_model.operations[writes:], NEW, changed)


CODE = 20_000  # bytes: two parts of a copy, and more blocks than lie together where every other one is free
WITH_CODE = with_manifest(
    {**NEW_FILES, MODULES: bundle({"/glowgrid/a.mpy": b"M\x06\x00\x1f"}, random.Random(1).randbytes(CODE))}, "new"
)
FULL = {f"/full/{number:03}": bytes(4000) for number in range(320)}
EVERY_OTHER = "import os\nfor number in range(0, 320, 2): os.remove('/full/%03d' % number)"


@pytest.mark.long
@pytest.mark.parametrize("full", [False, True])
def test_the_code_of_kernels_lies_in_one_piece_if_there_is_room(pico_with, full):
    pico = pico_with(FULL if full else {})
    if full:
        pico.boot().exec(EVERY_OTHER)
    done = flash_by_mpremote(pico, WITH_CODE)
    assert pico.files().items() >= WITH_CODE.items() and not [path for path in pico.files() if path.endswith(".new")]
    finder = (FIRMWARE / "glowgrid/hardware/in_place.py").read_text(encoding="utf-8")
    found = pico.power_cycle().boot().exec(f"{finder}\nprint(first_block({MODULES!r}, {CODE}) is not None)")
    assert (done.in_one_piece, found) == ((False, "False\n") if full else (True, "True\n"))


def test_other_files_stay_or_are_kept_each_time_in_a_new_folder(pico_with):
    theirs = {**MINE, "/boot.py": b"# theirs\n", "/replaced_7/main.py": b"older", "/games/mine.json": b"{}"}
    in_the_way = {
        "/main.py": b"print('not of glowgrid, a program of their own')\n",
        "/glowgrid/program.py": b"VERSION = 'edited'\n",
        "/glowgrid/gone/notes.txt": b"the folder hides gone.py",
        "/board.json/notes.txt": b"a folder",
        "/main.py.new/notes.txt": b"a folder",
    }
    stale = {"/glowgrid/part.py": OLD["/glowgrid/part.py"], "/glowgrid/left/by.py.new": b""}
    was = with_manifest({**OLD, "/glowgrid/left/by.py": b"1"}, "old")
    pico = pico_with({**theirs, MANIFEST: was[MANIFEST], **in_the_way, **stale})
    done = flash_by_mpremote(pico, NEW)
    assert done.kept_in == "/replaced_8" and set(done.plan.park) == set(in_the_way)
    assert set(done.plan.remove) == set(stale)
    kept = {f"/replaced_8{path}": data for path, data in in_the_way.items()}
    assert pico.files() == {**NEW, **theirs, **kept}
    assert pico.exec("import os; print('left' in os.listdir('/glowgrid'))") == "False\n"


def cut_everywhere(before, operations, old, new):
    """Cut the power at every flash operation, in every way, and check the files a boot would find.

    Whenever main.py exists, they are exactly `old` or `new`. Returns the numbers of the operations after which it does
    not: until then all is as before, afterwards all is new.
    """

    found = []
    for number in range(len(operations)):
        for way in WAYS:
            files = filesystem.read(replay(before, operations, number, way))
            files = {path: data for path, data in files.items() if path in MINE or not path.endswith(".new")}
            assert "/main.py" not in files or files in (old, new), (number, way)
            assert {path: files.get(path) for path in MINE if path in old} == {
                path: old[path] for path in MINE if path in old
            }
        found.append("none" if "/main.py" not in files else "old" if files == old else "new")
    assert [what for what, _ in groupby(found)] == ["old", "none", "new"]
    return [number for number, what in enumerate(found) if what == "none"]


@pytest.mark.parametrize("at", ["in the middle", long("right before main.py")])
def test_power_cut_at_every_flash_operation_never_boots_a_mix_and_the_next_run_completes(at, pico_with):
    pico = pico_with({**OLD, **MINE}).boot()
    before = pico.flash
    flash_by_mpremote(pico, NEW)
    operations = list(pico.flash_model.operations)
    switching = cut_everywhere(before, operations, {**OLD, **MINE}, {**NEW, **MINE})

    # while switching over, and right before main.py comes back; the test below cuts while copying
    pico.flash_model.power_lost()
    number = switching[len(switching) // 2 if at == "in the middle" else -1]
    pico.flash = replay(before, operations, number)
    pico.power_cycle()
    flash_by_mpremote(pico, NEW)
    assert pico.files() == {**NEW, **MINE}
    pico.run_until(b"running new+")


def test_a_dropped_port_is_one_line_and_the_next_run_continues(pico_with):
    pico = pico_with({**OLD, **MINE}).boot()
    pico.flash_model.cut_at(12)
    with pytest.raises(ToolError) as error:
        flash_by_mpremote(pico, NEW)
    assert "run this again" in str(error.value) and "\n" not in str(error.value)
    pico.power_cycle().boot()
    pico.run_until(b"running old-")  # nothing has been switched over yet
    done = flash_by_mpremote(pico, NEW)
    assert set(done.plan.copy) < set(done.plan.switch)  # files that had arrived are not copied again
    assert pico.files() == {**NEW, **MINE}


FLASH_NEW = "import sys; sys.path[:0] = sys.argv[2:]; from test_flash import NEW, flash; flash(sys.argv[1], NEW)"


@pytest.mark.long
def test_a_killed_run_leaves_a_board_that_the_next_run_completes(pico_with):
    """SIGKILL while copying; the board stays powered, with half a command typed into it."""
    pico = pico_with({**OLD, **MINE}).boot()
    with port(pico) as path:
        tests = os.path.dirname(os.path.dirname(__file__))
        words = [sys.executable, "-c", FLASH_NEW, path, str(ROOT), tests, os.path.dirname(__file__)]
        process = subprocess.Popen(words)
        try:
            while len(pico.flash_model.operations) < 4 and process.poll() is None:
                time.sleep(0.002)
        finally:
            process.kill()
        assert process.wait() == -signal.SIGKILL
        with serial.Serial(path) as half:
            half.write(b"\x05A\x01put(b'")
        flash(path, NEW)
    assert pico.files() == {**NEW, **MINE}
    pico.run_until(b"running new+")


@pytest.mark.parametrize("missing", [(), long((APART,))], ids=["a game", "the code"])
def test_the_command_line_flashes_the_whole_program_for_the_board_it_finds(pico_with, tmp_path, monkeypatch, missing):
    """Only a few files of the set are missing: copying all over emulated USB takes a minute."""
    other = "pico_ws2812_8x8_keys_8x8"
    (tmp_path / "mine.json").write_text(MY_GAME)
    whole = staged_files(other, own=[tmp_path / "mine.json"])
    was = staged_files(other)
    mine = {path: data for path, data in MINE.items() if not path.endswith(".json")}
    mine |= {"/select.py": b"X = 1\n", "/boot.py": b"import os\n"}
    pico = pico_with({**mine, **{path: data for path, data in was.items() if path not in (*missing, "/main.py")}})
    copied = ["/games/mine.tables", *missing, MANIFEST, "/main.py"]
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    with port(pico) as path:
        done = run("tools", "flash", "--verbose", "--port", path)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    warned = [line.split()[1] for line in said if line.startswith("warning ")]
    assert warned == ["/boot.py", "/select.py"]
    said = said[len(warned) :]
    assert sorted(line.split()[1] for line in said[: len(copied)]) == sorted(copied)
    summary = said[len(copied) :]
    assert len(summary) <= 10 and summary[1] == f"board     {other}; it was {other} {VERSION}"
    assert summary[2].startswith(f"copied    {len(copied)} files, ") and "/games/mine.tables" in summary[2]
    assert f"unchanged {len(whole) - len(copied)} files; saves, settings" in summary[3]
    assert summary[-2:] == ["verdict   flashed, all hashes verified; restarted", "the first game is on the lights"]
    own = "/saves/settings", "/saves/tried"  # written since, or in progress
    assert {path: data for path, data in pico.files().items() if not path.startswith(own)} == {**whole, **mine}


def test_flash_keeps_the_link_of_a_pico_unless_it_is_said_otherwise(pico_with):
    name = DEFAULT_BOARD
    pico = pico_with(staged_files(name, link=True))
    for options, board, copied in (
        ((), f"{name}, with a link", "0 files, 0 KB"),
        (("--board", name), f"{name}, with a link", "0 files, 0 KB"),
        (("--no-link",), name, "2 files, "),
    ):
        with port(pico) as path:
            done = run("tools", "flash", "--dry-run", "--port", path, *options)
        assert done.returncode == 0, done.stderr
        said = done.stdout.splitlines()
        assert said[1] == f"board     {board}; it was {name} {VERSION}"
        assert said[2].startswith(f"to copy   {copied}")


FORMS = "/lib/%s.py", "/%s/__init__.py", "/lib/%s.mpy.py", "/%s"


@pytest.mark.parametrize("form", ["/%s.py", *map(long, FORMS)])
def test_files_that_hide_modules_of_micropython_are_named(pico_with, form):
    listed = pico_with({}).boot().exec("help('modules')").rpartition("Plus")[0].split()
    names = sorted({name.partition("/")[0] for name in listed if not name.startswith("_")})
    pico = pico_with({form % name: b"MINE = 1\n" for name in names}).boot()
    found = pico.exec(
        "for name in %r:\n try:\n  print(name if hasattr(__import__(name), 'MINE') else '')\n"
        " except Exception:\n  pass  # what it imports is hidden" % names
    ).split()
    inside = [name + "/" if "__init__" in form else form.rpartition("/")[2] % name for name in names]
    named = leftovers([], inside) if form.startswith("/lib/") else leftovers(inside, [])
    assert bool(found) == (form in ("/%s.py", "/lib/%s.py", "/%s/__init__.py"))
    assert named == [form.removesuffix("/__init__.py") % name for name in found]


ON = "the menu is on the lights"
WIRED = load_board(DEFAULT_BOARD)
LOOPS = b"while True:\n    pass\n"
FEEDS = b"""
from machine import WDT
import time
feed = WDT(timeout=1000).feed
while True:
    feed()
    time.sleep_ms(100)
"""
TIMER = b"from machine import Timer\nt = Timer(period=300, callback=lambda t: 1 / 0)"
NOT_ON = "error: Glowgrid is on the Pico, but its menu is not on the lights; the Pico says: "
SIGN_ON = "error: Glowgrid is on the Pico, but a sign is on its lights; any key goes on to the menu; the Pico says: "
LEFT_OUT = "this game is left out: fix it, or remove it with `mpremote rm :"
LEFTOVERS = {  # what is on the Pico, whether --tidy is given, the last line of flash
    "hiding modules": ({f"/{name}.py": b"1 / 0" for name in ("select", "os", "machine")}, False, ON),
    "binascii": ({"/binascii.py": b"X = 1", "/lib/io.py": b"X = 1"}, True, ON),
    "boot imports": ({"/boot.py": b"import os\n", "/os.py": b"X = 1"}, False, ON),
    "boot raises": ({"/boot.py": b"1 / 0\n"}, False, NOT_ON + "ZeroDivisionError: divide by zero"),
    "boot raises, tidy": ({"/boot.py": b"1 / 0\n"}, True, ON),
    "boot timer": ({"/boot.py": TIMER}, False, ON),
    "boot watchdog": ({"/boot.py": b"from machine import WDT\nWDT(timeout=1000)\n"}, False, ON),
    "main watchdog": ({"/main.py": FEEDS}, False, ON),
    "own games": (
        {f"/games/{name}.py": b"print('/games')\n" for name in ("bad", "worse")},
        False,
        f"{SIGN_ON}/games/bad.py: no GAME; end the file with GAME = Game(...) of glowgrid.rules.game (and 1 more); "
        f"{LEFT_OUT}/games/bad.py`",
    ),
    "own game that does": ({"/games/mine.tables": tables_of(MY_GAME)}, False, ON),
    "old source": ({"/glowgrid/__init__.py": b"1 / 0\n"}, False, ON),
}


@pytest.mark.parametrize("name", ["main", "boot"])
def test_the_picos_message_instead_of_a_menu_is_the_error(pico_image, name):
    with port(Pico(pico_image, {f"/{name}.py": b"print('one', end='\\x1b[2J\\n')\n1 / 0\n"})) as path:
        with pytest.raises(ToolError) as error:
            started(path)
    assert str(error.value) == NOT_ON.removeprefix("error: ") + "ZeroDivisionError: divide by zero"


@pytest.mark.long  # one by the page is in the gate: test_workshop_tables.py
@pytest.mark.parametrize("name", LEFTOVERS)
def test_after_a_flash_the_menu_is_on_or_the_last_line_says_why(pico_image, name):
    theirs, tidy, last = LEFTOVERS[name]
    run, pico = run_flash(Pico(pico_image, {**whole_but_little(), **theirs}, Hardware(WIRED).parts), tidy)
    lines = (run.stdout + run.stderr).splitlines()
    assert lines[-1] == last and run.returncode == (0 if last == ON else 2)
    there = pico.files()
    for path, data in theirs.items():
        kept = f"/replaced_1{path}"
        assert there.get(kept if tidy or path in ("/main.py", "/glowgrid/__init__.py") else path) == data
        silent = path == "/main.py" or path.startswith(("/glowgrid", "/games"))  # a game: see the last line
        assert silent or any(path in line for line in lines)


@pytest.mark.parametrize("seconds, boot_s", [(1, 120), *(long(each, device.BOOT_S) for each in (None, 5))])
def test_only_a_boot_file_over_its_time_limit_is_called_endless(pico_with, monkeypatch, seconds, boot_s):
    monkeypatch.setattr(device, "BOOT_S", boot_s)
    pico = pico_with({})
    pico.exec(
        f"open('/boot.py', 'w').write({LOOPS if seconds is None else b'import time; time.sleep(%d)' % seconds!r})"
    )
    with port(pico) as path:
        refused = pytest.raises(ToolError, match=f"^/boot.py on {path} does not end within {boot_s} s: ")
        with refused if seconds is None else contextlib.nullcontext():
            assert on_device(path, Device.names)[1] == ["boot.py"]


def whole_but_little():
    """Return the files of a flashed Pico but for two: copying all takes a minute."""
    return {path: data for path, data in staged_files(DEFAULT_BOARD).items() if path not in (APART, "/main.py")}


def run_flash(pico, tidy):
    with port(pico) as path:
        command = [sys.executable, "-m", "tools", "flash", "--port", path, *["--tidy"] * tidy]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True), pico


@pytest.mark.long
def test_a_large_file_continues_after_its_last_part(pico_with):
    data = bytes(random.Random(1).randbytes(3 * PART + 900))
    files = with_manifest({**NEW_FILES, "/glowgrid/large.bin": data}, "new")
    others = {path: content for path, content in files.items() if path != "/glowgrid/large.bin"}
    pico = pico_with({**others, "/glowgrid/large.bin.new": data[: 2 * PART]})
    copied = []

    class Counted(Watcher):
        def copied(self, count):
            copied.append(count)

    flash_by_mpremote(pico, files, watcher=Counted())
    assert pico.files() == files and copied == [2 * PART, *[4096] * 4, 900]


@pytest.mark.long
def test_mip_installs_from_the_list(pico_with, tmp_path):
    """The real mip on the real list, reduced to a few files."""
    files = ["board.json", "glowgrid/__init__.py", "glowgrid/games/fano.py", "glowgrid/rules/__init__.py", "main.py"]
    package = json.loads((FIRMWARE / "package.json").read_text())
    package["urls"] = [pair for pair in package["urls"] if pair[0] in files]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIRMWARE / name, tmp_path / name)
    (tmp_path / "package.json").write_text(json.dumps(package))
    pico = pico_with(MINE)
    with port(pico) as path:
        words = "connect", path, "mip", "install", "--target", "/", tmp_path / "package.json"
        done = subprocess.run([sys.executable, "-m", "mpremote", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert pico.files() == {**MINE, **{f"/{name}": (FIRMWARE / name).read_bytes() for name in files}}
