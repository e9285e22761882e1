"""If every key is a point, the back and undo keys together open the pause."""

import pytest
from console import BACK, BOARD, Person

from host_sim.console import describe

CASES = {
    BOARD: ("three-player", (), "right corners: pause"),
    "pico_neotrellis_8x8": ("mnk", (8, 8, 5), "top corners: pause"),
    "pico_ws2812_8x8_keys_8x8": ("hex", (7,), "top corners: pause"),  # the undo key is no point, all back keys are
}


def in_match(folder, board=BOARD):
    """Return a person in a match between people in which every key is a point."""
    person = Person(folder, board)
    person.begin(*CASES[board][:2])
    return person


@pytest.mark.parametrize("board", CASES)
@pytest.mark.parametrize("gap_ms", [0, 10, 300, 1500])
@pytest.mark.parametrize("swapped", [False, True])
def test_two_keys_together_open_the_pause_and_place_nothing(board, gap_ms, swapped, tmp_path):
    person = in_match(tmp_path, board)
    roles = person.session.board["keys"]["roles"]
    keys = [roles["back"], roles["undo"]]
    first, second = keys[::-1] if swapped else keys
    if describe.key_point(person.app, first) is None:
        gap_ms = min(gap_ms, 500)  # a key that is no point opens the pause alone if it is held for longer
    person.press(first)
    person.wait(gap_ms)
    person.press(second)
    person.wait(60)
    assert person.screen == "pause"
    person.release(second)
    person.wait(gap_ms)
    person.release(first)
    person.wait(500)
    assert person.screen == "pause" and person.position.plies == 0
    person.tap(roles["select"])
    assert person.screen == "play" and person.position.plies == 0


def test_an_undo_key_that_is_no_point_undoes_on_release(tmp_path):
    person = in_match(tmp_path, "pico_ws2812_8x8_keys_8x8")
    roles = person.session.board["keys"]["roles"]
    person.tap(roles["select"])
    assert person.position.plies == 1
    person.press(roles["undo"])
    person.wait(60)
    person.tap(roles["back"])
    person.release(roles["undo"])
    person.wait(500)
    assert person.screen == "pause" and person.position.plies == 1
    person.tap(roles["select"])
    person.tap(roles["undo"])
    assert person.screen == "play" and person.position.plies == 0


@pytest.mark.parametrize("board", CASES)
def test_it_is_explained_once(board, tmp_path):
    person = Person(tmp_path, board, first=True)  # the first start
    person.tap(person.session.board["keys"]["roles"]["back"], then=300)
    said = []
    for _ in range(2):
        person = in_match(tmp_path, board)
        points = [key for key in range(person.app.keypad.keys.count) if describe.places_stone(person.app, key)]
        person.tap(*points[: person.position.sides])  # the lights say what wins before
        person.wait(5000)
        said.append(describe.words(person.app))
    assert said == [CASES[board][2], ""]


def test_it_is_not_explained_if_a_key_is_spare(tmp_path):
    person = Person(tmp_path, BOARD, first=True)
    person.tap(BACK, then=450)
    person.start("tic-tac-toe", 0, 0)
    person.tap(0, 5)
    person.wait(5000)
    assert describe.words(person.app) == "" and not person.app.settings.knows_pause


def test_a_stone_placed_while_the_undo_key_is_down_stays(tmp_path):
    person = in_match(tmp_path, "pico_ws2812_8x8_keys_8x8")
    roles = person.session.board["keys"]["roles"]
    person.press(roles["undo"])
    person.wait(60)
    person.tap(roles["select"])
    assert person.position.plies == 1
    person.release(roles["undo"])
    person.wait(200)
    assert person.position.plies == 1
