"""Dependencies: CI uses versions that pyproject.toml allows; actions and npm's packages are pinned."""

import json
import re
import runpy
import sysconfig

import pytest
import source
from packaging.requirements import Requirement

from host_sim.cli import installed


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


@pytest.mark.parametrize("path", sorted((source.ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_each_action_is_pinned_by_its_commit_with_its_version_beside_it(path):
    used = re.findall(r"\buses: *(.*)", path.read_text(encoding="utf-8"))
    pinned = re.compile(r"[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+\b.*")
    assert used and [line for line in used if not pinned.fullmatch(line)] == []


def test_the_lock_file_of_the_page_has_a_hash_of_each_package_and_names_no_registry():
    package, lock = (
        json.loads((source.ROOT / f"host_sim/web/{name}.json").read_text(encoding="utf-8"))
        for name in ("package", "package-lock")
    )
    root, *others = lock["packages"].items()
    assert [root[1][kind] for kind in ("dependencies", "devDependencies")] == [
        package[kind] for kind in ("dependencies", "devDependencies")
    ]
    assert others and all(each["integrity"].startswith("sha512-") for _, each in others)
    assert not re.search(r'https?:|"resolved"', json.dumps(lock))


@pytest.mark.parametrize("names, said", [([], "python -m tools"), (["glowgrid", "glowgrid.exe"], "glowgrid")])
def test_messages_name_the_command_that_is_installed(names, said, tmp_path, monkeypatch):
    for name in names:
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    found = runpy.run_path(installed.__file__)
    assert found["TOOLS"] == said and found["PLAY"].startswith(said.partition(" -m")[0])


def test_the_night_runs_every_folder_of_tests():
    text = (source.ROOT / ".github/workflows/nightly.yml").read_text(encoding="utf-8")
    named = re.search(r"folder: \[([\w, ]+)\]", text)
    assert named and named[1].split(", ") == sorted(
        {path.parent.name for path in (source.ROOT / "tests").glob("*/test_*.py")}
    )
