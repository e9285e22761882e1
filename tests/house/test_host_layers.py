"""The floors of the host: firmware <- host_sim <- tools <- tools/lab. An arrow never points back."""

import pytest
import source


def to_tools(path):
    """Return how many names of tools a file of host_sim imports."""
    return sum(not each.level and each.name.partition(".")[0] == "tools" for each in source.imports(path))


def test_host_sim_imports_no_tools():
    """The command line, host_sim/app, joins the commands of both."""
    found = {source.name_of(path): to_tools(path) for path in source.python_files("host_sim")}
    assert [name for name, count in found.items() if count and "/app/" not in name] == []


@pytest.mark.parametrize("line, count", [("from tools.output import say", 1), ("import host_sim", 0), ("import x", 0)])
def test_an_import_is_counted(tmp_path, line, count):
    (tmp_path / "x.py").write_text(f"def f():\n    {line}\n")
    assert to_tools(tmp_path / "x.py") == count
