"""Two linked devices play one match."""

import random
from types import SimpleNamespace

import pytest
from cases import long
from console import BACK, RIGHT, SELECT, UNDO, Person
from linked import WIRED, Evening, Pair

from glowgrid.console.frames import Frames, packed
from glowgrid.console.palette import BRIGHT, RED
from glowgrid.console.seats import PERSON
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.console.refusal import why_refused
from host_sim.console.session import VirtualWire
from host_sim.web.field.field_state import console_state
from host_sim.web.worker import page_state

ONE_COLOUR = {**WIRED, "leds": load_board("pico_max7219_8x8_buttons")["leds"]}
MATCHES = [("tic-tac-toe", None), ("hex", "3"), ("phantom-tic-tac-toe", None), ("mnk", "4,3,3"), ("dark-hex", "3")]
LARGE = {**load_board("pico_ws2812_16x16_keys_4x4"), "link": {"uart": 0, "tx": 0, "rx": 1}}
OTHER = -1  # the seat of the other device
FRAME = packed(("1", "4d", "hex"))


@pytest.fixture
def pair(tmp_path):
    return Pair(tmp_path)


def turn(pair, at, point):
    """The person at a device plays a point once it is their turn."""
    person = pair.people[at]
    pair.wait_for(lambda: person.screen == "play" and not person.app.match.engine_to_move())
    pair.wait(600)
    person.play(point)
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1])


def said(pair, at):
    """What scrolls over the lights of a device."""
    return pair.people[at].app.screen.words()[0]


def two_matches(pair, movers=(0, 1)):
    """Each device has begun a match of Hex 3, and these have moved; they ask which one to keep."""
    pair.wire.plugged = False
    for person in pair.people:
        person.start("hex", PERSON, OTHER, size="3")
    for at in movers:
        pair.people[at].play(("a1", "c3")[at])
    pair.wire.plugged = True
    asked(pair)


def asked(pair):
    """Wait until both devices ask which match to keep, and a person has read it."""
    pair.wait_for(lambda: [person.screen for person in pair.people] == ["keep which"] * 2)
    pair.wait(600)


# A match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(PERSON, OTHER), (OTHER, PERSON)])
def test_a_match_is_joined_and_played(pair, seats):
    pair.begin("tic-tac-toe", seats=seats)
    for number, point in enumerate(("a1", "b2", "a2", "b1", "a3")):
        turn(pair, (number + seats.index(PERSON)) % 2, point)
    assert [person.position.winner for person in pair.people] == [1, 1]


def test_the_page_offers_to_take_back_only_where_that_may_be_asked(pair):
    def may():
        return [page_state.position(person.app, "", {})["may_take_back"] for person in pair.people]

    pair.begin("tic-tac-toe")
    assert may() == [False, False]
    for number, point in enumerate(("a1", "b2", "a2", "b1")):
        turn(pair, number % 2, point)
        assert may() == [True, number > 0]
    turn(pair, 0, "a3")
    assert may() == [False, False]


def test_the_page_offers_no_taking_back_where_stones_are_hidden(pair):
    pair.begin("phantom-tic-tac-toe")
    turn(pair, 0, "a1")
    assert page_state.position(pair.people[0].app, "", {})["may_take_back"] is False


def test_boards_of_different_kinds_meet(tmp_path):
    pair = Pair(tmp_path, (WIRED, LARGE))
    pair.begin("hex", "3")
    turn(pair, 0, "b2")
    pair.wait(600)
    two = pair.people[1]
    two.tap(RIGHT, SELECT)
    pair.wait_for(lambda: len(pair.moves()[0]) == 2)
    assert pair.moves()[0] == pair.moves()[1]


def test_an_engine_sits_at_one_device(pair):
    pair.begin("tic-tac-toe", seats=(2, OTHER))
    pair.wait_for(lambda: len(pair.moves()[1]) == 1)
    turn(pair, 1, "a1" if pair.moves()[0] != b"\0" else "b2")
    pair.wait_for(lambda: len(pair.moves()[1]) == 3)


