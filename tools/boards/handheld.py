"""boards/guides/NAME_handheld.md: a board as a handheld, soldered, with a battery, a switch and an enclosure.

The same netlist as ever (wiring.py) of a board whose LEDs are fed by a boost converter and whose Pico is fed at VSYS.
"""

from glowgrid.console.battery import LOW
from glowgrid.console.screens.settings import OFF_AFTER, STEPS, step_of

from . import enclosure, power
from .facts import filled
from .guide import GENERATED, Step, as_list, enclosure_lines, list_of, of_u1, pad_of, shopping, written
from .wiring import BOOST, BUFFER, wires

SOURCES = (
    "Raspberry Pi Pico data sheet, 4.5 Powering Pico: a second supply at VSYS through a Schottky diode, or a P-channel "
    "MOSFET such as the DMG2305UX with its gate at VBUS; VSYS may have 1.8 to 5.5 V; 3V3_EN low switches the chip off",
    "learn.adafruit.com, PowerBoost 1000C: 5.2 V, 90% efficient in most cases, 5 mA while on, 20 uA while EN is low, "
    "which also disconnects its output",
    "pjrc.com, How Much Current Do WS2812 LEDs Really Use: just under 1 mA dark, 33 or 52 mA white, by type",
    "cholla.mmto.org, Raspberry Pi Pico power: 18 to 38 mA in Python",
    "micropython/micropython, commit b004e7e of the rp2 port (machine.lightsleep): about 1.5 mA asleep, at USB",
    "powerstream.com, AA tests: alkaline cells gave 2.2 Ah at 100 mA, 1.3 Ah at 500 mA",
    "Staubgeborener/ESP32_KeepPowerbankAlive: a power bank that needs 100 mA; clauduino.i-networx.de, shields 18: "
    "banks that switch off after 30 and 60 s; voltaicsystems.com, Always On Mode: its V25, V50, V75 and V88 stay on",
)
VSYS = 29  # GPIO that measures a third of it
# Millivolts of a battery at 0 and 100% of the gauge, as in boards/schema.json; D1 takes so many of them at 25 mA.
ENDS = {"lipo": (3500, 4150), "aa": (3000, 4500)}
D1_MILLIVOLTS = 250
ON_BATTERY = "ten minutes"  # console/settings.py


def of(board):
    """Return a board as its handheld build: the same pins, other parts and another supply."""
    about = board["handheld"]
    parts = [part for part in board["parts"] if part.get("mark") not in about["instead_of"]]
    return {
        **board,
        "name": f"{board['name']}_handheld",
        "title": f"{board['title']}, as a handheld",
        "build": "handheld",
        "parts": [*parts[:-1], *about["parts"], parts[-1]],  # the USB cable stays last
    }


def on_battery(board, battery):
    """Return the board with what the firmware needs to know of its battery, "lipo" or "aa"."""
    empty, full = ENDS[battery]
    gauge = {"driver": "adc", "pin": VSYS, "divider": 3}
    gauge |= {"empty_millivolts": empty - D1_MILLIVOLTS, "full_millivolts": full - D1_MILLIVOLTS}
    found = {}
    for name, part in board.items():
        if name == "power":
            found |= {"battery": gauge, name: {**part, "light_sleep": True}}
        else:
            found[name] = part
    return found


def guide(board):
    """Return the guide of a board's handheld build as Markdown."""
    built = of(board)
    lines = [
        f"# Build: {built['title']}",
        "",
        GENERATED,
        "",
        "Untested: nothing here was built, printed or measured. If you build it, "
        "[report what you see](../../CONTRIBUTING.md#the-first-real-pico).",
        "",
        "**Lithium cells burn when they are shorted, pierced, crushed, overcharged or run flat.** Use a cell with a "
        "protection circuit, check + and - of its plug against the converter's marks (makers differ), charge it only "
        "with a charger for LiPo and never unattended, and stop using one that is swollen. If that worries you, take "
        "three AA cells.",
        "",
        "## What to buy",
        "",
        *shopping(built),
        "",
        "## Wiring",
        "",
        f"![Wiring of {built['title']}](../pictures/{built['name']}.svg)",
        "",
        *_why(built),
        "",
        *written(steps(built), "battery and USB are unplugged"),
        "",
        *enclosure_lines(board, "lipo"),
        f"For three AA cells: `--battery aa`; it is {_depth(board, 'aa') - _depth(board, 'lipo'):.1f} mm deeper.",
        "",
        *_hours(board),
        "",
        *_charging(),
        "",
        *_banks(board),
        "",
        "## Sources",
        "",
        *(f"- {source}" for source in SOURCES),
        "",
        f"The same board on USB: [its guide]({board['name']}.md). All boards: [boards](../README.md).",
    ]
    return "\n".join(lines) + "\n"


