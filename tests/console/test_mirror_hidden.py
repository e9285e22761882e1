"""The mirror of a device that plays a phantom game with another one: it says no move and no secret before the end."""

from types import SimpleNamespace
from typing import Any

import pytest
from console import Person
from linked import WIRED, Device, Pair
from support.mirror_reader import Reader
from test_link_hidden import turn
from test_mirror_reader import Usb

from glowgrid import mirror
from glowgrid.console.palette import RGB
from glowgrid.console.saving import record_of
from glowgrid.hardware import typed
from glowgrid.rules.apart import Apart


class Mirrored(Device):
    """A device with the mirror."""

    def __init__(self, board, folder):
        super().__init__(board, folder)
        self.lights = mirror.kind(board)(board, RGB, self.leds)
        self.app = self._switched_on(None)
        self.usb, self.watch = Usb(), None

    def tick_alone(self):
        super().tick_alone()
        self.watch = self.watch or mirror.Watch()
        self.watch(self.app)
        self.usb.send()


class HalfMirrored(Pair):
    """Two devices, the second one with the mirror."""

    def _switched_on(self, at):
        kind = (Device, Mirrored)[at]
        return Person(None, session=kind(self.boards[at], self.folders[at]))


@pytest.fixture
def pair(tmp_path, monkeypatch):
    pair = HalfMirrored(tmp_path, (WIRED, WIRED))
    session: Any = pair.people[1].session
    ticks = SimpleNamespace(ticks_ms=lambda: session.now_ms, ticks_diff=lambda a, b: a - b)
    monkeypatch.setattr(mirror, "time", ticks)
    for module in mirror, typed:
        for name in "sys", "select":
            monkeypatch.setattr(module, name, session.usb)
    return pair


def read(pair):
    """Return what a reader of the mirror knows after a second."""
    pair.wait(1000)
    sent = pair.people[1].session.usb.sent
    assert b"sealed" not in sent
    return Reader().read(sent)


def test_moves_are_said_once_the_game_is_over_and_no_secret_at_all(pair):
    pair.begin("phantom-tic-tac-toe")
    for at, point in ((0, "a1"), (1, "a1"), (1, "b2"), (0, "a2"), (1, "c3")):
        turn(pair, at, point)
    match = pair.people[1].app.match
    secret = record_of(match)["sealed"][0].encode()
    assert read(pair).match["game"] == "phantom-tic-tac-toe" and read(pair).match["moves"] == []
    turn(pair, 0, "a3")
    pair.wait_for(lambda: type(match.position) is not Apart)
    assert read(pair).match["moves"] == record_of(match)["moves"] and len(read(pair).match["moves"]) == 6
    assert secret not in pair.people[1].session.usb.sent
