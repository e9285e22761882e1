"""The workshop in Chromium: a board and its steps, a first flash onto a drive, an update over a stub of Web Serial."""

import base64
import json
import os
import random
import re
import select

import pytest
from browser import LIMIT_MS
from cases import long
from compiled import tables_of
from flashed import flashed
from page_steps import CORNERS
from support.fuzz.odd_device import OPENING, answering, terminal
from support.fuzz.uf2 import dropped
from web_serial import Bench

from glowgrid import VERSION
from glowgrid.hardware.board import is_checked
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER, load_board
from host_sim.boards.linked import LINK
from host_sim.boards.parts import device_board
from host_sim.pico.bench import Pico
from host_sim.pico.cable import End
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.compile.layout.manifest import MANIFEST, with_manifest
from tools.web import front

KEYPAD = "pimoroni_pico_rgb_keypad"
FLASH_BYTES = 2 << 20
LOADED_LATE = re.compile(r"micropython|firmware|/for_|\.uf2|worker")
INFO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi\r\nBoard-ID: %s\r\n"
# The drive is a folder of the browser's private file system.
DRIVE = """
window.drive = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("RPI-RP2", { create: true });
window.showDirectoryPicker = drive;
"""
PUT = """async (text) => {
  const file = await (await (await drive()).getFileHandle("INFO_UF2.TXT", { create: true })).createWritable();
  await file.write(text);
  await file.close();
}"""
# As a Pico does it, which restarts when it has the last block; or the drive stays, and is full.
FAILS_LAST = """
const { close } = FileSystemWritableFileStream.prototype;
FileSystemWritableFileStream.prototype.close = async function () {
  await close.call(this);
  if (window.full) throw new DOMException("no room", "QuotaExceededError");
  if (!window.vanishes) return;
  await (await drive()).removeEntry("INFO_UF2.TXT");
  throw new DOMException("the drive is gone", "NotFoundError");
};
"""
READ = """async (name) => {
  const file = await (await (await drive()).getFileHandle(name)).getFile();
  const reader = new FileReader();
  await new Promise((resolve) => { reader.onload = resolve; reader.readAsDataURL(file); });
  return reader.result.split(",")[1];
}"""


class Workshop:
    """The page of the workshop, open, with Web Serial behind it."""

    def __init__(self, chromium, bench, *scripts, **options):
        self.context = chromium.new_context(service_workers="block", **options)
        self.context.set_default_timeout(LIMIT_MS)
        self.page = self.context.new_page()
        self.requests, self.faults = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.add_init_script(";\n".join([bench.stub, *scripts]))  # several would run in any order
        self.address = bench.address + "workshop.html"
        self.page.goto(self.address)

    def go(self, part):
        """Follow the link to a part; wait until that part is shown, which is later than the click."""
        link = self.page.locator("nav").get_by_role("link", name=part, exact=True)
        link.click()
        link.and_(self.page.locator("[aria-current=page]")).wait_for()

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def wait_for(self, words):
        """Wait until the page says so; return the whole line."""
        place = self.page.locator("#says p").filter(has_text=words)
        place.wait_for()
        return place.inner_text()

    def says(self):
        return self.page.locator("#says p").inner_text().strip()


def opener(kind, chromium, bench):
    """Yield a function that opens a Workshop of a kind; close them all, and look for faults in them."""
    all_of_them = []

    def opened(*scripts, **options):
        all_of_them.append(kind(chromium, bench, *scripts, **options))
        return all_of_them[-1]

    yield opened
    for workshop in all_of_them:
        workshop.context.close()
        assert workshop.faults == []


@pytest.fixture
def opened(chromium, bench):
    """Return a function that opens the workshop; what it gets goes to `Workshop`."""
    yield from opener(Workshop, chromium, bench)


