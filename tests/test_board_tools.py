"""What is made from the board files is in step with them; the tools that check, start and test a board."""
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from typer.testing import CliRunner

from host_sim.boards import FOLDER, list_boards, load_board, pins
from tools import board as board_tool, picture, wokwi
from tools.__main__ import app
from tools.drawing import drawing
from tools.errors import ToolError
from tools.selftest import on_emulator, on_simulator, passed
from tools.wiring import LEFT, RIGHT, pad, wires

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = list_boards()
# Pins of Wokwi's parts, from docs.wokwi.com.
WOKWI_PINS = {
    "wokwi-pi-pico": {pad for pad in LEFT + RIGHT if pad.startswith("GP")} | {"VBUS", "VSYS", "3V3"}
    | {"GND.%d" % n for n in range(1, 9)},
    "wokwi-led-matrix": {"DIN", "DOUT", "VDD", "VSS"},
    "wokwi-membrane-keypad": {"R1", "R2", "R3", "R4", "C1", "C2", "C3", "C4"},
    "wokwi-pushbutton-6mm": {"1.l", "1.r", "2.l", "2.r"},
    "wokwi-diode": {"A", "C"},
}


def test_everything_made_from_the_board_files_is_up_to_date():
    stale = [str(path.relative_to(FOLDER)) for path, text in board_tool.made().items()
             if not path.is_file() or path.read_text(encoding="utf-8") != text]
    assert stale == [], "run python -m tools board pictures"
    kept = set(board_tool.made())
    for folder in ("pictures", "wokwi"):
        assert {path for path in (FOLDER / folder).rglob("*") if path.is_file()} <= kept


@pytest.mark.parametrize("name", BOARDS)
def test_the_drawing_in_the_file_is_made_from_its_data_or_names_the_same_pins(name):
    board = load_board(name)
    if board["drawing"] != drawing(board):    # the first board's was drawn by hand
        text = "\n".join(board["drawing"])
        assert all("GP%d " % pin in text for _, pin in pins(board))
    assert max(map(len, board["drawing"])) <= 100


@pytest.mark.parametrize("name", BOARDS)
def test_the_picture_shows_every_wire_key_and_led(name):
    board = load_board(name)
    root = ElementTree.fromstring(picture.svg(board))
    drawn = [path.find(SVG + "title").text for path in root.iter(SVG + "path")]
    assert len(drawn) == len(wires(board))
    for wire in wires(board):
        assert any(title.startswith(wire.pad.replace("supply", "5 V supply") + " to ") and title.endswith(wire.terminal)
                   for title in drawn)
    assert {pad(pin) for _, pin in pins(board)} == {wire.pad for wire in wires(board) if wire.pad.startswith("GP")}
    texts = [text.text for text in root.iter(SVG + "text")]
    for number in range(board["leds"]["width"] * board["leds"]["height"]):
        assert str(number) in texts
    for role in board["keys"]["roles"]:
        assert role in texts


@pytest.mark.parametrize("name", [name for name in BOARDS if wokwi.possible(load_board(name))])
def test_the_wokwi_diagram_wires_what_the_board_says(name):
    board = load_board(name)
    diagram = wokwi.diagram_of(board)
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    assert len(kinds) == len(diagram["parts"])
    used = set()
    for start, end, _, _ in diagram["connections"]:
        for terminal in (start, end):
            part, _, pin = terminal.partition(":")
            if part != "$serialMonitor":
                assert pin in WOKWI_PINS[kinds[part]], terminal
                if part == "pico" and "$serialMonitor" not in start + end:
                    used.add(pin)
    assert {pin for pin in used if pin.startswith("GP")} == {pad(pin) for _, pin in pins(board)}
    if "key0" in kinds:    # a button for each key, between its row and its column
        ends = [set(wire[:2]) for wire in diagram["connections"]]
        keys = board["keys"]
        for key in range(keys["width"] * keys["height"]):
            row = keys["rows"][key // keys["width"]]
            assert {"pico:GP%d" % row, "key%d:1.l" % key} in ends


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_new_board_is_written_once_and_passes_the_check(tmp_path):
    path = tmp_path / "My Board.json"
    assert run("board", "new", path, "--like", "pimoroni_pico_rgb_keypad").exit_code == 0
    assert json.loads(path.read_text())["name"] == "my_board"
    checked = run("board", "check", path)
    assert checked.exit_code == 0 and "4 x 4 LEDs (apa102), 4 x 4 keys (tca9555), 300 mA at most" in checked.output
    assert isinstance(run("board", "new", path).exception, ToolError)


def test_check_says_where_and_what(tmp_path):
    board = load_board(BOARDS[0])
    board["keys"]["roles"]["undo"] = 99
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    error = run("board", "check", path).exception
    assert isinstance(error, ToolError)
    assert str(error) == f"{path}: keys.roles.undo: there is no key 99; the keys are 0 to 15"


def test_show_prints_drawing_and_parts():
    said = run("board", "show", "pico_neotrellis_8x8").output
    assert "NeoTrellis SDA --- GP4" in said and "| 4 | Adafruit NeoTrellis" in said


@pytest.mark.parametrize("name", BOARDS)
def test_the_self_test_of_the_simulator_presses_every_key(name):
    board = load_board(name)
    said = list(on_simulator(board))
    assert passed(said) and said[-1] == "selftest: done"
    assert len([line for line in said if re.fullmatch(r"selftest: key \d+", line)]) == (
        board["keys"]["width"] * board["keys"]["height"])
    assert not passed(said[:-2])


@pytest.mark.emulator
def test_the_self_test_of_the_emulated_pico_starts_with_the_undo_key_at_power_up(pico_image):
    name = "pimoroni_pico_rgb_keypad"
    said = list(on_emulator(load_board(name), name, pico_image))
    assert passed(said) and said[-1] == "selftest: done"
    assert any("RP2040, micropython 1." in line for line in said)
    assert any(line.endswith(" bytes of memory free") for line in said)
    assert "selftest: key 15 is down: held, or stuck" in said
    assert len([line for line in said if line.endswith(" mA")]) == 4


@pytest.mark.emulator
def test_a_short_soak_loses_and_doubles_no_press(pico_image):
    from host_sim.pico.soak import soak

    assert soak(load_board("pimoroni_pico_rgb_keypad"), 20, image=pico_image) == (0, 0)
