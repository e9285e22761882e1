"""Parts are unplugged and plugged in again during a match, at random moments: it continues, on every board."""

import functools

import pytest
from support import unplugging
from support.unplugging import lit, move

from host_sim.boards.files import list_boards, load_board

TILES = "pico_neotrellis_8x8"
KEYPAD = "pimoroni_pico_rgb_keypad"


@functools.cache
def playing(path, name):
    return unplugging.playing(load_board(name), path)


def in_a_fork(path, name, case):
    return unplugging.in_a_fork(playing(path, name), case)


def check_that_it_continues(name, image, numbers, seed=0):
    for number in numbers:
        said = in_a_fork(image, name, lambda twin, number=number: unplugging.at_random(twin, number, seed))
        if load_board(name)["leds"]["driver"] == "seesaw":
            assert "glowgrid: keys: no answer from address 0x" in said and "glowgrid: keys: here again" in said


def test_a_match_continues_when_a_part_is_plugged_in_again(pico_image):
    """That tiles come back is in test_boards_emulated.py."""
    check_that_it_continues(KEYPAD, pico_image, [0])


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_a_match_continues_at_more_moments_on_every_board(pico_image, name, night_seed):
    check_that_it_continues(name, pico_image, range(5), night_seed)


@pytest.mark.long
@pytest.mark.parametrize("name", [TILES, KEYPAD])
def test_one_transfer_in_fifty_may_be_refused(pico_image, name, night_seed):
    """Nothing is lost and no sign is shown: the parts are merely busy."""

    def case(twin):
        buses = twin.hardware.buses.values()
        for bus in buses:
            bus.refuse(0.02, night_seed)
        for _ in range(3):
            move(twin)
            assert twin.saved() == twin.expected()
        twin.run(1000)
        refused = min(bus.refused for bus in buses)
        return twin.session.leds.wire in lit(twin, 1000), refused, twin.hardware.faults(), bytes(twin.pico.serial)

    alike, refused, faults, said = in_a_fork(pico_image, name, case)
    assert alike and refused
    assert faults == [] and b"waits for them" not in said and b"Traceback" not in said


@pytest.mark.long
@pytest.mark.parametrize("name, clocks", [(TILES, 9), (KEYPAD, 130)])
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