@pytest.mark.parametrize("keeps", [True, False])
def test_the_board_and_the_checked_steps_stay_where_the_browser_keeps_anything(opened, keeps):
    nothing = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } });"
    workshop = opened(*([] if keeps else [nothing]))
    page = workshop.page
    page.locator(".card", has_text="Pimoroni").click()
    assert page.locator("article:visible h3").inner_text().startswith("Pimoroni")
    page.locator("article:visible").get_by_label("Step 3 is done").check()
    page.reload()
    page.locator(".card :checked").wait_for(state="attached")
    assert page.locator("article:visible h3").inner_text().startswith("Pimoroni") == keeps
    boxes = page.locator("article:visible .steps input")
    assert [box.is_checked() for box in boxes.all()] == [number == 3 and keeps for number in range(1, 11)]
    assert not [url for url in workshop.requests if LOADED_LATE.search(url)]


def test_the_workshop_opens_without_a_network_and_what_goes_onto_a_pico_is_no_part_of_that(built_page):
    kept = (built_page / "offline.js").read_text(encoding="utf-8")
    assert '"workshop.html"' in kept and ".uf2" not in kept and '"device/' not in kept
    assert all(path.name in kept for path in built_page.glob("workshop-*"))


def test_a_board_of_ones_own_is_checked_kept_and_removed(opened):
    workshop = opened()
    page = workshop.page
    board = json.loads((FOLDER / f"{DEFAULT_BOARD}.json").read_text(encoding="utf-8"))

    def give(**change):
        text = json.dumps(board | change).encode()
        page.locator("#own-board").set_input_files({"name": "mine.json", "mimeType": "text/json", "buffer": text})

    texts = {
        b"null": "no board file: expected an object",
        b"[1, 2]": "no board file: expected an object",
        b'"x"': "no board file: expected an object",
        b"{": "no JSON: ",
        b"PK\x03\x04\xff\xfe": "no board file, since it is no text",
        b"\x89PNG\r\n": "no board file, since it is no text",
    }
    for number, (data, said) in enumerate(texts.items()):
        page.locator("#own-board").set_input_files({"name": f"{number}.json", "mimeType": "", "buffer": data})
        workshop.wait_for(f"{number}.json: {said}")
    give(name="mine", keys={**board["keys"], "rows": [2, 2, 4, 5]})
    workshop.wait_for("mine.json: pin 2 is used by keys.rows and by keys.rows.")
    give()
    workshop.wait_for(f"{DEFAULT_BOARD} is a board that is here already")
    give(name="__proto__")
    workshop.wait_for("__proto__: the file is right")
    assert page.locator("article:visible h3").inner_text().lower() == "your own board"
    page.locator(".card").first.click()
    give(name="mine")
    workshop.wait_for("mine: the file is right")
    page.reload()
    page.locator(".card.own :checked").wait_for(state="attached")
    workshop.go("First flash")
    page.get_by_text("For a board of your own there is no file with all in it").wait_for()
    workshop.go("Choose")
    yes = iter([False, True])
    page.on("dialog", lambda dialog: dialog.accept() if next(yes) else dialog.dismiss())
    workshop.press("Remove this board")
    assert page.locator(".card.own").count() == 2
    workshop.press("Remove this board")
    workshop.wait_for("mine: removed")
    assert page.locator(".card.own b").all_text_contents() == ["__proto__"]


@pytest.mark.parametrize(
    "info, said",
    [
        (None, "RPI-RP2 is no drive of a Pico in BOOTSEL mode, it has no INFO_UF2.TXT: hold BOOTSEL"),
        (INFO % "RP2350", "RPI-RP2 is the drive of a Pico 2 (RP2350); this file is for a Pico (RP2040)."),
        long(INFO % "nRF52840-Feather", "RPI-RP2 is the drive of a nRF52840-Feather, not of a Pico."),
    ],
)
def test_another_drive_than_that_of_the_chip_is_refused_by_its_name(opened, info, said):
    workshop = opened(DRIVE)
    if info:
        workshop.page.evaluate(PUT, info)
    workshop.go("First flash")
    workshop.press("Write it onto the drive")
    workshop.wait_for(said)
    assert not [url for url in workshop.requests if url.endswith(".uf2")]


