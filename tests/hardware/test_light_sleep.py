"""Light sleep on the emulated Pico: on a battery it sleeps between ticks, never during a frame, and answers keys."""

import json

import pytest
from flashed import flashed

from host_sim.boards.files import BoardError, load_board
from host_sim.boards.parts import device_board
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from tools.compile.layout.places import BOARD
from tools.paths import FIRMWARE

NAME = "pico_ws2812_8x8_keys_4x4"
CLOCKS = 0x40008
CLK_SYS_CTRL = 0x3C
TOGETHER_NS = 100_000  # writes this close belong to one change of the clock
PRESS_TO_LIGHT_MS = 30
LATCH_NS = 280_000


# In place of the console, whose import alone is half a second: blinks, and shows white while a key is down.
APP = """
from glowgrid.console.palette import GREEN, WHITE
TICK_MS = 10
class App:
    sounds = None
    OFF = False
    def __init__(self, keys, lights, storage, board, driver=None, place=None):
        self.keys, self.lights = keys, lights
        self.levels = bytearray(keys.count)
        self.keypad = self.screen = self
        self.frame = bytearray(lights.width * lights.height)
    def tick(self, now_ms):
        self.keys.scan(self.levels)
        colour = WHITE if any(self.levels) else GREEN if now_ms // 50 % 2 else 0
        if colour != self.frame[0]:
            for at in range(len(self.frame)):
                self.frame[at] = colour
            self.lights.show(self.frame)
"""


class SystemClock:
    """Part for `Pico(parts=[...])`: `changes` of the system clock's source, ns: off its PLL for a sleep, then back."""

    def attach(self, pico):
        self.changes = []
        self._clock = pico.clock
        self._clocks = pico.mcu.peripherals[CLOCKS]
        pico.mcu.peripherals[CLOCKS] = self

    def __getattr__(self, name):
        return getattr(self._clocks, name)

    def write_uint32(self, offset, value):
        self._clocks.write_uint32(offset, value)
        self._note(offset)

    def write_uint32_atomic(self, offset, value, kind):
        self._clocks.write_uint32_atomic(offset, value, kind)
        self._note(offset)

    def _note(self, offset):
        now = round(self._clock.nanos)
        if offset == CLK_SYS_CTRL and (not self.changes or now - self.changes[-1] > TOGETHER_NS):
            self.changes.append(now)

    def sleeps(self):
        """Return [(start, end)] in ns."""
        return list(zip(self.changes[::2], self.changes[1::2]))


def test_on_a_battery_it_sleeps_between_ticks_but_not_under_a_frame_and_answers_keys(pico_image):
    board = load_board(NAME)
    board["power"]["light_sleep"] = True
    hardware, clock = Hardware(board), SystemClock()
    files = {**flashed(NAME, apart=True), BOARD: device_board(board), "/glowgrid/console/app.py": APP.encode()}
    del files["/glowgrid/console/app.mpy"]
    pico = Pico(pico_image, files=files, parts=[*hardware.parts, clock], usb=False).boot()
    clock.changes.clear()
    pico.run_until(lambda: len(hardware.frames()) > 3, 2000)
    waits = []
    for i in range(3):
        closes = pico.now_ns + (20 + 7 * i) * MS
        hardware.at(closes, "press", i)
        hardware.at(closes + 20 * MS, "release", i)
        pico.run_ms(80)
        white = [frame for frame in hardware.frames() if min(frame.rgb[:3])]
        waits.append((white[i].end_ns - closes) / MS)
    assert max(waits) < PRESS_TO_LIGHT_MS
    assert hardware.faults() == []
    asleep = clock.sleeps()
    assert len(asleep) > 20 and len(hardware.frames()) > 8
    for frame in hardware.frames():
        assert not [sleep for sleep in asleep if sleep[0] < frame.end_ns + LATCH_NS and sleep[1] > frame.start_ns]
    since = pico.now_ns - 200 * MS
    assert sum(end - start for start, end in asleep if start > since) > 0.5 * 200 * MS  # lights moving all the time


def test_with_a_computer_at_its_usb_it_only_waits(booted_pico):
    folder = FIRMWARE / "glowgrid" / "hardware"
    code = (
        (folder / "__init__.py").read_text()
        + (folder / "light_sleep.py").read_text().replace("from glowgrid.hardware import USB_STATUS", "")
        + """
class Leds:
    def busy(self):
        return False
class Console:
    sounds = None
began = time.ticks_us()
LightSleep(Leds(), Console())(9)
print(time.ticks_diff(time.ticks_us(), began))
"""
    )
    # From a light sleep USB's next millisecond would wake it.
    assert 9000 <= int(booted_pico.forked(lambda pico: pico.exec(code))) < 10_500


def test_it_is_refused_if_spi_would_suffer(tmp_path):
    board = load_board("pimoroni_pico_rgb_keypad")
    board["power"]["light_sleep"] = True
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    with pytest.raises(BoardError, match="power.light_sleep: a light sleep changes the SPI clock"):
        load_board(path)
