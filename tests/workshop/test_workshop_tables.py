"""The tables of the command line through the page's talk: what is left on a Pico, what runs there, what it answers.

The page says the same lines, but no command and no option: what to do is done in the page.
"""

import json
import os
import re

import pytest
from flashed import flashed
from page_workshop import page
from support.fuzz.odd_device import OPENING, answering
from test_device_answers import GOOD
from test_flash import FULL, LEFTOVERS, NOT_ON, ON, WIRED, whole_but_little
from test_flash_ports import GOOD as FITS
from test_flash_ports import HEARD, UNFIT, saying
from test_workshop import FILES, leave
from three_tiers import on_webassembly

from host_sim.boards import DEFAULT_BOARD
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.compile.layout.manifest import MANIFEST
from tools.web import firmware
from tools.workshop.talk.compatible import Machine, why_unfit

OF_THE_COMMAND_LINE = re.compile(r"`|--[a-z]|run this|mpremote")


def for_the_page(line):
    """Return a line of the command line as the page says it."""
    return re.sub(r"remove it with `mpremote rm :(.*)`", r"remove \1", line.removeprefix("error: "))


def assert_lines(answer, *wanted):
    """Each of these is in the first line of an error; no line is of the command line."""
    first, *steps = answer["error"]
    assert all(words in first for words in wanted), first
    assert not [line for line in (first, *steps) if OF_THE_COMMAND_LINE.search(line) or "\n" in line]


def staged():
    """Return what the page puts into a folder: the manifest is made in the page."""
    return {path: data for path, data in flashed(DEFAULT_BOARD).items() if path != MANIFEST}


# ---- what is left on a Pico ------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", LEFTOVERS)
def test_after_an_update_the_menu_is_on_or_the_error_says_why(pico_image, tmp_path, name):
    theirs, tidy, last = LEFTOVERS[name]
    pico = Pico(pico_image, {**whole_but_little(), **theirs}, Hardware(WIRED).parts)
    with port(pico) as path, page(path, tmp_path) as talk:
        found = talk.ask("connect", False)
        if tidy:
            assert talk.ask("connect", True)["left"] == found["left"]
        talk.put("/staged", staged())
        done = talk.ask("update", "/staged")
        leave(talk, pico, path)
        answer = talk.ask("started")
    if last == ON:
        assert answer == {"on": ON}
    else:
        assert_lines(answer, for_the_page(last))
    there = pico.files()
    for path, data in theirs.items():
        kept = f"/replaced_1{path}"
        moved = path in ("/main.py", "/glowgrid/__init__.py")
        assert there.get(kept if tidy or moved else path) == data
        assert (path in done["park"]) == moved
        silent = path == "/main.py" or path.startswith(("/glowgrid", "/games"))
        assert silent or any(line.startswith(path + " ") for line in found["left"])


@pytest.mark.long
def test_what_the_pico_says_in_place_of_a_menu_is_the_error(pico_image, tmp_path):
    rows = {
        "print('one', end='\\x1b[2J\\n')\n1 / 0\n": "ZeroDivisionError: divide by zero",
        "print('glowgrid: x is missing: run `glowgrid flash`')\n": "glowgrid: x is missing: update it",
    }
    with page(None, tmp_path) as talk:
        for program, said in rows.items():
            with port(Pico(pico_image, {"/main.py": program.encode()})) as path:
                talk.plug(path)
                assert_lines(talk.ask("started"), NOT_ON.removeprefix("error: ") + said)


@pytest.mark.long
def test_a_pico_without_room_keeps_all_it_has(pico_image, tmp_path):
    pico = Pico(pico_image, files=FULL, first=True)
    with port(pico) as path, page(path, tmp_path) as talk:
        talk.ask("connect", False)
        talk.put("/large", {**FILES, "/glowgrid/large.bin": bytes(200_000)})
        assert_lines(talk.ask("update", "/large"), "Not enough room on the board", "remove files of your own")
    assert pico.files() == FULL


