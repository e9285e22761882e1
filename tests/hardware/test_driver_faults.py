"""Each call of each driver raises once, on a Pico powered up as flashed: the match continues, move for move."""

import pytest
from support.replay_judge import Twin
from support.unplugging import UNDER_WAY, move

from glowgrid.console.storage import MATCH, Storage
from host_sim.boards.files import load_board
from host_sim.console import describe

pytestmark = pytest.mark.long

# Together they have all drivers.
BOARDS = "pico_ws2812_8x8_keys_4x4", "pimoroni_pico_rgb_keypad", "pico_neotrellis_4x4"
IN_THE_MATCH_MS = 1600
KEYS_SILENT, LEDS_SILENT = b"glowgrid: keys: on purpose", b"glowgrid: leds: on purpose"
SOUND_SILENT, CRASH = b"glowgrid: sound: on purpose", b"on purpose\r\n"
# {method: (from when on it raises, in ms; the message if hardware fails, if the fault is ours)}
METHODS = {
    "keys any_held": (0, CRASH, CRASH),
    "keys scan": (IN_THE_MATCH_MS, KEYS_SILENT, CRASH),
    "keys glance": (IN_THE_MATCH_MS, CRASH, CRASH),
    "leds write": (IN_THE_MATCH_MS, LEDS_SILENT, CRASH),
    "leds off": (IN_THE_MATCH_MS, LEDS_SILENT, CRASH),
    "leds close": (IN_THE_MATCH_MS, LEDS_SILENT, CRASH),
    "leds busy": (IN_THE_MATCH_MS, LEDS_SILENT, CRASH),
    "sound tone": (1000, SOUND_SILENT, CRASH),  # at the press that resumes the match
}
AT_THE_END = "leds off", "leds close"  # they are called after Ctrl-C
RAISING = """
import glowgrid, os, time
from glowgrid.hardware import board

class Raising:
    def __init__(self, driver):
        self.driver = driver
    def __getattr__(self, name):
        method = getattr(self.driver, name)
        if name != %(method)r or not method:
            return method
        def raising(*arguments):
            if 'raised' not in os.listdir('/') and time.ticks_ms() >= %(ms)d:
                open('/raised', 'w').close()
                raise %(error)s('on purpose')
            return method(*arguments)
        return raising

make = board.driver
board.driver = lambda kind, part: Raising(make(kind, part)) if kind == %(kind)r else make(kind, part)
"""


def cases():
    for name in BOARDS:
        for method in METHODS:
            if not is_called(method, load_board(name)):
                continue
            for error in ("OSError", "ZeroDivisionError") if METHODS[method][1] != CRASH else ("OSError",):
                yield name, method, error


def is_called(method, board):
    """Return whether the console calls this method on a board."""
    if method == "keys glance":
        return "i2c" not in board["keys"] or "interrupt" in board["keys"]
    if method == "leds busy":  # by a light sleep
        return board["leds"]["driver"] == "ws2812"
    return method != "sound tone" or "sound" in board


def resume(session):
    select = session.board["keys"]["roles"]["select"]
    for level in (1, 0):
        session.keys.levels[select] = level
        for _ in range(10):
            session.tick()
    assert describe.screen_name(session.app) == "play"


@pytest.mark.parametrize("name, method, error", [*cases()])
def test_a_match_continues_when_a_call_of_a_driver_raises(pico_image, name, method, error, tmp_path):
    ms, silent, crash = METHODS[method]
    kind, called = method.split()

    def raising(files):
        code = RAISING % {"kind": kind, "method": called, "ms": ms, "error": error}
        return {**files, "/main.py": code.encode() + files["/main.py"]}

    Storage(str(tmp_path)).save(MATCH, UNDER_WAY)
    board = load_board(name)
    if method == "leds busy":
        board["power"]["light_sleep"] = True
    twin = Twin(board, tmp_path, pico_image, change=raising)
    twin.boot()
    if ms == 0:
        twin.run(1000)  # it restarts into the match, while the twin offers it
        resume(twin.session)
    else:
        twin.tap(twin.board["keys"]["roles"]["select"])
    twin.run(1600)
    made = [move(twin), move(twin)]
    if method in AT_THE_END:
        twin.pico.send(b"\x03")
        twin.pico.run_until(b">>> ", 500)
    assert twin.saved() == twin.expected() and twin.saved()["moves"][-2:] == made
    assert "/raised" in twin.pico.files()
    assert (silent if error == "OSError" else crash) in twin.pico.serial
