"""`python -m tools selftest --report FILE`: measure the parts of a device, and write a report.

You can send the report to the makers of Glowgrid, and give the emulated Pico the same parts:
`python -m tools.lab soak --profile FILE`.
"""

from host_sim.boards.micropython import untried
from host_sim.boards.parts import pins
from host_sim.text.written_json import written

from ..answers import MANY
from ..session import found as found_on
from . import bounce
from .power import CLEAR, TRIAL
from .probe import LINES, Lines, Probe

HANDS_OFF_S = 60
STAIRS = (0, 25, 50, 75, 100)  # percent of the current that the board may draw
RESET_CAUSES = {1: "power-up", 3: "a reset by program or watchdog"}  # machine.reset_cause() of the rp2 port

CHIP = """
import gc, machine, os, sys
from binascii import hexlify
gc.collect()
disk = os.statvfs("/")
found = {
    "machine": sys.implementation._machine, "micropython": ".".join(str(n) for n in sys.implementation.version[:3]),
    "flash_id": hexlify(machine.unique_id()).decode(), "megahertz": machine.freq() // 1000000,
    "reset_cause": machine.reset_cause(), "free_memory": gc.mem_free(), "free_flash": disk[1] * disk[3]}
"""
CHIP_KIND = dict.fromkeys(("machine", "micropython", "flash_id"), str) | dict.fromkeys(
    ("megahertz", "reset_cause", "free_memory", "free_flash"), MANY
)

BUS = """
from machine import I2C, Pin
lines = [Pin(pin, Pin.IN) for pin in (SDA, SCL)]
idle = [line() for line in lines]
bus = I2C(NUMBER, sda=lines[0], scl=lines[1], freq=100000)
found = {"sda": idle[0], "scl": idle[1], "addresses": bus.scan()}
"""
BUS_KIND = {"sda": range(2), "scl": range(2), "addresses": [range(128), 0, 128]}

# White light in even steps of the current that the board may draw, and the voltage after the cable: GP29 has VSYS / 3.
# On a Pico W that pin is the wireless chip's clock, and has VSYS only while GP25, which selects the chip, is high. A
# Pico's image runs there too, and does not know. A Pico's LED is lit meanwhile.
SAG = """
import gc, time
from machine import ADC, Pin
Pin(25, Pin.OUT, value=1)
from glowgrid.console import palette
from glowgrid.hardware import board
from glowgrid.hardware.lights import kind
about = board.load("/board.json")
keys, leds = board.drivers(about)
Lights = kind(about)
lights = Lights(about, palette.RGB, leds)
lights.off()
white = bytearray([palette.WHITE] * (lights.width * lights.height))
adc = ADC(Pin(29))
stairs = []
dark_mA, budget_mA = lights.milliamps, about["power"]["budget_milliamps"]
for percent in STAIRS:
    if percent:
        power = {"budget_milliamps": dark_mA + (budget_mA - dark_mA) * percent // 100, "brightness": 255}
        lights = Lights(dict(about, power=power), palette.RGB, leds)
        lights.show(white)
    time.sleep_ms(200)
    volts = sum([adc.read_u16() for _ in range(64)]) / 64 * 3 * 3.3 / 65535
    stairs.append((lights.milliamps, round(volts, 2)))
    gc.collect()
lights = Lights(about, palette.RGB, leds)
lights.off()
Pin(25, Pin.IN)
found = stairs
"""
NUMBER = float, 0, 0.0  # 0 or above
SAG_KIND = [[NUMBER, 2, 2], len(STAIRS), len(STAIRS)]

# No one touches the keys while the lights alternate: a key that goes down then is not a press.
HANDS_OFF = """
levels = bytearray(keys.count)
was = bytearray(keys.count)
dark = bytearray(len(white))
phantoms = n = 0
keys.scan(was)
began = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), began) < SECONDS * 1000:
    n ^= 1
    lights.show(white if n else dark)
    for _ in range(8):
        keys.scan(levels)
        for key in range(keys.count):
            phantoms += levels[key] > was[key]
            was[key] = levels[key]
        time.sleep_ms(5)
lights.off()
found = phantoms
"""

