"""Taps at random moments of a match that is really saved, on the emulated Pico: which of them does the console hear?

Each move is saved once the keys have been quiet for a moment, and no code runs during a flash erase. Keys of a matrix
are not read then: a tap that begins and ends within an erase is lost. Any other must be heard. NeoTrellis tiles scan
their keys themselves.
"""

import difflib
import random
import re

import pytest
from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM
from support.replay_judge import SAVES

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.storage import MATCH
from glowgrid.record import pack
from host_sim.boards import load_board
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from tools.device.build import MAIN
from tools.device.play_on_pico import flashed_files

pytestmark = [pytest.mark.emulator, pytest.mark.long]

TAPS = 40
DOWN_MS, UP_MS = (50, 150), (150, 700)  # how long a tap lasts, and the time to the next one
SEEN_MS = 20  # two scans see a contact that is closed for longer while code runs
OFFERED_MS = 1500  # after power-up: the saved match is offered by then
HEARD = """
from glowgrid.console.keypad import Debounce
_update, _before = Debounce.update, bytearray(64)
def update(self, levels, now_ms):
    if levels != _before:
        for key in range(len(levels)):
            if levels[key] and not _before[key]:
                print("heard", key)
            _before[key] = levels[key]
    _update(self, levels, now_ms)
Debounce.update = update
"""


@pytest.mark.parametrize(
    "name, slow",
    [("pico_ws2812_8x8_keys_8x8", True), ("pico_neotrellis_8x8", True), ("pico_ws2812_8x8_keys_4x4", False)],
)
def test_a_tap_is_lost_only_within_an_erase_and_on_tiles_never(pico_image, name, slow, night_seed):
    """slow: an erase takes 400 ms, the longest time in the data sheet."""
    board, chance = load_board(name), random.Random(night_seed)
    hardware = Hardware(board)
    count = board["keys"]["width"] * board["keys"]["height"]
    files = {**flashed_files(board), SAVES + MATCH: pack(_match(count))}
    files[MAIN] = HEARD.encode() + files[MAIN]
    pico = Pico(pico_image, files=files, parts=hardware.parts, slow_flash=slow).boot()
    pico.run_ms(OFFERED_MS)
    keys = [board["keys"]["roles"]["select"]] + [chance.randrange(count) for _ in range(TAPS - 1)]
    closed, at_ns = [], pico.now_ns
    for key in keys:
        down_ns = at_ns + round(chance.uniform(*DOWN_MS) * MS)
        hardware.at(at_ns, "press", key)
        hardware.at(down_ns, "release", key)
        closed.append((at_ns, down_ns))
        at_ns = down_ns + round(chance.uniform(*UP_MS) * MS)
    pico.run_ms((at_ns - pico.now_ns) / MS + OFFERED_MS)
    reported = [int(key) for key in re.findall(rb"heard (\d+)", bytes(pico.serial))]
    blocks = difflib.SequenceMatcher(None, keys, reported, autojunk=False).get_matching_blocks()
    found = {block.a + i for block in blocks for i in range(block.size)}
    lost = [closed[number] for number in range(TAPS) if number not in found]
    erases = [
        (each.start_ns, each.start_ns + pico.flash_model.times[each.opcode])
        for each in pico.flash_model.operations
        if each.opcode != CMD_PAGE_PROGRAM
    ]
    assert len(erases) > 3 and [each for each in lost if _seen_ms(each, erases) > SEEN_MS] == []
    assert not lost or slow and name.endswith("keys_8x8")


def _match(count):
    """Return the record of a new match between people, of a game with a key for each point."""
    record = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4]}
    if count >= 64:
        record.update(game="mnk", size=[8, 8, 5], moves=[27])
    return record


def _seen_ms(contact, erases):
    """Return how long a contact was closed while code ran."""
    begins, ends = contact
    still = sum(max(0, min(ends, until) - max(begins, since)) for since, until in erases)
    return (ends - begins - still) / MS