@pytest.mark.long
def test_a_drive_that_stays_and_takes_no_more_is_an_error_at_the_last_part_too(opened):
    workshop = opened(DRIVE, FAILS_LAST)
    workshop.page.evaluate(PUT, INFO % "RPI-RP2")
    workshop.go("First flash")
    workshop.page.evaluate("window.full = true")
    workshop.press("Write it onto the drive")
    workshop.wait_for("KB (no room): hold BOOTSEL while you plug the Pico in")


def test_a_bare_pico_is_flashed_by_its_drive_and_says_that_the_menu_is_on(opened, bench, pico_image):
    bench.stub = Bench(granted=True, other=True).stub
    workshop = opened(DRIVE, FAILS_LAST)
    page = workshop.page
    page.evaluate(PUT, INFO % "RPI-RP2")
    workshop.go("First flash")
    page.evaluate("window.vanishes = true")
    workshop.press("Write it onto the drive")
    workshop.wait_for(f"{DEFAULT_BOARD}.uf2 is written")
    data = base64.b64decode(page.evaluate(READ, f"{DEFAULT_BOARD}.uf2"))
    pico = Pico(pico_image, parts=Hardware(load_board(DEFAULT_BOARD)).parts)
    pico.flash = dropped(data, b"\xff" * FLASH_BYTES)
    with port(pico) as path:
        bench.plug(path)
        workshop.wait_for("Glowgrid runs: ")
    assert not page.evaluate("window.opened_other")
    assert workshop.says() in (
        "Glowgrid runs: the menu is on the lights.",
        "Glowgrid runs: the first game is on the lights.",
    )


INSTEAD = {
    "First flash": "the download needs no port",
    "Update": "take the file of First flash",
    "Files": "glowgrid games --pico",
    "Self-test": "glowgrid selftest",
    "Mirror": "a program of a few lines",
}


def test_without_web_serial_or_a_writable_drive_the_page_says_what_can(opened):
    without = "delete Navigator.prototype.serial; delete navigator.serial; delete window.showDirectoryPicker;"
    workshop = opened(without)
    for part, instead in INSTEAD.items():
        workshop.go(part)
        said = workshop.page.get_by_text("Chrome, Edge and Opera from version 89 on do, and Firefox from 151 on")
        said.filter(visible=True).filter(has_text=instead).wait_for()
        assert workshop.page.get_by_role("button", name=re.compile("^(Connect|Another port)")).count() == 0
    workshop.go("First flash")
    assert not workshop.page.get_by_role("button", name="Write it onto the drive").is_visible()
    assert workshop.page.get_by_role("link", name="Download the UF2").get_attribute("href") == f"{DEFAULT_BOARD}.uf2"


OLD = b'{"name": "micropython", "version": [1, 23, 0], "machine": "Raspberry Pi Pico with RP2040", "mpy": 4102}'
FEEDS = b"""
from machine import WDT
import time
feed = WDT(timeout=1000).feed
while True:
    feed()
    time.sleep_ms(100)
"""
NONE = b"null", b""
LOOPS = "while True:\n    pass\n"
MINE = {"/saves/mine": b"saved", "/games/corners.tables": tables_of(CORNERS), "/notes.txt": b"my own"}
LITTLE = "/glowgrid/games/hex_7.bin", "/main.py"  # what is left to copy: all takes a minute
ALL_BYTES = 20_500  # that an update passes then, nearly


def nearly_flashed(pico_image, **more):
    """A Pico with all of Glowgrid but a few files, and with files of a person's own."""
    files = {path: data for path, data in flashed(DEFAULT_BOARD).items() if path not in LITTLE}
    return Pico(pico_image, {**files, **MINE, **more}, Hardware(load_board(DEFAULT_BOARD)).parts)


def connect(workshop):
    workshop.press("Connect")
    workshop.wait_for("Connected.")


def update(workshop):
    connect(workshop)
    workshop.press("Update")
    return workshop.wait_for("is on the lights")


