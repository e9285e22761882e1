"""main.py on the emulated Pico when the game crashes or hangs: it continues the match, but not for ever."""

import functools

import pytest
from flashed import flashed

from glowgrid.console.storage import MATCH, Storage
from glowgrid.hardware.fault import cross
from glowgrid.hardware.lights import Lights
from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.compile.layout.places import BOARD
from tools.compile.sources import sources
from tools.paths import FIRMWARE
from tools.workshop.talk.crash import explained

NAME = "pico_ws2812_8x8_keys_4x4"
PROMPT = b">>> "
SELECT = 5
# Tic-tac-toe with two moves that are traps.
TRAP = """
import time
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of
class Trap(LinesPosition):
    def play(self, move):
        if move == 8:
            raise RuntimeError("a trap")
        if move == 7:
            time.sleep(20)
        return super().play(move)
def setup():
    return Trap(Lines(square(3, 3), 2, rows_of(3, 3, 3)))
GAME = Game("trap", "Two moves are traps.", "a test", 2, ((),), ("........",) * 8, setup, order=92)
"""
CRASH, HANG = 8, 7


class Console:
    """A Pico with the trap's match under way, resumed. `said` and `moves` are all so far."""

    def __init__(self, path, folder, usb=True, watchdog=False):
        board = {**load_board(NAME), "watchdog": watchdog}
        Storage(str(folder)).save(MATCH, {"game": "trap", "size": [], "seats": [0, 0], "seed": 1, "moves": [0]})
        self._folder = folder
        self.hardware = Hardware(board)
        files = {
            **flashed(NAME),
            BOARD: device_board(board),
            "/glowgrid/games/trap.py": TRAP.encode(),
            "/saves/match": (folder / MATCH).read_bytes(),
        }
        self.pico = Pico(path, files=files, parts=self.hardware.parts, usb=usb).boot()
        self.pico.run_ms(1100)
        self.tap(SELECT)

    def tap(self, key):
        self.hardware.press(key)
        self.pico.run_ms(80)
        self.hardware.release(key)
        self.pico.run_ms(200)

    def move(self, point):
        """Tap the key of a point, and wait until the console has restarted if it is a trap."""
        self.tap(point // 3 * 4 + point % 3)
        if point == CRASH:
            self.pico.run_ms(1200)

    @property
    def said(self):
        return bytes(self.pico.serial).decode()

    def moves(self):
        """Return what is saved."""
        (self._folder / MATCH).write_bytes(self.pico.files()["/saves/match"])
        saved = Storage(str(self._folder)).load(MATCH)
        return saved and saved["moves"]


@functools.cache
def _playing(path, folder):
    return Console(path, folder)


@pytest.fixture
def playing(pico_image, tmp_path_factory):
    return _playing(pico_image, tmp_path_factory.getbasetemp())


def test_a_crash_resumes_the_match_and_a_save_that_crashes_again_is_set_aside(playing):
    def case(pico):
        console = playing
        console.move(1)
        console.move(CRASH)
        saved = console.moves()
        console.move(CRASH)  # no menu, no question: the match, and only what was loaded
        return saved, console.said, pico.files()

    saved, said, files = playing.pico.forked(case)
    assert saved == [0, 1]
    assert said.count("RuntimeError: a trap") == 2
    assert "The save 'match' made no sense; it is kept as match.bad" in said
    assert "/saves/match" not in files and "/saves/match.bad" in files
    crashes = files["/crash.txt"].decode().split("Crash, ")[1:]
    assert len(crashes) == 2
    assert all(crash.split("\n")[0].endswith(" s after power-up") for crash in crashes)
    assert all(crash.rstrip().endswith("RuntimeError: a trap") for crash in crashes)
    assert 'File "glowgrid.console.key_to_light", line 1, in tick' in crashes[0]
    traceback = explained(crashes[0], sources(FIRMWARE))
    assert 'File "glowgrid.console.key_to_light", line ' in traceback and "line 1, in tick" not in traceback


# The console trips over its first screen, at every start.
BREAK = """
with open("/main.py") as file:
    main = file.read()
with open("/main.py", "w") as file:
    file.write("from glowgrid.console.app import App\\nApp.go = lambda self, screen: [][99]\\n" + main)
"""


# As after that many crashes in the same second.
CRASHED = """
import time
from glowgrid.hardware import watchdog
for register in range(%d):
    watchdog.keep(register, time.ticks_ms() & 0x3FFFFFFF)
"""


@pytest.mark.parametrize("before", [pytest.param(0, marks=pytest.mark.long), 3])
def test_the_fourth_crash_in_ten_minutes_ends_with_a_sign_and_the_prompt(playing, before):
    """before: the number of earlier crashes; only their times are put where the console keeps them."""

    def case(pico):
        pico.send(b"\x03")
        pico.run_until(PROMPT)
        pico.exec(BREAK + CRASHED % before)
        pico.leave_raw_repl()
        pico.send(b"\x04")
        said = pico.run_until(b"crashed too often, see /crash.txt\r\n", 10_000)
        pico.run_until(PROMPT)
        pico.run_ms(5)
        frame = playing.hardware.frames()[-1].rgb
        channel = pico.exec("import rp2; print(rp2.DMA().channel)")
        return said.decode(), frame, channel, pico.files().get("/crash.txt", b"")

    said, frame, channel, crashes = playing.pico.forked(case)
    lights = Lights(load_board(NAME), bytes((0, 0, 0, 255, 0, 0)), None)
    lights.render(cross(8, 8))
    assert said.count("IndexError") == 4 - before and crashes.count(b"Crash, ") == min(3, 4 - before)
    assert frame == bytes(lights.wire)
    assert channel == "0\n"


@pytest.mark.long
@pytest.mark.parametrize("usb", [False, True])
def test_the_watchdog_resets_a_hanging_console_but_not_while_a_computer_is_connected(pico_image, tmp_path, usb):
    console = Console(pico_image, tmp_path, usb=usb, watchdog=True)
    console.move(1)
    console.pico.run_ms(9000)  # no key is pressed: it is fed
    assert console.pico.resets == 0
    console.move(HANG)
    console.pico.run_ms(9500)
    assert console.pico.resets == (not usb)
    if usb:
        console.pico.send(b"\x03")
        console.pico.run_until(PROMPT)
        console.pico.run_ms(9000)
        assert console.pico.resets == 0
    else:
        console.tap(SELECT)  # the match is offered
        console.move(2)
        assert console.moves() == [0, 1, 2]


@pytest.mark.long
def test_ten_minutes_later_it_may_crash_again(playing):
    """The times of three crashes are put where the console keeps them."""

    def case(pico):
        pico.send(b"\x03")
        pico.run_until(PROMPT)
        said = []
        for ago_ms in 601_000, 599_000:
            pico.exec(f"""
import time
from glowgrid.hardware import watchdog
for register in range(3):
    watchdog.keep(register, (time.ticks_ms() - {ago_ms}) & 0x3FFFFFFF)
""")
            pico.start("from glowgrid.hardware import crash\nprint(crash.may_restart(time.ticks_ms()))")
            said.append(pico.finish())
        return said

    assert playing.pico.forked(case) == ["True\n", "False\n"]
