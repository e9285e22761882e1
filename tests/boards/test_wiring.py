"""The tool finds out how a device is wired by looking and pressing: on emulated boards, wired wrongly in many ways."""

import contextlib
import functools
import json
import os
import random
import time

import pytest
from cases import long
from command_lines import invoke
from flashed import without_main
from wired_boards import ALL_WRONG, same, wired
from wired_model import NAMES, a_model

from glowgrid import VERSION
from glowgrid.hardware.lights import order_of
from glowgrid.hardware.wire_order import wire_order
from host_sim.boards.files import load_board
from host_sim.boards.parts import TIMINGS
from host_sim.cli.errors import ToolError
from host_sim.cli.installed import TOOLS
from host_sim.pico.bench import Pico, PowerCut
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import KeyMatrix
from host_sim.pico.profile import profile_of
from host_sim.pico.serial_port import port
from tools.lab.soak import command
from tools.workshop.selftest import write
from tools.workshop.serial_link import SerialLink, at_once
from tools.workshop.talk.session import Session
from tools.workshop.talk.wiring import bounce, power, report
from tools.workshop.talk.wiring.probe import Probe
from tools.workshop.wiring.emulated import MS, Owner, awaiting
from tools.workshop.wiring.wiring_command import find_and_write

LARGE = "pico_ws2812_16x16_keys_4x4"
FIRST, WITH_DIODES = "pico_ws2812_8x8_keys_4x4", "pico_ws2812_8x8_keys_8x8"
KEYPAD, TILES = "pimoroni_pico_rgb_keypad", "pico_neotrellis_8x8"
BUTTONS, MODULE = "pico_ws2812_8x8_buttons", "pico_max7219_8x8_buttons"
ROLES = {"up": 1, "left": 4, "select": 5, "right": 6, "down": 9, "back": 3, "undo": 15}


@functools.cache
def standing(name, image):
    """Return a Pico with the firmware for a board, waiting in the REPL; its LEDs are on the wire, its keys not yet."""
    hardware = Hardware(load_board(name))
    parts = [part for part in hardware.parts if part is not hardware.matrix]
    pico = Pico(image, files=without_main(name), parts=parts).boot()
    # Loaded once for all tests; each makes the driver itself.
    driver = hardware.board["leds"]["driver"]
    pico.exec(f"import glowgrid.hardware.board, glowgrid.hardware.leds_{driver}\ndel glowgrid")
    return pico, hardware


class Quick(Owner):
    """Has the finger on the key already, and presses it only briefly."""

    async def press(self, column, row):
        key = row * self.columns + column
        now = self.pico.now_ns
        self.keys.at(now + 50 * MS, "press", key, (MS, 2 * MS))
        self.keys.at(now + 110 * MS, "release", key)


def found(name, image, changes, folder, owner=Quick, threshold_ns=None, said_channels=None, **keys):
    """Return what is found out about a board of this name that was wired with `changes`, and what was said.

    threshold_ns: a pulse that is longer is a 1 to its LEDs; said_channels: what its file says of them, if that is
    wrong; keys: of the KeyMatrix.
    """
    pico, hardware = standing(name, image)
    about = load_board(name)
    real = wired(about, changes)
    about["leds"]["channels"] = said_channels or about["leds"]["channels"]

    def case(pico):
        matrix = hardware.matrix
        if matrix:
            matrix = KeyMatrix.of_board(real, **keys)
            matrix.attach(pico)
        if threshold_ns:
            hardware.line.threshold_ns = threshold_ns
        hardware.board = real
        somebody = owner(pico, real, hardware, matrix)
        board = at_once(find_and_write(awaiting(pico.exec), about, somebody, folder / "mine.json"))
        return board, somebody.said, real

    return pico.forked(case)


RIGHT = {"keys": {"rows": [2, 3, 4, 5], "columns": [6, 7, 8, 9]}}
TRANSPOSED = {"keys": {"rows": [9, 8, 7, 6], "columns": [2, 3, 4, 5], "diodes": "row_to_column"}}


