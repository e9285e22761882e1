"""LEDs on an HT16K33, electrically: what the driver sends, as the chip of host_sim/pico/ht16k33.py takes it, and its
keys beside them."""

import copy
import json
import random

import drivers
import pytest
from cases import by_day, long

from glowgrid.console.palette import STONE, WHITE
from glowgrid.hardware import board_check
from glowgrid.hardware.lights import order_of
from host_sim.boards.files import BoardError, load_board, without_bounce
from host_sim.boards.panels import places_of
from host_sim.boards.parts import device_board
from host_sim.console.session import Session
from host_sim.pico.ht16k33 import DIMMING, DISPLAY, ROW_INT, SYSTEM, UNKNOWN
from host_sim.pico.keypad import bounce_times
from tools.lab.pico.bars import WORST_MS, WORST_ON_HT16K33_MS
from tools.pico.play_on_pico import play

MS = 1_000_000
TWO_COLOURS, SCANNED = "pico_ht16k33_8x8_buttons", "pico_ht16k33_8x8_keys_7x1"
HALVES = [{"at": [0, 0], "order": "columns"}, {"at": [8, 0], "order": "columns"}]
ACROSS = [{"at": [0, 0]}, {"at": [8, 0]}]
# By name: a board, changes to its "leds", and its bit (COM line, ROW line) for some pixels, of each colour.
# From Adafruit's matrix.py: Matrix8x8x2, Matrix8x8, Matrix16x8 (FeatherWing), MatrixBackpack16x8.
WIRED = {
    "two colours": (TWO_COLOURS, {}, {(3, 5): ((5, 11), (5, 3))}),
    "two colours, keys": (SCANNED, {"channels": "GR"}, {(7, 0): ((0, 15), (0, 7))}),
    "two colours, red first": (TWO_COLOURS, {"channels": "RG"}, {(3, 5): ((5, 3), (5, 11))}),
    "one colour, bare": (SCANNED, {}, {(3, 5): ((5, 3),), (0, 7): ((7, 0),)}),
    "one colour, backpack": (SCANNED, {"order": "wrapped"}, {(3, 5): ((5, 2),), (0, 7): ((7, 7),)}),
    "16x8 FeatherWing": (SCANNED, {"width": 16, "panels": HALVES}, {(3, 5): ((3, 5),), (10, 6): ((2, 14),)}),
    "16x8 backpack": (SCANNED, {"width": 16, "panels": ACROSS}, {(3, 5): ((5, 3),), (10, 6): ((6, 10),)}),
}
QUICK = "two colours, keys"  # the one that the gate boots


def board_of(name):
    like, changes, _ = WIRED[name]
    board = copy.deepcopy(load_board(like))
    board["leds"] |= changes
    if "panels" in changes:
        board["leds"]["places"] = places_of(changes["panels"], board["leds"]["width"])
    return board


def wired(image, name, case):
    return drivers.wired(image, board_of(name), case)


