"""Every board, electrically: contacts close, and light comes off the wires; then main.py as flashed."""

import json

import drivers
import emulator
import pytest
from cases import by_day, long
from flashed import flashed

from glowgrid.console.palette import RED, RGB
from glowgrid.hardware.fault import square
from glowgrid.hardware.lights import kind
from host_sim.boards.files import list_boards, load_board
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import bounce_times
from tools.lab.soak import EVENTS, heard

PROMPT = b">>> "
BOARDS = [name for name in list_boards() if name != "pico_ws2812_8x8_keys_4x4"]
WITH_8X8_KEYS = "pico_ws2812_8x8_keys_8x8"
KEYPAD = "pimoroni_pico_rgb_keypad"
TRELLIS, TILE = "pico_neotrellis_8x8", "pico_neotrellis_4x4"
CHIP = "pico_ht16k33_8x8_buttons"
EACH_DRIVER = WITH_8X8_KEYS, KEYPAD, TILE  # together they have all drivers
# Each key lights the LEDs at its place while it is down.
ECHO = """
frame = bytearray(lights.width * lights.height)
across = about['keys']['width']
block = max(1, lights.width // across)

def echo(until_ms):
    # Scan 2 ms after each multiple of 4, at which contacts move: a move amid a scan would show in half of it.
    seen = bytes(levels)
    while ticks_ms() < until_ms:
        keys.scan(levels)
        if levels != seen:
            for key in range(keys.count):
                if levels[key] == seen[key]:
                    continue
                row, column = divmod(key, across)
                for y in range(row * block, row * block + block):
                    for x in range(column * block, column * block + block):
                        frame[y * lights.width + x] = levels[key]
            seen = bytes(levels)
            lights.show(frame)
        sleep_us(4000 - (ticks_us() - 2000) % 4000)
"""


def wired(path, name, case):
    """case(pico, hardware) in a fork."""
    return drivers.wired(path, load_board(name), case, ECHO)


def lit(hardware, frames):
    """Return the pixels that are on in each frame, as the player sees them."""
    order = kind(hardware.board)(hardware.board, bytes(3), None).order
    return [
        sorted(order[led] for led in range(len(order)) if any(frame.rgb[3 * led : 3 * led + 3])) for frame in frames
    ]


def after_ms(pico, wait_ms):
    """Return the time that much later, in ms; a multiple of 4, at which no key is being scanned."""
    return pico.now_ns // MS // 4 * 4 + wait_ms


@pytest.mark.parametrize("name", by_day(BOARDS, *EACH_DRIVER))
def test_lights_are_black_as_soon_as_their_driver_is_made(pico_image, name):
    """After a reset they show the previous frame or, with APA102, anything."""
    frames = wired(pico_image, name, lambda pico, hardware: hardware.frames())
    assert frames and not any(any(frame.rgb) for frame in frames)