def _why(built):
    """Say why it is wired like this."""
    return [
        "- " + filled(built, line)
        for line in (
            "The LEDs get 5.2 V from the converter. The Pico gets the battery itself, through D1: its own converter "
            "makes 3.3 V of 1.8 to 5.5 V. {vbus} stays free.",
            "D1 lets USB and battery be plugged in at once: the Pico's own diode keeps the battery out of USB, D1 "
            "keeps USB out of the battery. A P-channel MOSFET in its place would save 0.25 V, which does not matter "
            "here.",
            "{vsys} has the voltage of the battery, less some 0.25 V at D1: the gauge in the settings measures that. "
            "With USB plugged in it shows full.",
            "Take the 74AHCT125, not the 74HCT125: with USB plugged in and the battery flat, the Pico runs while U1 "
            "has no power, and only the AHCT's inputs bear that.",
            "Dark LEDs draw {count} * {idle} = {all_idle} mA, always: no setting of the firmware switches them off. S1 "
            "does, and the Pico with them. While S1 is off, no computer sees the Pico.",
        )
    ]


def steps(built):
    """Return the ten steps of the handheld build."""
    return [*_prepare(built), *_supply(built), *_signals(built), *_finish()]


def _prepare(built):
    name = built["name"].removesuffix("_handheld")
    return [
        Step(
            f"**Build it on USB first**, on a breadboard, by [its guide]({name}.md): what works is then soldered.",
            "it plays.",
            "do not go on: faults are easier to find there.",
        ),
        Step(
            f"**Make a board file of your own**: `glowgrid board new handheld.json --like {name} --battery lipo`, or "
            "`--battery aa`. It has a gauge, sleep between two pictures, and the switch-off in its settings. Then "
            "`glowgrid uf2 --board handheld.json`, and copy the file onto the Pico.",
            "the game still runs on USB, and its settings show a battery, which is full now.",
            "without a battery in the settings, another file was copied: `glowgrid flash --board handheld.json`.",
        ),
    ]


def _supply(built):
    at_boost = {wire.terminal: pad_of(wire) for wire in wires(built) if wire.part == BOOST}
    return [
        Step(
            "**The converter alone**: plug the battery into it. Leave the large USB socket off.",
            "between 5V and GND there are 5 to 5.3 V, and 0 V while a wire joins EN to GND.",
            "pull the plug at once if something gets warm: + and - are swapped.",
        ),
        Step(
            f"**S1**: one contact to EN of the converter, the other to GND. From EN also a wire to {at_boost['EN']} of "
            "the Pico, still without battery.",
            "the meter shows a connection between EN and GND in one position of S1 only.",
            "use the middle contact and one of the others.",
        ),
        Step(
            f"**The Pico's supply**: BAT of the converter through D1 to {at_boost['BAT']}, the band of D1 at the Pico; "
            f"GND of the converter to {at_boost['GND']}.",
            "with the battery in and S1 on, the light of the converter is on, and between pin 36 (3V3) of the Pico and "
            "GND there are 3.2 to 3.4 V; with S1 off, 0 V.",
            "D1 is reversed, or S1 joins the wrong contacts.",
        ),
        Step(
            f"**U1, C1 and C2** on a strip of perfboard: 5V of the converter to pins {of_u1('5 V')} of U1 and to 5V of "
            f"the LEDs, GND to pins {of_u1('GND')} of U1 and to GND of the LEDs. C1 across 5V and GND of the LEDs, its "
            "stripe to GND; C2 across pins 14 and 7.",
            "with S1 on for ten seconds nothing gets warm, and between pins 14 and 7 of U1 there are 5 to 5.3 V.",
            "switch off at once: U1 or C1 is reversed.",
        ),
    ]


def _signals(built):
    data = next(pad_of(wire) for wire in wires(built) if wire.part == BUFFER)
    return [
        Step(
            f"**Data**: {data} to pin 2 of U1; pin 3 of U1 through R1 to DIN of the LEDs, R1 close to DIN.",
            "switch on: the ring must light now, within a second, and then the picture of a game.",
            "DIN, not DOUT; pin 1 of U1 is at GND; pins 2 and 3 are not swapped.",
        ),
        Step(
            f"**Keys** on perfboard, {built['enclosure']['key_pitch_mm']} mm apart (six holes), in rows and columns: "
            f"{list_of(built, 'Keys', 'row')}; {list_of(built, 'Keys', 'column')}.{_sound(built)}",
            "left and right page through the menu, select chooses, and in a game every other key does something too.",
            "a push button has two pairs of joined legs: turn it by a quarter.",
        ),
    ]


def _finish():
    return [
        Step(
            "**USB and battery at once**: switch on, then plug in USB.",
            "the picture stays, D1 stays cold, and `glowgrid selftest` finds the Pico and all keys.",
            "unplug USB: the band of D1 must be at VSYS, and nothing at VBUS.",
        ),
        Step(
            "**Put it into its enclosure**: diffuser, LEDs, caps, keys, then the back with Pico, converter and "
            "battery; four screws. Nothing sharp may face the battery.",
            "every key clicks and comes back, both plugs fit through the wall.",
            "change a measure at the top of the .scad file and print that part again.",
        ),
    ]


