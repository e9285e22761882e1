"""A key log may name a match: the player finds it by reading the screens, whatever games there are."""

import pytest

from glowgrid.games import discover
from glowgrid.rules.game import size_name
from host_sim.boards.files import list_boards, load_board
from host_sim.console import describe, keylog, menu_path
from host_sim.console.session import Session
from host_sim.own_games.data.reader import game_from

BOARD = load_board("pico_ws2812_8x8_keys_4x4")


def parsed(text, board=BOARD, **options):
    keys = board["keys"]
    return keylog.parse(text, keys["width"] * keys["height"], "game.keys", menu_path.reader(board, **options))


def played(changes, folder, board=BOARD, found=None):
    """Return the console after these changes."""
    session = Session(board, folder, found)
    for _ in session.play(changes, changes[-1][0] + 500):
        pass
    return session.app


MATCHES = [("hex", "4", [2, 0]), ("three-player", "", [0, 3, 0]), ("tic-tac-toe", "", [0, 0]), ("mnk", "4,4,3", [3, 3])]


@pytest.mark.parametrize(
    "board, game, size, seats",
    [
        pytest.param(board, *match, marks=[pytest.mark.long] if (number + at) % len(MATCHES) else [])
        for number, board in enumerate(list_boards())
        for at, match in enumerate(MATCHES)
    ],
)
@pytest.mark.sample(3)
def test_the_named_match_is_reached_on_every_board(board, game, size, seats, tmp_path):
    board = load_board(board)
    app = played(menu_path.to_match(board, 500, game, size, seats), tmp_path, board)
    assert describe.match_on_screen(app)
    match = app.match
    assert (match.game.name, size_name(match.size), match.seats) == (game, size, seats)


def test_the_seats_appear_at_the_same_time_for_any_number_of_games(tmp_path):
    games, errors = discover()
    more = [game_from({"name": f"new-{number}", "field": ["ooo"], "lines": ["a1 b1"]}) for number in range(12)]
    found = (more + games, errors)
    few, many = (menu_path.to_match(BOARD, 500, "hex", "5", [0, 0], found=each) for each in (None, found))
    assert len(many) > len(few) and many[-1] == few[-1]
    assert played(many, tmp_path, found=found).match.game.name == "hex"


def test_an_entry_is_taken_by_its_name_on_any_screen(tmp_path):
    text = "500 take settings\n1800 take turn\n3100 take turn\n4400 take brightness\n"
    app = played(parsed(text), tmp_path)
    assert app.settings.turn == 2 and describe.screen_name(app) == "brightness"  # on a turned device, too
    text = "500 menu hex 5 seats 0 0\n4000 press 3\n4080 release 3\n4200 take coach\n"
    assert played(parsed(text), tmp_path / "other").match.coach


@pytest.mark.parametrize(
    "text, why",
    [
        ("500 take coach\n", "the screen 'menu' has no 'coach'; it has tic-tac-toe"),
        ("500 menu hex 4 seats 0 0\n4000 take coach\n", "the screen 'play' has no entries to take"),
        ("100 take hex\n", "too soon after power-up"),
    ],
)
def test_a_missing_entry_is_named(text, why):
    with pytest.raises(keylog.KeyLogError, match=why):
        parsed(text)


def test_a_log_starts_from_the_saves_that_exist(tmp_path):
    board, saves = BOARD, tmp_path / "saves"
    played(parsed("500 menu three-player seats 0 0 0\n4000 press 5\n4080 release 5\n"), saves)
    changes = parsed("500 menu tic-tac-toe seats 0 0\n", saves=saves)  # the offered match has to be declined
    assert played(changes, saves, board).match.game.name == "tic-tac-toe"


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("500 menu chess seats 0 0", "the screen 'menu' has no 'chess'; it has tic-tac-toe, "),
        ("500 menu hex 99 seats 0 0", "the screen 'sizes' has no '99'; it has "),
        ("500 menu hex seats 0 0", "the screen 'sizes' has no ''; it has "),
        ("500 menu hex 5 seats 0 10", "seats [0, 10]; expected 2 numbers from 0 to 9"),
        ("500 menu hex 5 seats 0 x", "expected TIME_MS menu GAME [SIZE] seats SEAT SEAT"),
        ("0 menu hex 5 seats 0 0", "0 ms is too soon after power-up"),
        ("soon menu hex 5 seats 0 0", "time and key must be whole numbers"),
    ],
)
def test_an_unreachable_match_is_named_with_its_line(line, complaint):
    with pytest.raises(keylog.KeyLogError) as error:
        parsed(f"# first\n{line}\n")
    said = str(error.value)
    assert said.startswith("game.keys:2: ") and complaint in said and "\n" not in said


def test_from_a_match_there_is_no_way():
    with pytest.raises(keylog.KeyLogError, match="cannot reach the menu from the screen 'play'"):
        parsed("500 menu tic-tac-toe seats 0 0\n5000 menu hex 5 seats 0 0\n")
