"""The code that runs on the device to find out its wiring; it is sent through the REPL, and nothing of it stays.

A Probe needs only `run(code)`, which runs MicroPython code on the device and returns what it printed.
"""

import json
from collections import namedtuple

from host_sim.boards.parts import pins

from ..answers import MANY
from ..session import found

PINS = list(range(23)) + [26, 27, 28]  # the GPIO numbers on the Pico's header
LIGHT = 60  # of 255: clearly visible, and far below any budget

LEDS = """
import json
from glowgrid.hardware import board
leds = None
def begin(part):
    global leds, rgb
    if leds:
        leds.off()
        leds.close()
    leds = board.driver("leds", json.loads(part))
    rgb = bytearray(3 * COUNT)
def light(led, place, much):
    for at in range(len(rgb)):
        rgb[at] = 0
    if led >= 0:  # the driver sends what all three have in common as white, which is place 3
        for at in range(3) if place == 3 else (place,):
            rgb[3 * led + at] = much
    for _ in range(2):
        leds.write(rgb)
"""

TILES = """
import json
from glowgrid.hardware import board
"""

# `following` runs repeatedly while a person looks for a key; an LED line would take that for data.
CONTACTS = """
import time
from machine import Pin, mem32
IN = 0xD0000004
def following(pin, mask):
    # A released line takes time to rise: 80 kohm and 1000 pF make 80 us.
    line = Pin(pin, Pin.OPEN_DRAIN, value=0)
    time.sleep_us(30)
    low = ~mem32[IN] & mask & ~(1 << pin)
    Pin(pin, Pin.IN, Pin.PULL_UP)
    time.sleep_us(200)
    return low
def held_high(pin):
    # Pulled low before: the pull-down of an RP2350 alone does not bring a pin down.
    line = Pin(pin, Pin.OPEN_DRAIN, value=0)
    time.sleep_us(30)
    Pin(pin, Pin.IN, Pin.PULL_DOWN)
    time.sleep_us(200)
    high = mem32[IN] >> pin & 1
    Pin(pin, Pin.IN, Pin.PULL_UP)
    return high
def lines(pins, loose):
    for pin in pins:
        Pin(pin, Pin.IN, Pin.PULL_UP)
    time.sleep_ms(1)
    high = mem32[IN]
    mask = sum([1 << pin for pin in pins if high >> pin & 1])
    low = [pin for pin in pins if not high >> pin & 1]
    return low, [pin for pin in loose if held_high(pin)], [following(pin, mask) for pin in pins]
def joined():
    return [following(pin, MASK) for pin in PINS]
def pressed(most_ms):
    seen = None
    for _ in range(most_ms // 20):
        now = joined()
        if any(now) and now == seen:
            while any(joined()):
                time.sleep_ms(10)
            return now
        seen = now
        time.sleep_ms(10)
"""


LINES = "at_ground", "at_supply", "joined"


class Lines(namedtuple("Lines", LINES)):
    """Faults of the lines while no key is down: pins at ground, pins at 3.3 V, pairs that are joined."""

    def faults(self):
        """Return a line for each."""
        found = [f"GP{pin} is low though nothing pulls it low: shorted to ground" for pin in self.at_ground]
        found += [f"GP{pin} stays high though it is pulled low: shorted to 3.3 V" for pin in self.at_supply]
        for pin, other in self.joined:
            found.append(f"GP{pin} and GP{other} are joined though no key is down: a solder bridge, or a stuck key")
        return found


def _wire_order(leds):
    """Return the channels for which the first byte of an LED is the first on the wire, or lights it up at all."""
    if leds["driver"] == "ht16k33":
        return "R" if len(leds["channels"]) == 1 else leds["channels"]
    return "RGBW" if leds["driver"] == "ws2812" else "RGB"


class Probe:
    """Examines the wires of a device. run(code): runs code there, returns what it printed. about: a board file."""

    def __init__(self, run, about):
        self._run = run
        self._leds, self._keys = about["leds"], about["keys"]
        # Enough bytes for LEDs with four channels, whatever the file says; LEDs with three leave the rest unused.
        self._bytes = max(3, len(_wire_order(self._leds)))
        lines = ("keys.rows", "keys.columns", "keys.pins")
        used = {pin for where, pin in pins(about) if not where.startswith(lines)}
        known = {pin for where, pin in pins(about) if where.startswith(lines)}
        self._all = sorted(set(PINS) | known)  # a clone may have more
        pulled_up = {pin for where, pin in pins(about) if where.endswith(("sda", "scl", "interrupt"))}
        self._pins = [pin for pin in self._all if pin not in used]
        self._loose = [pin for pin in self._all if pin not in pulled_up]  # nothing on the board pulls them high
        self._ready = set()

    async def begin_lights(self, changes):
        """Recreate the driver of the LEDs, with these changes and channels in wire order."""
        leds = self._leds | {"channels": _wire_order(self._leds)} | changes
        leds = {name: value for name, value in leds.items() if name not in ("panels", "places")}
        await self._once(LEDS.replace("COUNT", str(leds["width"] * leds["height"])))
        await self._run(f"begin({json.dumps(leds)!r})")

    async def light(self, byte):
        """Light the channel that this byte of the wire sets, counted from 0; all others are dark."""
        await self._run(f"light({byte // self._bytes}, {byte % self._bytes}, {LIGHT})")

    async def tiles(self):
        """Make sure that all tiles answer; with two at one address a light would be at two places."""
        await self._run(f"{TILES}\nboard.driver('keys', json.loads({json.dumps(self._keys)!r}))")

    async def dark(self):
        await self._run("light(-1, 0, 0)")

    async def lines(self):
        """Check all lines while no key is down; return `Lines`. Recreate the LEDs' driver after it."""
        await self._contacts()
        kind = [[MANY, 0, len(self._all)], 3, 3]
        low, high, rows = await found(self._run, f"found = lines({self._all}, {self._loose})", kind)
        joined = {tuple(sorted(pair)) for pair in _pairs(self._all, rows)}
        return Lines(low, high, sorted(joined))

    async def press(self, most_ms=60_000):
        """Wait for a key to be pressed and released; return the pairs (low, follows) of pins that it joined.

        A button to ground makes its pin follow every other.

        No pins may be joined while no key is down.
        """
        await self._contacts()
        rows = await found(self._run, f"found = pressed({most_ms}) or []", [MANY, 0, len(self._all)])
        return _pairs(self._pins, rows)

    async def _contacts(self):
        await self._once(f"PINS = {self._pins}\nMASK = {sum([1 << pin for pin in self._pins])}\n{CONTACTS}")

    async def _once(self, code):
        if code not in self._ready:
            await self._run(code)
            self._ready.add(code)


def _pairs(pins, rows):
    """Return {(pin, other)} from masks: for each pin, those that go low with it."""
    return {(pin, other) for pin, low in zip(pins, rows) for other in range(30) if low >> other & 1}