def assert_updated(pico):
    there = pico.files()
    wanted = {**flashed(DEFAULT_BOARD), **MINE}
    assert {path: there.get(path) for path in wanted} == wanted
    assert not [path for path in there if path.endswith(".new")]


@pytest.mark.parametrize(
    "answers, said, more",
    [
        ([(b"circuitpython\r\n", b"")], "The Pico runs CircuitPython, not MicroPython", "CIRCUITPY"),
        (
            [*OPENING, (OLD, b""), NONE, NONE, NONE, (b"", b""), (b"", b""), NONE, NONE],
            "MicroPython 1.23.0, which is too old: 1.24 or newer is needed",
            "",
        ),
        long([b"OK\x04\x04>no prompt"], "Lost the Pico", ""),
    ],
)
def test_what_a_device_answers_is_a_line_and_what_to_do(opened, bench, answers, said, more):
    workshop = opened()
    workshop.go("Update")
    workshop.press("Connect")
    workshop.wait_for("No port was chosen.")
    with answering(answers) as path:
        bench.plug(path)
        bench.busy = True
        workshop.press("Connect")
        workshop.wait_for("another program uses it")
        bench.busy = False
        workshop.press("Connect")
        if said.startswith("MicroPython"):
            workshop.wait_for("Connected.")
            workshop.press("Update")
        workshop.wait_for(said)
        assert more in workshop.page.locator("#says ul").inner_text()
        bench.unplug()
    assert workshop.page.get_by_role("button", name="Connect", exact=True).is_visible()


def in_base64(data):
    return json.dumps(base64.b64encode(data).decode()).encode(), b""


@pytest.mark.parametrize("interrupted", [long(False), True])
def test_what_is_on_the_pico_is_said_and_another_board_is_a_warning(opened, bench, interrupted):
    workshop = opened()
    workshop.go("Update")
    manifest = in_base64(with_manifest({}, KEYPAD)[MANIFEST])
    new = OLD.replace(b"1, 23", b"1, 27"), b""
    says = [NONE, NONE, manifest] if interrupted else [manifest, NONE]  # its board is looked at, too
    with answering([*OPENING, new, *says, (b"", b"")]) as path:
        bench.plug(path)
        connect(workshop)
        copy = f"an interrupted copy of Glowgrid {VERSION}" if interrupted else f"Glowgrid {VERSION}"
        assert f"{copy}, for {KEYPAD}" in workshop.page.locator("#found").inner_text()
        warning = workshop.page.locator("#other-board")
        assert warning.is_hidden()
        workshop.page.locator("#for-board").select_option(DEFAULT_BOARD)
        was, now = (front.short(load_board(name)) for name in (KEYPAD, DEFAULT_BOARD))
        assert warning.inner_text().startswith(f"On it is {was}; you update it to {now}.")
        workshop.page.locator("#for-board").select_option(KEYPAD)
        assert warning.is_hidden()


def test_whether_it_is_linked_is_asked_kept_and_said_where_a_file_knows_no_link(opened, bench):
    workshop = opened()
    page = workshop.page
    question = page.get_by_label("Is it linked to another handheld")
    assert not question.is_checked()
    workshop.go("First flash")
    assert page.locator("#first-link").is_hidden()
    workshop.go("Choose")
    question.check()
    page.reload()
    assert question.is_checked()
    workshop.go("First flash")
    assert "Update adds it" in page.locator("#first-link").inner_text()
    workshop.go("Update")
    link = page.get_by_label("Linked to another handheld: GP0, GP1, GND")
    assert link.is_hidden()
    manifest = in_base64(with_manifest({}, DEFAULT_BOARD)[MANIFEST])
    new = OLD.replace(b"1, 23", b"1, 27"), b""
    with answering([*OPENING, new, manifest, NONE, (b"", b"")]) as path:
        bench.plug(path)
        connect(workshop)
        assert link.is_checked()
        bench.unplug()


