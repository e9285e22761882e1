"""The entries of `python -m tools.lab bench entries`: what each runs, what its answer must be, and its target.

tools/lab/bench/program.py prints an answer, a list with a dict for each search of the entry. It is checked against
what is known about the game, not against an earlier run. Points are numbered row by row.
"""

from collections.abc import Callable
from typing import NamedTuple

from .naive_search import WHOLE_TREE

DRAW, DRAWN = 2048, 4  # scores and outcomes as in firmware/glowgrid/search/verdict.py

# 3x3, 4x4x4, 5x4x4 and 5x5x4 are draws from the empty field (J. W. H. M. Uiterwijk, "Solving strong and weak
# 4-in-a-row", 2019), so every first move holds: an extra stone never harms its owner. The other values come from an
# alpha-beta search in C and from enumeration, which share no code with the firmware.
NAIVE_MOVES = (4, 0, 8)  # centre and two corners
NAIVE_NODES = 1173
NAIVE_VALUE = 0
ALPHA_BETA_NODES = 18_297  # of 549,946, with points in index order
WIN_IN_FIVE = 3995
WINNING_4X4X3 = (5, 6, 9, 10)  # in five plies; the other points win too, but later
THREE_IN_FIVE = (12, 6, 13)  # two in the middle row of 5x5 with both ends open
STOPS_THREE_IN_FIVE = (11,)
OPEN_THREE = (27, 0, 28, 7, 29)  # on 8x8
STOPS_OPEN_THREE = (26, 30)
THREE_SIDES_START = (5, 10)
THREE_SIDES_WON = (12, 10, 3, 6, 11, 0, 8)  # the side to move wins against both others, with only one move
WINS_THREE_SIDES = (9,)
SLICED = (
    ("tic-tac-toe", (), ()),
    ("mnk", (5, 4, 4), (9, 5)),
    ("mnk", (5, 5, 4), (12, 6)),
    ("mnk", (8, 8, 5), (27, 28, 35, 19)),
    ("three-player", (), (5, 10)),
    ("hex", (5,), (0, 24)),
    ("hex", (7,), (24, 10, 32, 31)),
    ("hex", (8,), (27,)),
    ("hex", (11,), ()),
    ("hex", (14,), ()),
    ("havannah", (3,), ()),
    ("havannah", (4,), ()),
    ("havannah", (8,), ()),
)
MOST_SLICES = 30
MATCHES = {  # the positions of the entries that measure the heap in a match: game, size, level of every seat
    "heap_free_in_match": ("mnk", (8, 8, 5), 5),
    "heap_free_hex_7": ("hex", (7,), 5),
    "heap_free_havannah_4": ("havannah", (4,), 5),
}
HEX_4X4_WINNERS = [2, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 2]  # from a plain memoised minimax


class Entry(NamedTuple):
    """One measurement. Entries without `call` need the emulated Pico: see run.py.

    about: for the table. call: a function of tools/lab/bench/program.py and its arguments. check: what is wrong with
    the answers, or None. bar: its target, for the table. bytes_are: what the bytes count.
    """

    name: str
    about: str
    call: tuple | None
    check: Callable | None
    bar: str = ""
    bytes_are: str = "heap of the engine"


def _only(answers):
    return answers[0]


def _counts(*wanted):
    """Return a check for this number of nodes and this value."""

    def check(answers):
        got = _only(answers)["nodes"], _only(answers)["value"]
        return None if got == wanted else f"nodes and value {got}, not {wanted}"

    return check


def _draw(points):
    def check(answers):
        for answer in answers:
            if not answer["proven"] or answer["score"] != DRAW:
                return f"score {answer['score']}, proven: {answer['proven']}; it is a draw"
            if not 0 <= answer["best"] < points:
                return f"best move {answer['best']} is none"
        return None

    return check


def _win_in_4x4x3(answers):
    answer = _only(answers)
    if not answer["proven"] or answer["score"] != WIN_IN_FIVE or answer["best"] not in WINNING_4X4X3:
        return f"score {answer['score']}, best {answer['best']}; points {WINNING_4X4X3} win in five plies"
    return None


def _outcomes(wanted):
    def check(answers):
        outcomes = _only(answers)["outcomes"]
        return None if outcomes == wanted else f"outcomes {outcomes}, not {wanted}"

    return check


def _replies(*wanted):
    """Return a check: the first move claims no more than is known; each further reply is one of these points."""

    def check(answers):
        for answer, points in zip(answers, wanted, strict=True):
            if points is None:
                if answer["proven"] and answer["score"] != DRAW:
                    return f"claims score {answer['score']} from the empty field; it is a draw"
            elif answer["best"] not in points:
                return f"replies {answer['best']}; only {points} hold"
        return None

    return check


def _three_sides(answers):
    """Check that the early reply is a free point, and the late one the only move that wins against both others."""
    if answers[0]["best"] in THREE_SIDES_START:
        return f"replies {answers[0]['best']}, which is taken"
    if answers[1]["best"] not in WINS_THREE_SIDES:
        return f"replies {answers[1]['best']}; only {WINS_THREE_SIDES} wins"
    return None


