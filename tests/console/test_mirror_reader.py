"""What a reader of the mirror knows at the end is what the console shows, however it reads."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from support.mirror_reader import Reader

from glowgrid import mirror
from glowgrid.console.palette import RGB
from glowgrid.console.saving import record_of
from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session

BOARD = load_board(golden.BOARD)
PACKET = 64
KEPT = 256  # bytes that USB keeps
SAID_WITHIN = 100  # ticks, a second
FEW = [key for role, key in BOARD["keys"]["roles"].items() if role in ("right", "select", "back", "down")]


class Usb:
    """The port of a device, as stdin, stdout and poll: it sends packets while `read`, and a write that finds no room
    is cut, after a long wait: `waits` counts those."""

    def __init__(self):
        self.buffer = self
        self.read_on = True
        self.typed = self.waits = 0
        self.sent = bytearray()
        self._packet = self._kept = b""

    def write(self, data):
        room = KEPT - len(self._kept)
        self._kept += bytes(data[:room])
        self.waits += len(data) > room
        self.send()
        return min(len(data), room)

    def send(self):
        """Send what is to be sent, as far as the host reads."""
        while self._kept or self._packet:
            if self.read_on:
                self.sent += self._packet
                self._packet = b""
            if self._packet or not self._kept:
                break
            self._packet, self._kept = self._kept[:PACKET], self._kept[PACKET:]

    def read(self, count):
        assert self.typed >= count == 1  # else the device would wait
        self.typed -= 1
        return b"\n"

    def poll(self):
        """Return what polls one direction."""
        poll = SimpleNamespace()
        poll.register = lambda _, event: setattr(poll, "event", event)
        poll.ipoll = lambda _: [1] if (self.typed if poll.event == POLLIN else len(self._kept) < KEPT) else []
        return poll


POLLIN, POLLOUT = 1, 4


class Mirrored(Session):
    """A console with the mirror, and a reader."""

    def __init__(self, folder, monkeypatch):
        super().__init__(BOARD, folder)
        self.usb = usb = Usb()
        ticks = SimpleNamespace(ticks_ms=lambda: self.now_ms, ticks_diff=lambda a, b: a - b)
        monkeypatch.setattr(mirror, "time", ticks)
        monkeypatch.setattr(mirror, "sys", SimpleNamespace(stdin=usb, stdout=usb))
        monkeypatch.setattr(mirror, "select", SimpleNamespace(poll=usb.poll, POLLIN=POLLIN, POLLOUT=POLLOUT))
        self.lights = mirror.kind(BOARD)(BOARD, RGB, self.leds)
        self.app = self._switched_on(None)
        self.watch = mirror.Watch()
        self.reader = Reader()

    def tick(self):
        super().tick()
        self.watch(self.app)
        self.usb.send()

    def read(self):
        self.reader.read(bytes(self.usb.sent))
        self.usb.sent.clear()

    def check(self):
        """The reader knows all."""
        for _ in range(SAID_WITHIN):
            self.tick()
        self.read()
        reader = self.reader
        app: Any = self.app
        assert reader.screen == app.screen.NAME
        assert played(reader.match) == played(app.match and record_of(app.match))
        assert reader.frame == self.signs() and reader.palette == bytes(self.lights.palette)
        assert reader.down == "".join("1" if level else "0" for level in self.keys.levels)

    def signs(self):
        return "".join(chr(mirror.FIRST_SIGN + index) for index in self.app.panel.frame)


def played(match):
    """Return what of a match is said as it changes."""
    return match and [match.get(name) for name in ("game", "size", "stones", "seed", "moves")]


@pytest.fixture
def mirrored(tmp_path, monkeypatch):
    return Mirrored(tmp_path, monkeypatch)


def person(session, chance, ticks, foreign):
    """Press keys; the host stops reading and goes on. foreign: other output comes while it does not read."""
    keys = session.keys.levels
    if foreign:
        session.usb.read_on = False
        keys[0] = not any(keys)
        session.tick()
        session.usb.write(b"glowgrid: leds: here again\r\n")
    for _ in range(ticks):
        if chance.random() < 0.2:
            key = chance.choice(FEW * 3 + list(range(16)))
            keys[key] = not keys[key] and not any(keys)
        if chance.random() < 0.02:
            session.usb.read_on = not session.usb.read_on
        if chance.random() < 0.003:
            session.usb.typed += 1
        session.tick()
    session.usb.read_on = True


@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize("ticks", [1500, pytest.param(40_000, marks=pytest.mark.long)])
def test_a_reader_that_stops_and_goes_on_knows_all_at_the_end(mirrored, ticks, foreign, night_seed):
    chance = random.Random(night_seed)
    for _ in range(5):
        person(mirrored, chance, ticks // 5, foreign)
        mirrored.check()
    assert bool(mirrored.usb.waits) == foreign
