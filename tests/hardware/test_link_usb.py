"""The USB port as a wire on the emulated Pico: lines go both ways, and neither noise nor silence delays a press."""

import random

import pytest
from cases import long
from test_mirror import BOARD, LONGEST_TICK_MS, PROMPT, RIGHT, AtThePrompt

from glowgrid.console.frames import packed, unpacked
from host_sim.pico.bench import MS

pytestmark = pytest.mark.emulator

BEGIN = "from glowgrid import power_up; power_up.main(False, True)\r"
NOTHING = packed(("1", "-"))
OFFER = packed("1 4d hex 5 s 1 0 0 0 00000000 0 00000000 - -".split())
SELECT = BOARD["keys"]["roles"]["select"]
CTRL_C = b"\x03"
ANSWERS_MS = 60  # from a press to its frame, with the bounce of the key and a collection
LINE_MS = 250
HELD_MS, STEP_MS = 200, 5


@pytest.fixture
def at(pico_image):
    """A Pico whose menu is up, at the end of the wire."""
    at = AtThePrompt(pico_image)
    at.type(BEGIN, NOTHING)
    at.pico.run_ms(1000)
    return at


def lines(at, since):
    """Return the words of all lines that it has said since then."""
    return [words for line in bytes(at.pico.serial[since:]).split(b"\n") if (words := unpacked(line))]


def answers(at, babble=lambda: None):
    """Press a key four times; return how long each press has waited for its frame, in ms."""
    waits = []
    for number in range(1, 5):
        began, shown = at.pico.now_ns, at.shows()
        at.hardware.press(RIGHT)
        while (now := at.pico.now_ns) < began + HELD_MS * MS:
            babble()
            at.pico.run_ms(STEP_MS)
            if len(waits) < number and at.shows() != shown:
                waits.append((now - began) / MS)
        at.hardware.release(RIGHT)
        at.pico.run_ms(HELD_MS)
    return waits


@pytest.mark.parametrize(
    "noise", [*map(long, [None, b"", b"\n" * 40, NOTHING * 4])], ids=["bytes", "none", "line ends", "lines"]
)
def test_a_line_that_babbles_delays_no_press(at, noise):
    chance = random.Random(1)
    began = at.pico.now_ns

    def babble():
        made = chance.randbytes(60).replace(CTRL_C, b"?") if noise is None else noise
        if at.pico.unsent < 4096:
            at.pico.send(made)

    waits = answers(at, babble)
    assert len(waits) == 4 and max(waits) <= ANSWERS_MS, waits
    assert at.longest_tick_ms(began) <= LONGEST_TICK_MS
    at.pico.run_ms(3000)
    for _ in range(6):
        at.pico.send(b"\n" + OFFER)
        at.pico.run_ms(LINE_MS)
    at.tap(SELECT)  # join
    at.pico.run_ms(2000)
    assert lines(at, 0)[-1][1:5] == ["0000004d", "hex", "5", "s"]


@pytest.mark.long
def test_while_nobody_reads_a_press_is_answered_and_then_lines_come_again(at):
    at.pico.read, began = False, at.pico.now_ns
    waits = answers(at)
    assert len(waits) == 4 and max(waits) <= ANSWERS_MS, waits
    assert at.longest_tick_ms(began) <= LONGEST_TICK_MS
    at.pico.run_ms(5000)
    since = len(at.pico.serial)
    at.pico.read = True
    at.pico.run_ms(2000)
    assert len(lines(at, since)) >= 2000 // LINE_MS
    assert lines(at, since)[-1] == ["1", "-"]


@pytest.mark.parametrize("typed", [long(0), 1500])
def test_ctrl_c_ends_it_and_after_a_restart_it_is_no_wire(at, typed):
    at.pico.send(b"?" * typed)
    at.pico.run_ms(500)
    said = at.type(CTRL_C.decode(), PROMPT)
    at.pico.run_ms(5)
    assert b"Traceback" not in said and set(at.shows()[0]) == {".", "\n"}
    at.type("\x04", PROMPT)
    since = len(at.pico.serial)
    at.type("from glowgrid import power_up; power_up.main()\r", b"glowgrid: the menu is on the lights")
    at.pico.run_ms(1000)
    assert lines(at, since) == []
