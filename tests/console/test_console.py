"""The console as a person meets it: every screen, every way back, on virtual keys, lights and clock."""

import json

import pytest
from all_games import own_game
from console import BACK, BOARD, DOWN, LEFT, RIGHT, SELECT, UNDO, UP, Person
from entries import PAUSE, in_menu, known

from glowgrid.console import finished, load
from glowgrid.console.match import ENGINE
from glowgrid.console.storage import Storage
from glowgrid.console.your_level import YOURS
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.console.session import Session
from host_sim.own_games.data.reader import game_from


def test_the_menu_pages_round_and_shows_every_game(person):
    seen = []
    for _ in person.app.screen.entries:
        seen.append(person.text())
        person.tap(RIGHT)
    assert person.text() == seen[0]
    assert len(set(seen)) == len(seen)
    assert in_menu(person) == [*(game.name for game in person.app.games), "settings"]
    person.tap(LEFT)
    assert person.text() == seen[-1]


def test_seats_choose_a_person_or_any_level_that_the_game_has(person):
    person.choose("three-player")
    assert person.app.screen.seats == [0, YOURS, YOURS]
    for expected in (1, 2, 3, YOURS, 0):
        person.tap(RIGHT)
        assert person.app.screen.seats[0] == expected
    person.tap(UP)
    person.tap(LEFT)
    assert person.app.screen.seats == [0, YOURS, 3]
    person.tap(BACK)
    assert person.screen == "menu"


def test_a_held_arrow_repeats_in_menus(person):
    first = person.app.screen.at
    person.press(RIGHT)
    person.wait(880)
    person.release(RIGHT)
    person.wait(1000)
    # With the press, then after 400, 525, 650, 775 ms.
    assert person.app.screen.at == (first + 1 + 4) % len(person.entries())


def test_a_stuck_arrow_stops_and_the_other_keys_still_work(person):
    person.press(RIGHT)
    person.wait(10_000)
    at = person.app.screen.at
    person.wait(1000)
    assert person.app.screen.at == at
    person.tap(LEFT)
    assert person.app.screen.at == (at - 1) % len(person.app.screen.entries)


def test_the_cursor_reaches_every_point_of_a_scattered_field(person):
    person.start("fano", 0, 0)
    screen = person.app.screen
    reached, todo = {screen.match.cursor}, [screen.match.cursor]
    while todo:
        start = todo.pop()
        for key in (UP, DOWN, LEFT, RIGHT):
            screen.match.cursor = start
            person.tap(key, then=20)
            if screen.match.cursor not in reached:
                reached.add(screen.match.cursor)
                todo.append(screen.match.cursor)
    assert len(reached) == 7


def test_undo_takes_back_to_the_persons_last_move_and_cancels_thinking(person):
    person.start("tic-tac-toe", 0, 2)
    person.tap(UNDO)
    assert person.position.plies == 0
    person.tap(5, then=1150)
    assert person.position.plies == 2
    person.tap(10)
    assert person.position.plies == 3 and person.app.match.engine_to_move()
    person.tap(UNDO)  # while the engine thinks
    assert person.position.plies == 2
    person.wait(2000)
    assert person.position.plies == 2  # and it has stopped
    person.tap(UNDO)
    assert person.position.plies == 0


def test_a_faster_chip_thinks_more_in_the_same_time(tmp_path):
    found = []
    for speed in (0.25, 0.5):
        person = Person(tmp_path / str(speed), {**load_board(BOARD), "speed": speed})
        person.start("hex", 5, 0, size="8")
        began = person.session.now_ms
        while not person.position.plies:
            person.wait(10)
        found.append((person.session.now_ms - began, person.app.match.engine.verdict.work))
    times, works = zip(*found)
    assert (
        max(times) - min(times) <= 30 and 700 <= times[0] <= 1050
    )  # level 5: 1 s, unless the best move is clear earlier
    assert 0.45 < works[0] / works[1] < 0.55


@pytest.mark.parametrize(
    "game, size, key",
    [("three-player", None, 5), ("mnk", "8,8,5", SELECT)],  # the key of the stone; with a cursor: select
)
def test_a_thinking_engine_moves_at_once_on_request(person, game, size, key):
    person.choose(game, size)
    screen = person.app.screen
    person.sit(*[0, screen.levels, screen.levels][: screen.game.sides])
    person.tap(key, then=1150)
    assert person.position.plies == 1 and "move now" in person.app.screen.help()
    person.tap(key, then=250)
    assert person.position.plies == 2 and person.position.is_legal(person.position.undo())


