"""The handheld build: what its wires join, and how its hours follow the power model. See test_guides.py, too."""

import copy
import json
import re

import pytest
from command_lines import run
from test_breadboard import Nets

from glowgrid.hardware import board_check
from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board
from host_sim.console.session import Session
from tools.boards import breadboard, handheld, power
from tools.boards.wiring import BATTERY, BOOST, SWITCH, joints, wires

BOARD = load_board("pico_ws2812_8x8_keys_4x4")
BUILT = handheld.of(BOARD)


@pytest.fixture(scope="module")
def text():
    """The guide."""
    return handheld.guide(BOARD)


def net_of(terminal):
    """Return the terminals that wires join with this one, D1 apart: it conducts one way only."""
    nets = Nets()
    for wire in wires(BUILT):
        if not wire.through:
            nets.join(f"Pico {wire.pad}", f"{wire.part} {wire.terminal}")
    for joint in joints(BUILT):
        nets.join(f"{joint.part} {joint.terminal}", f"{joint.to_part} {joint.to_terminal}")
    return next(group for group in nets.groups(lambda _: True) if terminal in group)


def test_battery_and_usb_meet_only_at_vsys_behind_a_diode():
    (diode,) = [wire for wire in wires(BUILT) if wire.through]
    assert (diode.pad, diode.part, diode.terminal, diode.through) == ("VSYS", BOOST, "BAT", "D1")
    assert not [wire for wire in wires(BUILT) if wire.pad == "VBUS"]
    assert net_of(f"{BATTERY} +") == {f"{BATTERY} +", f"{BOOST} BAT"}
    assert net_of("LEDs 5V") == {"LEDs 5V", f"{BOOST} 5V"}


def test_the_switch_grounds_what_turns_the_converter_and_the_pico_on():
    assert net_of(f"{SWITCH} 1") == {f"{SWITCH} 1", f"{BOOST} EN", "Pico 3V3_EN"}
    ground = net_of(f"{SWITCH} 2")
    assert {f"{BATTERY} -", f"{BOOST} GND", "LEDs GND", "Pico GND"} <= ground


def test_the_keys_and_the_data_are_wired_as_on_usb():
    def signals(board):
        return [wire for wire in wires(board) if wire.pad.startswith("GP")]

    assert signals(BUILT) == signals(BOARD)
    assert not breadboard.possible(BUILT)


# What the firmware knows of the battery ------------------------------------------------------------------------------


@pytest.mark.parametrize("battery, volts", [("lipo", (3.5, 4.15)), ("aa", (3, 4.5))])
def test_a_board_file_with_a_battery_is_one_command(battery, volts, text, tmp_path):
    command = ["board", "new", "handheld.json", "--like", BOARD["name"], "--battery", battery]
    assert f"`glowgrid {' '.join(command)}`" in text or f"`{' '.join(command[-2:])}`" in text
    file = tmp_path / command.pop(2)
    done = run("tools", *command[:2], str(file), *command[2:])
    assert done.returncode == 0, done.stderr
    board = load_board(file)
    assert board["power"]["light_sleep"] and board_check.fault(json.loads(device_board(board))) is None
    gauge = board["battery"]
    assert (gauge["pin"], gauge["divider"]) == (29, 3)  # GP29 has a third of VSYS
    after_diode = gauge["empty_millivolts"] / 1000, gauge["full_millivolts"] / 1000
    assert [before - after for before, after in zip(volts, after_diode)] == pytest.approx([0.25, 0.25])
    assert {**board, **{key: BOARD[key] for key in ("name", "title", "power", "drawing")}} == {
        **BOARD,
        "battery": gauge,
    }
    shown = run("tools", "board", "show", str(file)).stdout
    assert "VSYS  --- Boost converter BAT, through D1" in shown and "- 1 **slide switch, S1**, " in shown
    assert "VBUS ---" not in shown and "breadboard" not in shown
    assert Session(board, tmp_path).app.settings.off_after == 10 and "after ten minutes the console" in text


def test_a_board_without_such_a_build_gets_no_battery(tmp_path):
    file = tmp_path / "mine.json"
    done = run("tools", "board", "new", str(file), "--like", "pico_neotrellis_4x4", "--battery", "aa")
    assert done.returncode == 2 and not file.exists()
    assert done.stderr == "error: pico_neotrellis_4x4: there is no build with a battery; leave --battery out\n"


# Hours --------------------------------------------------------------------------------------------------------------


def hours(text):
    """Return {what: [hours of each battery]} of the guide's table."""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| [\d.]+ \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    return {what: (int(ma), int(lipo), int(aa)) for what, ma, lipo, aa in rows}


def test_the_model_adds_up():
    """64 dark LEDs by hand: 64 mA at 5.2 V with 90%, the converter's 18.5 mW, a Pico that sleeps."""
    dark = power.dark(BOARD)
    assert dark.leds_ma == 64
    assert dark.milliwatts == pytest.approx(64 * 5.2 / 0.9 + 18.5 + 7.5 / 0.9)
    assert dark.hours("lipo") == pytest.approx(6660 / dark.milliwatts)
    assert 1 < power.off_years("lipo") < 10
    for step in (0, 7):
        asleep, awake = power.playing(BOARD, step), power.playing(BOARD, step, sleeps=False)
        assert asleep.leds_ma == awake.leds_ma and asleep.milliwatts < awake.milliwatts


def test_leds_that_draw_more_in_the_dark_last_shorter(text):
    board = copy.deepcopy(BOARD)
    board["leds"]["milliamps_idle"] = 2
    other = handheld.guide(board)
    assert "64 * 2 = 128 mA" in other
    before, after = hours(text), hours(other)
    assert after[list(after)[0]][1] < 0.7 * before[list(before)[0]][1]
    assert all(after[what][1] <= before[what][1] for what in before)  # the budget caps the brightest


def test_the_model_is_of_the_recorded_frames():
    """A board whose budget allows no light beyond the dark LEDs draws no more than these, whatever was recorded."""
    board = copy.deepcopy(BOARD)
    board["power"]["budget_milliamps"] = 65
    assert power.playing(board, 7).leds_ma <= 65 < power.playing(BOARD, 0).leds_ma