@pytest.mark.long
def test_an_update_puts_a_link_there(opened, bench, pico_image):
    files = {path: data for path, data in flashed(DEFAULT_BOARD).items() if path not in LITTLE}
    pico = Pico(pico_image, files, [*Hardware(load_board(DEFAULT_BOARD)).parts, End(LINK["uart"])])
    workshop = opened()
    workshop.go("Update")
    link = workshop.page.get_by_label("Linked to another handheld: GP0, GP1, GND")
    with port(pico) as path:
        bench.plug(path)
        connect(workshop)
        assert not link.is_checked()
        link.check()
        workshop.press("Update")
        workshop.wait_for("the menu is on the lights")
    assert json.loads(pico.files()["/board.json"])["link"] == LINK


PICO_2 = b'{"name": "micropython", "version": [1, 27, 0], "machine": "Raspberry Pi Pico2 with RP2350", "mpy": 7942}'


@pytest.mark.long
def test_a_pico_2_gets_the_files_of_its_chip(opened, bench):
    """It has room for none of them."""
    workshop = opened()
    workshop.go("Update")
    nothing = b"", b""
    compared = nothing, NONE, NONE, nothing, NONE, NONE, nothing, (b"[]", b""), (b"0", b"")
    with answering([*OPENING, (PICO_2, b""), NONE, NONE, NONE, nothing, *compared]) as path:
        bench.plug(path)
        connect(workshop)
        assert "RP2350" in workshop.page.locator("#found").inner_text()
        workshop.press("Update")
        workshop.wait_for("not enough room on the board")
    asked = [url for url in workshop.requests if "/rp2" in url]
    assert len(asked) == 1 and "/rp2350" in asked[0]


PROMPTS = [  # what comes in place of a prompt, and what is said of it
    (b"Press any key to enter the REPL.\r\n", "runs CircuitPython, not MicroPython", "CIRCUITPY"),
    (b"0.12 0.34\r\n", "says '0.12 0.34', and does not show the prompt of MicroPython", "connect again"),
    (b"glowgrid: the menu is on the lights\r\n", "the menu is on the lights', and does not show", "Hold the back key"),
    (b"\x01\x7f", "The Pico does not answer", "Unplug it, plug it in again, and connect again"),
]


@pytest.mark.long
@pytest.mark.parametrize("heard, said, step", PROMPTS)
def test_what_comes_in_place_of_a_prompt_is_named(opened, bench, heard, said, step):
    def drive(master, done):
        while not done.is_set():
            if select.select([master], [], [], 0.05)[0] and b"\x01" in os.read(master, 4096):
                os.write(master, heard)

    workshop = opened()
    workshop.go("Update")
    with terminal(drive) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for(said)
    assert step in workshop.page.locator("#says ul").inner_text()


@pytest.mark.long
def test_what_is_in_the_way_is_moved_aside_when_a_person_asks_for_it(opened, bench, pico_image):
    pico = nearly_flashed(pico_image, **{"/boot.py": b"1 / 0\n", "/select.py": b"X = 1\n"})
    workshop = opened()
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path)
        connect(workshop)
        assert workshop.page.locator("#found dt", has_text="In the way").count()
        assert "/boot.py" in workshop.page.locator("#found").inner_text()
        workshop.press("Move aside what is in the way")
        workshop.wait_for("Moved aside.")
        assert workshop.page.locator("#found dt").all_inner_texts() == ["Pico", "On it", "Moved aside"]
        workshop.press("Update")
        assert workshop.wait_for("is on the lights").endswith("the menu is on the lights.")
    assert_updated(pico)
    there = pico.files()
    assert there["/replaced_1/boot.py"] == b"1 / 0\n" and "/boot.py" not in there and "/select.py" not in there


@pytest.mark.long
def test_a_boot_file_that_never_ends_is_moved_aside_and_the_update_goes_on(opened, bench, pico_image):
    pico = nearly_flashed(pico_image).boot()
    pico.exec(f"open('/boot.py', 'w').write({LOOPS!r})")
    workshop = opened()
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path)
        workshop.press("Connect")
        workshop.wait_for("/boot.py on the Pico does not end within")
        assert "leave it plugged in" in workshop.says()
        workshop.press("Move aside what is in the way")
        workshop.wait_for("Moved aside.")
        workshop.press("Update")
        assert workshop.wait_for("is on the lights").endswith("the menu is on the lights.")
    assert_updated(pico)
    assert pico.files()["/replaced_1/boot.py"] == LOOPS.encode()