@pytest.mark.parametrize("name", by_day(list_boards(), KEYPAD, TILE))
def test_every_key_pressed_once_lights_its_own_led(pico_image, name):
    """Each is released when the next is pressed; but tile by tile, as tiles do not change their LEDs simultaneously."""
    board = load_board(name)
    keys, leds = board["keys"], board["leds"]
    width = keys["width"]

    def tile(key):
        return (key // width // 4, key % width // 4) if keys["driver"] == "seesaw" else None

    def together(key, following):
        return following is not None and tile(key) == tile(following)

    order = sorted(range(width * keys["height"]), key=lambda key: (tile(key) or (), key))
    every_ms = 36 if leds["width"] == 16 else 24 if keys["driver"] == "seesaw" else 16

    def case(pico, hardware):
        for part in hardware.tiles:
            part.prompt = True  # the soak has chips as slow as real ones
        pico.exec("leds.off()")
        dark = len(hardware.frames())
        at_ms = after_ms(pico, 20)
        for key, following in zip(order, order[1:] + [None]):
            hardware.at(at_ms * MS, "press", key)
            at_ms += every_ms
            hardware.at(at_ms * MS, "release", key)
            if not together(key, following):
                at_ms += every_ms
        pico.exec(f"echo({at_ms + 20})")
        pico.run_ms(12)
        return lit(hardware, hardware.frames(dark)), hardware.faults(), hardware.matrix and hardware.matrix.shorts

    shown, faults, shorts = wired(pico_image, name, case)
    block = max(1, leds["width"] // keys["width"])
    expected = []
    for key, following in zip(order, order[1:] + [None]):
        row, column = key // keys["width"] * block, key % keys["width"] * block
        expected.append([(row + y) * leds["width"] + column + x for y in range(block) for x in range(block)])
        if not together(key, following):
            expected.append([])
    assert shown == expected
    assert faults == []
    assert not shorts


@pytest.mark.parametrize("name", by_day(BOARDS, *EACH_DRIVER))
def test_scan_and_write_allocate_nothing_and_take_a_moment(pico_image, name):
    code = """
rgb = [bytearray([n] * 3 * len(frame)) for n in (1, 2)]
print(took_locked(keys.scan, levels))
for data in rgb[0], rgb[1], rgb[1]:
    print(took_locked(leds.write, data))
    sleep_ms(20)
"""
    scan, _, write, again = map(int, wired(pico_image, name, lambda pico, hardware: pico.exec(code)).split())
    print(f"{name}: scan {scan} us, write {write} us, of the same frame {again} us")
    board = load_board(name)
    assert (
        scan
        < {
            "matrix": 100 if board["keys"]["width"] == 4 else 200,
            "pins": 100,
            "tca9555": 400,
            "seesaw": 1500,
            "ht16k33": 2500,
        }[board["keys"]["driver"]]
    )
    assert (
        write
        < {
            "ws2812": 300,
            "apa102": 400,
            "max7219": 1500,
            "ht16k33": 2000,
            "seesaw": 7000 * board["leds"]["width"] ** 2 // 16,
        }[board["leds"]["driver"]]
    )


def test_bounce_of_five_milliseconds_is_one_press_and_a_stuck_key_spoils_no_other(pico_image):
    stuck, others = 15, (0, 3, 10)

    def case(pico, hardware):
        hardware.press(stuck)
        start_ms = after_ms(pico, 150)  # the script is compiled first
        for n, key in enumerate(others):
            for action, at_ms in (("press", 0), ("release", 60)):
                bounces = bounce_times(seed=n, lasts_ns=5 * MS)
                hardware.at((start_ms + 120 * n + at_ms) * MS + 3_100_000 * n, action, key, bounces)
        return pico.exec(f"{EVENTS}events({start_ms + 120 * len(others) + 40})")

    events = heard(wired(pico_image, KEYPAD, case))
    assert events == [(kind, key) for key in others for kind in (1, 2)]  # the stuck one was down before the first scan


def test_white_leds_get_the_common_part_of_the_three_colours(pico_image):
    code = """
leds.close()
about['leds']['channels'] = 'GRBW'
keys, leds = board.drivers(about)
rgb = bytearray(192)
rgb[0:6] = bytes((9, 9, 9, 20, 30, 40))
leds.write(rgb)
sleep_ms(5)
leds.off()
"""

    def case(pico, hardware):
        pico.exec(code)
        return hardware.line.frames[-2:], hardware.faults()

    (frame, dark), faults = wired(pico_image, WITH_8X8_KEYS, case)
    assert (len(frame.data), frame.data[:8]) == (256, bytes((0, 0, 0, 9, 10, 0, 20, 20)))
    assert not any(dark.data) and len(dark.data) == 256
    assert faults == []


@pytest.mark.parametrize("name", [KEYPAD, TILE])
def test_a_silent_bus_is_reported_once_it_lasts(pico_image, name):
    code = """
failed = 0
began = ticks_ms()
try:
    while True:
        keys.scan(levels)
        leds.write(bytearray([failed & 255] * 3 * len(frame)))
        failed += 1
        sleep_ms(10)
except ValueError as error:
    print(failed, ticks_diff(ticks_ms(), began), error)
"""

    def case(pico, hardware):
        hardware.buses[0].devices.clear()
        return pico.exec(code)

    failed, took_ms, error = wired(pico_image, name, case).split(" ", 2)
    # With a silent wire, half a second may pass before the driver asks.
    assert (int(failed) == 10 if name == KEYPAD else 10 <= int(failed) <= 61) and int(took_ms) < 2000
    address = next(iter(Hardware(load_board(name)).buses[0].devices))
    assert error.startswith(
        f"no answer from address 0x{address:02X} on I2C0 (SDA GP4, SCL GP5): check its wires and power"
    )


@pytest.mark.parametrize("name", [TILE, KEYPAD])
@pytest.mark.parametrize("seed", [1, long(2)])
def test_a_bus_that_refuses_some_transfers_is_set_up_and_loses_nothing(pico_image, name, seed):
    """One in twenty, from the start; a busy part also stretches the clock now and then."""

    def case(pico, hardware):
        (bus,) = hardware.buses.values()
        bus.refuse(0.05, seed)
        bus.stretch_ns = MS // 2
        pico.exec("keys, leds = board.drivers(about)")
        seen = []
        for n, key in enumerate((0, 5, 15)):
            for move in hardware.press, hardware.release:
                move(key)
                pico.run_ms(30)
                seen.append(json.loads(pico.exec("keys.scan(levels)\nprint(list(levels))")))
            pico.exec(f"leds.write(bytearray([{n} + 1] * 3 * len(frame)))\nsleep_ms(5)")
        return seen, hardware.frames()[-1].rgb, bus.refused, hardware.faults()

    seen, shown, refused, faults = wired(pico_image, name, case)
    assert [[key for key, level in enumerate(levels) if level] for levels in seen] == [[0], [], [5], [], [15], []]
    assert shown == bytes([3] * 48)
    assert refused and faults == []


PLUGGED = """
from glowgrid.hardware import plugged
watched = plugged.Leds(leds)
lights = kind(about)(about, bytes((0, 0, 0, 255, 255, 255)), watched)
both = plugged.Keys(about, keys, watched, lights, 0)
lights.show(bytearray([1] * len(frame)))
"""


def test_a_replugged_tile_is_set_up_again_and_shows_the_missed_frame(pico_image):
    """In the middle of a match, on every board: test_unplugged.py."""
    a_second = "for _ in range(100):\n both.scan(levels)\n sleep_ms(10)\n"

    def case(pico, hardware):
        pico.exec(PLUGGED)
        (plug,) = hardware.plugs()
        hardware.unplug(plug)
        said = [pico.exec(a_second)]
        hardware.plug(plug)
        said.append(pico.exec(a_second))
        hardware.press(9)
        pico.run_ms(30)
        return said, hardware.frames()[-1].rgb, pico.exec("both.scan(levels)\nprint(list(levels))")

    said, shown, levels = wired(pico_image, TILE, case)
    assert said[0].startswith("glowgrid: keys: no answer from address 0x2E") and said[0].count("\n") == 1
    assert said[1] == "glowgrid: keys: here again\n"
    assert all(shown) and json.loads(levels) == [0] * 9 + [1] + [0] * 6


@pytest.mark.parametrize(
    "name, missing, named, twice", [long(TRELLIS, [0x2F], 0x2F, True), (TILE, [0x2E], 0x2E, False)]
)
def test_a_missing_tile_may_have_the_address_of_another_that_answers(pico_image, name, missing, named, twice):
    def case(pico, hardware):
        for address in missing:
            hardware.buses[0].devices.pop(address)
        return pico.exec("try:\n board.driver('keys', about['keys'])\nexcept board.Fault as error:\n print(error)")

    said = wired(pico_image, name, case)
    ends = ", and that no two tiles have the same address" if twice else ""
    assert said == (
        f"board.json: keys: no answer from address 0x{named:02X} on I2C0 (SDA GP4, SCL GP5): "
        f"check its wires and power{ends}\n"
    )


@pytest.mark.parametrize("name", by_day((TILE, TRELLIS), TILE))
def test_while_int_is_high_the_bus_is_silent(pico_image, name):
    last = len(Hardware(load_board(name)).tiles) * 16 - 1

    def case(pico, hardware):
        asked = []
        for tile in hardware.tiles:
            start = tile.start
            tile.start = lambda reading, start=start: asked.append(reading) or start(reading)
        pico.exec("for _ in range(40): keys.scan(levels)")
        idle, glance = len(asked), pico.exec("print(keys.glance())")
        hardware.press(last)
        pico.run_ms(12)
        # A scan between question and answer leaves INT low with nothing to read; the next scan ends that.
        seen = pico.exec("print(keys.glance())\nkeys.scan(levels)\nkeys.scan(levels)\nprint(keys.glance(), levels[-1])")
        hardware.interrupt.pull(hardware.tiles[0], True)
        return idle, glance, seen, pico.exec("keys.scan(levels)\nprint(keys.glance(), levels[-1])")

    assert wired(pico_image, name, case) == (0, "False\n", "True\nFalse 1\n", "False 1\n")


def test_an_event_during_the_read_of_the_queue_is_not_lost(pico_image):
    def case(pico, hardware):
        (tile,) = hardware.tiles
        tile.prompt, read = True, tile.read

        def read_and_press():
            tile.read = read
            byte = read()
            hardware.press(9)
            return byte

        tile.read = read_and_press
        hardware.interrupt.pull(tile, True)
        return pico.exec("keys.scan(levels)\nprint(levels[9])")

    assert wired(pico_image, TILE, case) == "1\n"


@pytest.mark.parametrize("name", by_day((TILE, TRELLIS), TILE))
@pytest.mark.parametrize("stays", ["high", "low"])
def test_a_dead_int_wire_is_named_and_the_keys_work_without_it(pico_image, name, stays):
    def case(pico, hardware):
        if stays == "high":
            hardware.tiles[-1].line = None
        else:
            pico.mcu.gpio[6].set_input_value(False)
        said = pico.exec("keys, leds = board.drivers(about)")
        hardware.press(len(hardware.tiles) * 16 - 1)
        pico.run_ms(12)
        return said, pico.exec("keys.scan(levels)\nprint(keys.glance, levels[-1])")

    address = "0x31" if (name, stays) == (TRELLIS, "high") else "0x2E"  # of the last tile, of the first
    message = f"glowgrid: INT of address {address} (GP6) stays {stays}: check its wire; the keys are read without it\n"
    assert wired(pico_image, name, case) == (message, "None 1\n")


# main.py as it is flashed -----------------------------------------------------------------------


def powered(path, name, change=None):
    """Return (a Pico just switched on with a board, its Hardware after change(hardware))."""
    hardware = Hardware(load_board(name))
    if change:
        change(hardware)
    return Pico(path, files=flashed(name), parts=hardware.parts).boot(), hardware


def test_if_nothing_works_at_power_up_a_line_says_so_and_the_prompt_comes(pico_image):
    pico, _ = powered(pico_image, TILE, lambda hardware: hardware.buses[0].devices.popitem())
    said = pico.run_until(PROMPT, 3000).decode()
    assert "glowgrid: board.json: " in said and "no answer from address 0x" in said and "Traceback" not in said
    assert pico.now_ns < 2000 * MS


@pytest.mark.parametrize(
    "silent, said", [(False, "the menu is on the lights"), (True, "the menu is up, but not on the lights")]
)
def test_the_port_says_whether_the_menu_is_on_the_lights(pico_image, silent, said):
    pico, _ = powered(pico_image, CHIP, lambda hardware: silent and hardware.buses[0].devices.pop(0x70))
    output = pico.run_until(b"on the lights", 5000).decode()
    assert ("; the game waits for them" in output) == silent
    assert output.splitlines()[-1].strip() == f"glowgrid: {said}"


SCANNED = ", only to a scan (micropython issue 19514: try 1.24.1)"


@pytest.mark.parametrize(
    "version, name, said",
    [
        (None, CHIP, SCANNED),
        long(None, TILE, SCANNED),
        long("1.28.0", CHIP, SCANNED),
        long(None, KEYPAD, SCANNED),
        long("1.24.1", CHIP, ", only to a scan"),  # not that issue
    ],
)
@pytest.mark.parametrize("fault", ["no write", "no part", "no SDA"])
def test_a_part_that_only_a_scan_finds_is_told_from_one_that_is_missing(version, name, said, fault):
    def change(hardware):
        bus = hardware.buses[0]
        if fault == "no part":
            bus.devices.clear()
        bus.refuse(1)  # the block's transfers; a scan moves the pins itself

    path = emulator.image_or_skip(version)
    pico, hardware = powered(path, name, change)
    if fault == "no SDA":
        hardware.buses[0].hold(*hardware.buses[0].pins, 10**6)
    output = pico.run_until(b"check its wires and power", 5000).decode()
    (line,) = [line for line in output.splitlines() if "no answer from address 0x" in line]
    _, pins, after = line.rpartition(f"SCL GP{hardware.buses[0].pins[1]})")
    assert pins and after.startswith((said if fault == "no write" else "") + ": check its wires and power")


@pytest.mark.long
@pytest.mark.parametrize("name", [CHIP, long("pico_ht16k33_8x8_keys_7x1"), long(TILE)])
def test_the_port_does_not_say_so_if_the_lights_fall_silent_just_before(pico_image, name):
    """A driver notices it only after some frames."""
    line = b"the menu is on the lights"
    pico, hardware = powered(pico_image, name)
    pico.run_until(line, 5000)
    said_ms = pico.now_ns // MS
    for before_ms in (20, 90, 180):
        pico, hardware = powered(pico_image, name)
        pico.run_ms(said_ms - before_ms)
        for plug in [plug for plug in hardware.plugs() if plug not in ("keys", "leds")]:
            hardware.unplug(plug)
        pico.run_until(b"the menu is up, but not on the lights", 5000)
        pico.run_ms(1000)
        assert line not in pico.serial and b"no answer from address 0x" in pico.serial


@pytest.mark.long
@pytest.mark.parametrize("name", [KEYPAD, TRELLIS])
def test_a_part_missing_at_power_up_is_shown_and_used_once_it_answers(pico_image, name):
    pico, hardware = powered(pico_image, name)
    plug = hardware.plugs()[0]
    hardware.unplug(plug)
    said = pico.run_until(b"the game waits for them", 3000)
    assert b"no answer from address 0x" in said
    pico.run_ms(600)
    sign = hardware.frames()[-1].rgb
    lights = kind(hardware.board)(hardware.board, RGB, None)
    lights.render(bytes(RED * on for on in square(lights.width, lights.height)))
    dark = 48 * bool(hardware.tiles)  # the tile that is missing
    assert sign == bytes(dark) + bytes(lights.wire[dark:])
    hardware.plug(plug)
    pico.run_until(b"glowgrid: keys: here again", 3000)
    pico.run_ms(1000)
    menu = hardware.frames()[-1].rgb
    hardware.press(hardware.board["keys"]["roles"]["right"])
    pico.run_ms(100)
    assert len({sign, menu, hardware.frames()[-1].rgb}) == 3
    assert b"Traceback" not in pico.serial


@pytest.mark.parametrize("name", [TILE, *(long(f"pico_{leds}_8x8_buttons") for leds in ("ws2812", "max7219"))])
def test_back_held_at_power_up_skips_the_game_on_tiles_and_buttons_too(pico_image, name):
    back = load_board(name)["keys"]["roles"]["back"]
    pico, hardware = powered(pico_image, name, lambda hardware: hardware.press(back))
    said = pico.run_until(PROMPT, 3000).decode()
    assert f"glowgrid: held down, or stuck; ignored until let go: keys [{back}]\r\n" in said
    assert "glowgrid: the back key is held down: the game is skipped\r\n" in said
    pico.run_ms(5)
    shown = lit(hardware, hardware.frames())[-1]
    width = hardware.board["leds"]["width"]
    assert {pixel % width for pixel in shown} == {back % width} and (name != TILE or shown == [back])  # and shown
