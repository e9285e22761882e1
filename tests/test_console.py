"""The console as a person meets it: every screen, every way back, on virtual keys, lights and clock."""

import json

import pytest
from console import BACK, DOWN, LEFT, RIGHT, SELECT, UNDO, UP, Person
from glowgrid.console.palette import CHARS
from glowgrid.rules.data import game_from
from glowgrid.search import LEVELS
from host_sim.boards import load_board
from host_sim.golden import BOARD
from host_sim.session import Session


@pytest.fixture
def person(tmp_path):
    return Person(tmp_path)


def test_splash_ends_by_itself_or_by_any_key(tmp_path):
    one = Person(tmp_path, splash=False)
    assert one.screen == "Splash"
    one.wait(1500)
    assert one.screen == "Choice"
    other = Person(tmp_path, splash=False)
    other.tap(7)
    assert other.screen == "Choice"


def test_the_menu_pages_round_and_shows_every_game(person):
    seen = []
    for _ in person.app.screen.entries:
        seen.append(person.text())
        person.tap(RIGHT)
    assert person.text() == seen[0]
    assert len(set(seen)) == len(seen) == len(person.app.games) + 1  # and the brightness
    person.tap(LEFT)
    assert person.text() == seen[-1]


def test_seats_choose_a_person_or_any_level(person):
    person.choose("three-player")
    assert person.app.screen.seats == [0, LEVELS, LEVELS]
    for expected in (1, 2, 3, 4, 5, 0):
        person.tap(RIGHT)
        assert person.app.screen.seats[0] == expected
    person.tap(UP)
    person.tap(LEFT)
    assert person.app.screen.seats == [0, LEVELS, LEVELS - 1]
    person.tap(BACK)
    assert person.screen == "Choice"


def test_a_stone_is_placed_when_the_key_is_let_go(person):
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.press(5)
    person.wait(10)
    assert person.position.plies == 0
    assert person.text().splitlines()[3] == "a..##.a."
    person.wait(50)
    person.release(5)
    person.wait(10)
    assert list(person.position.history[:1]) == [4]
    assert person.text().splitlines()[3] == "b..AA.b."


def test_an_occupied_point_flashes_red_and_changes_nothing(person):
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(5, then=300)
    before = bytes(person.position.cells)
    person.press(5)
    person.wait(10)
    assert person.text().splitlines()[3] == "b..!!.b."
    person.release(5)
    person.wait(1000)
    assert bytes(person.position.cells) == before
    assert "!" not in person.text()


def test_three_people_play_and_the_free_points_show_whose_turn_it_is(person):
    person.choose("three-player")
    person.sit(0, 0, 0)
    for sign, key in (("a", 0), ("b", 5), ("c", 10), ("a", 15)):
        assert sign in person.text() and not set("abc") - {sign} & set(person.text())
        person.tap(key)
    assert list(person.position.history[:4]) == [0, 5, 10, 15]
    assert person.text().splitlines()[0:2] == ["11b.b.b.", "11......"]


def test_where_every_key_is_a_point_a_long_press_pauses_without_a_stone(person):
    person.choose("three-player")
    person.sit(0, 0, 0)
    person.hold(3)
    assert person.screen == "Choice"
    assert person.position.plies == 0
    person.tap(SELECT)  # resume
    assert person.screen == "Play"


def test_larger_fields_are_played_with_a_cursor(person):
    person.choose("mnk")
    person.tap(BACK)
    assert person.screen == "Sizes"
    while person.app.screen.entries[person.app.screen.at] != (8, 8, 5):
        person.tap(RIGHT)
    person.tap(SELECT)
    person.sit(0, 0)
    field = person.position.field
    start = person.app.screen.cursor
    person.tap(UP, LEFT)
    assert person.app.screen.cursor == start - 9
    x, y = field.columns[start - 9], field.rows[start - 9]
    assert person.text().splitlines()[y][x] == "#"
    person.tap(SELECT)
    assert person.position.cells[start - 9] == 1
    for _ in range(8):
        person.tap(RIGHT)
    assert person.app.screen.cursor == start - 9  # once round the edge
    person.tap(SELECT)
    assert person.position.plies == 1
    person.tap(BACK)
    assert person.screen == "Choice"
    person.tap(SELECT)
    assert person.screen == "Play" and person.app.screen.cursor == start - 9


