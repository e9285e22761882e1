"""A device joins a match under way at the other one; both join each other's; a power cut meanwhile; questions."""

import pytest
from cases import by_day
from console import BACK, SELECT, UNDO
from linked import Pair
from test_link import OTHER, asked, other_moves_of_one_match, said, turn, two_matches

from glowgrid import overlay
from glowgrid.console.seats import PERSON

ALL_MS = 5000  # by then all moves are told


@pytest.fixture
def pair(tmp_path):
    return Pair(tmp_path)


def leave_and_join(pair, at):
    """The person at a device begins another game, then joins again what the other device has."""
    person = pair.people[at]
    person.pause_and("menu")
    person.start("tic-tac-toe", PERSON, PERSON)
    person.hold(BACK)
    pair.wait_for(lambda: person.screen == "join")
    pair.wait(600)
    person.take("join")


def take_both(pair):
    """Both people take the other one's match while the wire is out for a moment."""
    pair.wire.plugged = False
    for person in pair.people:
        person.take("take the other")
    pair.wire.plugged = True


def numbers(pair):
    return [person.app.match.shared.number for person in pair.people]


def lower(pair):
    """Return the device whose match has the lower number."""
    return numbers(pair).index(min(numbers(pair)))


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("leaves", [0, 1])
def test_all_moves_are_there_whoever_made_them(pair, plies, leaves):
    pair.begin("hex", "3")
    for number, point in enumerate(("a1", "b2", "c1", "c3")[:plies]):
        turn(pair, number % 2, point)
    leave_and_join(pair, leaves)
    pair.wait(ALL_MS)
    assert pair.moves()[0] == pair.moves()[1] and len(pair.moves()[0]) == plies
    turn(pair, plies % 2, "a3")
    turn(pair, (plies + 1) % 2, "b3")


def test_with_three_sides(pair):
    pair.begin("three-player", seats=(PERSON, OTHER, PERSON))
    for at, point in ((0, "a1"), (1, "b1"), (0, "c1"), (0, "d2")):
        turn(pair, at, point)
    leave_and_join(pair, 0)
    turn(pair, 1, "a2")
    assert len(pair.moves()[0]) == 5


def test_a_press_before_all_moves_are_there_makes_none(pair):
    pair.begin("hex", "3", (OTHER, PERSON))
    turn(pair, 1, "a1")
    turn(pair, 0, "b2")
    two = pair.people[1]
    leave_and_join(pair, 1)
    pair.wire.plugged = False
    pair.wait_for(lambda: two.screen == "play")
    two.play("c3")
    assert two.position.plies == 0 and said(pair, 1) == "joining the match"
    pair.wire.plugged = True
    pair.wait(ALL_MS)
    assert pair.moves() == [bytes((0, 4))] * 2
    turn(pair, 1, "c3")


def test_a_match_that_ends_meanwhile_begins_again(pair):
    pair.begin("tic-tac-toe")
    one, two = pair.people
    for number, point in enumerate(("a1", "b1", "a2", "b2")):
        turn(pair, number % 2, point)
    pair.wait(600)
    leave_and_join(pair, 1)
    one.play("a3")
    pair.wait(ALL_MS)
    assert pair.moves()[0] == pair.moves()[1] and two.position.is_over()
    pair.once_more(1)
    pair.wait(600)
    one.take("join")
    turn(pair, 1, "b2")
    turn(pair, 0, "a1")


def test_after_moves_were_taken_back(pair):
    pair.begin("hex", "3")
    for _ in range(3):
        turn(pair, 0, "b2")
        pair.people[0].pause_and("take back")
        pair.wait_for(lambda: pair.people[1].screen == "take back")
        pair.wait(600)
        pair.people[1].take("yes")
        pair.wait_for(lambda: not any(pair.moves()))
    turn(pair, 0, "b2")
    leave_and_join(pair, 1)
    turn(pair, 1, "a1")
    assert len(pair.moves()[0]) == 2


@pytest.mark.parametrize("takes", [0, 1])
def test_the_moves_of_the_other_device_are_taken_whole(pair, takes):
    other_moves_of_one_match(pair)
    before = pair.moves()
    pair.people[takes].take("take the other")
    pair.wait(ALL_MS)
    assert pair.moves() == [before[1 - takes]] * 2


# Both at once -------------------------------------------------------------------------------------


@pytest.mark.parametrize("matches", [two_matches, other_moves_of_one_match])
def test_if_both_take_the_others_match_one_is_kept_whole_and_saved(pair, matches):
    matches(pair)
    before = pair.moves()
    take_both(pair)
    pair.wait(ALL_MS)
    assert pair.moves()[0] == pair.moves()[1] and pair.moves()[0] in before
    assert [person.screen for person in pair.people] == ["play"] * 2
    kept = pair.moves()
    for at in 0, 1:
        pair.cut_power(at)
        assert pair.moves() == kept


