"""Flashing, with the real mpremote on the emulated Pico: copies only what changed and survives every cut."""

import contextlib
import functools
import http.server
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from itertools import groupby

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from typer.testing import CliRunner

from tools.__main__ import app
from tools.build import staged_files
from tools.errors import ToolError
from tools.fitness import Machine, why_unfit
from tools.flash import FOREIGN_MAIN, flash
from tools.paths import DEFAULT_BOARD, FIRMWARE, ROOT
from tools.plan import Plan, make_plan
from tools.ports import find_port

# ---- decisions, on the host alone ------------------------------------------------------------------------------------

PICO = (6 | 3 << 8 | 4 << 10)  # sys.implementation._mpy of an RP2040 since 1.23: version 6.3, armv6m
PLAIN = {"/a.mpy": b"M\x06\x00\x1f"}
NATIVE = {"/a.mpy": b"M\x06\x13\x1f"}  # sub-version 3, armv6m
BOARD = "Raspberry Pi Pico with RP2040"


@pytest.mark.parametrize("name, version, machine, mpy, files, said", [
    ("micropython", (1, 24, 0), BOARD, PICO, NATIVE, None),
    ("micropython", (1, 28, 0), "Seeed XIAO RP2040 with RP2040", PICO, NATIVE, None),
    ("micropython", (2, 0, 0), BOARD, PICO, NATIVE, None),
    ("micropython", (1, 23, 0), BOARD, PICO, NATIVE, "1.23.0 is too old, 1.24 or newer is needed: hold BOOTSEL"),
    ("micropython", (1, 9, 4), BOARD, 0, {}, "MicroPython 1.9.4 is too old"),
    ("circuitpython", (9, 2, 1), BOARD, PICO, PLAIN, "runs circuitpython, not MicroPython: hold BOOTSEL"),
    ("micropython", (1, 24, 1), "Generic ESP32 module with ESP32", 6 | 10 << 10, PLAIN, "wants an RP2040"),
    ("micropython", (1, 24, 1), "Raspberry Pi Pico2 with RP2350", 6 | 3 << 8 | 7 << 10, NATIVE, "wants an RP2040"),
    ("micropython", (1, 30, 0), BOARD, 7 | 4 << 10, PLAIN, "cannot load /a.mpy"),
    ("micropython", (1, 30, 0), BOARD, 6 | 0 << 8 | 4 << 10, NATIVE, "cannot load /a.mpy"),
    ("micropython", (1, 24, 1), BOARD, 6 | 2 << 8 | 4 << 10, NATIVE, "flash with --source, or update: hold BOOTSEL"),
    ("micropython", (1, 24, 1), BOARD, 6 | 2 << 8 | 4 << 10, PLAIN, None),
    ("micropython", (1, 24, 1), BOARD, 0, {"/a.py": b""}, None),
])
def test_what_runs_the_program_and_what_to_do_if_not(name, version, machine, mpy, files, said):
    reason = why_unfit(Machine(name, version, machine, mpy), files)
    assert said is None and reason is None or said in reason and "\n" not in reason


