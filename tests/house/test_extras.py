"""The extras of pyproject.toml that tests can need: `make test` works without any of them.

A job of tests.yml runs the tests without extras: there a test without the marker of its extra fails.
"""

import importlib.metadata

import extras
import pytest
import source
from packaging.utils import canonicalize_name

MODULES = {
    "ziglang": "native",
    "elftools": "native",
    "scipy": "linear",
    "dask": "lab",
    "distributed": "lab",
    "pyspiel": "arena",
    "mido": "grid",
    "rtmidi": "grid",
    "pettingzoo": "pettingzoo",
    "gymnasium": "pettingzoo",
    "pyarrow": "tables",
    "mcp": "mcp",
}


# Modules that are imported only by who has the extra, or by a command that says what is missing.
DOORS = {
    "host_sim/library/glowgrid/pettingzoo.py",
    "host_sim/library/glowgrid/gymnasium.py",
    "host_sim/library/glowgrid/openspiel.py",
    "host_sim/mcp/server.py",
}


def test_no_extra_is_imported_at_the_top_of_a_file():
    """Without it the file could not even be collected, or the command not be started."""
    found = [
        f"{source.name_of(path)}:{each.line}: {each.name}"
        for folder in ("host_sim", "tools", "tests")
        for path in source.python_files(folder)
        if source.name_of(path) not in DOORS
        for each in source.imports(path)
        if not each.inside and not each.level and each.name.partition(".")[0] in MODULES
    ]
    assert found == []


def test_each_extra_that_is_not_for_all_tests_has_a_marker(pytestconfig):
    there = {*importlib.metadata.metadata("glowgrid").get_all("Provides-Extra")}
    assert there - {"test", "check", "fast-emulator", "web"} == {*extras.EXTRAS} == {*MODULES.values()}
    registered = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert {*extras.EXTRAS} <= registered


@pytest.mark.parametrize("extra", [pytest.param(each, marks=getattr(pytest.mark, each)) for each in extras.EXTRAS])
def test_the_modules_of_an_extra_come_with_it(extra):
    """It also sees to it that each extra has a test in `make test`."""
    distributions = {canonicalize_name(each.name) for each in extras.requirements(extra)}
    providers = importlib.metadata.packages_distributions()
    for module in (module for module, of in MODULES.items() if of == extra and module != "dask"):
        assert distributions.intersection(map(canonicalize_name, providers[module])), module
