"""A Pico on a battery, emulated: voltages at the pins, light on the wires, and how deeply the chip sleeps."""

import inspect

import pytest
from flashed import flashed, kept

from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Battery, Hardware
from tools.compile.layout.places import BOARD
from tools.compile.mpy import compile_mpy
from tools.compile.names import ShortNames
from tools.paths import FIRMWARE

MATRIX, TILES, EXPANDER = "pico_ws2812_8x8_keys_4x4", "pico_neotrellis_4x4", "pimoroni_pico_rgb_keypad"
BUTTONS = "pico_ws2812_8x8_buttons"
CELL = {"driver": "adc", "pin": 29, "divider": 3, "empty_millivolts": 3500, "full_millivolts": 4150}
# By name: a module of the console, what its source says, and what it says in these tests.
SHORTER = {
    "dim": ("panel", b"DIM_AFTER_MS = 180_000", b"DIM_AFTER_MS = 300"),
    "minute": ("battery", b"MINUTE_MS = 60_000", b"MINUTE_MS = 100"),
    "look": ("battery", b"_LOOK_MS = 10_000", b"_LOOK_MS = 300"),
}
TO_OFF_MS = 6000
WOKEN_MS = 60
TAP_MS = 100
SELECT, VSYS = 25, 3  # pin of a Pico W that joins VSYS to the ADC; the ADC's input for it


def with_shorter_times(board, *shorter):
    """Return the files of a board; these times of the console are shorter, none of them in a module with another."""
    files = {**flashed(board["name"], apart=True), BOARD: device_board(board)}
    changes = [SHORTER[name] for name in shorter]
    return files | kept(
        "-".join(("shorter", *shorter)), lambda: _compiled(changes), (changes, inspect.getsource(_compiled))
    )


def _compiled(changes):
    """Return {path on the device: .mpy} of modules with these changes."""
    names, files = ShortNames(FIRMWARE), {}
    for module, said, says in changes:
        path = f"glowgrid/console/{module}.py"
        source = (FIRMWARE / path).read_bytes()
        assert source.count(said) == 1
        files[f"/{path[:-2]}mpy"] = compile_mpy(names.shorten(source.replace(said, says), path), path)[0]
    return files


def switched_on(board, image, shorter=("minute", "dim"), usb=False, millivolts=4000):
    """Return (Pico, hardware) with power on and a battery. board: one, or its name."""
    board = {**(load_board(board) if isinstance(board, str) else board), "battery": CELL}
    hardware = Hardware(board)
    assert hardware.battery
    hardware.battery.millivolts = millivolts
    pico = Pico(image, files=with_shorter_times(board, *shorter), parts=hardware.parts, usb=usb).boot()
    return pico, hardware


def is_dark(hardware):
    frames = hardware.frames()
    return bool(frames) and not any(frames[-1].rgb)


def wait_for_dark(pico, hardware, quiet_ms=1000):
    """Run until the console is off: nothing is lit for so long."""
    dark_since = None
    ends = pico.now_ns + TO_OFF_MS * MS
    while pico.now_ns < ends:
        pico.run_ms(10)
        dark_since = (dark_since or pico.now_ns) if is_dark(hardware) else None
        if dark_since and pico.now_ns - dark_since >= quiet_ms * MS and len(hardware.frames()) > 5:
            return
    raise AssertionError(f"still lit after {TO_OFF_MS} ms: {len(hardware.frames())} frames")


def tap(pico, hardware, key):
    """Tap a key; return (ms until the first light, what is lit then)."""
    seen, began = len(hardware.frames()), pico.now_ns
    hardware.press(key)
    pico.run_ms(TAP_MS)
    hardware.release(key)
    pico.run_ms(TAP_MS)
    lit = [frame for frame in hardware.frames(seen) if any(frame.rgb)]
    return (lit[0].end_ns - began) / MS, picture(lit[0])


def picture(frame):
    """Return which LEDs are lit, whatever their brightness."""
    return [any(frame.rgb[at : at + 3]) for at in range(0, len(frame.rgb), 3)]