def test_a_dry_run_without_a_board_says_so_and_shows_what_is_built(monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    done = CliRunner().invoke(app, ["flash", "--dry-run"])
    assert done.exit_code == 0
    files = staged_files(DEFAULT_BOARD)
    for path, data in files.items():
        assert f"built {path} ({len(data)} bytes)" in done.output
    last = done.output.splitlines()[-1]
    assert last.startswith(f"{len(files)} files, ") and "no Pico with MicroPython found: plug it in" in last
    assert isinstance(CliRunner().invoke(app, ["flash"]).exception, ToolError)


def usb(device, vid=None, pid=None, product=None):
    info = ListPortInfo(device)
    info.vid, info.pid, info.product = vid, pid, product
    return info


PICO_PORT = usb("/dev/ttyACM0", 0x2E8A, 0x0005, "Board in FS mode")
OTHER_PORT = usb("/dev/ttyUSB0", 0x10C4, 0xEA60, "CP2102")
PROBE_PORT = usb("/dev/ttyACM7", 0x2E8A, 0x000C, "Debug Probe (CMSIS-DAP)")
ON_BOARD_PORT = usb("/dev/ttyS0")


def test_the_one_pico_is_found_among_other_ports():
    assert find_port(ports=[ON_BOARD_PORT, OTHER_PORT, PROBE_PORT, PICO_PORT]) == "/dev/ttyACM0"
    assert find_port(ports=[usb("COM5", 0x1FFB, 0x2043, "Tiny 2040 MicroPython")]) == "COM5"
    assert find_port("/dev/pts/3", ports=[PICO_PORT]) == "/dev/pts/3"


@pytest.mark.parametrize("ports, said", [
    ([], ["no Pico", "BOOTSEL", "RPI_PICO-...uf2", "https://micropython.org/download/RPI_PICO/"]),
    ([ON_BOARD_PORT, PROBE_PORT, OTHER_PORT], ["no Pico", "/dev/ttyUSB0", "--port"]),
    ([usb("COM9", 0x2E8A, 5), usb("COM4", 0x2E8A, 5)], ["2 boards", "--port COM4 or --port COM9"]),
])
def test_no_board_or_several_is_one_line_that_says_what_to_do(ports, said):
    with pytest.raises(ToolError) as error:
        find_port(ports=ports)
    assert all(part in str(error.value) for part in said) and "\n" not in str(error.value)


def test_a_port_that_is_not_there_fails_with_one_line():
    command = [sys.executable, "-m", "tools", "flash", "--port", "/dev/no-such-port"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1 and run.stderr.startswith("error: /dev/no-such-port is not there")


STAGED = {"/board.json": "b", "/glowgrid/x.mpy": "x", "/main.py": "m"}


@pytest.mark.parametrize("change, plan", [
    ({}, Plan((), (), (), tuple(STAGED))),
    ({"/glowgrid/x.mpy": "old"}, Plan(("/glowgrid/x.mpy",), ("/glowgrid/x.mpy",), (), ("/board.json", "/main.py"))),
    # cut in the middle of a file, after it, and while switching over
    ({"/glowgrid/x.mpy": "old", "/glowgrid/x.mpy.new": "half"},
     Plan(("/glowgrid/x.mpy",), ("/glowgrid/x.mpy",), (), ("/board.json", "/main.py"))),
    ({"/glowgrid/x.mpy": "old", "/glowgrid/x.mpy.new": "x"},
     Plan((), ("/glowgrid/x.mpy",), (), ("/board.json", "/main.py"))),
    ({"/main.py": None, "/main.py.new": "m"}, Plan((), ("/main.py",), (), ("/board.json", "/glowgrid/x.mpy"))),
    # stale files of ours go: the source beside its .mpy, a module that is no more, what an abandoned run left
    ({"/glowgrid/x.py": "x", "/glowgrid/gone/y.mpy": "y", "/glowgrid/z.mpy.new": "z", "/main.py.new": "old"},
     Plan((), (), ("/glowgrid/gone/y.mpy", "/glowgrid/x.py", "/glowgrid/z.mpy.new", "/main.py.new"), tuple(STAGED))),
    # what is not ours stays
    ({"/saves/match.sav": "s", "/settings": "s", "/crash.txt": "c", "/x.py": "x", "/lib/y.mpy": "y", "/boot.py": "b",
      "/glowgrid/games/mine.json": "g", "/saves/match.sav.new": "s"}, Plan((), (), (), tuple(STAGED))),
])
def test_what_is_left_to_do(change, plan):
    on_device = {path: digest for path, digest in {**STAGED, **change}.items() if digest is not None}
    assert make_plan(STAGED, on_device) == plan


# ---- on the emulated Pico --------------------------------------------------------------------------------------------

MAIN = b"""\
import time
from glowgrid import program
print('running', program.VERSION)
while True:
    time.sleep_ms(50)
"""
OLD = {
    "/board.json": b'{"name":"old"}',
    "/glowgrid/__init__.py": b"",
    "/glowgrid/program.py": b"from glowgrid import part\nVERSION = 'old' + part.SIGN\n",
    "/glowgrid/part.py": b"SIGN = '-'\n",
    "/glowgrid/gone/__init__.py": b"",
    "/main.py": b"# older\n" + MAIN,
}
NEW = {
    "/board.json": b'{"name":"new"}',
    "/glowgrid/__init__.py": b"",
    "/glowgrid/games/data.json": bytes(range(256)) * 9,
    "/glowgrid/gone.py": b"SIGN = '+'\n",
    "/glowgrid/program.py": b"from glowgrid import gone\nVERSION = 'new' + gone.SIGN\n",
    "/main.py": MAIN,
}
MINE = {
    "/saves/match.sav": b"match",
    "/saves/match.sav.new": b"half",
    "/settings": b"settings",
    "/crash.txt": b"crash",
    "/glowgrid/games/mine.json": b"{}",
}


@pytest.fixture
def pico_with(pico_image):
    """pico_with(files) -> an emulated Pico that was flashed with them."""
    from host_sim.pico.bench import Pico

    return lambda files: Pico(pico_image, files=files)


def flash_by_mpremote(pico, files, **options):
    from host_sim.pico.serial_port import port

    with port(pico) as path:
        return flash(path, files, **options)


@pytest.mark.emulator
def test_flash_an_empty_board_then_nothing_then_one_file(pico_with):
    pico = pico_with({})
    assert flash_by_mpremote(pico, NEW).plan.copy == tuple(sorted(NEW))
    assert pico.files() == NEW
    pico.run_until(b"running new+")  # the reset starts it

    writes = len(pico.flash_model.operations)
    assert flash_by_mpremote(pico, NEW).plan == Plan((), (), (), tuple(sorted(NEW)))
    assert len(pico.flash_model.operations) == writes
    pico.run_until(b"running new+")

    changed = {**NEW, "/glowgrid/gone.py": b"SIGN = '*'\n"}
    assert flash_by_mpremote(pico, changed, dry_run=True).plan.copy == ("/glowgrid/gone.py",)
    assert pico.files() == NEW and len(pico.flash_model.operations) == writes
    before = pico.flash
    assert flash_by_mpremote(pico, changed).plan.copy == ("/glowgrid/gone.py",)
    assert pico.files() == changed
    pico.run_until(b"running new*")
    # Here main.py itself does not change, so it is put aside and comes back.
    cut_everywhere(before, pico.flash_model.operations[writes:], NEW, changed)


@pytest.mark.emulator
def test_what_is_not_ours_stays_and_what_is_stale_goes(pico_with):
    theirs = {**MINE, "/main.py": b"print('a program of their own')\n", "/boot.py": b"# theirs\n"}
    stale = {"/glowgrid/program.mpy": b"M", "/glowgrid/left/over.py": b"", "/glowgrid/left/by.mpy.new": b""}
    pico = pico_with({**theirs, **stale})
    done = flash_by_mpremote(pico, NEW)
    assert done.kept_main and set(done.plan.remove) == set(stale)
    kept = {FOREIGN_MAIN: theirs.pop("/main.py")}
    assert pico.files() == {**NEW, **theirs, **kept}
    assert pico.exec("import os; print('left' in os.listdir('/glowgrid'))") == "False\n"


def cut_everywhere(before, operations, old, new):
    """Cut the power at every flash operation, in every way, and look at the files a boot would find.

    Whenever main.py is there, they are exactly `old` or `new`. Returns the numbers of the operations after which it is
    not there; up to them all is as before, and after them all is new.
    """
    from host_sim.pico import filesystem
    from host_sim.pico.flash_model import WAYS, replay

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


@pytest.mark.emulator
def test_power_cut_at_every_flash_operation_never_boots_a_mix_and_the_next_run_completes(pico_with):
    from host_sim.pico.flash_model import replay

    pico = pico_with({**OLD, **MINE}).boot()
    before = pico.flash
    flash_by_mpremote(pico, NEW)
    operations = list(pico.flash_model.operations)
    switching = cut_everywhere(before, operations, {**OLD, **MINE}, {**NEW, **MINE})

    # in the middle of switching over, and right before main.py comes back; while copying: the test below
    for number in (switching[len(switching) // 2], switching[-1]):
        pico.flash_model.power_lost()
        pico.flash = replay(before, operations, number)
        pico.power_cycle()
        flash_by_mpremote(pico, NEW)
        assert pico.files() == {**NEW, **MINE}
        pico.run_until(b"running new+")


@pytest.mark.emulator
def test_a_port_that_drops_is_one_line_and_the_next_run_goes_on(pico_with):
    pico = pico_with({**OLD, **MINE}).boot()
    pico.flash_model.cut_at(6)
    with pytest.raises(ToolError) as error:
        flash_by_mpremote(pico, NEW)
    assert "run this again" in str(error.value) and "\n" not in str(error.value)
    pico.power_cycle().boot()
    pico.run_until(b"running old-")  # nothing was switched over yet
    done = flash_by_mpremote(pico, NEW)
    assert set(done.plan.copy) < set(done.plan.switch)  # what had arrived is not copied again
    assert pico.files() == {**NEW, **MINE}


FLASH_NEW = "import sys; sys.path[:0] = sys.argv[2:]; from test_flash import NEW, flash; flash(sys.argv[1], NEW)"


@pytest.mark.emulator
def test_a_killed_run_leaves_a_board_that_the_next_run_completes(pico_with):
    """SIGKILL in the middle of the copying; the board stays powered, with half a command typed into it."""
    from host_sim.pico.serial_port import port

    pico = pico_with({**OLD, **MINE}).boot()
    with port(pico) as path:
        run = subprocess.Popen([sys.executable, "-c", FLASH_NEW, path, str(ROOT), os.path.dirname(__file__)])
        while len(pico.flash_model.operations) < 4 and run.poll() is None:
            time.sleep(0.002)
        os.kill(run.pid, signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
        with serial.Serial(path) as half:
            half.write(b"\x05A\x01put(b'")
        flash(path, NEW)
    assert pico.files() == {**NEW, **MINE}
    pico.run_until(b"running new+")


@pytest.mark.emulator
def test_the_command_line_flashes_the_whole_program(pico_with):
    """Of the whole set only two files are missing: copying all over emulated USB takes a minute."""
    from host_sim.pico.serial_port import port

    whole = staged_files(DEFAULT_BOARD)
    missing = ["/glowgrid/rules/__init__.mpy", "/main.py"]
    pico = pico_with({**MINE, **{path: data for path, data in whole.items() if path not in missing}})
    with port(pico) as path:
        run = subprocess.run(
            [sys.executable, "-m", "tools", "flash", "--port", path], cwd=ROOT, capture_output=True, text=True
        )
    assert run.returncode == 0, run.stderr
    said = run.stdout.splitlines()
    assert [line.split()[1] for line in said if line.startswith("copied ")] == missing
    assert f"{len(whole) - 2} of {len(whole)} files were up to date; all hashes verified on the board" in said[-1]
    assert pico.files() == {**whole, **MINE}


@pytest.mark.emulator
@pytest.mark.parametrize("where", ["clone", "hosting site"])
def test_mip_installs_from_the_list(pico_with, tmp_path, where):
    """The real mip on the real list, cut down to a few of its files."""
    from host_sim.pico.serial_port import port

    files = ["board.json", "glowgrid/__init__.py", "glowgrid/games/fano.json", "glowgrid/rules/__init__.py", "main.py"]
    package = json.loads((FIRMWARE / "package.json").read_text())
    package["urls"] = [pair for pair in package["urls"] if pair[0] in files]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIRMWARE / name, tmp_path / name)
    (tmp_path / "package.json").write_text(json.dumps(package))
    pico = pico_with(MINE)
    with port(pico) as path, served(tmp_path) as url:
        source = f"{tmp_path}/package.json" if where == "clone" else f"{url}/package.json"
        run = subprocess.run(
            [sys.executable, "-m", "mpremote", "connect", path, "mip", "install", "--target", "/", source],
            capture_output=True, text=True,
        )
    assert run.returncode == 0, run.stdout + run.stderr
    assert pico.files() == {**MINE, **{f"/{name}": (FIRMWARE / name).read_bytes() for name in files}}


@contextlib.contextmanager
def served(folder):
    """A folder on a web server of this machine: its address."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
