"""What everything costs in work units: each cost is listed, and a new one has a new version."""

from tools.lab import work
from tools.lab.bench.entries import NAMES


def test_a_new_cost_has_a_new_version():
    """If a cost has changed, raise WORK_VERSION in search/engine.py, then set KEPT in tools/lab/work.py."""
    assert work.state() == work.KEPT


def test_every_cost_is_listed_once_with_an_existing_entry(capsys):
    assert work.unlisted() == []
    assert len({(cost.file, cost.name) for cost in work.COSTS}) == len(work.COSTS)
    assert {cost.entry for cost in work.COSTS} <= {*NAMES, ""}
    work.command()
    assert "14, 22" in capsys.readouterr().out
