"""Logical time wraps around every 6.2 days, and nothing changes."""

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from host_sim.boards.files import FOLDER
from host_sim.console.golden import BOARD
from tools.paths import ROOT


def test_only_the_clock_takes_the_difference_of_times():
    found = []
    for path in (ROOT / "firmware/glowgrid/console").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.BinOp)
                and isinstance(node.op, ast.Sub)
                and "now_ms" in {getattr(side, "id", "") for side in (node.left, node.right)}
            ):
                found.append(f"{path.name}: {ast.unparse(node)}")
    assert found == ["keypad.py: now_ms - pressed[key]"]  # in viper, with the same mask


class Time:
    """MicroPython's time on a port whose milliseconds wrap around at 2^30; it passes only in `sleep_ms`."""

    PERIOD = 1 << 30

    def __init__(self, now):
        self.now = self.start = now

    def ticks_us(self):
        return self.ticks_ms() * 1000 & (1 << 30) - 1

    def sleep_ms(self, ms):
        self.now += ms

    def ticks_ms(self):
        return self.now % self.PERIOD

    def ticks_add(self, ticks, delta):
        return (ticks + delta) % self.PERIOD

    def ticks_diff(self, end, start):
        return (end - start + self.PERIOD // 2) % self.PERIOD - self.PERIOD // 2


class Over(Exception):
    """Raised when the loop has run long enough."""


class Ticks:
    """A console that records its ticks: (logical time, real time, its reported lateness); some take longer."""

    keys = levels = ()

    def __init__(self, time, long, count):
        self.time, self.long, self.count, self.seen = time, long, count, []
        self.keypad = self

    def tick(self, now_ms):
        self.seen.append((now_ms, self.time.now - self.time.start, self.late_ms))
        if len(self.seen) == self.count:
            raise Over
        self.time.sleep_ms(self.long.get(now_ms, 0))


@pytest.mark.parametrize("begin", [0, (1 << 30) - 500, (1 << 30) - 35, (1 << 30) - 1], ids=str)
def test_the_loop_keeps_time_when_the_chips_clock_wraps_around(begin, monkeypatch):
    time = Time(begin)
    monkeypatch.setitem(sys.modules, "time", time)
    spec = importlib.util.spec_from_file_location("loop", ROOT / "firmware/glowgrid/hardware/loop.py")
    loop = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loop)
    monkeypatch.undo()
    ticks = Ticks(time, {20: 200, 600: 3000}, 1000)
    with pytest.raises(Over):
        loop.run(ticks, 10, time.sleep_ms)
    logical = [now_ms for now_ms, _, _ in ticks.seen]
    assert logical == list(range(0, 10_000, 10))
    assert ticks.seen[3] == (30, 220, 190) and ticks.seen[22] == (220, 220, 0)  # they follow at once
    assert all(real == now_ms for now_ms, real, _ in ticks.seen[22:61])
    late = ticks.seen[61:]  # more than a second is dropped for good
    assert late[0] == (610, 3600, 2990) and all(real == now_ms + 2990 for now_ms, real, _ in late)


IDLE = """
import gc, json, sys
sys.path[:0] = ["firmware", "host_sim/console"]
from session import Session
board, start, folder = sys.argv[1:]
Session.clock_ms = int(start)
with open(board) as file:
    session = Session(json.load(file), folder)
def idle(ticks):
    # How many bytes these ticks allocate.
    levels, scan = session.keys.levels, session.app.keypad.keys.scan
    tick, now, count = session.app.tick, Session.clock_ms + session.now_ms, ticks
    if now >= 1 << 29:
        now -= 1 << 29  # as the loop of the device counts
    gc.collect()
    before = gc.mem_alloc()
    while count:
        tick(now)
        now += 10
        if now >= 1 << 29:
            now -= 1 << 29
        count -= 1
    return gc.mem_alloc() - before
for _ in range(2500):  # until the words of the entry have scrolled
    session.tick()
print(json.dumps([session.app.screen.NAME, idle(10), idle(300)]))
"""


@pytest.mark.parametrize("start", [(1 << 29) - 13500])
def test_an_idle_tick_allocates_nothing(tmp_path, start):
    done = subprocess.run(
        [Path(sys.executable).with_name("micropython"), "-X", "heapsize=3M", "-c", IDLE]
        + [FOLDER / f"{BOARD}.json", str(start), tmp_path],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == ["menu", 0, 0]
