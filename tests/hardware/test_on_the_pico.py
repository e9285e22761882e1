"""The console on the emulated Pico, as flashed: the same frames, soon enough, with memory to spare."""

import statistics

import pytest
from cases import long

from host_sim.boards.files import load_board
from host_sim.console import golden
from tools.pico.play_on_pico import CONFIRM_MS, CONSOLE, Player

BOOT_TO_MENU_MS = 580  # MicroPython 1.26 takes 11 ms more than 1.24; to check every byte of the program, 11 ms
PRESS_TO_LIGHT_MS = 20
USUALLY_MS = 15
HEAP_IN_MATCH = 16 * 1024
# One with the coach is enough here, and Hex between people computes next to nothing.
LOGS = [path for path in golden.logs() if path.stem not in ("tic_tac_toe_coach", "hex", "first_game")]
SOON = "held"  # Hex, with keys that are held


@pytest.fixture(scope="module")
def powered(pico_image):
    """A Player (tools/pico/play_on_pico.py) whose console has yet to read its keys for the first time."""
    player = Player(load_board(golden.BOARD), [], pico_image)
    player.pico.boot()
    player.pico.run_until(lambda: player.scans)
    return player


def play(player, changes, until_ms):
    """Return (frames, starts of the scans in ms) of a key log, in a fork."""

    def run(pico):
        player.changes = list(changes)
        return list(player.frames(until_ms)), [start / 1e6 for start in player.scans]

    return player.pico.forked(run)


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (path.stem != SOON)) for path in LOGS]
)
def test_whole_games_give_the_same_frames_and_answer_each_press_in_time(powered, path):
    changes, until_ms = golden.changes(path)
    frames, scans = play(powered, changes, until_ms)
    assert golden.kept(path, [(frame.time_ms, frame.text) for frame in frames]) == golden.recorded(path)

    # A contact moves right after the scan of the previous tick: the longest possible wait.
    ends = {frame.time_ms: frame.emulated_ms for frame in frames}
    waits = [
        ends[time_ms] - scans[time_ms // 10 - 1] + CONFIRM_MS
        for time_ms, _, down in changes
        if down and time_ms in ends
    ]
    assert len(waits) >= len(changes) // 3
    assert max(waits) < PRESS_TO_LIGHT_MS, waits
    assert path.stem.endswith("_coach") or statistics.median(waits) < USUALLY_MS, waits  # the coach is always busy


@pytest.fixture(scope="module")
def pressed(powered):
    """(frames from power-up on, tones of the piezo) after one press of a key in the menu."""

    def run(pico):
        powered.changes = [(1800, 6, True), (1900, 6, False)]
        return list(powered.frames(2100)), [tuple(tone) for tone in powered.piezo.tones()]

    return powered.pico.forked(run)


def test_a_press_clicks_on_the_pin_of_the_piezo(pressed):
    """Pitch, length and softness are measured on the pin."""
    ((start_ns, end_ns, hertz, duty),) = pressed[1]
    assert hertz == pytest.approx(2000, rel=0.01)
    assert 19 <= (end_ns - start_ns) / 1e6 <= 60  # the next screen is loaded meanwhile, in one tick
    assert duty == pytest.approx(600 / 65536, rel=0.05)


def test_the_menu_appears_soon_after_power_up(pressed):
    menu = next(frame for frame in pressed[0] if "#" in frame.text)
    assert menu.emulated_ms < BOOT_TO_MENU_MS


IN_MATCH = f"""{CONSOLE}
import gc
app = App(keys, lights, Storage('/saves'), about)
tick = 0
while not app.offered:
    app.tick(10 * tick)
    tick += 1
game = [game for game in app.games if game.name == %r][0]
app.start_match(game, %r, [%d] * game.sides, 10 * tick)
end = tick + 200
while tick < end and not getattr(app.screen, 'thinking', False):
    app.tick(10 * tick)
    tick += 1
assert app.screen.thinking
gc.collect()
print(gc.mem_free())
"""


@pytest.mark.parametrize("name, size", [long("three-player", ()), long("mnk", (5, 5, 4)), ("mnk", (8, 8, 5))])
def test_heap_free_in_a_match_while_the_engine_thinks(powered, name, size):
    def run(pico):
        pico.send(b"\x03")
        pico.run_until(b">>> ")
        return int(pico.exec(IN_MATCH % (name, size, 5)).split()[-1])

    assert powered.pico.forked(run) >= HEAP_IN_MATCH