def _sound(built):
    """Return how the piezo is wired, where the board has one."""
    ends = {wire.terminal: pad_of(wire) for wire in wires(built) if wire.part.startswith("Piezo")}
    return f" If you have a piezo: {ends['+']} to one leg, {ends['GND']} to the other." if ends else ""


def _depth(board, battery):
    return enclosure.layout(enclosure.parameters(board, battery))["outer_d"]


def _hours(board):
    """How long it lasts, as Markdown."""
    start = step_of(board["power"]["brightness"])
    rows = [
        (f"playing, brightness {step + 1} of {len(STEPS)}", power.playing(board, step)) for step in range(len(STEPS))
    ]
    rows[start] = rows[start][0] + ", as it comes", rows[start][1]
    rows += [("attract mode, which is dimmed", power.attract(board))]
    rows += [("switched off by itself: all dark, the Pico asleep", power.dark(board))]
    awake = power.playing(board, start, sleeps=False)
    years = min(map(power.off_years, power.PACKS))
    return [
        "## How long it lasts",
        "",
        "| | LEDs | from the battery | LiPo, 2000 mAh | three AA |",
        "| --- | --- | --- | --- | --- |",
        *(
            f"| {what} | {load.leds_ma:.0f} mA | {load.milliwatts / 1000:.1f} W | "
            + " | ".join(f"{load.hours(pack):.0f} h" for pack in power.PACKS)
            + " |"
            for what, load in rows
        ),
        f"| switched off by S1 | 0 mA | {power.OFF_MW:.1f} mW | years | years |",
        "",
        "By sums, not by a meter: the frames of recorded games with the currents of the board file (upper limits: many "
        f"LEDs draw a third less), a Pico of {power.AWAKE_MW / 5:.0f} mA awake and {power.ASLEEP_MW / 5:g} mA asleep "
        f"(by the emulated Pico, {power.STILL:.0%} of the time while you think, {power.MOVING:.0%} while pictures "
        f"move), a converter that is {power.EFFICIENCY:.0%} efficient. Expect a third more or less. Off, it is some "
        f"{years:.0f} years by the sums; the cells age sooner.",
        "",
        f'Without `"light_sleep": true` the Pico never sleeps: {awake.hours("lipo"):.1f} h in place of '
        f"{power.playing(board, start).hours('lipo'):.1f} h at the brightness it comes with. After three minutes "
        f"without a key the lights dim, and after {ON_BATTERY} the console switches itself off until a key is pressed; "
        f'the settings ("switch off") also offer {as_list(list(map(str, OFF_AFTER[1:])))} minutes, and never. That '
        "saves what lights draw, not what dark LEDs do: only S1 keeps a battery from running flat. Once a computer "
        "was at its USB, the Pico stays awake: turn S1 off and on after you unplugged it.",
    ]


def _charging():
    """How to charge, as Markdown."""
    return [
        "## When it is empty",
        "",
        f"At {LOW}% a red battery comes up for some seconds, once; below 3.2 V the converter's red light. Then only "
        "the cell's own protection switches off, and each time wears the cell. So:",
        "",
        "- LiPo: turn S1 off and plug a USB charger into the small socket of the converter, not into the Pico's: that "
        "one does not charge. From empty it takes some three hours. Stay near, on a surface that does not burn.",
        "- It charges with 1000 mA. A cell of less than 1000 mAh gets hot of that: never put one in.",
        "- Three AA cells: change all three together, and take them out if you put the handheld away for months.",
    ]


def _banks(board):
    """What to buy as a power bank, as Markdown."""
    start = step_of(board["power"]["brightness"])
    pico = power.AWAKE_MW / 5
    playing, attract, dark = (
        load.leds_ma + pico for load in (power.playing(board, start), power.attract(board), power.dark(board))
    )
    return [
        "## A power bank instead",
        "",
        f"The board as built on USB draws about {playing:.0f} mA at 5 V in a game, {attract:.0f} mA in attract mode, "
        f"{dark:.0f} mA when all is dark. Most power banks switch off when less than 50 to 100 mA flow for 10 seconds "
        "to 2 minutes: the game then ends while you think. So:",
        "",
        '- Buy one that says "always on", or "low current" or "trickle" mode and how long that lasts: on some it ends '
        "after two hours. Banks that are made for sensors and cameras stay on.",
        '- Leave out `--battery` in step 2: `"light_sleep"` takes the current further below the limit.',
        "- Try yours: if it goes off within five minutes, raise the brightness. Glowgrid has no pulse that keeps a "
        "power bank awake: it would disturb play, and cannot run while the Pico sleeps.",
        f"- One of 10,000 mAh (some 30 Wh at its plug) plays for about {30_000 / 5 / playing:.0f} hours.",
    ]
