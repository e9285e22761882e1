"""`python -m tools selftest --report FILE`: measure what the parts of a device do, and write it down.

What it finds can be sent to the makers of Glowgrid, and given to the emulated Pico as the parts that it has: see
`profile` in host_sim/pico/hardware.py.
"""

import ast
import json
import time

from ...errors import ToolError
from .probe import Probe

SAMPLE_US = 50
REST_US = 40_000  # between two bounces lies less, between a press and its release more
MOST_EDGES = 1200
STAIRS = (0, 25, 50, 75, 100)  # percent of the current that the board may draw
TAPS = 10
TAP_S = 20  # time for them
LEAST_BOUNCE_MS, MOST_BOUNCE_MS = 5, 100
PULL_S = 60  # time to pull the plug
BACK_TRIES, BACK_S = 6, 2  # a port takes a moment to be there again: tries, and seconds between two

CHIP = """
import gc, machine, os, sys
from binascii import hexlify
gc.collect()
disk = os.statvfs("/")
print({
    "machine": sys.implementation._machine, "micropython": ".".join(str(n) for n in sys.implementation.version[:3]),
    "flash_id": hexlify(machine.unique_id()).decode(), "megahertz": machine.freq() // 1000000,
    "reset_cause": machine.reset_cause(), "free_memory": gc.mem_free(), "free_flash": disk[1] * disk[3]})
"""

BUS = """
from machine import I2C, Pin
lines = [Pin(pin, Pin.IN) for pin in (SDA, SCL)]
idle = [line() for line in lines]
bus = I2C(NUMBER, sda=lines[0], scl=lines[1], freq=100000)
print({"sda": idle[0], "scl": idle[1], "addresses": bus.scan()})
"""

# The lights in steps of the current they may draw, and what the cable leaves of the voltage: ADC3 sees VSYS / 3.
SAG = """
import time
from machine import ADC
from glowgrid.console import palette
from glowgrid.hardware import board
from glowgrid.hardware.lights import Lights
about = board.load("/board.json")
keys, leds = board.drivers(about)
lights = Lights(about, palette.RGB, leds)
white = bytearray([palette.WHITE] * (lights.width * lights.height))
adc = ADC(3)
stairs = []
for percent in STAIRS:
    lights.brightness = max(1, 255 * percent // 100)
    if percent:
        lights.show(white)
    else:
        lights.off()
    time.sleep_ms(200)
    volts = sum(adc.read_u16() for _ in range(64)) / 64 * 3 * 3.3 / 65535
    stairs.append((lights.milliamps, round(volts, 2)))
lights.off()
print(stairs)
"""

# Nobody touches the keys while the lights alternate: what is read as a press then is none.
HANDS_OFF = """
levels = bytearray(keys.count)
dark = bytearray(len(white))
lights.brightness = about["power"]["brightness"]
phantoms = n = 0
began = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), began) < SECONDS * 1000:
    n ^= 1
    lights.show(white if n else dark)
    for _ in range(8):
        keys.scan(levels)
        phantoms += sum(levels)
        time.sleep_ms(5)
lights.off()
print(phantoms)
"""

TIMES = """
import gc, os, time
from glowgrid.console.storage import Storage
from glowgrid.games import discover
from glowgrid.levels import level_limits
from glowgrid.search import Limits, engine_for
def longest(do, times):
    most = 0
    for _ in range(times):
        began = time.ticks_us()
        do()
        most = max(most, time.ticks_diff(time.ticks_us(), began))
    return most
found = {}
found["scan_us"] = longest(lambda: keys.scan(levels), 200)
found["frame_us"] = longest(lambda: lights.show(dark), 50)
saves = Storage("/report")
found["longest_save_us"] = longest(lambda: saves.save("match", {"moves": [0] * 100}), 50)
for name in os.listdir("/report"):
    os.remove("/report/" + name)
os.rmdir("/report")
games = {game.name: game for game in discover()[0]}
def think(name, size, level, unit):
    position = games[name].setup(size)
    position.play(position.points // 2)
    gc.collect()
    engine = engine_for(position)
    limits = level_limits(position, level)
    engine.start(position, limits, limits.rough)
    began = time.ticks_us()
    while not engine.step(20000):
        pass
    took = time.ticks_diff(time.ticks_us(), began)
    found["level_%d_move_us" % level] = took
    found[unit] = took // max(engine.verdict.nodes, 1)
think("mnk", (8, 8, 5), 3, "node_us")
gc.collect()
think("hex", (8,), 3, "playout_us")
print(found)
"""

