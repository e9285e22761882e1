"""Panels and places of a board file: the order of the wire they give, and what is refused, with its place."""

import copy
import json

import pytest

from glowgrid.hardware import board_check
from glowgrid.hardware.lights import order_of
from glowgrid.hardware.wire_order import wire_order
from host_sim.boards import from_text
from host_sim.boards.files import BoardError, list_boards, load_board
from host_sim.boards.panels import places_of
from host_sim.boards.parts import device_board
from host_sim.text.written_json import board_text

LARGE = "pico_ws2812_16x16_keys_4x4"
ROW_BY_ROW = [{"at": [0, 0]}, {"at": [8, 0]}, {"at": [0, 8]}, {"at": [8, 8]}]
ROWS_3, LOW = ROW_BY_ROW[:3], {"at": [8, 8], "size": [8, 7]}


@pytest.mark.parametrize(
    "panel, places",
    [
        ({}, [0, 1, 2, 3, 4, 5]),
        ({"serpentine": True}, [0, 1, 2, 5, 4, 3]),
        ({"order": "columns"}, [0, 3, 1, 4, 2, 5]),
        ({"order": "columns", "serpentine": True}, [0, 3, 4, 1, 2, 5]),
        ({"from": "top right"}, [2, 1, 0, 5, 4, 3]),
        ({"from": "bottom left"}, [3, 4, 5, 0, 1, 2]),
        ({"from": "bottom right", "order": "columns"}, [5, 2, 4, 1, 3, 0]),
        ({"turn": 180}, [5, 4, 3, 2, 1, 0]),
        ({"turn": 180, "from": "top right"}, [3, 4, 5, 0, 1, 2]),
    ],
)
def test_a_panel_three_wide_and_two_high(panel, places):
    assert places_of([{"at": [0, 0], "size": [3, 2], **panel}], 3) == places


@pytest.mark.parametrize("turn, places", [(90, [2, 5, 1, 4, 0, 3]), (270, [3, 0, 4, 1, 5, 2])])
def test_a_panel_two_wide_and_three_high_turned(turn, places):
    assert places_of([{"at": [0, 0], "size": [2, 3], "turn": turn}], 3) == places


@pytest.mark.parametrize("serpentine", [False, True])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_one_panel_is_the_order_and_rotation_of_a_whole_matrix(turn, serpentine):
    size = [5, 8] if turn % 180 else [8, 5]
    panel = {"at": [0, 0], "size": size, "turn": turn, "serpentine": serpentine}
    assert places_of([panel], 8) == list(wire_order(8, 5, "serpentine" if serpentine else "rows", turn))
    mirrored = places_of([{**panel, "from": "top right"}], 8)
    assert mirrored == list(wire_order(8, 5, "serpentine" if serpentine else "rows", turn, True))


def test_a_chain_that_goes_round():
    """The third and the fourth panel are upside down, as the cables are then short."""
    chain = [{"at": [0, 0]}, {"at": [8, 0]}, {"at": [8, 8], "turn": 180}, {"at": [0, 8], "turn": 180}]
    places = places_of(chain, 16)
    assert [places[at] for at in (0, 63, 64, 127, 128, 191, 192, 255)] == [0, 119, 8, 127, 255, 136, 247, 128]


def written(tmp_path, **leds):
    """Write a file of the 16x16 board that has these "leds" in place of its order; return its path."""
    board = copy.deepcopy(load_board(LARGE))
    del board["leds"]["order"], board["leds"]["rotate"]
    board["leds"].update(leds)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    return path


def test_the_device_gets_places_for_panels_and_people_keep_the_panels(tmp_path):
    board = load_board(written(tmp_path, panels=ROW_BY_ROW))
    tiled = {"width": 16, "height": 16, "order": "rows", "rotate": 0, "tile": [8, 8]}
    assert list(order_of(board["leds"])) == list(order_of(tiled))
    sent = json.loads(device_board(board))["leds"]
    assert sent["places"] == list(order_of(tiled)) and "panels" not in sent
    (tmp_path / "again.json").write_text(board_text(board))
    assert "places" not in board_text(board) and '\n      {"at": [8, 0]},\n' in board_text(board)
    assert load_board(tmp_path / "again.json") == board


def test_places_are_any_order(tmp_path):
    places = list(range(255, -1, -1))
    board = load_board(written(tmp_path, places=places))
    assert json.loads(device_board(board))["leds"]["places"] == list(order_of(board["leds"])) == places
    assert f'"places": [{", ".join(map(str, places))}]' in board_text(board)


