"""Modules loaded by name: what editors and type checkers read of load.py is what it loads."""

import ast

import pytest

from glowgrid.console import load
from tools.paths import FIRMWARE

STUB = ast.parse((FIRMWARE / "glowgrid/console/load.pyi").read_text(encoding="utf-8"))
# {name: dotted name of its module} as editors have it.
STATED = {
    name.name: f"{each.module}.{name.name}"
    for each in STUB.body
    if isinstance(each, ast.ImportFrom) and each.module.startswith("glowgrid")
    for name in each.names
}


@pytest.mark.parametrize("name", STATED)
def test_a_name_loads_the_module_that_editors_are_shown(name):
    assert getattr(load, name).__name__ == STATED[name]


def test_a_name_without_a_module_is_an_error():
    with pytest.raises(ImportError, match="nowhere"):
        getattr(load, "nowhere")  # noqa: B009
