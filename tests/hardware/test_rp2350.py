"""What differs on an RP2350, on the emulated Pico: an image that says it is one, and registers where it has them."""

import functools
import json
import runpy
import struct
import sys

import pytest
from cases import long
from command_lines import run
from drivers import MAKE
from flashed import without_main
from page_workshop import page

from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import Buttons
from host_sim.pico.quick_sio import QuickSio
from host_sim.pico.wire import BUSY_SLACK_NS, EVERY_PART_NS
from tools.compile.build import staged_files
from tools.compile.layout.manifest import MANIFEST
from tools.paths import FIRMWARE
from tools.web import device_files
from tools.workshop.talk.device import CALM
from tools.workshop.talk.wiring import bounce

NAME = "pico_ws2812_8x8_keys_4x4"
BOARD = load_board(NAME)
OE_SET, OE_CLR = 0x38, 0x40
TIMER, WATCHDOG = 0x400B0000, 0x400D8000
ON_THE_RP2040 = {OE_SET: 0x24, OE_CLR: 0x28}
ITS_TIMER, ITS_WATCHDOG = 0x40054000, 0x40058000
PINS, WAKE = 0x40028000, 0x2D8
ITS_PINS, ITS_WAKE = 0x40014000, 0x160
ASLEEP_MS, MS = 200, 1_000_000
BIT_NS = 1250
# sys.implementation._mpy as a small integer: armv6m, and what an RP2350 says
OWN_MPY, ITS_MPY = (struct.pack("<I", (6 | 3 << 8 | architecture << 10) << 1 | 1) for architecture in (4, 7))
MEGAHERTZ = 150, 125  # of an RP2350 and of the emulator


class Sio(QuickSio):
    """Also has the registers of the RP2350; `used` are those that were written."""

    def __init__(self, mcu):
        super().__init__(mcu)
        self.used = set()

    def write_uint32(self, offset, value):
        if offset in ON_THE_RP2040:
            self.used.add(offset)
            offset = ON_THE_RP2040[offset]
        super().write_uint32(offset, value)


class Watched:
    """A peripheral at another address, `used` once it was accessed."""

    def __init__(self, there):
        self._there = there
        self.used = False

    def __getattr__(self, name):
        self.used = True
        return getattr(self._there, name)


class Wakes:
    """The RP2350's registers of what wakes it from its deepest sleep, where the RP2040 has a clock of its own."""

    def __init__(self, mcu):
        self._clock, self._pins = mcu.peripherals[PINS >> 12], mcu.peripherals[ITS_PINS >> 12]

    def __getattr__(self, name):
        return getattr(self._clock, name)

    def write_uint32_atomic(self, offset, value, kind):
        if 0 <= offset - WAKE < 16:
            self._pins.write_uint32_atomic(offset - WAKE + ITS_WAKE, value, kind)
        else:
            self._clock.write_uint32_atomic(offset, value, kind)


class Registers:
    """Part for `Pico(parts=[...])`: the registers of an RP2350 beside those of the RP2040, for MicroPython."""

    def attach(self, pico):
        mcu = pico.mcu
        self.sio = mcu.sio = Sio(mcu)
        self.timer, self.watchdog = (Watched(mcu.peripherals[at >> 12]) for at in (ITS_TIMER, ITS_WATCHDOG))
        mcu.peripherals[PINS >> 12] = Wakes(mcu)
        mcu.peripherals[TIMER >> 12], mcu.peripherals[WATCHDOG >> 12] = self.timer, self.watchdog


# The emulated computer at its USB goes on listening, so the test says that there is none.
OFF = """
from glowgrid.hardware import off
off.USB_STATUS = 0xD0000000
"""


def with_rp2350(path, files):
    """Return a Pico with an image that says it is for an RP2350, and loads code for it."""
    pico = Pico(path, files=files, parts=[*Hardware(BOARD).parts, Registers()])
    content = pico.flash.replace(b" with RP2040\0", b" with RP2350\0")
    assert content.count(OWN_MPY) == 1
    pico.flash = content.replace(OWN_MPY, ITS_MPY)
    return pico


