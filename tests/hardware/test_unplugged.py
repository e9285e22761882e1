"""Parts are unplugged and plugged in again during a match, at random moments: it continues, on every board."""

import functools

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.palette import RED, RGB
from glowgrid.hardware import fault
from glowgrid.hardware.lights import Lights
from host_sim.boards import list_boards, load_board
from tools.lab.pico import unplugging
from tools.lab.pico.unplugging import lit, move

pytestmark = pytest.mark.emulator

TILES = "pico_neotrellis_8x8"
KEYPAD = "pimoroni_pico_rgb_keypad"


@functools.cache
def playing(path, name):
    return unplugging.playing(load_board(name), path)


def in_a_fork(path, name, case):
    return unplugging.in_a_fork(playing(path, name), case)


def seeds(name):
    """One for `make test`, more for `make test-all`; that tiles come back is in test_boards_emulated.py."""
    few = 1 if name == KEYPAD else 0
    return [pytest.param(name, seed, marks=pytest.mark.long if seed >= few else ()) for seed in range(5)]


@pytest.mark.parametrize("name, seed", [case for name in list_boards() for case in seeds(name)])
def test_a_match_continues_when_a_part_is_plugged_in_again(pico_image, name, seed):
    said = in_a_fork(pico_image, name, lambda twin: unplugging.at_random(twin, seed))
    if load_board(name)["leds"]["driver"] == "seesaw":
        assert "glowgrid: keys: no answer from address 0x" in said and "glowgrid: keys: here again" in said


@pytest.mark.parametrize("name", [KEYPAD, pytest.param(TILES, marks=pytest.mark.long)])
def test_while_keys_are_absent_the_rest_shows_a_sign(pico_image, name):
    def case(twin):
        plug = twin.hardware.plugs()[0]
        shown = lit(twin, 1000)
        twin.hardware.unplug(plug)
        twin.run(1500)
        sign = twin.hardware.frames()[-1].rgb
        twin.hardware.plug(plug)
        twin.run(1500)
        return sign, plug, lit(twin, 600) <= shown

    board = load_board(name)
    sign, plug, back = in_a_fork(pico_image, name, case)
    lights = Lights(board, RGB, None)
    lights.render(bytes(RED * on for on in fault.square(lights.width, lights.height)))
    dark = 48 if name == TILES else 0  # the first tile
    assert sign == bytes(dark) + bytes(lights.wire[dark:])
    assert back


@pytest.mark.parametrize("name, clocks", [pytest.param(TILES, 9, marks=pytest.mark.long), (KEYPAD, 130)])
def test_a_bus_that_a_part_holds_is_freed_by_clocks(pico_image, name, clocks):
    """It is freed before the part is given up. A real one waits for nine clocks at most."""

    def case(twin):
        keys = twin.board["keys"]
        twin.hardware.buses[keys["i2c"]].hold(keys["sda"], keys["scl"], clocks)
        twin.run(2500)
        made = move(twin)
        return made == twin.saved()["moves"][-1], bytes(twin.pico.serial).decode()

    moved, said = in_a_fork(pico_image, name, case)
    assert moved
    assert "no answer" not in said
