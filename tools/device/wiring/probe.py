"""What runs on the device to find out its wiring, sent to it line by line; nothing of it stays there.

A Probe needs only `run(code)`, which runs MicroPython code on the device and returns what it printed.
"""

import ast
import json

from host_sim.boards import pins

PINS = [*range(23), 26, 27, 28]  # the GPIO numbers on the Pico's header
LIGHT = 60  # of 255: seen well, and far below any budget

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
    if led >= 0:
        rgb[3 * led + place] = much
    for _ in range(2):
        leds.write(rgb)
"""

CONTACTS = """
import time
from machine import Pin, mem32
IN = 0xD0000004
def following(pin):
    # A line that is let go takes its time to rise: 80 kohm and 1000 pF make 80 us.
    line = Pin(pin, Pin.OPEN_DRAIN, value=0)
    time.sleep_us(30)
    low = ~mem32[IN] & MASK & ~(1 << pin)
    Pin(pin, Pin.IN, Pin.PULL_UP)
    time.sleep_us(200)
    return low
def ready():
    for pin in PINS:
        Pin(pin, Pin.IN, Pin.PULL_UP)
    time.sleep_ms(1)
    return ~mem32[IN] & MASK
def joined():
    return [following(pin) for pin in PINS]
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


class Probe:
    """Looks at the wires of a device. run(code): runs code there, returns what it printed. about: a board file."""

    def __init__(self, run, about):
        self._run = run
        self._leds = about["leds"]
        lines = ("keys.rows", "keys.columns")
        used = {pin for where, pin in pins(about) if not where.startswith(lines)}
        self._pins = [pin for pin in PINS if pin not in used]
        self._ready = set()

    def begin_lights(self, **changes):
        """Make the driver of the LEDs anew, with channels in the order of the wire and these changes."""
        leds = self._leds | {"channels": "RGBW" if len(self._leds["channels"]) == 4 else "RGB"} | changes
        leds = {name: value for name, value in leds.items() if value is not None}
        self._once(LEDS.replace("COUNT", str(leds["width"] * leds["height"])))
        self._run(f"begin({json.dumps(leds)!r})")

    def light(self, led, place=0):
        """Light one LED of the wire, in the channel that comes at this place of its three; all others are dark."""
        self._run(f"light({led}, {place}, {LIGHT})")

    def dark(self):
        self._run("light(-1, 0, 0)")

    def at_ground(self):
        """Return the pins that are low though nothing pulls them low."""
        self._once(f"PINS = {self._pins}\nMASK = {sum(1 << pin for pin in self._pins)}\n{CONTACTS}")
        low = int(self._run("print(ready())"))
        return [pin for pin in self._pins if low >> pin & 1]

    def joined(self):
        """Return the pairs (low, follows) of pins that are joined now."""
        return self._pairs(self._run("print(joined())"))

    def press(self, most_ms=60_000):
        """Wait for a key to be pressed and released; return the pairs (low, follows) of pins that it joined.

        None must be joined while no key is down.
        """
        return self._pairs(self._run(f"print(pressed({most_ms}) or [])"))

    def _pairs(self, printed):
        rows = ast.literal_eval(printed.strip())
        return {(pin, other) for pin, low in zip(self._pins, rows) for other in self._pins if low >> other & 1}

    def _once(self, code):
        if code not in self._ready:
            self._run(code)
            self._ready.add(code)
