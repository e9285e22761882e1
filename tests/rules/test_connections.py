"""Connection games as data: equal to the built-in ones on every position and to the definitions; faults are clear."""

import json
from random import Random

import pytest
from all_games import OWN_GAMES
from line_games import searched
from support.judges.brute import brute
from three_tiers import on_webassembly

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.trial import trying
from glowgrid.search import DRAWN, Limits, engine_for
from host_sim.own_games.data.reader import game_from
from host_sim.own_games.data.room import Room
from host_sim.own_games.load import data_game
from host_sim.records.gtp.protocol import Gtp
from host_sim.theory.formal import own
from host_sim.theory.formal.winners import first_disagreement

BUILT_IN = {game.name: game for game in discover()[0]}
ACROSS = {"1": [["north", "south"]], "2": [["west", "east"]]}
HEX = {"name": "own", "shape": "rhombus 3", "connect": ACROSS, "swap": True}
Y = {"name": "own", "shape": "triangle 4", "connect": ["all edges"], "swap": True}
HAVANNAH = {
    **{"name": "own", "shape": "hexagon 2", "swap": True},
    **{"connect": ["any two corners", "any three edges"], "ring": True},
}
DRAWN_HEX = {  # as Hex 3, drawn
    "name": "own",
    "field": ["ooo", "ooo", "ooo"],
    "neighbours": "hexagonal",
    "borders": {"north": "a1 b1 c1", "south": "a3 b3 c3", "west": "a1 a2 a3", "east": "c1 c2 c3"},
    "connect": ACROSS,
    "swap": True,
}


def of_size(data, size):
    return {**data, "shape": f"{data['shape'].split()[0]} {size}"}


# Equal to the built-in games -----------------------------------------------------------------------


def answers(position):
    marks = bytearray(position.points)
    position.winning_points(marks)
    legal = [move for move in range(position.moves) if position.is_legal(move)]
    return legal, position.winner, bool(position.is_over()), position.to_move, bytes(position.cells), bytes(marks)


EQUAL = [*(("hex", HEX, size) for size in (1, 2, 3, 6, 15)), ("hex", DRAWN_HEX, 3)]
EQUAL += [*(("y", Y, size) for size in (1, 2, 3, 7)), *(("havannah", HAVANNAH, size) for size in (1, 2, 3, 5))]


@pytest.mark.parametrize("swap", [False, True], ids=["", "swap"])
@pytest.mark.parametrize("name, data, size", EQUAL)
def test_it_is_equal_to_the_built_in_game(name, data, size, swap):
    data = of_size(data, size) if "shape" in data else data
    if name == "havannah" and size == 1:  # a field of one point has neither edges nor corners
        data = {**data, "connect": []}
    built_in, ours, chance = BUILT_IN[name].setup((size,)), game_from(data).setup(), Random(size)
    built_in.swap_rule = ours.swap_rule = swap
    assert built_in.field.near == ours.field.near and built_in.field.slant == ours.field.slant
    assert ours.family() == built_in.family() and ours.tables.fair == built_in.tables.fair
    assert bytes(ours.tables.mirrored) == bytes(built_in.tables.mirrored)
    for _ in range(200 if size < 4 else 3):
        while not ours.is_over():
            found = answers(ours)
            assert found == answers(built_in)
            move = chance.choice(found[0])
            assert ours.play(move) and built_in.play(move)
        assert answers(ours) == answers(built_in)
        while ours.undo() >= 0:
            built_in.undo()


