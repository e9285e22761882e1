"""`mpremote mip install` gets every file it needs, and where from resolves in a clone and on a hosting site."""

import ast
import json
import re

from host_sim.boards import DRIVERS, device_board, load_board
from tools import package
from tools.paths import DEFAULT_BOARD, FIRMWARE

LISTED = json.loads((FIRMWARE / "package.json").read_text(encoding="utf-8"))


def test_the_list_is_complete():
    """Every file under firmware/ but the list itself; after adding one: python -m tools package."""
    there = {
        path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".mpy")
    }
    assert [target for target, _ in LISTED["urls"]] == sorted(there - {"package.json", "main.py"}) + ["main.py"]


def test_every_module_that_the_firmware_imports_is_listed():
    """main.py and everything it leads to; drivers and games are found by name, so all of their folders count."""
    targets = {target for target, _ in LISTED["urls"]}
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "glowgrid":
                module = node.module.replace(".", "/")
                assert {module + ".py", module + "/__init__.py"} & targets, (path, node.module)
                for name in node.names:
                    if module + ".py" not in targets and (FIRMWARE / module / (name.name + ".py")).exists():
                        assert f"{module}/{name.name}.py" in targets, (path, name.name)
    for kind, drivers in DRIVERS.items():
        assert {f"glowgrid/hardware/{kind}_{driver}.py" for driver in drivers} <= targets


def test_every_url_works_from_the_folder_of_the_list():
    """mip joins the folder of package.json and the url with "/" and resolves nothing: no scheme, no "..", no "\\"."""
    for target, url in LISTED["urls"]:
        assert url == target and re.fullmatch(r"[a-z0-9_]+(/[a-z0-9_]+)*\.(py|json|bin)", url)
        assert (FIRMWARE / url).is_file()


def test_the_board_file_is_the_default_boards():
    assert (FIRMWARE / "board.json").read_bytes() == device_board(load_board(DEFAULT_BOARD))


def test_the_list_is_as_the_tool_writes_it():
    assert package.outdated() == {}


def test_the_version_is_the_projects():
    assert LISTED["version"] == package.version() and LISTED["deps"] == []
