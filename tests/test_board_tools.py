"""What is made from the board files is in step with them; the tools that check, start and test a board."""
import functools
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from typer.testing import CliRunner

from glowgrid.hardware.crash import cross
from host_sim.boards import FOLDER, list_boards, load_board, pins
from tools import board as board_tool, picture, wokwi
from tools.__main__ import app
from tools.build import staged_files
from tools.drawing import drawing
from tools.errors import ToolError
from tools.selftest import on_simulator, passed, pressed, started
from tools.wiring import pad, wires

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = list_boards()
KEYPAD = "pimoroni_pico_rgb_keypad"
MS = 1_000_000
PROMPT = b">>> "
# The parts that Wokwi's own linter knows of those used (wokwi/wokwi-cli, packages/diagram-lint/src/registry/parts, as of June
# 2026): pins, and attributes with the values they may have where it names them. Its Pico takes any attribute; "env" is from
# wokwi/wokwi-boards, boards/pi-pico/board.json, as is the order of the pads.
WOKWI = {
    "wokwi-pi-pico": (
        "GP0 GP1 GND.1 GP2 GP3 GP4 GP5 GND.2 GP6 GP7 GP8 GP9 GND.3 GP10 GP11 GP12 GP13 GND.4 GP14 GP15 "
        "GP16 GP17 GND.5 GP18 GP19 GP20 GP21 GND.6 GP22 RUN GP26 GP27 GND.7 GP28 ADC_VREF 3V3 3V3_EN GND.8 VSYS VBUS TP4 TP5",
        {"env": None}),
    "wokwi-led-matrix": ("DIN VDD VSS DOUT", dict.fromkeys(("rows", "cols", "layout", "brightness", "pixelShape", "pixelSize"))),
    "wokwi-membrane-keypad": ("R1 R2 R3 R4 C1 C2 C3 C4", {"columns": ("3", "4"), "keys": None}),
    "wokwi-pushbutton": ("1.l 2.l 1.r 2.r", dict.fromkeys(("color", "bounce", "key", "xray", "label"))),
}
# docs.wokwi.com/diagram-format: what a part and a wire have.
PART = {"id": str, "type": str, "left": int, "top": int, "attrs": dict, "rotate": int, "hide": bool}
LAYOUTS = {"rows": "", "serpentine": "serpentine"}


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


ON_WOKWI = [name for name in BOARDS if wokwi.possible(load_board(name))]


@pytest.mark.parametrize("name", ON_WOKWI)
def test_the_wokwi_diagram_uses_parts_pins_and_attributes_that_there_are(name):
    board, diagram = load_board(name), wokwi.diagram_of(load_board(name))
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    assert len(kinds) == len(diagram["parts"])
    wired = {terminal.partition(":")[0] for wire in diagram["connections"] for terminal in wire[:2]}
    for part in diagram["parts"]:
        assert {"id", "type"} <= set(part) and all(type(part[name]) is PART[name] for name in part), part
        attributes = WOKWI[part["type"]][1]
        for attribute, value in part["attrs"].items():
            assert isinstance(value, list if attribute == "keys" else str), part
            assert attributes[attribute] is None or value in attributes[attribute], part
        if part["type"] == "wokwi-led-matrix":
            leds = board["leds"]
            assert part["attrs"] == {"rows": str(leds["height"]), "cols": str(leds["width"]), "layout": LAYOUTS[leds["order"]]}
        assert part["id"] in wired, part
    for wire in diagram["connections"]:
        assert len(wire) == 4 and isinstance(wire[2], str) and isinstance(wire[3], list)
        for terminal in wire[:2]:
            part, _, pin = terminal.partition(":")
            assert pin in ("RX", "TX") if part == "$serialMonitor" else pin in WOKWI[kinds[part]][0].split(), terminal
    section, *project = re.findall(r"^\[?(\w+)", wokwi.files(board)["wokwi.toml"], re.MULTILINE)
    assert section == "wokwi" and project == ["version", "firmware", "elf", "rfc2217ServerPort"]


