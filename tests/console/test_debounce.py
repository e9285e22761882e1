"""Levels of keys become presses, on a virtual clock: a finger's moves, and the reported events."""

import pytest

from glowgrid.clock import wrap
from glowgrid.console.keypad import HOLD, HOLD_MS, PRESS, RELEASE, Debounce

# (name, {time_ms: levels of keys 0 and 1}, expected [(time_ms, kind, key)])
CASES = [
    ("a press is reported at once", {0: "00", 20: "10", 100: "00"}, [(20, PRESS, 0), (100, RELEASE, 0)]),
    ("and so is the next", {0: "00", 20: "10", 30: "00", 40: "10"}, [(20, PRESS, 0), (30, RELEASE, 0), (40, PRESS, 0)]),
    ("held at power-up: nothing until released", {0: "10", 900: "00", 950: "10"}, [(950, PRESS, 0)]),
    (
        "a hold is reported once",
        {0: "00", 20: "10", 2000: "00"},
        [(20, PRESS, 0), (20 + HOLD_MS, HOLD, 0), (2000, RELEASE, 0)],
    ),
    (
        "a key that counts as down, with an open contact, is no hold",
        {0: "00", 20: "10", 610: "30", 640: "00"},
        [(20, PRESS, 0), (640, RELEASE, 0)],
    ),
    (
        "two keys",
        {0: "00", 20: "10", 30: "11", 60: "01", 90: "00"},
        [(20, PRESS, 0), (30, PRESS, 1), (60, RELEASE, 0), (90, RELEASE, 1)],
    ),
]


def replay(changes, until_ms):
    debounce = Debounce(2)
    levels, seen = bytearray(2), []
    for now in range(0, until_ms, 10):
        if now in changes:
            levels[:] = bytes(int(sign) for sign in changes[now])
        debounce.update(levels, now)
        while debounce.next_event():
            seen.append((now, debounce.kind, debounce.key))
    return seen


@pytest.mark.parametrize("changes, expected", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_events(changes, expected):
    assert replay(changes, max(changes) + 100) == expected


def test_a_hold_counts_across_the_wrap_of_the_clock():
    debounce, seen = Debounce(1), []
    for tick, level in enumerate(b"\0" + 70 * b"\1"):
        debounce.update(bytes((level,)), wrap(10 * tick - 100))
        while debounce.next_event():
            seen.append((tick, debounce.kind))
    assert seen == [(1, PRESS), (1 + HOLD_MS // 10, HOLD)]


def test_a_tap_at_the_end_of_a_long_stall_is_no_hold():
    """The device stood still for 800 ms and catches up at two ticks a millisecond."""
    debounce = Debounce(1)
    debounce.update(bytes(1), 0)
    seen = []
    for tick in range(1, 90):
        debounce.update(b"\1", max(10 * tick, 800 + tick // 2))
        while debounce.next_event():
            seen.append(debounce.kind)
    assert seen == [PRESS]


def test_a_key_that_was_down_before_the_flush_is_no_hold_after_it():
    debounce = Debounce(2)
    debounce.update(bytearray(2), 0)
    seen = []
    for now, levels in (20, b"\1\0"), (30, b"\1\1"), (30 + HOLD_MS, b"\1\1"), (700, b"\0\1"):
        debounce.update(bytearray(levels), now)
        if now == 20:
            debounce.flush()
        while debounce.next_event():
            seen.append((now, debounce.kind, debounce.key))
    assert seen == [(30, PRESS, 1), (30 + HOLD_MS, HOLD, 1), (700, RELEASE, 0)]


def test_a_flood_of_events_never_overflows():
    debounce = Debounce(64)
    debounce.update(bytearray(64), 0)
    debounce.update(bytearray([1] * 64), 20)
    count = 0
    while debounce.next_event():
        count += 1
    assert count == 31
