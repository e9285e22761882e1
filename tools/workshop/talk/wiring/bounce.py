"""Measure and report how the contacts of keys close and open, watched on the device while a person taps."""

from ..answers import MANY

REST_US = 40_000  # two bounces are closer together, a press and its release further apart
SAMPLE_US = 50
MOST_EDGES = 1200
TIMES = [MANY, 0, MOST_EDGES]  # the answer of the device: times in us
TAPS = 10
IDLE_S = 10  # a key that is not tapped for this long is left out
SKIPS = 2  # after this many in a row, all others are left out too
CHIP_LOOKS_US = {"seesaw": 10_000, "ht16k33": 20_000}  # between two scans of a chip that waits until a contact rests
LEAST_BOUNCE_MS, MOST_BOUNCE_MS = 5, 100
STEPS_US = (0, 500, 1000, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000)  # of the histogram
BAR = 40  # signs at most

# Pins are read through the registers in firmware/glowgrid/hardware/__init__.py; `chip` has those that differ.
TAPPED = f"""
import micropython
from array import array
from glowgrid.hardware import PINS
from machine import Pin
from time import sleep_ms, ticks_diff, ticks_us
chip = array("i", PINS)
times = array("i", bytes(4 * {MOST_EDGES}))
@micropython.viper
def rise(pin: int, chip: ptr32) -> int:
    base = chip[0] + 10
    timer = ptr32(base << 2)
    sio = ptr32(0x34000000 << 2)
    sio[chip[1]] = 1 << pin
    began = timer[0]
    while timer[0] - began < 30:
        pass
    began = timer[0]
    sio[chip[2]] = 1 << pin
    while not (sio[1] >> pin) & 1:
        if timer[0] - began > 400:
            break
    return timer[0] - began
@micropython.viper
def watch(times: ptr32, pin: int, bursts: int, chip: ptr32) -> int:
    base = chip[0] + 10
    timer = ptr32(base << 2)
    sio = ptr32(0x34000000 << 2)
    began = timer[0]
    seen = began
    count = 0
    was = 1
    idle = IDLE_US
    while count < {MOST_EDGES} and timer[0] - seen < idle:
        level = (sio[1] >> pin) & 1
        if level != was:
            was = level
            if count == 0 or timer[0] - seen > {REST_US}:
                bursts -= 1
                if bursts == 0:
                    idle = {REST_US}
            seen = timer[0]
            times[count] = seen - began
            count += 1
            while timer[0] - seen < {SAMPLE_US}:
                pass
    return count
def rises(pins):
    for pin in pins:
        Pin(pin, Pin.OUT, value=0)  # low when it is an output again
        Pin(pin, Pin.IN, Pin.PULL_UP)
    sleep_ms(1)
    return {{str(pin): rise(pin, chip) for pin in pins}}
def tapped(low, follows, bursts):
    # A button needs no other pin: both are the same then, which ends as an input.
    line = Pin(low, Pin.OPEN_DRAIN, value=0)
    Pin(follows, Pin.IN, Pin.PULL_UP)
    sleep_ms(5)
    count = watch(times, follows, bursts, chip)
    Pin(low, Pin.IN, Pin.PULL_UP)
    return list(times[:count])
def polled(key, bursts):
    # The key driver's readings, as often as possible.
    began = seen = ticks_us()
    count = scans = was = 0
    idle = IDLE_US
    while count < {MOST_EDGES} and ticks_diff(ticks_us(), seen) < idle:
        keys.scan(levels)
        scans += 1
        if levels[key] != was:
            was = levels[key]
            now = ticks_us()
            if count == 0 or ticks_diff(now, seen) > {REST_US}:
                bursts -= 1
                if bursts == 0:
                    idle = {REST_US}
            seen = now
            times[count] = ticks_diff(now, began)
            count += 1
    return {{"times": list(times[:count]), "apart": ticks_diff(ticks_us(), began) // scans}}
"""


