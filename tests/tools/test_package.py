"""`mpremote mip install` gets every file it needs, and its URLs work in a clone and on a hosting site."""

import ast
import json
import re

from littlefs import LittleFS

from host_sim.boards import DRIVERS, device_board, load_board
from tools.device import package
from tools.device.build import VIPER_SPEED
from tools.paths import DEFAULT_BOARD, FIRMWARE

LISTED = json.loads((FIRMWARE / "package.json").read_text(encoding="utf-8"))
AGAIN = "run `python -m tools package`, which writes firmware/package.json again"
# Games under trial: mip installs them only once `python -m tools package` has listed them.
OWN_GAMES = {
    path.relative_to(FIRMWARE).as_posix()
    for path in (FIRMWARE / "glowgrid" / "games").iterdir()
    if path.suffix == ".py"
} - {target for target, _ in LISTED["urls"]}


def test_the_list_is_complete():
    """Every file under firmware/ but the list itself, documents, stubs, puzzles, books; else run `tools package`."""
    there = {
        path.relative_to(FIRMWARE).as_posix()
        for path in FIRMWARE.rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyi", ".mpy", ".md", ".txt", ".bin")
    }
    targets = [target for target, _ in LISTED["urls"]]
    assert targets == sorted(there - OWN_GAMES - {"package.json", "main.py"}) + ["main.py"], AGAIN


def test_what_is_listed_fits_into_a_pico_with_room_for_saves():
    disk = LittleFS(block_size=4096, block_count=352)
    for target, _ in LISTED["urls"]:
        folders = target.split("/")[:-1]
        for depth in range(len(folders)):
            disk.makedirs("/".join(folders[: depth + 1]), exist_ok=True)
        with disk.open(target, "wb") as file:
            file.write((FIRMWARE / target).read_bytes())
    assert disk.used_block_count <= 352 - 6


def test_every_module_that_the_firmware_imports_is_listed():
    """main.py and everything it leads to; drivers and games are found by name, so their whole folders count."""
    targets = {target for target, _ in LISTED["urls"]}
    imports = [
        (path, node.module.replace(".", "/"), [alias.name for alias in node.names])
        for path in FIRMWARE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "glowgrid"
    ]
    assert imports
    for path, module, names in imports:
        assert {module + ".py", module + "/__init__.py"} & targets, (path, module)
        for name in names:
            if module + ".py" not in targets and (FIRMWARE / module / (name + ".py")).exists():
                assert f"{module}/{name}.py" in targets, (path, name)
    for kind, drivers in DRIVERS.items():
        assert {f"glowgrid/hardware/{kind}_{driver}.py" for driver in drivers} <= targets


def test_every_url_works_from_the_folder_of_the_list():
    """mip joins the folder of package.json and the url with "/" and resolves nothing: no scheme, no "..", no "\\"."""
    for target, url in LISTED["urls"]:
        assert url == target and re.fullmatch(r"[a-z0-9_]+(/[a-z0-9_]+)*\.(py|json|bin|txt)", url)
        assert (FIRMWARE / url).is_file()


def test_the_board_file_is_the_default_boards_at_the_speed_of_viper():
    assert (FIRMWARE / "board.json").read_bytes() == device_board(load_board(DEFAULT_BOARD), VIPER_SPEED)


def test_the_list_is_up_to_date():
    assert package.outdated(leave_out={f"/{name}" for name in OWN_GAMES}) == {}, AGAIN


def test_the_version_matches_the_project():
    assert LISTED["version"] == package.version() and LISTED["deps"] == []
