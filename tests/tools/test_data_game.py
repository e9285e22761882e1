"""A data file of Glowgrid's games is compiled for the Pico; the module has the same game as the file."""

import json

import pytest

from glowgrid.games import load_data
from glowgrid.rules.game import Game
from tools.device.build import firmware_files
from tools.device.data_game import module_of

FILES = [path for path in firmware_files() if path.suffix == ".json"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_module_has_the_game_of_the_file(path):
    names = {}
    exec(module_of(path), names)
    made, read = names["GAME"], load_data(str(path))
    assert isinstance(made, Game)
    assert stated(made) == stated(read)
    assert made.sketch() == read.sketch()
    assert tables(made) == tables(read)


@pytest.mark.parametrize("rule", ["misere", "hidden"])
def test_the_module_has_a_rule_of_the_file(tmp_path, rule):
    path, names = tmp_path / "own.json", {}
    path.write_text(json.dumps({"name": "own", "rows": {"of": [3, 3], "k": 3}, rule: True}))
    exec(module_of(path), names)
    made, read = names["GAME"], load_data(str(path))
    assert type(made.setup()) is type(read.setup()) and made.setup().family() is None
    assert stated(made) == stated(read)


def stated(game):
    """Return all that a game states but its functions."""
    return {name: value for name, value in vars(game).items() if not callable(value)}


def tables(game):
    tables = game.setup().tables
    field = tables.field
    return field.width, field.height, field.columns, field.rows, tables.members, tables.starts, tables.owners


def test_a_file_that_is_no_game_is_named(tmp_path):
    path = tmp_path / "wrong.json"
    path.write_text("{}")
    with pytest.raises(ValueError, match=r"wrong\.json: name: expected"):
        module_of(path)