SIO_BASE = 0xD0000000
# A register of the table: its address on an RP2040 and on an RP2350, from the data sheets.
SHEETS = {
    "timer": (ITS_TIMER, TIMER),
    "OE_SET": (SIO_BASE + ON_THE_RP2040[OE_SET], SIO_BASE + OE_SET),
    "OE_CLR": (SIO_BASE + ON_THE_RP2040[OE_CLR], SIO_BASE + OE_CLR),
    "watchdog": (ITS_WATCHDOG, WATCHDOG),
    "DORMANT_WAKE_INTE0": (ITS_PINS + ITS_WAKE, PINS + WAKE),
}


@pytest.mark.parametrize("chip", ["RP2040", "RP2350"])
def test_the_table_of_registers_is_that_of_the_data_sheets(monkeypatch, chip):
    monkeypatch.setattr(sys.implementation, "_machine", f"Raspberry Pi Pico with {chip}", raising=False)
    table = runpy.run_path(str(FIRMWARE / "glowgrid/hardware/__init__.py"))
    timer, oe_set, oe_clr = table["PINS"]
    mine = timer * 4, SIO_BASE + oe_set * 4, SIO_BASE + oe_clr * 4, table["WATCHDOG"], table["WAKE"]
    assert dict(zip(SHEETS, mine)) == {name: at[chip == "RP2350"] for name, at in SHEETS.items()}
    assert table["WATCHDOGS"] == SHEETS["watchdog"]


@functools.cache
def booted(path):
    """Return one at the raw REPL, with code that the emulator can run. Only for use by `.forked`."""
    pico = with_rp2350(path, without_main(NAME)).boot()
    assert "RP2350" in pico.exec("import sys\nprint(sys.implementation._machine)")
    return pico


def test_keys_and_watchdog_use_the_registers_of_the_rp2350(pico_image):
    def case(pico):
        keys, *_, registers = pico.parts
        pico.exec(MAKE)
        seen = [pico.exec("print(down())")]
        for key in (6, 11):
            keys.press(key)
            seen.append(pico.exec("print(down())"))
        used = registers.sio.used, registers.timer.used, registers.watchdog.used
        kept = pico.exec("from glowgrid.hardware import watchdog\nwatchdog.keep(1, 610)\nprint(watchdog.kept(1))")
        pico.exec("feed = watchdog.Watchdog()\nwatchdog.stop()")
        pico.run_ms(9000)
        return [json.loads(line) for line in seen], used, kept, registers.watchdog.used, pico.resets

    seen, used, kept, watched, resets = booted(pico_image).forked(case)
    assert seen == [[], [6], [6, 11]]
    assert used[0] == {OE_SET, OE_CLR} and used[1]
    assert (kept, watched, resets) == ("610\n", True, 0)


OLD = b"""
import time
from machine import WDT
feed = WDT(timeout=1000).feed
while True:
    feed()
    time.sleep_ms(300)
"""


@pytest.mark.parametrize("chip", ["RP2040", "RP2350"])
def test_what_flashing_runs_first_stops_the_watchdog_of_an_old_main_file(pico_image, chip):
    def case(code):
        pico = with_rp2350(pico_image, {"/main.py": OLD}) if chip == "RP2350" else Pico(pico_image, {"/main.py": OLD})
        pico.boot().run_ms(1500)
        assert pico.resets == 0  # the old program feeds it
        pico.exec(code)
        if chip == "RP2350":
            assert pico.parts[-1].watchdog.used == (code == CALM)
        pico.run_ms(1500)
        return pico.resets > 0

    assert (case("pass"), case(CALM)) == (True, False)