@pytest.mark.long
def test_a_half_written_file_and_a_strange_one_under_its_name_are_taken_as_they_are(pico_image, tmp_path):
    large = bytes(range(256)) * 80
    half = {"/glowgrid/large.bin.new": large[:16384], "/main.py.new": b"# of another update"}
    pico = Pico(pico_image, files=half, first=True)
    with port(pico) as path, page(path, tmp_path) as talk:
        talk.ask("connect", False)
        talk.put("/new", {**FILES, "/glowgrid/large.bin": large})
        done = talk.ask("update", "/new")
        assert {"copied": 16384} in talk.reports
        talk.ask("leave")
    there = pico.files()
    assert done["park"] == [] and there["/glowgrid/large.bin"] == large and there["/main.py"] == FILES["/main.py"]
    assert not [path for path in there if path.endswith(".new")]


# ---- what runs on a device, and what it answers ----------------------------------------------------------------------

UNFIT_ROWS = """
import json
from tools.workshop.talk.compatible import Machine, why_unfit
with open("/firmware/rows.json") as file:
    for about, files in json.load(file):
        files = {path: bytes.fromhex(text) for path, text in files.items()}
        print(why_unfit(Machine(about["name"], tuple(about["version"]), about["machine"], about["mpy"]), files))
"""


def test_each_unsuitable_device_is_refused_in_the_page_too():
    cases = [({**FITS, **changes}, files, said) for changes, files, said in UNFIT]
    rows = [(about, {path: data.hex() for path, data in files.items()}) for about, files, _ in cases]
    told = on_webassembly(UNFIT_ROWS, {**firmware.workshop(), "rows.json": json.dumps(rows).encode()})
    assert len(told) == len(cases)
    for line, (about, files, said) in zip(told, cases):
        here = str(why_unfit(Machine(**about), files))
        assert (line == "None") == (said is None) and not OF_THE_COMMAND_LINE.search(line)
        assert line.split(":")[0] == here.split(":")[0]


POSIX = pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")


@POSIX
def test_what_comes_in_place_of_a_prompt_is_named_in_the_page_too(tmp_path):
    with page(None, tmp_path, stop_s=1) as talk:
        for heard, said, back_key in HEARD:
            with saying(heard) as path:
                talk.plug(path)
                answer = talk.ask("connect", False)
                assert_lines(answer, said)
                steps = answer["error"][1:]
                assert any("BOOTSEL" in step for step in steps)
                assert any("back key" in step and "connect again" in step for step in steps) == back_key


NONE, EMPTY = (b"null", b""), (b"", b"")
# What a good device answers to `connect` and then to `plan`.
CONNECTS = [*OPENING, (GOOD, b""), NONE, NONE, NONE, EMPTY]
PLANS = [EMPTY, NONE, NONE, EMPTY, NONE, NONE, EMPTY, (b"[]", b"")]
NONSENSE = [b"\xff\xfe", b"5", b'"abc"', b"[1]", b"{}", b"1e999", b"[" * 2000, b'{"path": 1}']
BLAMED = re.compile(r"answered no|is not MicroPython|says ")


@POSIX
@pytest.mark.long
@pytest.mark.parametrize("all_of_it", [False, True])
def test_nonsense_at_any_exchange_is_blamed_in_a_line(tmp_path, all_of_it):
    """Some of it is a right answer, where nothing is checked."""
    good, blamed = CONNECTS + PLANS, set()
    with page(None, tmp_path) as talk:
        talk.put("/new", FILES)

        def answered(answers):
            with answering(answers) as path:
                talk.plug(path)
                answer = talk.ask("connect", False)
                answer = answer if "error" in answer else talk.ask("plan", "/new")
                talk.ask("leave")
            return answer

        assert "error" not in answered(good)
        for at in range(len(good)):
            odds = [(b"", b"OSError: 5\r\n"), (b"", b"\r\n")] + [(each, b"") for each in NONSENSE]
            for odd in odds if all_of_it else (odds[0], odds[at % len(odds)]):
                answer = answered([*good[:at], odd, *good[at + 1 :]])
                if "error" in answer:
                    assert_lines(answer)
                    assert BLAMED.search(answer["error"][0]) and "connect again" in answer["error"][0], answer
                    blamed.add(at)
    assert blamed == set(range(len(good)))
