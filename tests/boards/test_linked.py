"""A link is put into any board whose pins are free, and its three wires are in the drawings."""

import json
import re

import pytest
from command_lines import invoke
from serial.tools import list_ports

from host_sim.boards.files import FOLDER, list_boards, load_board
from host_sim.boards.linked import LINK, linked, unlinked
from host_sim.boards.parts import pins
from host_sim.cli.errors import ToolError
from tools.boards import handheld, link_picture, picture, wokwi
from tools.boards.drawing import drawing
from tools.compile.build import board_json
from tools.paths import ROOT
from tools.web import front

FIRST = "pico_ws2812_8x8_keys_4x4"


def written(tmp_path, board):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", list_boards())
def test_every_board_leaves_the_pins_of_a_link_free(tmp_path, name):
    board = load_board(name)
    assert {LINK["tx"], LINK["rx"]}.isdisjoint(pin for _, pin in pins(board))
    path = written(tmp_path, linked(board))
    assert load_board(path)["link"] == LINK
    assert json.loads(board_json(name, link=True))["link"] == LINK
    assert board_json(path, link=False) == board_json(name)
    assert unlinked(linked(board)) == board


@pytest.mark.parametrize("name", list_boards())
def test_the_drawings_of_a_linked_board_have_its_three_wires(name):
    board = linked(load_board(name))
    lines = "\n".join(drawing(board))
    for pad, end in (("GP0 ", "its RX"), ("GP1 ", "its TX"), ("GND ", "GND")):
        assert f"Other device {end} --- {pad}" in lines
    assert picture.svg(board).count("to Other device") == 3


def test_on_wokwi_the_pins_of_a_link_stay_free():
    board = load_board(FIRST)
    for each, free in ((board, False), (linked(board), True)):
        ends = json.dumps(wokwi.diagram_of(each)["connections"])
        assert ('"pico:GP0"' not in ends and '"pico:GP1"' not in ends) == free


def test_a_link_at_other_pins_stays():
    board = {**load_board(FIRST), "link": {"uart": 1, "tx": 20, "rx": 21}}
    assert linked(board) == board


def test_flash_puts_a_link_into_the_board(monkeypatch):
    monkeypatch.setattr(list_ports, "comports", list)
    done = invoke("flash", "--dry-run", "--link", "--board", FIRST)
    assert done.exit_code == 0 and f"board     {FIRST}, with a link\n" in done.output


def refused(path):
    error = invoke("flash", "--dry-run", "--link", "--board", path).exception
    assert isinstance(error, ToolError)
    return str(error)


def test_a_link_that_cannot_be_is_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(list_ports, "comports", list)
    board = load_board(FIRST)
    board["keys"]["rows"][0] = 0
    path = written(tmp_path, board)
    assert refused(path) == (
        f"{path}: no link: pin 0 is already used by keys.rows.0; move that to another pin, or write a "
        '"link" with other pins into the board file'
    )
    path = written(tmp_path, handheld.on_battery(load_board(FIRST), "lipo"))
    assert refused(path) == (
        f"{path}: no link: a Pico that sleeps between ticks hears nothing; leave out power.light_sleep"
    )


def test_a_board_file_of_ones_own_begins_with_a_link(tmp_path):
    path = tmp_path / "mine.json"
    assert invoke("board", "new", path, "--link").exit_code == 0
    assert f"{path}: linked: UART0 sends at GP0, receives at GP1" in invoke("board", "check", path).output
    assert "Other device its RX --- GP0" in invoke("board", "show", path).output


def test_the_guide_names_the_pins_and_its_links_lead_somewhere():
    text = (FOLDER / "guides" / "link.md").read_text(encoding="utf-8")
    assert f"GP{LINK['tx']} (pin 1), which sends, to GP{LINK['rx']} (pin 2)" in text
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (FOLDER / "guides" / target).resolve().is_file(), target
    for name in list_boards():
        assert "](link.md)" in (FOLDER / "guides" / f"{name}.md").read_text(encoding="utf-8")


def test_the_guide_names_the_box_of_the_workshop_and_what_to_do_if_nothing_happens():
    text = (FOLDER / "guides" / "link.md").read_text(encoding="utf-8")
    label = re.search(r'"(Is it linked[^"]*)"', text)
    assert label and f"> {label[1]}, so" in (ROOT / "host_sim/web/workshop/workshop.html").read_text(encoding="utf-8")
    assert "\n### Nothing happens\n" in text
    assert "](guides/link.md#nothing-happens)" in (FOLDER / "WHAT_IF.md").read_text(encoding="utf-8")
    assert '<h3 id="nothing-happens">' in front.as_page(FOLDER / "guides" / "link.md")
    assert 'href="link.html#nothing-happens"' in front.as_page(FOLDER / "WHAT_IF.md")


def test_the_screens_of_the_picture_are_different():
    """Six of them, each a panel of LEDs as a linked console lights it."""
    lit = re.findall(r'<circle .* fill="(#\w+)"/>', link_picture.screens())
    assert len(lit) == 6 * 64
    assert len({tuple(lit[start : start + 64]) for start in range(0, len(lit), 64)}) == 6
