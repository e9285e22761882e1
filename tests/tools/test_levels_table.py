"""LEVELS.md has the current work units and all levels; each level takes its time."""

import re

import pytest

from glowgrid.games import discover
from glowgrid.levels import levels_of
from glowgrid.search.engine import WORK_VERSION
from tools.lab.levels import FIRST, TABLE

TEXT = TABLE.read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("| ").split("|")] for line in TEXT.splitlines() if line.startswith("| ")]
ROWS = [row for row in ROWS if row[1].isdigit()]


def test_the_table_has_the_current_work_units():
    assert f"work units of version {WORK_VERSION}." in " ".join(TEXT.split())


def test_it_has_all_levels_of_all_games():
    wanted = [
        (" ".join([game.name, *map(str, size)]), str(level))
        for game in discover()[0]
        if not game.hidden
        for size in game.sizes
        for level in range(FIRST, levels_of(game.setup(size)) + 1)
    ]
    assert [(name, level) for name, level, *_ in ROWS] == wanted


# Their work costs less than estimated: on 7,7,5 positions of the search for who wins at the end of the game, on
# Hex 4 playouts (on Hex 6, whose tree is deeper, one costs more).
IDLE = {("mnk 7 7 5", "5"): 75, ("hex 4", "2"): 85}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row[:2]))
def test_each_takes_its_time(row):
    name, level, _, share, busy, _, _, _ = row
    share, early = re.fullmatch(r"(\d+)%(, ends early)?", share).groups()
    assert int(share) <= 105 and (early or int(share) >= 90)
    assert early or IDLE.get((name, level), 90) <= int(busy.rstrip("%")) <= 105