def lit(chip):
    """Return the (COM line, ROW line) of the LEDs that are on."""
    return {(at % 64 // 8, at // 64 * 8 + at % 8) for at, bright in enumerate(chip.shows()) if bright}


@pytest.mark.parametrize("name", WIRED)
def test_a_board_file_may_wire_it_so(name, tmp_path):
    board = board_of(name)
    given = dict(board, leds={key: value for key, value in board["leds"].items() if key != "places"}, name="own")
    if "panels" in given["leds"]:
        given["leds"] = {key: value for key, value in given["leds"].items() if key not in ("order", "rotate")}
    (path := tmp_path / "own.json").write_text(json.dumps(given))
    assert board_check.fault(json.loads(device_board(load_board(path)))) is None


@pytest.mark.parametrize(
    "name, leds, said",
    [
        (TWO_COLOURS, {"width": 16}, "an HT16K33 drives 8 x 8 of two colours or 16 x 8 of one"),
        (SCANNED, {"width": 16, "height": 16}, "an HT16K33 drives 8 x 8 of two colours or 16 x 8 of one"),
        (SCANNED, {"width": 12}, "not made of modules of 8 x 8"),
        (SCANNED, {"channels": "GRB"}, "give the colour of its LEDs, R, G, B, W or Y, or RG or GR"),
        ("pico_max7219_8x8_buttons", {"channels": "RG"}, "give the colour of its LEDs, R, G, B, W or Y"),
    ],
)
def test_a_board_that_it_cannot_drive_is_refused_by_the_computer_and_by_the_device(name, leds, said, tmp_path):
    board = dict(load_board(name), name="own")
    board["leds"] = board["leds"] | leds
    (path := tmp_path / "own.json").write_text(json.dumps(board))
    with pytest.raises(BoardError, match=said):
        load_board(path)
    assert board_check.fault(board).startswith("leds")


@pytest.mark.parametrize("name", by_day(WIRED, QUICK))
def test_each_pixel_of_each_colour_is_where_adafruits_library_has_it(pico_image, name):
    def case(pico, hardware):
        width = hardware.board["leds"]["width"]
        for (column, row), bits in WIRED[name][2].items():
            for colours in range(1, 2 ** len(bits)):
                index = STONE + colours if len(bits) > 1 else WHITE  # sides: red, green, both
                pico.exec(
                    f"frame = bytearray({8 * width}); frame[{row * width + column}] = {index}; lights.show(frame)"
                )
                assert lit(hardware.chip) == {bit for at, bit in enumerate(bits) if colours >> at & 1}
                pico.run_ms(3)
                order, shown = order_of(hardware.board["leds"]), hardware.frames()[-1].rgb
                (led,) = [led for led in range(len(order)) if any(shown[3 * led : 3 * led + 3])]
                assert order[led] == row * width + column
                if len(bits) > 1:
                    assert [channel > 0 for channel in shown[3 * led :][:3]] == [
                        colours in (1, 3),
                        colours in (2, 3),
                        False,
                    ]
        return hardware.faults()

    assert wired(pico_image, name, case) == []


@pytest.mark.parametrize("name", [QUICK, long("two colours")])
def test_lights_are_dark_from_power_up_and_a_frame_repairs_every_register(pico_image, name):
    def case(pico, hardware):
        chip = hardware.chip
        dark = not any(any(frame.leds) for frame in chip.frames)
        pico.exec(f"lights.show(bytearray([{WHITE}] * 64))")
        whole, command, ram = chip.shows(), dict(chip.command), bytes(chip.ram)
        found = []
        for register in (SYSTEM, DISPLAY, ROW_INT, DIMMING):
            for change in (1, 6):
                chip.command[register] ^= change
                pico.exec("leds.write(lights.wire)")
                found.append((chip.command, chip.shows()) == (command, whole))
        for at in range(16):
            chip.ram[at] ^= 0x5A
        pico.exec("keys.scan(levels)\nleds.write(lights.wire)")
        found.append(bytes(chip.ram) == ram and chip.shows() == whole)
        pico.exec("micropython.heap_lock()\nleds.off()\nmicropython.heap_unlock()")
        pico.exec("for _ in range(3): keys.scan(levels)")
        return dark, all(whole), found, any(chip.shows()), chip.command[DISPLAY], hardware.faults()

    found = wired(pico_image, name, case)
    assert found == (True, True, [True] * 9, False, 1, [])


def test_the_current_of_the_chip_stays_within_the_budget_and_light_follows_the_brightness(pico_image):
    both = STONE + 3

    def case(pico, hardware):
        found = []
        for pixels in (1, 20, 64):
            for brightness in (1, 100, 255):
                said = pico.exec(
                    f"lights.brightness = {brightness}\n"
                    f"lights.show(bytearray([{both}] * {pixels} + [0] * {64 - pixels}))\nprint(lights.milliamps)"
                )
                chip = hardware.chip
                found.append((pixels, brightness, chip.milliamps(), int(said), chip.command[DIMMING]))
        return found

    budget = load_board(TWO_COLOURS)["power"]["budget_milliamps"]
    for pixels, brightness, drawn, said, dimming in wired(pico_image, QUICK, case):
        assert 0.8 * said - 1 <= drawn <= said <= budget
        assert dimming == (brightness >> 4 if pixels < 64 or brightness < 255 else 7)


@pytest.mark.parametrize("name", [QUICK, long("one colour, bare"), long("two colours")])
def test_scan_and_write_allocate_nothing_and_take_a_moment(pico_image, name):
    code = """
rgb = bytearray([200] * 192)
leds.write(rgb)
print(took_locked(leds.write, rgb), took_locked(keys.scan, levels))
"""
    write, scan = map(int, wired(pico_image, name, lambda pico, hardware: pico.exec(code)).split())
    print(f"write {write} us, scan {scan} us")
    assert write < 2000 and scan < 2500


def test_a_bus_that_refuses_some_transfers_loses_no_frame(pico_image):
    def case(pico, hardware):
        (bus,) = hardware.buses.values()
        bus.refuse(0.05)
        bus.stretch_ns = MS // 2
        pico.exec("keys, leds = board.drivers(about)")
        seen = []
        for at in range(12):
            pico.exec(f"rgb = bytearray(192); rgb[{3 * at}] = 9; leds.write(rgb)")
            seen.append(lit(hardware.chip))
        return seen, bus.refused > 0

    assert wired(pico_image, QUICK, case) == ([{(at // 8, 8 + at % 8)} for at in range(12)], True)


# main.py as it is flashed -----------------------------------------------------------------------


def waits(pico, hardware, presses, chance, bounce_ns=0):
    """Return the ms from each press, left and right in turn, to the end of the first frame that it changes; and how
    many led to another picture than such a press did before: 0 if each was heard once."""
    roles = hardware.board["keys"]["roles"]
    found, steady = [], []
    for number in range(presses):
        key = roles[("left", "right")[number % 2]]
        before = hardware.frames()
        closes = pico.now_ns + round(chance.uniform(20, 40) * MS)
        for action, at_ns in (("press", closes), ("release", closes + 90 * MS)):
            bounces = bounce_times(chance.randrange(1 << 30), bounce_ns) if bounce_ns else ()
            hardware.at(at_ns, action, key, bounces)
        pico.run_ms((closes - pico.now_ns) / MS + 90)
        changed = [frame for frame in hardware.frames(len(before)) if frame.rgb != before[-1].rgb]
        found.append((changed[0].end_ns - closes) / MS)
        steady.append(steady_picture(pico, hardware))
    return found, sum(seen != steady[at % 2] for at, seen in enumerate(steady))


def steady_picture(pico, hardware):
    """Return which LEDs shine within two seconds."""
    first = len(hardware.frames()) - 1
    pico.run_ms(250)
    return tuple(any(led) for led in zip(*(frame.rgb for frame in hardware.frames(first)), strict=True))


@pytest.mark.long
@pytest.mark.parametrize("name, worst_ms", [(SCANNED, WORST_ON_HT16K33_MS), (TWO_COLOURS, WORST_MS[False])])
@pytest.mark.parametrize("presses", [4, 60])
def test_a_press_that_bounces_is_heard_once_and_seen_within_the_bar_of_its_bus(pico_image, name, worst_ms, presses):
    def case(pico, hardware):
        clean, wrong = waits(pico, hardware, presses, random.Random(1))
        return clean, wrong + waits(pico, hardware, presses, random.Random(1), 5 * MS)[1]

    found, wrong = drivers.in_menu(pico_image, load_board(name), case)
    print(f"{name}: press to light, worst {max(found):.0f} ms")
    assert max(found) <= worst_ms and wrong == 0


@pytest.mark.long
@pytest.mark.parametrize("name", [SCANNED, TWO_COLOURS])
def test_a_chip_that_is_plugged_in_again_shows_the_picture_and_never_its_unknown_ram(pico_image, name):
    def case(pico, hardware):
        chip = hardware.chip
        before = hardware.frames()[-1].rgb
        hardware.unplug((0, 0x70))
        first = len(chip.frames)
        pico.run_ms(900)
        silent = b"leds: no answer from address 0x70 on I2C0 (SDA GP16, SCL GP17)" in pico.serial
        hardware.plug((0, 0x70))
        unknown = bytes(chip.ram) == UNKNOWN
        pico.run_ms(2500)
        many = max(sum(map(bool, frame.leds)) for frame in chip.frames[first:])
        most = sum(map(any, zip(*[iter(before)] * 3)))
        return silent, b"leds: here again" in pico.serial or b"keys: here again" in pico.serial, unknown, many, most

    silent, again, unknown, many, most = drivers.in_menu(pico_image, load_board(name), case)
    assert silent and again and unknown
    assert most <= many < 64


def played(image, board, folder, words, apart_ms):
    """Return what the emulated Pico and the simulator show when these keys are pressed, each [(time in ms, text)]."""
    at_ms, log = 1500, []
    for word in words.split():
        if word != "-":
            key = board["keys"]["roles"][word]
            log += [(at_ms, key, 1), (at_ms + 120, key, 0)]
        at_ms += apart_ms
    shown = list(Session(without_bounce(board), folder).play(log, at_ms + 1000))
    return list(play(board, log, at_ms + 1000, image)), shown


GAME = "select right select - - - - select right down select left select up select"


@pytest.mark.long
def test_a_game_looks_as_in_the_simulator(pico_image, tmp_path):
    pico, simulator = played(pico_image, load_board(TWO_COLOURS), tmp_path, GAME, 400)
    assert pico == simulator and len(pico) > 40


@pytest.mark.long
def test_a_game_with_the_chips_own_keys_looks_as_in_the_simulator(pico_image, tmp_path):
    """It finds keys a few ticks later: compare what is seen from then on until the next press."""
    words, apart_ms, found_ms, until_ms = "select right select - select right", 770, 100, 700
    pico, simulator = played(pico_image, load_board(SCANNED), tmp_path, words, apart_ms)
    times = range(1500, 1500 + apart_ms * len(words.split()), apart_ms)
    assert [during(pico, at + found_ms, at + until_ms) for at in times] == [
        during(simulator, at + found_ms, at + until_ms) for at in times
    ]
    assert len({text for _, text in pico}) > 15


def during(shown, begin_ms, end_ms):
    """Return the pictures that are seen between two times."""
    before = [text for time_ms, text in shown if time_ms <= begin_ms]
    return {before[-1], *(text for time_ms, text in shown if begin_ms < time_ms < end_ms)}