@pytest.mark.parametrize("name", ON_WOKWI)
def test_the_wokwi_diagram_joins_what_the_board_says(name):
    """Followed from the pins of the Pico: the LEDs, and each key between its row and its column."""
    board, diagram = load_board(name), wokwi.diagram_of(load_board(name))
    keys, joined = board["keys"], {}
    for start, end, *_ in diagram["connections"]:
        joined.setdefault(start, set()).add(end)
        joined.setdefault(end, set()).add(start)
    used = {terminal.partition(":")[2] for terminal in joined if terminal.startswith("pico:GP")}
    assert used - {"GP0", "GP1"} == {pad(pin) for _, pin in pins(board)} - {"GP0", "GP1"}
    assert joined["leds:DIN"] == {f"pico:{pad(board['leds']['pin'])}"}
    assert joined["leds:VDD"] == {"pico:VBUS"} and joined["leds:VSS"] == {"pico:GND.8"}
    for key in range(keys["width"] * keys["height"]):
        row, column = divmod(key, keys["width"])
        ends = f"pico:{pad(keys['rows'][row])}", f"pico:{pad(keys['columns'][column])}"
        if "keys:R1" in joined:
            assert (joined[f"keys:R{row + 1}"], joined[f"keys:C{column + 1}"]) == ({ends[0]}, {ends[1]})
            continue
        assert (joined[f"key{key}:1.l"], joined[f"key{key}:2.l"]) == ({ends[0]}, {ends[1]})


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


@functools.lru_cache(maxsize=None)
def _self_testing(path):
    """A Pico in the midst of its self-test, and its Hardware. Only for use by `.forked`."""
    return started(load_board(KEYPAD), KEYPAD, path)


@pytest.mark.emulator
def test_the_self_test_of_the_emulated_pico_starts_with_the_undo_key_at_power_up(pico_image):
    pico, hardware = _self_testing(pico_image)
    said = pico.forked(lambda pico: list(pressed(pico, hardware)))
    assert passed(said) and said[-1] == "selftest: done"
    assert any("RP2040, micropython 1." in line for line in said)
    assert any(line.endswith(" bytes of memory free") for line in said)
    assert "selftest: key 15 is down: held, or stuck" in said
    assert len([line for line in said if line.endswith(" mA")]) == 4


@pytest.mark.emulator
def test_keys_that_vanish_while_the_console_runs_leave_a_cross_and_a_line(pico_image):
    pico, hardware = _self_testing(pico_image)

    def case(pico):
        hardware.buses[0].devices.clear()
        said = pico.run_until(PROMPT, 3000)
        pico.run_ms(5)
        return said, hardware.frames()[-1].rgb

    said, rgb = pico.forked(case)
    assert b"ValueError: no answer from address 0x20" in said
    assert [any(rgb[3 * led:3 * led + 3]) for led in range(16)] == [bool(on) for on in cross(4, 4)]


class Presser:
    """Part for `Pico(parts=[...])`: presses every key of `hardware` once the device asks for it."""

    def __init__(self, hardware):
        self._hardware = hardware

    def attach(self, pico):
        self._pico = pico
        self._alarm = pico.clock.create_alarm(self._look)
        self._look()

    def _look(self):
        if b"press every key" not in self._pico.serial:
            self._alarm.schedule(50 * MS)
            return
        keys = self._hardware.board["keys"]
        for key in range(keys["width"] * keys["height"]):
            at = self._pico.now_ns + (key + 1) * 60 * MS
            self._hardware.at(at, "press", key)
            self._hardware.at(at + 30 * MS, "release", key)


@pytest.mark.emulator
def test_the_self_test_runs_over_a_serial_port(pico_image):
    """What a person does with a Pico: the real port, the real mpremote's transport, fingers on the keys."""
    from host_sim.pico.bench import Pico
    from host_sim.pico.hardware import Hardware
    from host_sim.pico.serial_port import port

    name = "pimoroni_pico_rgb_keypad"
    hardware = Hardware(load_board(name))
    files = staged_files(name)
    del files["/main.py"]
    pico = Pico(pico_image, files=files, parts=[*hardware.parts, Presser(hardware)]).boot()
    with port(pico) as path:
        done = run("selftest", "--port", path)
    assert done.exit_code == 0, done.output
    said = done.output.splitlines()
    assert passed(said) and said[-1] == "selftest: done"
    assert [line for line in said if re.fullmatch(r"selftest: key \d+", line)] == [f"selftest: key {n}" for n in range(16)]
    assert not any(hardware.frames()[-1].rgb)    # the lights are off again
    assert pico.exec("print('still here')") == "still here\n"


@pytest.mark.emulator
def test_a_soak_of_a_thousand_presses_loses_and_doubles_none(pico_image):
    """With a diode at every key all may be down; `python -m tools soak` does it with ten fingers or two, on any board."""
    from host_sim.pico.soak import soak

    assert soak(load_board("pico_ws2812_8x8_keys_8x8"), 1000, image=pico_image, fingers=64) == (0, 0)