def test_one_device_has_two_of_three_sides(pair):
    pair.begin("three-player", seats=(PERSON, OTHER, PERSON))
    for at, point in ((0, "a1"), (1, "b1"), (0, "c1"), (0, "d2")):
        turn(pair, at, point)
    assert [sorted(person.app.match.shared.away) for person in pair.people] == [[2], [1, 3]]


def test_the_first_stone_is_taken_over(pair):
    pair.begin("hex", "3")
    turn(pair, 0, "b2")
    turn(pair, 1, "b2")
    assert pair.moves() == [bytes((4, 9))] * 2


def test_who_plays_next_begins_when_all_is_over(pair):
    pair.begin("tic-tac-toe")
    for number, point in enumerate(("a1", "b2", "a2", "b1", "a3")):
        turn(pair, number % 2, point)
    one, two = pair.people
    pair.once_more(0)
    assert two.app.screen.words()[0] == "tic-tac-toe, you are orange: join"
    pair.wait(600)
    two.take("join")
    turn(pair, 1, "c3")
    assert pair.moves() == [bytes((8,))] * 2


def test_one_resigns(pair):
    pair.begin("hex", "3")
    turn(pair, 0, "a1")
    one, two = pair.people
    pair.resign(1)
    pair.wait_for(lambda: one.position.is_over())
    assert [person.position.winner for person in pair.people] == [1, 1]
    pair.wait(1000)
    pair.cut_power(1)
    assert pair.people[1].position.winner == 1