@pytest.mark.parametrize("changes", [ALL_WRONG, *map(long, (RIGHT, TRANSPOSED))])
def test_wrong_wiring_is_found_and_written(pico_image, changes, tmp_path):
    board, said, real = found(FIRST, pico_image, changes, tmp_path)
    assert same(board, real) == []
    if same(load_board(FIRST), real):
        assert board == load_board(tmp_path / "mine.json")
        assert said[-1].startswith(f"{tmp_path / 'mine.json'} is written")
    else:
        assert said[-1] == f"everything is wired as {FIRST} says" and not list(tmp_path.iterdir())


@pytest.mark.long
def test_lights_on_spi_and_tiles_on_a_bus(pico_image, tmp_path):
    board, said, real = found(KEYPAD, pico_image, {"leds": {"rotate": 270, "mirror": True}}, tmp_path)
    assert same(board, real) == []
    addresses = [0x2F, 0x31, 0x30, 0x2E]
    board, said, real = found(
        TILES, pico_image, {"leds": {"addresses": addresses}, "keys": {"addresses": addresses}}, tmp_path
    )
    assert same(board, real) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "name, changes",
    [
        ("pico_ht16k33_8x8_buttons", {"channels": "RG", "rotate": 90}),
        ("pico_ht16k33_8x8_keys_7x1", {"order": "wrapped", "rotate": 180}),
    ],
)
def test_lights_on_an_ht16k33(pico_image, name, changes, tmp_path):
    board, _, real = found(name, pico_image, {"leds": changes}, tmp_path)
    assert same(board, real) == []


@pytest.mark.long
def test_a_key_at_every_light(pico_image, tmp_path):
    changes = {"leds": {"rotate": 180}, "keys": {"rows": [9, 8, 7, 6, 5, 4, 3, 2], "diodes": "column_to_row"}}
    board, said, real = found(WITH_DIODES, pico_image, changes, tmp_path)
    assert same(board, real) == [] and board == load_board(tmp_path / "mine.json")


@pytest.mark.parametrize("channels", ["GRB", "GRBW"])
def test_each_byte_of_the_wire_is_one_channel_of_leds_with_three_or_four(pico_image, channels):
    pico, hardware = standing(FIRST, pico_image)
    real = wired(load_board(FIRST), {"leds": {"channels": channels}})

    def case(pico):
        hardware.board = real
        probe, owner = Probe(awaiting(pico.exec), load_board(FIRST)), Owner(pico, real, hardware)
        at_once(probe.begin_lights({}))
        seen = []
        for byte in (0, 1, 2, 3, 9, 64 * len(channels) - 1):
            at_once(probe.light(byte))
            seen.append((byte, owner.seen()))
        return seen

    for byte, seen in pico.forked(case):
        place, channel = divmod(byte, len(channels))
        assert seen == (place, NAMES[channels[channel]])


@pytest.mark.long
@pytest.mark.parametrize("number", range(2))
def test_chains_of_turned_panels(pico_image, number, tmp_path):
    """The same as in test_many_wirings.py, through the real driver and the wires."""
    chance = random.Random(number)
    name = FIRST if number == 0 else LARGE
    leds = load_board(name)["leds"]
    model = a_model(chance, leds["width"], leds["height"])
    changes = {
        "leds": {"places": model.places, "channels": model.channels},
        "keys": {"rows": model.rows, "columns": model.columns, "diodes": model.diodes},
    }
    said = "GRBW" if len(model.channels) == 3 else "GRB"
    board, _, real = found(name, pico_image, changes, tmp_path, said_channels=said)
    assert same(board, real) == []
    assert board == load_board(tmp_path / "mine.json")


