"""Two NeoTrellis tiles with the same address, so that another address is missing: every tool suggests just that. And
parts that MicroPython finds and cannot write to."""

from types import SimpleNamespace

import pytest
from flashed import flashed

from host_sim.boards import micropython
from host_sim.boards.files import load_board
from host_sim.boards.jumpers import closed, steps
from host_sim.boards.micropython import GOOD_IMAGES, ISSUE, OF_MICROPYTHON, ONLY_A_SCAN
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.workshop.selftest import on_port
from tools.workshop.serial_link import SerialLink, at_once
from tools.workshop.started import started
from tools.workshop.talk.session import Session
from tools.workshop.talk.wiring.find import find
from tools.workshop.talk.wiring.probe import Probe

TILES = "pico_neotrellis_8x8"
SAID = "no answer from address 0x%s on I2C0 (SDA GP4, SCL GP5): check its wires and power"
TWICE = SAID + ", and that no two tiles have the same address"


@pytest.mark.parametrize(
    "said, others, needed",
    [
        (TWICE % "2F", "0x2E", "close A0 with"),
        (TWICE % "30", "0x2E", "close A1 with"),
        (TWICE % "31", "0x2E or 0x2F or 0x30", "close A0 and A1 with"),
        (TWICE % "32", "0x2E", "close A2 with"),
        (SAID % "2F", None, None),  # a tile that worked before
        (SAID % "20", None, None),  # another kind of part
        ("ValueError: two tiles", None, None),
    ],
)
def test_the_missing_address_says_which_jumpers_are_open(said, others, needed):
    found = steps(said)
    assert len(found) == (others is not None)
    assert all(f"two tiles have the same address {others}: " in line and needed in line for line in found)


@pytest.mark.parametrize("address, jumpers", [(0x2E, []), (0x2F, ["A0"]), (0x31, ["A0", "A1"]), (0x3F, ["A0", "A4"])])
def test_the_jumpers_of_an_address(address, jumpers):
    assert closed(address) == jumpers


@pytest.mark.parametrize("said", [SAID, TWICE])
def test_a_part_that_answers_only_a_scan_has_no_open_jumper(said):
    found = steps((said % "70").replace(":", f", {ONLY_A_SCAN} ({OF_MICROPYTHON} 19514: try 1.24.1):"))
    assert len(found) == 2 and ISSUE in found[0]
    assert "`glowgrid uf2 --board NAME --image RPI_PICO-20241129-v1.24.1.uf2`" in found[1]
    assert "RPI_PICO2-20241129-v1.24.1.uf2" in found[1] and "replaces saves" in found[1]


@pytest.mark.parametrize("said", [SAID, TWICE])
def test_a_part_that_answers_only_a_scan_of_an_older_micropython_is_not_blamed_on_it(said):
    assert steps((said % "2F").replace(":", f", {ONLY_A_SCAN}:")) == ()


def test_the_page_which_has_no_commands_names_the_file_and_what_to_press(monkeypatch):
    of_the_page = SimpleNamespace(implementation=SimpleNamespace(name="micropython"))
    monkeypatch.setattr(micropython, "sys", of_the_page)
    found = steps(SAID % "70" + f" ({OF_MICROPYTHON} 19514: try 1.24.1)")
    assert all(image in found[1] for image in GOOD_IMAGES.values()) and "connect again" in found[1]
    assert "glowgrid " not in "".join(found)


def wizard(path):
    about = load_board(TILES)

    async def talk():
        async with Session(SerialLink(path)) as run:
            await find(about, Probe(run, about), None)

    at_once(talk())


REPORTS = {"flash": started, "selftest": lambda path: on_port(path, print), "selftest --wiring": wizard}


@pytest.mark.parametrize("line, others", [(TWICE % "2F", "0x2E"), (SAID % "2F", None)])
def test_a_flash_whose_parts_do_not_all_answer_says_which(pico_image, line, others):
    """It does not say that the menu is on the lights, where a red line is."""
    line = f"glowgrid: board.json: keys: {line}; the game waits for them"
    main = f"print({line!r})\nprint('glowgrid: the menu is on the lights')\n"
    with port(Pico(pico_image, {"/main.py": main.encode()})) as path:
        with pytest.raises(ToolError) as error:
            started(path)
    assert str(error.value) == f"Glowgrid is on the Pico, but not all parts answer; the Pico says: {line}"
    assert any(f"the same address {others}: " in step for step in error.value.steps) == (others is not None)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name == "flash")) for name in REPORTS])
def test_a_tool_that_misses_one_tile_suggests_that_two_have_one_address(pico_image, name):
    hardware = Hardware(load_board(TILES))
    hardware.buses[0].devices.pop(0x2F)
    files = flashed(TILES)
    if name != "flash":
        del files["/main.py"]  # the tool stops it at once
    with port(Pico(pico_image, files, hardware.parts).boot()) as path:
        with pytest.raises(ToolError, match="no answer from address 0x2F .*, and that no two tiles") as error:
            REPORTS[name](path)
    assert error.value.steps == steps(TWICE % "2F")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name == "flash")) for name in REPORTS])
def test_a_tool_that_finds_tiles_which_take_no_write_names_the_issue(pico_image, name):
    hardware = Hardware(load_board(TILES))
    hardware.buses[0].refuse(1)  # a scan moves the pins, and goes past it
    files = flashed(TILES)
    if name != "flash":
        del files["/main.py"]
    with port(Pico(pico_image, files, hardware.parts).boot()) as path:
        with pytest.raises(ToolError, match=f"no answer from address 0x.*, {ONLY_A_SCAN} .micropython") as error:
            REPORTS[name](path)
    why, what = error.value.steps
    assert ISSUE in why and GOOD_IMAGES["rp2040"] in what
