"""How a device was wired is found out by looking and pressing: on emulated boards, wired in many wrong ways."""

import contextlib
import copy
import functools
import json
import random

import pytest
from typer.testing import CliRunner

from glowgrid.hardware.light_tables import wire_order
from host_sim.boards import load_board
from host_sim.pico.bench import PowerCut
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import MS, KeyMatrix
from host_sim.pico.profile import profile_of
from tools.commands import application
from tools.device.build import staged_files
from tools.device.repl import session
from tools.device.wiring import report
from tools.device.wiring.command import find_and_write
from tools.device.wiring.find import differences
from tools.device.wiring.lights import TURNS
from tools.errors import ToolError

FIRST, WITH_DIODES = "pico_ws2812_8x8_keys_4x4", "pico_ws2812_8x8_keys_8x8"
KEYPAD, TILES = "pimoroni_pico_rgb_keypad", "pico_neotrellis_8x8"
ROLES = {"up": 1, "left": 4, "select": 5, "right": 6, "down": 9, "back": 3, "undo": 15}


class Owner:
    """Looks at the emulated LEDs and presses the emulated keys; knows how they are really wired: `real`, a board."""

    def __init__(self, pico, real, hardware, matrix):
        self.pico, self.hardware, self.matrix = pico, hardware, matrix
        self.width, self.columns = real["leds"]["width"], real["keys"]["width"]
        self.pixels = pixels_of(real["leds"])
        if hardware.tiles:  # the bench lists them by the addresses of the board file, not as they really lie
            addresses = load_board(real["name"])["leds"]["addresses"]
            lies = [16 * real["leds"]["addresses"].index(address) for address in addresses]
            self.pixels = [self.pixels[first + led] for first in lies for led in range(16)]
        self.said = []

    def say(self, text):
        self.said.append(text)

    def seen(self):
        """The only LED that is on, by its place on the wire, and its colour."""
        self.pico.run_ms(20)
        rgb = self.hardware.frames()[-1].rgb
        ((at, _),) = [(at, level) for at, level in enumerate(rgb) if level]
        return at // 3, ("red", "green", "blue")[at % 3]

    def steady(self):
        return self.seen()[0] == 0

    def place(self):
        row, column = divmod(self.pixels[self.seen()[0]], self.width)
        return column, row

    def colour(self):
        return self.seen()[1]

    def press(self, column, row):
        key = row * self.columns + column
        now = self.pico.now_ns
        self.matrix.at(now + 150 * MS, "press", key, bounces=(MS, 2 * MS))
        self.matrix.at(now + 240 * MS, "release", key)


@functools.cache
def standing(name, image):
    """A Pico with the firmware for a board that waits in the REPL, its LEDs on the wire, its keys not yet."""
    from host_sim.pico.bench import Pico

    hardware = Hardware(load_board(name))
    files = staged_files(name)
    del files["/main.py"]
    pico = Pico(image, files=files, parts=[part for part in hardware.parts if part is not hardware.matrix]).boot()
    pico.exec("pass")
    return pico, hardware


def found(name, image, changes, folder, rise_ns=3000, owner=Owner):
    """What is found out about a board of this name that was wired with `changes`, and what was said."""
    pico, hardware = standing(name, image)
    about = load_board(name)
    real = wired(about, changes)

    def case(pico):
        matrix = hardware.matrix
        if matrix:
            matrix = KeyMatrix.of_board(real, rise_ns=rise_ns)
            matrix.attach(pico)
        hardware.board = real
        somebody = owner(pico, real, hardware, matrix)
        board = find_and_write(pico.exec, about, somebody, folder / "mine.json")
        return board, somebody.said, real

    return pico.forked(case)


def wired(about, changes):
    real = copy.deepcopy(about)
    for part, values in changes.items():
        real[part].update(values)
    return real


