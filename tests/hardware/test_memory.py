"""In an evening at the console, on the emulated Pico, nothing is lost: no engine, no advice, no save."""

import itertools

import emulator
import pytest
from cases import by_day
from flashed import flashed
from support.evening import FREE, MOST_NAMES, PIECE, PYTHON, Evening, items
from support.replay_judge import SAVES

from glowgrid.record import pack
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import list_boards, load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware

pytestmark = pytest.mark.emulator

# What Hex 7 with the coach leaves at power-up, by version: bytes free, and the largest piece.
LEFT = {"1.24.1": (24 * 1024, 8 * 1024), "1.26.1": (30 * 1024, 10 * 1024), "1.28.0": (30 * 1024, 10 * 1024)}
# The same with a link, on the field and in the pause, beside which a linked match has no room for its screen.
LEFT_WITH_A_LINK = {
    "1.24.1": ((19_000, 3_000), (23_500, 5_000)),
    "1.26.1": ((31_000, 14_000), (34_000, 16_000)),
}
LINK = {"uart": 0, "tx": 0, "rx": 1}
HEX_7 = {"game": "hex", "size": [7], "seats": [0, 1], "seed": 1, "moves": [1, 3], "coach": True}
BIG = PYTHON.replace("def setup", "TABLE = [bytearray(512) for _ in range({})]\ndef setup").replace("threes", "big-own")
LARGEST_OWN = {"1.24.1": 20, "1.26.1": 44}  # tables of 512 bytes in it
TOO_LARGE = {"1.24.1": 24, "1.26.1": 48}
MORE = 256  # bytes that a round of everything may take for good, once all was done before: a few settings and results
MOST_OF_A_STEP_US = {"pico_neotrellis_8x8": 60_000}  # 50,000, but where a frame of 64 LEDs takes 20 ms on I2C
SAME = "play tic-tac-toe, largest, 00"

# The largest matches that a board offers: the solver of Hex beside the tree, and the widest fields.
LARGEST = [("hex", (across,)) for across in (7, 6, 5, 4, 14)]
LARGEST += [("havannah", (3,)), ("havannah", (8,)), ("y", (14,)), ("mnk", (8, 8, 5)), ("mnk", (4, 4, 4))]


def check(row):
    assert row.free >= FREE and row.largest >= PIECE and row.names <= MOST_NAMES, row


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_an_evening_on_every_board(pico_image, name, night_seed):
    evening = Evening(load_board(name), night_seed, pico_image)
    offered, settled = evening.offered(), []
    for part in (night_seed, night_seed + 100):
        for item in [*items(offered, part), SAME]:
            check(row := evening.do(item))
        settled.append(row.free)
    assert settled[0] - settled[1] <= MORE, settled


def saved_matches():
    """(board, game, size, whether with the mirror) of the largest matches."""
    for name, (game, size) in itertools.product(list_boards(), LARGEST):
        leds = load_board(name)["leds"]
        if (2 * size[0] - 1 if game == "havannah" else max(size[:2])) <= min(leds["width"], leds["height"]):
            first = (name, game) == (DEFAULT_BOARD, "hex") and size == (7,)
            yield pytest.param(name, game, size, False, marks=() if first else pytest.mark.long)
            if name == DEFAULT_BOARD:
                yield pytest.param(name, game, size, True, marks=pytest.mark.long)


@pytest.mark.parametrize("name, game, size, mirrored", list(saved_matches()))
def test_a_saved_match_continues_after_power_up(pico_image, name, game, size, mirrored):
    match = pack({**HEX_7, "game": game, "size": list(size)})
    evening = Evening(load_board(name), 1, pico_image, {SAVES + "match": match}, mirrored)
    longest_us = evening.resume()
    check(evening.row("resume"))
    assert longest_us <= MOST_OF_A_STEP_US.get(name, 50_000), longest_us


def hex_7(version, board=None, saved=HEX_7, **files):
    image = emulator.image_or_skip(version)
    return Evening(board or load_board(DEFAULT_BOARD), 1, image, {SAVES + "match": pack(saved), **files})


@pytest.mark.parametrize("version", by_day(LEFT, "1.24.1"))
def test_hex_7_with_the_coach_leaves_room_on_each_version(version):
    evening = hex_7(version)
    evening.resume()
    row = evening.row("resume")
    free, piece = LEFT[version]
    assert row.free >= free and row.largest >= piece, row


@pytest.mark.parametrize("version", by_day(LEFT_WITH_A_LINK, "1.24.1"))
def test_hex_7_with_the_coach_and_a_link_leaves_room_on_each_version(version):
    evening = hex_7(
        version, {**load_board(DEFAULT_BOARD), "link": LINK}, {**HEX_7, "seats": [0, 0], "link": [77, 0, 0, 4]}
    )
    evening.steps("until resume; tick 60; entry go on; open_match; wait_for it.app.match.engine; tick 20; look")
    rows = [evening.row("field")]
    evening.steps("leave; until pause; look")
    rows.append(evening.row("pause"))
    for row, (free, piece) in zip(rows, LEFT_WITH_A_LINK[version], strict=True):
        assert row.free >= free and row.largest >= piece, rows


@pytest.mark.long
@pytest.mark.parametrize("version", ["1.24.1", "1.26.1"])
def test_the_largest_game_of_a_persons_own_leaves_hex_7_its_coach_and_hint(version):
    evening = hex_7(version, **{"/games/big_own.py": BIG.format(LARGEST_OWN[version]).encode()})
    evening.resume()
    evening.hint()
    assert evening.row("hint").free > 12 * 1024


@pytest.mark.parametrize("version", ["1.26.1", pytest.param("1.24.1", marks=pytest.mark.long)])
def test_a_larger_one_is_named_at_power_up(version):
    files = {**flashed(DEFAULT_BOARD), "/games/big_own.py": BIG.format(TOO_LARGE[version]).encode()}
    pico = Pico(emulator.image_or_skip(version), files, Hardware(load_board(DEFAULT_BOARD)).parts).boot()
    assert b"/games/big_own.py: too large for this Pico" in pico.run_until(b"is on the lights", 5000)
