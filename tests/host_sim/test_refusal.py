"""A refused press says why, in the same words on every front end; and the page's storage keeps saves set aside."""

import json

import pytest
from all_games import own_game
from console import SELECT, UNDO, Person

from glowgrid import record
from glowgrid.console.match import PERSON
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.console import describe, menu_path
from host_sim.console.refusal import Refusals
from host_sim.console.session import Session
from host_sim.terminal import text
from host_sim.web.match import key_ways
from host_sim.web.worker import handheld

PEOPLE = (PERSON, PERSON)


def person(folder, name, size="", seats=PEOPLE, own=False):
    """Return a Person in a match of this game, one of own_games if `own`."""
    found = ([own_game(name)], []) if own else None
    board = load_board(DEFAULT_BOARD)
    session = Session(board, folder, found)
    session.refusals = Refusals()
    changes = menu_path.to_match(board, menu_path.SOONEST_MS, name, size, seats, found=found)
    for _ in session.play(changes, changes[-1][0] + 1000):
        pass
    return Person(folder, splash=False, session=session)


def key_of(someone, point):
    return describe.point_key(someone.app, point)


def test_a_stone_is_there_for_three_seconds_or_until_the_next_move(tmp_path):
    someone = person(tmp_path, "tic-tac-toe")
    refusals = someone.session.refusals
    someone.tap(key_of(someone, 4))
    assert refusals.said == ""
    someone.tap(key_of(someone, 4))
    assert refusals.said == "b2: a stone is there"
    assert "not possible: b2: a stone is there." in text.block(someone.session, 0, "")
    someone.wait(2000)
    assert refusals.said
    someone.wait(1000)
    assert refusals.said == ""
    someone.tap(key_of(someone, 4))
    assert refusals.said
    someone.tap(key_of(someone, 0))
    assert refusals.said == "" and someone.position.plies == 2


def test_undo_without_a_move_to_take_back_says_so(tmp_path):
    someone = person(tmp_path, "mnk", "8,8,5", (1, PERSON))
    someone.wait(5000)
    assert someone.position.plies == 1
    someone.tap(UNDO)
    assert someone.session.refusals.said == "you have no move to take back"
    someone.app.screen.match.cursor = someone.position.last_stone()
    someone.tap(SELECT)
    assert someone.session.refusals.said.endswith(": a stone is there")


@pytest.mark.parametrize(
    "name, points, said",
    [("fenced", (0, 8), "c3: it is not for side 2"), ("veiled", (4, 4), "b2: a stone is there")],
)
def test_the_rules_of_ones_own_game_say_it_hidden_stones_too(tmp_path, name, points, said):
    someone = person(tmp_path, name, own=True)
    for point in points:
        if someone.app.match.passes_round():
            someone.uncover()
        someone.tap(key_of(someone, point))
    assert someone.session.refusals.said == said and someone.position.plies == 1


def test_the_second_of_two_keys_goes_too_late(tmp_path):
    someone = person(tmp_path, "tic-tac-toe")
    first, second = key_of(someone, 0), key_of(someone, 8)
    someone.press(first)
    someone.press(second)
    someone.wait(100)
    someone.release(first)
    someone.wait(100)
    someone.release(second)
    someone.wait(100)
    assert someone.session.refusals.said == "c3: another key went first"


@pytest.fixture
def page(tmp_path, monkeypatch):
    """Return a function that switches the page's console on, with its saves in tmp_path."""
    monkeypatch.setattr(handheld, "SAVES", str(tmp_path))
    board = json.loads(json.dumps(load_board(DEFAULT_BOARD)))
    return lambda: handheld.Handheld(board)


def test_the_page_says_the_same(page):
    console = page()
    console.open_position(
        console.app, {"game": "tic-tac-toe", "size": "", "moves": "b2", "to": "", "seats": "", "puzzle": None}
    )
    (key,) = key_ways.keys_to(console.app, 4)
    for down in (1, 0):
        console.keys.down[key] = down
        for _ in range(10):
            console.tick()
    assert console.seen["refusal"] == "b2: a stone is there"


@pytest.mark.parametrize("version, kept", [("1", "settings.bad"), ("2", "settings.2")])
def test_the_page_keeps_a_save_that_is_set_aside(page, tmp_path, monkeypatch, version, kept):
    with monkeypatch.context() as patched:
        patched.setattr(record, "VERSION", version)
        data = record.pack({})
    (tmp_path / "settings").write_bytes(data if version == "2" else data[:-1])
    console = page()
    assert console.tick() & handheld.SAVED and not console.tick() & handheld.SAVED
    assert [path.name for path in tmp_path.iterdir()] == [kept]