def wirings():
    """The right way and forty wrong ones to wire the first board: first one part wrong, then several at once."""
    for rotate in TURNS:
        for mirror in (False, True):
            for order in ("rows", "serpentine"):
                yield {"leds": {"rotate": rotate, "mirror": mirror, "order": order}}
    for channels in ("RGB", "RBG", "GBR", "BRG", "BGR"):
        yield {"leds": {"channels": channels}}
    rows, columns = [2, 3, 4, 5], [6, 7, 8, 9]
    yield {"keys": {"rows": columns, "columns": rows}}  # transposed
    yield {"keys": {"rows": rows[::-1], "columns": columns}}
    yield {"keys": {"rows": rows, "columns": columns[::-1]}}
    yield {"keys": {"rows": columns[::-1], "columns": rows}}  # turned
    yield {"keys": {"rows": columns, "columns": rows[::-1]}}
    yield {"keys": {"rows": rows, "columns": columns, "diodes": "row_to_column"}}
    yield {"keys": {"rows": rows, "columns": columns, "diodes": "column_to_row"}}
    yield {"keys": {"rows": [10, 11, 12, 13], "columns": [26, 27, 28, 22]}}  # other pins
    yield {"keys": {"rows": [3, 2, 5, 4], "columns": [6, 9, 7, 8]}}
    chance = random.Random(11)
    for _ in range(11):
        pins = chance.sample(range(15), 8)  # GP15 makes the sounds, GP16 the light
        yield {
            "leds": {
                "rotate": chance.choice(TURNS),
                "mirror": chance.random() < 0.5,
                "order": chance.choice(("rows", "serpentine")),
                "channels": chance.choice(("RGB", "GRB", "BGR")),
            },
            "keys": {
                "rows": pins[:4],
                "columns": pins[4:],
                "diodes": chance.choice(("none", "row_to_column", "column_to_row")),
            },
        }


def same(board, real):
    """The differences between two boards; two ways to say the same order of LEDs are one."""
    plain = []
    for each in (board, real):
        each = copy.deepcopy(each) | {"name": "", "drawing": []}
        each["leds"]["mirror"] = each["leds"]["rotate"] = each["leds"]["order"] = list(pixels_of(each["leds"]))
        plain.append(each)
    return list(differences(*plain))


def pixels_of(leds):
    return wire_order(
        leds["width"], leds["height"], leds["order"], leds["rotate"], leds.get("mirror"), leds.get("tile")
    )


WIRINGS = list(wirings())
SOON = (30,)  # one with everything wrong


@pytest.mark.emulator
@pytest.mark.parametrize(
    "changes", [pytest.param(w, id=str(n), marks=() if n in SOON else pytest.mark.long) for n, w in enumerate(WIRINGS)]
)
def test_a_board_wired_wrongly_is_found_out_and_written(pico_image, changes, tmp_path):
    board, said, real = found(FIRST, pico_image, changes, tmp_path)
    assert same(board, real) == []
    if same(load_board(FIRST), real):
        assert board == load_board(tmp_path / "mine.json")
        assert said[-1].startswith(f"{tmp_path / 'mine.json'} is written")
    else:
        assert said[-1] == f"everything is wired as {FIRST} says" and not list(tmp_path.iterdir())


def test_there_are_forty_wrong_ways():
    assert (
        len({json.dumps(changes) for changes in WIRINGS if same(load_board(FIRST), wired(load_board(FIRST), changes))})
        == 40
    )


@pytest.mark.emulator
def test_lights_on_spi_and_tiles_on_a_bus(pico_image, tmp_path):
    board, said, real = found(KEYPAD, pico_image, {"leds": {"rotate": 270, "mirror": True}}, tmp_path)
    assert same(board, real) == []
    addresses = [0x2F, 0x31, 0x30, 0x2E]
    board, said, real = found(
        TILES, pico_image, {"leds": {"addresses": addresses}, "keys": {"addresses": addresses}}, tmp_path
    )
    assert same(board, real) == []


