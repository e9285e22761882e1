"""The talk with a device in the page: tools/workshop on MicroPython's WebAssembly port does what CPython does."""

import functools
import inspect
import itertools
import json
import os
import random
import re
from pathlib import Path

import pytest
import wired_model
from compiled import tables_of
from deadline import wait_until
from flashed import flashed, without_main
from measured_device import answers
from page_steps import CORNERS
from page_workshop import page
from support.fuzz.odd_device import answering
from test_flash import MINE, NEW_FILES, OLD_FILES
from three_tiers import on_cpython, on_webassembly
from wired_model import a_model

from glowgrid import VERSION
from glowgrid.hardware.lights import order_of
from glowgrid.hardware.wire_order import wire_order
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER as BOARDS
from host_sim.boards.files import list_boards, load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.compile.build import board_json, staged_files
from tools.compile.layout.dark import dark
from tools.compile.layout.manifest import MANIFEST, digest, parsed, with_manifest
from tools.compile.layout.places import MODULES
from tools.web import device_files, firmware
from tools.workshop.flash import flash
from tools.workshop.page.own_board import files_of
from tools.workshop.talk import advice
from tools.workshop.talk.plan import make_plan
from tools.workshop.talk.selftest import DARK

PLANS = """
from tools.compile.layout.manifest import Manifest
from tools.workshop.talk.plan import make_plan
PATHS = "/main.py /board.json /glowgrid/manifest.json /glowgrid/x.mpy /glowgrid/x.py /glowgrid/x/y.mpy".split()
PATHS += "/games/a.json /games/a.tables /glowgrid/modules.bin /saves/settings /glowgrid/__init__.mpy".split()
seed = 1
def below(count):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 16) % count
def some(paths):
    return {path: "abc"[below(3)] for path in paths if below(2)}
for _ in range(300):
    staged = some(PATHS)
    there = some(PATHS + [path + ".new" for path in PATHS])
    manifests = [Manifest(files=some(PATHS)) if below(2) else Manifest() for _ in range(3)]
    folders = [path for path in PATHS + ["/glowgrid", "/glowgrid/x", "/main.py.new"] if not below(4)]
    plan = make_plan(staged, there, manifests, folders)
    print(bool(plan), plan.copy, plan.switch, plan.remove, plan.park, plan.unchanged, plan.first, plan.clear)
"""


def test_the_page_makes_the_plans_of_the_command_line():
    here = on_cpython(PLANS)
    assert len(set(here)) > 250
    assert on_webassembly(PLANS, firmware.workshop()) == here


@pytest.mark.parametrize("name", list_boards())
def test_a_board_file_at_the_page_gives_the_files_of_the_command_line(name):
    text = (BOARDS / f"{name}.json").read_text(encoding="utf-8")
    for chip, link in itertools.product(device_files.chips(name), (None, True, False)):
        made, staged = files_of(text, chip, link), board_json(name, chip=chip, link=link)
        assert json.loads(made.pop("/board.json")) == json.loads(staged)
        assert made == {"/glowgrid/dark.py": dark(json.loads(staged))}


WORDS = """
from tools.workshop.talk import advice
from tools.workshop.talk.compatible import Machine, why_unfit
no_prompt = advice.no_prompt("the Pico", b"glowgrid")
for line in advice.ONE_FILE + no_prompt + advice.other_program("the Pico", "CircuitPython"):
    print(line)
for has in ("circuitpython", (1, 26, 0), "rp2040", 0), ("micropython", (1, 26, 0), "rp2350", 0):
    print(why_unfit(Machine(*has), {}))
print(why_unfit(Machine("micropython", (1, 26, 0), "rp2040", 5), {"/a.mpy": b"M\\x06\\0\\x1f"}))
"""


def test_the_page_names_no_option_and_no_command():
    said = on_webassembly(WORDS, firmware.workshop())
    assert len(said) > 15 and not [line for line in said if "--" in line or "`" in line]
    assert "choose another board" in said[-2] and "connect again" in said[-1]


SENTENCE = re.compile(r"[A-Z].*\.")


@pytest.mark.parametrize(
    "lines",
    [
        advice.ONE_FILE,
        advice.other_program("the Pico", "CircuitPython")[1:],
        advice.no_prompt("COM3", b"some sketch")[1:],
        advice.no_prompt("COM3", b"glowgrid: the menu is on the lights")[1:],
        advice.no_prompt("COM3", b"")[1:],
    ],
)
def test_each_line_of_what_to_do_with_another_device_is_a_sentence(lines):
    assert [line for line in lines if not SENTENCE.fullmatch(line)] == []


@functools.cache
def device_data():
    return device_files.files()


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_a_board_of_the_page_has_the_files_of_the_command_line(name):
    """The manifest, which the page makes, is compared on a device."""
    for chip in device_files.chips(name):
        whole = staged_files(name, chip=chip)
        del whole[MANIFEST]
        assert device_files.joined(device_data(), name, chip) == whole


