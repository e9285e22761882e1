"""In an evening at the console, on the emulated Pico, nothing is lost: no engine, no advice, no save."""

import pytest
from support.evening import FREE, MOST_NAMES, PIECE, Evening, items
from support.replay_judge import SAVES

from glowgrid.record import pack
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import list_boards, load_board

pytestmark = pytest.mark.emulator

MORE = 256  # bytes that a round of everything may take for good, once all was done before: a few settings and results
MOST_OF_A_STEP_US = {"pico_neotrellis_8x8": 60_000}  # 50,000, but where a frame of 64 LEDs takes 20 ms on I2C
SAME = "play", ("tic-tac-toe", "", [0, 0])

# The largest matches that a board offers: the solver of Hex beside the tree, and the widest fields.
LARGEST = [
    ("hex", (7,)),
    ("hex", (6,)),
    ("hex", (5,)),
    ("havannah", (3,)),
    ("hex", (4,)),
    ("hex", (14,)),
    ("havannah", (8,)),
    ("y", (14,)),
    ("mnk", (8, 8, 5)),
    ("mnk", (4, 4, 4)),
]


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


def largest(board):
    """Return those of LARGEST that fit a board."""
    most = min(board["leds"]["width"], board["leds"]["height"])
    across = {"hex": 1, "havannah": 2, "y": 1, "mnk": 1}
    return [(game, size) for game, size in LARGEST if across[game] * max(size[:2]) - (game == "havannah") <= most]


def saved_matches():
    """(board, game, size, whether with the mirror) of the largest matches."""
    for name in list_boards():
        for game, size in largest(load_board(name)):
            first = (name, game) == (DEFAULT_BOARD, "hex") and size == (7,)
            yield pytest.param(name, game, size, False, marks=() if first else pytest.mark.long)
            if name == DEFAULT_BOARD:
                yield pytest.param(name, game, size, True, marks=pytest.mark.long)


@pytest.mark.parametrize("name, game, size, mirrored", list(saved_matches()))
def test_a_saved_match_continues_after_power_up(pico_image, name, game, size, mirrored):
    record = {"game": game, "size": list(size), "seats": [0, 1], "seed": 1, "moves": [1, 3], "coach": True}
    evening = Evening(load_board(name), 1, pico_image, {SAVES + "match": pack(record)}, mirrored)
    longest_us = evening.resume()
    check(evening.row("resume"))
    assert longest_us <= MOST_OF_A_STEP_US.get(name, 50_000), longest_us