class Tapper(Owner):
    """Taps with contacts that bounce for 3 ms when they close and 8 ms when they open."""

    def tap(self, key, times, seconds):
        at = self.pico.now_ns + 200 * MS
        for _ in range(times):
            self.matrix.at(at, "press", key, bounces=(MS // 2, MS, 2 * MS, 3 * MS))
            self.matrix.at(at + 90 * MS, "release", key, bounces=(4 * MS, 8 * MS))
            at += 200 * MS


def test_edges_are_sorted_into_presses_and_releases():
    times = [0, 400, 900, 80_000, 200_000, 290_000, 290_300, 291_000]
    assert report.bursts(times) == ([[400, 900], []], [[], [300, 1000]])
    assert report.bursts([]) == ([], [])


@pytest.mark.long
@pytest.mark.emulator
def test_a_report_tells_what_the_parts_do_and_the_bench_does_as_they_do(pico_image, monkeypatch):
    monkeypatch.setattr(report, "TAP_S", 3)
    pico, hardware = standing(FIRST, pico_image)

    def case(pico):
        matrix = KeyMatrix.of_board(hardware.board, rise_ns=12_000)
        matrix.attach(pico)
        pico.mcu.adc.channel_values[3] = 2048
        talk = Tapper(pico, hardware.board, hardware, matrix)
        return report.measure(pico.exec, hardware.board, talk, hands_off_s=1)

    found = json.loads(json.dumps(pico.forked(case)))
    assert found["chip"]["machine"].startswith("Raspberry Pi Pico") and found["chip"]["megahertz"] == 125
    assert found["at_ground"] == found["joined"] == [] and found["hands_off"] == {"seconds": 1, "presses": 0}
    assert all(abs(volts - 4.95) < 0.05 for _, volts in found["milliamps_and_volts"])
    milliamps = [step for step, _ in found["milliamps_and_volts"]]
    assert milliamps[0] == 64 and milliamps == sorted(milliamps) and milliamps[-1] <= 200
    assert all(11 <= us <= 16 for us in found["rise_us"].values()) and len(found["rise_us"]) == 8
    assert 700_000 < found["times"]["level_3_move_us"] < 1_100_000 and 0 < found["times"]["scan_us"] < 2000
    bounce = found["bounce"]
    assert len(bounce["presses_us"]) == len(bounce["releases_us"]) == 40
    assert 7900 <= bounce["longest_us"] <= 8100 and bounce["bounce_ms"] == 14
    again = Hardware(load_board(FIRST), profile=profile_of(found))
    assert again.matrix.rise_ns == 1000 * max(found["rise_us"].values())
    again.press(5)
    assert again.matrix.planned == 4
    again.release(5)
    assert again.matrix.planned == 6
    said = list(report.lines(found))
    assert 'contacts bounce for 8.0 ms at most: "bounce_ms": 14' in said


@pytest.mark.emulator
@pytest.mark.parametrize("cut", [None, 0, 12, 13])
def test_power_pulled_while_it_saves_leaves_the_last_save_whole(pico_image, monkeypatch, cut):
    monkeypatch.setattr(report, "PULL_S", 2)
    monkeypatch.setattr(report, "BACK_S", 0)
    pico, hardware = standing(FIRST, pico_image)

    class Puller(Owner):
        plugged = 0
        away = 0  # tries to connect that fail before the port is there again

        def plugged_in(self):
            self.plugged += 1
            self.away = 3
            self.pico.power_cycle().boot()

    def case(pico):
        talk = Puller(pico, hardware.board, hardware, hardware.matrix)

        @contextlib.contextmanager
        def connect():
            if talk.away:
                talk.away -= 1
                raise ToolError("no port yet")
            try:
                yield pico.exec
            except PowerCut as gone:
                raise ToolError("the device is gone") from gone

        if cut is not None:
            pico.flash_model.cut_at(len(pico.flash_model.operations) + cut)
        found = report.pull_power(connect, talk)
        return found, talk.plugged, pico.exec("import os; print('report' in os.listdir())")

    found, plugged, left = pico.forked(case)
    assert left.strip() == "False"
    if cut is None:
        assert found is None and not plugged
    else:
        assert found["whole"] == (found["saves"] >= 1) == (cut > 0) and plugged == 1


def test_a_device_that_cannot_be_reached_is_no_power_cut():
    """Nobody is told to pull the plug before the device saves."""

    @contextlib.contextmanager
    def connect():
        raise ToolError("another program has the port")
        yield

    with pytest.raises(ToolError, match="another program"):
        report.pull_power(connect, None)


@pytest.mark.long
@pytest.mark.emulator
def test_a_device_may_be_silent_for_longer_than_mpremote_waits(pico_image):
    """Somebody looks for a key, or nobody touches any for a minute."""
    from host_sim.pico.bench import Pico
    from host_sim.pico.serial_port import port

    with port(Pico(pico_image, files={})) as path:
        with session(path) as run:
            assert run("import time\ntime.sleep(11)\nprint('here')") == "here\n"
        with pytest.raises(ToolError, match="^[^\n]*ValueError: no[^\n]*$"), session(path) as run:
            run("raise ValueError('no')")


@pytest.mark.parametrize("odd", [{}, [], {"bounce": {}}, {"bounce": {"presses_us": [[1]], "releases_us": [[]]}}])
def test_what_is_no_report_is_refused(odd):
    with pytest.raises(ValueError, match="report"):
        profile_of(odd)


@pytest.mark.emulator
def test_a_person_answers_at_the_terminal(pico_image, tmp_path):
    """On a keypad whose keys cannot be wired wrongly; its LEDs were turned by 180 degrees."""
    from host_sim.pico.bench import Pico
    from host_sim.pico.serial_port import port

    hardware = Hardware(load_board(KEYPAD))
    files = staged_files(KEYPAD)
    del files["/main.py"]
    pico = Pico(pico_image, files=files, parts=hardware.parts).boot()
    turned = list(wire_order(4, 4, "rows", 180))
    with port(pico) as path:
        mine = tmp_path / "mine.json"
        typed = ["y", "b", "x", "g", "3 4", "1", "4 3"]
        words = ["selftest", "--wiring", "--port", path, "--output", str(mine)]
        done = CliRunner().invoke(application(words), words, input="\n".join(typed) + "\n")
    assert done.exit_code == 0, done.output
    leds = load_board(mine)["leds"]
    assert list(pixels_of(leds)) == turned and leds["channels"] == "BGR"
    assert "r, g or b is wanted" in done.output and "leds.rotate: 0 -> 180" in done.output
    assert not any(hardware.frames()[-1].rgb)


class Clumsy(Owner):
    """Presses the key to the right of the one that is asked for."""

    def press(self, column, row):
        super().press(min(column + row, 3), row)


@pytest.mark.emulator
def test_what_makes_no_sense_is_one_line(pico_image, tmp_path):
    def said(changes, prepare=lambda matrix: None, owner=Owner):
        class Prepared(owner):
            def say(self, text):
                if text.startswith("Keys") or text.startswith("Lights"):
                    prepare(self.matrix)

        with pytest.raises(ToolError) as failed:
            found(FIRST, pico_image, changes, tmp_path, owner=Prepared)
        assert not list(tmp_path.iterdir())
        return str(failed.value)

    swapped = {"keys": {"rows": [2, 3, 4, 5], "columns": [9, 8, 7, 6]}}
    assert said(swapped, owner=Clumsy).startswith(
        "the keys (1, 1), (2, 1) and (1, 2) join pins GP2 and GP9, GP2 and GP8 and GP3 and GP8:"
    )
    bridge = said({}, lambda matrix: matrix.press(6))
    assert bridge == "joined though no key is down: GP3 and GP8; a bridge of solder, or a key that sticks"
