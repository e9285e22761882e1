"""`mpremote mip install` gets every file it needs, and where from resolves in a clone and on a hosting site."""

import json
import re

from host_sim.boards import device_board, load_board
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
