"""After an evening of games on the emulated Pico, the largest engine of every board starts with memory to spare.

So it does when a saved match continues after power-up. In an evening, other games, sizes and levels fill the heap
between two matches and empty it again. Free memory is measured at the worst moments: the engine exists, the coach has
begun, and the pause screen is open on top.
"""

import json
from pathlib import Path

import pytest

from host_sim.boards import list_boards, load_board
from tools.device.mpy import compile_mpy
from tools.device.play_on_pico import at_the_prompt
from tools.lab.pico.play_evenings import HEAP
from tools.paths import DEFAULT_BOARD

pytestmark = pytest.mark.emulator

FREE = 16 * 1024
LARGEST_BLOCK = 4 * 1024
MORE = 256  # bytes that the menu may lose between match 10 and match 60: a few settings and results
MATCHES = 60
MOST_OF_A_STEP_US = {"pico_neotrellis_8x8": 60_000}  # 50,000, but where a frame of 64 LEDs takes 20 ms on I2C
EVENING = Path(__file__).with_name("evening.py")

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


def evening(name, image, matches, looks, most_whole):
    """What the program prints for a board: free in the menu, [least free, smallest largest block], whole matches.

    Then the expected whole matches.
    """
    board = load_board(name)
    whole = largest(board)[:most_whole]
    return [*on_pico(board, image, f"run({matches}, {looks}, {whole})"), whole]


def largest(board):
    return [choice for choice in LARGEST if fits(choice, board["leds"]["width"], board["leds"]["height"])]


def on_pico(board, image, call):
    """Return what a function of evening.py prints, given as a call of it."""
    programs = {f"/{path.stem}.mpy": compile_mpy(path.read_bytes(), path.name)[0] for path in (EVENING, HEAP)}
    printed = at_the_prompt(board, image, programs).exec(f"import evening\nevening.{call}", limit_s=900)
    return json.loads(printed.splitlines()[-1])


def fits(choice, width, height):
    name, size = choice
    across = {"hex": size[0], "havannah": 2 * size[0] - 1, "y": size[0], "mnk": max(size[:2])}[name]
    return across <= min(width, height)


def check(result):
    in_menu, (free, block), played, whole = result
    assert in_menu[0] - in_menu[-1] <= MORE, in_menu
    assert free >= FREE and block >= LARGEST_BLOCK, (free, block)
    assert len(played) == len(whole) and all(over for _, _, over in played)


@pytest.mark.long
def test_two_games_one_after_the_other_on_the_first_board(pico_image):
    check(evening(DEFAULT_BOARD, pico_image, 2, (2,), 0))


def saved_matches():
    """(board, game, size) of the largest matches."""
    for name in list_boards():
        for game, size in largest(load_board(name)):
            first = (name, game) == (DEFAULT_BOARD, "hex") and size == (7,)
            yield pytest.param(name, game, size, marks=() if first else pytest.mark.long)


@pytest.mark.parametrize("name, game, size", list(saved_matches()))
def test_a_saved_match_continues_after_power_up(pico_image, name, game, size):
    record = {"game": game, "size": list(size), "seats": [0, 1], "seed": 1, "moves": [1, 3], "coach": True}
    free, block, longest_us = on_pico(load_board(name), pico_image, f"go_on({record})")
    assert free >= FREE and block >= LARGEST_BLOCK, (free, block)
    assert longest_us <= MOST_OF_A_STEP_US.get(name, 50_000), longest_us


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_a_long_evening_on_every_board(pico_image, name):
    result = evening(name, pico_image, MATCHES, (10, MATCHES), 3)
    check(result)
    assert result[-1], "no whole match was played"
