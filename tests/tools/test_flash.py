"""Flashing, with the real mpremote on the emulated Pico: it copies only changes and survives every cut."""

import contextlib
import errno
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from itertools import groupby

import pytest
import serial
from command_lines import run, running
from compiled import tables_of
from deadline import DEADLINE_S
from mpremote.transport_serial import SerialTransport
from serial.tools.list_ports_common import ListPortInfo
from support.fuzz.odd_device import OPENING, answering, terminal
from typer.testing import CliRunner

from glowgrid import VERSION
from host_sim.boards import load_board
from host_sim.errors import ToolError
from host_sim.pico import filesystem
from host_sim.pico.bench import Pico
from host_sim.pico.flash_model import WAYS, replay
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from host_sim.workshop import device
from host_sim.workshop.compatible import Machine, why_unfit
from host_sim.workshop.device import PART, Device
from host_sim.workshop.leftovers import leftovers
from host_sim.workshop.manifest import MANIFEST, Manifest, parsed, with_manifest
from host_sim.workshop.places import MODULES
from host_sim.workshop.plan import Plan, make_plan
from host_sim.workshop.update import Watcher, board_of
from tools.commands import application
from tools.device.build import staged_files
from tools.device.bundle import APART, bundle, bundled
from tools.device.deadline import PortWithDeadline
from tools.device.flash import default_board, flash
from tools.device.ports import find_port, opened, why_closed
from tools.device.serial_link import SerialLink, at_once, on_device
from tools.device.started import started
from tools.paths import DEFAULT_BOARD, FIRMWARE, ROOT

# ---- decisions, on the host alone ------------------------------------------------------------------------------------

PICO = 6 | 3 << 8 | 4 << 10  # sys.implementation._mpy of an RP2040 since 1.23: version 6.3, armv6m
PLAIN = {"/a.mpy": b"M\x06\x00\x1f"}
NATIVE = {"/a.mpy": b"M\x06\x13\x1f"}  # sub-version 3, armv6m
BUNDLED = bundled({"/glowgrid/a.mpy": PLAIN["/a.mpy"], "/main.py": b""})
BOARD = "Raspberry Pi Pico with RP2040"


GOOD = {"name": "micropython", "version": (1, 24, 1), "machine": BOARD, "mpy": PICO}


UNFIT = [  # what differs from GOOD, its files, what is said
    ({}, NATIVE, None),
    ({"version": (2, 0, 0), "machine": "Seeed XIAO RP2040 with RP2040"}, NATIVE, None),
    ({"version": (1, 23, 0)}, NATIVE, "1.23.0, which is too old: 1.24 or newer is needed; hold BOOTSEL"),
    ({"version": (1, 9, 4), "mpy": 0}, {}, "MicroPython 1.9.4, which is too old"),
    ({"name": "circuitpython"}, PLAIN, "has circuitpython, not MicroPython: hold BOOTSEL"),
    ({"machine": "Generic ESP32 module with ESP32", "mpy": 6 | 10 << 10}, PLAIN, "wants an RP2040"),
    ({"machine": "Raspberry Pi Pico2 with RP2350", "mpy": 6 | 3 << 8 | 7 << 10}, NATIVE, "wants an RP2040"),
    ({"machine": "My own with RP2040", "mpy": 6 | 3 << 8 | 11 << 10}, NATIVE, "other cores than Arm"),
    ({}, {"/a.mpy": b"M\x06\x1b\x1f"}, "cannot load /a.mpy"),  # armv7em
    ({"mpy": 7 | 4 << 10}, PLAIN, "cannot load /a.mpy"),
    ({"mpy": 6 | 4 << 10}, NATIVE, "cannot load /a.mpy"),
    ({"mpy": 6 | 2 << 8 | 4 << 10}, NATIVE, "flash with --source, or update: hold BOOTSEL"),
    ({"mpy": 6 | 2 << 8 | 4 << 10}, PLAIN, None),
    ({"mpy": 0}, {"/a.py": b""}, None),
    ({"mpy": 7 | 4 << 10}, BUNDLED, "cannot load /glowgrid/a.mpy"),
    ({}, BUNDLED, None),
]


