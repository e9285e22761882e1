"""A device that answers each question of `selftest --report`, and what the command line makes of its answers."""

import contextlib
import io
import json

from support.fuzz.odd_device import answering

from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board
from tools.compile.layout.manifest import MANIFEST, with_manifest
from tools.workshop.selftest import command

CHIP = {
    "machine": "Raspberry Pi Pico with RP2040",
    "micropython": "1.26.1",
    "flash_id": "e660583883724a32",
    "megahertz": 125,
    "reset_cause": 1,
    "free_memory": 130320,
    "free_flash": 400000,
}
STAIRS = [[64, 5.0], [95, 4.95], [125, 4.9], [155, 4.87], [200, 4.8]]
TIMES = {"scan_us": 812, "frame_us": 2304, "longest_save_us": 61002, "level_3_move_us": 912345, "node_us": 91}
TIMES["playout_us"] = 12345
BOUNCES = [0, 400, 900, 80_000, 200_000, 290_000, 290_300, 291_000], [0, 90_000], [], []
RISES = {str(pin): 12 + pin % 3 for pin in range(2, 10)}


def answers(name):
    """Return the answers, in turn, of a device with a matrix of keys. The person taps two keys, and pulls no plug."""
    board = device_board(load_board(name))
    manifest = with_manifest({}, name)[MANIFEST]
    found = [CHIP, None, [[2], [], [0] * 26], STAIRS, 3, TIMES, None, *BOUNCES, RISES]
    said = [b"" if each is None else json.dumps(each).encode() for each in found]
    # The version; the reset, and the first frame; saves, and what is left of them.
    last = [manifest, b"", b"412345", b"40", b""]
    return [(data, b"") for data in (board, *said, *last)]


def reported_by_the_command(name, file):
    """Return what `selftest --report FILE` prints; it writes the file."""
    said = io.StringIO()
    with answering(answers(name)) as path, contextlib.redirect_stdout(said):
        command(port=path, board=name, simulator=False, emulator=False, wiring=False, report=file)
    return said.getvalue()