def test_keys_stay_alive_while_the_engine_thinks(person):
    person.start("mnk", 0, 5, size="8,8,5")
    person.tap(SELECT, then=350)
    assert person.app.screen.thinking
    verdict = person.app.match.engine.verdict
    looked_at = {verdict.looking_at}
    texts = {person.text()}
    for _ in range(20):
        person.wait(120)
        looked_at.add(verdict.looking_at)
        texts.add(person.text())
    assert len(looked_at) > 1 and len(texts) > 1  # the lights show the point under consideration
    person.tap(BACK)
    assert person.screen == "pause"
    plies = person.position.plies
    person.wait(1000)
    assert person.position.plies == plies


WINNING = 0, 4, 1, 5, 2  # keys of a 3x3 field


def win_3x3(person):
    person.start("tic-tac-toe", 0, 0)
    person.tap(*WINNING)
    assert person.position.winner == 1


def test_after_the_end_rematch_undo_and_menu(person):
    win_3x3(person)
    person.tap(5)  # too soon: it may be meant for the match
    assert person.screen == "play"
    person.wait(600)
    person.tap(5)  # any point
    assert person.screen == "pause" and known(person, PAUSE) == ["once more", "menu", "take back"]
    person.take("take back")
    assert person.position.winner == 0 and person.position.plies == 4
    person.tap(2, then=750)
    person.pause_and("once more")
    assert person.screen == "play" and person.position.plies == 0
    person.pause_and("menu")
    assert person.screen == "menu" and in_menu(person) == [*(game.name for game in person.app.games), "settings"]


def test_the_starter_changes_from_the_menu_too_and_the_score_continues(person):
    def won_by(first):
        """The starting side wins; then the menu, and the same game again with the offered seats."""
        for key in (0, 4, 1, 5, 2) if first else (0, 4, 1, 5, 10, 6):
            if not person.position.is_over():
                person.tap(key)
        person.wait(600)
        score = person.app.match.total()
        person.tap(0)
        person.take("menu")
        person.choose("tic-tac-toe")
        return score

    person.choose("tic-tac-toe")
    assert person.app.screen.seats == [0, YOURS]
    person.sit(0, 0)
    assert won_by(True) == [1, 0]
    person.tap(SELECT, then=250)
    assert person.app.match.score == [0, 1]
    assert won_by(False) == [0, 2]
    assert person.app.screen.seats == [0, 0]
    person.sit(0, 1)
    assert person.app.match.score == [0, 0]  # other players
    person.pause_and("menu")
    person.choose("tic-tac-toe")
    assert person.app.screen.seats == [1, 0]
    person.sit(1, 0)
    person.pause_and("once more")
    assert person.app.match.seats == [0, 1]
    person.pause_and("menu")
    person.choose("tic-tac-toe")
    assert person.app.screen.seats == [1, 0]  # after the seats of the last match, not of the last choice


def test_the_score_of_the_evening_alternates_with_the_icon(person):
    """Each side has a row of pips in its player's present colour; an undone win does not count."""
    person.start("tic-tac-toe", 0, 0)
    one, two = "1.......", "2......."
    after_three = ["1.1.....", "1.1.....", two, two]
    for rows in ([one, one], [one, one, two, two], after_three):  # side 1 wins every time: the players take turns
        person.tap(*WINNING)
        person.wait(600)
        person.tap(5)
        person.take("take back")
        person.tap(2, then=750)
        person.tap(5)
        assert person.text().splitlines()[: len(rows)] == rows
        person.tap(SELECT)


@pytest.mark.parametrize(("wins", "row"), [(1, "1..."), (4, "1111"), (9, "1111")])
def test_the_score_fits_a_board_of_4x4_leds(tmp_path, wins, row):
    person = Person(tmp_path, "pimoroni_pico_rgb_keypad")
    person.start("tic-tac-toe", 0, 0)
    person.app.match.score = [wins - 1, 0]
    person.tap(*WINNING)
    person.wait(600)
    person.tap(5)
    assert person.text().splitlines()[0] == row


def test_a_declined_match_can_still_be_resumed(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.tap(5)
    again = Person(tmp_path)
    again.tap(BACK)
    assert in_menu(again) == ["go on", *(game.name for game in again.app.games), "settings"]
    again.tap(SELECT)
    assert again.screen == "play" and again.position.plies == 1


def test_a_self_test_at_power_up_loses_no_match(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.tap(5)
    session = Session(load_board(BOARD), tmp_path)
    session.app.test_hardware(0)  # as main.py does with the undo key held
    again = Person(tmp_path, splash=False, session=session)
    again.wait(5000)
    assert again.screen == "self-test"
    again.hold(5)
    again.wait(500)
    assert again.screen == "resume"
    again.tap(SELECT)
    assert again.screen == "play" and again.position.plies == 1


FOREIGN = [
    {"game": "chess", "size": [], "seats": [0, 0], "seed": 1, "moves": []},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4, 4]},
    {"game": "tic-tac-toe", "size": [3], "seats": [0, 0], "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 0, 0], "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 99], "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": "no", "seed": 1, "moves": [4]},
    {"game": "tic-tac-toe", "size": [], "seats": [0, 5], "seed": 1, "moves": ["a"]},
    {"game": "mnk", "size": [3, 3, 0.5], "seats": [0, 0], "seed": 1, "moves": [4]},
    {"game": "mnk", "size": [15, 16, 5], "seats": [0, 0], "seed": 1, "moves": [4]},
    {"moves": 1},
    [],
]


