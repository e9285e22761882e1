"""The console on every board: pictures fit, keys lie under points, lights start softly and dim."""

import itertools

import pytest
from console import Person

from glowgrid.console.match import PERSON
from glowgrid.console.palette import RED, WHITE
from glowgrid.console.panel import DIM_AFTER_MS
from glowgrid.console.screen import NO_POINT, NO_ROLE
from glowgrid.console.screens import seats
from glowgrid.levels import levels_at
from host_sim.boards.files import list_boards, load_board
from host_sim.console.session import Session
from host_sim.own_games.data.reader import game_from

START_MS = 500  # by then the menu is there
BOARDS = list_boards()
ROWS = [name for name in BOARDS if load_board(name)["keys"]["height"] == 1]  # of buttons, which are no points


class Hand(Person):
    """A hand on the keys of a board that has just been switched on."""

    def __init__(self, name, folder):
        self.board = load_board(name)
        super().__init__(folder, self.board)

    def press(self, key, ms=60):
        super().press(key)
        self.wait(ms)

    def release(self, key):
        super().release(key)
        self.wait(60)

    def tap(self, key):
        self.press(key)
        self.release(key)


@pytest.fixture(params=BOARDS)
def hand(request, tmp_path):
    return Hand(request.param, tmp_path)


DIRECT = pytest.mark.parametrize("hand", [name for name in BOARDS if name not in ROWS], indirect=True)


def test_every_level_of_every_seat_looks_different(hand):
    hand.wait(START_MS)
    app = hand.app
    for game in app.games:
        app.go(seats.Seats(app, game, game.sizes[0]))
        hand.wait(20)
        shown = set()
        for side in range(game.sides):
            for seat in app.screen.choices:
                app.screen.seats = [PERSON] * game.sides
                app.screen.seats[side] = seat
                app.screen.press(0, NO_ROLE, hand.session.now_ms)  # like any key: the chosen side's stone is on
                app.panel.redraw = True
                hand.wait(10)
                shown.add(bytes(app.panel.frame))
        assert len(shown) == game.sides * (levels_at(game, game.sizes[0]) + 1) + 1  # all seats persons is one picture


def test_every_picture_lights_something_and_fits(hand):
    for _ in range(8):
        hand.wait(20)
        assert any(hand.app.panel.frame)  # the splash, or the menu already
    hand.wait(START_MS)
    seen = set()
    for _ in hand.app.screen.entries:
        assert hand.screen == "menu" and any(hand.app.panel.frame)
        seen.add(hand.session.text())
        hand.tap(hand.board["keys"]["roles"]["right"])
    assert len(seen) == len(hand.app.screen.entries)  # no two entries look the same
    for role in ("select", "select", "left", "right", "back", "left", "select"):
        hand.tap(hand.board["keys"]["roles"][role])
        assert any(hand.app.panel.frame)


@DIRECT
def test_direct_input_plays_the_point_and_lights_it(hand):
    hand.begin("tic-tac-toe", ())
    position, points = hand.app.match.position, hand.app.screen.points
    assert points is not None
    leds, keys = hand.board["leds"], hand.board["keys"]
    under = (leds["width"], leds["height"]) == (keys["width"], keys["height"])
    if under:
        # Every LED of a point lies over a key of that point, and those keys are no others.
        lit = bytearray(len(hand.app.panel.frame))
        for point, key in itertools.product(range(position.points), range(keys["width"] * keys["height"])):
            if points[key] == point:
                hand.app.screen.view.fill(lit, point, point + 1)
        assert [colour - 1 if colour else NO_POINT for colour in lit] == list(points)
    for point in (4, 0, 2):
        key = list(points).index(point)
        hand.press(key)
        if under:
            assert hand.app.panel.frame[key] == WHITE
        hand.release(key)
        assert position.cells[point]
    assert position.plies == 3


@DIRECT
@pytest.mark.parametrize("first, second", [(4, 8), (8, 4)])
def test_of_two_held_keys_the_first_release_plays_and_the_other_is_refused_in_red(hand, first, second):
    hand.begin("tic-tac-toe", ())
    position, points = hand.app.match.position, hand.app.screen.points
    a, b = list(points).index(4), list(points).index(8)
    keys = {4: a, 8: b}
    lit = hand.app.panel.frame.count(WHITE)
    hand.press(a)
    one = hand.app.panel.frame.count(WHITE)
    hand.press(b)
    assert lit == 0 and hand.app.panel.frame.count(WHITE) == 2 * one  # both are shown
    hand.release(keys[first])
    assert (position.plies, position.cells[first], position.cells[second]) == (1, 1, 0)
    assert hand.app.panel.frame.count(WHITE) == 0
    hand.release(keys[second])
    assert position.plies == 1 and hand.app.panel.frame.count(RED) == one
    hand.tap(keys[second])  # once the first stone is visible
    assert (position.plies, position.cells[second]) == (2, 2)


