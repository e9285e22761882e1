"""The workshop's self-test, wizard of wires and report in Chromium, on the emulated Pico over a stub of Web Serial."""

# ruff: noqa: F811 - tests take imported fixtures

import json
import random
import re

import pytest
from cases import long
from connected_device import CONNECTED, NONE, file_of
from fingers import MS, Fingers
from flashed import flashed
from measured_device import answers, reported_by_the_command
from support.fuzz.odd_device import answering
from test_workshop_page import opened  # noqa: F401  (a fixture)
from wired_boards import ALL_WRONG, same, wired
from wired_model import a_model

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER, load_board
from host_sim.boards.parts import device_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import KeyMatrix
from host_sim.pico.serial_port import port
from tools.workshop.serial_link import at_once
from tools.workshop.wiring.emulated import Owner

pytestmark = pytest.mark.usefixtures("bench")
KEYPAD = "pimoroni_pico_rgb_keypad"
ON = "the (menu|first game) is on the lights"
LONG_MS = 500  # a press that a device sees which is still busy when it begins
# The question that is up, once it is another one than before, as {text, at}; without a text at the end.
ASKED = """(before) => {
  if (!document.querySelector("#test-while").checkVisibility()) return { text: "" };
  const { dataset: { at }, textContent: text } = document.querySelector("#test-question");
  return text && at !== before && { text, at };
}"""
SAYS = "(words) => document.querySelector('#test-question').textContent.includes(words)"


def connect(workshop, bench, path):
    workshop.go("Self-test")
    bench.plug(path)
    workshop.press("Connect")
    workshop.wait_for("Connected.")


def keys(page, state):
    """Return the numbers of the keys that the drawing shows so."""
    shown = page.evaluate("[...document.querySelectorAll('#test-board .key')].map((key) => key.dataset.state)")
    return [key for key, each in enumerate(shown) if each == state]


def question(page, words):
    """Wait until the page asks so."""
    page.wait_for_function(SAYS, arg=words)


def lines(workshop):
    return workshop.page.locator("#test-lines").inner_text().splitlines()


@pytest.mark.long
@pytest.mark.parametrize("name", [KEYPAD, DEFAULT_BOARD])
def test_keys_light_up_on_the_drawing_as_they_are_pressed_until_all_are_or_a_person_stops_it(
    opened, bench, pico_image, name
):
    hardware = Hardware(load_board(name))
    fingers = Fingers(hardware)
    workshop = opened()
    page = workshop.page
    with port(Pico(pico_image, flashed(name), [*hardware.parts, fingers])) as path:
        connect(workshop, bench, path)
        assert len(keys(page, None)) == 16
        workshop.press("Self-test")
        question(page, "16 of 16 are missing")
        for key in 3, 0, 9:
            fingers.tap(key)
        question(page, "13 of 16 are missing")
        assert keys(page, "pressed") == [0, 3, 9]
        workshop.press("Stop")
        assert re.fullmatch(f"Stopped; {ON}.", workshop.wait_for("on the lights"))
        assert keys(page, "missing") == [key for key in range(16) if key not in (0, 3, 9)]
        workshop.press("Self-test")
        question(page, "16 of 16 are missing")
        for key in range(16):
            fingers.tap(key)
        assert re.fullmatch(f"All 16 keys work; {ON}.", workshop.wait_for("on the lights"))
        assert keys(page, "pressed") == [*range(16)]
        said = lines(workshop)
    assert "RP2040, micropython 1." in said[0] and said[-2:] == ["all 16 keys work", "done"]
    assert any(line.endswith(" bytes of memory free") for line in said)
    assert any(re.fullmatch(r"all LEDs white: \d+ mA", line) for line in said)


MEASURED = r"Measured: the report is below(\. The Pico went away|; the Pico is gone)"
# The lines that the page says from now on: what is heard of a cable may take the place of the last one.
HEAR_LINES = """() => {
  const line = document.querySelector("#says p span");
  window.lines = [];
  new MutationObserver(() => lines.push(line.textContent)).observe(line, { childList: true });
}"""
BOARD = device_board(load_board(DEFAULT_BOARD)), b""
FILE = file_of(DEFAULT_BOARD)
TRACEBACK = b'OK\x04Traceback (most recent call last):\r\n  File "<stdin>", line 9\r\n%s\r\n\x04>'
TILE = b"OSError: no answer from address 0x31 on I2C0; check its jumpers, or do two tiles have one address?"


FAILS = b"\r\nselftest: ".join([b"OKselftest: press every key", b"key 4", b"ended; not pressed: [0]", b"done\r\n"])