@pytest.mark.parametrize(
    "leds, message",
    [
        ({}, "leds: order is missing; add it: rows: every row"),
        ({"panels": ROWS_3}, "leds.panels: no panel covers columns 8 to 15 of rows 8 to 15; add one"),
        ({"panels": [*ROWS_3, LOW]}, "leds.panels: no panel covers columns 8 to 15 of row 15; add one"),
        ({"panels": [*ROWS_3, {"at": [8, 0]}]}, "leds.panels: panels 2 and 4 overlap at column 8, row 0"),
        (
            {"panels": [*ROWS_3, {"at": [9, 8]}]},
            "leds.panels.3: panel 4 reaches column 16, row 8, beyond the 16 x 16 LEDs",
        ),
        ({"panels": [{"size": [16, 16]}]}, "leds.panels.0: at is missing; add it: [column, row] of"),
        ({"panels": [{"at": [0, 0], "turn": 45}]}, "leds.panels.0.turn: 45 is not one of [0, 90, 180, 270]"),
        ({"panels": [{"at": [0, 0], "turned": 90}]}, "leds.panels.0.turned: unknown; did you mean turn?"),
        ({"panels": ROW_BY_ROW, "rotate": 90}, "leds.rotate: a file with panels has no use for it; remove it"),
        ({"panels": ROW_BY_ROW, "places": list(range(256))}, "leds.places: they differ from the panels"),
        ({"places": list(range(255))}, "leds.places: 255 places for 16 x 16 LEDs; list each LED once"),
        ({"places": [*range(255), 3]}, "leds.places: LED 3 is at places 3 and 255; give each LED one place"),
        ({"places": [*range(255), 256]}, "leds.places: there is no LED 256; the LEDs are 0 to 255"),
        ({"panels": ROW_BY_ROW, "channels": "GRR"}, "leds.channels: 'GRR' does not fit; it is: order on the wire"),
    ],
)
def test_wrong_panels_are_refused_in_one_line(tmp_path, leds, message):
    path = written(tmp_path, **leds)
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


def test_the_page_places_the_panels_of_a_pasted_file(tmp_path):
    """It runs the firmware, which knows no panels."""
    text = written(tmp_path, panels=ROW_BY_ROW).read_text()
    assert (
        from_text.board_of(text)["leds"]["places"] == load_board(written(tmp_path, panels=ROW_BY_ROW))["leds"]["places"]
    )
    for panels in (ROW_BY_ROW[:3], 7, [{"at": [0]}], [None], ROW_BY_ROW + [{"at": [31, 0]}]):
        fault = from_text.board_fault(written(tmp_path, panels=panels).read_text())
        assert fault.startswith("leds.panels") and "\n" not in fault
    fault = from_text.board_fault(written(tmp_path, panels=ROW_BY_ROW, width=10**9).read_text())
    assert fault == "leds.width: 1000000000; expected 1 to 32"


@pytest.mark.parametrize("name", list_boards())
def test_a_device_gets_places_in_place_of_every_other_order(name):
    board = load_board(name)
    sent = json.loads(device_board(board))["leds"]
    assert sent["places"] == list(order_of(board["leds"]))
    assert not {"order", "rotate", "mirror", "tile", "panels"} & set(sent)


@pytest.mark.parametrize(
    "leds, fault",
    [
        ({}, "leds.order is missing"),
        ({"order": "rows", "rotate": 90, "tile": [4, 4]}, "leds.tile: not 16 x 16 LEDs, or rotated"),
        ({"order": "rows", "rotate": 45}, "leds.rotate: 45; expected 0 or 90 or 180 or 270"),
        ({"places": list(range(255))}, "leds.places: not each of 256 LEDs once"),
        ({"places": [*range(255), 254]}, "leds.places: not each of 256 LEDs once"),
        ({"places": [*range(255), 256]}, "leds.places: not each of 256 LEDs once"),
        ({"places": [*range(255), "255"]}, "leds.places: not each of 256 LEDs once"),
        ({"places": list(range(256)), "channels": "RGBRGB"}, "leds.channels: not R, G and B, with or without W"),
        ({"order": "serpentine", "rotate": 90}, None),
        ({"places": list(range(256))[::-1]}, None),
    ],
)
def test_the_device_checks_the_order_too(leds, fault):
    """A file made by hand may say it in either way."""
    board = json.loads(device_board(load_board(LARGE)))
    del board["leds"]["places"]
    board["leds"].update(leds)
    assert board_check.fault(board) == fault


def test_a_matrix_that_is_not_square_may_be_turned(tmp_path):
    board = load_board(written(tmp_path, width=8, height=16, order="rows", rotate=90))
    assert list(order_of(board["leds"]))[:17] == [*range(7, 128, 8), 6]