MAPS = {
    "bridg-it": json.loads((OWN_GAMES / "bridg_it.json").read_text()),
    "map": json.loads((OWN_GAMES / "hex_map.json").read_text()),
    "holes": json.loads((OWN_GAMES / "triangle_with_holes.json").read_text()),
    "drawn": DRAWN_HEX,
    "square": {"name": "own", "shape": "square 3", "connect": ACROSS},
    "triangular": {
        **{"name": "own", "field": ["ooooo", "ooooo"], "neighbours": "triangular", "corners": "a1 e1 a2 e2"},
        "connect": ["any two corners"],
    },
    "hexagonal left": {
        **{"name": "own", "field": ["oooo", "o.oo", "oooo"], "neighbours": "hexagonal left"},
        **{"ring": True, "borders": {"north": "a1 b1 c1 d1", "far": "a3 d3"}, "connect": {"1": [["north", "far"]]}},
    },
    "ring around a hole": {
        **{"name": "own", "shape": "hexagon 2", "holes": "b2", "ring": True, "connect": [["a1", "c3"]]},
    },
    "points": {
        **{"name": "own", "field": ["oooo", "oooo"], "neighbours": "square"},
        "connect": {"1": [["any 2 of", "a1", "d1", "a2", "d2"]], "2": [["b1", "c2"], ["a1", "d1"]]},
    },
    "a border within": {
        **{"name": "own", "shape": "rhombus 3", "borders": {"middle": "b2"}},
        "connect": [["north", "middle"], ["a3", "c2"]],
    },
    "three sides": {
        **{"name": "own", "sides": 3, "shape": "rhombus 3", "borders": {"middle": "b2"}},
        "connect": {"1": [["north", "south"]], "2": [["west", "east"]], "3": [["north", "middle"], "any 2 corners"]},
    },
    "one side only": {"name": "own", "shape": "rhombus 3", "connect": {"2": [["west", "east"]]}},
    "a bridge for one": {
        **{"name": "own", "shape": "rhombus 3", "neighbours_of": {"1": ["a1 c3"]}, "connect": ACROSS},
    },
}


@pytest.mark.parametrize("data", MAPS.values(), ids=MAPS)
def test_it_is_won_as_the_definitions_say(data, tmp_path):
    (tmp_path / "own.json").write_text(json.dumps(data))
    formal = own.read(tmp_path / "own.json")
    position = game_from(data).setup()
    wins = {
        side: lambda stones, side=side: formal.connections.wins_with(side, stones)
        for side in range(1, position.sides + 1)
    }
    assert [position.field.rows[p] for p in range(position.points)] == [row for row, _ in formal.points]
    for seed in range(40):
        assert first_disagreement(position, formal.points, wins, Random(seed)) is None


FAMILIES = {"bridg-it": None, "map": None, "holes": "groups", "square": None, "triangular": None, "drawn": "groups",
            "hexagonal left": "groups", "ring around a hole": "groups", "points": None, "a border within": None,
            "three sides": None, "one side only": "groups", "a bridge for one": None}  # fmt: skip


@pytest.mark.parametrize("name", MAPS)
def test_the_fast_engine_plays_it_where_the_data_allow_and_proves_nothing_wrong(name):
    game = game_from(MAPS[name])
    position = game.setup()
    assert position.family() == FAMILIES[name] and game.family(position) == (FAMILIES[name] or "minimax")
    if position.sides > 2:
        return
    engine, chance, known = engine_for(position), Random(2), {}
    for _ in range(4):
        while position.undo() >= 0:
            pass
        while not position.is_over() and position.empty > 6:
            position.play(chance.choice([p for p in range(position.points) if not position.cells[p]]))
        while not position.is_over():
            searched(engine, position, Limits(3_000_000), True)
            for point in range(position.points):
                if not position.cells[point]:
                    said = engine.verdict.outcome(point)
                    position.play(point)
                    right = brute(position, position.empty, known)[0] or DRAWN
                    position.undo()
                    assert said in (0, right), (name, point)
            assert position.play(engine.verdict.best)


