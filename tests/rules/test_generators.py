"""Rows on boards of any dimensions and triangles, as data: the firmware and the oracle make the same of a file."""

import json

import pytest

from glowgrid.rules.notation import point_name
from host_sim.own_games.data.reader import game_from
from host_sim.theory.formal import own

ROWS = [([5], 3), ([4, 4], 3), ([3, 5], 3), ([3, 3, 3], 3), ([4, 4, 4], 4), ([2, 2, 2, 2], 2), ([3, 2], 1)]


def lines_of(game):
    """Return the lines of a game as sets of names, and the names of its points in order."""
    position = game.setup()
    tables, names = position.tables, [point_name(position.field, p) for p in range(position.points)]
    lines = [tables.members[tables.starts[i] : tables.starts[i + 1]] for i in range(tables.count)]
    return names, [frozenset(names[p] for p in line) for line in lines]


@pytest.mark.parametrize(
    "data", [*({"rows": {"of": of, "k": k}} for of, k in ROWS), {"triangles": 6}, {"triangles": 3}], ids=json.dumps
)
def test_generated_games_match_the_oracle(data, tmp_path):
    data = {"name": "generated", **data}
    path = tmp_path / "generated.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    truth = own.read(path)
    names, lines = lines_of(game_from(data))
    assert names == list(truth.names.values())
    assert len(lines) == len(set(lines))
    assert set(lines) == {frozenset(truth.names[p] for p in line) for line in truth.lines[0]}


@pytest.mark.parametrize(
    "of, width, height", [([3, 3, 3], 7, 7), ([4, 4, 4], 8, 8), ([5, 5, 5], 15, 10), ([2, 2, 2, 2], 5, 5), ([6], 6, 1)]
)
def test_layers_are_side_by_side(of, width, height):
    field = game_from({"name": "rows", "rows": {"of": of, "k": 2}}).setup().field
    assert (field.width, field.height) == (width, height)


def test_lines_can_be_added():
    more = {"name": "more", "rows": {"of": [2, 2], "k": 2}, "lines": ["a1"], "lines_of": {"2": ["b2"]}}
    names, lines = lines_of(game_from(more))
    assert names == ["a1", "b1", "a2", "b2"] and len(lines) == 6 + 2


@pytest.mark.parametrize(
    "data, text",
    [
        ({"rows": 3}, "rows: expected an object such as"),
        ({"rows": {"of": [3, 1], "k": 2}}, "rows.of: expected a list of whole numbers from 2 on"),
        ({"rows": {"of": [16, 16], "k": 2}}, "rows.of: found 256 points; expected at most 250"),
        ({"rows": {"of": [3, 3], "k": 4}}, "rows.k: found 4; expected 1 to 3"),
        ({"triangles": 23}, "triangles: found 23; expected 3 to 22 corners"),
        ({"triangles": 4, "field": ["o"]}, "field: found beside rows or triangles"),
        ({"triangles": 3, "lines": ["a1 b1 b2"]}, "lines[0]: the same line as a generated line"),
    ],
)
def test_an_impossible_generator_is_reported(data, text):
    with pytest.raises(ValueError) as error:
        game_from({"name": "wrong", **data})
    assert str(error.value).startswith(text)
