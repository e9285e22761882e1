"""`play --grid` on fake Launchpads (tests/fake_midi.py): what they show, their keys, how they are given back."""

import contextlib
import os
import signal
import subprocess
import termios
from types import SimpleNamespace

import pytest
from command_lines import running
from deadline import DEADLINE_S, wait_until
from fake_launchpad import PLUGGED, Launchpad, made
from fake_monome import Monome
from grid_bytes import DEVICES, ENTERS, LEAVES, hexes, note
from serial.tools import list_ports, list_ports_common

from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.console import keylog
from host_sim.console.fingers import Fingers
from host_sim.console.session import Session
from host_sim.grids.devices import BOARD
from host_sim.grids.grid import Grid
from host_sim.grids.ports import found
from tools.paths import ROOT

HERE = load_board(BOARD)
ROLES = HERE["keys"]["roles"]
RIGHT, SELECT = ROLES["right"], ROLES["select"]


@pytest.fixture
def midi():
    """The fake backend, in this process."""
    import fake_midi
    import mido

    before = mido.backend
    mido.set_backend("fake_midi")
    yield fake_midi
    PLUGGED.clear()
    mido.set_backend(before)


@contextlib.contextmanager
def playing(folder, wanted="", record=None):
    """A session on the grids' board, with a grid whose clock is that of the console."""
    sessions = []
    with contextlib.closing(Grid(HERE, wanted, lambda: sessions[0].now_ms / 1000 if sessions else 0)) as grid:
        sessions.append(Session(grid.board, folder))
        yield Fingers(sessions[0], record=record, grid=grid)


def run(fingers, ms):
    for _ in range(ms // 10):
        fingers.tick()


def tap(fingers, pad, kind, key):
    for down, ms in (True, 80), (False, 120):
        pad.press(note(kind, key), down)
        run(fingers, ms)


def lit(fingers, kind):
    """The notes of the lights that are lit on the console."""
    return {note(kind, key) for key, sign in enumerate(fingers.session.text().replace("\n", "")) if sign != "."}


@pytest.mark.grid
@pytest.mark.parametrize("kind", ENTERS)
def test_a_launchpad_shows_the_lights_its_keys_play_and_it_is_given_back_as_it_was(midi, tmp_path, kind):
    pad, moves = made(kind).plug(), []
    had = pad.layout
    with playing(tmp_path / "one", record=lambda *move: moves.append(move)) as fingers:
        session = fingers.session
        assert hexes(pad.got) == ENTERS[kind]
        run(fingers, 3000)
        menu = session.text()
        assert {*pad.lit()} == lit(fingers, kind) != set()
        for role in ("right", "left", "down", "select", "select"):
            tap(fingers, pad, kind, ROLES[role])
        run(fingers, 500)
        assert session.text() != menu
        known = len(pad.got)
        for red in 100, 0, 100:  # within a tick: not all is sent
            fingers.grid.show(SimpleNamespace(wire=bytes([red, 0, 0] * 64), order=range(64)))
        assert len(pad.got) - known <= (64 if "apart" in DEVICES[kind] else 1)
    assert hexes(pad.got)[-len(LEAVES[kind]) :] == LEAVES[kind]
    assert pad.lit() == {} and pad.layout == had
    log = "\n".join(keylog.format_change(*move) for move in moves)
    assert len(moves) == 10
    again = Session(session.board, tmp_path / "two").play(keylog.parse(log, 64), session.now_ms)
    assert [*again][-1][1] == session.text()


@pytest.mark.grid
@pytest.mark.parametrize("layout, ms, leaves", [(b"\x01", 0, LEAVES["Launchpad X"]), (b"\x7f", 500, [])])
def test_it_gets_its_layout_back_though_nobody_has_heard_it_yet_and_stays_in_programmer_mode(
    midi, tmp_path, layout, ms, leaves
):
    pad = Launchpad("LPX MIDI", 0x0C, layout, b"\x7f").plug()
    with playing(tmp_path) as fingers:
        run(fingers, ms)
    assert pad.layout == layout and pad.lit() == {}
    assert [each for each in hexes(pad.got) if each in LEAVES["Launchpad X"]] == leaves


@pytest.mark.grid
def test_unplugged_and_back_the_match_goes_on_and_another_kind_is_left_alone(midi, tmp_path):
    kind = "Launchpad X"
    pad = made(kind).plug()
    with playing(tmp_path) as fingers:
        run(fingers, 2000)
        pad.press(note(kind, RIGHT))
        run(fingers, 50)
        assert fingers.is_down(RIGHT)
        pad.unplug()
        other = made("Launchpad MK2").plug()
        run(fingers, 1200)
        assert fingers.grid.fault == "Launchpad X: unplugged. Plug it in again, and the match goes on."
        assert not fingers.is_down(RIGHT)  # nobody could let it go
        assert other.got == [] and midi.opened == []
        fingers.tap(RIGHT)  # by another front end
        run(fingers, 1000)
        again = Launchpad("Launchpad X LPX MIDI 99:1", 0x0C, b"\x01", b"\x7f").plug()  # another number
        run(fingers, 1200)
        assert fingers.grid.fault == "" and {*again.lit()} == lit(fingers, kind)
        again.unplug()
        run(fingers, 250)
        again = Launchpad(again.name, 0x0C, b"\x01", b"\x7f").plug()  # at once, under the same name
        while not again.lit():
            run(fingers, 10)
        assert {*again.lit()} == lit(fingers, kind)
        tap(fingers, again, kind, SELECT)
        assert again.layout == b"\x7f"
    assert again.layout == b"\x01" and again.lit() == {} and other.got == []


@pytest.mark.grid
@pytest.mark.parametrize("fails", ["Output._open", "Output._send"])
def test_a_launchpad_that_cannot_be_opened_leaves_no_port_open(midi, monkeypatch, fails):
    def fail(port, *words, **options):
        raise OSError("busy")

    made("Launchpad X").plug()
    monkeypatch.setattr(f"fake_midi.{fails}", fail)
    with pytest.raises(Refused, match="cannot be opened: busy; does another program use it"):
        Grid(HERE)
    assert midi.opened == []


@pytest.mark.grid
def test_none_several_and_a_wrong_board_are_a_line_each(midi, tmp_path):
    for name, words in (
        ("", r"^--grid: no Launchpad or monome is connected; MIDI ports here: none; serial ports here: .*$"),
        ("nanoKEY", "connected; MIDI ports here: Launchpad X.*DAW 24:0, .*, nanoKEY; serial"),
        ("Launchpad Pro", "^--grid: this Launchpad is not supported: Launchpad Pro$"),
        ("LPX MIDI, Launchpad MK2", "2 grids are connected: LPX MIDI, Launchpad MK2; choose"),
    ):
        for each in filter(None, name.split(", ")):
            Launchpad(each, 0x18).plug()
        with pytest.raises(Refused, match=words):
            Grid(HERE)
    with playing(tmp_path, "MK2") as fingers:
        assert fingers.grid.name == "Launchpad MK2"
    with pytest.raises(Refused, match="--grid: pico_ws2812_8x8_keys_4x4 has not 8x8 lights"):
        Grid(load_board("pico_ws2812_8x8_keys_4x4"))


@pytest.mark.grid
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_without_a_terminal_it_plays_alone_until_it_is_stopped(tmp_path, number):
    kind, log = "Launchpad Mini MK3", tmp_path / "log"
    fake = {"MIDO_BACKEND": "fake_midi", "GLOWGRID_FAKE_MIDI": f"{kind}:{log}", "PYTHONPATH": str(ROOT / "tests")}
    options = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE) | {"stdin": subprocess.DEVNULL}
    with running("host_sim", "play", "--grid", "--fresh", env=os.environ | fake, **options) as process:
        wait_until(lambda: log.exists() and log.read_text().count("\n") > 4, "the splash", process)
        process.send_signal(number)
        said, faults = process.communicate(timeout=DEADLINE_S)
    assert said.decode() == f"{kind}: play on it. Ctrl-C ends.\n"
    assert process.returncode == 128 + number and b"Traceback" not in faults
    assert log.read_text().splitlines()[-2:] == LEAVES[kind]