# Saves without a pause, until the power goes.
SAVING = """
from time import ticks_diff, ticks_ms
from glowgrid.console.storage import Storage
saves = Storage("/report")
began, n = ticks_ms(), 0
while ticks_diff(ticks_ms(), began) < SECONDS * 1000:
    n += 1
    saves.save("match", {"saves": n, "moves": [n & 255] * 100})
print(n)
"""
SAVED = """
import os
from glowgrid.console.storage import Storage
kept = Storage("/report").load("match")
whole = kept is not None and kept["moves"] == [kept["saves"] & 255] * 100
if "report" in os.listdir("/"):  # not if the power went before the first save
    for name in os.listdir("/report"):
        os.remove("/report/" + name)
    os.rmdir("/report")
print({"saves": kept["saves"] if whole else 0, "whole": whole})
"""

# Pins are read by the registers of the RP2040; addresses are divided by four, as small numbers end at 2^30.
TAPPED = """
import micropython
from array import array
from machine import Pin
from time import sleep_ms
times = array("i", bytes(4 * MOST))
@micropython.viper
def rise(pin: int) -> int:
    timer = ptr32(0x1001500A << 2)
    sio = ptr32(0x34000000 << 2)
    sio[6] = 1 << pin
    sio[9] = 1 << pin
    began = timer[0]
    while timer[0] - began < 30:
        pass
    began = timer[0]
    sio[10] = 1 << pin
    while not (sio[1] >> pin) & 1:
        if timer[0] - began > 400:
            break
    return timer[0] - began
@micropython.viper
def watch(times: ptr32, pin: int, most: int, us: int) -> int:
    timer = ptr32(0x1001500A << 2)
    sio = ptr32(0x34000000 << 2)
    began = timer[0]
    count = 0
    was = 1
    while count < most and timer[0] - began < us:
        level = (sio[1] >> pin) & 1
        if level != was:
            was = level
            times[count] = timer[0] - began
            count += 1
            seen = timer[0]
            while timer[0] - seen < SAMPLE:
                pass
    return count
def rises(pins):
    for pin in pins:
        Pin(pin, Pin.IN, Pin.PULL_UP)
    sleep_ms(1)
    return {pin: rise(pin) for pin in pins}
def tapped(low, follows, us):
    line = Pin(low, Pin.OPEN_DRAIN, value=0)
    Pin(follows, Pin.IN, Pin.PULL_UP)
    sleep_ms(5)
    count = watch(times, follows, MOST, us)
    Pin(low, Pin.IN, Pin.PULL_UP)
    return list(times[:count])
"""


def measure(run, about, talk, hands_off_s=60):
    """Return what the parts of a device do, as JSON can hold it.

    run(code): runs MicroPython code there and returns what it printed. about: the board file that it was flashed with.
    talk: whoever taps keys; it has say(text) and tap(key, times, seconds).
    """

    def ask(code, **values):
        for name, value in values.items():
            code = code.replace(name, str(value))
        return ast.literal_eval(run(code).strip().splitlines()[-1])

    found = {"report": 1, "board": about["name"], "chip": ask(CHIP)}
    keys = about["keys"]
    if keys["driver"] == "matrix":
        probe = Probe(run, about)
        found["at_ground"], found["joined"] = probe.at_ground(), sorted(map(list, probe.joined()))
    else:
        found["bus"] = ask(BUS, SDA=keys["sda"], SCL=keys["scl"], NUMBER=keys["i2c"])
    talk.say("Lights: five steps of brightness, then they alternate; keep your hands off the keys.")
    found["milliamps_and_volts"] = [list(step) for step in ask(SAG, STAIRS=STAIRS)]
    found["hands_off"] = {"seconds": hands_off_s, "presses": ask(HANDS_OFF, SECONDS=hands_off_s)}
    talk.say("Times of the chip: some seconds.")

    found["times"] = ask(TIMES)
    if keys["driver"] == "matrix" and about["mcu"] == "rp2040":
        run(TAPPED.replace("MOST", str(MOST_EDGES)).replace("SAMPLE", str(SAMPLE_US)))
        found["rise_us"] = ask(f"print(rises({keys['rows'] + keys['columns']}))")
        found["bounce"] = _bounce(ask, keys, talk)
    return found