@pytest.mark.long
def test_lights_that_want_another_timing(pico_image, tmp_path):
    """A 1 of the safest timing is high for 700 ns; these take that for a 0."""
    board, said, real = found(FIRST, pico_image, {"leds": {"timing": TIMINGS["ws2812b"]}}, tmp_path, threshold_ns=750)
    assert same(board, real) == [] and board["leds"]["timing"] == TIMINGS["ws2812b"]


@pytest.mark.long
def test_separate_buttons(pico_image, tmp_path):
    pins = [9, 28, 4, 20, 6, 1, 22]
    board, said, real = found(BUTTONS, pico_image, {"keys": {"pins": pins}}, tmp_path)
    assert same(board, real) == [] and board["keys"]["pins"] == pins


@pytest.mark.long
def test_modules_of_one_colour_that_are_turned(pico_image, tmp_path):
    board, said, real = found(MODULE, pico_image, {"leds": {"rotate": 90, "mirror": True}}, tmp_path)
    assert same(board, real) == [] and board["leds"]["channels"] == "R"


@pytest.mark.long
def test_a_report_of_separate_buttons(pico_image, monkeypatch):
    make_quick(monkeypatch)
    pico, hardware = standing(BUTTONS, pico_image)

    def case(pico):
        buttons = KeyMatrix.of_board(hardware.board, rise_ns=12_000)
        buttons.attach(pico)
        return at_once(
            report.measure(awaiting(pico.exec), hardware.board, Owner(pico, hardware.board, hardware, buttons))
        )

    found = json.loads(json.dumps(pico.forked(case)))
    assert not any(found["lines"].values()) and sorted(found["rise_us"]) == list("2345678")
    contacts = found["bounce"]
    assert contacts["keys"] == 7 and len(contacts["presses_us"]) == len(contacts["releases_us"]) == 14
    assert 7900 <= contacts["longest_us"] <= 8100


def test_edges_are_sorted_into_presses_and_releases():
    times = [0, 400, 900, 80_000, 200_000, 290_000, 290_300, 291_000]
    assert bounce.bursts(times) == ([[400, 900], []], [[], [300, 1000]])
    assert bounce.bursts([]) == ([], [])


def test_a_histogram_has_a_bar_for_each_range_of_times():
    lasted = [0, 0, 400, 500, 501, 8000, 8000, 8000, 8000, 45_000]
    assert list(bounce.histogram(lasted)) == [
        "    none ######## 2",
        "  to 0.5 ######## 2",
        "    to 1 #### 1",
        "    to 8 ################ 4",
        "  longer #### 1",
    ]


