"""The workshop for a person who has two Picos, closes tabs, changes sections, and may not see the page."""

import queue
import threading
import time

import pytest
from browser import LIMIT_MS
from connected_device import CONNECTED
from support.fuzz.odd_device import answering
from test_workshop_page import DRIVE, INFO, PUT, opened  # noqa: F401  (a fixture)
from web_serial import Bench

from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port

# The drive takes a part once `more()` is called.
WAITS = "FileSystemWritableFileStream.prototype.write = () => new Promise((resolve) => (window.more = resolve)); 0"
ASKS = """() => {
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}"""
IS_FOCUSED = "(name) => document.activeElement === document.querySelector(name)"
COUNTS = b"""
with open("/starts", "a") as file:
    file.write("+")
"""


def first_flashed(opened, bench, *scripts):  # noqa: F811
    bench.stub = Bench(granted=True, other=True).stub
    workshop = opened(DRIVE, *scripts)
    workshop.page.evaluate(PUT, INFO % "RPI-RP2")
    workshop.go("First flash")
    workshop.press("Write it onto the drive")
    workshop.wait_for("the Pico restarts")
    return workshop


@pytest.mark.long
def test_a_pico_that_comes_up_beside_another_is_the_new_one(opened, bench):  # noqa: F811
    """A drive that goes away is a test of its own."""
    workshop = first_flashed(opened, bench)
    more, restarted = queue.SimpleQueue(), threading.Event()
    with answering([], more, restarted) as path:
        bench.plug(path)
        assert restarted.wait(LIMIT_MS / 1000)
        more.put(b"glowgrid: the menu is on the lights\r\n")
        workshop.wait_for("Glowgrid runs: the menu is on the lights.")
        bench.unplug()
    assert not workshop.page.evaluate("window.opened_other")


@pytest.mark.long
def test_a_person_chooses_where_two_picos_have_come_up(opened, bench):  # noqa: F811
    workshop = first_flashed(opened, bench)
    workshop.page.evaluate("navigator.serial.plugIn(); navigator.serial.plugIn()")
    workshop.wait_for("and choose the Pico's port")
    assert not workshop.page.evaluate("window.opened_other")


@pytest.mark.long
def test_only_its_own_cable_ends_a_connection(opened, bench):  # noqa: F811
    bench.stub = Bench(other=True).stub
    workshop = opened()
    workshop.go("Update")
    with answering(CONNECTED) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for("Connected.")
        assert workshop.page.evaluate(IS_FOCUSED, "#found")
        workshop.page.evaluate("navigator.serial.unplugOther()")
        assert workshop.says().startswith("Connected.") and workshop.page.locator("#found").is_visible()
        workshop.go("Choose")
        workshop.page.locator("#says p").wait_for(state="hidden")
        bench.unplug()
        workshop.wait_for("The Pico is gone: check the cable, and connect again.")
    assert workshop.page.locator("#pico-is").inner_text() == "No Pico is connected."
    workshop.go("Update")
    assert workshop.page.locator("#found").is_hidden()


@pytest.mark.long
def test_what_is_being_written_is_seen_in_each_section_and_a_person_who_leaves_is_asked(opened, bench):  # noqa: F811
    workshop = opened(DRIVE)
    page = workshop.page
    page.evaluate(PUT, INFO % "RPI-RP2")
    page.evaluate(WAITS)
    workshop.go("First flash")
    assert not page.evaluate(ASKS)
    workshop.press("Write it onto the drive")
    page.wait_for_function("() => window.more")
    workshop.go("Update")
    workshop.wait_for("First flash: ")
    assert page.locator("#bar progress").is_visible()
    assert page.evaluate(ASKS) and page.locator("#connect").is_disabled()
    page.evaluate("FileSystemWritableFileStream.prototype.write = async () => {}; more()")
    workshop.wait_for("First flash: ")
    page.locator("#bar").wait_for(state="hidden")
    assert not page.evaluate(ASKS)


@pytest.mark.long
def test_a_section_has_its_own_line_and_title_and_the_focus(opened):  # noqa: F811
    workshop = opened()
    page = workshop.page
    workshop.go("Update")
    workshop.press("Connect")
    workshop.wait_for("No port was chosen.")
    assert page.locator("#says[role=alert]").count() and page.evaluate(IS_FOCUSED, "#connect")
    for part in "Files", "Mirror":
        workshop.go(part)
        page.wait_for_function("(title) => document.title === title", arg=f"{part} - Glowgrid workshop")
        assert workshop.says() == ""
        assert page.evaluate(IS_FOCUSED, f"#{part.lower()} h2")


def test_a_pico_plays_again_after_its_page_was_closed(opened, bench, pico_image):  # noqa: F811
    """It has no saves and no games: what would keep them is off, also once something else was done."""
    pico = Pico(pico_image, {"/main.py": COUNTS})
    workshop = opened()
    workshop.go("Files")
    with port(pico) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for("Connected.")
        assert workshop.page.evaluate(IS_FOCUSED, "#files-room")
        for name in "Back up", "All as one SGF file":
            assert workshop.page.get_by_role("button", name=name).is_disabled()
        before = pico.files()["/starts"]
        workshop.page.reload()
        ends = time.monotonic() + LIMIT_MS / 1000
        while pico.files()["/starts"] == before:
            assert time.monotonic() < ends
            time.sleep(0.2)
