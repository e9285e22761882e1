"""Who may import whom in the firmware: rules know nothing, hardware alone knows the machine, nobody knows the host."""
import ast
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
FILES = sorted(path for path in FIRMWARE.rglob("*.py"))

# What the files of each folder may import of Glowgrid, besides their own folder.
MAY_IMPORT = {
    "rules": set(),
    "search": set(),
    "games": {"rules", "discovery"},
    "discovery.py": {"games", "rules"},
    "console": {"games", "rules", "search"},
    "hardware": set(),
    "main.py": {"console", "hardware"},
    "__init__.py": set(),
    "modules.py": set(),
}
FOR_ALL = {"modules"}  # what gives memory back
# Modules of MicroPython that all may use: on CPython they are there too, or the shim gives them.
EVERYWHERE = {"micropython", "array", "gc", "json", "math", "os", "random", "struct", "sys", "binascii", "io"}
# Pure: rules import nothing outside themselves but `micropython`, and plain containers.
FOR_RULES = {"micropython", "array"}
MACHINE = {"machine", "rp2", "neopixel", "time"}
HARDWARE_ONLY = {"hardware", "main.py"}


def part_of(path):
    """The folder under glowgrid/ a file belongs to, or its own name outside of any."""
    inside = path.relative_to(FIRMWARE).parts
    return inside[1] if inside[0] == "glowgrid" and len(inside) > 2 else inside[-1]


def imports(path):
    """Every module a file imports, dotted, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "%s: relative import; write it in full" % path
            yield from ("%s.%s" % (node.module, alias.name) for alias in node.names)


def faults(path):
    """What a file imports and should not."""
    part = part_of(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "glowgrid":
            if rest.partition(".")[0] not in MAY_IMPORT[part] | {part} | FOR_ALL:
                yield name
        elif top in MACHINE:
            if part not in HARDWARE_ONLY:
                yield name
        elif top not in (FOR_RULES if part == "rules" else EVERYWHERE):
            yield name


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_a_file_imports_only_what_its_place_allows(path):
    assert list(faults(path)) == []


def test_every_part_of_the_house_has_files():
    assert {"rules", "search", "games", "console", "hardware", "main.py"} <= {part_of(path) for path in FILES}


@pytest.mark.parametrize("place, line, fault", [
    ("glowgrid/rules/x.py", "from glowgrid.games import mnk", "glowgrid.games.mnk"),
    ("glowgrid/rules/x.py", "import os", "os"),
    ("glowgrid/search/x.py", "from glowgrid.rules.lines import Lines", "glowgrid.rules.lines.Lines"),
    ("glowgrid/games/x.py", "import glowgrid.console.app", "glowgrid.console.app"),
    ("glowgrid/console/x.py", "def f():\n    import machine", "machine"),
    ("glowgrid/console/x.py", "from glowgrid.hardware.lights import Lights", "glowgrid.hardware.lights.Lights"),
    ("glowgrid/console/x.py", "import time", "time"),
    ("glowgrid/hardware/x.py", "from glowgrid.console import palette", "glowgrid.console.palette"),
    ("glowgrid/hardware/x.py", "from host_sim import boards", "host_sim.boards"),
    ("main.py", "import tools.build", "tools.build"),
])
def test_a_forbidden_import_is_found(tmp_path, monkeypatch, place, line, fault):
    monkeypatch.setattr("test_import_rule.FIRMWARE", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(line + "\n")
    assert list(faults(path)) == [fault]
