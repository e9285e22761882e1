"""One Connect for the whole workshop: each section works with the Pico that is connected, or says what has it."""

import queue
import re
import threading

import pytest
from browser import LIMIT_MS
from connected_device import CONNECTED, file_of
from flashed import flashed
from support.fuzz.odd_device import answering
from test_workshop_page import opened  # noqa: F401  (a fixture)

from glowgrid import VERSION, record
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port

SETTINGS = {"/saves/settings": record.pack({"brightness": 40})}
NEEDS = "Connect the Pico first, at the top of the page."


def bar(workshop):
    return workshop.page.locator("#pico-is").inner_text()


def needs(workshop):
    """Return what keeps the section that is shown from the Pico, in words; "" if nothing does."""
    line = workshop.page.locator("section:visible .uses span")
    return line.inner_text() if line.is_visible() else ""


def test_one_connect_serves_every_section_and_each_says_what_has_the_pico(opened, bench, pico_image):  # noqa: F811
    pico = Pico(pico_image, {**flashed(DEFAULT_BOARD), **SETTINGS}, Hardware(load_board(DEFAULT_BOARD)).parts)
    workshop = opened()
    page = workshop.page
    for part in "Update", "Files", "Self-test", "Mirror":
        workshop.go(part)
        assert needs(workshop) == NEEDS and bar(workshop) == "No Pico is connected."
    workshop.go("Choose")
    with port(pico) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for("Connected. The Pico plays again once you disconnect.")
        assert (
            bar(workshop)
            == f"Raspberry Pi Pico with RP2040: Glowgrid {VERSION}, for {DEFAULT_BOARD}. Its program waits."
        )
        workshop.go("Update")
        page.get_by_role("button", name="Update", exact=True).wait_for()
        workshop.go("Files")
        page.get_by_role("rowheader", name="/saves/settings").wait_for()
        workshop.go("Self-test")
        page.get_by_text(f"Glowgrid {VERSION}, for 8x8 WS2812B matrix, 4x4 keys").wait_for()
        workshop.go("Mirror")
        assert needs(workshop) == ""
        workshop.press("Start the mirror")
        workshop.wait_for("Play on the Pico")
        assert bar(workshop).endswith(": Mirror has it.")
        workshop.go("Files")
        assert needs(workshop) == "Mirror has the Pico."
        workshop.press("Stop Mirror, and go on here")
        workshop.wait_for("Connected.")
        assert page.locator("#save-files tr").count() and needs(workshop) == ""
        workshop.press("Disconnect")
        workshop.wait_for("Disconnected: the Pico restarts.")
        assert bar(workshop) == "No Pico is connected." and needs(workshop) == NEEDS
        assert len([url for url in workshop.requests if url.endswith("/serial/choose")]) == 1
        another_pico_is_chosen(workshop, bench)


def another_pico_is_chosen(workshop, bench):
    """The one that was connected before is left alone; of the other one nobody may open the port."""
    workshop.page.locator("body:not(.busy)").wait_for()
    passed = bench.passed
    workshop.page.evaluate("navigator.serial.plugIn(); navigator.serial.chosen = navigator.serial.others[0]")
    workshop.press("Connect")
    workshop.wait_for("The port cannot be opened.")
    assert workshop.page.evaluate("window.opened_other") and bench.passed == passed


@pytest.mark.long
def test_a_pico_that_plays_again_waits_for_a_person_to_stop_it(opened, bench):  # noqa: F811
    workshop = opened()
    workshop.go("Self-test")
    stopped = b"OKselftest: press every key\r\nselftest: ended; not pressed: [0]\r\nselftest: done\r\n"
    more, restarted = queue.SimpleQueue(), threading.Event()
    with answering([*CONNECTED, file_of(DEFAULT_BOARD), stopped], more, restarted) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for("Connected.")
        workshop.press("Self-test")
        workshop.wait_for("the Pico restarts its program")
        assert restarted.wait(LIMIT_MS / 1000)
        more.put(b"glowgrid: the menu is on the lights\r\n")
        workshop.go("Files")
        workshop.page.locator("body:not(.busy)").wait_for()
        assert needs(workshop) == "Its program runs." and bar(workshop).endswith(": its program runs.")
        bench.unplug()
        workshop.page.locator("#pico-is", has_text=re.compile("^No Pico")).wait_for()
        assert needs(workshop) == NEEDS


def test_what_another_program_has_is_said_where_a_person_connects(opened, bench):  # noqa: F811
    workshop = opened()
    with answering(CONNECTED) as path:
        bench.plug(path)
        bench.busy = True
        workshop.press("Connect")
        said = workshop.wait_for("The port cannot be opened.")
        assert "another program uses it (Thonny, a terminal, another tab): close it" in said
        assert bar(workshop) == "No Pico is connected."
        bench.busy = False
        workshop.press("Connect")
        workshop.page.locator("#pico[data-state=held]").wait_for()
