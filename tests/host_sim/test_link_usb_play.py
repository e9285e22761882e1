"""`glowgrid play --link usb:PORT`: a program and the emulated Pico at a USB port of this PC play one match."""

import contextlib

import pytest
from deadline import wait_until
from serial.tools.list_ports_common import ListPortInfo
from test_link_play import Player, playing
from usb_handheld import SELECT, Handheld, offer

from glowgrid.console.shared import JOINS
from host_sim.cli.errors import Refused
from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port
from host_sim.wires.usb_wire import the_only_pico

GAME = "tic-tac-toe"
KEYS = "1", 5, "q", 1, "a"  # by turns typed, and of the Pico; orange wins


@contextlib.contextmanager
def plugged(handheld, path):
    """The handheld is plugged in, at a port that has the same name each time."""
    with port(handheld.pico) as found:
        path.symlink_to(found)
        yield
        path.unlink()


def hears(one, handheld, made):
    """Wait until the handheld has so many moves, and has joined."""

    def has_joined():
        return handheld.moves()[:1] == [str(made)] and JOINS not in handheld.says()[-1]

    wait_until(has_joined, f"it has move {made}", one.process)


def plays(one, handheld, made, keys):
    """The program and the handheld play these keys in turn, after so many moves."""
    for number, key in enumerate(keys, made):
        hears(one, handheld, number)
        said = len(one.said)
        if number % 2:
            handheld.fingers.tap(key)
        else:
            one.type(key)
        one.says("is to move|Orange has won", said)
    hears(one, handheld, made + len(keys))


@pytest.mark.emulator
def test_a_match_outlives_an_unplugged_cable_and_then_the_handheld_plays_on(pico_image, tmp_path):
    handheld, path = Handheld(pico_image), tmp_path / "ttyACM0"
    joins = offer(tmp_path, GAME)
    with contextlib.ExitStack() as stack:
        with plugged(handheld, path):
            one = Player(stack.enter_context(playing(f"usb:{path}", tmp_path / "saves", GAME)))
            one.says(f"# {path}: the game on the handheld starts again")
            one.says(f"# linked by USB, {path}")
            wait_until(lambda: handheld.shows() == joins, "the Pico asks whether to join", one.process)
            handheld.fingers.tap(SELECT)
            plays(one, handheld, 0, KEYS[:2])
            said = len(one.said)
        one.says(f"# {path}: unplugged; plug it in again", said)
        with plugged(handheld, path):
            one.says(f"# linked by USB, {path}", said)
            offers = handheld.shows()
            handheld.fingers.tap(SELECT)  # go on with the match
            wait_until(lambda: handheld.shows() != offers, "it goes on", one.process)
            plays(one, handheld, 2, KEYS[2:])
            one.says("Orange has won")
            said = len(handheld.pico.serial)
            assert one.end() == 0
            wait_until(lambda: b"on the lights" in handheld.pico.serial[said:], "it plays by itself")


@pytest.mark.emulator
def test_a_pico_without_the_game_is_said_in_a_line(pico_image, tmp_path):
    with port(Pico(pico_image, {})) as path, playing(f"usb:{path}", tmp_path / "saves", GAME) as process:
        Player(process).says(
            f"# {path}: the game on the handheld has ended, or is too old for this: run `glowgrid flash`"
        )


def pico(device, vid=0x2E8A, pid=5):
    found = ListPortInfo(device)
    found.vid, found.pid = vid, pid
    return found


def test_the_only_pico_is_found_and_several_are_named():
    other = pico("/dev/ttyUSB0", 0x0403)
    assert the_only_pico([other, pico("/dev/ttyACM0")]) == "/dev/ttyACM0"
    with pytest.raises(Refused, match="2 boards are plugged in: choose usb:/dev/ttyACM0 or usb:/dev/ttyACM1"):
        the_only_pico([pico("/dev/ttyACM1"), pico("/dev/ttyACM0")])
    with pytest.raises(Refused, match="no Pico with MicroPython found"):
        the_only_pico([other])
