"""What a reader of the mirror knows at the end is what the console shows, however it reads."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from cases import long
from support.mirror_reader import Reader

from glowgrid import mirror
from glowgrid.console.palette import RGB
from glowgrid.console.saving import record_of
from glowgrid.hardware import typed
from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session

BOARD = load_board(golden.BOARD)
KEPT = 256  # bytes that USB keeps
SAID_WITHIN = 100  # ticks, a second
FEW = [key for role, key in BOARD["keys"]["roles"].items() if role in ("right", "select", "back", "down")]


class Usb:
    """The port of a device, as `sys` and `select` have it: it sends while `reading`; a write that finds no room is cut,
    after a long wait: `waits` counts those. typed: how many bytes have come from the host."""

    POLLIN, POLLOUT = 1, 4

    def __init__(self):
        self.stdin = self.stdout = self.buffer = self
        self.reading, self.typed, self.waits = True, 0, 0
        self.sent = self._kept = b""

    def write(self, data):
        room = KEPT - len(self._kept)
        self._kept += bytes(data[:room])
        self.waits += len(data) > room
        self.send()
        return min(len(data), room)

    def send(self):
        if self.reading:
            self.sent, self._kept = self.sent + self._kept, b""

    def readinto(self, data):
        assert self.typed  # else the device would wait
        self.typed -= 1
        data[:] = b"\n"

    def poll(self):
        """Return what polls one direction."""
        poll = SimpleNamespace()
        poll.register = lambda _, event: setattr(poll, "event", event)
        poll.ipoll = lambda _: [1] if (self.typed if poll.event == self.POLLIN else len(self._kept) < KEPT) else []
        return poll


class Mirrored(Session):
    """A console with the mirror, and a reader."""

    def __init__(self, folder, monkeypatch):
        super().__init__(BOARD, folder)
        self.usb = Usb()
        ticks = SimpleNamespace(ticks_ms=lambda: self.now_ms, ticks_diff=lambda a, b: a - b)
        monkeypatch.setattr(mirror, "time", ticks)
        for module in mirror, typed:
            monkeypatch.setattr(module, "sys", self.usb)
            monkeypatch.setattr(module, "select", self.usb)
        self.lights = mirror.kind(BOARD)(BOARD, RGB, self.leds)
        self.app = self._switched_on(None)
        self.watch = mirror.Watch()
        self.reader = Reader()

    def tick(self):
        super().tick()
        self.watch(self.app)
        self.usb.send()

    def check(self):
        """The reader knows all."""
        for _ in range(SAID_WITHIN):
            self.tick()
        reader = self.reader.read(self.usb.sent)
        self.usb.sent = b""
        app: Any = self.app
        assert (reader.screens[-1], reader.frames[-1]) == (app.screen.NAME, self.text())
        assert played(reader.match) == played(app.match and record_of(app.match))
        assert reader.palettes[-1] == bytes(self.lights.palette)
        keys = app.keypad.rotation.keys if app.keypad.rotation else range(self.keys.count)  # as the person holds it
        assert reader.downs[-1] == "".join("1" if self.keys.levels[key] else "0" for key in keys)


def played(match):
    """Return what of a match is said as it changes."""
    return match and [match.get(name) for name in ("game", "size", "stones", "seed", "moves")]


def person(session, chance, ticks, foreign):
    """Press keys; the host stops reading and goes on. foreign: other output comes while it does not read."""
    keys = session.keys.levels
    if foreign:
        session.usb.reading = False
        keys[0] = not any(keys)
        session.tick()
        session.usb.write(b"glowgrid: leds: here again\r\n")
    for _ in range(ticks):
        if chance.random() < 0.2:
            key = chance.choice(FEW * 3 + list(range(16)))
            keys[key] = not keys[key] and not any(keys)
        if chance.random() < 0.02:
            session.usb.reading = not session.usb.reading
        if chance.random() < 0.003:
            session.usb.typed += 1
        session.tick()
    session.usb.reading = True


@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize("ticks", [1500, long(40_000)])
def test_a_reader_that_stops_and_goes_on_knows_all_at_the_end(tmp_path, monkeypatch, ticks, foreign, night_seed):
    mirrored, chance = Mirrored(tmp_path, monkeypatch), random.Random(night_seed)
    for _ in range(5):
        person(mirrored, chance, ticks // 5, foreign)
        mirrored.check()
    assert bool(mirrored.usb.waits) == foreign
