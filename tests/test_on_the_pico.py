"""The console on the emulated Pico, exactly as it is flashed: same frames as everywhere, soon enough, with memory to spare.

The Pico is powered up once, to just before the console's first tick, and forked for each test.
"""

import statistics

import pytest

from host_sim import golden
from host_sim.boards import load_board
from host_sim.pico.play import Player

pytestmark = pytest.mark.emulator

BOOT_TO_MENU_MS = 1000
PRESS_TO_LIGHT_MS = 30
USUALLY_MS = 15
HEAP_IN_MATCH = 110 * 1024
# One with the coach is enough here, and Hex between people computes next to nothing.
LOGS = [path for path in golden.logs() if path.stem not in ("tic_tac_toe_coach", "hex")]


@pytest.fixture(scope="module")
def powered(pico_image):
    """A Player (host_sim/pico/play.py) whose console has yet to read its keys for the first time."""
    player = Player(load_board(golden.BOARD), [], pico_image)
    player.pico.boot()
    player.pico.run_until(lambda: player.scans)
    return player


def play(player, changes, until_ms):
    """(frames, starts of the scans in ms) of a key log, in a fork."""

    def run(pico):
        player.changes = list(changes)
        return list(player.frames(until_ms)), [start / 1e6 for start in player.scans]

    return player.pico.forked(run)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_whole_games_give_the_same_frames_and_answer_each_press_in_time(powered, path):
    changes, until_ms = golden.changes(path)
    frames, scans = play(powered, changes, until_ms)
    assert [(frame.time_ms, frame.text) for frame in frames] == golden.recorded(path)

    # A contact moves right after the scan of the tick before: the longest wait there is.
    ends = {frame.time_ms: frame.emulated_ms for frame in frames}
    waits = [ends[time_ms] - scans[time_ms // 10 - 1] for time_ms, _, _ in changes if time_ms in ends]
    assert len(waits) >= len(changes) // 2
    assert max(waits) < PRESS_TO_LIGHT_MS, waits
    assert path.stem.endswith("_coach") or statistics.median(waits) < USUALLY_MS, waits    # the coach is always busy


def test_the_menu_is_there_within_a_second_of_power_up(powered):
    frames, _ = play(powered, [], 500)
    menu = next(frame for frame in frames if "#" in frame.text)
    assert menu.emulated_ms < BOOT_TO_MENU_MS


IN_MATCH = """
import gc
from glowgrid import hardware
from glowgrid.modules import forget
from glowgrid.hardware import board
from glowgrid.hardware.lights import Lights
from glowgrid.console import palette
from glowgrid.console.app import App
from glowgrid.console.storage import Storage
about = board.load('/board.json')
keys, leds = board.drivers(about)
del board
forget(hardware, 'board')
app = App(keys, Lights(about, palette.RGB, leds), Storage('/saves'), about)
app.get_ready()
for tick in range(3):
    app.tick(10 * tick)
game = [game for game in app.games if game.name == %r][0]
app.start_match(game, %r, [%d] * game.sides, 30)
for tick in range(3, 40):
    app.tick(10 * tick)
assert app.screen.thinking
gc.collect()
print(gc.mem_free())
"""


@pytest.mark.parametrize("name, size", [("three-player", ()), ("mnk", (5, 5, 4)), ("mnk", (8, 8, 5))])
def test_heap_free_in_a_match_while_the_engine_thinks(powered, name, size):
    def run(pico):
        pico.send(b"\x03")
        pico.run_until(b">>> ")
        return int(pico.exec(IN_MATCH % (name, size, 5)).split()[-1])

    assert powered.pico.forked(run) >= HEAP_IN_MATCH