@pytest.mark.parametrize("record", FOREIGN, ids=json.dumps)
def test_a_nonsense_save_is_set_aside_with_a_sign(tmp_path, record):
    Person(tmp_path).app.storage.save("match", record)
    person = Person(tmp_path)
    assert person.screen == "sign" and "!" in person.text()
    assert describe.faults(person.app) == ["The save 'match' made no sense; it is kept as match.bad"]
    assert (tmp_path / "match.bad").exists()
    person.tap(SELECT)
    assert person.screen == "menu"
    assert Person(tmp_path).screen == "menu"  # only once


def test_a_sign_names_four_faults_and_counts_the_others(tmp_path):
    person = Person(tmp_path)
    for faults, said in (("abcd", "a, b, c, d"), ("abcde", "a, b, c, d, and 1 more")):
        person.app.go(load.sign.Sign(person.app, person.app.open_menu, list(faults)))
        person.wait(2500)
        assert person.app.panel.words.text == said


NONSENSE = [[], {"brightness": 900}, {"size": "x"}, {"seats": {"tic-tac-toe": [9, 9]}}, {"seats": {"three-player": []}}]


@pytest.mark.parametrize("data", NONSENSE, ids=json.dumps)
def test_nonsense_settings_are_ignored(tmp_path, data):
    Person(tmp_path).app.storage.save("settings", data)
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.tap(BACK)
    person.start("three-player", 0, 0, 0)


def kept(folder):
    """Return the finished matches that are kept, {number: moves}."""
    storage = Storage(str(folder))
    games = Storage(str(folder / "games"))
    return {number: games.load(str(number))["moves"] for number in finished.numbers(storage)}


def test_a_finished_match_is_kept_once_whatever_follows(tmp_path):
    person = Person(tmp_path)
    win_3x3(person)
    person.wait(500)
    moves = list(person.position.history[: person.position.plies])
    assert kept(tmp_path) == {1: moves}
    person.pause_and("take back")
    person.wait(500)
    assert kept(tmp_path) == {1: moves}
    again = Person(tmp_path)  # the power is cut
    again.wait(500)
    again.tap(SELECT)
    assert again.screen == "play" and again.position.plies == len(moves) - 1
    again.tap(2, then=650)
    assert kept(tmp_path) == {1: moves}
    again.tap(SELECT)
    again.take("once more")
    again.tap(*WINNING)
    again.wait(500)
    assert kept(tmp_path) == {1: moves, 2: moves}


def test_brightness_takes_effect_at_once_and_is_kept(tmp_path):
    person = Person(tmp_path)
    person.take("settings")
    person.take("brightness")
    assert person.screen == "brightness"
    before = person.session.lights.milliamps
    person.tap(LEFT, LEFT, LEFT)
    assert person.session.lights.milliamps < before
    chosen = person.session.lights.brightness
    person.tap(SELECT)
    assert Person(tmp_path).session.lights.brightness == chosen


def test_seats_and_game_are_remembered(tmp_path):
    person = Person(tmp_path)
    person.start("three-player", 0, 2, 3)
    again = Person(tmp_path)
    again.tap(SELECT)
    assert again.app.screen.seats == [2, 3, 0]  # the other side starts


def test_an_own_game_larger_than_the_lights_is_left_out_with_a_message(tmp_path, capsys):
    wide = game_from({"name": "wide", "field": ["ooooooooo"], "lines": ["a1 b1"]})
    fits = game_from({"name": "fits", "field": ["oo", "o"], "lines": ["a1 b1"]})
    person = Person(tmp_path, BOARD, games=[wide, fits])
    person.wait(600)
    assert in_menu(person) == ["fits", "settings"] and "wide" not in person.entries()
    assert capsys.readouterr().out == "wide: no size of it fits 8x8 LEDs\n"


def broken():
    raise ValueError("my-game: broken")


def nine_by_nine():
    return Lines(square(9, 9), 2, [range(9)]).position()