def test_a_resignation_is_said_and_marks_no_points(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("hex", "3")
    for number, point in enumerate(("a1", "b2")):
        turn(pair, number, point)
    one, two = pair.people
    pair.resign(0)
    pair.wait_for(lambda: two.position.is_over())
    for at, person in enumerate(pair.people):
        assert said(pair, at) == "blue wins  by resignation"
        assert describe.state_line(person.app.match).endswith(" has won by resignation.")
        state = console_state(person.app, {})
        assert (state["winner"], state["win_type"], state["won"]) == (2, "resignation", [])
        assert not [point for point in state["points"] if "win" in point]


def test_after_a_resignation_before_the_first_move_it_begins_again(pair):
    pair.begin("hex", "3")
    one, two = pair.people
    pair.resign(0)
    pair.wait_for(lambda: two.position.is_over())
    pair.once_more(0)
    assert not one.position.is_over()


def test_a_press_out_of_turn_is_refused_with_the_reason(pair):
    pair.begin("hex", "3")
    turn(pair, 0, "b2")
    one, two = pair.people
    assert why_refused(one.app.match, 0) == "it is the other device's turn"
    assert why_refused(two.app.match, 0) == ""


def test_a_match_that_was_given_up_stays_so_in_the_pause(pair):
    pair.begin("tic-tac-toe")
    turn(pair, 0, "a1")
    one, two = pair.people
    pair.resign(1)
    pair.wait_for(lambda: one.position.is_over())
    pair.wait(2000)
    for person in pair.people:
        person.hold(BACK)
        assert person.entries()[:2] == ["once more", "menu"] and "take back" not in person.entries()
        assert person.position.winner == 1


def test_a_match_that_is_over_is_not_taken_back(pair):
    pair.begin("tic-tac-toe")
    for number, point in enumerate(("a1", "b2", "a2", "b1", "a3")):
        turn(pair, number % 2, point)
    before = pair.moves()
    for person in pair.people:
        person.app.screen.undo(person.session.now_ms)
    pair.wait(1000)
    assert pair.moves() == before


def test_right_once_at_the_seats_leaves_the_other_side_to_the_person(pair):
    one, two = pair.people
    one.choose("tic-tac-toe")
    one.tap(RIGHT, SELECT)
    pair.wait_for(lambda: two.screen == "join")
    assert [seat.is_person for seat in one.app.match.sitting] == [False, True]
    assert said(pair, 0) == "the other one has not joined"


def test_once_more_before_a_move_is_another_match(pair):
    one, two = pair.people
    one.start("tic-tac-toe", PERSON, OTHER)
    pair.wait_for(lambda: two.screen == "join")
    pair.wait(600)
    two.take("not now")
    one.hold(BACK)
    one.take("once more")
    pair.wait_for(lambda: two.screen == "join")


def test_a_question_goes_when_the_other_device_has_answered_it(pair):
    two_matches(pair)
    pair.people[1].take("take the other")
    pair.wait_for(lambda: pair.people[0].screen == "play")
    pair.wait_for(lambda: pair.moves() == [bytes((0,))] * 2)


# Taking back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves, left", [(1, 0), (2, 0), (3, 2), (4, 2)])
def test_a_move_is_taken_back_if_the_other_agrees(pair, moves, left):
    """The first device asks, whether it is its turn or the other's."""
    pair.begin("mnk", "4,3,3")
    for number, point in enumerate(("a1", "b2", "a3", "c3")[:moves]):
        turn(pair, number % 2, point)
    one, two = pair.people
    one.tap(UNDO)
    pair.wait(50)
    assert said(pair, 0) == "asking to take back"
    pair.wait_for(lambda: two.screen == "take back")
    two.take("yes")
    pair.wait_for(lambda: [len(each) for each in pair.moves()] == [left, left])
    turn(pair, 0, "c1")


def test_it_stays_if_the_other_says_no(pair):
    pair.begin("mnk", "4,3,3")
    turn(pair, 0, "a1")
    one, two = pair.people
    one.tap(UNDO)
    pair.wait_for(lambda: two.screen == "take back")
    two.take("no")
    pair.wait_for(lambda: said(pair, 0) == "the other one says no")
    assert two.screen == "play"
    turn(pair, 1, "b2")
    assert len(pair.moves()[0]) == 2


# Advice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["hint", "coach"])
def test_advice_is_said_once_at_the_other_device(pair, how):
    pair.begin("tic-tac-toe")
    one, two = pair.people
    pair.wait(6000)
    assert said(pair, 1) == ""
    one.hold(BACK)
    one.take(how)
    scrolled = set()
    for _ in range(1500):
        pair.tick()
        scrolled.add(describe.words(two.app))
    assert scrolled == {"", "the other one asks the engine"}
    turn(pair, 0, "a1")
    turn(pair, 1, "b2")
    pair.wait(6000)
    assert [said(pair, at) for at in (0, 1)] == ["", ""]


# Two games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("takes", [0, 1])
def test_devices_with_different_matches_ask_which_one_to_keep(pair, takes):
    two_matches(pair)
    assert said(pair, 0) == "not the same game, the other one has hex 3, move 1: keep mine"
    pair.people[takes].take("take the other")
    if pair.people[takes].screen == "sure":
        pair.people[takes].take("new match")
    pair.wait_for(lambda: pair.people[takes].app.match.shared.away == {1})
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1])
    assert len(pair.moves()[0]) == 1
    turn(pair, takes, "b2")


@pytest.mark.parametrize(
    "game, size, seats", [("hex", "3", 2), ("phantom-tic-tac-toe", None, 2), ("three-player", None, 3)]
)
def test_if_both_begin_the_same_at_once_nobody_is_asked_and_they_play_one_match(pair, game, size, seats):
    pair.wire.plugged = False
    for person in pair.people:
        person.start(game, PERSON, *(OTHER,) * (seats - 1), size=size)
    pair.wire.plugged = True
    seen = set()

    def share_one():
        seen.update(person.screen for person in pair.people)
        return pair.shares_one()

    pair.wait_for(share_one)
    assert "keep which" not in seen
    shared = [person.app.match.shared for person in pair.people]
    assert sorted(shared[0].away | shared[1].away) == list(range(1, seats + 1)) and not shared[0].away & shared[1].away


