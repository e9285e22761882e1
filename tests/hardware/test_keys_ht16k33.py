"""Keys that an HT16K33 scans: its driver over the model of the chip, on CPython and on the emulated Pico."""

import itertools
import json
import random
import statistics
from functools import partial

import drivers
import pytest
from keys_on_a_bus import MS, TICK_MS, KeysOnABus
from test_ht16k33 import waits

from glowgrid.console.keypad import PRESS, RELEASE
from glowgrid.hardware import board_check
from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board
from host_sim.pico.ht16k33 import UNKNOWN
from host_sim.pico.keypad import bounce_times
from tools.lab.pico.bars import WORST_ON_HT16K33_MS

LIKE = "pico_ws2812_8x8_keys_4x4"
FOUND_MS = 65  # two scans of the chip, and a tick here
GONE_MS = 110  # a scan, the read after it, and 30 ms of open contact
ROLES = {"up": 1, "left": 2, "select": 3, "right": 4, "down": 5, "back": 6, "undo": 0}


def board(width=13, height=3, diodes="none"):
    """Return the first board, its keys on an HT16K33."""
    made = load_board(LIKE)
    bus = {"driver": "ht16k33", "i2c": 0, "sda": 4, "scl": 5, "hertz": 400_000, "address": 0x70}
    made["keys"] = {**bus, "diodes": diodes, "width": width, "height": height, "roles": ROLES}
    return made


@pytest.fixture
def wired(monkeypatch):
    return lambda *size: KeysOnABus(monkeypatch, board(*size))