@DIRECT
def test_several_keys_under_one_point_are_one_press(hand):
    hand.begin("tic-tac-toe", ())
    keys = [key for key, point in enumerate(hand.app.screen.points) if point == 4]
    if len(keys) == 1:
        pytest.skip("a key for each point")
    for key in keys[:2]:
        hand.press(key)
    for key in keys[:2]:
        hand.release(key)
    assert hand.app.match.position.plies == 1 and RED not in hand.app.panel.frame


@pytest.mark.parametrize("hand", ROWS, indirect=True)
def test_buttons_in_a_row_move_the_cursor_and_open_the_pause_even_in_a_field_of_one_row(hand):
    roles = hand.board["keys"]["roles"]
    hand.begin("tic-tac-toe", ())
    position = hand.app.match.position
    assert hand.app.screen.points is None
    start = hand.app.match.cursor
    for role in ("right", "up", "select"):
        hand.tap(roles[role])
    assert hand.app.match.cursor != start and position.cells[hand.app.match.cursor] == 1
    hand.tap(roles["undo"])
    assert position.plies == 0
    row = game_from({"name": "row", "rows": {"of": [7], "k": 2}})
    hand.app.start_match(row, row.sizes[0], [0, 0], hand.session.now_ms)
    hand.wait(1000)
    hand.tap(roles["back"])
    assert hand.screen == "pause" and "hint" in [entry[0] for entry in hand.app.screen.entries]


def test_idle_lights_are_dimmed_until_the_next_key(tmp_path):
    hand = Hand(BOARDS[0], tmp_path)
    full = hand.app.settings.brightness
    hand.wait(START_MS)
    hand.tap(hand.board["keys"]["roles"]["select"])  # leave the menu, where attract mode would begin
    hand.wait(DIM_AFTER_MS - 100)
    assert hand.session.lights.brightness == full
    bright = sum(hand.session.leds.wire)
    hand.wait(100)
    assert hand.session.lights.brightness == full // 4
    assert 0 < sum(hand.session.leds.wire) < bright
    hand.press(hand.board["keys"]["roles"]["right"], ms=30)
    assert hand.session.lights.brightness == full


@pytest.mark.sample(3)
def test_the_self_test_lights_each_led_and_each_key_and_reports(hand, capsys):
    hand.wait(START_MS)
    undo = hand.board["keys"]["roles"]["undo"]
    hand.session.keys.levels[undo] = 1
    while hand.screen != "self-test":
        hand.wait(10)
    hand.session.keys.levels[undo] = 0
    lit = []
    for _ in range(2 * len(hand.app.panel.frame)):
        lit.append([at for at, colour in enumerate(hand.app.panel.frame) if colour])
        hand.wait(10)
    assert sorted({led for leds in lit for led in leds}) == list(range(len(hand.app.panel.frame)))
    assert all(len(leds) == 1 for leds in lit)
    hand.wait(2000)
    for key in range(hand.app.keypad.keys.count):
        before = bytes(hand.app.panel.frame)
        hand.press(key)
        changed = [at for at, colour in enumerate(hand.app.panel.frame) if colour != before[at]]
        assert changed and all(hand.app.panel.frame[at] == WHITE for at in changed)
        hand.release(key)
    hand.wait(1500)
    said = capsys.readouterr().out
    assert "selftest: all %d keys work\nselftest: done\n" % hand.app.keypad.keys.count in said
    colours = [line.split()[-3:-1] for line in said.splitlines() if line.endswith(" mA")]
    words = ["on:"] * 4 if hand.app.panel.mono else ["red:", "green:", "blue:", "white:"]
    assert [colour for colour, _ in colours] == words
    assert max(int(current) for _, current in colours) <= hand.board["power"]["budget_milliamps"]
    assert hand.screen == "menu"


def test_areas_mean_what_their_role_means(hand):
    hand.wait(START_MS)
    areas = hand.board["keys"].get("areas", {})
    for key in areas.get("right", []):
        at = hand.app.screen.at
        hand.tap(key)
        assert hand.app.screen.at == (at + 1) % len(hand.app.screen.entries)
    hand.app.screen.at = [entry[0] for entry in hand.app.screen.entries].index("tic-tac-toe")
    for key in areas.get("select", [])[:1]:
        hand.tap(key)
        assert hand.screen == "seats"


def test_lights_start_softly(tmp_path):
    session = Session(load_board(BOARDS[0]), tmp_path)
    full = session.app.settings.brightness
    seen = []
    while session.now_ms < START_MS:
        session.tick()
        seen.append(session.lights.brightness)
    assert seen == sorted(seen) and seen[0] <= max(1, full // 8) and seen[-1] == full
