"""The floors of the host: firmware <- host_sim <- tools <- tools/lab <- tests. An arrow never points back."""

import pytest
import source

from tools.commands import COMMANDS


def to_tools(path):
    """Return how many names of tools a file of host_sim imports."""
    return sum(not each.level and each.name.partition(".")[0] == "tools" for each in source.imports(path))


def test_host_sim_imports_no_tools():
    """The command line, host_sim/app, joins the commands of both."""
    found = {source.name_of(path): to_tools(path) for path in source.python_files("host_sim")}
    assert [name for name, count in found.items() if count and "/app/" not in name] == []


def of_the_lab(path):
    """Return the names in tools/lab that a file of tools imports: `from ..lab import x`, `from tools.lab import y`."""
    return [each.name for each in source.imports(path) if "lab" in each.name.split(".")[: 1 if each.level else 2]]


def test_the_installed_package_imports_nothing_from_the_lab():
    """The wheel has no tools/lab; `python -m tools.lab` names its own commands."""
    assert not [name for name, (module, *_) in COMMANDS.items() if "lab" in str(module).split(".")]
    outside = [path for path in source.python_files("tools") if "/lab/" not in source.name_of(path)]
    assert outside and {source.name_of(path): of_the_lab(path) for path in outside if of_the_lab(path)} == {}


def test_nothing_imports_what_supports_the_tests():
    found = {
        source.name_of(path): each.name
        for folder in ("firmware", "host_sim", "tools")
        for path in source.python_files(folder)
        for each in source.imports(path)
        if not each.level and each.name.partition(".")[0] in ("tests", "support")
    }
    assert found == {}


def dotted(path):
    parts = path.relative_to(source.ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def arrows(found):
    """Return {module: modules that it imports, at its top or in a function} of {dotted name: path}."""
    edges = {name: set() for name in found}
    for name, path in found.items():
        folder = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
        for each in source.imports(path):
            there = ".".join([*folder[: len(folder) + 1 - each.level], each.name]) if each.level else each.name
            while there and there not in found:
                there = there.rpartition(".")[0]
            edges[name] |= {there} - {"", name}
    return edges


@pytest.mark.parametrize("top", ["host_sim", "tools"])
def test_no_import_circles_on_the_host(top):
    """Not even through an import in a function."""
    assert source.circles(arrows({dotted(path): path for path in source.python_files(top)})) == []
