"""Generated files match the board files; the tools that check, start and test a board."""

import json
import re

import pytest
from cases import long
from command_lines import invoke
from flashed import without_main

from glowgrid.hardware.fault import square
from host_sim.boards.files import FOLDER, list_boards, load_board
from host_sim.boards.parts import pins
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.boards import board_command as board_tool
from tools.boards import what_if, wokwi
from tools.boards.drawing import drawing
from tools.boards.faults import FAULTS
from tools.boards.wiring import pad
from tools.lab.soak import most_fingers, soak
from tools.workshop.selftest import on_simulator, pressed, started
from tools.workshop.talk.selftest import unseen

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = list_boards()
KEYPAD = "pimoroni_pico_rgb_keypad"
# The pins of parts that Wokwi's own linter knows (wokwi/wokwi-cli, packages/diagram-lint/src/registry/parts, in June
# 2026); its Pico's pads are from wokwi/wokwi-boards, boards/pi-pico/board.json.
WOKWI = {
    "wokwi-pi-pico": "GP0 GP1 GND.1 GP2 GP3 GP4 GP5 GND.2 GP6 GP7 GP8 GP9 GND.3 GP10 GP11 GP12 GP13 GND.4 GP14 GP15 "
    "GP16 GP17 GND.5 GP18 GP19 GP20 GP21 GND.6 GP22 RUN GP26 GP27 GND.7 GP28 ADC_VREF 3V3 3V3_EN GND.8 VSYS VBUS",
    "wokwi-led-matrix": "DIN VDD VSS DOUT",
    "wokwi-membrane-keypad": "R1 R2 R3 R4 C1 C2 C3 C4",
    "wokwi-pushbutton": "1.l 2.l 1.r 2.r",
    "wokwi-buzzer": "1 2",
}


