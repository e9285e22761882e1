"""`mpremote mip install` gets every file it needs."""

import json

from littlefs import LittleFS

from tools.compile import package
from tools.paths import FIRMWARE

LISTED = json.loads((FIRMWARE / "package.json").read_text(encoding="utf-8"))
AGAIN = "run `python -m tools package`, which writes firmware/package.json and firmware/neotrellis/ again"
# Games under trial: mip installs them only once `python -m tools package` has listed them.
OWN_GAMES = {
    path.relative_to(FIRMWARE).as_posix()
    for path in (FIRMWARE / "glowgrid" / "games").iterdir()
    if path.suffix == ".py"
} - {target for target, _ in LISTED["urls"]}


def test_the_list_is_complete():
    """Every file under firmware/ but neotrellis/, the list, documents, stubs and NO_ROOM_FOR; else run `package`."""
    there = {
        path.relative_to(FIRMWARE).as_posix()
        for path in FIRMWARE.rglob("*")
        if path.is_file()
        and path.parent.name != "neotrellis"
        and path.suffix not in (".pyc", ".pyi", ".mpy", ".md")
        and not path.as_posix().endswith(package.NO_ROOM_FOR)
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


def test_the_list_is_up_to_date():
    assert package.outdated(leave_out={f"/{name}" for name in OWN_GAMES}) == {}, AGAIN


def test_the_version_matches_the_project():
    assert LISTED["version"] == package.version() and LISTED["deps"] == []


def test_the_example_of_neotrellis_is_the_one_in_its_document():
    folder = FIRMWARE / "neotrellis"
    program = (folder / "example.py").read_text(encoding="utf-8").partition("\n\n")[2]
    assert f"```python\n{program}```" in (folder / "README.md").read_text(encoding="utf-8")