@pytest.mark.long
def test_an_update_copies_what_differs_keeps_the_rest_and_ends_with_the_truth(opened, bench, pico_image):
    pico = nearly_flashed(pico_image)
    workshop = opened()
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path)
        connect(workshop)
        found = workshop.page.locator("#found").inner_text()
        assert "Raspberry Pi Pico with RP2040" in found and DEFAULT_BOARD in found
        workshop.press("Update")
        said = workshop.wait_for("is on the lights")
    assert bench.passed > ALL_BYTES
    assert said == "2 files copied, all checked; the menu is on the lights."
    assert_updated(pico)


@pytest.mark.long
def test_a_pico_with_micropython_and_a_watchdog_comes_to_the_menu_by_clicks_alone(opened, bench, pico_image):
    pico = Pico(pico_image, {"/main.py": FEEDS}, Hardware(load_board(DEFAULT_BOARD)).parts)
    workshop = opened()
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path)
        connect(workshop)
        assert "nothing of Glowgrid" in workshop.page.locator("#found").inner_text()
        workshop.press("Update")
        workshop.page.locator("#says.wrong, #says:has-text('copied')").first.wait_for(timeout=2 * LIMIT_MS)
        assert re.search(
            r"copied, 1 file moved aside, all checked; the (menu|first game) is on the lights",
            workshop.wait_for("on the lights"),
        )
    there = pico.files()
    wanted = flashed(DEFAULT_BOARD)
    assert {path: there.get(path) for path in wanted} == wanted and there["/replaced_1/main.py"] == FEEDS


@pytest.mark.long
def test_an_update_for_a_board_of_ones_own_puts_its_file_there(opened, bench, pico_image, tmp_path):
    board = json.loads((FOLDER / "pico_ws2812_8x8_keys_4x4.json").read_text(encoding="utf-8"))
    board |= {"name": "mine", "power": {"brightness": 33}}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(board))
    pico = nearly_flashed(pico_image)
    workshop = opened()
    workshop.page.locator("#own-board").set_input_files(file)
    workshop.wait_for("mine: the file is right")
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path)
        connect(workshop)
        workshop.page.locator("#for-board").select_option("mine")
        workshop.press("Update")
        workshop.wait_for("the menu is on the lights")
    there = pico.files()["/board.json"]
    made, wanted = json.loads(there), json.loads(device_board(load_board(file)))
    assert is_checked(there) and made | {"checked": 0} == wanted | {"checked": 0}  # the page writes names in its order


@pytest.mark.long
def test_an_update_without_its_cable_is_a_line_and_the_next_one_finishes(opened, bench, pico_image):
    cut_and_finished(opened(), bench, pico_image, 9_000)


@pytest.mark.long
@pytest.mark.parametrize("number", range(5))
def test_a_cable_may_come_out_at_any_byte_of_an_update(opened, bench, pico_image, number, night_seed):
    after = random.Random(f"{night_seed} {number}").randrange(500, ALL_BYTES)
    cut_and_finished(opened(), bench, pico_image, after)


def cut_and_finished(workshop, bench, pico_image, after):
    pico = nearly_flashed(pico_image)
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path, unplug_after=after)
        workshop.press("Connect")
        workshop.page.locator("#says.wrong, #do-update:visible").first.wait_for()
        if workshop.page.locator("#do-update").is_visible():
            workshop.press("Update")
        workshop.page.locator("#says.wrong").wait_for()
    assert "check the cable" in workshop.says() and "\n" not in workshop.says()
    pico.power_cycle()
    with port(pico) as path:
        bench.plug(path)
        update(workshop)
    assert_updated(pico)