def test_both_begin_once_more_at_once(pair):
    pair.begin("tic-tac-toe")
    for number, name in enumerate(("a1", "a2", "b1", "b2", "c1")):
        turn(pair, number % 2, name)
    pair.wait(2000)
    for person in pair.people:
        person.hold(BACK)
    for person in pair.people:
        person.take("once more")
    pair.wait_for(pair.shares_one)
    turn(pair, 1, "b2")


def test_a_match_of_ones_own_is_left_for_another_only_after_a_question(pair):
    one, two = pair.people
    two.start("hex", PERSON, PERSON, size="3")
    two.play("a1")
    one.start("hex", PERSON, OTHER, size="3")
    for answer, moves in (("keep match", 1), ("new match", 0)):
        two.hold(BACK)
        pair.wait_for(lambda: two.screen == "join")
        two.take("join")
        assert two.screen == "sure"
        two.take(answer)
        pair.wait_for(lambda: two.screen == "play")
        assert two.position.plies == moves
    pair.wait_for(pair.shares_one)


def test_who_has_kept_a_match_may_still_take_the_others(pair):
    two_matches(pair)
    for person in pair.people:
        person.take("keep mine")
    pair.wait(1000)
    one, two = pair.people
    one.hold(BACK)
    one.take("take the other")
    assert one.screen == "keep which"
    one.take("take the other")
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1] and one.app.match.shared.away == {1})
    turn(pair, 0, "b2")


def other_moves_of_one_match(pair):
    """The devices have different moves of one match, and ask which ones to keep."""
    pair.begin("hex", "3")
    turn(pair, 0, "b2")
    pair.wire.plugged = False
    pair.people[1].position.undo()  # no device does so
    pair.people[1].position.play(0)
    pair.wire.plugged = True
    asked(pair)


def test_other_moves_of_the_same_match_are_never_merged(pair):
    other_moves_of_one_match(pair)
    before = pair.moves()
    pair.people[0].take("keep mine")
    pair.people[1].take("keep mine")
    pair.wait(3000)
    assert pair.moves() == before and "keep which" not in [person.screen for person in pair.people]
    assert said(pair, 0) == "not the same game"


