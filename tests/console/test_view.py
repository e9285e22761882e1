"""A game that hides a point: none of it reaches the other side through lights, texts, coach or GTP."""

import pytest
from all_games import own_game
from console import BOARD, RIGHT, Person
from entries import PAUSE, known

from glowgrid.console.palette import DIM
from glowgrid.console.screens.resume import restore
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from host_sim.console import describe
from host_sim.records.gtp.dialects import DIALECTS
from host_sim.records.gtp.protocol import Gtp

GAME, BLIND = own_game("veiled"), own_game("blind")
MIDDLE = 4
HINT = 12  # a key
KEYS = [0, 1, 2, 4, 5, 6, 8, 9, 10]  # of the points of 3x3


@pytest.fixture
def person(tmp_path):
    return Person(tmp_path, BOARD, games=[GAME])


class Silent(type(BLIND.setup())):
    """Its views do not report the moves, so an engine cannot imagine positions."""

    def view(self, side):
        seen = super().view(side)
        seen.plies = 0
        return seen


SILENT = Game("silent", "Moves are hidden.", setup=lambda: Silent(Lines(square(3, 3), 2, rows_of(3, 3, 3))))


def start(person, *seats):
    person.start("veiled", *seats)
    if seats == (0, 0):
        person.uncover()


def middle(person):
    """Return the palette index of the first LED of the middle point."""
    return person.app.panel.frame[person.app.screen.view.corner[MIDDLE]]


def test_each_of_two_people_sees_their_own_view(person):
    start(person, 0, 0)
    person.tap(KEYS[MIDDLE], then=0)
    person.uncover()
    assert person.position.cells[MIDDLE] == 1
    assert middle(person) == DIM + 2  # like any free point, while blue is to move
    assert describe.last_move(person.app.match) == "orange moves, and hides where"
    person.tap(KEYS[0], then=0)
    person.uncover()
    assert middle(person) == 1  # a stone of orange's, for orange
    assert describe.last_move(person.app.match) == "blue a1"
    person.tap(KEYS[1], then=0)
    person.uncover()
    assert middle(person) == DIM + 2
    person.hold(KEYS[7], 1500)  # blue looks at b3: but for b1, the column could be all blue
    assert middle(person) == DIM + 2 and person.position.plies == 3


def test_holding_the_hidden_point_reveals_nothing_and_playing_it_is_refused(person):
    start(person, 0, 0)
    person.tap(KEYS[MIDDLE])
    person.uncover()
    person.press(KEYS[MIDDLE])
    person.wait(200)
    assert "!" not in person.text()
    person.release(KEYS[MIDDLE])
    person.wait(50)
    assert "!" in person.text() and person.position.plies == 1


def test_there_is_no_advice(person):
    start(person, 0, 0)
    person.tap(HINT)
    assert person.screen == "play" and describe.known(person.app) == ""
    person.hold(KEYS[0])
    assert known(person, PAUSE) == ["go on", "once more", "menu"]
    saved = {"game": "veiled", "size": [], "seats": [0, 0], "seed": 1, "moves": [4], "coach": True}
    assert not restore(saved, [GAME]).coach


@pytest.mark.parametrize("dialect", ["plain", "gogui"])
def test_gtp_shows_each_side_what_it_may_see(dialect):
    talk = DIALECTS[dialect](GAME) if dialect != "plain" else Gtp(GAME)
    names = talk.answer("legal")[2:].split()
    empty = talk.answer("showboard")
    assert talk.answer(f"play b {names[MIDDLE]}") == "= "
    blind = talk.answer("showboard")
    assert blind.replace("side 2", "side 1") == empty
    assert talk.answer("legal")[2:].split() == names
    assert talk.answer(f"play w {names[0]}") == "= "
    assert talk.answer("legal")[2:].split() == [name for name in names if name not in (names[0], names[MIDDLE])]
    for question in ("values", "w_star", "w_k 2", "m_hat", "hint", "perft 2"):
        assert talk.answer(question) == "? veiled hides things, and the answer would tell them"
    assert talk.answer("genmove b").startswith("= ")


@pytest.mark.parametrize("hidden", [(8, 7), (2, 8), (6, 7)])
def test_an_engines_move_does_not_depend_on_hidden_stones(hidden, tmp_path):
    """It has a1 and b2: c3 wins, but it does not see whether a stone is there. If so, it moves elsewhere."""
    saved = {"game": "blind", "size": [], "seats": [3, 0], "seed": 1, "moves": [0, hidden[0], 4, hidden[1]]}
    person = Person(tmp_path, BOARD, games=[BLIND])
    person.app.match = restore(saved, [BLIND])
    person.app.resume(0)
    person.started()
    while person.position.plies == 4:
        person.wait(10)
    if 8 in hidden:
        assert person.position.history[4] not in hidden and person.screen == "play"
    else:
        assert person.position.history[4] == 8 and person.position.winner == 1


@pytest.mark.parametrize("game, more", [(SILENT, ", sees all"), (BLIND, ""), (GAME, "")])
def test_an_engine_that_sees_all_says_so_before_it_is_chosen(game, more, tmp_path):
    person = Person(tmp_path, BOARD, games=[game])
    person.choose(game.name)
    person.wait(500)
    said = []
    for _ in person.app.screen.choices:
        said.append(person.app.screen.help().split("   ")[0])
        person.tap(RIGHT)
    assert said[0] == "orange: you" and said[-1].startswith("orange: your level ")
    count = person.app.screen.levels
    levels = ["orange: level %d of %d%s" % (level, count, more) for level in range(1, count + 1)]
    assert said[1:-1] == levels and said[-1].endswith(" of %d%s" % (count, more))