def _slices(positions):
    def check(answers):
        for what, answer in zip(positions, answers, strict=True):
            if not answer["same"]:
                return f"slicing changed the answer of {what}"
            if answer["bytes"]:
                return f"slices of {what} allocated {answer['bytes']} bytes"
        return None

    return check


def _sensible(points, *worst):
    """Check that the best move is not hopeless, and that its estimate is plausible for a first move."""

    def check(answers):
        answer = _only(answers)
        estimate = answer["estimates"][answer["best"]]
        if not 0 <= answer["best"] < points or answer["best"] in worst or not 40 <= estimate <= 90:
            return f"best move {answer['best']}, which wins {estimate} percent"
        return None

    return check


def _to_the_end(game, size=()):
    return ("search", game, size, (((), True),))


def _at_a_level(game, size, *games):
    return ("search", game, size, tuple((moves, False) for moves in games))


def _with_work(work, game, size, *games):
    return ("search", game, size, tuple((moves, work) for moves in games))


ENTRIES = (
    Entry(
        "naive_3x3",
        "plain recursive minimax on a list, all of 3x3",
        ("naive", NAIVE_MOVES),
        _counts(NAIVE_NODES, NAIVE_VALUE),
        bytes_are="allocated in the subtree",
    ),
    Entry(
        "alpha_beta_3x3",
        "plain recursive alpha-beta on a list, all of 3x3",
        ("alpha_beta", ()),
        _counts(ALPHA_BETA_NODES, 0),
        bytes_are="allocated",
    ),
    Entry("solve_3x3", "value and a best move from empty", _to_the_end("tic-tac-toe"), _draw(9), "1.4 ms"),
    Entry(
        "m_hat_3x3",
        "which of the nine first moves keep the value",
        ("every", "tic-tac-toe", ()),
        _outcomes([DRAWN] * 9),
        "2.8 ms",
    ),
    Entry("solve_4x4x3", "4x4, three in a row: the quickest win", _to_the_end("mnk", (4, 4, 3)), _win_in_4x4x3),
    Entry("solve_4x4x4", "4x4, four in a row: a draw", _to_the_end("mnk", (4, 4, 4)), _draw(16)),
    Entry("solve_5x4x4", "5x4, four in a row: a draw", _to_the_end("mnk", (5, 4, 4)), _draw(20), "76 ms"),
    Entry(
        "reply_5x5x4",
        "5x5, four in a row: first move and a reply, strongest level",
        _at_a_level("mnk", (5, 5, 4), (), THREE_IN_FIVE),
        _replies(None, STOPS_THREE_IN_FIVE),
        "3.3 s",
    ),
    Entry(
        "reply_8x8x5",
        "8x8, five in a row: a reply to an open three, with 6,000,000 units of work",
        _with_work(6_000_000, "mnk", (8, 8, 5), OPEN_THREE),
        _replies(STOPS_OPEN_THREE),
        "2.4 s",
    ),
    Entry(
        "three_player_reply",
        "three sides on 4x4: an early and a late reply, with 13,600,000 units of work",
        _with_work(13_600_000, "three-player", (), THREE_SIDES_START, THREE_SIDES_WON),
        _three_sides,
        "4.6 s",
    ),
    Entry(
        "hex_4x4_openings",
        "Hex 4x4: who wins after each of the 16 openings",
        ("every", "hex", (4,)),
        _outcomes(HEX_4X4_WINNERS),
        "28 ms",
    ),
    Entry(
        "hex_8x8_playouts",
        "playouts of the engine, 8x8 from empty: the first 3,000",
        ("playouts", "hex", (8,), 3_000_000, 3000),
        _sensible(64, 0, 63),
        "17,500 a second",
    ),
    Entry(
        "havannah_4_playouts",
        "playouts of the engine, Havannah 4 from empty: the first 1,500",
        ("playouts", "havannah", (4,), 5_500_000, 1500),
        _sensible(37),
        "11,000 a second",
    ),
    Entry(
        "slice_console",
        f"slices as the console takes them, one in 10 ms, {len(SLICED)} positions",
        ("slices", SLICED, MOST_SLICES),
        _slices(SLICED),
        "mean 9.5 ms, 0 bytes",
        "allocated",
    ),
    Entry("boot_to_menu", "from power-up to the menu on the lights", None, None, "500 ms"),
    Entry("key_to_light", "from a contact to the end of the frame that answers it, whole matches", None, None, "20 ms"),
    Entry("frame_8x8", "handing a frame of 64 LEDs to the lights", None, None, "0.4 ms", "allocated"),
    Entry("longest_save", "the longest save of a match of 100 moves", None, None),
    Entry("longest_save_slow", "the same where the flash takes the longest times of its data sheet", None, None),
    Entry("heap_free_in_match", "8x8, five in a row, the engine thinking", None, None, "16 KB", "heap free"),
    Entry("heap_free_hex_7", "Hex 7x7, the engine thinking", None, None, "16 KB", "heap free"),
    Entry("heap_free_havannah_4", "Havannah 4, the engine thinking", None, None, "16 KB", "heap free"),
)
NAMES = tuple(entry.name for entry in ENTRIES)
NAIVE_FACTOR = WHOLE_TREE / NAIVE_NODES