def test_moves_that_differ_after_a_long_match_are_seen_by_both(pair):
    """A frame has 32 moves at most, so what differs is not in it."""
    pair.begin("mnk", "8,8,5")
    stones = [[point for point in range(40) if (point % 8 // 2 + point // 8) % 2 == side] for side in (0, 1)]
    same = [move for both in zip(*stones, strict=True) for move in both]  # without a row of five
    for person, last in zip(pair.people, ([60], [61, 62]), strict=True):
        for move in same + last:  # no device gets there so
            assert person.position.play(move)
    asked(pair)


def test_what_a_device_does_not_have_is_said(tmp_path):
    pair = Pair(tmp_path, (LARGE, WIRED))
    one, two = pair.people
    one.start("hex", PERSON, OTHER, size="11")
    pair.wait_for(lambda: two.screen == "join")
    pair.wait(600)
    two.take("join")
    pair.wait_for(lambda: two.screen == "sign")
    assert "16x16" in said(pair, 1) or "8x8" in said(pair, 1)
    two.tap(SELECT)
    pair.wait(2000)
    assert two.screen == "menu"


def test_not_now_is_the_last_word(pair):
    one, two = pair.people
    one.start("tic-tac-toe", PERSON, OTHER)
    pair.wait_for(lambda: two.screen == "join")
    pair.wait(600)
    two.take("not now")
    pair.wait(3000)
    assert two.screen == "menu" and two.app.match is None


# Wire and power ------------------------------------------------------------------------------------


def test_a_wire_that_is_out_is_said_and_the_match_goes_on(pair):
    pair.begin("tic-tac-toe")
    turn(pair, 0, "a1")
    pair.wire.plugged = False
    pair.wait(2500)
    assert [said(pair, at) for at in (0, 1)] == ["no answer, is it connected?"] * 2
    pair.people[1].play("b2")
    pair.wait(1000)
    assert [len(each) for each in pair.moves()] == [1, 2]
    pair.wire.plugged = True
    turn(pair, 0, "c3")
    assert said(pair, 0) != "no answer, is it connected?"


def led_for(pair, at, led, ms):
    """Return the palette indices, without repetitions, that an LED of a device shows within a time."""
    shown = []
    for _ in range(ms // 10):
        pair.tick()
        index = pair.people[at].app.panel.frame[led]
        if shown[-1:] != [index]:
            shown.append(index)
    return shown


def test_a_corner_blinks_red_once_a_second_while_the_wire_is_out(pair):
    pair.begin("tic-tac-toe")
    turn(pair, 0, "b2")
    assert RED not in led_for(pair, 0, 7, 2000)
    pair.wire.plugged = False
    pair.wait(2020)
    shown = led_for(pair, 0, 7, 2880)
    assert set(shown) == {RED, 0} and 5 <= len(shown) <= 7
    pair.wire.plugged = True
    pair.wait(500)
    assert RED not in led_for(pair, 0, 7, 2000)


def test_on_a_field_without_a_free_corner_the_stone_there_is_seen_most_of_the_time(pair):
    pair.begin("mnk", "8,8,5")
    one = pair.people[0]
    pair.wait_for(lambda: one.screen in ("play", "two presses"))
    pair.wait(600)
    one.position.play(7)
    one.app.match_changed(one.session.now_ms)
    one.app.resume(one.session.now_ms)
    pair.wire.plugged = False
    pair.wait(2500)
    film = [led_for(pair, 0, 7, 10)[0] for _ in range(96)]
    assert set(film) == {RED, BRIGHT + 1} and film.count(RED) <= len(film) // 4 + 1


def test_lights_of_one_colour_have_the_sign_only_beside_the_field(tmp_path):
    for game, size, sign in (("hex", "5", True), ("mnk", "8,8,5", False)):
        folder = tmp_path / game
        folder.mkdir()
        pair = Pair(folder, (ONE_COLOUR, WIRED))
        one = pair.people[0]
        one.start(game, PERSON, OTHER, size=size)
        pair.wire.plugged = False
        pair.wait(4000)
        pair.wait_for(lambda one=one: not describe.words(one.app), 60_000)
        frames = set()
        for _ in range(100):
            pair.tick()
            frames.add(RED in one.app.panel.frame)
        assert frames == ({True, False} if sign else {False})


@pytest.mark.parametrize("leds", [{}, {"width": 4, "height": 4}])
@pytest.mark.parametrize("board", [WIRED, ONE_COLOUR], ids=["colours", "one colour"])
def test_the_seat_of_the_other_device_has_a_shape_of_its_own(tmp_path, board, leds):
    """Which LEDs are ever on tells it from a person and from each level."""
    person = Person(tmp_path, {**board, "leds": board["leds"] | leds})
    person.choose("tic-tac-toe")
    lights, shapes = person.app.panel.lights, {}
    for _ in person.app.screen.choices:
        for _ in range(10):
            person.wait(50)
            lit = lights.shown if lights.mono else person.app.panel.frame
            shape = shapes.setdefault(person.app.screen.seats[0], set())
            shape |= {led for led in range(len(lit)) if lit[led]}
        person.tap(RIGHT)
    of_device = shapes.pop(OTHER)
    assert len(shapes) > 2 and of_device not in shapes.values()


def test_the_sign_of_the_wire_comes_and_goes_in_the_menu(tmp_path):
    pair = Pair(tmp_path)
    pair.wait(1000)
    pair.wire.plugged = False
    pair.wait(3000)
    pair.wire.plugged = True
    pair.wait_for(lambda: pair.people[0].screen == "wired")
    pair.wait_for(lambda: pair.people[0].screen == "menu")
    pair.wait(3000)
    assert pair.people[0].screen == "menu"


def test_the_sign_of_the_wire_comes_at_the_device_that_hears(tmp_path):
    pair = Pair(tmp_path)
    one, two = pair.wire.ends
    pair.wire.ends = [one, SimpleNamespace(sent=two.sent, came=bytearray())]  # the wire to the second one is out
    seen = set(), set()
    for _ in range(600):
        pair.tick()
        for screens, person in zip(seen, pair.people):
            screens.add(person.screen)
    assert "wired" in seen[0] and "wired" not in seen[1]


@pytest.mark.parametrize("seed", [*range(10), *(long(seed) for seed in range(10, 200))])
def test_any_evening_ends_in_one_legal_match(tmp_path, seed):
    pair = Pair(tmp_path, harm=0.02, seed=seed)
    game, size = MATCHES[seed % len(MATCHES)]
    pair.begin(game, size, ((PERSON, OTHER), (OTHER, PERSON))[seed // len(MATCHES) % 2])
    leaves = 0 if pair.people[0].app.match.game.hidden else 3  # stones that were hidden are gone
    Evening(pair, seed, unpluggings=10, cuts=5, take_backs=0.1, leaves=leaves).play()
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1])
    assert pair.moves()[0] == pair.moves()[1]
    fresh = pair.people[0].position.fresh()
    fresh.swap_rule = True
    assert all(fresh.play(move) for move in pair.moves()[0])
    assert {fresh.winner} == {person.position.winner for person in pair.people}


@pytest.mark.parametrize("at", [0, 1])
def test_a_power_cut_at_any_moment_after_a_move_loses_no_move_that_was_heard(tmp_path, at):
    for after_ms in range(0, 600, 10):
        folder = tmp_path / f"{after_ms}"
        folder.mkdir()
        pair = Pair(folder)
        pair.begin("tic-tac-toe")
        turn(pair, 0, "a1")
        pair.wait(600 + after_ms * 7 % 250)  # the other device says something every 250 ms
        pair.people[1].play("b2", then=0)
        pair.wait(after_ms)
        pair.cut_power(at)
        pair.people[at].take("go on")
        pair.wait(1500)
        if len(pair.moves()[0]) == 1:  # it was cut before it was saved, so it was not said
            assert at == 1
            turn(pair, 1, "b2")
        turn(pair, 0, "c3")
        assert pair.moves() == [bytes((0, 4, 8))] * 2


# Noise -----------------------------------------------------------------------------------------


class Babbling(VirtualWire):
    """A line on which noise comes without end, ten bytes in a tick; now and then a line ends."""

    def __init__(self, seed):
        super().__init__()
        self._chance = random.Random(seed)

    def read(self, most):
        noise = bytes(self._chance.choice(b"\n: 10afhex-\xff") for _ in range(10))
        return super().read(most - len(noise)) or noise


def test_noise_changes_no_frame(pair):
    """The same keys on a device whose line babbles, and on one with a quiet line."""
    shown = []
    for person, wire in zip(pair.people, (None, Babbling(1)), strict=True):
        person.session.pair = None
        if wire:
            person.app.link = type(person.app.link)(wire)
        person.start("tic-tac-toe", PERSON, PERSON)
        for point in ("a1", "b2", "c3"):
            person.play(point)
        shown.append((person.text(), person.session.now_ms))
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    "arrives, words",
    [
        ([FRAME], ["1", "4d", "hex"]),
        ([b"noise" + FRAME], ["1", "4d", "hex"]),
        ([FRAME[:9], FRAME[9:]], ["1", "4d", "hex"]),
        ([b"half a line\n" + FRAME], ["1", "4d", "hex"]),
        ([FRAME + FRAME[:9]], ["1", "4d", "hex"]),
        ([b"glowgrid: leds: here again\r\n" + b" " * 40 + FRAME], ["1", "4d", "hex"]),
        ([b"x" * 300, b"\n" + FRAME], ["1", "4d", "hex"]),
        ([packed(("1", "x" * 256)) + FRAME], ["1", "4d", "hex"]),
        ([packed(("1", "x" * 256))], None),
        ([FRAME.replace(b"hex", b"hey")], None),
        ([FRAME.replace(b" 4d", b"4d")], None),
        ([FRAME[:-2] + b"\n"], None),
        ([b"\n", b":\n", b": \n", b"\xff\xfe \xff\n", b"12345678\n"], None),
    ],
)
def test_a_frame_is_found_among_noise(arrives, words):
    wire = VirtualWire()
    frames, found = Frames(wire), []
    for each in arrives:
        wire.came += each
        while wire.came:
            found.append(frames.next())
    assert [each for each in found if each] == [words] * (words is not None)


def test_of_lines_that_come_at_once_each_is_heard():
    wire = VirtualWire()
    frames, lines = Frames(wire), [packed(("1", "4d", str(number))) for number in range(20)]
    wire.came += b"".join(lines)
    found = [frames.next() for _ in range(40)]
    assert [words[2] for words in found if words] == [str(number) for number in range(20)]


@pytest.mark.parametrize("length", [150, 190, 230, 256])
@pytest.mark.parametrize("at_once", [19, 64])
def test_of_lines_that_follow_one_another_each_is_heard(length, at_once):
    """at_once: bytes in a tick, at 19,200 baud and at the USB port."""
    line = packed(("1", "4d", "x" * (length - 16)))
    assert len(line) == length
    wire, found = VirtualWire(), 0
    frames, stream = Frames(wire), line * 20
    for at in range(0, len(stream), at_once):
        wire.came += stream[at : at + at_once]
        found += frames.next() is not None
    found += sum(frames.next() is not None for _ in range(9))
    assert found == 20


NONSENSE = [
    "1",
    "1 x",
    "2 whatever comes later",
    "1 4d hex 3 s 1 0 0 0 00000000 0 00000000 -",  # a word is missing
    "1 4d hex 3 s x 0 0 0 00000000 0 00000000 - -",
    "1 4d hex 3 s 1 0 0 0 00000000 0 00000000 abc -",  # half a byte
    "1 4d hex 3 s 12 0 0 99 00000000 250 00000000 ffffff uyno",
    "1 4d no-game 3 s 1 0 0 0 00000000 0 00000000 - -",
    "1 4d hex 3,4,5 s 1 0 0 0 00000000 0 00000000 - -",
    "1 4d hex 0 s 1 0 0 0 00000000 0 00000000 - -",
    "1 4d hex 3 s - 0 0 0 00000000 0 00000000 - -",
]


@pytest.mark.parametrize("words", NONSENSE)
def test_what_makes_no_sense_stops_nothing(pair, words):
    """As long as it has the right checksum; in the menu, and in a match of the two."""
    one, two = pair.people
    two.session.wire.came += packed(words.split(" "))
    pair.wait(1500)
    if two.screen == "join":
        two.take("join")
        pair.wait(1500)
    while two.screen in ("sign", "wired"):
        two.tap(SELECT)
        pair.wait(1500)
    pair.wait(1000)
    if two.screen == "menu":
        pair.begin("tic-tac-toe")
        number = "%08x" % two.app.match.shared.number
        for _ in range(3):
            two.session.wire.came += packed(words.replace("4d", number).split(" "))
            pair.wait(100)
        pair.wait(1500)
        if two.screen == "keep which":
            two.take("keep mine")
        turn(pair, 0, "a1")
        assert one.screen == two.screen == "play"
