"""A changed board changes every sentence about it: numbers in guides are the board file's."""

import copy
import json
import re

import pytest

from host_sim.boards.files import FOLDER, list_boards, load_board
from tools.boards import breadboard_picture, tiles
from tools.boards.facts import facts, filled
from tools.boards.guide import guide, shopping
from tools.boards.wiring import pin_of

BOARDS = [name for name in list_boards() if (FOLDER / "guides" / f"{name}.md").is_file()]
FIRST = "pico_ws2812_8x8_keys_4x4"


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
            elif key in ("rows", "columns", "pins"):
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
    board["leds"]["milliamps_full"], board["leds"]["milliamps_idle"] = 17, 7
    count = board["leds"]["width"] * board["leds"]["height"]
    channels = min(3, len(board["leds"]["channels"]))
    text = written(board)
    assert "within 171 mA" in text and f"{count * channels * 17} mA" in text and f"{count * 7} mA" in text
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
        assert new in "\n".join(shopping(changed)) and new in breadboard_picture.svg(changed)
        assert old not in breadboard_picture.svg(changed)
