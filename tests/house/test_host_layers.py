"""The walls of the host, as tables: which room may import which, and by what door. Imports form no circle.

The core is the firmware, its simulator, the emulated Pico and what makes the files of a Pico: it imports nothing else.
Each room around it may use all of the core, and of other rooms what DOORS names. Only the command lines know all rooms:
host_sim/app names a command's module, and imports it when it is asked for.
"""

import re

import pytest
import source

import glowgrid

# {room of the core: what it may import of the others there}
CORE = {
    "host_sim/text": "",
    "host_sim/languages": "",
    "host_sim/cli": "",
    "host_sim/boards": "text",
    "host_sim/own_games": "text",
    "host_sim/console": "text boards own_games",
    "host_sim/engine": "own_games",
    "host_sim/pico": "boards",
    "host_sim/terminal": "text own_games console languages",
    "tools/compile": "boards own_games",
    "tools/pico": "boards console terminal pico compile",
}
# {room around it: the rooms whose doors it may use}
AROUND = {
    "host_sim/records": "",  # games as files, and GTP
    "host_sim/theory": "",  # definitions, proofs, theorems
    "host_sim/own": "host_sim/theory",  # strategies and puzzles
    "host_sim/grids": "",  # Launchpads and monomes
    "host_sim/wires": "",  # to another device
    "host_sim/library": "host_sim/theory host_sim/tables",  # `import glowgrid`
    "host_sim/tables": "host_sim/library host_sim/theory",  # every position of a small game with its value
    "host_sim/lessons": "host_sim/library host_sim/own host_sim/records host_sim/web",  # lessons with proven answers
    "host_sim/mcp": "host_sim/library",  # the server for assistants, over the library
    "host_sim/web": "host_sim/records",  # the page's sources
    "host_sim/app": "host_sim/grids host_sim/wires",  # the command lines, and `play`
    "tools/games": "",  # the check of a person's game
    "tools/languages": "tools/web",  # the list of all words, and the tables of languages
    "tools/docs": "host_sim/lessons",  # pictures of README, golden frames
    "tools/workshop": "host_sim/records host_sim/own host_sim/wires",  # the talk with a device
    "tools/boards": "tools/workshop",  # guides and drawings
    "tools/web": "host_sim/lessons host_sim/web tools/boards tools/workshop",  # builds and serves the page
    "tools/lab": "tools/web tools/workshop host_sim/app host_sim/theory",  # measures
}
# {room: its modules that other rooms import}
DOORS = {
    "host_sim/records": "finished judging sgf_problems sharing",
    "host_sim/theory": "formal.alike formal.backward formal.played formal.solved_table proofs.carried "
    "proofs.carriers proofs.certificate proofs.check_carriers proofs.header proofs.packed proofs.pairs "
    "proofs.strategy proofs.symmetry proofs.tables",
    "host_sim/own": "strategies.strategy puzzles.make puzzles.puzzle_line puzzles.second_opinion",
    "host_sim/lessons": "claiming document lesson_command markdown proving",
    "host_sim/library": "glowgrid glowgrid.tables glowgrid.solving",
    "host_sim/tables": "asked",
    "host_sim/grids": "grid",
    "host_sim/wires": "named usb_ports",
    "host_sim/web": "field.field_state",
    "host_sim/app": "commands",
    "tools/boards": "device_picture guide wiring",
    "tools/web": "build chromium front serving",
    "tools/workshop": "build flash ports uf2 talk.advice talk.files",
}
# What all may import, besides host_sim/cli: they make `glowgrid` importable, print, and say where things are.
FOR_ALL = {"host_sim", "host_sim.micropython_shim", "tools.output", "tools.paths"}
STARTS = {"host_sim/__main__.py", "tools/__main__.py"}  # of `python -m`
# What of the package `glowgrid` is the library; the rest is the firmware.
MODULES = {path.stem for path in source.python_files("host_sim/library")} - {"__init__"}
OF_THE_LIBRARY = {"glowgrid", *(f"glowgrid.{name}" for name in {*glowgrid.__all__, *MODULES})}
ON_DEVICE = source.ROOT / "tools/workshop/talk/on_device.py"  # it runs there


