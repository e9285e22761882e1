"""Every game in the folder, in every size, keeps the contract; a new game needs no change here."""

from pathlib import Path

import pytest
from all_games import OWN_GAMES

from glowgrid.games import FOLDER
from glowgrid.rules.game import size_name
from tools.games.check_file import load
from tools.games.contract import check

FILES = [path for folder in (Path(FOLDER), OWN_GAMES) for path in sorted(folder.iterdir())]
LOADED = [load(path) for path in FILES if path.suffix in (".py", ".json") and path.stem != "__init__"]


SLOW = ("hex", (14,)), ("y", (14,)), ("havannah", (8,))  # test_groups.py plays larger ones


def case(game, size, tests):
    """Return a case; `make test` has the first and the last size and those with stated facts."""
    soon = (size in tests or size in (game.sizes[0], game.sizes[-1])) and (game.name, size) not in SLOW
    return pytest.param(game, size, tests, id=f"{game.name} {size_name(size)}", marks=() if soon else pytest.mark.long)


CASES = [case(game, size, tests) for game, tests in LOADED for size in dict.fromkeys((*game.sizes, *tests))]


@pytest.mark.parametrize("game, size, tests", CASES)
@pytest.mark.sample(3)
def test_a_game_keeps_its_contract(game, size, tests):
    check(game, size, tests.get(size, {}), games=2)


@pytest.mark.parametrize("name", ["tic-tac-toe", "mnk", "three-player", "fano", "hex", "havannah", "y"])
def test_a_game_of_glowgrid_states_facts_to_test(name):
    game, tests = next((game, tests) for game, tests in LOADED if game.name == name)
    assert game.about.endswith(".") and game.source and game.engine in ("lines", "groups")
    assert tests and all(len(facts["perft"]) > 1 and "=" in facts["example"] for facts in tests.values())
