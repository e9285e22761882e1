"""boards/guides/NAME_handheld.md: a board as a handheld, soldered, with a battery, a switch and an enclosure.

The same netlist as ever (wiring.py) of a board whose LEDs are fed by a boost converter and whose Pico is fed at VSYS.
"""

from glowgrid.console.battery import LOW
from glowgrid.console.screens.settings import OFF_AFTER, STEPS, step_of

from . import enclosure, power
from .facts import filled
from .guide import GENERATED, RING, Step, as_list, enclosure_lines, list_of, of_u1, pad_of, piezo, shopping, written
from .wiring import BOOST, BUFFER, wires

# Sources (those of power.py have theirs there): Raspberry Pi Pico data sheet, 4.5: VSYS through a Schottky diode, or a
# P-channel MOSFET (DMG2305UX, its gate at VBUS), which saves 0.25 V; 3V3_EN. pjrc.com, How Much Current Do WS2812 LEDs
# Really Use: under 1 mA dark, 33 or 52 mA white. Power banks: Staubgeborener/ESP32_KeepPowerbankAlive;
# clauduino.i-networx.de, shields 18; voltaicsystems.com, Always On Mode (V25, V50, V75, V88).
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
        "Untested: not built, printed or measured. If you build it, "
        "[report what you see](../../CONTRIBUTING.md#the-first-real-pico).",
        "",
        "**Lithium cells burn when shorted, pierced, crushed, overcharged or run flat.** Use a cell with a protection "
        "circuit; compare + and - of its plug with the converter's marks (makers differ); charge it with a LiPo "
        "charger only, never unattended; stop using a swollen one. Or take three AA cells.",
        "",
        "## What to buy",
        "",
        f"The parts of [the board on USB]({board['name']}.md) without {as_list(board['handheld']['instead_of'])}, and:",
        "",
        *_shopping(board),
        "",
        "## Wiring",
        "",
        f"![Wiring](../pictures/{built['name']}.svg)",
        "",
        *_why(built),
        "",
        *written(steps(built), "battery and USB are unplugged"),
        "",
        *enclosure_lines(board, "lipo"),
        f"With `--battery aa` it is {_depth(board, 'aa') - _depth(board, 'lipo'):.1f} mm deeper.",
        "",
        *_hours(board),
        "",
        *_charging(),
        "",
        *_banks(board),
        "",
        "[All boards](../README.md)",
    ]
    return "\n".join(lines) + "\n"


def _shopping(board):
    """Return the parts that the handheld has and the board on USB has not; the sum is of all."""
    own = board["handheld"]["parts"]
    others = sum(part["euros"] * part["count"] for part in of(board)["parts"] if part not in own)
    return shopping({**board, "parts": own}, others)


def _why(built):
    """Say why it is wired like this."""
    return [
        "- " + filled(built, line)
        for line in (
            "The LEDs get 5.2 V from the converter, the Pico the battery through D1. {vbus} stays free.",
            "USB and battery may be plugged in at once: the Pico's own diode and D1 keep them apart.",
            "The gauge in the settings measures {vsys}; with USB it shows full.",
            "Take the 74AHCT125, not the 74HCT125: its inputs bear a Pico on USB while U1 has no power.",
            "Dark LEDs draw {count} * {idle} = {all_idle} mA: only S1 keeps a battery from running flat. When it is "
            "off, no computer sees the Pico.",
        )
    ]


def steps(built):
    """Return the ten steps of the handheld build."""
    return [*_prepare(built), *_supply(built), *_signals(built), *_finish()]


def _prepare(built):
    name = built["name"].removesuffix("_handheld")
    return [
        Step(
            f"**Build it on USB first**, on a breadboard, by [its guide]({name}.md).",
            "it plays.",
            "do not go on: faults are easier to find there.",
        ),
        Step(
            f"**Make a board file**: `glowgrid board new handheld.json --like {name} --battery lipo`, or `--battery "
            "aa`. Copy what `glowgrid uf2 --board handheld.json` makes onto the Pico.",
            "the game runs on USB; its settings show a full battery.",
            "it was another file: `glowgrid flash --board handheld.json`.",
        ),
    ]


def _supply(built):
    at_boost = {wire.terminal: pad_of(wire) for wire in wires(built) if wire.part == BOOST}
    return [
        Step(
            "**The converter alone**: plug the battery into it. Leave the large USB socket off.",
            "between 5V and GND there are 5 to 5.3 V, and 0 V while a wire joins EN to GND.",
            "pull the plug at once: + and - are swapped.",
        ),
        Step(
            f"**S1**, without battery: one contact to EN of the converter and {at_boost['EN']} of the Pico, the other "
            "to GND.",
            "the meter shows a connection between EN and GND in one position only.",
            "use the middle contact and one other.",
        ),
        Step(
            f"**The Pico's supply**: BAT of the converter through D1 to {at_boost['BAT']}, the band at the Pico; GND "
            f"to {at_boost['GND']}.",
            "with S1 on, the converter's light is on, and pin 36 (3V3) of the Pico has 3.2 to 3.4 V; off, 0 V.",
            "D1 is reversed, or S1 joins the wrong contacts.",
        ),
        Step(
            f"**U1, C1 and C2** on a strip of perfboard: 5V of the converter to 5V of the LEDs and pins {of_u1('5 V')} "
            f"of U1, GND to GND of the LEDs and pins {of_u1('GND')}. C1 from 5V to GND of the LEDs, its stripe to GND; "
            "C2 from pin 14 to 7.",
            "with S1 on for ten seconds nothing gets warm; 5 to 5.3 V between pins 14 and 7.",
            "switch off at once: U1 or C1 is reversed.",
        ),
    ]


