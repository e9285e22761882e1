"""Every number in a guide is the board file's: a changed board changes the words, and no other number slips in."""

import copy
import json
import re

import pytest

from host_sim.boards import FOLDER, list_boards, load_board
from tools.boards import breadboard, tiles
from tools.boards.facts import facts, filled
from tools.boards.guide import guide, shopping, steps
from tools.boards.wiring import BUFFER_PINS, has_buffer, pin_of, wires

BOARDS = [name for name in list_boards() if (FOLDER / "guides" / f"{name}.md").is_file()]
FIRST = "pico_ws2812_8x8_keys_4x4"
# Numbers of no board file: of the Pico and its bootloader, of power rails, of the guide itself.
# Its first pin, pins a side, all pins, RP2040 and RPI-RP2, RP2350, an error of macOS.
PICO = {"1", "20", "40", "2040", "2350", "-36"}
VOLTS = {"3.2", "3.4", "3.3", "4.5", "5.2", "5"}
STEPS = {"2"}  # "the file of step 2"
NUMBER = re.compile(r"(?<![\w.])-?(?:0x[0-9A-F]{2}|\d+(?:\.\d+)?)(?![\w]|\.\d)|(?<=GP)\d+|(?<=RP)\d+")


def numbers(text):
    """Return the number tokens of a text; those within names, as in 3V3, 1A or WS2812B, are names."""
    return set(NUMBER.findall(re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)))


def leaves(value):
    """Yield the numbers and texts of a board file."""
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, (str, int, float)):
        yield value
    else:
        for each in value:
            yield from leaves(each)


def of_the_board(board):
    """Return the numbers that a board file states or implies."""
    known = set()
    for key, part in board.items():
        if key in ("drawing", "variants", "sources"):
            continue
        for leaf in leaves(part):
            known |= numbers(leaf) if isinstance(leaf, str) else {str(leaf)}
    for part in ("leds", "keys"):
        known |= {f"0x{address:02X}" for address in board[part].get("addresses", ())}
    known |= {str(wire.pin) for wire in wires(board)} | numbers(" ".join(map(str, facts(board).values())))
    return known


@pytest.mark.parametrize("name", BOARDS)
def test_every_number_in_the_steps_is_of_the_board(name):
    board = load_board(name)
    known = of_the_board(board) | PICO | VOLTS | STEPS
    if has_buffer(board):
        known |= {str(number) for number in range(1, len(BUFFER_PINS) + 1)}
    if board["keys"]["driver"] == "matrix":
        known |= {str(at) for at in range(max(len(board["keys"]["rows"]), len(board["keys"]["columns"])))}
    for step in steps(board):
        for text in step:
            assert numbers(text) <= known, text


def written(board):
    """Return all that is written for people about a board."""
    pictures = tiles.svg(board) if tiles.possible(board) else ""
    notes = "\n".join(filled(board, note) for note in board.get("notes", ()))
    return f"{guide(board)}\n{notes}\n{pictures}"


def pins_of(board):
    """Yield (part, key, index or None, pin) of each pin that a board file names."""
    for part in ("leds", "keys", "sound"):
        for key, value in board.get(part, {}).items():
            if key in ("pin", "sda", "scl", "sck", "mosi", "cs", "interrupt"):
                yield part, key, None, value
            elif key in ("rows", "columns"):
                yield from ((part, key, index, pin) for index, pin in enumerate(value))


def change(board, old, new):
    """Return a copy of the board with a pin changed wherever it is named."""
    board = copy.deepcopy(board)
    for part, key, index, pin in list(pins_of(board)):
        if pin == old:
            if index is None:
                board[part][key] = new
            else:
                board[part][key][index] = new
    return board


@pytest.mark.parametrize("name", BOARDS)
def test_a_changed_pin_changes_every_sentence_about_it(name):
    """GP21 is free on all boards."""
    board = load_board(name)
    used = {pin for *_, pin in pins_of(board)}
    assert 21 not in used and not re.search(r"GP21\b", written(board))
    for pin in used:
        text = written(change(board, pin, 21))
        assert re.search(rf"GP21 \(pin {pin_of('GP21')}\)", text), pin
        if pin in range(11, 15) and name.endswith("8x8_keys_8x8"):
            assert f"GP{pin} (pin" not in text  # a range of pins in a note may end there
        else:
            assert not re.search(rf"GP{pin}\b", text.replace("GP2 to", "")), pin


@pytest.mark.parametrize("name", BOARDS)
def test_a_changed_current_changes_every_sentence_about_it(name):
    board = load_board(name)
    board["power"]["budget_milliamps"] = 171
    board["leds"]["milliamps_full"], board["leds"]["milliamps_idle"] = 17, 3
    count = board["leds"]["width"] * board["leds"]["height"]
    text = written(board)
    assert "within 171 mA" in text and f"{count * 3 * 17} mA" in text and f"{count * 3} mA" in text
    before = facts(load_board(name))
    for old in ("all_full", "all_idle"):
        assert f" {before[old]} mA" not in text
    assert f"within {before['budget']} mA" not in text


@pytest.mark.parametrize("name", [name for name in BOARDS if tiles.possible(load_board(name))])
def test_a_changed_address_changes_every_sentence_about_it(name):
    board = load_board(name)
    first = board["leds"]["addresses"][0]
    for part in ("leds", "keys"):
        board[part]["addresses"] = [first + 16 + at for at in range(len(board[part]["addresses"]))]
    text = written(board)
    assert f"0x{first:02X}" not in text and f"0x{first + 16:02X}" in text and "A4" in text


def test_a_changed_part_changes_list_and_breadboard():
    board = load_board(FIRST)
    for old, new in (("330 to 470 ohm", "220 ohm"), ("100 uF", "47 uF"), ("100 nF", "220 nF")):
        parts = json.loads(json.dumps(board["parts"]).replace(f"{old}, ", f"{new}, "))
        changed = {**board, "parts": [dict(part, what=part["what"].replace(old, new)) for part in parts]}
        assert new in "\n".join(shopping(changed)) and new in breadboard.svg(changed)
        assert old not in breadboard.svg(changed)