def after(keys, ms=FOUND_MS):
    """Return the keys that are down after so long; the console scans meanwhile."""
    for _ in range(ms // TICK_MS):
        keys.pass_ms(TICK_MS)
        down = keys.scan()
    return down


@pytest.mark.parametrize("size", [(13, 3), (7, 1), (3, 13, "column_to_row")])
def test_a_board_file_may_name_it(size, tmp_path):
    (path := tmp_path / "own.json").write_text(json.dumps({**board(*size), "name": "own"}))
    assert board_check.fault(json.loads(device_board(load_board(path)))) is None


@pytest.mark.parametrize("size", [(13, 3), (3, 13), (7, 1), (3, 4), (3, 3)])
def test_each_key_alone_is_itself(wired, size):
    keys = wired(*size)
    for key in range(keys.keys.count):
        keys.hardware.press(key)
        assert after(keys) == [key]
        assert after(keys, 300) == [key]  # held
        keys.hardware.release(key)
        assert after(keys) == []
    assert keys.hardware.expander.faults == []


def test_any_two_keys_are_both_read(wired):
    keys = wired(13, 3)
    for first, second in itertools.combinations(range(0, 39, 2), 2):
        keys.hardware.press(first)
        keys.hardware.press(second)
        assert after(keys) == [first, second]
        keys.hardware.release(first)
        assert after(keys) == [second]
        keys.hardware.release(second)
        assert after(keys) == []


# Three corners of a rectangle, and its fourth.
CORNERS = [((2, 7, 15), 20), ((0, 12, 38), 26), ((13, 18, 26), 31)]


@pytest.mark.parametrize("corners, fourth", CORNERS)
def test_a_ghost_and_its_press_are_held_back(wired, corners, fourth):
    keys = wired(13, 3)
    first, second, third = corners
    seen = []
    for act, key in (("press", first), ("press", second), ("press", third), ("release", first), ("release", second)):
        getattr(keys.hardware, act)(key)
        seen.append(after(keys))
    # The third completes a rectangle: nothing changes until a key is released.
    assert seen == [[first], sorted([first, second]), sorted([first, second]), sorted([second, third]), [third]]


@pytest.mark.parametrize("corners, fourth", CORNERS)
def test_with_diodes_exactly_the_held_keys_are_read(wired, corners, fourth):
    keys = wired(13, 3, "row_to_column")
    for count, key in enumerate([*corners, fourth], 1):
        keys.hardware.press(key)
        assert after(keys) == sorted([*corners, fourth][:count])


def test_a_press_and_release_that_bounce_are_one_each(wired, presses=60, seed=1):
    heard_wrongly(wired(13, 3), presses, seed)


@pytest.mark.long
def test_no_bounced_press_of_many_is_wrong(wired, night_seed):
    heard_wrongly(wired(13, 3), 10_002, night_seed)


def heard_wrongly(keys, presses, seed):
    """Press random keys at random times, with bounce of up to 15 ms: each is heard once, in time."""
    chance = random.Random(seed)
    for number in range(presses):
        key, closed_ticks = chance.randrange(39), chance.randrange(8, 13)
        heard = []
        for act, ticks in ((keys.hardware.press, closed_ticks), (keys.hardware.release, GONE_MS // TICK_MS)):
            keys.pass_ms(chance.random() * 9)
            act(key, bounce_times(chance.randrange(1 << 30), 15 * MS))
            heard.append([event for _ in range(ticks) for event in keys.tick()])
        assert heard == [[(PRESS, key)], [(RELEASE, key)]], number


@pytest.mark.parametrize("scan_ms", [14, 17, 24, 28])
def test_a_clock_that_is_fast_or_slow_lets_no_held_key_go(wired, scan_ms):
    keys = wired(13, 3)
    keys.hardware.expander.scan_ns = scan_ms * MS
    for key in (30, 4):
        keys.hardware.press(key)
    assert [event for _ in range(30) for event in keys.tick()] == [(PRESS, 4), (PRESS, 30)]
    keys.hardware.release(30)
    assert [event for _ in range(20) for event in keys.tick()] == [(RELEASE, 30)]


def test_a_chip_that_reports_a_held_key_once_still_gives_a_press(wired):
    """As the data sheet has it: then nobody can tell how long it is held."""
    keys = wired(13, 3)
    keys.hardware.expander.again = False
    keys.hardware.press(20)
    assert [event for _ in range(30) for event in keys.tick()] == [(PRESS, 20), (RELEASE, 20)]


def test_a_stretch_without_scans_loses_no_press(wired):
    keys = wired(13, 3)
    keys.tick()
    keys.hardware.press(8)
    keys.pass_ms(60)
    keys.hardware.release(8)
    assert [event for _ in range(20) for event in keys.tick(20)] == [(PRESS, 8), (RELEASE, 8)]


def test_a_chip_that_a_dip_of_its_supply_has_reset_finds_presses_again(wired):
    keys = wired(13, 3)
    keys.hardware.expander.power_up()
    after(keys, 600)
    keys.hardware.press(20)
    assert after(keys) == [20]


def test_a_key_that_is_down_at_power_up_is_found_before_the_first_scan_ends(wired):
    keys = wired(13, 3)
    assert keys.keys.any_held() is False
    keys.hardware.press(20)
    keys.hardware.expander.power_up()
    keys.keys = type(keys.keys)(keys.hardware.board["keys"])
    assert keys.scan() == [20] and keys.keys.any_held() is True


def test_a_release_is_found_within_40_ms_at_any_time(wired):
    keys, waited = wired(13, 3), []
    for held_ms in range(100, 160, 3):
        keys.hardware.press(20)
        for _ in range(held_ms):
            keys.pass_ms(1)
            keys.scan()
        keys.hardware.release(20)
        waited.append(0)
        while keys.scan():
            keys.pass_ms(1)
            waited[-1] += 1
    assert max(waited) <= 40


def test_a_chip_that_answers_now_and_then_is_not_given_up(wired):
    keys = wired(13, 3)
    devices = keys.hardware.buses[0].devices
    for _ in range(20):
        chip = devices.pop(0x70)
        for _ in range(8):
            keys.scan()
        devices[0x70] = chip
        keys.scan()
    keys.hardware.press(20)
    assert after(keys) == [20]


def test_a_silent_chip_is_named_after_a_tenth_of_a_second(wired):
    keys = wired(13, 3)
    keys.hardware.press(3)
    assert after(keys) == [3]
    keys.hardware.buses[0].devices.clear()
    assert [keys.scan() for _ in range(10)] == 10 * [[3]]
    with pytest.raises(ValueError, match=r"no answer from address 0x70 on I2C0 \(SDA GP4, SCL GP5\)"):
        keys.scan()


AFTER = """
def after(ms):
    # Return the keys that are down after so long, scanned meanwhile.
    ends = ticks_ms() + ms
    while ticks_ms() < ends:
        down()
        sleep_ms(9)
    return down()
"""


def test_on_the_pico_keys_are_read_and_a_scan_allocates_nothing(pico_image):
    def case(pico, hardware):
        seen = []
        for act, key in (("press", 38), ("press", 0), ("press", 25), ("press", 26), ("release", 38)):
            getattr(hardware, act)(key)
            seen.append(json.loads(pico.exec("print(after(70))")))
        times = pico.exec("for ms in 25, 0:\n print(took_locked(keys.scan, levels))\n sleep_ms(ms)")
        return seen, times.split(), hardware.expander.faults

    seen, times, faults = drivers.wired(pico_image, board(), case, AFTER)
    # 26 completes a rectangle with 38 and 0.
    assert seen == [[38], [0, 38], [0, 25, 38], [0, 25, 38], [0, 25, 26]]
    most_us = max(map(int, times))
    print(f"scan at most {most_us} us")
    assert most_us < 2500 and faults == []


@pytest.mark.long
@pytest.mark.parametrize("presses", [4, 60])
def test_from_press_to_light_is_within_the_bar_of_the_chip(pico_image, presses):
    case = partial(waits, presses=presses, chance=random.Random(1))
    found, wrong = drivers.in_menu(pico_image, board(), case)
    print(f"press to light: median {statistics.median(found):.0f} ms, worst {max(found):.0f} ms")
    assert max(found) <= WORST_ON_HT16K33_MS and wrong == 0


@pytest.mark.long
def test_keys_that_are_plugged_in_again_work(pico_image):
    def case(pico, hardware):
        hardware.unplug((0, 0x70))
        pico.run_ms(700)
        silent = b"no answer from address 0x70" in pico.serial
        hardware.plug((0, 0x70))
        pico.run_ms(1500)
        found, _ = waits(pico, hardware, 1, random.Random(1))
        return silent, b"keys: here again" in pico.serial, len(found), bytes(hardware.expander.ram) != UNKNOWN

    assert drivers.in_menu(pico_image, board(), case) == (True, True, 1, False)
