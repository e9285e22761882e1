"""The folder firmware/neotrellis/, installed alone as mip does it, on an emulated Pico with tiles."""

import functools
import json
import subprocess
import sys

import emulator
import pytest

from host_sim.pico import image
from host_sim.pico.bench import MS, Pico
from host_sim.pico.i2c_bus import I2CBus
from host_sim.pico.neotrellis import InterruptLine, NeoTrellis
from host_sim.pico.serial_port import port
from tools.paths import FIRMWARE

FOLDER = FIRMWARE / "neotrellis"
EXAMPLE = (FOLDER / "example.py").read_bytes()
ADDRESSES = 0x2E, 0x2F, 0x30, 0x32
GREEN = bytes((0, 40, 0))
OWN_LIGHTS = [{}, {6: GREEN}, {6: GREEN, 15: GREEN}, {15: GREEN}, {}], 0, 0
INT = 6


def installed(**more):
    """Return {path: bytes}: what mip puts under its default place, /lib, and more files."""
    listed = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    return {f"/lib/{target}": (FOLDER / url).read_bytes() for target, url in listed["urls"]} | more


@functools.cache
def _wired(path):
    """Return (a Pico with four tiles at the raw REPL, the tiles, INT's wire). Only for use by `.forked`."""
    line = InterruptLine(INT)
    tiles = [NeoTrellis(line=line) for _ in ADDRESSES]
    bus = I2CBus(0, dict(zip(ADDRESSES, tiles)), pins=(4, 5))
    pico = Pico(path, files=installed(), parts=[line, bus]).boot()
    pico.exec("import neotrellis")
    return pico, tiles, bus


@pytest.fixture
def wired(pico_image):
    """Return a function that calls case(pico, tiles, bus) in a fork."""
    pico, tiles, bus = _wired(pico_image)
    return lambda case: pico.forked(lambda pico: case(pico, tiles, bus))


def lit(tile):
    """Return {key of a tile: R, G, B} of its lights that are on."""
    data = tile.shown[-1].data
    rgb = [bytes((data[at + 1], data[at], data[at + 2])) for at in range(0, len(data), 3)]
    return {key: colour for key, colour in enumerate(rgb) if any(colour)}


def pressed_in_the_example(path):
    """Return (lights after each press and release of keys 6 and 15, events and bytes lost), the example running."""

    def case(pico):
        pico.start(EXAMPLE.decode())
        tile = tiles[0]
        pico.run_until(lambda: tile.starts)  # it asks for keys
        seen = [lit(tile)]
        for key, action in ((6, tile.press), (15, tile.press), (6, tile.release), (15, tile.release)):
            action(key)
            pico.run_ms(70)
            seen.append(lit(tile))
        return seen, tile.lost, tile.overrun

    pico, tiles, _ = _wired(path)
    return pico.forked(case)


def test_in_the_example_a_press_lights_its_own_light(pico_image):
    assert pressed_in_the_example(pico_image) == OWN_LIGHTS


@pytest.mark.long
@pytest.mark.emulator
@pytest.mark.parametrize("version", image.ALSO_WORK)
def test_the_example_does_so_under_each_micropython(version):
    assert pressed_in_the_example(emulator.image_or_skip(version)) == OWN_LIGHTS


@pytest.mark.long
def test_mip_installs_the_folder(pico_image):
    pico = Pico(pico_image, files={}).boot()
    with port(pico) as path:
        words = "connect", path, "mip", "install", FOLDER / "package.json"
        done = subprocess.run([sys.executable, "-m", "mpremote", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert pico.files() == installed()


FIELD = """
import time
from neotrellis import NeoTrellis
pad = NeoTrellis(addresses=(0x2E, 0x2F, 0x30, 0x32), width=8, height=8, interrupt=6)

def heard(ms):
    # Return the changes within so long.
    all = []
    began = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), began) < ms:
        all += pad.changes()
        time.sleep_ms(8)
    return all

def took(call):
    began = time.ticks_us()
    call()
    return time.ticks_diff(time.ticks_us(), began)
"""


def test_four_tiles_are_one_field_of_keys_and_lights(wired):
    """A key is at its place in the field; a bounced tap is a press and a release, of one key each."""
    keys = {27: (0, 15), 28: (1, 12), 39: (3, 3)}  # {key: (tile, its key there)}

    def case(pico, tiles, bus):
        pico.exec(FIELD)
        seen = []
        for key, (tile, there) in keys.items():
            at = pico.now_ns + 20 * MS
            tiles[tile].at(at, "press", there, (11 * MS, 22 * MS))
            tiles[tile].at(at + 50 * MS, "release", there, (11 * MS, 22 * MS))
            said = pico.exec(f"print(heard(160))\npad[{key}] = 9, {key + 1}, 7\nprint(pad.show())")
            seen.append((said.split("\n")[:2], lit(tiles[tile])[there]))
        pico.exec("pad.off()")
        return seen, [lit(tile) for tile in tiles], [(tile.lost, tile.overrun) for tile in tiles]

    seen, after, lost = wired(case)
    assert seen == [([f"[({key}, True), ({key}, False)]", "True"], bytes((9, key + 1, 7))) for key in keys]
    assert after == 4 * [{}] and lost == 4 * [(0, 0)]


@pytest.mark.long
def test_a_tile_that_is_gone_is_named_and_may_come_back(wired):
    def case(pico, tiles, bus):
        pico.exec(FIELD)
        bus.unplug(0x30)
        said = pico.exec(
            "try:\n print(heard(5000))\nexcept ValueError as error:\n print(error)\npad[40] = 1, 2, 3\npad.show()"
        )
        bus.plug(0x30)
        return said, pico.exec(FIELD + "pad[40] = 1, 2, 3\npad.show()"), lit(tiles[2])

    said, _, lights = wired(case)
    assert said == "no answer from address 0x30 on I2C0 (SDA GP4, SCL GP5): check its wires and power\n"
    assert lights == {4: bytes((1, 2, 3))}


@pytest.mark.long
def test_each_call_takes_the_time_that_the_readme_says(wired):
    code = """
pad = %s
print(min(took(pad.changes) for _ in range(9)), max(took(pad.changes) for _ in range(9)), end=" ")
print(took(pad.show), end=" ")
for key in range(pad.count): pad[key] = 1, 2, 3
print(took(pad.show))
"""
    one, four = wired(lambda pico, tiles, bus: [pico.exec(FIELD + code % pad) for pad in ("NeoTrellis()", "pad")])
    for said, most in (one, (2, 2, 6)), (four, (3, 7, 20)):
        _, changes, unchanged, full = map(int, said.split())
        print(said)
        assert [took <= 1000 * ms for took, ms in zip((changes, unchanged, full), most)] == [True] * 3
