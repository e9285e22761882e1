"""Who may import whom: rules know nothing, only hardware knows the machine, no firmware module knows the host."""

import pytest
import source

# firmware/neotrellis/ is a program of its own, and made.
FILES = [path for path in source.python_files("firmware") if path.parent.name != "neotrellis"]

# What the files of each folder may import of Glowgrid, besides their own folder.
MAY_IMPORT = {
    "rules": set(),
    "search": {"overlay", "memory"},
    "games": {"rules", "home"},
    "answers.py": {"search"},
    "levels.py": {"search"},
    "console": {"games", "rules", "search", "overlay", "answers", "levels", "record", "clock", "memory", "VERSION"},
    "hardware": {"record", "clock", "dark"},
    "main.py": {"power_up", "dark"},  # the build makes dark for each board
    "power_up.py": {"console", "hardware", "mirror", "overlay"},
    "mirror.py": {"console", "hardware"},
    "__init__.py": {"hardware", "sources"},  # finds the code of the bundle in the flash
    "record.py": set(),
    "sources.py": set(),
    "clock.py": set(),
    "memory.py": set(),
    "overlay.py": {"home"},
}
# Modules of MicroPython that all may use: on CPython they are there too, or the shim gives them.
EVERYWHERE = {"micropython", "array", "gc", "json", "math", "os", "random", "struct", "sys", "io"}
EVERYWHERE |= {"binascii", "hashlib"}
# Where imports are made fast.
QUICK_IMPORT = "__init__.py"
# Pure: rules and games import nothing outside themselves but `micropython`, and plain containers.
FOR_RULES = {"micropython", "array"}
PURE = {"rules", "games"}
# The front of search, which the console sees; everything else there is a stage.
FRONT = {"__init__", "verdict_words"}
STAGES = {path.stem for path in (source.FIRMWARE / "glowgrid/search").iterdir()} - FRONT
# It finds games by listing the folder.
LISTING = "glowgrid/games/__init__.py"
MACHINE = {"machine", "rp2", "neopixel", "time", "select", "uctypes"}
HARDWARE_ONLY = {"hardware", "power_up.py", "mirror.py"}
# A folder of stages never imports the other: they are never in memory together.
APART = ("glowgrid.search.lines", "glowgrid.search.groups")
# Where a function may import: what loads modules on demand, and what starts the rest.
LOADERS = {"firmware/glowgrid/__init__.py", "firmware/glowgrid/overlay.py", "firmware/glowgrid/power_up.py"}


def part_of(path):
    """Return the folder under glowgrid/ that a file belongs to, or its own name outside of any."""
    inside = path.relative_to(source.FIRMWARE).parts
    return inside[1] if inside[0] == "glowgrid" and len(inside) > 2 else inside[-1]


def faults(path):
    """Return what a file imports, or loads by name, and should not."""
    part = part_of(path)
    for name in source.named(path) if part != "overlay.py" else ():
        if not is_allowed(path, name):
            yield name
    for name, _, level, _ in source.imports(path):
        top = name.partition(".")[0]
        if level:
            yield "." * level + name  # MicroPython finds a full name sooner
        elif top == "glowgrid":
            if not is_allowed(path, name):
                yield name
        elif top in MACHINE:
            if part not in HARDWARE_ONLY:
                yield name
        elif top == "builtins" and part == QUICK_IMPORT:
            pass
        elif top not in (FOR_RULES if part in PURE and not path.match(LISTING) else EVERYWHERE):
            yield name


def is_allowed(path, name):
    """Return whether a file may use this module of Glowgrid."""
    part, rest = part_of(path), name.partition(".")[2]
    known = rest.partition(".")[0] in MAY_IMPORT[part] | {part}
    return known and not across(path, name) and not is_stage(part, rest)


def is_stage(part, name):
    """Return whether a file outside search imports more of it than its front."""
    folder, _, module = name.partition(".")
    return part != "search" and folder == "search" and module.partition(".")[0] in STAGES


def across(path, name):
    """Return whether the import crosses from one folder of stages into the other."""
    here = ".".join(path.relative_to(source.FIRMWARE).parts)
    return any(
        here.startswith(own + ".") and name.startswith(other) for own in APART for other in APART if own != other
    )


def test_a_file_imports_only_what_its_place_allows():
    assert [f"{source.name_of(path)}: {fault}" for path in FILES for fault in faults(path)] == []


def test_imports_are_at_the_top():
    inside = [
        f"{name}:{each.line}: {each.name}"
        for path in FILES
        if (name := source.name_of(path)) not in LOADERS
        for each in source.imports(path)
        if each.inside
    ]
    assert inside == []


def test_no_import_circles_in_the_firmware():
    assert source.circles(source.graph(source.modules())) == []


@pytest.mark.parametrize("package", ["host_sim", "tools"])
def test_a_package_of_the_host_names_itself_relatively(package):
    """So that it can be installed under another name. Where it is installed, host_sim/app is a package of its own."""
    absolute = [
        f"{source.name_of(path)}:{each.line}: {each.name}"
        for path in source.python_files(package)
        for each in source.imports(path)
        if path.parent.name not in ("app", "glowgrid") and not each.level and each.name.partition(".")[0] == package
    ]
    assert absolute == []


@pytest.mark.parametrize(
    "place, line, fault",
    [
        ("glowgrid/rules/x.py", "from glowgrid.games import mnk", "glowgrid.games.mnk"),
        ("glowgrid/rules/x.py", "from . import groups", ".groups"),
        ("glowgrid/search/x.py", "from glowgrid.rules.lines import Lines", "glowgrid.rules.lines.Lines"),
        ("glowgrid/search/lines/x.py", "from glowgrid.search.groups import book", "glowgrid.search.groups.book"),
        ("glowgrid/games/x.py", "import os", "os"),
        ("glowgrid/console/x.py", "from glowgrid.search.lines import solver", "glowgrid.search.lines.solver"),
        ("glowgrid/console/x.py", "def f():\n    import machine", "machine"),
        ("glowgrid/rules/x.py", "F = 'glowgrid.console.palette'", "glowgrid.console.palette"),
        ("glowgrid/console/x.py", "from glowgrid.hardware.lights import Lights", "glowgrid.hardware.lights.Lights"),
        ("glowgrid/console/x.py", "import time", "time"),
        ("glowgrid/hardware/x.py", "from host_sim import boards", "host_sim.boards"),
        ("main.py", "import tools.build", "tools.build"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path, monkeypatch, place, line, fault):
    monkeypatch.setattr(source, "FIRMWARE", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(line + "\n")
    assert list(faults(path)) == [fault]
