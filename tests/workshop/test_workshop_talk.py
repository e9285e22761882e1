"""What the page's talk says and does, with a device that needs no Pico (unix_device.py)."""

import base64
import hashlib
import random
import re
from pathlib import Path

import pytest
from test_flash import NEW_FILES
from test_workshop_large import put
from three_tiers import on_cpython, on_webassembly

from glowgrid import VERSION, record
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.micropython import TRIED
from host_sim.cli.errors import ToolError
from tools.compile.layout.manifest import MANIFEST, with_manifest
from tools.compile.layout.places import MAIN
from tools.paths import ROOT
from tools.web import firmware
from tools.workshop.page.page_files import lines_of
from tools.workshop.serial_link import at_once
from tools.workshop.talk.advice import THE_PICO, named, no_prompt
from tools.workshop.talk.compatible import Machine, doubts, why_unfit
from tools.workshop.talk.device import CHUNK, PART, RAW
from tools.workshop.talk.link import LinkLost
from tools.workshop.talk.selftest import selftest
from tools.workshop.talk.started import shown
from tools.workshop.wiring.wiring_command import own_file

BANNER = b"MPY: soft reboot\r\nMicroPython v1.27.0 on 2026-01-01; Raspberry Pi Pico with RP2040\r\n"
PROMPT = b'Type "help()" for more information.\r\n>>> '
FILES = {**NEW_FILES, "/board.json": b'{"name":"new","mcu":"rp2040"}'}
FLASHED = with_manifest(FILES, "new")


@pytest.mark.parametrize(
    "output, said",
    [
        (BANNER + PROMPT, "MicroPython is on the Pico, but not Glowgrid: "),
        (BANNER, "Glowgrid is on the Pico, but its menu is not on the lights; the Pico says: nothing"),
        (BANNER + b"glowgrid: odd\r\n" + PROMPT, "Glowgrid is on the Pico, but .*; the Pico says: glowgrid: odd"),
    ],
)
def test_a_bare_micropython_is_not_called_glowgrid(output, said):
    with pytest.raises(ToolError, match=f"^{said}"):
        shown(output)


def test_lines_begin_with_a_capital_unless_with_a_name_and_the_page_names_the_pico():
    said = "lost the Pico (x)", "/boot.py does not end", "my_game: odd", "I2C0 is odd", "the Pico: the cable is out"
    shown = "Lost the Pico (x)", "/boot.py does not end", "my_game: odd", "I2C0 is odd", "The Pico: the cable is out"
    assert lines_of(ToolError(*said)) == [*shown]
    assert (named("board", "COM3"), named("board", THE_PICO)) == ("the board on COM3", "the Pico")
    assert no_prompt(THE_PICO, b"")[0] == "the Pico does not answer"


class SelfTest:
    """A link to a Pico that says these lines in its self-test."""

    name = "COM3"

    def __init__(self, *lines):
        self.answers = [RAW, *(b"selftest: %s\r\n" % line for line in lines), b"\x04>"]

    async def until(self, ends, within_s):
        return self.answers.pop(0)

    async def nothing(self, *_):
        pass

    start = stop = write = close = nothing


