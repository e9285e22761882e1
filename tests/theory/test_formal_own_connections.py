"""Connection games from files, by the definitions: equal to Hex, Y and Havannah, and what cannot be listed is said."""

import json

import pytest

from host_sim.theory.formal import report

ACROSS = {"1": [["north", "south"]], "2": [["west", "east"]]}
HAVANNAH = {"connect": ["any two corners", "any three edges"], "ring": True}
ALIKE = [("hex", size, {"shape": f"rhombus {size}", "connect": ACROSS}) for size in (1, 2, 3, 4)]
ALIKE += [("y", size, {"shape": f"triangle {size}", "connect": ["all edges"]}) for size in (1, 2, 3, 4, 5)]
ALIKE += [("havannah", size, {"shape": f"hexagon {size}", **HAVANNAH}) for size in (2, 3)]


def subject(folder, **data):
    """Return the subject of a file with this game."""
    path = folder / "own.json"
    path.write_text(json.dumps({"name": "own", **data}))
    return report.subject_of(str(path))


def named(subject):
    """Return the patterns of the two sides by the names of points."""
    return [{frozenset(subject.names[p] for p in wp) for wp in wps} for wps in (subject.game.wps1, subject.game.wps2)]


@pytest.mark.parametrize("name, size, data", ALIKE, ids=[f"{name} {size}" for name, size, _ in ALIKE])
def test_the_patterns_are_those_of_the_built_in_game(tmp_path, name, size, data):
    assert named(subject(tmp_path, **data)) == named(report.subject_of(name, str(size)))


def test_neighbours_of_one_side_serve_it_alone(tmp_path):
    ours = subject(tmp_path, shape="rhombus 3", neighbours_of={"2": ["a1 c3"]}, connect=ACROSS)
    one, two = named(ours)
    assert frozenset({"a1", "c3"}) in two and one == named(report.subject_of("hex", "3"))[0]


def test_three_sides_and_what_is_out_of_reach(tmp_path):
    three = subject(tmp_path, sides=3, shape="rhombus 2", connect={**ACROSS, "3": [["a1", "b2"]]})
    assert report.answer(three, "patterns") == "3 for side 1, 3 for side 2, 2 for side 3"
    large = subject(tmp_path, shape="rhombus 9", connect=ACROSS)
    with pytest.raises(report.OutOfReach, match="steps to generate paths"):
        report.answer(large, "patterns")
    assert report.argument(large, "value") is None
    for more in {"connect": ["all edges"]}, {"ring": True}:
        with pytest.raises(report.OutOfReach, match="are listed up to 28 points, not 36"):
            report.answer(subject(tmp_path, shape="triangle 8", **more), "patterns")
    with pytest.raises(report.Unfit, match="own: its patterns cannot be listed: about .* steps to generate paths"):
        subject(tmp_path, sides=3, shape="rhombus 9", connect=ACROSS)


def test_a_position_of_a_large_field_is_looked_at_without_its_patterns(tmp_path):
    column = [f"a{row}" for row in range(1, 10)]
    for stones, said in ((column[:8], "undecided: the game goes on"), (column, "side 1 has won")):
        large = subject(tmp_path, shape="rhombus 9", connect=ACROSS)
        large.place((stones, [name.replace("a", "c") for name in column[:8]]), 2)
        assert report.answer(large, "w0") == said


@pytest.mark.parametrize(
    "data",
    [
        {"shape": "circle 3", "connect": ACROSS},
        {"shape": "rhombus 3", "connect": {"1": [["up", "south"]]}},
        {"shape": "rhombus 3", "connect": ["any many edges"]},
        {"shape": "rhombus 3", "connect": []},
        {"field": ["oo"], "neighbours": ["a1 c1"], "connect": [["a1", "b1"]]},
        {"neighbours": "square", "connect": [["a1", "b1"]]},
    ],
)
def test_a_file_that_is_no_game_is_refused_in_one_line(tmp_path, data):
    with pytest.raises(report.Unfit, match=r"own.json: not a game: .*; run glowgrid game check for details$") as error:
        subject(tmp_path, **data)
    assert "\n" not in str(error.value)
