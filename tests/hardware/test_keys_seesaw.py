"""The keys of NeoTrellis tiles with long gaps between scans: the driver on CPython, over the models of the chips."""

from types import SimpleNamespace

import pytest
from keys_on_a_bus import TICK_MS, KeysOnABus

from glowgrid.console.keypad import PRESS, RELEASE
from glowgrid.hardware import plugged
from host_sim.boards.files import load_board

WIRED, UNWIRED = ("pico_neotrellis_8x8", True), ("pico_neotrellis_4x4", False)


class Tiles(KeysOnABus):
    """The keys of a board with tiles; wired: with INT."""

    def __init__(self, monkeypatch, name, wired):
        board = load_board(name)
        if not wired:
            board["keys"].pop("interrupt", None)
        super().__init__(monkeypatch, board)

    def low_for_ever(self):
        """INT stays low."""
        self.high = False
        for tile in self.hardware.tiles:
            tile.line = None


@pytest.mark.parametrize("board", [WIRED, UNWIRED])
@pytest.mark.parametrize(
    "held, moves, reported",
    [
        ((), (5,), [[5], [], []]),  # a tap
        ((), (5, 5), [[5], [], [5], [], []]),  # two
        ((), (5, 5, 5, 5), [[5], []] * 3 + [[], []]),  # more than are remembered
        ((5,), (5,), [[], [5], [5]]),  # let go, and pressed again
        ((), (5, 9, 15), [[5, 9, 15], [], []]),
        ((9,), (5,), [[5, 9], [9], [9]]),
    ],
)
def test_moves_between_two_scans_are_reported_one_by_one(board, held, moves, reported, monkeypatch):
    tiles = Tiles(monkeypatch, *board)
    for key in held:
        tiles.hardware.press(key)
    tiles.pass_ms(30)
    assert [tiles.scan(), tiles.scan()] == 2 * [sorted(held)]
    for key in moves:
        for move in (
            (tiles.hardware.release, tiles.hardware.press)
            if key in held
            else (tiles.hardware.press, tiles.hardware.release)
        ):
            move(key)
            tiles.pass_ms(30)
    assert [tiles.scan()] == reported[:1]
    reads = tiles.reads
    assert [tiles.scan() for _ in reported[1:]] == reported[1:]
    if board is WIRED:
        assert tiles.reads == reads  # INT is high: nothing was asked


@pytest.mark.parametrize("board", [WIRED, UNWIRED])
@pytest.mark.parametrize(
    "moves_ms, until_ms",
    [
        ((0, 40), 150),  # a tap within a long tick
        ((0, 50, 150), 85),  # and a press that follows it
        ((0, 50, 150), 75),
        ((0, 50, 150), 95),
        ((0, 50, 150, 190), 85),
    ],
)
def test_the_console_hears_every_move_around_a_long_tick(board, moves_ms, until_ms, monkeypatch):
    heard = heard_around_a_long_tick(Tiles(monkeypatch, *board), moves_ms, until_ms)
    assert heard == [(RELEASE if number % 2 else PRESS, 10) for number in range(len(moves_ms))]


@pytest.mark.parametrize("board", [WIRED, UNWIRED])
def test_25_ms_of_bounce_on_release_are_one_press_at_once(board, monkeypatch):
    tiles = Tiles(monkeypatch, *board)
    tiles.tick()
    tiles.hardware.press(10)
    assert tiles.tick(2 * TICK_MS) == [(PRESS, 10)]
    heard = []
    for opens in (True, False, True, False, True):
        (tiles.hardware.release if opens else tiles.hardware.press)(10)
        heard += tiles.tick()
    for _ in range(6):
        heard += tiles.tick()
    assert heard == [(RELEASE, 10)]


def heard_around_a_long_tick(tiles, moves_ms, until_ms):
    """What the console hears of a key that goes down, up, down ... at these times. The first tick lasts until_ms."""
    tiles.tick()
    now_ms, heard, moves = 0, [], list(enumerate(moves_ms))
    for tick_ms in range(until_ms, until_ms + 300, TICK_MS):
        while moves and moves[0][1] < tick_ms:
            number, move_ms = moves.pop(0)
            tiles.pass_ms(move_ms - now_ms)
            now_ms = move_ms
            (tiles.hardware.release if number % 2 else tiles.hardware.press)(10)
        heard += tiles.tick(tick_ms - now_ms)
        now_ms = tick_ms
    return heard


@pytest.mark.parametrize("board", [WIRED, UNWIRED])
def test_a_tap_before_the_first_scan_is_no_held_key(board, monkeypatch):
    tiles = Tiles(monkeypatch, *board)
    tiles.hardware.press(3)
    tiles.pass_ms(30)
    tiles.hardware.release(3)
    tiles.pass_ms(30)
    assert not tiles.keys.any_held()
    tiles.hardware.press(3)
    tiles.pass_ms(30)
    assert tiles.keys.any_held() and tiles.scan() == [3]


def test_a_key_that_was_down_when_its_bus_failed_presses_nothing_afterwards(monkeypatch):
    tiles = Tiles(monkeypatch, *UNWIRED)
    driver, there = tiles.keys, [True]

    def scan(levels):
        if not there[0]:
            raise ValueError("keys: no answer from address 0x2E")
        driver.scan(levels)

    loose = SimpleNamespace(scan=scan)
    silent = dict.fromkeys(("put_up", "refresh", "repeat", "make"), lambda *about: None)
    unlit = SimpleNamespace(width=4, height=4, absent=False, **silent)
    monkeypatch.setattr(plugged, "_answers", lambda part: there[0])
    monkeypatch.setattr(plugged.board, "driver", lambda kind, part: loose)
    tiles.keys = plugged.Keys(load_board(UNWIRED[0]), loose, unlit, unlit, 1)

    def heard(ticks):
        return [event for _ in range(ticks) for event in tiles.tick()]

    heard(5)
    tiles.hardware.press(5)
    assert heard(5) == [(PRESS, 5)]
    there[0] = False
    assert heard(20) == [(RELEASE, 5)]
    there[0] = True
    assert heard(80) == []
    tiles.hardware.release(5)
    assert heard(10) == []
    tiles.hardware.press(5)
    assert heard(5) == [(PRESS, 5)]


@pytest.mark.parametrize("board, chips, answer", [(WIRED, 4, 0), (UNWIRED, 1, 1)])
def test_all_keys_of_a_tile_take_one_scan_and_an_endless_queue_no_long_one(board, chips, answer, monkeypatch):
    tiles = Tiles(monkeypatch, *board)
    width = tiles.hardware.board["keys"]["width"]
    every = [row * width + column for row in range(4) for column in range(4)]
    for key in every:
        tiles.hardware.press(key)
    tiles.pass_ms(30)
    assert tiles.scan() == every
    for tile in tiles.hardware.tiles:
        tile.read = lambda: answer
    tiles.low_for_ever()
    reads = tiles.reads
    tiles.scan()
    assert chips < tiles.reads - reads <= 10 * chips  # a queue of 127 would be 64
