"""The floors of the host: firmware <- host_sim <- tools <- tools/lab. An arrow never points back."""

import pytest
import source

# {file of host_sim: how many names of tools it imports}: today's exceptions. They may only shrink.
STILL_UP = {
    "host_sim/terminal/play_command.py": 1,
    "host_sim/engine/unix_engine.py": 5,
    "tools/device/games_command.py": 1,
    "host_sim/pico/fork.py": 1,
    "tools/device/play_on_pico.py": 4,
    "tools/lab/pico/soak.py": 3,
    "tools/lab/pico/taps.py": 4,
    "tools/lab/pico/replay_judge.py": 3,
    "tools/web/web_command.py": 5,
}


def to_tools(path):
    """Return how many names of tools a file of host_sim imports."""
    return sum(not each.level and each.name.partition(".")[0] == "tools" for each in source.imports(path))


def test_host_sim_imports_no_tools():
    """The command line, host_sim/app, joins the commands of both."""
    found = {source.name_of(path): to_tools(path) for path in source.python_files("host_sim")}
    assert {name: count for name, count in found.items() if count and "/app/" not in name} == STILL_UP


@pytest.mark.parametrize("line, count", [("from tools.output import say", 1), ("import host_sim", 0), ("import x", 0)])
def test_an_import_is_counted(tmp_path, line, count):
    (tmp_path / "x.py").write_text(f"def f():\n    {line}\n")
    assert to_tools(tmp_path / "x.py") == count
