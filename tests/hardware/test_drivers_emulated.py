"""The drivers, electrically: presses are levels on pins, frames are read off the data line of the emulated Pico."""

import itertools
import json

import drivers
import pytest

from glowgrid.console import palette
from glowgrid.hardware.lights import Lights
from host_sim.boards.files import load_board
from host_sim.console.wire_to_frame import wire_frame
from host_sim.pico.keypad import RISE_NS
from host_sim.pico.wire import BUSY_SLACK_NS, EVERY_PART_NS

BOARD = load_board("pico_ws2812_8x8_keys_4x4")
OFF_NS = BUSY_SLACK_NS + 16  # tolerance of a pulse: one clock of 8 ns at each edge


@pytest.fixture
def wired(pico_image):
    return drivers.made(pico_image, BOARD)[0]


def watched(pico, moves, stated="none", wired="none", rise_ns=RISE_NS):
    """Make the moves, one every 20 ms: [("press" or "release", key), ...].

    Return the sets of keys that the driver reported, and how often two outputs met at different levels. stated: the
    diodes in the driver's settings; wired: the real ones; rise_ns: how long a line takes to rise.
    """
    keys, *_ = pico.parts
    keys.diodes, keys.rise_ns = wired, rise_ns
    if stated != "none":
        pico.exec(f"about['keys']['diodes'] = {stated!r}\nkeys = type(keys)(about['keys'])")
    return drivers.watched(pico, keys, moves), keys.shorts


@pytest.mark.long
def test_any_two_keys_are_both_read(wired):
    moves = [("press", 5)] + [(action, key) for key in (4, 6, 1, 9, 0, 10, 15) for action in ("press", "release")]
    seen, shorts = wired.forked(lambda pico: watched(pico, moves))
    assert seen == [[], [5]] + [keys for key in (4, 6, 1, 9, 0, 10, 15) for keys in (sorted([5, key]), [5])]
    assert shorts == 0


CORNERS = [("press", 5), ("press", 6), ("press", 9)]  # 10 is the fourth corner


def test_a_ghost_and_its_press_are_held_back(wired):
    moves = CORNERS + [("release", 5), ("press", 5), ("release", 9), ("release", 6), ("release", 5)]
    seen, shorts = wired.forked(lambda pico: watched(pico, moves))
    # 9 completes a rectangle: nothing changes until 5 is released. With 6 and 9 held, a press of 5 is unknowable.
    assert seen == [[], [5], [5, 6], [6, 9], [5, 6], [5], []]
    assert shorts == 0


@pytest.mark.parametrize("diodes", ["row_to_column", "column_to_row"])
def test_with_diodes_exactly_the_held_keys_are_read(wired, diodes):
    moves = CORNERS + [("press", 0), ("release", 5)]
    seen, shorts = wired.forked(lambda pico: watched(pico, moves, stated=diodes, wired=diodes))
    assert seen == [[], [5], [5, 6], [5, 6, 9], [0, 5, 6, 9], [0, 6, 9]]
    assert shorts == 0


@pytest.mark.parametrize("rise_us", [40, 100, 200])
def test_the_driver_measures_slow_lines_when_it_is_made(wired, rise_us):
    def case(pico):
        pico.parts[0].rise_ns = 1000 * rise_us
        pico.exec("keys = type(keys)(about['keys'])")
        return watched(pico, [("press", 4), ("press", 5), ("press", 10)], rise_ns=1000 * rise_us)

    assert wired.forked(case)[0] == [[], [4], [4, 5], [4, 5, 10]]


@pytest.mark.parametrize("closed_us, seen", [(100, []), (500, []), (950, []), (1400, [6])])
def test_a_contact_that_closes_for_less_than_a_millisecond_is_no_press(wired, closed_us, seen):
    def case(pico):
        keys, *_ = pico.parts
        pico.exec("def scan_at(us):\n sleep_us(us - ticks_us())\n keys.scan(levels)")
        at_us = pico.now_ns // 1000 + 30_000
        keys.at(1000 * (at_us - 10), "press", 6)
        keys.at(1000 * (at_us + closed_us), "release", 6)
        return pico.exec(f"scan_at({at_us})\nprint([key for key in range(16) if levels[key]])")

    assert json.loads(wired.forked(case)) == seen