@pytest.mark.parametrize(
    "setup, said",
    [
        (broken, "my-game: broken"),
        (None, "my-game: setup is missing; a function that returns a position at its start"),
        (nine_by_nine, "my-game: a 9x9 field does not fit 8x8 LEDs"),
    ],
)
def test_an_own_game_that_cannot_be_set_up_is_reported_when_it_starts(tmp_path, setup, said):
    game = Game("my-game", "A game.", setup=setup)
    person = Person(tmp_path, BOARD, games=[game])
    person.wait(3000)
    person.page_to("my-game")
    person.tap(SELECT, SELECT, then=600)
    assert person.screen == "sign" and describe.faults(person.app) == [said]
    person.tap(SELECT)
    assert person.screen == "menu" and person.app.match is None


@pytest.mark.parametrize(
    "presses, saved_ms",
    [
        ((), 170),  # after the press of the move itself, and one tick each for the start and the folder
        ((100,), 270),
        ((100, 200, 300), 470),
        (range(100, 3000, 100), 2080),  # two seconds after the move, which happens on release
    ],
)
def test_a_save_waits_for_a_pause_in_presses_but_not_for_ever(tmp_path, presses, saved_ms):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.wait(200)
    began = person.session.now_ms
    while not (tmp_path / "match.new").exists():
        now_ms = person.session.now_ms - began
        person.session.keys.levels[5] = now_ms < 60
        person.session.keys.levels[3] = any(at <= now_ms < at + 50 for at in presses)  # on no point
        person.wait(10)
    assert person.session.now_ms - 10 - began == saved_ms


def test_a_match_that_cannot_be_saved_continues_after_a_sign(tmp_path):
    (tmp_path / "saves").write_text("a file where the folder should be")
    person = Person(tmp_path / "saves")
    person.start("tic-tac-toe", 0, 0)
    person.tap(5)
    assert person.screen == "sign" and "!" in person.text()
    person.tap(SELECT)
    assert person.screen == "play" and person.position.plies == 1
    person.tap(0, 1)
    assert person.screen == "play" and person.position.plies == 3  # reported once


def test_people_move_for_an_engine_that_makes_an_illegal_move(tmp_path, monkeypatch, capsys):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 2)
    engine = person.app.match.engine
    monkeypatch.setattr(engine, "start", lambda *_: engine.verdict.choose(4, 0, False))
    monkeypatch.setattr(engine, "step", lambda work: True)
    person.tap(5, then=1150)
    fault = "tic-tac-toe: the engine makes the illegal move 4: a stone is there"
    assert person.screen == "sign" and describe.faults(person.app) == [fault]
    assert capsys.readouterr().out == fault + "\n"
    person.tap(5, 0, 1)
    assert person.screen == "play" and list(person.position.history[:3]) == [4, 0, 1]
    assert describe.state_line(person.app.match) == "Blue is to move."


def test_leaving_a_match_frees_its_engine(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 2)
    left = person.app.match
    engine = left.engine
    assert engine.stages
    person.tap(5)
    person.pause_and("menu")
    person.start("tic-tac-toe", 0, 2)
    assert person.app.match is not left and person.app.match.engine
    assert left.engine is None and not engine.stages and engine.step(1000)


@pytest.mark.parametrize("seats", [(0, 0), (0, 5)])
def test_a_game_with_a_pass_is_played_to_its_end(tmp_path, seats):
    game = own_game("passing")
    person = Person(tmp_path, BOARD, games=[game])
    person.start("passing", *seats, size="2,3")
    while not person.position.is_over():
        if person.app.match.engine_to_move():
            person.wait(100)
        else:
            person.pause_and("pass")
    moves = list(person.position.history[: person.position.plies])
    assert moves[0] == 6 and person.position.plies <= 12
    person.wait(600)
    person.tap(BACK)
    assert person.screen == "pause"


@pytest.mark.parametrize("name", ["misere", "gravity", "three_misere"])
def test_an_own_game_is_played_to_its_end(tmp_path, name):
    """Its rules refuse some free points, or change who wins; the engine plays every side but the first."""
    game = own_game(name)
    person = Person(tmp_path, BOARD, games=[game])
    person.start(game.name, 0, *[1] * (game.sides - 1))
    while not person.position.is_over():
        if person.app.match.engine_to_move():
            person.wait(100)
        else:
            move = next(move for move in range(person.position.moves) if person.position.is_legal(move))
            person.play(move)
    assert person.screen == "play" and person.app.match.without < ENGINE


def test_a_held_arrow_in_the_menu_starts_no_self_test(person):
    person.hold(RIGHT)
    assert person.screen == "menu"
    person.hold(UNDO)
    assert person.screen == "self-test"
