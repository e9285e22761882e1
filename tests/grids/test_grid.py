"""`play --grid` on fake Launchpads (tests/fake_midi.py): what they show, their keys, how they are given back."""

import contextlib
import os
import signal
import subprocess
import termios

import fake_launchpad
import grid_bytes
import pytest
from command_lines import running
from deadline import DEADLINE_S, wait_until
from fake_monome import Monome
from serial.tools import list_ports, list_ports_common

from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.console import keylog
from host_sim.console.fingers import Fingers
from host_sim.console.session import Session
from host_sim.grids.devices import BOARD
from host_sim.grids.grid import SHOW_S, Grid
from host_sim.grids.ports import found
from tools.paths import ROOT

ROLES = load_board(BOARD)["keys"]["roles"]
KINDS = list(grid_bytes.ENTERS)


@pytest.fixture
def midi(monkeypatch):
    """The fake backend, in this process."""
    import fake_midi
    import mido

    before = mido.backend
    mido.set_backend("fake_midi")
    yield fake_midi
    fake_launchpad.PLUGGED.clear()
    mido.set_backend(before)


@contextlib.contextmanager
def playing(folder, wanted="", record=None):
    """A session on the grids' board, with a grid whose clock is that of the console."""
    sessions = []
    with contextlib.closing(
        Grid(load_board(BOARD), wanted, lambda: sessions[0].now_ms / 1000 if sessions else 0)
    ) as grid:
        sessions.append(Session(grid.board, folder))
        yield Fingers(sessions[0], record=record, grid=grid)