def dotted(path):
    parts = path.relative_to(source.ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def arrows(found):
    """Return {module: modules that it imports, at its top or in a function} of {dotted name: path}."""
    edges = {name: set() for name in found}
    for name, path in found.items():
        folder = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
        for each in source.imports(path):
            there = ".".join([*folder[: len(folder) + 1 - each.level], each.name]) if each.level else each.name
            if ".".join(there.split(".")[:2]) in OF_THE_LIBRARY and path != ON_DEVICE:
                there = f"host_sim.library.{there}"
            while there and there not in found:
                there = there.rpartition(".")[0]
            edges[name] |= {there} - {"", name}
    return edges


def modules():
    """Return {dotted name: path} of host_sim and tools."""
    return {dotted(path): path for top in ("host_sim", "tools") for path in source.python_files(top)}


def room_of(module):
    return "/".join(module.split(".")[:2])


def may_import(module, other):
    """Return whether the walls let a module import another one."""
    here, there = room_of(module), room_of(other)
    name = there.partition("/")[2]
    if here == there or other in FOR_ALL or here == "tools/output" or there == "host_sim/cli":
        return True
    if here in CORE:
        return there in CORE and name in CORE[here].split()
    return there in CORE or there in AROUND[here].split() and inside(other) in DOORS[there].split()


def inside(module):
    """Return the name of a module in its room."""
    return ".".join(module.split(".")[2:])


def test_each_room_imports_only_what_the_walls_let_in():
    found, starts = modules(), {dotted(source.ROOT / path) for path in STARTS}
    through = [
        f"{name}: {other}"
        for name, others in arrows(found).items()
        for other in others
        if name not in starts and name not in FOR_ALL and not may_import(name, other)
    ]
    assert through == []


def test_each_folder_is_a_room():
    folders = {path.parent.relative_to(source.ROOT).as_posix() for path in modules().values()}
    rooms = {"/".join(folder.split("/")[:2]) for folder in folders if "/" in folder}
    assert rooms == CORE.keys() | AROUND.keys()


def test_no_room_names_more_than_it_uses():
    """So that the tables stay the plan of the house."""
    used = set()
    for name, others in arrows(modules()).items():
        for other in (other for other in others if room_of(other) != room_of(name)):
            there = room_of(other)
            used |= {(room_of(name), there), (room_of(name), there.partition("/")[2]), (there, inside(other))}
    stated = [
        (room, name) for table in (CORE, AROUND, DOORS) for room, names in table.items() for name in names.split()
    ]
    assert [each for each in stated if each not in used] == []


@pytest.mark.parametrize(
    "module, other",
    [
        ("host_sim.console.describe", "host_sim.records.record"),  # the core and a room around it
        ("host_sim.pico.bench", "host_sim.terminal.app"),  # not in the table
        ("host_sim.web.worker.handheld", "host_sim.theory.formal.report"),
        ("host_sim.web.worker.handheld", "host_sim.records.sgf_tree"),  # not by the door
        ("host_sim.grids.grid", "tools.workshop.flash"),
        ("tools.lab.soak", "host_sim.web.field.field_state"),
    ],
)
def test_a_forbidden_import_is_found(module, other):
    assert not may_import(module, other)


def test_the_page_imports_its_own_scripts_and_the_table_of_grids():
    for path in sorted((source.ROOT / "host_sim/web").rglob("*.js")):
        for target in re.findall(r'(?:from|import) "(\.[^"]+)"', path.read_text(encoding="utf-8")):
            there = (path.parent / target).resolve().relative_to(source.ROOT).as_posix()
            assert there.startswith("host_sim/web/") or there == "host_sim/grids/devices.json", (path.name, target)


def test_host_sim_imports_no_tools():
    """The page brings the workshop, and host_sim/app names the commands of tools."""
    edges = arrows(modules()).items()
    assert [
        name
        for name, others in edges
        if name.startswith("host_sim") and any(other.startswith("tools") for other in others)
    ] == []


def test_nothing_imports_what_supports_the_tests():
    found = {
        source.name_of(path): each.name
        for folder in ("firmware", "host_sim", "tools")
        for path in source.python_files(folder)
        for each in source.imports(path)
        if not each.level and each.name.partition(".")[0] in ("tests", "support")
    }
    assert found == {}


@pytest.mark.parametrize("top", ["host_sim", "tools"])
def test_no_import_circles_on_the_host(top):
    """Not even through an import in a function."""
    assert source.circles(arrows({dotted(path): path for path in source.python_files(top)})) == []