def test_an_update_of_0_2_0_takes_over_all_that_it_had_flashed():
    """What it does is in tests/workshop/test_workshop_bars.py; here is what it plans."""
    was = parsed((Path(__file__).parents[1] / "data/manifest_of_0_2_0.json").read_bytes())
    assert (was.version, was.board) == ("0.2.0", DEFAULT_BOARD)
    there = {**was.files, MANIFEST: "", "/saves/match": "s", "/games/mine.json": "m", "/notes.txt": "n"}
    files = flashed(was.board) | {"/games/corners.json": b"", "/games/corners.tables": b""}
    staged = {path: digest(data) for path, data in files.items()} | {
        "/games/corners.json": was.files["/games/corners.json"]
    }
    plan = make_plan(staged, there, [was])
    assert plan.park == plan.clear == plan.first == () and plan.remove == (
        "/glowgrid/games/fano.json",
        "/glowgrid/names.txt",
    )
    assert set(plan.copy) == set(plan.switch) == set(files) - set(plan.unchanged)
    assert "/games/corners.json" in plan.unchanged and {MANIFEST, MODULES, "/main.py"} <= set(plan.copy)


FILES = {**NEW_FILES, "/board.json": b'{"name":"new","mcu":"rp2040"}'}
OWN = {"/games/mine.txt": b"mine", "/games/corners.json": CORNERS.encode(), "/games/none.json": b"{}"}
MADE = {"/games/corners.tables": tables_of(CORNERS)}  # of JSON that an older Glowgrid had flashed
WAS = {**with_manifest({**OLD_FILES, **OWN}, "old"), **MINE, "/saves/games/7": b"7", "/select.py": b"X = 1\n"}


def test_the_page_flashes_as_the_command_line_does(pico_image, tmp_path):
    pico, twin = (Pico(pico_image, files=WAS, first=True) for _ in range(2))
    with port(pico) as path, page(path, tmp_path) as talk:
        about = talk.ask("connect", False)
        assert about.pop("machine").startswith("Raspberry Pi Pico with RP2040, micropython 1.")
        left = ["/select.py hides a module of MicroPython from other programs"]
        said = {"chip": "rp2040", "board": "old", "version": VERSION, "interrupted": False, "linked": False}
        assert about == {**said, "left": left}
        there = {each["path"]: each["size"] for each in talk.ask("look")["files"]}
        ours = "/glowgrid/", "/main.py", "/board.json"
        kept = {path: len(WAS[path]) for path in WAS if not path.startswith(ours)}
        assert there == kept and {"/games/mine.txt", "/settings"} <= set(kept)
        talk.put("/new", FILES)
        planned = talk.ask("plan", "/new")
        assert pico.files() == WAS
        done = talk.ask("update", "/new")
        assert {name: done[name] for name in ("copy", "switch", "remove", "park", "bytes")} == {
            name: planned[name] for name in ("copy", "switch", "remove", "park", "bytes")
        }
        copied = sum(report.get("copied", 0) for report in talk.reports)
        assert copied == done["bytes"] and {"total": copied} in talk.reports and {"step": "Checking"} in talk.reports
        assert talk.ask("leave") == {}
        assert talk.ask("look")["error"] == ["The Pico is not connected: connect first"]
    with port(twin) as path:
        flash(path, with_manifest({**FILES, **OWN, **MADE}, "new"))
    assert pico.files() == twin.files()
    pico.run_until(b"running new+")


def test_the_page_moves_files_both_ways(pico_image, tmp_path):
    crash = bytes(range(256))
    pico = Pico(pico_image, files={"/crash.txt": crash, "/boot.py": b"", "/main.py": SAYS_THE_MENU}, first=True)
    with port(pico) as path, page(path, tmp_path) as talk:
        assert [line.split()[0] for line in talk.ask("connect", True)["left"]] == ["/boot.py"]
        assert talk.ask("fetch", '["/crash.txt", "/none"]', "/from") == {"files": ["/crash.txt"]}
        talk.put("/to", {"/games/a.json": b"{}"})
        assert talk.ask("bring", "/to", "ask") == {"files": ["/games/a.json"], "in_the_way": []}
        talk.ask("remove", '["/crash.txt"]')
        assert talk.ask("bring", "/from", "ask") == {"files": ["/crash.txt"], "in_the_way": []}
        assert talk.reports == [{"total": 256}, {"step": "/crash.txt"}, {"copied": 256}]
        assert talk.ask("remove", '["/games/a.json", "/none"]') == {}
        leave(talk, pico, path)
        assert talk.ask("started") == {"on": "the menu is on the lights"}
    assert pico.files() == {"/replaced_1/boot.py": b"", "/crash.txt": crash, "/main.py": SAYS_THE_MENU}


SAYS_THE_MENU = b"import time\nprint('glowgrid: the menu is on the lights')\ntime.sleep(999)\n"


