"""The sounds of the console: which tones, when, how loud, and never at the cost of a save or a press."""

import pytest
from console import BACK, BOARD, LEFT, Person

from host_sim.boards.files import load_board

CLICK = [(2000, 1), (0, 0)]
MOVE = [(1320, 1), (0, 0)]
REFUSAL = [(310, 1), (0, 1), (310, 1), (0, 0)]
WIN = [(1050, 1), (1320, 1), (1570, 1), (2090, 1), (0, 0)]
LOSS = [(1050, 1), (880, 1), (700, 1), (0, 0)]
DRAW = [(880, 1), (0, 1), (880, 1), (0, 0)]


def play(person, *keys):
    """Tap points; return the tones of each tap."""
    heard = []
    for key in keys:
        person.session.speaker.tones.clear()
        person.tap(key, then=1200)
        heard.append(list(person.session.speaker.tones))
    return heard


@pytest.fixture
def two_people(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    return person


def test_each_event_has_its_own_sound(two_people):
    # Keys 0 1 2, 4 5 6, 8 9 10 are the points.
    heard = play(two_people, 0, 0, 4, 1, 5, 2)
    assert heard == [CLICK + MOVE, CLICK[:1] + REFUSAL, *[CLICK + MOVE] * 3, CLICK + WIN]


def test_a_draw_sounds_calm(two_people):
    assert play(two_people, 0, 1, 2, 4, 6, 5, 9, 10, 8)[-1] == CLICK + DRAW


def test_losing_to_the_engine_sounds_different_from_winning(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 2)
    for key in (0, 1, 2, 4, 5, 6, 8, 9, 10):
        person.tap(key, then=2000)
        if person.position.is_over():
            break
    assert person.position.winner == 2
    assert person.session.speaker.tones[-len(LOSS) :] == LOSS


def test_a_bump_of_a_game_passed_round_is_silent(person):
    person.start("phantom-tic-tac-toe", 0, 0)
    person.uncover()
    person.tap(5)
    person.uncover()
    assert play(person, 5) == [CLICK] and person.position.has_tried()


def test_it_is_silent_once_the_console_ends(two_people):
    two_people.press(BACK)
    two_people.wait(10)
    two_people.app.save_now()  # in the middle of a tone
    assert two_people.session.speaker.tones[-2:] == CLICK


def test_a_board_without_a_piezo_is_silent(tmp_path):
    board = {name: part for name, part in load_board(BOARD).items() if name != "sound"}
    person = Person(tmp_path, board)
    person.tap(LEFT)
    assert person.app.sounds is None


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_a_failing_speaker_is_dropped_and_the_match_continues(two_people, error, monkeypatch, capsys):
    def tone(hertz, volume):
        raise error("on purpose")

    monkeypatch.setattr(two_people.session.speaker, "tone", tone)
    for plies, key in enumerate((0, 4, 1), 1):
        two_people.tap(key, then=300)
        assert two_people.screen == "play" and two_people.position.plies == plies
    assert capsys.readouterr().out == "glowgrid: sound: on purpose; the game goes on without\n"
    two_people.pause_and("menu")
    two_people.page_to("settings")
    two_people.tap(5)
    assert "sound" not in two_people.entries()