@pytest.mark.parametrize(
    "said, expected, more",
    [
        (FAILS, "The self-test did not see every key: ended; not pressed: [0]", ""),
        long(TRACEBACK % TILE, f"The Pico: {TILE.decode()}", ""),
        long(TRACEBACK % TILE.replace(b"do two", b"two"), "The Pico: OSError: no answer", "close A0 and A1"),
        (None, "The Pico: the cable is out; plug it in again and repeat", ""),
    ],
    ids=["keys", "part", "tile", "cable"],
)
def test_a_self_test_that_fails_is_a_line(opened, bench, said, expected, more):
    workshop = opened()
    with answering([*CONNECTED, FILE, said or b"OKselftest: press every key\r\n"]) as path:
        connect(workshop, bench, path)
        workshop.press("Self-test")
        if said is None:
            question(workshop.page, "are missing")
            bench.unplug()
        workshop.page.locator("#says.wrong").wait_for()
        assert said != FAILS or keys(workshop.page, "pressed") == [4] and 0 in keys(workshop.page, "missing")
        bench.unplug()
        workshop.wait_for(expected)
    assert more in workshop.page.locator("#says ul").inner_text()


@pytest.mark.long
def test_a_wizard_without_its_cable_is_a_line(opened, bench):
    workshop = opened()
    lines_fine = json.dumps([[], [], [0] * 26]).encode(), b""
    with answering([*CONNECTED, FILE, BOARD, (b"", b""), lines_fine, *[(b"", b"")] * 3]) as path:
        connect(workshop, bench, path)
        workshop.press("Find out the wiring")
        question(workshop.page, "Is one light on")
        bench.unplug()
        workshop.wait_for("The Pico is gone: check the cable, and connect again.")
        workshop.page.get_by_role("button", name="Connect", exact=True).wait_for()
        assert workshop.page.locator("#test-asks").is_hidden()


def test_a_device_without_glowgrid_is_a_line(opened, bench):
    workshop = opened()
    workshop.go("Self-test")
    with answering([*CONNECTED, NONE]) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for("Glowgrid is not on this device yet: update it first, then again")


class AtThePage(Owner):
    """The owner of a board, who reads the page's questions and answers by clicks; mistakes: questions before Back."""

    def __init__(self, workshop, fingers, mistakes, *words):
        super().__init__(*words)
        self.workshop, self.fingers, self.mistakes = workshop, fingers, mistakes

    def rest(self):
        pass  # the port drives the Pico

    def answer_all(self):
        """Answer all questions; return them."""
        page, asked = self.workshop.page, [{"at": None}]
        while text := asked[-1].get("text", "begin"):
            if len(asked) - 1 in self.mistakes:
                self.workshop.press("Back")
            elif text != "begin":
                self.answer(text)
            asked.append(page.wait_for_function(ASKED, arg=asked[-1]["at"]).json_value())
        return [each["text"] for each in asked[1:-1]]

    def answer(self, text):
        page, press = self.workshop.page, self.workshop.press
        if text.startswith("Is one light on"):
            press("Yes" if at_once(self.steady()) else "No")
        elif text.startswith("Which one"):
            column, row = at_once(self.place())
            page.get_by_role("button", name=f"light in column {column + 1} of row {row + 1}", exact=True).click()
        elif text.startswith("What colour"):
            press(at_once(self.colour()))
        else:
            (key,) = keys(page, "asked")
            self.fingers.tap(key, LONG_MS, (MS, 2 * MS))


def examined(workshop, bench, image, name, changes, mistakes=()):
    """Let an owner answer the wizard on a board that is wired with changes; return (the Pico, the questions)."""
    about = load_board(name)
    real = wired(about, changes)
    hardware = Hardware(about)
    matrix = hardware.matrix and KeyMatrix.of_board(real)
    parts = [part for part in hardware.parts if part is not hardware.matrix] + [matrix] * bool(matrix)
    fingers = Fingers(matrix or hardware)
    hardware.board = real
    pico = Pico(image, flashed(name), [*parts, fingers])
    with port(pico) as path:
        connect(workshop, bench, path)
        workshop.press("Find out the wiring")
        asked = AtThePage(workshop, fingers, mistakes, pico, real, hardware, matrix).answer_all()
        workshop.wait_for("on the lights")
        yield asked, real
    return pico


@pytest.mark.long
def test_the_wizard_is_answered_by_clicks_and_the_board_file_is_written(opened, bench, pico_image, tmp_path):
    changes = {"leds": {"rotate": 180, "mirror": True}}
    workshop = opened()
    mine = json.loads((FOLDER / f"{KEYPAD}.json").read_text(encoding="utf-8")) | {"name": "my_board"}
    data = {"name": "x.json", "mimeType": "", "buffer": json.dumps(mine).encode()}
    workshop.page.locator("#own-board").set_input_files(data)
    workshop.wait_for("my_board: the file is right")
    for asked, real in examined(workshop, bench, pico_image, KEYPAD, changes, mistakes=[3, 6]):
        check_found(workshop, asked, real, tmp_path, "my_board_2")
        workshop.press("Write it to the Pico")
        workshop.wait_for(re.compile(f"copied, all checked; {ON}"))
        workshop.go("Self-test")
        workshop.press("Stop it, and go on here")
        workshop.page.locator("#test-about").get_by_text("for my_board_2").wait_for()
    assert workshop.page.locator(".card.own b").all_inner_texts() == ["my_board", "my_board_2"]


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_the_wizard_of_the_page_finds_wrong_wirings(opened, bench, pico_image, tmp_path, number):
    model = a_model(random.Random(number), 8, 8)
    rows = {"rows": model.rows, "columns": model.columns, "diodes": model.diodes}
    changes = {"leds": {"places": model.places, "channels": model.channels}, "keys": rows} if number else ALL_WRONG
    workshop = opened()
    for asked, real in examined(workshop, bench, pico_image, DEFAULT_BOARD, changes, mistakes=[4, 11, 15]):
        check_found(workshop, asked, real, tmp_path)
    assert sum(text.startswith("Press") for text in asked) > 8