@pytest.mark.parametrize("name", [MATRIX, *(pytest.param(name, marks=pytest.mark.long) for name in (TILES, BUTTONS))])
def test_off_is_dark_and_deep_asleep_until_a_press_which_does_nothing_else(name, pico_image):
    pico, hardware = switched_on(name, pico_image)
    wait_for_dark(pico, hardware)
    assert pico.dormant.asleep
    woken = pico.dormant.sleeps[-1]
    frames = len(hardware.frames())
    pico.run_ms(1000)
    assert len(hardware.frames()) == frames and pico.dormant.asleep  # nothing at all happens
    before = [picture(frame) for frame in hardware.frames()]
    took, after = tap(pico, hardware, hardware.board["keys"]["roles"]["right"])
    assert took < WOKEN_MS and woken[1] is not None
    assert after in before  # the menu, still at its first entry
    assert hardware.faults() == []


@pytest.mark.long
@pytest.mark.parametrize("diodes", ["row_to_column", "column_to_row"])
def test_keys_with_diodes_wake_it_whichever_way_they_conduct(diodes, pico_image):
    board = load_board(MATRIX)
    pico, hardware = switched_on({**board, "keys": {**board["keys"], "diodes": diodes}}, pico_image)
    for key in (15, 0):
        wait_for_dark(pico, hardware)
        assert pico.dormant.asleep
        assert tap(pico, hardware, key)[0] < WOKEN_MS
    assert hardware.faults() == []


@pytest.mark.long
def test_keys_that_pull_no_pin_are_read_while_it_is_off(pico_image):
    pico, hardware = switched_on(EXPANDER, pico_image)
    wait_for_dark(pico, hardware)
    pico.run_ms(1000)
    assert is_dark(hardware) and not pico.dormant.sleeps
    took, _ = tap(pico, hardware, hardware.board["keys"]["roles"]["right"])
    assert took < 2 * WOKEN_MS


@pytest.mark.long
def test_a_stuck_key_only_makes_its_sleep_lighter(pico_image):
    pico, hardware = switched_on(MATRIX, pico_image)
    pico.run_until(lambda: len(hardware.frames()) > 5, 3000)
    hardware.press(12)
    wait_for_dark(pico, hardware)
    assert not pico.dormant.sleeps
    assert tap(pico, hardware, 5)[0] < 2 * WOKEN_MS


@pytest.mark.long
def test_with_a_computer_at_its_usb_it_is_dark_but_answers_there(pico_image):
    pico, hardware = switched_on(MATRIX, pico_image, usb=True)
    wait_for_dark(pico, hardware)
    assert not pico.dormant.sleeps
    assert pico.exec("print(6 * 7)") == "42\n"


@pytest.mark.parametrize("wireless", [False, True], ids=["Pico", "Pico W"])
@pytest.mark.parametrize("pin, divider", [(29, 3), (26, 2), (28, 1.5)])
def test_it_measures_the_voltage_at_its_pin(booted_pico, pin, divider, wireless):
    """With the image for a Pico, a Pico W has VSYS at GP29 only while GP25 is high: this image does not say which."""
    part = {**CELL, "pin": pin, "divider": divider}

    def is_selected(pico):
        return pico.mcu.gpio[SELECT].output_enable and pico.mcu.gpio[SELECT].value.name == "HIGH"

    def measured(pico):
        battery = Battery(part)
        battery.attach(pico)
        read = pico.mcu.adc.on_adc_read
        levels = set()

        def read_if_joined(channel):
            levels.add(is_selected(pico))
            if wireless and channel == VSYS and not is_selected(pico):
                pico.mcu.adc.complete_adc_read(0, False)
            else:
                read(channel)

        pico.mcu.adc.on_adc_read = read_if_joined
        pico.exec((FIRMWARE / "glowgrid/hardware/battery_adc.py").read_text())
        found = []
        for millivolts in (3000, 3777, 4500):
            battery.millivolts = millivolts
            found.append(int(pico.exec(f"print(Battery({part!r}).millivolts())")))
            assert not is_selected(pico)  # the LED of a Pico is dark again
        return found, levels

    found, levels = booted_pico.forked(measured)
    assert found == pytest.approx([3000, 3777, 4500], abs=3)
    assert levels == {pin == 29}