def leave(talk, pico, path):
    """Leave a Pico; wait until it has been reset and its port is back."""
    resets = pico.resets
    assert talk.ask("leave") == {}
    wait_until(lambda: pico.resets > resets and pico.connected and os.path.exists(path), "its port is back")


@pytest.mark.long
def test_a_cable_out_at_any_exchange_is_a_line_and_the_next_visit_finishes(pico_image, tmp_path):
    pico = Pico(pico_image, files=WAS, first=True)
    with port(pico) as path:
        for at in range(3, 1000, 7):
            with page(path, tmp_path, unplug_at=at) as talk:
                error = visited(talk).get("error")
            if not error:
                break
            assert len(error) == 1 and error[0].startswith("Lost the Pico ")
    assert at > 20
    kept = {path: WAS[path] for path in (*MINE, "/saves/games/7", "/select.py")}
    assert pico.files() == {**kept, **with_manifest({**FILES, **OWN, **MADE}, "new")}


def visited(talk):
    """Update, and leave; return the last answer."""
    talk.put("/new", FILES)
    answer = {}
    for visit in ("connect", False), ("update", "/new"), ("leave",):
        answer = answer if "error" in answer else talk.ask(*visit)
    return answer


WIZARD = """
import json
from tools.workshop.talk.wiring.find import find
MODEL
def plain(some):
    if isinstance(some, dict):
        return sorted([(name, plain(each)) for name, each in some.items()])
    return [plain(each) for each in some] if isinstance(some, (list, tuple)) else some
def at_once(talk):
    try:
        talk.send(None)
    except StopIteration as done:
        return done.value
with open(FILE) as file:
    cases = json.load(file)
for about, wires in cases:
    model = Model(*wires)
    board = at_once(find(about, model, model))
    print(model.questions, model.said, plain(board))
"""


@pytest.mark.parametrize("count", [3, pytest.param(60, marks=pytest.mark.long)])
def test_the_page_finds_the_wiring_of_the_command_line(tmp_path, count):
    chance = random.Random(45)
    about, cases = load_board("pico_ws2812_16x16_keys_4x4"), []
    for width, height in [(8, 8), (16, 8), (16, 16)] * (count // 3):
        model = a_model(chance, width, height)
        leds = {**about["leds"], "width": width, "height": height}
        wires = model.width, model.places, model.channels, model.rows, model.columns, model.diodes
        cases.append(({**about, "leds": leds}, wires))
    text = json.dumps(cases)
    (tmp_path / "cases.json").write_text(text)
    source = inspect.getsource(wired_model).partition("def mounted")[0]
    program = WIZARD.replace("MODEL", source.partition('"""\n')[2])
    here = program.replace("FILE", repr(str(tmp_path / "cases.json")))
    there = program.replace("FILE", "'/firmware/cases.json'")
    said = on_cpython(here)
    assert len(said) == len(cases)
    assert on_webassembly(there, {**firmware.workshop(), "cases.json": text.encode()}) == said


def test_a_person_at_the_page_answers_the_wizard(pico_image, tmp_path):
    """A keypad, whose keys cannot be wired wrongly; its LEDs are turned by 180 degrees."""
    keypad = "pimoroni_pico_rgb_keypad"
    files = without_main(keypad)
    pico = Pico(pico_image, files, Hardware(load_board(keypad)).parts)
    with port(pico) as path, page(path, tmp_path) as talk:
        talk.answers += [True, "blue", "green", [2, 3], [3, 2]]
        answer = talk.ask("wiring", "", "my_board")
        board = json.loads(answer["text"])
        assert talk.answers == [] and list(order_of(board["leds"])) == list(wire_order(4, 4, "rows", 180))
        assert board["leds"]["channels"] == "BGR" and "leds.rotate: nothing -> 180" in answer["differs"]
        assert talk.ask("board_files", answer["text"], "/made") == {"files": ["/board.json", "/glowgrid/dark.py"]}
        assert "error" in talk.ask("board_files", "{}", "/made")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_report_whose_last_step_fails_has_what_was_measured(tmp_path):
    *measured, _, _, _, _ = answers(DEFAULT_BOARD)
    with answering([*measured, *[(b"", b"OSError: 5\r\n")] * 9]) as path, page(path, tmp_path) as talk:
        talk.answers += [True] * 9
        found = talk.ask("measure")
    assert "OSError: 5" in found["missing"] and json.loads(found["report"])["bounce"]["keys"] == 2
    assert any(line.startswith("supply: ") for line in found["lines"])


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_the_page_passes_the_lines_of_the_self_test_on(tmp_path):
    said = b"selftest: press every key\r\nodd\r\nselftest: all 16 keys work\r\nselftest: done\r\n"
    with answering([(said, b"")]) as path, page(path, tmp_path) as talk:
        assert talk.ask("selftest") == {"unseen": ""}
        lines = [report["line"] for report in talk.reports]
    assert lines == ["selftest: press every key", DARK, "selftest: all 16 keys work", "selftest: done"]
