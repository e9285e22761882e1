"""The firmware for MicroPython's WebAssembly port: its modules, whose kernels are in kernels.wasm, as one file.

host_sim/web/worker/micropython.js unpacks it.
"""

import json
import shutil

from host_sim.cli.errors import ToolError

from ..compile.build import firmware_files
from ..compile.mpy import compile_mpy
from ..compile.native import webassembly
from ..compile.native.kernels import read_program, where
from ..compile.native.splice import with_stubs
from ..compile.words import Texts, only_in_sources
from ..paths import FIRMWARE, ROOT
from ..workshop.flash import of_mip

STUBS = ROOT / "host_sim" / "web" / "worker" / "kernels.py"
HOST = ROOT / "host_sim"
_WEB = {
    "field": "explaining field_state search_tree",
    "match": "ahead key_ways link_match",
    "learn": "puzzle_list refutation",
    "setup": "set_up values",
    "worker": "following handheld page_state",
}
_DATA_GAMES = "connections entries generators lines reader room tables"
_RECORDS = (
    "abstractplay asked before_moves hexwiki judging links littlegolem move_text piskvork playhex reader record renlib "
    "sgf sgf_head sgf_reader sgf_tree sharing site_json sites tagged"
)
_CONSOLE = "published refusal puzzle_words readable"
_TEXT = "patterns placed_text position_line"
_LESSONS = "claiming document drawing in_words lesson_file linking on_page positions proving sheet small_library"
_OTHERS = (
    "boards/from_text",
    "boards/panels",
    "cli/suggest",
    "engine/answers_in",
    "own/puzzles/second_opinion",
    "own_games/own_files",
)
_OF_THE_WORKSHOP = (
    "cli/errors",
    "boards/jumpers",
    "boards/linked",
    "boards/micropython",
    "boards/parts",
    "text/field_text",
    "text/written_json",
    "records/finished",
)
_TALK = "compile/layout", "workshop/talk", "workshop/page"
_NAMES = (
    *_OTHERS,
    *(f"web/{folder}/{name}" for folder, names in _WEB.items() for name in names.split()),
    *(f"text/{name}" for name in _TEXT.split()),
    *(f"console/{name}" for name in _CONSOLE.split()),
    *(f"own_games/data/{name}" for name in _DATA_GAMES.split()),
    *(f"records/{name}" for name in _RECORDS.split()),
    *(f"lessons/{name}" for name in _LESSONS.split()),
)
OF_THE_HOST = tuple(HOST / f"{name}.py" for name in _NAMES)  # of the same name there
OF_THE_WORKSHOP = (
    *(HOST / f"{name}.py" for name in _OF_THE_WORKSHOP),
    *(path for part in _TALK for path in sorted((ROOT / "tools" / part).rglob("*.py"))),
)
ON_THE_DEVICE = "glowgrid/hardware/in_place.py"  # whose text the workshop sends to a device
SOURCES = "sources.json"  # of the workshop: {path: sha256 hex} of what `mip` copies
KERNELS = "kernels.wasm"
PORT = "@micropython/micropython-webassembly-pyscript/micropython.mjs"  # in node_modules
PARTS = ".mjs", ".wasm"  # of the port
PACKED = "firmware.bin"
NATIVE = b"@micropython.native\n"  # the port has none


def stage(folder, modules):
    """Put what micropython.js loads into a folder. modules: as node_modules() of build.py gives it."""
    port = modules / PORT
    for part in PARTS:
        shutil.copyfile(port.with_suffix(part), folder / port.with_suffix(part).name)
    (folder / PACKED).write_bytes(packed(staged_files()))


def staged_files(folder=FIRMWARE):
    """Return all files of a folder, firmware/ as a rule, as micropython.js needs them: {path: bytes}, sorted.

    Raises ToolError if kernels.wasm is not of this very source.
    """
    program = read_program(folder)
    kernels = webassembly.BUILT.read_bytes()
    if webassembly.is_stale(program, kernels):
        raise ToolError("a kernel is newer than kernels.wasm: run python -m tools native")
    modules = {module.where: module for module in program.with_kernels()}
    files = {KERNELS: kernels, f"{STUBS.stem}.mpy": compile_mpy(STUBS.read_bytes(), STUBS.name)[0]}
    files |= _of_the_host(OF_THE_HOST)
    texts = Texts(folder)
    for path in firmware_files(folder):
        name = path.relative_to(folder).as_posix()
        if only_in_sources(name):
            continue
        data = texts.of(path) if path.suffix == ".py" else path.read_bytes()
        if path.suffix == ".py":
            module = modules.get(where(name))
            if module and program.is_bare(module):
                continue
            source = with_stubs(program, module).encode() if module else data
            files[f"{name[:-3]}.mpy"] = compile_mpy(source.replace(NATIVE, b""), name)[0]
        else:
            files[name] = data
    return dict(sorted(files.items()))


def workshop():
    """Return what the workshop of the page needs besides the firmware: {path: bytes}, for the same folder."""
    mip = json.dumps(of_mip().files, separators=(",", ":"), sort_keys=True)
    files = _of_the_host(OF_THE_WORKSHOP) | {f"tools/workshop/page/{SOURCES}": mip.encode()}
    return files | {ON_THE_DEVICE: (FIRMWARE / ON_THE_DEVICE).read_bytes()}


def _of_the_host(paths):
    names = {path: path.relative_to(ROOT).as_posix() for path in paths}
    return {f"{name[:-3]}.mpy": compile_mpy(path.read_bytes(), name)[0] for path, name in names.items()}


def packed(files):
    """Return files as one: the length of a list (four bytes), the list as JSON, [path, size] each, then the files."""
    listed = json.dumps([[path, len(data)] for path, data in files.items()], separators=(",", ":")).encode()
    return b"".join([len(listed).to_bytes(4, "little"), listed, *files.values()])


def unpacked(data):
    """Return the files, {path: bytes}, that `packed` made one of."""
    at = 4 + int.from_bytes(data[:4], "little")
    files = {}
    for path, size in json.loads(data[4:at]):
        files[path] = data[at : at + size]
        at += size
    return files
