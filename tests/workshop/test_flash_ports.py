"""Before flashing: the port that has the Pico, what is no Pico for us, and what a person is told."""

import contextlib
import errno
import os
import re
import select
import subprocess
import sys
import time

import pytest
import serial
from command_lines import invoke, running
from deadline import DEADLINE_S
from mpremote.transport_serial import SerialTransport
from serial.tools.list_ports_common import ListPortInfo
from support.fuzz.odd_device import OPENING, answering, terminal

from host_sim.boards import DEFAULT_BOARD
from host_sim.cli.errors import ToolError
from tools.compile.build import staged_files
from tools.compile.bundle import bundled
from tools.compile.layout.manifest import MANIFEST, with_manifest
from tools.paths import ROOT
from tools.workshop.deadline import PortWithDeadline
from tools.workshop.flash import default_board
from tools.workshop.ports import find_port, opened, why_closed
from tools.workshop.serial_link import SerialLink, at_once, on_device
from tools.workshop.talk import device
from tools.workshop.talk.compatible import Machine, why_unfit
from tools.workshop.talk.device import Device
from tools.workshop.talk.update import board_of

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
        done = invoke("flash", "--dry-run", *options)
        assert done.exit_code == 0
        for path, data in files.items():
            assert (f"built {path} ({len(data)} bytes)" in done.output) == bool(options)
        *_, built, verdict = done.output.splitlines()
        assert re.match(f"built     {len(files)} files, [0-9]+ KB: /board.json, ", built)
        why = "not compared with a Pico: no Pico with MicroPython found"
        assert verdict == f"verdict   the files are ready; {why}"
    assert isinstance(invoke("flash").exception, ToolError)


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
