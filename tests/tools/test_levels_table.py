"""LEVELS.md is of the work units that engines count in now."""

from glowgrid.search.engine import WORK_VERSION
from tools.lab.levels import TABLE


def test_the_table_is_of_the_work_units_of_today():
    assert f"work units of version {WORK_VERSION}." in TABLE.read_text(encoding="utf-8")