@pytest.mark.parametrize("games", [("phantom-tic-tac-toe", "dark-hex"), ("dark-hex", "phantom-tic-tac-toe")])
def test_both_take_a_game_that_hides_stones(pair, games):
    pair.wire.plugged = False
    for person, game in zip(pair.people, games, strict=True):
        person.start(game, PERSON, OTHER)
    pair.wire.plugged = True
    asked(pair)
    lowest = min(numbers(pair))
    take_both(pair)
    pair.wait(ALL_MS)
    assert numbers(pair) == [lowest] * 2


# From when the first person takes until the second one does, in ms; which one is first; who has moved.
SWEEP = [(gap, first, movers) for gap in range(0, 1200, 60) for first in (0, 1) for movers in ((0, 1), (0,), (1,))]


@pytest.mark.parametrize("gap, first, movers", by_day(SWEEP, SWEEP[9], SWEEP[16], SWEEP[23]))
def test_nothing_is_lost_however_soon_the_second_one_takes(pair, gap, first, movers):
    two_matches(pair, movers)
    before = dict(zip(numbers(pair), pair.moves(), strict=True))
    for person in pair.people:
        person.page_to("take the other")
    one, two = pair.people[first], pair.people[1 - first]
    one.tap(SELECT, then=0)
    pair.wait(gap)
    if two.screen == "keep which":
        two.tap(SELECT, then=0)
    pair.wait(ALL_MS)
    (number,) = set(numbers(pair))
    assert pair.moves() == [before[number]] * 2 and "keep which" not in [person.screen for person in pair.people]


@pytest.mark.parametrize("after", by_day(range(0, 2000, 50), 0, 100))
@pytest.mark.parametrize("is_lower", [True, False])
def test_a_power_cut_then_loses_none(pair, after, is_lower):
    two_matches(pair)
    at = lower(pair) if is_lower else 1 - lower(pair)
    before = pair.moves()
    take_both(pair)
    pair.wait(after)
    pair.cut_power(at)
    pair.wait(1000)
    if pair.people[at].screen == "resume":
        pair.people[at].take("go on")
    pair.wait(ALL_MS)
    assert any(moves in before for moves in pair.moves())


def test_going_back_takes_nobody_away_from_another_screen(pair):
    two_matches(pair)
    person, before = pair.people[lower(pair)], pair.moves()[lower(pair)]
    pair.wire.plugged = False
    for each in pair.people:
        each.take("take the other")
    person.pause_and("menu")
    person.choose("tic-tac-toe")
    pair.wire.plugged = True
    pair.wait(1000)
    assert person.screen == "seats"
    person.tap(BACK)
    pair.wait(ALL_MS)
    assert pair.moves() == [before] * 2


# Questions ---------------------------------------------------------------------------------------


@pytest.fixture
def asking(pair):
    """Two devices, each person's first stone placed; the first person asks for it back, the second is asked."""
    pair.begin("mnk", "4,3,3")
    for number, point in enumerate(("a1", "b2")):
        turn(pair, number % 2, point)
    pair.wait(1000)
    pair.people[0].tap(UNDO)
    pair.wait_for(lambda: pair.people[1].screen == "take back")
    pair.wait(600)
    return pair


@pytest.mark.parametrize("gap", [0, 100, 200, 300, 1000])
def test_asking_again_after_a_no_asks(asking, gap):
    one, two = asking.people
    two.take("no")
    asking.wait_for(lambda: said(asking, 0) == "the other one says no")
    asking.wait(gap)
    one.tap(UNDO)
    asking.wait(50)
    assert said(asking, 0) == "asking to take back"
    asking.wait_for(lambda: two.screen == "take back")


def test_a_question_goes_when_a_move_is_made(asking):
    one, two = asking.people
    one.play("c1")
    asking.wait_for(lambda: two.screen == "play" and asking.moves()[0] == asking.moves()[1])
    assert len(asking.moves()[1]) == 3


def test_a_question_is_asked_once_though_its_no_is_not_heard(asking):
    asking.wire.plugged = False
    asking.people[1].take("no")
    for _ in range(170):
        asking.tick()
        assert asking.people[1].screen != "take back"


def test_what_takes_back_is_not_loaded_for_good(asking, monkeypatch):
    one, two = asking.people
    two.take("no")
    asking.wait(1000)
    turn(asking, 0, "c1")
    turn(asking, 1, "c3")
    asking.wait(1000)
    loaded, load = [], overlay.load
    monkeypatch.setattr(overlay, "load", lambda name: loaded.append(name) or load(name))
    asking.wait(1000)
    assert "glowgrid.console.taking_back" not in loaded


def test_with_three_sides_the_last_move_of_whoever_asks_is_taken_back(pair):
    pair.begin("three-player", seats=(PERSON, OTHER, PERSON))
    for at, point in ((0, "a1"), (1, "b1"), (0, "c1"), (0, "d2")):
        turn(pair, at, point)
    for at, left in ((0, 3), (1, 1)):
        pair.wait(1000)
        pair.people[at].pause_and("take back")
        pair.wait_for(lambda at=at: pair.people[1 - at].screen == "take back")
        pair.wait(600)
        pair.people[1 - at].take("yes")
        pair.wait_for(lambda left=left: [len(moves) for moves in pair.moves()] == [left] * 2)
