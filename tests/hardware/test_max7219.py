"""LED modules on MAX7219, electrically: what the driver sends, as the chips of host_sim/pico/max7219.py take it."""

import copy

import drivers
import pytest

from glowgrid.console.palette import WHITE
from glowgrid.hardware.lights import order_of
from host_sim.boards.files import load_board, without_bounce
from host_sim.boards.panels import places_of
from host_sim.console.session import Session
from host_sim.pico.max7219 import DECODE, INTENSITY, RUN, SCAN, TEST
from tools.pico.play_on_pico import play

ONE, FOUR = "pico_max7219_8x8_buttons", "pico_max7219_16x16_buttons"
TURNED = [{"at": [0, 0]}, {"at": [8, 0], "turn": 90}, {"at": [8, 8], "turn": 180}, {"at": [0, 8], "turn": 270}]


def four():
    """Return a board of four modules, each turned."""
    board = copy.deepcopy(load_board(ONE))
    leds = {name: value for name, value in board["leds"].items() if name not in ("order", "rotate")}
    board["leds"] = {**leds, "width": 16, "height": 16, "panels": TURNED}
    board["leds"]["places"] = places_of(TURNED, 16)
    return board


def wired(image, case, chips=1):
    return drivers.wired(image, four() if chips == 4 else load_board(ONE), case)


def shown(hardware):
    """Return the pixels that are lit, as the player sees them."""
    order = order_of(hardware.board["leds"])
    leds = b"".join(chip.shows() for chip in hardware.modules.chips)
    return sorted(order[led] for led in range(len(order)) if leds[led])


@pytest.mark.parametrize("chips", [1, pytest.param(4, marks=pytest.mark.long)])
def test_each_pixel_is_where_the_board_says(pico_image, chips):
    pixels = (0, 7, 56, 27) if chips == 1 else (0, 15, 240, 255, 9, 100, 200)

    def case(pico, hardware):
        found = []
        for pixel in pixels:
            pico.exec(f"frame = bytearray({64 * chips}); frame[{pixel}] = {WHITE}; lights.show(frame)")
            found.append(shown(hardware))
        return found, hardware.faults(), all(map(any, [frame.leds for frame in hardware.modules.frames[1:]]))

    assert wired(pico_image, case, chips) == ([[pixel] for pixel in pixels], [], True)


def test_lights_are_dark_from_power_up_and_a_frame_repairs_every_register(pico_image):
    def case(pico, hardware):
        (chip,) = hardware.modules.chips
        dark = not any(any(frame.leds) for frame in hardware.modules.frames)
        pico.exec(f"lights.show(bytearray([{WHITE}] * 64))")
        whole, registers = chip.shows(), list(chip.registers)
        found = []
        for register in (1, 8, DECODE, INTENSITY, SCAN, RUN, TEST):
            chip.registers[register] ^= 0x05
            pico.exec("leds.write(lights.wire)")
            found.append(chip.registers == registers and chip.shows() == whole)
        chip.registers[TEST] = 1
        pico.exec("leds.off()")
        return dark, all(whole), found, any(chip.shows())

    assert wired(pico_image, case) == (True, True, [True] * 7, False)


def test_the_current_of_the_chip_stays_within_the_budget(pico_image):
    def case(pico, hardware):
        (chip,) = hardware.modules.chips
        found = []
        for lit in (1, 20, 64):
            for brightness in (1, 100, 255):
                said = pico.exec(
                    f"lights.brightness = {brightness}\n"
                    f"lights.show(bytearray([{WHITE}] * {lit} + [0] * {64 - lit}))\nprint(lights.milliamps)"
                )
                found.append((lit, brightness, chip.milliamps(), int(said), chip.registers[INTENSITY]))
        return found

    budget = load_board(ONE)["power"]["budget_milliamps"]
    for lit, brightness, drawn, said, intensity in wired(pico_image, case):
        assert drawn <= said <= budget
        assert intensity == (brightness >> 4 if lit < 64 or brightness < 128 else 8)


@pytest.mark.long
@pytest.mark.parametrize("name", [ONE, FOUR])
def test_a_game_looks_as_in_the_simulator(pico_image, name, tmp_path):
    board = load_board(name)
    roles = board["keys"]["roles"]
    at_ms, log = 1500, []
    for word in "select right select - - - - select right select down select left select left select up select".split():
        if word != "-":
            log += [(at_ms, roles[word], 1), (at_ms + 80, roles[word], 0)]
        at_ms += 250 + 250 * (word == "-")
    until_ms = at_ms + 2500
    shown = list(Session(without_bounce(board), tmp_path).play(log, until_ms))
    assert list(play(board, log, until_ms, pico_image)) == shown and len(shown) > 50
