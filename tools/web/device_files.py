"""What the page copies to a Pico, as data: the files that boards with the same chip share, and what differs.

    device/rp2040.bin     packed as firmware.packed does it: {path on the device: bytes}
    device/rp2350.bin
    device/boards.json    {board: {chip: {path: text}}}: the rest, but for the manifest, which page_talk.py makes
    device/workshop.bin   tools/workshop, for the page's MicroPython
    device/sources.json   names and lines for a crash (tools/workshop/talk/crash.py); "of": the hash of the modules they
                          are of, by chip
    device/files.json     {board: the text of its board file}

The page loads none of them before a person has connected a Pico.
"""

import json

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER as BOARD_FILES
from host_sim.boards.files import list_boards, load_board

from ..compile.build import board_json, staged_files
from ..compile.layout.dark import DARK, dark
from ..compile.layout.manifest import MANIFEST, digest, with_manifest
from ..compile.layout.places import BOARD, MAIN, MODULES
from ..compile.sources import sources
from ..paths import FIRMWARE
from . import firmware

FOLDER = "device"
OF_A_BOARD = BOARD, DARK
BOARDS = "boards.json"
WORKSHOP = "workshop.bin"
SOURCES = "sources.json"
FILES = "files.json"


def stage(folder, made):
    """Write files, as `files` returns them, into a folder of this one."""
    (folder / FOLDER).mkdir()
    for name, data in made.items():
        (folder / FOLDER / name).write_bytes(data)


def files(shared=None):
    """Return {name: bytes} of all of them. shared: {chip: what `shared_files` returns}, if it is known."""
    boards = {name: {chip: _of_a_board(name, chip) for chip in chips(name)} for name in list_boards()}
    text = json.dumps(boards, separators=(",", ":"))
    shared = shared or {chip: shared_files(chip) for chip in chips(DEFAULT_BOARD)}
    of = {chip: digest(files[MODULES]) for chip, files in shared.items()}
    whole = {name: (BOARD_FILES / f"{name}.json").read_text(encoding="utf-8") for name in list_boards()}
    return {
        **{f"{chip}.bin": firmware.packed(files) for chip, files in shared.items()},
        BOARDS: text.encode(),
        FILES: json.dumps(whole).encode(),
        WORKSHOP: firmware.packed(firmware.workshop()),
        SOURCES: json.dumps({"of": of, **sources(FIRMWARE)}, separators=(",", ":")).encode(),
    }


def chips(name):
    """Return the chips that a board can have, as its file says."""
    board = load_board(name)
    return [board["mcu"], *(each["mcu"] for each in board.get("variants", ()) if each["mcu"] != board["mcu"])]


def shared_files(chip):
    """Return {path on the device: bytes} of what all boards with a chip share."""
    apart = MANIFEST, *OF_A_BOARD
    return {path: data for path, data in staged_files(DEFAULT_BOARD, chip=chip).items() if path not in apart}


def _of_a_board(name, chip):
    board = board_json(name, chip=chip)
    return {BOARD: board.decode(), DARK: dark(json.loads(board)).decode()}


def whole(files, name, chip):
    """Return all that `staged_files` does for a board and a chip, from these files."""
    made = with_manifest(joined(files, name, chip), name)
    return dict(sorted(made.items(), key=lambda item: (item[0] == MAIN, item[0])))


def joined(files, name, chip):
    """Return {path on the device: bytes} of a board from these files, without the manifest."""
    texts = json.loads(files[BOARDS])[name][chip]
    return {**firmware.unpacked(files[f"{chip}.bin"]), **{path: text.encode() for path, text in texts.items()}}