A_WIN = 'expected borders to join such as ["north", "south"], or a text such as "any two corners"'
LATTICES = '"hexagonal", "hexagonal left", "square", "triangular", or a list such as ["a1 b1", "b1 c1 c2"]'
KEYS = (
    "name, about, source, sides, shape, holes, field, neighbours, neighbours_of, borders, corners, connect, ring, "
    "swap, hidden, icon, order, perft, example"
)
SHAPES = 'shape: expected a shape and its size such as "rhombus 5"; shapes are hexagon, rhombus, square, triangle'
FAULTS = [
    (HEX, {"colour": 1}, f"colour: unknown; expected one of {KEYS}"),
    (HEX, {"lines": ["a1 b1"]}, f"lines: unknown; expected one of {KEYS}"),
    (HEX, {"shape": "circle 3"}, SHAPES),
    (HEX, {"shape": "rhombus 16"}, 'shape: found "rhombus 16"; sizes of it are 1 to 15'),
    (HEX, {"shape": "hexagon 10"}, 'shape: found "hexagon 10"; sizes of it are 1 to 9'),
    (HEX, {"shape": "triangle 0"}, 'shape: found "triangle 0"; sizes of it are 1 to 21'),
    (HEX, {"field": ["oo"]}, "field: found beside shape, which has its own; expected one of them"),
    (HEX, {"neighbours": "square"}, "neighbours: found beside shape, which has its own; expected one of them"),
    (HEX, {"holes": "d4"}, "holes: no point d4 in the field"),
    (HEX, {"holes": "b2 b2"}, "holes: point b2 stands in it twice"),
    (HEX, {"holes": ["b2"]}, 'holes: expected names of points such as "a1 b1"'),
    (HEX, {"holes": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}, "holes: no points are left; a game has 1 to 250"),
    (HEX, {"connect": ...}, "connect: none; nobody could win"),
    (HEX, {"connect": "north"}, 'connect: expected wins such as {"1": [["north", "south"]], "2": [["west", "east"]]}'),
    (HEX, {"connect": {"3": []}}, "connect: no side 3; sides are 1 to 2"),
    (HEX, {"connect": {"1": "north"}}, 'connect.1: expected a list of wins such as [["north", "south"]] or '
     '["any two corners"]'),
    (HEX, {"connect": {"1": [["north", "south"], 7]}}, "connect.1[1]: " + A_WIN),
    (HEX, {"connect": ["north south"]}, "connect[0]: " + A_WIN),
    (HEX, {"connect": [["any two of"]]}, "connect[0]: " + A_WIN),
    (HEX, {"connect": [["nort", "south"]]}, "connect[0]: no border nort; borders are east, north, south, west"),
    (HEX, {"connect": [["north", ["south"]]]}, "connect[0]: no border ['south']; borders are east, north, south, west"),
    (HEX, {"connect": [["north", "north"]]}, "connect[0]: border north stands in it twice"),
    (HEX, {"connect": [["A1", "a1"]]}, "connect[0]: border a1 stands in it twice"),
    (HEX, {"connect": [["north", "south"], ["south", "north"]]}, "connect[1]: the same as connect[0]"),
    (HEX, {"connect": ["any five corners"]}, "connect[0]: found any five; expected a number from 1 to 4"),
    (HEX, {"connect": [["any 3 of", "north", "south"]]}, "connect[0]: found any 3; expected a number from 1 to 2"),
    (HEX, {"ring": 1}, "ring: expected true or false"),
    (HEX, {"swap": "yes"}, "swap: expected true or false"),
    (HEX, {"sides": 3}, "swap: found three sides; only two can swap"),
    (HEX, {"holes": "a2"}, "swap: no mirror image of the field lets the sides change roles; leave it out"),
    (HEX, {"shape": "square 3", "ring": True},
     'ring: expected neighbours that are "hexagonal"; leave it out for others'),
    (DRAWN_HEX, {"holes": "b2"}, "holes: only a shape has holes; draw those of a field as dots"),
    (DRAWN_HEX, {"field": ...}, 'field: expected the drawing as a list of texts such as "o.o"'),
    (DRAWN_HEX, {"field": ["..."]}, "field: no points are drawn; a game has 1 to 250"),
    (DRAWN_HEX, {"neighbours": ...}, "neighbours: expected " + LATTICES),
    (DRAWN_HEX, {"neighbours": 6}, "neighbours: expected " + LATTICES),
    (DRAWN_HEX, {"neighbours": ["a1"]}, 'neighbours[0]: expected two or more points that are beside each other such as '
     '"a1 b1"'),
    (DRAWN_HEX, {"neighbours": ["a1 b1", "b1 d1"]}, "neighbours[1]: no point d1 in the field"),
    (DRAWN_HEX, {"neighbours": [["a1", "b1"]]}, 'neighbours[0]: expected names of points such as "a1 b1"'),
    (DRAWN_HEX, {"neighbours_of": ["a1 b1"]},
     'neighbours_of: expected an object such as {"1": ["a1 b1"], "2": ["a1 a2"]}'),
    (DRAWN_HEX, {"neighbours_of": {"3": ["a1 b1"]}}, "neighbours_of: no side 3; sides are 1 to 2"),
    (DRAWN_HEX, {"neighbours_of": {"2": ["a1 b9"]}}, "neighbours_of.2[0]: no point b9 in the field"),
    (DRAWN_HEX, {"borders": ["a1"]}, 'borders: expected an object such as {"north": "a1 b1 c1"}'),
    (DRAWN_HEX, {"borders": {"Up North": "a1"}},
     "borders: 'Up North'; expected names of small letters, digits, dashes and underscores"),
    (DRAWN_HEX, {"borders": {"a1": "b2"}}, "borders.a1: a point has this name; choose another, such as west"),
    (DRAWN_HEX, {"connect": {"1": [["a1", "b3"]], "2": ["any two edges"]}, "borders": ...},
     "connect.2[0]: the field has none; state borders, or leave it out"),
    (DRAWN_HEX, {"borders": {"north": ""}}, 'borders.north: no points; expected points such as "a1 b1 c1"'),
    (DRAWN_HEX, {"borders": {"north": "a1 b1 e1"}}, "borders.north: no point e1 in the field"),
    (DRAWN_HEX, {"borders": ...}, "connect.1[0]: no border north; borders are not stated"),
    (DRAWN_HEX, {"connect": ["any two corners"]}, "connect[0]: the field has none; state corners, or leave it out"),
    (DRAWN_HEX, {"connect": ["all edges"], "borders": ...},
     "connect[0]: the field has none; state borders, or leave it out"),
    (DRAWN_HEX, {"field": ["o" * 17], "borders": {}, "swap": False,
                 "connect": [[chr(97 + column) + "1"] for column in range(17)]},
     "connect: 17 borders and corners count; at most 16 can"),
]  # fmt: skip