@pytest.mark.parametrize("changes, files, said", UNFIT)
def test_unsuitable_devices_are_refused_with_advice(changes, files, said):
    reason = why_unfit(Machine(**{**GOOD, **changes}), files)
    assert said is None and reason is None or said in reason and "\n" not in reason


def test_a_dry_run_without_a_board_says_so_and_shows_the_build(monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    files = staged_files(DEFAULT_BOARD)
    for options in ([], ["--verbose"]):
        done = CliRunner().invoke(application(), ["flash", "--dry-run", *options])
        assert done.exit_code == 0
        for path, data in files.items():
            assert (f"built {path} ({len(data)} bytes)" in done.output) == bool(options)
        *_, built, verdict = done.output.splitlines()
        assert re.match(f"built     {len(files)} files, [0-9]+ KB: /board.json, ", built)
        why = "not compared with a Pico: no Pico with MicroPython found"
        assert verdict == f"verdict   the files are ready; {why}"
    assert isinstance(CliRunner().invoke(application(), ["flash"]).exception, ToolError)


def usb(device, vid=None, pid=None, product=None):
    info = ListPortInfo(device)
    info.vid, info.pid, info.product = vid, pid, product
    return info


PICO_PORT = usb("/dev/ttyACM0", 0x2E8A, 0x0005, "Board in FS mode")
OTHER_PORT = usb("/dev/ttyUSB0", 0x10C4, 0xEA60, "CP2102")
PROBE_PORT = usb("/dev/ttyACM7", 0x2E8A, 0x000C, "Debug Probe (CMSIS-DAP)")
ON_BOARD_PORT = usb("/dev/ttyS0")


def test_a_single_pico_is_found_among_other_ports():
    assert find_port(ports=[ON_BOARD_PORT, OTHER_PORT, PROBE_PORT, PICO_PORT]) == "/dev/ttyACM0"
    assert find_port(ports=[usb("COM5", 0x1FFB, 0x2043, "Tiny 2040 MicroPython")]) == "COM5"
    assert find_port("/dev/pts/3", ports=[PICO_PORT]) == "/dev/pts/3"


@pytest.mark.parametrize(
    "ports, said",
    [
        ([], ["no Pico", "BOOTSEL", "RPI_PICO-...uf2", "https://micropython.org/download/RPI_PICO/"]),
        ([], ["RPI-RP2", "drive RP2350", "RPI_PICO2-...uf2 of https://micropython.org/download/RPI_PICO2/", "--image"]),
        ([ON_BOARD_PORT, PROBE_PORT, OTHER_PORT], ["no Pico", "/dev/ttyUSB0", "--port"]),
        ([ON_BOARD_PORT, usb("COM3", 0x239A, 0x80F4)], ["Pico on COM3 runs CircuitPython, not MicroPython", "BOOTSEL"]),
        ([usb("COM3", 0x2E8A, 0x000B)], ["Pico on COM3 runs CircuitPython"]),
        ([usb("COM3", 0x2E8A, 0x00C0), OTHER_PORT], ["Pico on COM3 runs an Arduino or C program", "BOOTSEL"]),
        ([usb("COM9", 0x2E8A, 5), usb("COM4", 0x2E8A, 5)], ["2 boards", "--port COM4 or --port COM9"]),
    ],
)
def test_no_pico_or_several_is_short_lines_that_say_what_to_do(ports, said):
    with pytest.raises(ToolError) as error:
        find_port(ports=ports)
    lines = [str(error.value), *error.value.steps]
    assert all(any(part in line for line in lines) for part in said)
    assert all(len(line) <= 110 and "\n" not in line for line in lines)


HEARD = [  # in place of a prompt, what is said of it, whether the back key helps
    (b"Code done running.\r\n\r\nPress any key to enter the REPL.\r\n", "runs CircuitPython, not", False),
    (b"0.12 0.34\r\n", "says '0.12 0.34', and does not show the prompt of MicroPython", False),
    (b"\x00\x01\x7f", "does not answer", False),
    (b"glowgrid: the menu is on the lights\r\n", "says 'glowgrid: the menu is on the lights', and", True),
]


def saying(heard):
    """A port that says this whenever it is asked for the raw REPL."""

    def drive(master, done):
        while not done.is_set():
            if select.select([master], [], [], 0.05)[0] and b"\x01" in os.read(master, 4096):
                os.write(master, heard)

    return terminal(drive)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("heard, said, back_key", HEARD)
def test_what_comes_in_place_of_a_prompt_is_named(heard, said, back_key, monkeypatch):
    monkeypatch.setattr(device, "STOP_S", 1)

    with saying(heard) as port, pytest.raises(ToolError, match=f"^the (board|Pico) on {port} {said}") as error:
        on_device(port, Device.names)
    assert any("BOOTSEL" in step for step in error.value.steps)
    assert any("back key" in step for step in error.value.steps) == back_key


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_circuitpython_is_named_and_goes_on():
    with answering([(b"circuitpython\r\n", b"")]) as port:
        with pytest.raises(ToolError, match=f"the Pico on {port} runs CircuitPython, not MicroPython"):
            on_device(port, Device.names)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_port_in_use_is_named():
    with odd_port("silent") as path, serial.Serial(path, exclusive=True):
        with pytest.raises(ToolError, match=f"another program uses {path}: close it .Thonny"):
            opened(path)


DENIED = "could not open port 'COM5': PermissionError(13, 'Zugriff verweigert', None, 5)"  # as pyserial on Windows
GONE = "could not open port 'COM5': FileNotFoundError(2, 'Nicht gefunden', None, 2)"
UNABLE = "could not open port 'COM5': OSError(22, 'A device is not functioning.', None, 31)"


@pytest.mark.parametrize(
    "error, said",
    [
        (serial.SerialException(DENIED), "another program uses COM5: close it"),
        (serial.SerialException(GONE), "COM5 does not exist: check the cable"),
        (serial.SerialException(UNABLE), f"cannot open COM5: the system says {UNABLE}"),
        (serial.SerialException(errno.EBUSY, "busy"), "another program uses COM5"),
    ],
)
def test_why_a_port_is_closed(error, said):
    why = why_closed("COM5", error)
    assert why.startswith(said) and "\n" not in why
    others = "Thonny", "another flash", "scans all ports", "10 s for ModemManager"
    assert all(other in why for other in others) == said.startswith("another program")


@pytest.mark.skipif(not hasattr(os, "chown"), reason="needs groups")
def test_a_missing_permission_names_the_group_that_has_it(tmp_path):
    import grp

    port = tmp_path / "ttyACM0"
    port.write_bytes(b"")
    group = next(
        group
        for group in grp.getgrall()
        if group.gr_gid in {*os.getgroups(), os.getegid()} - {0} or not os.geteuid() and group.gr_gid
    )
    os.chown(port, -1, group.gr_gid)
    error = serial.SerialException(errno.EACCES, "Permission denied")
    for mode, said in (0o660, f"usermod -a -G {group.gr_name} "), (0o640, "only root may"):
        port.chmod(mode)
        assert said in why_closed(str(port), error)


class Refusing(serial.Serial):
    """A port whose first writes fail as on Windows."""

    refused = 0

    def write(self, data):
        if self.refused:
            self.refused -= 1
            words = "The device does not recognize the command."
            raise serial.SerialException(f"WriteFile failed (PermissionError(13, {words!r}, None, 22))")
        return super().write(data)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_refused_write_is_repeated_once_and_then_said_in_the_systems_words():
    for refused in 1, 2:
        with answering([*OPENING, (b"", b"")]) as path:
            transport = SerialTransport(path)
            transport.serial.close()
            port = Refusing(path)
            port.refused = refused
            transport.serial = PortWithDeadline(port)
            with pytest.raises(
                ToolError, match="answered nonsense" if refused == 1 else "lost .*WriteFile failed .*22"
            ):
                at_once(Device(SerialLink(path, transport)).__aenter__())


def test_a_missing_port_fails_with_one_line():
    command = [sys.executable, "-m", "tools", "flash", "--port", "/dev/no-such-port"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("error: /dev/no-such-port does not exist")


MY_GAME = '{"name": "mine", "field": ["ooo"], "lines": ["a1 b1"]}'
STAGED = {"/board.json": "b", "/glowgrid/manifest.json": "k", "/glowgrid/x.mpy": "x", "/main.py": "m"}
X, Y, GONE, MINE_JSON = "/glowgrid/x.mpy", "/glowgrid/y.mpy", "/glowgrid/gone.mpy", "/games/mine.json"
WRITTEN = {"/board.json": "b", GONE: "g", "/main.py": "m", X: "old", MINE_JSON: "i", "/games/mine.tables": "t"}
THEIRS = "/saves/match.sav /settings /crash.txt /x.py /lib/y.mpy /boot.py /glowgrid/games/mine.json /games/theirs.json"
THEIRS += " /games/theirs.mpy /saves/match.sav.new"


@pytest.mark.parametrize(
    "change, written, copy, switch, remove, park",
    [
        ({}, {}, "", "", "", ""),
        # ours, older; cut in the middle of a file, after it, and while switching over
        ({X: "old"}, WRITTEN, X, X, "", ""),
        ({X: "old", X + ".new": "half"}, WRITTEN, X, X, "", ""),
        ({X: "old", X + ".new": "x"}, WRITTEN, "", X, "", ""),
        ({"/main.py": None, "/main.py.new": "m"}, {}, "", "/main.py", "", ""),
        # the new manifest is copied first; it takes effect last but for main.py
        (
            {"/glowgrid/manifest.json": "l", "/board.json": "c", "/main.py": None},
            {"/board.json": "c"},
            "/glowgrid/manifest.json /board.json /main.py",
            "/board.json /glowgrid/manifest.json /main.py",
            "",
            "",
        ),
        # our stale files go, and leftovers of an abandoned run
        ({GONE: "g"}, WRITTEN, "", "", GONE, ""),
        ({GONE + ".new": "z"}, WRITTEN, "", "", GONE + ".new", ""),
        ({"/main.py.new": "old"}, {}, "", "", "/main.py.new", ""),
        # files changed since we wrote them, or never ours, are kept aside if they are in the way
        ({X: "edited"}, WRITTEN, X, X, "", X),
        ({"/main.py": "# not of glowgrid"}, WRITTEN, "/main.py", "/main.py", "", "/main.py"),
        # so is an own game that is not staged; its tables go
        ({MINE_JSON: "i", "/games/mine.tables": "t"}, WRITTEN, "", "", "/games/mine.tables", MINE_JSON),
        # without a manifest, modules that would be imported are kept too; with one they are a person's own
        ({Y: "y"}, {}, "", "", "", Y),
        ({"/glowgrid/modules.bin": "y"}, {}, "", "", "", "/glowgrid/modules.bin"),
        ({Y: "y"}, WRITTEN, "", "", "", ""),
        # everything else stays
        (dict.fromkeys(THEIRS.split(), "s"), {}, "", "", "", ""),
    ],
)
def test_remaining_steps(change, written, copy, switch, remove, park):
    on_device = {path: digest for path, digest in {**STAGED, **change}.items() if digest is not None}
    steps = [tuple(paths.split()) for paths in (copy, switch, remove, park)]
    unchanged = tuple(path for path in STAGED if path not in switch.split())
    assert make_plan(STAGED, on_device, [Manifest(files=written)]) == Plan(*steps, unchanged)


@pytest.mark.parametrize(
    "data", [None, b"", b"[" * 9999, b"{}", b"7", b'{"board": 1}', b'{"board":"b","version":"v","files":{"/x":7}}']
)
def test_a_nonsense_manifest_counts_as_none(data):
    assert parsed(data) == Manifest()


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_port_without_micropython_ends_in_an_error_and_steps(tmp_path):
    """To mpremote, a link to the pseudo-terminal is a port like any other, known by name."""
    with contextlib.ExitStack() as ends:
        started = []
        for kind in ("streams", "echoes", "silent"):
            (tmp_path / kind).symlink_to(ends.enter_context(odd_port(kind)))
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            started.append(ends.enter_context(running("tools", "flash", "--port", tmp_path / kind, **pipes)))
        for process in started:
            _, said = process.communicate(timeout=DEADLINE_S)
            first, *steps = said.splitlines()
            assert process.returncode == 2 and first.startswith("error: ")
            assert all(step.startswith("  ") for step in steps)


def odd_port(kind):
    """A port whose other end streams, echoes or stays silent."""

    def drive(master, done):
        while not done.is_set():
            there, room, _ = select.select([master], [master], [], 0.05)
            heard = os.read(master, 4096) if there else b""
            said = {"streams": b"0.12 0.34\r\n", "echoes": heard, "silent": b""}[kind]
            if not said:
                time.sleep(0.01)
            if said and room:
                os.write(master, said)

    return terminal(drive)


# ---- on the emulated Pico --------------------------------------------------------------------------------------------

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


@pytest.mark.emulator
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
    {**NEW_FILES, MODULES: bundle({"/glowgrid/a.mpy": PLAIN["/a.mpy"]}, random.Random(1).randbytes(CODE))}, "new"
)
FULL = {f"/full/{number:03}": bytes(4000) for number in range(320)}
EVERY_OTHER = "import os\nfor number in range(0, 320, 2): os.remove('/full/%03d' % number)"


@pytest.mark.long
@pytest.mark.emulator
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


@pytest.mark.emulator
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


@pytest.mark.emulator
@pytest.mark.parametrize("at", ["in the middle", pytest.param("right before main.py", marks=pytest.mark.long)])
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


@pytest.mark.emulator
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
@pytest.mark.emulator
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


@pytest.mark.emulator
@pytest.mark.parametrize("missing", [(), pytest.param((APART,), marks=pytest.mark.long)], ids=["a game", "the code"])
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


FORMS = "/lib/%s.py", "/%s/__init__.py", "/lib/%s.mpy.py", "/%s"


@pytest.mark.emulator
@pytest.mark.parametrize("form", ["/%s.py", *(pytest.param(form, marks=pytest.mark.long) for form in FORMS)])
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


@pytest.mark.emulator
@pytest.mark.parametrize("name", ["main", "boot"])
def test_the_picos_message_instead_of_a_menu_is_the_error(pico_image, name):
    with port(Pico(pico_image, {f"/{name}.py": b"print('one', end='\\x1b[2J\\n')\n1 / 0\n"})) as path:
        with pytest.raises(ToolError) as error:
            started(path)
    assert str(error.value) == NOT_ON.removeprefix("error: ") + "ZeroDivisionError: divide by zero"


@pytest.mark.long  # one by the page is in the gate: test_workshop_tables.py
@pytest.mark.emulator
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


@pytest.mark.emulator
@pytest.mark.parametrize(
    "seconds, boot_s", [(1, 120), *(pytest.param(each, device.BOOT_S, marks=pytest.mark.long) for each in (None, 5))]
)
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
@pytest.mark.emulator
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


@pytest.mark.parametrize(
    "files, board, said",
    [
        ({}, DEFAULT_BOARD, ""),
        ({"/board.json": b'{"name": "pico_neotrellis_8x8"}'}, "pico_neotrellis_8x8", ""),
        ({MANIFEST: with_manifest({"/x": b""}, "pico_neotrellis_4x4")[MANIFEST]}, "pico_neotrellis_4x4", ""),
        ({"/board.json": b'{"name": 7}'}, DEFAULT_BOARD, ""),
        ({"/board.json": b"[" * 99}, DEFAULT_BOARD, ""),
        ({"/board.json": b'{"name": "mine"}'}, "", "flashed for the board 'mine', which is not in boards/: give its"),
    ],
)
def test_the_found_board_is_the_default(files, board, said):
    async def read(path):
        return files.get(path)

    found, _ = at_once(board_of(read))
    if said:
        with pytest.raises(ToolError, match=re.escape(said)):
            default_board(found)
    else:
        assert default_board(found) == board


@pytest.mark.long
@pytest.mark.emulator
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