@pytest.mark.long
def test_a_report_describes_the_parts_and_the_bench_behaves_like_them(pico_image, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(report, "HANDS_OFF_S", 1)
    monkeypatch.setattr(bounce, "TAPS", 3)
    pico, hardware = standing(FIRST, pico_image)

    def case(pico):
        matrix = KeyMatrix.of_board(hardware.board, rise_ns=12_000)
        matrix.attach(pico)
        pico.mcu.adc.channel_values[3] = 2048
        talk = Owner(pico, hardware.board, hardware, matrix)
        return at_once(report.measure(awaiting(pico.exec), hardware.board, talk))

    found = json.loads(json.dumps(pico.forked(case)))
    assert found["chip"]["machine"].startswith("Raspberry Pi Pico") and found["chip"]["megahertz"] == 125
    assert not any(found["lines"].values()) and found["hands_off"] == {"seconds": 1, "presses": 0}
    assert all(abs(volts - 4.95) < 0.05 for _, volts in found["milliamps_and_volts"])
    # Even steps to 200 mA, as far as possible: one more level of 64 white LEDs is 15 mA.
    assert [milliamps for milliamps, _ in found["milliamps_and_volts"]] == [64, 95, 125, 155, 200]
    assert all(11 <= us <= 16 for us in found["rise_us"].values()) and len(found["rise_us"]) == 8
    assert 700_000 < found["times"]["level_3_move_us"] < 1_100_000 and 0 < found["times"]["scan_us"] < 2000
    contacts = found["bounce"]
    assert contacts["keys"] == 16 and len(contacts["presses_us"]) == len(contacts["releases_us"]) == 48
    assert 7900 <= contacts["longest_us"] <= 8100 and contacts["bounce_ms"] == 14
    again = Hardware(load_board(FIRST), profile=profile_of(found))
    assert again.matrix.rise_ns == 1000 * max(found["rise_us"].values())
    again.press(5)
    assert again.matrix.planned == 4
    again.release(5)
    assert again.matrix.planned == 6
    said = list(report.lines(found))
    assert 'write into the board file, under "keys": "bounce_ms": 14' in said
    assert "bounce of 48 presses, in ms:" in said and "bounce of 48 releases, in ms:" in said
    path = tmp_path / "report.json"
    write(found, path)
    command(profile=path, presses=40)
    assert "none lost, none doubled" in capsys.readouterr().out


@pytest.mark.parametrize("cut", [12, *map(long, (None, 0, 13))])
def test_power_cut_during_a_save_leaves_the_last_save_whole(pico_image, monkeypatch, cut):
    monkeypatch.setattr(power, "PULL_S", 2)
    pico, hardware = standing(FIRST, pico_image)

    class Puller(Owner):
        plugged = 0
        away = 0  # attempts to connect that fail before the port is back

        def pull(self, seconds):
            if cut is not None:
                self.pico.flash_model.cut_at(len(self.pico.flash_model.operations) + cut)

        async def plugged_in(self):
            self.plugged += 1
            self.away = 3
            await super().plugged_in()

    def case(pico):
        talk = Puller(pico, hardware.board, hardware)

        @contextlib.asynccontextmanager
        async def connect():
            if talk.away:
                talk.away -= 1
                raise ToolError("no port yet")
            try:
                yield awaiting(pico.exec)
            except PowerCut as gone:
                raise ToolError("the device is gone") from gone

        pico.exec("import os\nos.mkdir('/report')\nopen('/report/mine', 'w').close()")
        found = at_once(power.pull_power(connect, talk))
        left = pico.exec("import os\nprint(os.listdir('/report'), 'report' in os.listdir('/glowgrid'))")
        return found, talk.plugged, left

    found, plugged, left = pico.forked(case)
    assert left.strip() == "['mine'] False"
    if cut is None:
        assert found is None and not plugged
    else:
        assert found["whole"] == (found["saves"] >= 1) == (cut > 0) and plugged == 1


def test_a_device_that_cannot_be_reached_is_no_power_cut():
    """The tool asks for the plug to be pulled only once the device saves."""

    @contextlib.asynccontextmanager
    async def connect():
        raise ToolError("another program has the port")
        yield

    with pytest.raises(ToolError, match="another program"):
        at_once(power.pull_power(connect, None))


@pytest.mark.long
def test_a_device_may_be_silent_for_longer_than_mpremote_waits(pico_image):
    """The person looks for a key, or touches none for a minute."""
    with port(Pico(pico_image, files={})) as path:
        assert said_by(path, "import time\ntime.sleep(11)\nprint('here')") == "here\n"
        with pytest.raises(ToolError, match="^[^\n]*ValueError: no[^\n]*$"):
            said_by(path, "raise ValueError('no')")


def said_by(path, code):
    async def talk():
        async with Session(SerialLink(path)) as run:
            return await run(code)

    return at_once(talk())


@pytest.mark.parametrize("content", [None, "{", "[]", '{"bounce": {"presses_us": [], "releases_us": []}}'])
def test_a_profile_that_is_no_report_is_one_line(tmp_path, content):
    path = tmp_path / "report.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ToolError, match=f"^{path}[^\n]*$"):
        command(profile=path)


def test_shorts(pico_image):
    """To 3.3 V, to ground, to the wire of the LEDs."""
    about = load_board(FIRST)
    pico, hardware = standing(FIRST, pico_image)

    def case(pico):
        pico.mcu.gpio[4].set_input_value(True)
        pico.mcu.gpio[9].set_input_value(False)
        bridge = KeyMatrix([3], [about["leds"]["pin"]])
        bridge.attach(pico)
        bridge.press(0)
        return at_once(Probe(awaiting(pico.exec), about).lines()).faults()

    assert pico.forked(case) == [
        "GP9 is low though nothing pulls it low: shorted to ground",
        "GP4 stays high though it is pulled low: shorted to 3.3 V",
        "GP3 and GP16 are joined though no key is down: a solder bridge, or a stuck key",
    ]


def test_leds_on_another_pin_than_the_file_says_are_suspected_first(pico_image):
    about = load_board(FIRST)
    about["leds"]["pin"] = 17
    pico, hardware = standing(FIRST, pico_image)

    class Attentive(Owner):
        async def steady(self):
            return bool(hardware.frames()) and await super().steady()

    def case(pico):
        with pytest.raises(ToolError) as error:
            at_once(find_and_write(awaiting(pico.exec), about, Attentive(pico, about, hardware), "not_written.json"))
        return str(error.value), error.value.steps

    said, (first, *_, last) = pico.forked(case)
    assert said == "no light is steady: DIN may be on another GP than GP17"
    assert "move it to GP17" in first and '"pin"' in first and "DOUT" in last


def make_quick(monkeypatch):
    """Shorten a report to some seconds."""
    monkeypatch.setattr(report, "TIMES", "found = {'scan_us': 1}")
    monkeypatch.setattr(report, "HANDS_OFF_S", 1)
    monkeypatch.setattr(bounce, "IDLE_S", 1)
    monkeypatch.setattr(bounce, "TAPS", 2)
    monkeypatch.setattr(power, "PULL_S", 1)


@pytest.mark.long
@pytest.mark.parametrize("name, answers", [(KEYPAD, "0x20"), ("pico_neotrellis_4x4", "0x2E")])
def test_a_report_of_keys_on_a_bus(pico_image, monkeypatch, name, answers):
    make_quick(monkeypatch)
    pico, hardware = standing(name, pico_image)

    class Lazy(Owner):
        def tap(self, key, times):
            if key < 2:
                super().tap(key, times)

    def case(pico):
        return at_once(report.measure(awaiting(pico.exec), hardware.board, Lazy(pico, hardware.board, hardware)))

    found = json.loads(json.dumps(pico.forked(case)))
    said = list(report.lines(found))
    part = hardware.board["keys"]
    wires = f"sda (GP{part['sda']}) high, scl (GP{part['scl']}) high at rest"
    assert f"I2C{part['i2c']}: {wires}; {answers} answered" in said
    contacts = found["bounce"]
    assert contacts["keys"] == 2 and len(contacts["presses_us"]) == len(contacts["releases_us"]) == 4
    if name == KEYPAD:
        assert 200 < contacts["resolution_us"] < 2000 and 6000 < contacts["longest_us"] <= 9000
        assert profile_of(found).release_ns == 1000 * contacts["longest_us"]
    else:
        assert contacts["resolution_us"] == 10_000 and "bounce_ms" not in contacts


@pytest.mark.long
def test_from_the_wiring_to_the_board_file_to_the_report(pico_image, tmp_path, monkeypatch):
    """A person at the terminal, at a keypad that cannot be wired wrongly; its LEDs are turned by 180 degrees."""
    make_quick(monkeypatch)
    hardware = Hardware(load_board(KEYPAD))
    pico = Pico(pico_image, files=without_main(KEYPAD), parts=hardware.parts).boot()
    turned = list(wire_order(4, 4, "rows", 180))
    mine, saved = tmp_path / "mine.json", tmp_path / "report.json"

    with port(pico) as path:

        def run(*words, typed=()):
            for _ in range(100):  # the port vanishes while the device resets
                if os.path.exists(path):
                    break
                time.sleep(0.1)
            return invoke(*words, "--port", path, typed="\n".join(typed) + "\n")

        typed = ["y", "b", "x", "g", "3 4", "1", "4 3"]
        done = run("selftest", "--wiring", "--report", str(saved), "--output", str(mine), typed=typed)
        assert isinstance(done.exception, ToolError), done.output
        assert str(done.exception).startswith(f"{saved} waits: flash {mine}, then {TOOLS} selftest --report")
        leds = load_board(mine)["leds"]
        assert list(order_of(leds)) == turned and leds["channels"] == "BGR"
        assert load_board(mine)["parts"] == load_board(KEYPAD)["parts"]
        assert "enter r, g, b or w" in done.output and "leds.rotate: 0 -> 180" in done.output
        assert not any(hardware.frames()[-1].rgb) and not saved.exists()
        done = run("flash", "--board", str(mine))
        assert done.exit_code == 0, done.output
        done = run("selftest", "--report", str(saved))
        assert done.exit_code == 0, done.output
    found = json.loads(saved.read_text())
    assert found["board"] == "mine" and found["version"] == VERSION and "first_frame_us" in found["times"]


@pytest.mark.long
def test_the_emulated_pico_can_be_examined(pico_image, tmp_path, monkeypatch):
    make_quick(monkeypatch)
    monkeypatch.setattr(Owner, "tap", lambda owner, key, times: None)  # as if the person had left
    monkeypatch.setenv("GLOWGRID_UF2", str(pico_image))
    monkeypatch.chdir(tmp_path)
    done = invoke("selftest", "--wiring", "--report", "report.json", "--emulator", "--board", FIRST)
    assert done.exit_code == 0, done.output
    assert f"everything is wired as {FIRST} says" in done.output and not (tmp_path / "my_board.json").exists()
    found = json.loads((tmp_path / "report.json").read_text())
    assert 300_000 < found["times"]["first_frame_us"] < 700_000
    assert found["power_pulled"] == {"saves": found["power_pulled"]["saves"], "whole": True}
    assert f"Glowgrid {VERSION}; last reset: " in done.output and "contacts: no key was tapped" in done.output


class Clumsy(Quick):
    """Presses the key to the right of the requested one."""

    async def press(self, column, row):
        await super().press(min(column + row, 3), row)


def refused(image, folder, changes, prepare=lambda matrix: None, owner=Quick, name=FIRST, **keys):
    """Return the message that gives up on the wiring of such a board; no board file is written then."""

    class Prepared(owner):
        def say(self, text):
            if text.startswith("Lines"):
                prepare(self.keys)

    with pytest.raises(ToolError) as failed:
        found(name, image, changes, folder, owner=Prepared, **keys)
    assert not list(folder.iterdir())
    return str(failed.value)


@pytest.mark.long
def test_nonsense_is_one_line(pico_image, tmp_path):
    swapped = {"keys": {"rows": [2, 3, 4, 5], "columns": [9, 8, 7, 6]}}
    assert refused(pico_image, tmp_path, swapped, owner=Clumsy).startswith(
        "the keys (1, 1), (2, 1) and (1, 2) join pins GP2 and GP9, GP2 and GP8 and GP3 and GP8:"
    )
    bridge = refused(pico_image, tmp_path, {}, lambda matrix: matrix.press(6))
    assert bridge == "GP3 and GP8 are joined though no key is down: a solder bridge, or a stuck key"


@pytest.mark.long
def test_a_reversed_diode_is_named(pico_image, tmp_path):
    odd = refused(pico_image, tmp_path, {}, name=WITH_DIODES, reversed_diodes=[16])
    assert odd.startswith("the diode of the key in column 1 of row 3 differs from those of the other keys: reversed")
