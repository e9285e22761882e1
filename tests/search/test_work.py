"""What things cost in work units: the same work does the same, as long as WORK_VERSION stays.

Key logs state the version they were made with. If this table changes, raise the version in search/engine.py.
"""

import pytest
from all_games import GAMES

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search import Limits, engine_for
from glowgrid.search.engine import WORK_VERSION

WORK = 400_000
# Positions and playouts for so much work, after a move on the point that is a third into the field, or as stated.
NODES = {
    10: {
        ("tic-tac-toe", (), None): 22,
        ("tic-tac-toe", (), "minimax"): 134,
        ("mnk", (5, 5, 4), None): 7541,
        ("mnk", (6, 6, 5), None): 3025,
        ("mnk", (8, 8, 5), None): 841,
        ("three-player", (), None): 345,
        ("three-player", (), "minimax"): 134,
        ("hex", (5,), None): 1806,
        ("hex", (5,), None, 5): 42,
        ("hex", (7,), None): 0,
        ("hex", (14,), None): 672,
        ("havannah", (3,), None): 7043,
        ("havannah", (8,), None): 273,
        ("y", (5,), None): 12003,
        ("y", (14,), None): 392,
    }
}


def nodes(name, size, family=None, first=None):
    position = GAMES[name].setup(size)
    assert position.play(position.points // 3 if first is None else first)
    engine = engine_for(position, family=family)
    engine.start(position, Limits(WORK))
    while not engine.step(10_000):
        pass
    return engine.verdict.nodes


@pytest.mark.parametrize("case", NODES[WORK_VERSION], ids=str)
def test_the_same_work_does_the_same_within_a_version(case):
    assert nodes(*case) == NODES[WORK_VERSION][case]