def test_a_row_shorted_to_ground_looks_held_and_delays_nothing(wired):
    def case(pico):
        pico.mcu.gpio[BOARD["keys"]["rows"][1]].set_input_value(False)
        return pico.exec("print(min([took(keys.scan, levels) for _ in range(5)]), list(levels))")

    took_us, levels = wired.forked(case).split(" ", 1)
    assert int(took_us) < 200
    assert json.loads(levels) == [key // 4 == 1 for key in range(16)]


def shown(pico, code):
    """Run code; return its output, the frames that came off the line meanwhile, and the line itself."""
    _, line, *_ = pico.parts
    before = len(line.frames)
    printed = pico.exec(code)
    pico.run_ms(3)
    assert line.violations(EVERY_PART_NS, BUSY_SLACK_NS) == []
    assert all(frame.spare_bits == 0 for frame in line.frames)
    return printed, line.frames[before:], line.shortest_pause_ns


def rgb(frame, channels="GRB"):
    return bytes(itertools.chain.from_iterable(frame.pixels(channels)))


def test_frames_arrive_as_they_were_written(wired):
    code = """
frames = [bytearray((7 * i + n) & 255 for i in range(192)) for n in (0, 101)]
leds.write(frames[0])
sleep_us(10_000)
leds.write(frames[1])
"""
    _, frames, pause_ns = wired.forked(lambda pico: shown(pico, code))
    assert [rgb(frame) for frame in frames] == [bytes((7 * i + n) & 255 for i in range(192)) for n in (0, 101)]
    assert 9_900_000 < frames[1].start_ns - frames[0].start_ns < 10_500_000


def test_frames_written_without_a_pause_are_kept_apart_by_the_latch_gap(wired):
    code = "for n in range(3): leds.write(bytearray([n * 50 + 1] * 192))"
    _, frames, pause_ns = wired.forked(lambda pico: shown(pico, code))
    assert [rgb(frame) for frame in frames] == [bytes([n * 50 + 1] * 192) for n in range(3)]
    assert 300_000 <= pause_ns < 700_000


def test_off_returns_when_the_black_frame_is_out(wired):
    def case(pico):
        printed, frames, _ = shown(pico, "leds.write(bytearray([90] * 192))\nleds.off()\nprint(ticks_us())")
        return printed, frames

    printed, frames = wired.forked(case)
    assert [rgb(frame) for frame in frames] == [bytes([90] * 192), bytes(192)]
    assert int(printed) * 1000 > frames[1].end_ns


def test_scan_and_show_take_a_moment_and_allocate_nothing(wired):
    code = """
from glowgrid.console import palette
from glowgrid.console.keypad import Debounce
from glowgrid.hardware.lights import Lights
lights = Lights(about, palette.RGB, leds)
frame = bytearray(64)
white = bytearray([palette.WHITE] * 64)
rgb = bytearray(192)
debounce = Debounce(keys.count)
debounce.update(levels, 0)
pressed = bytearray([1] * keys.count)
def press(now_ms):
    debounce.update(pressed, now_ms)
def flush(_):
    while debounce.next_event():
        debounce.flush()
calls = (keys.scan, levels), (leds.write, rgb), (lights.show, frame), (lights.show, white), (press, 100), (flush, 0)
for call, argument in calls:
    print(took_locked(call, argument))
    sleep_ms(5)
"""
    printed, frames, _ = wired.forked(lambda pico: shown(pico, code))
    scan, write, show, show_capped, press, _ = map(int, printed.split())
    print(
        f"CPU time: scan {scan} us, write {write} us, show {show} us, show of a capped frame {show_capped} us, "
        f"debounce {press} us"
    )
    assert scan < 100  # some 20 us of it for the call and for reading the clock twice
    assert write < 250
    assert show < 1000
    assert show_capped < 2000
    assert press < 300  # 16 keys pressed at once
    assert len(frames) == 3


PARITY = """
from glowgrid.console import palette
from glowgrid.hardware.lights import Lights
import binascii
colours = len(palette.RGB) // 3
for budget, brightness in ((200, 60), (90, 60), (4000, 255)):
    about['power'] = {'budget_milliamps': budget, 'brightness': brightness}
    lights = Lights(about, palette.RGB, leds)
    lights.show(bytearray((5 * i + i // 7) % colours for i in range(64)))
    print(lights.scale, lights.milliamps, binascii.hexlify(lights.wire).decode())
    sleep_ms(5)
"""


class Nothing:
    """A driver for lights that only compute."""

    def write(self, rgb):
        pass


def test_the_pico_computes_the_bytes_that_cpython_computes(wired, capsys):
    printed, frames, _ = wired.forked(lambda pico: shown(pico, PARITY))
    data = {**BOARD}
    exec(PARITY, {"about": data, "leds": Nothing(), "sleep_ms": lambda ms: None})
    assert printed == capsys.readouterr().out
    assert [rgb(frame).hex() for frame in frames] == [line.split()[2] for line in printed.splitlines()]
    lights = Lights(BOARD, palette.RGB, None)
    assert wire_frame(rgb(frames[0]), lights) == bytes((5 * i + i // 7) % (len(palette.RGB) // 3) for i in range(64))


def test_lights_are_black_as_soon_as_their_driver_is_made_in_the_safest_timing(wired):
    def case(pico):
        _, line, *_ = pico.parts
        frames = [frame.data for frame in line.frames]
        pico.exec("leds.write(bytes((255, 0, 0)) * 64)\nsleep_ms(3)")
        return frames, line.widths

    frames, widths = wired.forked(case)
    assert frames == [bytes(192)]
    for name, width in {"high_0": 300, "low_0": 950, "high_1": 700, "low_1": 550}.items():
        assert width - OFF_NS <= widths[name][0] <= widths[name][1] <= width + OFF_NS


def test_channels_and_timing_are_the_boards(wired):
    def case(pico):
        _, line, *_ = pico.parts
        pico.exec(
            "leds.close()\n"
            "about['leds']['channels'] = 'BRG'\nabout['leds']['timing'] = [400, 850, 800, 450]\n"
            "keys, leds = board.drivers(about)"
        )
        pico.exec("leds.write(bytearray(range(192)))\nsleep_ms(3)")
        return line.frames[-1], line.widths

    frame, widths = wired.forked(case)
    assert rgb(frame, "BRG") == bytes(range(192))
    # The first black frame had the driver's own timing: shorter highs, longer lows.
    for name, longest, width in (("high_0", 1, 400), ("high_1", 1, 800), ("low_0", 0, 850), ("low_1", 0, 450)):
        assert abs(widths[name][longest] - width) <= OFF_NS


def test_without_a_free_dma_channel_the_cpu_sends_the_frame(wired):
    code = """
import rp2
leds.close()
taken = []
try:
    while True:
        taken.append(rp2.DMA())
except OSError:
    pass
keys, leds = board.drivers(about)
leds.write(bytearray(range(192)))
leds.off()
"""
    _, frames, pause_ns = wired.forked(lambda pico: shown(pico, code))
    assert [rgb(frame) for frame in frames] == [bytes(192), bytes(range(192)), bytes(192)]
    assert pause_ns >= 300_000


def test_a_closed_driver_and_a_soft_reset_leave_nothing_taken(wired):
    write_and_count = (
        "leds.write(bytearray([%d] * 192))\nsleep_ms(3)\nimport rp2\nother = rp2.DMA()\nprint(other.channel)"
    )

    def case(pico):
        channels = [pico.exec(write_and_count % 1)]
        pico.exec("other.close()\nleds.close()\nkeys, leds = board.drivers(about)")
        channels.append(pico.exec(write_and_count % 2))
        pico.exec("leds.write(bytearray([3] * 192))")  # not closed, and the frame under way
        pico.soft_reset()
        pico.exec(drivers.MAKE)
        channels.append(pico.exec(write_and_count % 4))
        return channels, [rgb(frame) for frame in pico.parts[1].frames if any(frame.data)]

    channels, frames = wired.forked(case)
    assert channels == ["1\n"] * 3
    assert frames[0] == bytes([1] * 192) and frames[1] == bytes([2] * 192) and frames[-1] == bytes([4] * 192)