def pull_power(connect, talk):
    """Let the plug be pulled while the device saves. Return {"saves": how many, "whole": the last one}, or None.

    None: nobody pulled it. connect(): a context manager that yields `run` of a new session with the device; it raises
    ToolError once the device is gone. talk: it has say(text), and plugged_in(), which returns once it is plugged in.
    """
    saving = False
    try:
        with connect() as run:
            talk.say(f"Pull the USB plug out now, while the device saves again and again; you have {PULL_S} s")
            saving = True
            run(SAVING.replace("SECONDS", str(PULL_S)))
            run(SAVED)
        return None
    except ToolError:
        if not saving:
            raise
        talk.plugged_in()
    return _saved(connect)


def _saved(connect):
    """Return what is left of the saves, once the device answers."""
    for left in range(BACK_TRIES - 1, -1, -1):
        try:
            with connect() as run:
                return ast.literal_eval(run(SAVED).strip().splitlines()[-1])
        except ToolError:
            if not left:
                raise
            time.sleep(BACK_S)


def _bounce(ask, keys, talk):
    """Ten taps each of the keys in the corners: what their contacts do, and how long to wait until they are at rest."""
    presses, releases = [], []
    width, height = keys["width"], keys["height"]
    for key in (0, width - 1, width * (height - 1), width * height - 1):
        row, column = keys["rows"][key // width], keys["columns"][key % width]
        low, follows = (row, column) if keys["diodes"] == "column_to_row" else (column, row)
        talk.tap(key, TAPS, TAP_S)
        down, up = bursts(ask(f"print(tapped({low}, {follows}, {TAP_S * 1_000_000}))"))
        presses += down
        releases += up
    longest = max([burst[-1] for burst in presses + releases if burst], default=0)
    advice = min(max(round(1.5 * longest / 1000) + 2, LEAST_BOUNCE_MS), MOST_BOUNCE_MS)
    return {"presses_us": presses, "releases_us": releases, "longest_us": longest, "bounce_ms": advice}


def bursts(times):
    """Sort the moments (us) at which a contact closed, opened, closed ... into presses and releases.

    Each is a list of the moments after the first touch or parting, counted from it: empty if nothing bounced.
    """
    presses, releases, first = [], [], 0
    for at in range(1, len(times) + 1):
        if at == len(times) or times[at] - times[at - 1] > REST_US:
            burst = [moment - times[first] for moment in times[first + 1 : at]]
            (presses if at % 2 else releases).append(burst)
            first = at
    return presses, releases


def write(found, path):
    """Write the report. Raises ToolError if the file cannot be written."""
    try:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}") from error


def lines(found):
    """Yield what a person wants to know of a report."""
    chip, times = found["chip"], found["times"]
    yield f"{chip['machine']}, MicroPython {chip['micropython']}, {chip['megahertz']} MHz, flash {chip['flash_id']}"
    for name, what in (("at_ground", "low though nothing pulls it low"), ("joined", "joined though no key is down")):
        for pin in found.get(name, ()):
            yield f"{'GP%d' % pin if name == 'at_ground' else 'GP%d and GP%d' % tuple(pin)}: {what}"
    (dark, most), (bright, least) = found["milliamps_and_volts"][0], found["milliamps_and_volts"][-1]
    yield f"supply: {most:.2f} V at {dark} mA, {least:.2f} V at {bright} mA"
    yield f"hands off: {found['hands_off']['presses']} presses seen in {found['hands_off']['seconds']} s"
    yield ", ".join(f"{name.removesuffix('_us').replace('_', ' ')} {us / 1000:.2f} ms" for name, us in times.items())
    if found.get("power_pulled"):
        pulled = found["power_pulled"]
        state = f"the last of {pulled['saves']} is whole" if pulled["whole"] else "none of them is whole"
        yield f"power pulled while it saved: {state}"
    if "bounce" in found:
        bounce = found["bounce"]
        yield f"lines rise in {max(found['rise_us'].values())} us at most"
        yield f'contacts bounce for {bounce["longest_us"] / 1000:.1f} ms at most: "bounce_ms": {bounce["bounce_ms"]}'