def _signals(built):
    data = next(pad_of(wire) for wire in wires(built) if wire.part == BUFFER)
    return [
        Step(
            f"**Data**: {data} to pin 2 of U1; pin 3 of U1 through R1 to DIN of the LEDs. R1 sits at DIN.",
            f"switch on: {RING}",
            "is pin 1 of U1 at GND? Then [all lights stay dark](../WHAT_IF.md#5-all-lights-stay-dark).",
        ),
        Step(
            f"**Keys** on perfboard, {built['enclosure']['key_pitch_mm']} mm apart (six holes), rows from row 0 on: "
            f"{list_of(built, 'Keys', 'row')}; columns: {list_of(built, 'Keys', 'column')}.{piezo(built)}",
            "`glowgrid selftest` sees every key.",
            "a push button has two pairs of joined legs: turn it by a quarter.",
        ),
    ]


def _finish():
    return [
        Step(
            "**USB and battery at once**: switch on, then plug in USB.",
            "the picture stays, and D1 stays cold.",
            "unplug USB: the band of D1 must be at VSYS, and VBUS free.",
        ),
        Step(
            "**Enclosure**: diffuser, LEDs, caps, keys, then the back with Pico, converter and battery; four screws. "
            "Nothing sharp may face the battery.",
            "every key clicks and comes back; both plugs fit.",
            "change a measure in the .scad file and print that part again.",
        ),
    ]


def _depth(board, battery):
    return enclosure.layout(enclosure.parameters(board, battery))["outer_d"]


def _hours(board):
    """How long it lasts, as Markdown."""
    start = step_of(board["power"]["brightness"])
    rows = [(f"brightness {step + 1} of {len(STEPS)}", power.playing(board, step)) for step in range(len(STEPS))]
    rows[start] = rows[start][0] + ", the default", rows[start][1]
    rows += [("attract mode (dimmed)", power.attract(board))]
    rows += [("off by itself: dark, asleep", power.dark(board))]
    awake = power.playing(board, start, sleeps=False)
    years = min(map(power.off_years, power.PACKS))
    return [
        "## How long it lasts",
        "",
        "| | LEDs, mA | battery, W | LiPo of 2000 mAh, hours | three AA, hours |",
        "| --- | --- | --- | --- | --- |",
        *(
            f"| {what} | {load.leds_ma:.0f} | {load.milliwatts / 1000:.1f} | "
            + " | ".join(f"{load.hours(pack):.0f}" for pack in power.PACKS)
            + " |"
            for what, load in rows
        ),
        f"| off by S1 | 0 | {power.OFF_MW / 1000:.4f} | years | years |",
        "",
        f"Calculated, not measured ([how](../../tools/boards/power.py)): expect a third more or less. With S1 "
        f"off a cell would last {years:.0f} years, but ages sooner.",
        "",
        f'`"light_sleep": true`, which `--battery` sets, lets the Pico sleep while you think: a LiPo lasts '
        f"{power.playing(board, start).hours('lipo'):.1f} h, not {awake.hours('lipo'):.1f}. After three "
        f"minutes without a key the lights dim, after {ON_BATTERY} the console switches itself off; "
        f"the settings offer {as_list(list(map(str, OFF_AFTER[1:])))} minutes, and never. A Pico that a computer "
        "has talked to stays awake: turn S1 off and on after you unplug it.",
    ]


def _charging():
    """How to charge, as Markdown."""
    return [
        "## When it is empty",
        "",
        f"At {LOW}% a red battery shows once; below 3.2 V the converter's red light. Then only the "
        "cell's own protection switches off, which wears the cell.",
        "",
        "- LiPo: turn S1 off and plug a USB charger into the small socket of the converter; the Pico's does not "
        "charge. It takes three hours: stay near, on a surface that does not burn.",
        "- It charges with 1000 mA: never use a cell of less than 1000 mAh, which gets hot.",
        "- Three AA cells: change all three together. Take them out before months in a drawer.",
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
        f"The board on USB draws about {playing:.0f} mA at 5 V in a game, {attract:.0f} mA in attract mode, {dark:.0f} "
        "mA when dark. Most power banks switch off below 50 to 100 mA, after 10 seconds to 2 minutes: while you think.",
        "",
        '- Buy one with an "always on", "low current" or "trickle" mode, and ask how long that lasts.',
        '- Leave out `--battery` in step 2: `"light_sleep"` lowers the current further.',
        "- If yours goes off within five minutes, raise the brightness: Glowgrid sends no pulses to keep it awake.",
        f"- 10,000 mAh (some 30 Wh at the plug) last about {30_000 / 5 / playing:.0f} hours.",
    ]