TIMES = f"""
import gc, time
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
found = {{}}
found["scan_us"] = longest(lambda: keys.scan(levels), 200)
found["frame_us"] = longest(lambda: lights.show(dark), 50)
saves = Storage({TRIAL!r})
found["longest_save_us"] = longest(lambda: saves.save("match", {{"moves": [0] * 100}}), 50)
{CLEAR}
games = {{game.name: game for game in discover()[0]}}
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
"""
TIMES_KIND = {"*": MANY}


async def measure(run, about, talk):
    """Return the measurements of a device as JSON values.

    run(code): runs MicroPython code there and returns what it printed. about: the board file that it was flashed with.
    talk: the person who taps keys; it has say(text) and tap(key, times).
    """

    async def ask(code, kind, **values):
        for name, value in values.items():
            code = code.replace(name, str(value))
        return await found_on(run, code, kind)

    found = {"report": 1, "board": about["name"], "chip": await ask(CHIP, CHIP_KIND)}
    keys = about["keys"]
    if "i2c" not in keys:
        talk.say("Lines. Keep your hands off the keys.")
        found["lines"] = dict(zip(LINES, await Probe(run, about).lines()))
    else:
        bus = {"number": keys["i2c"], "sda_pin": keys["sda"], "scl_pin": keys["scl"]}
        found["bus"] = bus | await ask(BUS, BUS_KIND, SDA=keys["sda"], SCL=keys["scl"], NUMBER=keys["i2c"])
    talk.say("Lights: five steps of brightness, then they alternate; keep your hands off the keys.")
    found["milliamps_and_volts"] = [list(step) for step in await ask(SAG, SAG_KIND, STAIRS=STAIRS)]
    found["hands_off"] = {"seconds": HANDS_OFF_S, "presses": await ask(HANDS_OFF, MANY, SECONDS=HANDS_OFF_S)}
    talk.say("Times of the chip: some seconds.")
    found["times"] = await ask(TIMES, TIMES_KIND)
    found["bounce"] = await bounce.measured(run, ask, about, talk)
    if "i2c" not in keys:
        lines = [pin for where, pin in pins(about) if where.startswith("keys.")]
        found["rise_us"] = await ask(f"found = rises({lines})", {"*": MANY})
    return found


def text_of(found):
    """Return a report as the text of its file."""
    return written(found, 1, rank=str) + "\n"


def lines(found):
    """Yield the lines of a report for the user."""
    chip = found["chip"]
    cause = RESET_CAUSES.get(chip["reset_cause"], f"unknown ({chip['reset_cause']})")
    yield f"{chip['machine']}, MicroPython {chip['micropython']}, {chip['megahertz']} MHz, flash {chip['flash_id']}"
    if line := untried(chip["micropython"]):
        yield line
    yield f"Glowgrid {found.get('version') or 'of unknown version'}; last reset: {cause}"
    if "lines" in found:
        yield from Lines(**found["lines"]).faults()
        yield f"lines rise in {max(found['rise_us'].values())} us at most" if "rise_us" in found else "lines: not timed"
    else:
        yield _of_bus(found["bus"])
    stairs = found["milliamps_and_volts"]
    yield "supply: " + ", ".join(f"{volts:.2f} V at {milliamps} mA" for milliamps, volts in stairs)
    yield f"hands off: {found['hands_off']['presses']} presses seen in {found['hands_off']['seconds']} s"
    times = [(name.rsplit("_us", 1)[0].replace("_", " "), us) for name, us in sorted(found["times"].items())]
    yield ", ".join([f"{name} {'unknown' if us is None else f'{us / 1000:.2f} ms'}" for name, us in times])
    if found.get("power_pulled"):
        pulled = found["power_pulled"]
        state = f"the last of {pulled['saves']} is whole" if pulled["whole"] else "none of them is whole"
        yield f"power pulled while it saved: {state}"
    yield from bounce.summary(found["bounce"])


def _of_bus(bus):
    """Return the line about an I2C bus: at rest both wires are high."""
    levels = ", ".join(f"{name} (GP{bus[name + '_pin']}) {'high' if bus[name] else 'LOW'}" for name in ("sda", "scl"))
    addresses = ", ".join(f"0x{address:02X}" for address in bus["addresses"]) or "nothing"
    return f"I2C{bus['number']}: {levels} at rest; {addresses} answered"
