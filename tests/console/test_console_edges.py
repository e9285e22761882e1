"""Hex, Havannah and Y on the lights: the owners of edges, the neighbours of a point, on 8x8 and 16x16 LEDs."""

import pytest
from all_games import GAMES
from console import BOARD, SELECT, Person

from glowgrid.console.edges import Edges
from glowgrid.console.palette import DIM, EDGE, FREE, GREY, OFF, SILVER
from glowgrid.console.view import FieldView
from glowgrid.rules.game import Game
from glowgrid.rules.groups import Groups, touching
from host_sim.boards.files import load_board
from host_sim.console.session import frame_text

# Empty fields, side 1 to move. Edges: solid x for side 1, which is to move, broken b for side 2, which waits; free
# points as ":", grey corners as "-". In the corners of the lights: 1, whose turn it is.
FRAMES = {
    ("hex", 6, 8): """\
.xxxxxx.
.::::::.
b::::::b
.::::::.
b::::::b
.::::::.
b::::::b
.xxxxxx.""",
    ("hex", 3, 8): """\
x..x..x.
........
........
b..:..b.
........
........
x..x..x.
........""",
    ("havannah", 4, 8): """\
-::-...1
:::::...
::::::..
-:::::-.
.::::::.
..:::::.
...-::-.
1.......""",
    ("y", 8, 8): """\
:......1
::......
:::.....
::::....
:::::...
::::::..
:::::::.
::::::::""",
    ("hex", 14, 16): "\n".join([".xxxxxxxxxxxxxx.", *[".::::::::::::::.", "b::::::::::::::b"] * 7, ".xxxxxxxxxxxxxx."]),
}


def painted(name, size, across):
    """Return (position, view, edges, frame) of an empty field on across x across LEDs."""
    position = GAMES[name].setup((size,))
    view = FieldView(position.field, across, across)
    edges = Edges(position, view, across, across)
    frame = bytearray(across * across)
    for point in range(position.points):
        view.dot(frame, point, FREE)
    return position, view, edges, bytearray(map(max, *(drawn(edges, frame, step) for step in (0, 1))))


def drawn(edges, frame, step):
    """Return a frame with the edges, the gap at its place in that step."""
    frame = bytearray(frame)
    edges.draw(frame, step)
    return frame


@pytest.mark.parametrize("name, size, across", FRAMES)
def test_edges_as_text(name, size, across):
    assert frame_text(painted(name, size, across)[3], across) == FRAMES[name, size, across]


@pytest.mark.parametrize(
    "board, name, largest",
    [
        ("pico_ws2812_8x8_keys_4x4", "hex", 8),
        ("pico_ws2812_8x8_keys_4x4", "havannah", 4),
        ("pico_ws2812_16x16_keys_4x4", "hex", 14),
        ("pico_ws2812_16x16_keys_4x4", "havannah", 8),
    ],
)
def test_every_size_shows_each_sides_edges_and_hides_no_point(board, name, largest):
    across = load_board(board)["leds"]["width"]
    for size in range(2, largest + 1):
        position, view, edges, frame = painted(name, size, across)
        colours = [frame[corner] for corner in view.corner]
        assert len(set(view.corner)) == position.points and all(colours)
        if name == "hex":
            solid, broken = frame.count(EDGE + 1), frame.count(DIM + 2)
            assert solid > broken >= (size > 2) * 2, size
            assert frame_text(frame, across).count("x") == solid
        else:
            assert frame.count(GREY) == 6
        with_stones = bytearray(frame)
        for point in range(position.points):
            view.fill(with_stones, point, 1)
        before = bytes(with_stones[corner] for corner in view.corner)
        position.cells[:] = bytes([1]) * position.points
        for step in range(8):
            shown = drawn(edges, with_stones, step)
            assert bytes(shown[corner] for corner in view.corner) == before  # stones are not tinted


