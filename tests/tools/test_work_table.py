"""WORK.md and the sources agree on what everything costs in work units."""

import pytest

from glowgrid.search.engine import WORK_VERSION
from host_sim.errors import ToolError
from tools.lab import work
from tools.lab.bench.entries import NAMES


def test_the_table_matches_the_sources():
    text = work.TABLE.read_text(encoding="utf-8")
    assert text == work.table(), "run python -m tools.lab record work"
    assert f"This is version {WORK_VERSION} of the costs." in text


@pytest.mark.parametrize("version, refused", [(WORK_VERSION, True), (WORK_VERSION - 1, False)])
def test_a_new_cost_needs_a_new_version(version, refused, tmp_path, monkeypatch):
    file = tmp_path / "WORK.md"
    text = work.table().replace("`565, 56`", "`566, 56`").replace(f"version {WORK_VERSION} ", f"version {version} ")
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(work, "TABLE", file)
    monkeypatch.setattr(work, "ROOT", tmp_path)
    if refused:
        with pytest.raises(ToolError, match="_PLY_WORK`: changed cost, so raise WORK_VERSION"):
            work.command()
    else:
        work.command()
    assert (file.read_text(encoding="utf-8") == work.table()) != refused


def test_every_cost_is_listed_once_with_an_existing_entry():
    assert work.unlisted() == []
    assert len({(cost.file, cost.name) for cost in work.COSTS}) == len(work.COSTS)
    assert {cost.entry for cost in work.COSTS} <= {*NAMES, ""}