def run(fingers, ms):
    for _ in range(ms // 10):
        fingers.tick()


def note(kind, key):
    return 16 * (key // 8) + key % 8 if kind == KINDS[-1] else 81 - 10 * (key // 8) + key % 8


def tap(fingers, pad, kind, key):
    pad.press(note(kind, key))
    run(fingers, 80)
    pad.release(note(kind, key))
    run(fingers, 120)


def hexes(messages):
    return [message.hex(" ").upper() for message in messages]


@pytest.mark.grid
@pytest.mark.parametrize("kind", KINDS)
def test_a_launchpad_shows_the_lights_its_keys_play_and_it_is_given_back_as_it_was(midi, tmp_path, kind):
    pad = fake_launchpad.KINDS[kind]().plug()
    had = pad.layout
    with playing(tmp_path) as fingers:
        assert hexes(pad.got) == grid_bytes.ENTERS[kind]
        run(fingers, 3000)
        menu = fingers.session.text()
        lit = {note(kind, key) for key, sign in enumerate(menu.replace("\n", "")) if sign != "."}
        assert lit and {*pad.lit()} == lit
        tap(fingers, pad, kind, ROLES["right"])
        run(fingers, 500)
        assert fingers.session.text() != menu
        seconds = fingers.session.now_ms / 1000
        begun = len(pad.got)
    if "MK" in kind or "X" in kind:
        assert begun <= seconds / SHOW_S + len(grid_bytes.ENTERS[kind])  # a message for all lights, 30 a second
    assert hexes(pad.got)[-len(grid_bytes.LEAVES[kind]) :] == grid_bytes.LEAVES[kind]
    assert pad.lit() == {} and pad.layout == had


@pytest.mark.grid
def test_one_that_was_in_programmer_mode_stays_in_it(midi, tmp_path):
    pad = fake_launchpad.Launchpad("LPX MIDI", 0x0C, b"\x7f", b"\x7f").plug()
    with playing(tmp_path) as fingers:
        run(fingers, 500)
    assert pad.layout == b"\x7f" and pad.lit() == {}
    assert grid_bytes.LEAVES["Launchpad X"][0] not in hexes(pad.got)


@pytest.mark.grid
def test_unplugged_and_back_the_match_goes_on(midi, tmp_path):
    kind = "Launchpad X"
    pad = fake_launchpad.KINDS[kind]().plug()
    with playing(tmp_path) as fingers:
        run(fingers, 2000)
        pad.press(note(kind, ROLES["right"]))
        run(fingers, 50)
        assert fingers.is_down(ROLES["right"])
        pad.unplug()
        run(fingers, 1200)
        assert fingers.grid.fault.startswith("Launchpad X: unplugged")
        assert not fingers.is_down(ROLES["right"])  # nobody could let it go
        fingers.tap(ROLES["right"])  # by another front end
        run(fingers, 1000)
        again = fake_launchpad.Launchpad("Launchpad X LPX MIDI 99:1", 0x0C, b"\x01", b"\x7f").plug()  # another number
        run(fingers, 1200)
        assert fingers.grid.fault == ""
        assert len(again.lit()) == sum(sign not in ".\n" for sign in fingers.session.text())
        tap(fingers, again, kind, ROLES["select"])
        assert again.layout == b"\x7f"
    assert again.layout == b"\x01" and again.lit() == {}


@pytest.mark.grid
def test_back_at_once_under_the_same_name_it_shows_the_lights_again(midi, tmp_path):
    kind = "Launchpad X"
    pad = fake_launchpad.KINDS[kind]().plug()
    with playing(tmp_path) as fingers:
        run(fingers, 2000)
        pad.unplug()
        run(fingers, 250)
        again = fake_launchpad.KINDS[kind]().plug()
        while not again.lit():
            run(fingers, 10)
        signs = fingers.session.text().replace("\n", "")
        assert {*again.lit()} == {note(kind, key) for key, sign in enumerate(signs) if sign != "."}


@pytest.mark.grid
def test_another_kind_that_is_plugged_in_instead_is_left_alone(midi, tmp_path):
    pad = fake_launchpad.KINDS["Launchpad X"]().plug()
    with playing(tmp_path) as fingers:
        run(fingers, 500)
        pad.unplug()
        other = fake_launchpad.KINDS["Launchpad MK2"]().plug()
        run(fingers, 2000)
        assert fingers.grid.fault.startswith("Launchpad X: unplugged")
    assert other.got == [] and midi.opened == []


@pytest.mark.grid
@pytest.mark.parametrize("fails", ["Output._open", "Output._send"])
def test_a_launchpad_that_cannot_be_opened_leaves_no_port_open(midi, monkeypatch, fails):
    def fail(port, *words, **options):
        raise OSError("busy")

    fake_launchpad.KINDS["Launchpad X"]().plug()
    monkeypatch.setattr(f"fake_midi.{fails}", fail)
    with pytest.raises(Refused, match="cannot be opened: busy; does another program use it"):
        Grid(load_board(BOARD))
    assert midi.opened == []


@pytest.mark.grid
def test_the_layout_that_it_had_is_given_back_even_if_it_answers_late(midi, tmp_path):
    pad = fake_launchpad.KINDS["Launchpad X"]().plug()
    with playing(tmp_path):
        pass  # nobody has heard it yet
    assert pad.layout == b"\x01" and hexes(pad.got)[-2:] == grid_bytes.LEAVES["Launchpad X"]


@pytest.mark.grid
def test_an_exception_gives_it_back_too(midi, tmp_path):
    pad = fake_launchpad.KINDS["Launchpad Mini MK3"]().plug()
    with pytest.raises(ZeroDivisionError), playing(tmp_path) as fingers:
        run(fingers, 500)
        raise ZeroDivisionError
    assert pad.lit() == {} and pad.layout == b"\x05"


@pytest.mark.grid
def test_none_several_and_a_wrong_board_are_a_line_each(midi, tmp_path):
    none = r"^--grid: no Launchpad or monome is connected; MIDI ports here: none; serial ports here: .*$"
    with pytest.raises(Refused, match=none):
        Grid(load_board(BOARD))
    fake_launchpad.Launchpad("nanoKEY").plug()
    with pytest.raises(Refused, match="connected; MIDI ports here: Launchpad X.*DAW 24:0, .*, nanoKEY; serial"):
        Grid(load_board(BOARD))
    fake_launchpad.Launchpad("Launchpad Pro").plug()
    with pytest.raises(Refused, match="^--grid: this Launchpad is not supported: Launchpad Pro$"):
        Grid(load_board(BOARD))
    fake_launchpad.PLUGGED.clear()
    for kind in ("Launchpad X", "Launchpad MK2"):
        fake_launchpad.KINDS[kind]().plug()
    with pytest.raises(Refused, match="2 grids are connected: Launchpad X:.*, Launchpad MK2:.*; choose"):
        Grid(load_board(BOARD))
    with playing(tmp_path, "MK2") as fingers:
        assert fingers.grid.name == "Launchpad MK2"
    with pytest.raises(Refused, match="--grid: pico_ws2812_8x8_keys_4x4 has not 8x8 lights"):
        Grid(load_board("pico_ws2812_8x8_keys_4x4"))


@pytest.mark.grid
def test_a_recorded_session_replays_to_the_same_frames(midi, tmp_path):
    kind = "Launchpad Pro MK3"
    pad = fake_launchpad.KINDS[kind]().plug()
    moves, frames = [], []
    with playing(tmp_path / "one", record=lambda *move: moves.append(move)) as fingers:
        session = fingers.session
        run(fingers, 1500)
        for role in ("right", "left", "down", "select", "select"):
            tap(fingers, pad, kind, ROLES[role])
        until_ms = session.now_ms
        frames.append(session.text())
    log = "\n".join(keylog.format_change(*move) for move in moves)
    assert len(keylog.parse(log, 64)) == 10
    again = list(Session(load_board(BOARD), tmp_path / "two").play(keylog.parse(log, 64), until_ms))
    assert again[-1][1] == frames[-1]


@pytest.mark.grid
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_without_a_terminal_it_plays_alone_until_it_is_stopped(tmp_path, number):
    log = tmp_path / "log"
    environment = os.environ | {
        "MIDO_BACKEND": "fake_midi",
        "GLOWGRID_FAKE_MIDI": f"Launchpad Mini MK3:{log}",
        "PYTHONPATH": str(ROOT / "tests"),
    }
    words = "host_sim", "play", "--grid", "--fresh"
    options = {"env": environment, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running(*words, **options) as process:
        wait_until(lambda: log.exists() and log.read_text().count("\n") > 4, "the splash", process)
        process.send_signal(number)
        said, faults = process.communicate(timeout=DEADLINE_S)
    assert said.decode() == "Launchpad Mini MK3: play on it. Ctrl-C ends.\n"
    assert process.returncode == 128 + number and b"Traceback" not in faults
    assert log.read_text().splitlines()[-2:] == grid_bytes.LEAVES["Launchpad Mini MK3"]


@pytest.fixture
def monome(tmp_path):
    with contextlib.closing(Monome(tmp_path)) as monome:
        yield monome


def places(text):
    """The places that are lit in a frame."""
    return {
        (column, row) for row, line in enumerate(text.split("\n")) for column, sign in enumerate(line) if sign != "."
    }


def test_a_monome_shows_the_menu_its_left_half_plays_and_it_is_dark_at_the_end(monome, tmp_path):
    with playing(tmp_path, str(monome.path)) as fingers:
        run(fingers, 3000)
        menu = fingers.session.text()
        wait_until(lambda: monome.lit() == places(menu), "the menu")
        monome.press(12, 3)  # beyond the board
        monome.press(ROLES["right"] % 8, ROLES["right"] // 8)
        wait_until(lambda: run(fingers, 10) or fingers.is_down(ROLES["right"]), "the press")
        monome.press(ROLES["right"] % 8, ROLES["right"] // 8, False)
        wait_until(lambda: run(fingers, 10) or not fingers.is_down(ROLES["right"]), "the release")
        run(fingers, 500)
        assert fingers.session.text() != menu
        monome.unplug()
        run(fingers, 1500)
        assert fingers.grid.fault == "monome: unplugged. Plug it in again, and the match goes on."
        monome.plug()
        run(fingers, 1500)
        assert fingers.grid.fault == ""
        wait_until(lambda: monome.lit() == places(fingers.session.text()), "the menu again")
    wait_until(lambda: not monome.lit(), "dark lights")


def test_what_is_no_monome_is_refused_in_a_line(tmp_path):
    small = Monome(tmp_path, size=(8, 4))
    with pytest.raises(Refused, match="cannot be opened: .*: it does not answer as a monome of 8x8 keys or more"):
        Grid(load_board(BOARD), str(small.path))
    for nowhere in "/nowhere/tty", "COM5":
        with pytest.raises(Refused, match=f"^--grid: there is no serial port {nowhere}; serial ports here: "):
            Grid(load_board(BOARD), nowhere)


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