@pytest.mark.parametrize("version, tried", [("1.24.1", True), ("1.28.0", True), ("1.29.0", False)])
def test_a_version_that_was_not_tried_is_named_and_not_refused(version, tried):
    said, line = [], f"not tried with MicroPython {version}; tried with 1.24.1, 1.26.1 and 1.28.0, emulated"
    runs = f"Raspberry Pi Pico with RP2040, micropython {version}"
    at_once(selftest(SelfTest(runs.encode(), b"all 16 keys work", b"done"), said.append))
    assert said == [f"selftest: {runs}", *[line] * (not tried), "selftest: all 16 keys work", "selftest: done"]
    machine = Machine("micropython", tuple(map(int, version.split("."))), "Raspberry Pi Pico with RP2040", None)
    assert why_unfit(machine, {}) is None and doubts(machine, "rp2040") == [line] * (not tried)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_the_versions_that_were_tried(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert all(version in text for version in TRIED)


# ---- an update -------------------------------------------------------------------------------------------------------


@pytest.fixture
def updated(on_unix, tmp_path):
    """Return a function that updates a device with these files; it returns (the device, the answer)."""
    new = put(tmp_path / "new", FILES)

    def updated(files, run=None, more=None):
        device = on_unix(files)
        put(tmp_path / "new", more or {})
        assert "error" not in device.ask(device.talk.connect, False)
        if run:
            usual, device.run = device.run, lambda code, within_s: run(usual, code)
        answer = device.ask(device.talk.update, new, device.report)
        device.__dict__.pop("run", None)
        return device, answer

    return updated


@pytest.mark.parametrize(
    "files, did",
    [
        (FLASHED, "All was up to date"),
        ({**FLASHED, MAIN: b"# mine"}, "1 file copied, 1 file moved aside, all checked"),
        (
            {**FLASHED, MAIN: None, MAIN + ".new": FILES[MAIN]},
            "1 file put in place that an earlier run had copied, all",
        ),
        ({**FLASHED, MAIN + ".new": b"old"}, "1 old file removed, all checked"),
    ],
)
def test_an_update_says_all_that_it_did(updated, files, did):
    device, answer = updated({path: data for path, data in files.items() if data is not None})
    assert answer["did"].startswith(did)
    assert {path: device.files().get(path) for path in FLASHED} == FLASHED


def test_a_file_that_is_damaged_after_its_copy_is_noticed_before_the_program_may_start(updated):
    async def run(usual, code):
        said = await usual(code, 9)
        if code.startswith("move(") and f"{MANIFEST}.new" in code:
            await usual("with open('/board.json', 'wb') as file: file.write(b'odd')", 9)
        return said

    device, answer = updated({}, run)
    assert answer["error"][0].startswith("/board.json is not on the board as it should be")
    assert MAIN not in device.files()


def test_a_file_that_arrives_damaged_takes_no_place(updated):
    async def run(usual, code):
        return await usual(code.replace("\nend(", "\nout.write(b'x')\nend("), 9)

    device, answer = updated({MAIN: b"# old"}, run)
    assert f"{MANIFEST} arrived damaged on " in answer["error"][0]
    assert device.files()[MAIN] == b"# old" and MANIFEST not in device.files()


def test_after_a_power_cut_a_copy_goes_on_from_its_last_part(updated, tmp_path):
    large = random.Random(45).randbytes(2 * PART + 900)
    left = [(PART + 3 * CHUNK) // CHUNK]

    async def run(usual, code):
        if code.startswith("put(") or "\nput(" in code and "large" in code:
            left[0] -= 1
            if not left[0]:
                device[0].power_cut()
                raise LinkLost("no power")
        return await usual(code, 9)

    device = []

    async def with_device(usual, code):
        device[:] = [usual.__self__]
        return await run(usual, code)

    cut, answer = updated({}, with_device, {"/glowgrid/large.bin": large})
    assert answer["error"][0].startswith("Lost the board")
    cut.power_cut()
    assert cut.ask(cut.talk.connect, False)["interrupted"]
    done = cut.ask(cut.talk.update, str(tmp_path / "new"), cut.report)
    assert "error" not in done and {"copied": PART} in cut.reports
    assert cut.files()["/glowgrid/large.bin"] == large


def test_a_first_update_that_was_interrupted_is_named(on_unix):
    device = on_unix({MANIFEST + ".new": FLASHED[MANIFEST], "/glowgrid/x.mpy.new": b"half"})
    about = device.ask(device.talk.connect, False)
    assert (about["board"], about["version"], about["interrupted"]) == ("new", VERSION, True)
    device = on_unix(FLASHED)
    assert device.ask(device.talk.connect, False)["interrupted"] is False


# ---- saves -----------------------------------------------------------------------------------------------------------

SAVES = {"/saves/settings": record.pack({"brightness": 40}), "/saves/games/7": b"7"}
ODD = {"/saves/my file": b"1", "/saves/games/\xfc": b"2"}


def test_a_backup_has_what_can_be_restored_and_names_the_rest(on_unix):
    device = on_unix({**SAVES, **ODD})
    talk = device.talk
    device.ask(talk.connect, False)
    made = device.ask(talk.backup, "today")
    assert made["left_out"] == sorted(ODD)
    assert device.ask(talk.backed_up, made["text"])["files"] == sorted(SAVES)
    assert device.ask(talk.restore, made["text"], device.report) == {"kept_in": "/replaced_1"}


def as_backed_up(data):
    """Return the parts of a backup that state the content of a save."""
    return f'"{base64.b64encode(data).decode()}"', hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("finish", [True, False])
def test_a_restore_that_was_interrupted_is_finished_only_if_a_person_says_so(on_unix, finish):
    whole = {path.replace("/saves", "/saves.whole"): b"restored" for path in SAVES}
    device = on_unix({**SAVES, **whole})
    talk = device.talk
    device.ask(talk.connect, False)
    said = device.ask(talk.look)
    assert said["waits"] and {each["path"] for each in said["files"] if each["kind"] == "unfinished"} == set(whole)
    assert device.files() == {**SAVES, **whole}
    if finish:
        assert not device.ask(talk.look, True)["waits"]
    else:
        text = device.ask(talk.backup, "today")["text"]
        for old, new in zip(as_backed_up(b"7"), as_backed_up(b"8")):
            assert old in text
            text = text.replace(old, new)
        device.ask(talk.restore, text, device.report)
    there = device.files()
    wanted = dict.fromkeys(SAVES, b"restored") if finish else {**SAVES, "/saves/games/7": b"8"}
    assert {path: there[path] for path in SAVES} == wanted
    assert not [path for path in there if "whole" in path]


def test_what_an_interrupted_restore_had_put_aside_stays(on_unix):
    first = on_unix(SAVES)
    first.ask(first.talk.connect, False)
    text = first.ask(first.talk.backup, "today")["text"]
    aside = {f"/replaced_1{path}": b"old" for path in SAVES}
    whole = {path.replace("/saves", "/saves.whole"): b"interrupted" for path in SAVES}
    device = on_unix({**aside, **whole, "/replaced_2/saves/match": b"older"})
    device.ask(device.talk.connect, False)
    assert device.ask(device.talk.restore, text, device.report) == {"kept_in": ""}
    aside["/replaced_2/saves/match"] = b"older"
    assert device.files() == {**SAVES, **aside}
    assert device.ask(device.talk.restore, text, device.report) == {"kept_in": "/replaced_3"}
    assert device.files() == {**SAVES, **aside, **{f"/replaced_3{path}": data for path, data in SAVES.items()}}


# ---- faults of the program -------------------------------------------------------------------------------------------


def test_an_error_of_the_program_is_a_line_and_the_port_is_free(on_unix):
    device = on_unix(SAVES)
    device.ask(device.talk.connect, False)

    async def run(code, within_s):
        raise ValueError("odd\nthing")

    device.run, closed = run, device.closed
    (line,) = device.ask(device.talk.look)["error"]
    assert line.startswith("A fault of this program: ValueError: odd thing (test_workshop_talk.py, line ")
    assert "issue" in line and device.closed > closed
    del device.run
    assert "error" not in device.ask(device.talk.connect, False)


PLACES = """
from tools.workshop.page.page_files import lines_of, what_and_where
try:
    lines_of(None)
except AttributeError as error:
    print(what_and_where(error))
"""


def test_the_place_of_an_error_is_named_on_both():
    (here,), (there,) = on_cpython(PLACES), on_webassembly(PLACES, firmware.workshop())
    assert re.fullmatch(r"AttributeError: .* \(page_files.py, line \d+, in lines_of\)", here)
    assert re.fullmatch(r"AttributeError: .* \(tools.workshop.page.page_files, in lines_of\)", there)


def test_a_board_file_of_the_wizard_keeps_the_name_of_a_persons_own_and_takes_no_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert [own_file(name) for name in ("mine", DEFAULT_BOARD)] == [Path("mine.json"), Path("my_board.json")]
    Path("my_board.json").write_text("{}")
    Path("my_board_2.json").write_text("{}")
    assert own_file(DEFAULT_BOARD) == Path("my_board_3.json") and own_file("my_board") == Path("my_board.json")