def test_the_cursor_reaches_every_point_of_a_scattered_field(person):
    person.choose("fano")
    person.sit(0, 0)
    screen = person.app.screen
    reached, todo = {screen.cursor}, [screen.cursor]
    while todo:
        start = todo.pop()
        for key in (UP, DOWN, LEFT, RIGHT):
            screen.cursor = start
            person.tap(key, then=20)
            if screen.cursor not in reached:
                reached.add(screen.cursor)
                todo.append(screen.cursor)
    assert len(reached) == 7


def test_undo_takes_back_to_the_persons_last_move_and_cancels_thinking(person):
    person.choose("tic-tac-toe")
    person.sit(0, 5)
    person.tap(UNDO)
    assert person.position.plies == 0
    person.tap(5)
    person.wait(1000)
    assert person.position.plies == 2
    person.tap(10)
    assert person.position.plies == 3 and person.app.match.engine_to_move()
    person.tap(UNDO)  # while the engine thinks
    assert person.position.plies == 2
    person.wait(2000)
    assert person.position.plies == 2  # and it has stopped
    person.tap(UNDO)
    assert person.position.plies == 0


def test_keys_stay_alive_while_the_engine_thinks(person):
    person.choose("mnk")
    person.tap(BACK, LEFT, SELECT)  # the last size, 8x8
    person.sit(0, 5)
    person.tap(SELECT)
    person.wait(200)
    assert person.app.screen.thinking
    looked_at = {person.app.match.engine.looking_at}
    texts = {person.text()}
    for _ in range(20):
        person.wait(120)
        looked_at.add(person.app.match.engine.looking_at)
        texts.add(person.text())
    assert len(looked_at) > 1 and len(texts) > 1  # the point under consideration wanders on the lights
    person.tap(BACK)
    assert person.screen == "Choice"
    plies = person.position.plies
    person.wait(1000)
    assert person.position.plies == plies


def test_engine_against_engine_plays_to_the_end_and_can_be_left(person):
    person.choose("tic-tac-toe")
    person.sit(5, 5)
    person.wait(8000)
    assert person.position.is_draw()
    person.tap(BACK)
    assert person.screen == "Choice"


def win_3x3(person):
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(0, 4, 1, 5, 2)
    assert person.position.winner == 1


def test_the_winning_points_shine_and_the_rest_is_dim(person):
    win_3x3(person)
    person.wait(20)
    seen = set()
    for _ in range(60):
        person.wait(10)
        rows = person.text().splitlines()
        seen.add(rows[0])
        assert rows[3] == "b..b...."
    assert seen == {"AA.AA.AA", "11.11.11"}


def test_after_the_end_rematch_undo_and_menu(person):
    win_3x3(person)
    person.wait(600)
    person.tap(5)  # any point
    assert person.screen == "Choice" and len(person.app.screen.entries) == 3
    person.tap(SELECT)  # undo
    assert person.position.winner == 0 and person.position.plies == 4
    person.tap(2)
    person.wait(600)
    person.tap(BACK, RIGHT, SELECT)
    assert person.screen == "Play" and person.position.plies == 0  # rematch
    person.tap(BACK, LEFT, SELECT)
    assert person.screen == "Choice" and len(person.app.screen.entries) == len(person.app.games) + 1


@pytest.mark.parametrize("plies", range(1, 9))
def test_power_loss_after_any_move_is_offered_again(tmp_path, plies):
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    keys = [5, 0, 2, 8, 4, 6, 9, 1][:plies]
    person.tap(*keys)
    cells = bytes(person.position.cells)
    again = Person(tmp_path)
    assert again.screen == "Choice" and len(again.app.screen.entries) == 2
    again.tap(SELECT)
    assert again.screen == "Play"
    assert bytes(again.position.cells) == cells and again.app.match.seats == [0, 0]
    again.tap(UNDO)
    assert again.position.plies == plies - 1


def test_the_offer_can_be_declined_and_the_match_is_still_there(tmp_path):
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(5)
    again = Person(tmp_path)
    again.tap(BACK)
    assert len(again.app.screen.entries) == len(again.app.games) + 2  # resume is the first
    again.tap(SELECT)
    assert again.screen == "Play" and again.position.plies == 1


