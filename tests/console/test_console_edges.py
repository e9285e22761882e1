"""Hex, Havannah and Y on the lights: the owners of edges, the neighbours of a point, on 8x8 and 16x16 LEDs."""

import pytest
from console import Person

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.edges import Edges
from glowgrid.console.palette import EDGE, GREY, SILVER
from glowgrid.console.screens.pictures import frame_text
from glowgrid.console.view import FieldView
from glowgrid.games import discover
from host_sim.boards import load_board

GAMES = {game.name: game for game in discover()[0]}

# Empty fields with their edges: solid x for side 1, broken y for side 2; points as "a", grey corners as "-".
FRAMES = {
    ("hex", 6, 8): """\
.xxxxxx.
.aaaaaa.
yaaaaaay
.aaaaaa.
yaaaaaay
.aaaaaa.
yaaaaaay
.xxxxxx.""",
    ("hex", 8, 8): """\
xxxxxxxx
yaaaaaay
aaaaaaaa
yaaaaaay
aaaaaaaa
yaaaaaay
aaaaaaaa
xxxxxxxx""",
    ("hex", 7, 8): """\
xxxxxxx.
yaaaaay.
aaaaaaa.
yaaaaay.
aaaaaaa.
yaaaaay.
xxxxxxx.
........""",
    ("hex", 3, 8): """\
x..x..x.
........
........
y..a..y.
........
........
x..x..x.
........""",
    ("havannah", 4, 8): """\
-aa-....
aaaaa...
aaaaaa..
-aaaaa-.
.aaaaaa.
..aaaaa.
...-aa-.
........""",
    ("y", 8, 8): """\
a.......
aa......
aaa.....
aaaa....
aaaaa...
aaaaaa..
aaaaaaa.
aaaaaaaa""",
    ("hex", 14, 16): "\n".join([".xxxxxxxxxxxxxx.", *[".aaaaaaaaaaaaaa.", "yaaaaaaaaaaaaaay"] * 7, ".xxxxxxxxxxxxxx."]),
    ("hex", 5, 16): "\n".join(
        [
            ".xxxxxxxxxxxxxx.",
            ".a..a..a..a..a..",
            "y..............y",
            "................",
            "ya..a..a..a..a.y",
            "................",
            "y..............y",
            ".a..a..a..a..a..",
            "y..............y",
            "................",
            "ya..a..a..a..a.y",
            "................",
            "y..............y",
            ".a..a..a..a..a..",
            "y..............y",
            ".xxxxxxxxxxxxxx.",
        ]
    ),
    ("havannah", 8, 16): "\n".join(
        [
            "-aaaaaa-........",
            "aaaaaaaaa.......",
            "aaaaaaaaaa......",
            "aaaaaaaaaaa.....",
            "aaaaaaaaaaaa....",
            "aaaaaaaaaaaaa...",
            "aaaaaaaaaaaaaa..",
            "-aaaaaaaaaaaaa-.",
            ".aaaaaaaaaaaaaa.",
            "..aaaaaaaaaaaaa.",
            "...aaaaaaaaaaaa.",
            "....aaaaaaaaaaa.",
            ".....aaaaaaaaaa.",
            "......aaaaaaaaa.",
            ".......-aaaaaa-.",
            "................",
        ]
    ),
}


def painted(name, size, across):
    """Return (position, view, edges, frame) of an empty field on across x across LEDs."""
    position = GAMES[name].setup((size,))
    view = FieldView(position.field, across, across)
    edges = Edges(position, view, across, across)
    frame = bytearray(across * across)
    for point in range(position.points):
        view.dot(frame, point, 4)
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
            solid, broken = frame.count(EDGE + 1), frame.count(EDGE + 2)
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


@pytest.mark.parametrize("size, across", [(5, 8), (8, 8), (14, 16)])
def test_a_gap_runs_through_every_led_of_an_edge(size, across):
    _, _, edges, frame = painted("hex", size, across)
    steps = [drawn(edges, frame, step) for step in range(16)]
    for led in range(across * across):
        if frame[led] > EDGE:
            dark = [step for step in range(16) if not steps[step][led]]
            assert len(dark) == 2 and dark[1] == dark[0] + 8
            assert all(shown[led] in (0, frame[led]) for shown in steps)
        else:
            assert {shown[led] for shown in steps} == {frame[led]}


@pytest.mark.parametrize("name, size", [("hex", 8), ("havannah", 4), ("y", 5)])
def test_neighbours_match_the_rules(name, size):
    position, view, edges, frame = painted(name, size, 8)
    middle = position.field.point_at(position.field.width // 2, position.field.height // 2)
    stone = min(position.field.near[6 * middle : 6 * middle + 6])
    position.play(stone)
    edges.draw_neighbours(frame, view, middle)
    lit = {point for point in range(position.points) if frame[view.corner[point]] == SILVER}
    assert lit == set(position.field.near[6 * middle : 6 * middle + 6]) - {position.points} and len(lit) >= 4
    assert stone in lit


def test_neighbours_blink_with_the_cursor_and_can_be_switched_off_for_good(tmp_path):
    person = Person(tmp_path)
    person.choose("hex")
    person.sit(0, 0)

    def silver():
        counts = set()
        for _ in range(60):
            person.wait(10)
            counts.add(person.text().count("o"))
        return counts

    assert silver() == {0, 6}
    person.pause_and("neighbours")
    assert silver() == {0}
    again = Person(tmp_path)
    assert not again.app.settings.neighbours


def test_if_keys_are_points_the_neighbours_of_a_held_key_light_up(tmp_path):
    person = Person(tmp_path)
    game = GAMES["hex"]
    person.app.start_match(
        next(g for g in person.app.games if g.name == game.name), (4,), [0, 0], person.session.now_ms
    )
    person.started()
    person.press(5)
    person.wait(50)
    assert person.text().count("o") == 6 and person.text().count("#") == 4
    person.release(5)
    person.wait(50)
    assert person.text().count("o") == 0 and person.position.cells[5] == 1
