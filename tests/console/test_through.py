"""Looking at a point: its key held, or the cursor at rest, shows what runs through it, one thing after another."""

import pytest
from console import LEFT, RIGHT, SELECT, UP

from glowgrid.console.palette import BRIGHT, EDGE, SILVER
from glowgrid.console.screens.lines_through import STEP_MS

KEYS = [0, 1, 2, 4, 5, 6, 8, 9, 10]  # of the points of 3x3


def belonging(person, sign=SILVER):
    """Return the points that are shown as belonging to the inspected one."""
    position, view = person.position, person.app.screen.view
    found = set()
    for point in range(position.points):
        shown = person.app.panel.frame[view.corner[point]]
        if shown == sign or (position.cells[point] and shown == BRIGHT + position.cells[point]):
            found.add(point)
    return found


def series(person, ms, sign=SILVER):
    """Return what belongs to the point, one after the other, over `ms` milliseconds."""
    seen = []
    for _ in range(0, ms, 10):
        person.wait(10)
        now = belonging(person, sign)
        if not seen or now != seen[-1]:
            seen.append(now)
    return seen


def start(person, name, size, moves, seats=(0, 0)):
    """A match between people, with some moves made."""
    person.begin(name, size or (), list(seats))
    for move in moves:
        assert person.position.play(move)


TIC_TAC_TOE = (
    ((), 0, [{1, 2}, {3, 6}, {4, 8}]),  # the point itself is white
    ((1, 0, 5, 8), 4, [{0, 8}, {3, 5}, {1, 7}, {2, 6}]),  # blue lacks one stone, orange two
    ((0, 2, 8, 1), 4, [{0, 8}, {1, 7}, {2, 6}, {3, 5}]),
    ((0, 2), 1, [{4, 7}]),  # no side can complete the row any more
    ((0, 2, 4), 0, [{0, 4, 8}, {0, 3, 6}]),  # of a stone
)


@pytest.mark.parametrize("moves, point, lines", TIC_TAC_TOE)
def test_a_held_key_shows_the_lines_through_its_point(person, moves, point, lines):
    start(person, "tic-tac-toe", None, moves)
    before = person.position.plies
    person.press(KEYS[point])
    person.wait(550)
    assert belonging(person) <= {person.position.last_stone()}  # a tap shows none
    person.wait(60)
    seen = series(person, STEP_MS * len(lines) + 60)
    stones = {p for p in range(9) if person.position.cells[p]}
    frees = [len(line - stones) for line in lines]
    assert frees == sorted(frees)
    assert [line for line in seen if len(line) > 1][: len(lines)] == lines
    person.release(KEYS[point])
    person.wait(200)
    assert person.screen == "play" and person.position.plies == before
    assert belonging(person) <= {person.position.last_stone()}
    free = person.position.cells.index(0)
    person.tap(KEYS[free])
    assert person.position.cells[free]  # a tap still places a stone


def test_a_key_held_longer_pauses_and_a_tap_of_another_still_plays(person):
    start(person, "tic-tac-toe", None, ())
    person.press(0)
    person.wait(1000)
    person.tap(10)
    assert person.position.cells[8] == 1 and not belonging(person) - {8}  # a move ends the look
    person.wait(1700)
    assert person.screen == "play"
    person.wait(300)
    assert person.screen == "pause"
    person.release(0)
    person.tap(SELECT)
    assert person.screen == "play" and person.position.plies == 1


@pytest.mark.parametrize("moves, plies", [((), 0), ((5,), 1)])
def test_a_key_released_as_the_pause_opens_does_nothing(person, moves, plies):
    """With a move, the key was down before it: it would be refused."""
    person.start("tic-tac-toe", 0, 0)
    person.press(0)
    person.wait(2600)
    person.press(10)
    person.tap(*moves)
    while not person.app.screen.pausing:
        person.wait(10)
    person.session.speaker.tones.clear()
    person.release(10)
    person.wait(100)
    assert person.screen == "pause" and person.position.plies == plies and person.session.speaker.tones == []


def test_a_cursor_at_rest_shows_the_lines_once(person):
    start(person, "mnk", (8, 8, 5), (35, 0, 37, 7))
    person.tap(LEFT, RIGHT)
    cursor = person.app.screen.match.cursor
    assert cursor == 36
    seen = [points - {36} for points in series(person, 12_000)]
    first = [points for points in seen if {35, 37} <= points][:3]
    assert first == [{33, 34, 35, 37}, {34, 35, 37, 38}, {35, 37, 38, 39}]
    assert seen[-1] <= {7}  # once only: it does not repeat while a person thinks
    person.tap(UP)
    assert series(person, 1500)[-1]


def test_on_hexagonal_fields_neighbours_come_first_then_the_goals_of_the_side(person):
    start(person, "hex", (5,), (12,))
    person.app.settings.neighbours = False
    person.tap(LEFT, RIGHT)  # back on c3, the first stone: orange joins top and bottom
    person.wait(1100)
    assert belonging(person) == {7, 8, 11, 12, 13, 16, 17}
    person.wait(STEP_MS)
    assert belonging(person, EDGE + 1) - {12} == {0, 1, 2, 3, 4, 20, 21, 22, 23, 24}


def test_havannah_has_two_goals(person):
    start(person, "havannah", (4,), ())
    person.app.settings.neighbours = False
    person.tap(LEFT, then=1250)
    steps = [len(points) for points in series(person, 3 * STEP_MS - 100, EDGE + 1) if points]
    assert steps == [6, 12]  # the corners make a bridge, the edges a fork
