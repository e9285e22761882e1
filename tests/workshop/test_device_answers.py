"""Any answer of a device: one line that blames the answer, soon, and never "a bug in Glowgrid"."""

import json
import os

import pytest
from support.fuzz.answers import MACHINE
from support.fuzz.odd_device import OPENING, answering

from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.console.golden import BOARD
from tools.workshop.serial_link import SerialLink, at_once, on_device
from tools.workshop.talk.device import ANSWER_S, RESET_S, Device
from tools.workshop.talk.session import Session, board_on
from tools.workshop.talk.wiring import power, report
from tools.workshop.talk.wiring.probe import Probe

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
GOOD = json.dumps(MACHINE).encode()
LINE = r"^[^\n]*answered no[^\n]*$"


@pytest.mark.parametrize(
    "call, answer",
    [
        (lambda device: device.free_bytes(), b'"4096"'),
        (lambda device: device.free_bytes(), b"1e999"),
        (lambda device: device.names(), b"[1]"),
        (lambda device: device.read("/x"), b"5"),
        (lambda device: device.read("/x"), b'"abc"'),
        (lambda device: device.files([], []), b'{"path": 1}'),
        (lambda device: device.copy("/x", b""), b"7"),
    ],
)
def test_a_nonsense_answer_is_blamed(call, answer):
    with answering([*OPENING, (GOOD, b""), (answer, b""), (b"", b"")]) as port, pytest.raises(ToolError, match=LINE):
        on_device(port, call)


def test_an_error_without_a_message_is_one_line():
    with (
        answering([*OPENING, (GOOD, b""), (b"", b"\r\n"), (b"", b"")]) as port,
        pytest.raises(ToolError, match="says nothing: run this again"),
    ):
        on_device(port, Device.prepare)


@pytest.mark.long
@pytest.mark.parametrize("answer", [b"OK12", b"", b"OK12\x04", b"x" * 5000])
def test_the_wait_for_an_endless_answer_is_limited(answer):
    """A busy machine's clock is no bound; the test checks the limit that they wait for."""
    with answering([*OPENING, (GOOD, b""), answer]) as port, pytest.raises(ToolError, match="^lost the board[^\n]*$"):
        on_device(port, Device.free_bytes)
    assert ANSWER_S + RESET_S <= 20


ABOUT = load_board(BOARD)


@pytest.mark.parametrize(
    "call, answer, said",
    [
        (lambda run: Probe(run, ABOUT).press(), b"[1, null]", LINE),
        (lambda run: Probe(run, ABOUT).lines(), b"[[], []]", LINE),
        (lambda run: report.measure(run, ABOUT, None), b"{}", LINE),
        (board_on, b"[" * 2000, r"^/board.json on the device: [^\n]*$"),
        (board_on, json.dumps({**ABOUT, "leds": 5}).encode(), r"^/board.json on the device: [^\n]*$"),
    ],
)
def test_answers_to_the_self_test_are_checked(call, answer, said):
    async def talk(port):
        async with Session(SerialLink(port)) as run:
            await call(run)

    with answering([(answer, b"")] * 3) as port, pytest.raises(ToolError, match=said):
        at_once(talk(port))


def test_a_nonsense_time_is_blamed():
    class Talk:
        async def wait(self, ms):
            pass

    with answering([(b'"soon"', b"")] * 20) as port, pytest.raises(ToolError, match=LINE):
        at_once(power.first_frame(lambda afresh=True: Session(SerialLink(port), afresh), Talk()))