def test_generated_files_are_up_to_date():
    """Of all boards that have a picture; a board under trial needs none."""
    pictured = [name for name in BOARDS if (FOLDER / "pictures" / f"{name}.svg").is_file()]
    made = board_tool.made(pictured)
    stale = [
        str(path.relative_to(FOLDER))
        for path, text in made.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run python -m tools board pictures"
    of_faults = {FOLDER / what_if.file_of(fault) for fault in FAULTS}  # tests/boards/test_what_if.py has those
    drawn = {path for path, *_ in board_tool.enclosure_pictures()}  # tests/boards/test_enclosure.py has those
    assert {path for path in (FOLDER / "pictures").rglob("*") if path.is_file()} <= set(made) | of_faults | drawn


def test_an_installed_copy_makes_no_pictures(monkeypatch):
    monkeypatch.setattr(board_tool, "INSTALLED", True)
    monkeypatch.delattr(board_tool, "made")
    with pytest.raises(ToolError, match="^board pictures: this changes files, so run it in a clone"):
        board_tool.pictures()


@pytest.mark.parametrize("name", BOARDS)
def test_the_drawing_fits_a_terminal(name):
    assert max(map(len, drawing(load_board(name)))) <= 100


ON_WOKWI = [name for name in BOARDS if wokwi.possible(load_board(name))]


@pytest.mark.parametrize("name", ON_WOKWI)
def test_the_wokwi_diagram_uses_parts_and_pins_that_exist(name):
    board, diagram = load_board(name), wokwi.diagram_of(load_board(name))
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    ends = {terminal for wire in diagram["connections"] for terminal in wire[:2]} - {"$serialMonitor:RX"}
    used = [terminal.partition(":")[::2] for terminal in ends - {"$serialMonitor:TX"}]
    assert all(pin in WOKWI[kinds[part]].split() for part, pin in used)
    assert len(kinds) == len(diagram["parts"]) and {part for part, _ in used} == set(kinds)
    (matrix,) = [part["attrs"] for part in diagram["parts"] if part["type"] == "wokwi-led-matrix"]
    layout = {"rows": "", "serpentine": "serpentine"}[board["leds"]["order"]]
    assert matrix == {"rows": str(board["leds"]["height"]), "cols": str(board["leds"]["width"]), "layout": layout}
    section, *project = re.findall(r"^\[?(\w+)", wokwi.files(board)["wokwi.toml"], re.MULTILINE)
    assert section == "wokwi" and project == ["version", "firmware", "elf", "rfc2217ServerPort"]


def test_the_wokwi_project_is_written_to_the_given_folder(tmp_path, capsys):
    board_tool.wokwi_project("pico_ws2812_8x8_keys_4x4", tmp_path / "here")
    assert "add MicroPython's RPI_PICO.uf2, start Wokwi, and flash as wokwi.toml says" in capsys.readouterr().out
    assert json.loads((tmp_path / "here" / "diagram.json").read_text())["parts"]
    assert "--board pico_ws2812_8x8_keys_4x4\n" in (tmp_path / "here" / "wokwi.toml").read_text()
    with pytest.raises(ToolError, match="^pico_neotrellis_8x8: Wokwi has WS2812 LEDs, key matrices and buttons only"):
        board_tool.wokwi_project("pico_neotrellis_8x8", tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("name", ON_WOKWI)
def test_the_wokwi_diagram_joins_what_the_board_says(name):
    """Follows the wires from the Pico's pins: the LEDs, and each key between its row and its column."""
    board, diagram = load_board(name), wokwi.diagram_of(load_board(name))
    keys, joined = board["keys"], {}
    for start, end, *_ in diagram["connections"]:
        joined.setdefault(start, set()).add(end)
        joined.setdefault(end, set()).add(start)
    used = {terminal.partition(":")[2] for terminal in joined if terminal.startswith("pico:GP")}
    assert used - {"GP0", "GP1"} == {pad(pin) for _, pin in pins(board)} - {"GP0", "GP1"}
    assert joined["leds:DIN"] == {f"pico:{pad(board['leds']['pin'])}"}
    if "sound" in board:
        assert (joined["piezo:2"], joined["piezo:1"]) == ({f"pico:{pad(board['sound']['pin'])}"}, {"pico:GND.4"})
    assert joined["leds:VDD"] == {"pico:VBUS"} and joined["leds:VSS"] == {"pico:GND.8"}
    for key, pin in enumerate(keys.get("pins", ())):
        assert (joined[f"key{key}:1.l"], joined[f"key{key}:2.l"]) == ({f"pico:{pad(pin)}"}, {"pico:GND.2"})
    for key in range(keys["width"] * keys["height"] if "rows" in keys else 0):
        row, column = divmod(key, keys["width"])
        ends = f"pico:{pad(keys['rows'][row])}", f"pico:{pad(keys['columns'][column])}"
        if "keys:R1" in joined:
            assert (joined[f"keys:R{row + 1}"], joined[f"keys:C{column + 1}"]) == ({ends[0]}, {ends[1]})
            continue
        assert (joined[f"key{key}:1.l"], joined[f"key{key}:2.l"]) == ({ends[0]}, {ends[1]})


def test_a_new_board_is_written_once_and_passes_the_check(tmp_path):
    path = tmp_path / "My Board.json"
    assert invoke("board", "new", path, "--like", "pimoroni_pico_rgb_keypad").exit_code == 0
    written = json.loads(path.read_text())
    assert written["name"] == "my_board" and "drawing" not in written
    checked = invoke("board", "check", path)
    assert checked.exit_code == 0 and "4 x 4 LEDs (apa102), 4 x 4 keys (tca9555), 200 mA at most" in checked.output
    assert isinstance(invoke("board", "new", path).exception, ToolError)


@pytest.mark.parametrize(
    "name, ends",
    [
        ("pico_max7219_8x8_buttons", "without colours: Hex 7, Hex 8"),
        ("pico_max7219_32x8_buttons", "without colours: Hex 7, Hex 8"),
        ("pico_ht16k33_8x8_buttons", "without colours: Hex 7, Hex 8"),
        ("pico_ht16k33_8x8_keys_7x1", "without colours: Hex 7, Hex 8"),
        ("pico_max7219_16x16_buttons", "32 of them for dark LEDs"),
        ("pico_ws2812_8x8_buttons", "64 of them for dark LEDs"),
    ],
)
def test_check_says_what_lights_without_colours_do_not_offer(name, ends):
    said = invoke("board", "check", FOLDER / f"{name}.json").output
    assert said.strip().endswith(ends)


def test_check_warns_of_pins_that_only_clones_have_on_their_edge(tmp_path):
    path = tmp_path / "mine.json"
    assert invoke("board", "new", path, "--like", "pico_ws2812_8x8_buttons").exit_code == 0
    board = json.loads(path.read_text())
    board["leds"]["pin"] = 23
    board["keys"]["pins"][2] = 29
    path.write_text(json.dumps(board))
    checked = invoke("board", "check", path)
    *warnings, fits = checked.output.splitlines()
    assert checked.exit_code == 0 and fits.startswith(f"{path}: fits.")
    assert warnings == [
        f"{path}: warning: {where} is not on the edge of a Raspberry Pi Pico, which {use} with it; some clones have it "
        "there"
        for where, use in (
            ("leds.pin: GP23", "sets the mode of its voltage regulator"),
            ("keys.pins.2: GP29", "measures VSYS"),
        )
    ]
    shown = invoke("board", "show", path)
    assert shown.exit_code == 0 and " GP29, which only clones have --- Buttons left\n" in shown.output
    assert isinstance(invoke("board", "wokwi", path).exception, ToolError)


def test_check_names_the_place_and_the_fault(tmp_path):
    board = load_board("pico_ws2812_8x8_keys_4x4")
    board["keys"]["roles"]["undo"] = 99
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board, indent=2))
    error = invoke("board", "check", path).exception
    assert isinstance(error, ToolError)
    said = f"{path}: keys.roles.undo: there is no key 99; the keys are 0 to 15"
    lines = path.read_text().split("\n")
    (line,) = [number for number, text in enumerate(lines, 1) if '"undo": 99' in text]
    assert str(error) == f"{said} (line {line}, column {lines[line - 1].index('99') + 1})"