def check_found(workshop, asked, real, folder, name="my_board"):
    assert asked[0].startswith("Is one light on") and any(text.startswith("Which one") for text in asked)
    with workshop.page.expect_download() as downloading:
        workshop.press(f"Download {name}.json")
    downloading.value.save_as(folder / f"{name}.json")
    board = load_board(folder / f"{name}.json")
    assert same(board, real) == [] and board["parts"] == real["parts"]


# The page's clock beside that of the emulated Pico, which watches for a shorter time than a real one.
SLOWER = """
const { encode } = TextEncoder.prototype;
TextEncoder.prototype.encode = function (text = "") {
  const short = text.includes("phantoms") ? text.replace("60 * 1000", "2 * 1000") : text;
  return encode.call(this, short.replaceAll("idle = 10000000", "idle = 3000000"));
};
const [now, later] = [performance.now.bind(performance), setTimeout];
performance.now = () => now() / 6;
window.setTimeout = (act, ms = 0, ...more) => later(act, 6 * ms, ...more);
"""


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_the_parts_are_measured_to_the_end_and_the_report_is_shown(opened, bench, pico_image):
    hardware = Hardware(load_board(DEFAULT_BOARD))
    fingers = Fingers(hardware)
    pico = Pico(pico_image, flashed(DEFAULT_BOARD), [*hardware.parts, fingers])
    workshop = opened(SLOWER, permissions=["clipboard-read", "clipboard-write"])
    page = workshop.page
    page.set_default_timeout(1_000_000)
    with port(pico) as path:
        connect(workshop, bench, path)
        workshop.press("Measure the parts")
        question(page, "about five minutes")
        workshop.press("Begin")
        for key in range(2):  # the others are left alone
            question(page, f"key {key + 1} of 16")
            for _ in range(10):
                fingers.tap(key, 90, (MS, 2 * MS))
        question(page, "Pull the USB plug out now")
        page.wait_for_timeout(20_000)
        bench.unplug()
        question(page, "Plug it in again")
    pico.power_cycle()
    with port(pico) as path:
        bench.plug(path)
        workshop.press("It is plugged in")
        page.locator("#test-report").wait_for()
        assert re.fullmatch(f"Measured: the report is below; {ON}.", workshop.wait_for("on the lights"))
    with page.expect_download() as downloading:
        workshop.press("Download report.json")
    found = json.loads(downloading.value.path().read_text())
    assert found["bounce"]["keys"] == 2 and found["hands_off"]["presses"] == 0 and len(found["rise_us"]) == 8
    assert found["power_pulled"]["whole"] and 300_000 < found["times"]["first_frame_us"] < 700_000
    shown = page.locator("#report-lines").inner_text()
    assert "power pulled while it saved: the last of" in shown
    assert re.search("bounce of (18|19|20) presses", shown)  # the first tap may come before it watches
    assert not [path for path in pico.files() if path.startswith("/glowgrid/report")]


@pytest.mark.long
def test_the_report_is_that_of_the_command_line(opened, bench, tmp_path):
    said = reported_by_the_command(DEFAULT_BOARD, tmp_path / "report.json").splitlines()
    context = {"permissions": ["clipboard-read", "clipboard-write"]}
    workshop = opened(**context)
    page = workshop.page
    with answering([*CONNECTED, FILE, *answers(DEFAULT_BOARD)]) as path:
        connect(workshop, bench, path)
        workshop.press("Measure the parts")
        question(page, "about five minutes")
        page.evaluate(HEAR_LINES)
        workshop.press("Begin")
        page.locator("#test-report").wait_for()
        bench.unplug()
    report = (tmp_path / "report.json").read_text()
    first = said.index("Raspberry Pi Pico with RP2040, MicroPython 1.26.1, 125 MHz, flash e660583883724a32")
    shown = page.locator("#report-lines").inner_text().splitlines()
    assert [line for line in shown if line] == said[first:-1]
    with page.expect_download() as downloading:
        workshop.press("Download report.json")
    assert downloading.value.path().read_text() == report
    page.wait_for_function("words => lines.some((line) => line.match(words))", arg=MEASURED)
    workshop.press("Text for an issue")
    workshop.wait_for("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert report in copied and "\n".join(said[first:-1]) in copied
    assert json.loads(report)["board"] == DEFAULT_BOARD