def test_a_self_test_at_power_up_loses_no_match(tmp_path):
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(5)
    again = Person(tmp_path, splash=False)
    again.app.test_hardware(0)  # as main.py does with the undo key held
    again.wait(5000)
    assert again.screen == "SelfTest"
    again.hold(5)
    again.tap(SELECT)
    assert again.screen == "Play" and again.position.plies == 1


def test_a_finished_match_is_not_offered(tmp_path):
    win_3x3(Person(tmp_path))
    assert Person(tmp_path).app.screen.entries[0][0] == Person(tmp_path).app.games[0].icon


FOREIGN = [
    {"game": "chess", "size": [], "seats": [0, 0], "seed": 1, "moves": []},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4, 4]},
    {"game": "tic-tac-toe", "size": [3], "seats": [0, 0], "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 0, 0], "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 99], "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": "no", "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 5], "seed": "x", "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 5], "seed": 1, "moves": ["a"]},
    {"game": "mnk", "size": [15, 16, 5], "seats": [0, 0], "seed": 1, "moves": [4]},
    {"moves": 1},
    [],
    7,
]


@pytest.mark.parametrize("record", FOREIGN, ids=json.dumps)
def test_a_save_that_makes_no_sense_is_set_aside_with_a_sign(tmp_path, record):
    Person(tmp_path).app.storage.save("match", record)
    person = Person(tmp_path)
    assert person.screen == "Sign" and "!" in person.text()
    assert (tmp_path / "match.bad").exists()
    person.tap(SELECT)
    assert person.screen == "Choice"
    assert Person(tmp_path).screen == "Choice"  # only once


@pytest.mark.parametrize("data", [
    [], 3, {"brightness": 900}, {"seats": {"tic-tac-toe": [9, 9]}}, {"seats": {"three-player": []}}, {"game": 4, "size": "x"},
], ids=json.dumps)
def test_settings_that_make_no_sense_are_ignored(tmp_path, data):
    Person(tmp_path).app.storage.save("settings", data)
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.tap(BACK)
    person.choose("three-player")
    person.sit(0, 0, 0)


def test_brightness_is_felt_at_once_and_kept(tmp_path):
    person = Person(tmp_path)
    person.tap(LEFT, SELECT)
    assert person.screen == "Brightness"
    before = person.session.lights.milliamps
    person.tap(RIGHT, RIGHT, RIGHT)
    assert person.session.lights.milliamps > before
    chosen = person.session.lights.brightness
    person.tap(SELECT)
    assert Person(tmp_path).session.lights.brightness == chosen


def test_seats_and_game_are_remembered(tmp_path):
    person = Person(tmp_path)
    person.choose("three-player")
    person.sit(0, 2, 3)
    again = Person(tmp_path)
    again.tap(SELECT)
    assert again.app.screen.seats == [0, 2, 3]


def test_every_frame_is_made_of_the_palette(person):
    person.choose("three-player")
    person.sit(1, 1, 1)
    for _ in range(300):
        person.wait(10)
        assert set(person.text()) <= set(CHARS + "\n")
        assert len(person.text()) == 8 * 9 - 1


def test_a_game_of_ones_own_that_is_larger_than_the_lights_is_left_out_and_said(tmp_path, capsys):
    wide = game_from({"name": "wide", "field": ["ooooooooo"], "lines": ["a1 b1"]})
    fits = game_from({"name": "fits", "field": ["oo", "o"], "lines": ["a1 b1"]})
    session = Session(load_board(BOARD), tmp_path, found=([wide, fits], []))
    for _ in range(60):
        session.tick()
    assert [entry[0] for entry in session.app.screen.entries][:-1] == [fits.icon]
    assert capsys.readouterr().out == "wide: no size of it fits 8x8 LEDs\n"


def test_a_match_that_cannot_be_saved_goes_on_after_a_sign(tmp_path):
    (tmp_path / "saves").write_text("a file where the folder should be")
    person = Person(tmp_path / "saves")
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(5)
    assert person.screen == "Sign" and "!" in person.text()
    person.tap(SELECT)
    assert person.screen == "Play" and person.position.plies == 1
    person.tap(0, 1)
    assert person.screen == "Play" and person.position.plies == 3  # said once
