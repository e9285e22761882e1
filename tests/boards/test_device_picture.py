"""The drawing of each board as it lies on the table: its lights with a match, its keys, a Pico."""

import xml.etree.ElementTree as ElementTree

import pytest

from host_sim.boards.files import list_boards, load_board
from host_sim.terminal import led_colour
from tools.boards import device_picture

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = list_boards()
RED, GREEN, BLUE = 0, 1, 2


def lit(svg):
    """Return the colours, (red, green, blue), of the halos in a picture: each light that is on has one."""
    halos = [each for each in ElementTree.fromstring(svg).iter() if each.get("opacity")]
    return [tuple(bytes.fromhex(each.attrib["fill"][1:])) for each in halos]


@pytest.mark.parametrize("name", BOARDS)
def test_a_match_is_on_the_lights_in_the_colours_that_they_have(name):
    board = load_board(name)
    colours = lit(device_picture.svg(board))
    assert len(colours) > 7
    letters = board["leds"]["channels"]
    if len(letters) < 3:
        assert {max(range(3), key=colour.__getitem__) for colour in colours} <= {
            "RGB".index(letter) for letter in letters
        }
    else:
        assert {(max(colour) == colour[BLUE], max(colour) == colour[RED]) for colour in colours} >= {
            (True, False),
            (False, True),
        }
    assert lit(device_picture.lights_svg(board)) == colours
    assert led_colour.LENS not in colours


@pytest.mark.parametrize("name", BOARDS)
def test_keys_that_are_no_lights_are_drawn_one_by_one(name):
    board = load_board(name)
    keys = board["keys"]
    caps = ElementTree.fromstring(device_picture.keys_svg(board)).iter(SVG + "circle")
    wanted = keys["width"] * keys["height"] + ("select" in keys["roles"])  # it has a dot on it
    assert device_picture.under(board) or len(list(caps)) == wanted


def test_each_board_has_a_drawing_of_its_own_and_the_same_one_each_time():
    drawn = {name: device_picture.svg(load_board(name)) for name in BOARDS}
    assert len(set(drawn.values())) == len(BOARDS)
    assert drawn == {name: device_picture.svg(load_board(name)) for name in BOARDS}


def test_more_modules_make_a_larger_drawing():
    def wide(name):
        return float(ElementTree.fromstring(device_picture.lights_svg(load_board(name))).attrib["width"])

    assert wide("pico_max7219_8x8_buttons") < wide("pico_max7219_16x16_buttons") < wide("pico_max7219_32x8_buttons")
    assert 1.9 * wide("pico_neotrellis_4x4") < wide("pico_neotrellis_8x8")