def test_show_follows_a_changed_pin(tmp_path):
    path = tmp_path / "mine.json"
    assert invoke("board", "new", path).exit_code == 0
    path.write_text(path.read_text().replace('"pin": 16', '"pin": 22'))
    said = invoke("board", "show", path)
    assert "- 1 **Raspberry Pi Pico" in said.output
    assert said.exit_code == 0 and "GP22 (pin 29 of the Pico) ---  2 1A" in said.output and "GP16 " not in said.output


@pytest.mark.parametrize("name", BOARDS)
def test_the_self_test_of_the_simulator_presses_every_key(name):
    board = load_board(name)
    said = list(on_simulator(board))
    assert not unseen(said) and said[-1] == "selftest: done"
    assert len([line for line in said if re.fullmatch(r"selftest: key \d+", line)]) == (
        board["keys"]["width"] * board["keys"]["height"]
    )
    assert unseen(said[:-2])


@pytest.mark.long
def test_the_self_test_starts_with_the_undo_key_and_lost_keys_show_a_line_until_they_are_back(pico_image):
    pico, hardware = started(load_board(KEYPAD), KEYPAD, pico_image)
    said = pico.forked(lambda pico: list(pressed(pico, hardware)))
    assert not unseen(said) and said[-1] == "selftest: done"
    assert any("RP2040, micropython 1." in line for line in said)
    assert any(line.endswith(" bytes of memory free") for line in said)
    assert "selftest: key 15 is down: held, or stuck" in said
    assert len([line for line in said if line.endswith(" mA")]) == 4
    (plug,) = [plug for plug in hardware.plugs() if plug != "leds"]
    hardware.unplug(plug)
    pico.run_until(b"no answer from address 0x20", 3000)
    pico.run_ms(50)
    rgb = hardware.frames()[-1].rgb
    hardware.plug(plug)
    pico.run_until(b"glowgrid: keys: here again", 3000)
    hardware.release(15)
    hardware.press(3)
    pico.run_until(b"selftest: key 3", 1000)
    assert [any(rgb[3 * led : 3 * led + 3]) for led in range(16)] == [bool(on) for on in square(4, 4)]


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


def test_the_self_test_runs_over_a_serial_port(pico_image):
    """As with a real Pico: the real port, the real mpremote's transport, fingers on the keys."""
    name = "pimoroni_pico_rgb_keypad"
    hardware = Hardware(load_board(name))
    pico = Pico(pico_image, files=without_main(name), parts=[*hardware.parts, Presser(hardware)]).boot()
    with port(pico) as path:
        done = invoke("selftest", "--port", path)
    assert done.exit_code == 0, done.output
    said = done.output.splitlines()
    assert not unseen(said) and said[-1] == "selftest: done"
    assert [line for line in said if re.fullmatch(r"selftest: key \d+", line)] == [
        f"selftest: key {n}" for n in range(16)
    ]
    asked = next(at for at, line in enumerate(said) if line.startswith("selftest: press every key"))
    assert said[asked + 1].startswith("No light at all? Then DIN may be on another GP ")
    assert not any(hardware.frames()[-1].rgb)  # the lights are off again
    assert pico.exec("print('still here')") == "still here\n"


FIRST, DIODES, BUTTONS = "pico_ws2812_8x8_keys_4x4", "pico_ws2812_8x8_keys_8x8", "pico_ws2812_8x8_buttons"


@pytest.mark.parametrize(
    "name, switch, stall_ms, presses, fingers",
    [
        (DIODES, "tactile", 0, 200, 64),  # with a diode at every key all of them may be down
        (FIRST, "membrane", 50, 10, 1),
        (FIRST, "glitch", 0, 20, 1),
        (BUTTONS, "tactile", 0, 40, 7),
        long(BUTTONS, "membrane", 50, 500, 1),
        long(BUTTONS, "glitch", 0, 500, 1),
        long(FIRST, "glitch", 0, 500, 1),
        long(FIRST, "tactile", 50, 100, 1),
        long(FIRST, "membrane", 400, 60, 1),
        long(FIRST, "dome", 800, 60, 1),
        long("pico_neotrellis_4x4", "membrane", 0, 1000, 10),
        long("pico_neotrellis_8x8", "dome", 400, 100, 1),
        long(KEYPAD, "dome", 0, 1000, 10),
        long("pico_ht16k33_8x8_keys_7x1", "membrane", 0, 1000, 7),
    ],
)
@pytest.mark.sample(2)
def test_a_soak_loses_and_doubles_no_press(pico_image, name, switch, stall_ms, presses, fingers):
    """Each kind of contact presses once, across a stall, on matrices and buses; glitches never do."""
    board = load_board(name)
    assert soak(board, presses, 1, pico_image, fingers=fingers, switch=switch, stall_ms=stall_ms) == (0, 0)


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_a_soak_of_two_thousand_presses_on_every_board(pico_image, name, night_seed):
    board = load_board(name)
    assert soak(board, 2000, seed=night_seed, image=pico_image, fingers=most_fingers(board)) == (0, 0)
