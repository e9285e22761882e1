"""The first start: a game with lit hints that the person cannot lose, shown once."""

import pytest
from console import BACK, RIGHT, SELECT, UNDO, Person

from glowgrid.console.screens.first_game import FirstMatch
from glowgrid.games import discover
from host_sim.boards import list_boards, load_board
from host_sim.console import describe
from host_sim.console.golden import BOARD
from host_sim.console.session import Session

MINUTE = 60_000


def switched_on(folder, board=BOARD):
    return Person(folder, session=Session(load_board(board), folder, first=True))


def read_words(person):
    """Wait until the words have begun and ended; return them."""
    while not person.app.panel.words:
        person.wait(10)
    said = describe.words(person.app)
    while person.app.panel.words:
        person.wait(10)
    return said


def follow_the_hint(person):
    screen = person.app.screen
    point = screen.coach.hint
    key = describe.point_key(person.app, point)
    if key is not None:
        person.tap(key)
        return
    roles, field = person.session.board["keys"]["roles"], screen.position.field
    while screen.cursor != point:
        across = field.columns[point] - field.columns[screen.cursor]
        down = field.rows[point] - field.rows[screen.cursor]
        person.tap(roles["right" if across > 0 else "left" if across else "down" if down > 0 else "up"])
    person.tap(roles["select"])


@pytest.mark.parametrize("board", list_boards())
def test_following_the_hints_wins_within_a_minute_and_leads_to_the_menu(board, tmp_path):
    person = switched_on(tmp_path, board)
    assert person.screen == "first game"
    assert read_words(person) == "3 in a row"
    moves = 0
    while not person.app.screen.position.is_over():
        person.wait(2000)
        follow_the_hint(person)
        moves += 1
        person.wait(500)
    assert moves == 3 and person.app.screen.position.winner == 1
    assert read_words(person) == "you win"
    person.wait(300)
    assert person.screen == "menu"
    assert person.session.now_ms < MINUTE
    assert person.app.match is None and not person.app.settings.results
    assert sorted(path.name for path in tmp_path.iterdir()) == ["settings"]
    assert switched_on(tmp_path, board).screen == "menu"


def games(match):
    """Yield the position after each game against the gentle side, whatever the person plays."""
    position = match.position
    for point in range(position.points):
        if not position.play(point):
            continue
        if position.is_over():
            yield position
            position.undo()
            continue
        assert match.play_best() is None
        if position.is_over():
            yield position
        else:
            yield from games(match)
        position.undo()
        position.undo()


def test_no_person_loses_and_few_draw():
    game = next(game for game in discover()[0] if game.name == "tic-tac-toe")
    ends = [position.winner for position in games(FirstMatch(game))]
    assert len(ends) > 800
    assert 2 not in ends and ends.count(0) < 0.01 * len(ends)


def test_only_back_skips_it_and_it_is_not_shown_again(tmp_path):
    person = switched_on(tmp_path)
    for key in (RIGHT, SELECT, UNDO):
        person.hold(key, 5000)
        person.wait(500)
        assert person.screen == "first game"
    person.tap(BACK)
    person.wait(300)
    assert person.screen == "menu"
    assert switched_on(tmp_path).screen == "menu"


def test_it_is_not_shown_again_after_a_power_cut(tmp_path):
    switched_on(tmp_path).wait(300)
    assert switched_on(tmp_path).screen == "menu"


def test_words_tell_a_hesitating_person_what_to_press(tmp_path):
    person = switched_on(tmp_path)
    assert read_words(person) == "3 in a row"
    assert read_words(person) == "press green"
    assert person.screen == "first game" and not person.app.screen.position.plies


def test_without_tic_tac_toe_the_menu_comes_at_once(tmp_path):
    found = [game for game in discover()[0] if game.name == "hex"], []
    assert Person(tmp_path, session=Session(load_board(BOARD), tmp_path, found, first=True)).screen == "menu"


def test_damaged_settings_are_no_first_start(tmp_path):
    (tmp_path / "settings").write_bytes(b"?")
    person = switched_on(tmp_path)
    assert person.screen == "sign"
    person.tap(SELECT)
    person.wait(100)
    assert person.screen == "menu"
