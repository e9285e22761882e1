"""Each pin of a board does what the board file says, once all parts are made.

MicroPython's SPI takes a pin for its input even if none is wired: GP16 of SPI 0, GP8 of SPI 1. Whatever is made before
it on that pin loses it without a word.
"""

import copy

import pytest
from flashed import flashed

from host_sim.boards.files import list_boards, load_board
from host_sim.boards.parts import device_board, pins
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.compile.layout.places import BOARD

pytestmark = pytest.mark.emulator

MAKE = """
from machine import mem32
from glowgrid.hardware import board
about = board.load('/board.json')
made = board.drivers(about), 'sound' in about and board.driver('sound', about['sound'])
print([mem32[0x40014000 + 8 * pin + 4] & 31 for pin in %s])
"""
SPI, I2C, PWM, SIO, PIO = {1}, {3}, {4}, {5}, {6, 7}  # RP2040 data sheet, table 278
DOES = {"sck": SPI, "mosi": SPI, "sda": I2C, "scl": I2C, "sound": PWM, "pin": PIO}  # others: SIO
ON_SPI = ("max7219", "pico_max7219_8x8_buttons"), ("apa102", "pimoroni_pico_rgb_keypad")
LINES = {0: {"sck": 18, "mosi": 19, "cs": 16}, 1: {"sck": 10, "mosi": 11, "cs": 8}}


def does(where):
    """Return what the function of a pin may be by its place in the board file, such as "leds.sck"."""
    part, _, name = where.partition(".")
    return DOES.get(part) or DOES.get(name.partition(".")[0], SIO)


def check(image, board):
    asked = {pin: does(where) for where, pin in pins(board) if not where.startswith("battery")}
    files = {**flashed(board["name"]), BOARD: device_board(board)}
    del files["/main.py"]
    pico = Pico(image, files, Hardware(board).parts).boot()
    found = dict(zip(asked, eval(pico.exec(MAKE % list(asked)).splitlines()[-1])))
    assert {pin: function for pin, function in found.items() if function not in asked[pin]} == {}, asked


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", list_boards())
def test_each_pin_does_what_the_board_file_says(pico_image, name):
    check(pico_image, load_board(name))


@pytest.mark.parametrize("block", LINES)
@pytest.mark.parametrize("driver, name", ON_SPI)
def test_the_select_pin_may_be_the_one_that_spi_takes_for_its_input(pico_image, driver, name, block):
    board = copy.deepcopy(load_board(name))
    if board["keys"]["driver"] == "pins":
        board["keys"]["pins"] = [pin if pin < 8 else 20 for pin in board["keys"]["pins"]]
    board["leds"] |= LINES[block] | {"spi": block}
    check(pico_image, board)