@pytest.fixture
def monome(tmp_path):
    with contextlib.closing(Monome(tmp_path)) as monome:
        yield monome


def test_a_monome_shows_the_menu_its_left_half_plays_and_it_is_dark_at_the_end(monome, tmp_path):
    def wait_for_lights():
        signs = enumerate(fingers.session.text().replace("\n", ""))
        shown = {(key % 8, key // 8) for key, sign in signs if sign != "."}
        wait_until(lambda: monome.lit() == shown, "the lights")

    with playing(tmp_path, str(monome.path)) as fingers:
        run(fingers, 3000)
        menu = fingers.session.text()
        wait_for_lights()
        monome.press(12, 3)  # beyond the board
        for down in True, False:
            monome.press(RIGHT % 8, RIGHT // 8, down)
            wait_until(lambda: run(fingers, 10) or fingers.is_down(RIGHT) == down, "the key")  # noqa: B023
        run(fingers, 500)
        assert fingers.session.text() != menu
        monome.unplug()
        run(fingers, 1500)
        assert fingers.grid.fault == "monome: unplugged. Plug it in again, and the match goes on."
        monome.plug()
        run(fingers, 1500)
        assert fingers.grid.fault == ""
        wait_for_lights()
    wait_until(lambda: not monome.lit(), "dark lights")


def test_what_is_no_monome_is_refused_in_a_line(tmp_path):
    small = Monome(tmp_path, size=(8, 4))
    none = "^--grid: there is no serial port {}; serial ports here: "
    for port, words in (
        (small.path, "cannot be opened: .*: it does not answer as a monome of 8x8 keys or more"),
        ("/nowhere/tty", none.format("/nowhere/tty")),
        ("COM5", none.format("COM5")),
    ):
        with pytest.raises(Refused, match=words):
            Grid(HERE, str(port))


@pytest.mark.parametrize("number, maker", [("m1000123", "monome"), ("M1000123A", "FTDI"), ("42", "monome")])
def test_a_monome_is_found_by_what_its_port_says_on_windows_too(monkeypatch, number, maker):
    ports = [list_ports_common.ListPortInfo(f"COM{each}") for each in (4, 5)]
    ports[1].serial_number, ports[1].manufacturer = number, maker
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    for wanted in "", "COM5", "com5":
        assert [grid[1] for grid in found(wanted) if "monome" in grid] == ["monome"]


def test_a_monome_that_goes_at_the_end_is_no_fault(monome, tmp_path, monkeypatch):
    def flush(port):
        raise termios.error(5, "Input/output error")

    with playing(tmp_path, str(monome.path)) as fingers:
        run(fingers, 100)
        monkeypatch.setattr("serial.Serial.flush", flush)