def changed(data, changes):
    return {key: value for key, value in {**data, **changes}.items() if value is not ...}


@pytest.mark.parametrize("data, changes, message", FAULTS, ids=[message[:40] for _, _, message in FAULTS])
def test_a_fault_is_named_in_one_line(data, changes, message):
    with pytest.raises(ValueError) as error:
        game_from(changed(data, changes))
    assert str(error.value) == message


def test_the_simulator_names_the_place_in_the_file(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(
        '{"name": "own",\n "shape": "rhombus 3", "connect": {"1": [["north", "south"], ["up", "a1"]]},\n"swap": 1}'
    )
    with pytest.raises(ValueError) as error:
        data_game(path)
    assert str(error.value) == (
        f"{path}: connect.1[1]: no border up; borders are east, north, south, west "
        '(line 2, column 62, found ["up", "a1"])'
    )
    path.write_text('{"name": "own", "shape": "rhombus 3", "borders": {"far-off": "a9"}, "connect": []}')
    with pytest.raises(
        ValueError, match=r'borders.far-off: no point a9 in the field \(line 1, column 62, found "a9"\)'
    ):
        data_game(path)


def test_a_game_too_large_for_the_pico_is_refused_with_what_fits():
    points = " ".join(f"{chr(97 + column)}{row + 1}" for row in range(10) for column in range(25))
    data = {"name": "own", "field": ["o" * 25] * 10, "neighbours": [points], "connect": [["a1", "y10"]]}
    with pytest.raises(ValueError) as error:
        Room().make(data, len(json.dumps(data)))
    assert str(error.value) == (
        "too large for this Pico: 250 points with up to 249 neighbours; there is room for 25 neighbours"
    )
    room = Room()
    for shape in ("rhombus 15", "hexagon 9"):
        list(trying(room.make({"name": "own", "shape": shape, "connect": ["any two corners"]}, 200)))
    said = "225 points with up to 6 neighbours, beside your other games; there is room for no such game"
    with pytest.raises(ValueError, match=said):
        for _ in range(5):
            room.make({**HEX, "shape": "rhombus 15"}, 200)


GOALS = [
    (HEX, ("north to south", "west to east")),
    (Y, ("all 3 edges", "all 3 edges")),
    (HAVANNAH, ("2 corners or 3 edges or a ring",) * 2),
    ({**HEX, "connect": {"2": [["a1", "c3"], "all corners"]}, "swap": False}, ("", "a1 to c3 or all 4 corners")),
    (MAPS["points"], ("2 of a1, d1, a2, d2", "b1 to c2 or a1 to d1")),
    ({**Y, "connect": [["west", "east", "south"]]}, ("all of west, east, south",) * 2),
    (
        {**Y, "connect": [["west", "east", "south", "a1", "a2", "a3", "a4"], "any two corners"]},
        ("one of 2 ways to join",) * 2,
    ),
]


@pytest.mark.parametrize("data, goals", GOALS, ids=[goals[1] for _, goals in GOALS])
def test_the_goals_say_what_to_join(data, goals):
    game = game_from(data)
    assert game.goals() == goals
    list(trying(game))


def test_only_a_game_that_says_so_has_the_swap_rule():
    with_swap, without = (game_from({**HEX, "swap": swap}) for swap in (True, False))
    assert (with_swap.swap, without.swap) == (True, False)
    for game in (with_swap, without):
        position = game.setup()
        position.swap_rule = True  # a match sets it for every game
        position.play(0)
        assert position.may_swap() == game.swap and position.moves == 9 + game.swap


def test_bridg_it_swaps_to_the_mirror_image_of_the_first_bridge():
    position = game_from(MAPS["bridg-it"]).setup()
    position.swap_rule = True
    position.play(parse_point(position.field, "b4"))
    position.play(position.action("swap"))
    assert [point_name(position.field, p) for p in range(13) if position.cells[p] == 2] == ["b4"]
    position.undo()
    position.undo()
    position.play(parse_point(position.field, "a3"))
    position.play(position.action("swap"))
    assert [point_name(position.field, p) for p in range(13) if position.cells[p] == 2] == ["c5"]


def test_gtp_talks_about_a_file():
    gtp = Gtp(data_game(OWN_GAMES / "bridg_it.json"))

    def said(line):
        return gtp.answer(line).strip()

    assert said("goal") == "= 1 north to south\n2 west to east" and said("swap") == "= on"
    for move in "1 c3", "2 c1", "1 c5", "2 b2", "1 d2", "2 b4":
        assert said(f"play {move}") == "="
    assert said("w_star") == "= 1" and said("m_hat") == "= e1"
    assert said("play 1 a2") == "? illegal move: no such point"
    assert Gtp(data_game(OWN_GAMES / "hex_map.json")).answer("swap on").strip() == "? hex-map has no swap rule"


PROGRAM = """
import json
from host_sim.own_games.data.reader import game_from
for text in %r:
    try:
        game_from(json.loads(text))
    except ValueError as error:
        print(error)
"""


def test_the_page_names_the_same_faults():
    wrong = [json.dumps(changed(data, changes)) for data, changes, _ in FAULTS]
    assert on_webassembly(PROGRAM % wrong) == [message for _, _, message in FAULTS]


def test_a_connection_game_may_hide_its_stones():
    data = {"name": "dark-map", "sides": 2, "shape": "rhombus 3", "hidden": True}
    data["connect"] = {"1": [["north", "south"]], "2": [["west", "east"]]}
    position = game_from(data).setup()
    middle = parse_point(position.field, "b2")
    assert position.play(middle) and position.play(middle)  # a try: the stone is there, and side 2 moves again
    assert position.to_move == 2 and not position.is_legal(middle)
    with pytest.raises(ValueError, match="swap: a game that hides its stones has none"):
        game_from({**data, "swap": True})