async def measured(run, ask, about, talk):
    """Ask for ten taps of each key; return what the contacts do, and how long they need to come to rest.

    run, ask, talk: as in `report.measure`. The device has `keys`, the driver of the board, and `levels`.
    """
    keys = about["keys"]
    count = keys["width"] * keys["height"]
    talk.say(
        f"Contacts: tap each key {TAPS} times, {count} keys one after the other. A key that you leave alone for"
        f" {IDLE_S} s is left out; leave two alone, and so are the others."
    )
    await run(TAPPED.replace("IDLE_US", str(IDLE_S * 1_000_000)))
    found = {"presses_us": [], "releases_us": [], "slowest_key": None, "keys": 0, "resolution_us": SAMPLE_US}
    longest = skipped = 0
    for key in range(count):
        talk.tap(key, TAPS)
        times, found["resolution_us"] = await _times(ask, keys, key)
        presses, releases = bursts(times)
        skipped = 0 if times else skipped + 1
        if skipped == SKIPS:
            break
        found["keys"] += bool(times)
        found["presses_us"] += presses
        found["releases_us"] += releases
        own = max([burst[-1] for burst in presses + releases if burst], default=0)
        if own > longest:
            longest, found["slowest_key"] = own, key
    # Between two samples a bounce may last longer, at both ends.
    most_ms = (longest + 2 * found["resolution_us"]) / 1000
    found["longest_us"] = longest
    if keys["driver"] not in CHIP_LOOKS_US:
        found["bounce_ms"] = min(max(round(1.5 * most_ms) + 2, LEAST_BOUNCE_MS), MOST_BOUNCE_MS)
    return found


async def _times(ask, keys, key):
    """Return (the times, in us, at which the contact of a key moved; the time between two samples)."""
    if keys["driver"] == "matrix":
        row, column = keys["rows"][key // keys["width"]], keys["columns"][key % keys["width"]]
        low, follows = (row, column) if keys["diodes"] == "column_to_row" else (column, row)
        return await ask(f"found = tapped({low}, {follows}, {2 * TAPS})", TIMES), SAMPLE_US
    if keys["driver"] == "pins":
        pin = keys["pins"][key]
        return await ask(f"found = tapped({pin}, {pin}, {2 * TAPS})", TIMES), SAMPLE_US
    seen = await ask(f"found = polled({key}, {2 * TAPS})", {"times": TIMES, "apart": MANY})
    times, apart = seen["times"], seen["apart"]
    return times, max(apart, CHIP_LOOKS_US.get(keys["driver"], 0))


def bursts(times):
    """Sort the times (us) at which a contact closed, opened, closed ... into presses and releases.

    Each is a list of the later times, counted from the first touch or parting: empty without bounce.
    """
    presses, releases, first = [], [], 0
    for at in range(1, len(times) + 1):
        if at == len(times) or times[at] - times[at - 1] > REST_US:
            burst = [moment - times[first] for moment in times[first + 1 : at]]
            (presses if at % 2 else releases).append(burst)
            first = at
    return presses, releases


def summary(bounce):
    """Yield lines for the user: how long contacts bounced, how often, and the advice."""
    for name in ("presses", "releases"):
        lasted = [burst[-1] if burst else 0 for burst in bounce[name + "_us"]]
        yield f"bounce of {len(lasted)} {name}, in ms:"
        yield from histogram(lasted)
    looks = f"sampled every {bounce['resolution_us'] / 1000:.2f} ms"
    if not bounce["keys"]:
        yield "contacts: no key was tapped"
    elif "bounce_ms" not in bounce:
        yield f"contacts: {bounce['keys']} keys, {looks}; their chip waits until they are at rest"
    else:
        yield f"contacts of {bounce['keys']} keys, {looks}, bounce for {bounce['longest_us'] / 1000:.1f} ms at most"
        if bounce["slowest_key"] is not None:
            yield f"the one that bounces longest is key {bounce['slowest_key']}"
        yield f'write into the board file, under "keys": "bounce_ms": {bounce["bounce_ms"]}'


def histogram(lasted):
    """Yield a line with a bar for each range of times (us) that is not empty."""
    counts = [0] * (len(STEPS_US) + 1)
    for us in lasted:
        counts[sum(us > step for step in STEPS_US)] += 1
    for at, count in enumerate(counts):
        if count:
            name = "none" if at == 0 else f"to {STEPS_US[at] / 1000:g}" if at < len(STEPS_US) else "longer"
            yield f"{name:>8} {'#' * max(1, BAR * count // len(lasted))} {count}"
