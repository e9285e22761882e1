"""Connection games as data on the lights: edges in the colours of the sides, and the neighbours of the cursor."""

import pytest
from all_games import OWN_GAMES

from glowgrid.console.edges import Edges
from glowgrid.console.palette import FREE, SILVER
from glowgrid.console.view import FieldView
from glowgrid.rules.notation import parse_point, point_name
from host_sim.console.session import frame_text
from host_sim.own_games.data.reader import game_from
from host_sim.own_games.load import data_game

GAMES = {
    "bridg-it": data_game(OWN_GAMES / "bridg_it.json"),
    "hex-map": data_game(OWN_GAMES / "hex_map.json"),
    "towns": game_from({"name": "towns", "shape": "square 6", "connect": {"1": [["b2", "e5"], "any two corners"]}}),
}

# Empty fields, side 1 to move. Solid x: edges of side 1, which is to move; broken b: those of side 2, which waits.
FRAMES = {
    "bridg-it": """\
.xxxxx..
.:.:.:..
b.:.:.b.
.:.:.:..
b.:.:.b.
.:.:.:..
.xxxxx..
........""",
    "towns": """\
........
.-::::-.
.:x::::.
.::::::.
.::::::.
.::::x:.
.-::::-.
........""",
}


@pytest.mark.parametrize("name", FRAMES)
def test_edges_as_text(name):
    position = GAMES[name].setup()
    view = FieldView(position.field, 8, 8)
    edges = Edges(position, view, 8, 8)
    frames = []
    for step in (0, 1):
        frame = bytearray(64)
        for point in range(position.points):
            view.dot(frame, point, FREE)
        edges.draw(frame, step)
        frames.append(frame)
    assert frame_text(bytearray(map(max, *frames)), 8) == FRAMES[name]


@pytest.mark.parametrize(
    "name, point, first, second",
    [
        ("bridg-it", "c3", "b2 d2 c1 b4 d4 c5", "b2 d2 a3 e3 b4 d4"),
        ("hex-map", "c3", "b1 d1 d2 b3 b4 c4 d4", "b1 d1 d2 b3 b4 c4 d4"),
    ],
)
def test_the_neighbours_of_a_point_are_those_of_the_side_to_move(name, point, first, second):
    position = GAMES[name].setup()
    view = FieldView(position.field, 8, 8)
    edges = Edges(position, view, 8, 8)
    for to_move, wanted in (1, first), (2, second):
        position.to_move = to_move
        frame = bytearray(64)
        edges.draw_neighbours(frame, view, parse_point(position.field, point))
        lit = [point_name(position.field, p) for p in range(position.points) if frame[view.corner[p]] == SILVER]
        assert sorted(lit) == sorted(wanted.split()) and frame.count(SILVER) == len(lit)