@pytest.mark.parametrize("to_move", [1, 2])
@pytest.mark.parametrize("size, across", [(5, 8), (14, 16)])
def test_gaps_run_through_every_led_of_an_edge(size, across, to_move):
    position, _, edges, frame = painted("hex", size, across)
    position.to_move = to_move
    steps = [drawn(edges, frame, step) for step in range(16)]
    bright, dim = EDGE + to_move, DIM + 3 - to_move
    seen = [{shown[led] for shown in steps} for led in range(across * across)]
    assert {bright, OFF} in seen and {dim, OFF} in seen  # the edges of the side to move and of the one that waits
    for led, colours in enumerate(seen):
        if colours & {bright, dim}:
            dark = [step for step in range(16) if not steps[step][led]]
            every = 8 if bright in colours else 4
            assert len(colours) == 2 and dark == list(range(dark[0], 16, every)) and dark[0] < every
        else:
            assert colours == {frame[led]} and colours <= {OFF, FREE}


@pytest.mark.parametrize("name, size, across, corners", [("havannah", 4, 8, 2), ("y", 8, 8, 1), ("y", 2, 16, 1)])
def test_without_edges_of_its_own_corners_of_the_lights_have_the_colour_of_the_side_to_move(
    name, size, across, corners
):
    position, view, edges, frame = painted(name, size, across)
    for side in (1, 2):
        position.to_move = side
        steps = [drawn(edges, frame, step) for step in range(8)]
        shown = [(frame_text(step, across).replace("\n", "")).translate({45: 46, 58: 46}) for step in steps]
        assert [text.count(str(side)) for text in shown] == 2 * [corners, corners, 0, 0]  # bright, then dim
        assert all(text.count(".") == across**2 - corners for text in shown)


def test_if_neither_edges_nor_corners_show_whose_turn_it_is_free_points_do(tmp_path):
    field = GAMES["hex"].setup((8,)).field
    goals = (touching((0, 1)),)  # no edge belongs to one side alone
    game = Game("shared", "Both join top and bottom.", setup=lambda: Groups(field, (goals, goals)).position())
    person = Person(tmp_path, BOARD, games=[game])
    person.start("shared", 0, 0)
    person.wait(240)
    assert person.app.panel.frame.count(DIM + 1) >= 63
    person.tap(SELECT, then=300)
    assert person.position.to_move == 2 and person.app.panel.frame.count(DIM + 2) == 63


def test_free_points_show_whose_turn_it_is_while_stones_lie_on_all_tinted_edges(person):
    moves = [8, 5, 3, 1, 7, 6, 2, 0]
    person.start("hex", 0, 0, size="3")
    position, corners = person.position, person.app.screen.view.corner
    borders = position.field.borders

    def free(inner):
        """Return the colours of the free points on the edges, or within."""
        person.wait(300)
        points = [point for point in range(position.points) if not position.cells[point]]
        return {person.app.panel.frame[corners[point]] for point in points if bool(borders[point]) != inner}

    seen = []
    for point in moves:
        person.play(point)
        assert free(True) == {FREE if free(False) else DIM + position.to_move}
        seen += free(True)
    assert not position.is_over() and FREE in seen and seen[-1] == DIM + len(moves) % 2 + 1
    while not free(False):
        person.pause_and("take back")
    assert free(True) == {FREE}


@pytest.mark.parametrize("name, size", [("hex", 8), ("havannah", 4), ("y", 5)])
def test_free_neighbours_match_the_rules(name, size):
    position, view, edges, frame = painted(name, size, 8)
    middle = position.field.point_at(position.field.width // 2, position.field.height // 2)
    stone = min(position.field.near[6 * middle : 6 * middle + 6])
    position.play(stone)
    before = frame[view.corner[stone]]
    edges.draw_neighbours(frame, view, middle)
    lit = {point for point in range(position.points) if frame[view.corner[point]] == SILVER}
    assert lit == set(position.field.near[6 * middle : 6 * middle + 6]) - {position.points, stone} and len(lit) >= 3
    assert frame[view.corner[stone]] == before