@pytest.mark.parametrize("pins", [None, long([10, 11, 12, 13, 14, 17, 18])], ids=["matrix", "separate buttons"])
def test_a_console_that_is_off_is_woken_by_the_registers_of_the_rp2350(pico_image, pins):
    def case(pico):
        keys = pico.parts[0]
        pico.exec(MAKE + OFF)
        if pins:
            keys = Buttons(pins)
            keys.attach(pico)
            about = f"about['keys'] = {{'driver': 'pins', 'pins': {pins}}}"
            pico.exec(f"leds.close()\n{about}\nkeys, leds = board.drivers(about)")
        pico.mcu.clock.create_alarm(lambda: keys.press(6)).schedule(ASLEEP_MS * MS)
        return pico.exec("off.sleep(about, leds)\nprint(down())"), pico.dormant.sleeps

    said, sleeps = booted(pico_image).forked(case)
    assert json.loads(said) == [6]
    ((start, end),) = sleeps
    assert ASLEEP_MS - 10 < (end - start) / MS < ASLEEP_MS + 10


def test_the_waveform_of_the_leds_follows_the_clock(pico_image):
    def case(pico):
        _, line, *_ = pico.parts
        pico.exec(f"import machine\nmachine.freq({MEGAHERTZ[0]}_000_000)")
        pico.exec(MAKE)
        pico.exec("import time\nleds.write(bytes(range(192)))\ntime.sleep_ms(5)")
        return line.frames[-1], line.widths

    frame, widths = booted(pico_image).forked(case)
    assert len(frame.data) == 192
    # The emulator runs at 125 MHz whatever MicroPython wants: what is right at 150 MHz takes longer there.
    slower = MEGAHERTZ[0] / MEGAHERTZ[1]
    assert (frame.end_ns - frame.start_ns) / slower == pytest.approx(192 * 8 * BIT_NS, rel=0.01)
    for name, (least, most) in EVERY_PART_NS.items():
        shortest, longest = (width / slower for width in widths[name])
        assert least - BUSY_SLACK_NS <= shortest <= longest <= most + BUSY_SLACK_NS, name


@pytest.mark.long
def test_flash_builds_for_the_chip_it_finds(pico_image):
    """All its files are there but main.py: the emulator cannot run them."""
    from host_sim.pico.serial_port import port

    files = staged_files(NAME, chip="rp2350")
    del files["/main.py"]
    with port(with_rp2350(pico_image, files)) as path:
        done = run("tools", "flash", "--dry-run", "--port", path)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[0].startswith("warning   for the RP2350 Glowgrid is built and simulated, not seen on a board")
    assert said[1].startswith("Pico      Raspberry Pi Pico with RP2350, ")
    assert said[2].startswith(f"board     {NAME}; it was {NAME}") and said[3].startswith("to copy   1 file, ")
    assert f"unchanged {len(files)} files; " in done.stdout


def test_the_page_knows_a_pico_2_by_its_name_and_takes_the_files_of_its_chip(pico_image, tmp_path):
    from host_sim.pico.serial_port import port

    with port(with_rp2350(pico_image, {})) as path, page(path, tmp_path) as talk:
        assert talk.ask("connect", False)["chip"] == "rp2350"
        made = device_files.files()
        for chip in "rp2040", "rp2350":
            talk.put(f"/{chip}", device_files.joined(made, NAME, chip))
        planned = talk.ask("plan", "/rp2350")
        assert MANIFEST in planned["copy"] and planned["park"] == [] and "not seen on a board" in planned["doubts"][0]
        (why,) = talk.ask("plan", "/rp2040")["error"]
    assert "RP2350, the board file wants an RP2040: choose another board" in why


@pytest.mark.long
def test_a_report_times_lines_by_the_registers_of_the_rp2350(pico_image):
    def case(pico):
        keys, *_, registers = pico.parts
        keys.rise_ns = 12_000
        pico.exec("keys = None\n" + bounce.TAPPED.replace("IDLE_US", "100_000"))
        rises = json.loads(pico.exec(f"import json\nprint(json.dumps(rises({BOARD['keys']['rows']})))"))
        return rises, registers.sio.used, registers.timer.used

    rises, written, timed = booted(pico_image).forked(case)
    assert len(rises) == 4 and all(11 <= us <= 16 for us in rises.values())
    assert (written, timed) == ({OE_SET, OE_CLR}, True)
