"""The key matrix is electrical: what a plain MicroPython scan reads, with and without diodes, ghosts, bounces."""

import functools

import emulator
import pytest

from host_sim.pico.bench import Pico
from host_sim.pico.keypad import KeyMatrix

pytestmark = pytest.mark.emulator

ROWS, COLUMNS = (2, 3, 4, 5), (6, 7, 8, 9)
# Columns are pulled low and released one by one; a key that is down pulls its row low.
SCAN = """
from machine import Pin
import time
rows = [Pin(n, Pin.IN, Pin.PULL_UP) for n in (2, 3, 4, 5)]
columns = [Pin(n, Pin.OPEN_DRAIN, value=1) for n in (6, 7, 8, 9)]
def scan(settle_us=20):
    down = []
    for c, column in enumerate(columns):
        column(0)
        time.sleep_us(settle_us)
        down += [r * 4 + c for r, row in enumerate(rows) if not row()]
        column(1)
        time.sleep_us(settle_us)
    return sorted(down)
"""
READ_7 = """
from machine import Pin
row, column = Pin(3, Pin.IN, Pin.PULL_UP), Pin(9, Pin.OUT, value=0)
print(row())
"""


@functools.cache
def pad(diodes):
    """Return a booted Pico with a matrix, `pico.parts[0]`, and the scan loaded; to fork from."""
    pico = Pico(emulator.image_or_skip(), files={}, parts=[KeyMatrix(ROWS, COLUMNS, diodes)]).boot()
    pico.exec(SCAN)
    return pico


def scanned(pico, keys, code="print(scan())"):
    """Return what the scan reads with these keys held, in a fork."""

    def case(pico):
        for key in keys:
            pico.parts[0].press(key)
        return eval(pico.exec(code))

    return pico.forked(case)


@pytest.mark.parametrize(
    "diodes, keys, read",
    [
        ("none", [3, 12], [3, 12]),
        ("none", [0, 5, 10, 15], [0, 5, 10, 15]),
        ("none", [0, 1, 4], [0, 1, 4, 5]),  # three corners make a ghost
        ("none", [0, 1, 5, 6], [0, 1, 2, 4, 5, 6]),  # through many keys
        ("row_to_column", [0, 1, 4], [0, 1, 4]),
        ("row_to_column", [*range(15)], [*range(15)]),
        ("column_to_row", [0, 5, 6], []),  # the wrong way round they block everything
    ],
)
def test_keys_are_read_at_their_places_and_ghosts_where_no_diodes_are(diodes, keys, read):
    assert scanned(pad(diodes), keys) == read


def test_a_line_needs_time_to_rise():
    code = """
columns[0](0); time.sleep_us(20); columns[0](1); early = rows[0](); time.sleep_us(20); print([early, rows[0]()])
"""
    slow = KeyMatrix(ROWS, COLUMNS, rise_ns=8_000)
    pico = Pico(emulator.image_or_skip(), files={}, parts=[slow]).boot()
    pico.exec(SCAN)
    assert scanned(pico, [0], code) == [0, 1]


def test_a_press_comes_at_its_time_and_bounces():
    """The device watches a row with the column low and notes its changes in microseconds."""
    code = """
columns[1](0)
seen, last = [], 1
t = time.ticks_us()
while time.ticks_diff(time.ticks_us(), t) < 20_000:
    now = rows[2]()
    if now != last:
        last = now
        seen.append(time.ticks_us())
print(seen)
"""

    def case(pico):
        matrix = pico.parts[0]
        press_ns = pico.now_ns + 15_000_000
        matrix.at(press_ns, "press", 9, bounces=(200_000, 400_000))
        matrix.at(press_ns + 2_000_000, "release", 9)
        return press_ns, eval(pico.exec(code)), matrix.planned

    press_ns, seen, planned = pad("none").forked(case)
    assert planned == 0
    base = seen[0]
    # microsecond ticks start a little after power-up; the loop sees a change within 40 us
    assert [round((us - base) / 100) for us in seen] == [0, 2, 4, 20]


def test_a_key_log_is_played_and_held_keys_survive_a_power_cycle():
    def case(pico):
        matrix = pico.parts[0]
        start_ms = pico.now_ns / 1e6
        matrix.play([(5, "press", 3), (10, "press", 7), (15, "release", 3)], start_ms)
        held = []
        for _ in range(4):
            held.append(sorted(matrix.down))
            pico.run_ms(5)
        pico.power_cycle().boot()
        return held, sorted(matrix.down), pico.exec(READ_7)

    held, down, read = pad("none").forked(case)
    assert held == [[], [3], [3, 7], [7]]
    assert down == [7]
    assert read == "0\n"


def test_keys_held_or_planned_before_power_up_count_from_it():
    matrix = KeyMatrix(ROWS, COLUMNS)
    matrix.press(7)
    matrix.play([(18, "press", 0), (2000, "release", 7)])
    pico = Pico(emulator.image_or_skip(), files={}, parts=[matrix]).boot()
    assert pico.now_ns < 18_000_000 and sorted(matrix.down) == [7]
    pico.run_ms(10)
    assert sorted(matrix.down) == [0, 7]
    assert pico.exec(READ_7) == "0\n"


def test_two_outputs_joined_by_keys_are_counted():
    def case(pico):
        pico.parts[0].press(0)
        pico.parts[0].press(1)
        pico.exec("from machine import Pin; a = Pin(6, Pin.OUT, value=0); b = Pin(7, Pin.OUT, value=1)")
        return pico.parts[0].shorts

    assert pad("none").forked(case) > 0
    assert pad("row_to_column").forked(case) == 0
