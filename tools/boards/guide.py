"""boards/guides/NAME.md: what to buy and how to build a board, in ten steps with a check after each."""

import re
from typing import NamedTuple

from host_sim.boards.files import FOLDER
from host_sim.boards.jumpers import closed
from host_sim.boards.micropython import ALL, DOWNLOADS, GOOD_IMAGES, OF_MICROPYTHON, REPORTS, TRIED

from ..workshop.talk.advice import DRIVES, IMAGES, PAGES
from . import breadboard, enclosure, reading, tiles, what_if
from .facts import filled
from .wiring import (
    BUFFER,
    BUFFER_PINS,
    PIEZO,
    SHIFTER,
    SUPPLY,
    has_buffer,
    has_shifter,
    joints,
    on_a_base,
    one_chip,
    one_part,
    scan_lines,
    title,
    wires,
)

STEPS = 10
GENERATED = "<!-- Made by `python -m tools board pictures`. -->"
HOLES = "### Hole by hole"
RING = "the ring must light now, within a second, and then the picture of a game."
CLONE_EUROS = 3  # without headers
_SPARED = "breadboard", "jumper wires", "USB cable"
_PAIRS = "Of a push button's four legs two pairs are always joined, but never two on a diagonal"
_SOLDERED = "max7219", "ht16k33"  # headers, or module to module
# Of a 1088AS, 8x8 LEDs of 3 mm (its data sheet; LedControl and others draw the same): rows are cathodes.
_ROW_PINS = 9, 14, 8, 12, 1, 7, 2, 5
_COLUMN_PINS = 13, 3, 4, 10, 6, 11, 15, 16
_NO_BRIDGE = "; the meter shows no connection between neighbouring pins"
_REMOVE = "; remove solder with solder wick"
_BED = 220  # mm, of a common printer


class Step(NamedTuple):
    """What to do, what must then be true, and what to do if it is not."""

    do: str
    check: str
    otherwise: str


def guide(board):
    """Return the guide of a board as Markdown."""
    name = board["name"]
    lines = [
        f"# Build: {board['title']}",
        "",
        GENERATED,
        "",
        "Untested: if you build it, [report what you see](../../CONTRIBUTING.md#the-first-real-pico).",
        "",
        "## What to buy",
        "",
        *shopping(board),
        "",
        "## Wiring",
        "",
        f"![Wiring](../pictures/{name}.svg)",
        "",
    ]
    if breadboard.possible(board):
        lines += [
            f"![The same on a breadboard](../pictures/{name}_breadboard.svg)",
            "",
            "Many breadboards split their four power rails in the middle: bridge all four, as drawn.",
            "",
            HOLES,
            "",
            *breadboard.table(board),
            "",
        ]
    if tiles.possible(board):
        lines += [f"![The tiles from the front and from behind](../pictures/{name}_tiles.svg)", ""]
    lines += [*written(steps(board), "the Pico is unplugged"), "", *reading.section(board)]
    lines += [*another_pico(board), *enclosure_lines(board)]
    if "handheld" in board:
        lines += [f"[As a handheld, with a battery or a power bank]({name}_handheld.md).", ""]
    lines += [
        f"[What if](../WHAT_IF.md#{what_if.anchor_of(board)}) - [Thonny](../THONNY.md) - "
        "[Two handhelds, one game](link.md) - [All boards](../README.md)"
    ]
    return "\n".join(lines) + "\n"


def written(found, safe):
    """Return steps as Markdown. safe: when wires may be changed."""
    lines = ["## Ten steps", "", f"Change wires only while {safe}.", ""]
    for number, step in enumerate(found, 1):
        lines += [f"{number}. {step.do}", f"    - Check: {step.check}", f"    - If not: {step.otherwise}"]
    return lines


def enclosure_lines(board, battery=None):
    """Return how to print an enclosure, as Markdown, or why there is none."""
    lines = ["## An enclosure", ""]
    if why := enclosure.missing(board):
        return [*lines, f"There is none: {why}.", ""]
    at = enclosure.layout(enclosure.parameters(board, battery))
    option, suffix = (f" --battery {battery}", "_handheld") if battery else ("", "")
    name = board["name"]
    after = (
        " Print the diffuser white, the rest dark."
        if at["has_switches"]
        else " The thickness of the soft keys is not published."
    )
    if at["outer_h"] > _BED:
        after += f" Many printers end at {_BED} mm."
    picture = f"pictures/{name}{suffix}_enclosure.png"
    if (FOLDER / picture).is_file():
        lines += [f"![The enclosure, pulled apart](../{picture})", ""]
    return [
        *lines,
        f"`glowgrid board enclosure {name}{option} > enclosure.scad`, for OpenSCAD: {at['outer_w']:.0f} x "
        f"{at['outer_h']:.0f} x {at['outer_d']:.0f} mm, four M3 screws; not printed yet. **Measure your parts first**: "
        f"sizes are at the top of the file.{after}",
        "",
    ]


def shopping(board, others=0):
    """Return the parts as a Markdown list, with prices and their sum where the board file has them.

    others: the euros of parts that are listed elsewhere.
    """
    rows, total = [], others
    for part in board["parts"]:
        price = f", €{part['euros']:.2f}" if "euros" in part else ""
        total += part.get("euros", 0) * part["count"]
        rows.append(f"- {part['count'] or 'Optional:'} **{part['what']}**{price}: {filled(board, part['why'])}")
    return [
        *rows,
        "",
        (f"About €{total:.0f} together. " if total else "") + f"You also need {_tools(board)}.{_least(board)}",
    ]


def _tools(board):
    """Return the tools that one needs, and what for where it is not plain."""
    meter, iron = "a multimeter", "a soldering iron"
    leds = board["leds"]
    if on_a_base(board):
        return f"{meter}; {iron} and solder for headers if the Pico has none"
    if leds["driver"] == "seesaw":
        several = len(leds["addresses"]) > 1
        return (
            f"{meter}, {iron}, solder and solder wick" if several else f"{meter}; {iron} and solder for the wire to INT"
        )
    if any("wire and solder" in part["what"] for part in board["parts"]):  # solder is in the list already
        return f"{meter} and {iron}"
    by_hand = leds["driver"] in _SOLDERED or any("perfboard" in part["what"] for part in board["parts"])
    return f"{meter}, {iron} and solder" if by_hand else meter


def _least(board):
    """Return the least that one can spend, where parts can be soldered instead of plugged."""
    spare = [part for part in board["parts"] if part.get("mark", "").startswith(_SPARED)]
    if not any(part["mark"] == "breadboard" for part in spare):
        return ""
    left = [part for part in board["parts"] if part not in spare and part.get("mark") != "Pico"]
    least = CLONE_EUROS + sum(part.get("euros", 0) * part["count"] for part in left)
    return (
        f"\n\nThe least is about €{least:.0f}: a clone of the Pico for €{CLONE_EUROS}, solder and scraps of wire "
        "instead of the breadboard and the jumper wires, a USB cable that you have."
    )


def steps(board):
    """Return the ten steps."""
    name = board["name"]
    first = [
        Step(
            f"**Lay out the parts.** Pin 1 of the Pico is beside its plug.{_loose_pins(board)}",
            f"all are there{_NO_BRIDGE if has_shifter(board) else ''}.",
            "only optional ones may be missing" + (_REMOVE if has_shifter(board) else "") + ".",
        ),
        Step(
            f"**Put Glowgrid onto the bare Pico**: run `glowgrid uf2 --board {name}`. Plug the Pico in, holding "
            f"BOOTSEL; copy the file onto the drive RPI-RP2. [A Pico 2 or a clone](#another-pico) differs.",
            f"the drive vanishes; `glowgrid flash --board {name} --dry-run` ends with `verdict   up to date`.",
            "[the copy fails](../WHAT_IF.md#the-copy-fails); or the USB cable only charges.",
        ),
    ]
    last = [
        Step(
            "**Run the self-test**: `glowgrid selftest`, and press every key.",
            f"{self_test(board)}; it ends with `selftest: done`.",
            f"`glowgrid selftest --wiring` writes the right board file; flash it. {no_answer(board)}",
        ),
        Step(
            "**Play** a game to its end; in the middle of a second one unplug the Pico and plug it in again.",
            "the second game is offered as it was.",
            "open an issue with the Pico's file crash.txt.",
        ),
    ]
    if has_buffer(board) or has_shifter(board):
        lights = _buffered(board) if has_buffer(board) else _shifted(board)
        middle = lights + (_buttons(board) if board["keys"]["driver"] == "pins" else _matrix(board))
    elif one_chip(board):
        middle = _chip(board)
    elif board["leds"]["driver"] == "ht16k33":
        middle = _backpack(board) + (_buttons(board) if board["keys"]["driver"] == "pins" else _matrix(board))
    else:
        middle = _tiles(board) if one_part(board) else _base(board)
    return [*first, *middle, *last]


def _loose_pins(board):
    """Return which pins to solder first."""
    if not has_shifter(board):
        return ""
    several = "panels" in board["leds"]
    what = ("strip" if board["leds"]["height"] == 8 else "modules") if several else "module"
    return f" Solder the two rows of pins to the level shifter, and those of the {what} if they are loose."


def self_test(board):
    """Return what the self-test shows, as console/screens/selftest.py has it."""
    keys, channels = board["keys"], board["leds"]["channels"]
    first = ("light up", "show red, green and yellow", "show red, green, blue and white")[min(len(channels), 3) - 1]
    if keys["height"] == 1:
        names = [role for role, _ in sorted(keys["roles"].items(), key=lambda item: item[1])]
        place = f"a strip of them stands for each button, from the left ({as_list(names)})"
    else:
        place = "each key has its place among them"
    then = (
        "it flashes until you press the button, then stays on",
        "it flashes yellow until you press the button, is yellow while that is down, then green",
        f"it is dim white, white while the {'button' if keys['height'] == 1 else 'key'} is down, then green",
    )[min(len(channels), 3) - 1]
    return f"all LEDs {first}; then {place}: {then}"


def no_answer(board):
    """Return what to do about a key that the self-test does not see."""
    place = "strip" if board["keys"]["height"] == 1 else "place"
    if board["keys"]["driver"] in ("seesaw", "tca9555"):
        return f"If a {place} never becomes green, [its key does not answer](../WHAT_IF.md#{what_if.anchor_of(board)})."
    goes_on = "goes on flashing" if len(board["leds"]["channels"]) < 3 else "never becomes green"
    return f"If a {place} {goes_on}, check the wire of that {'button' if place == 'strip' else 'key'}."


def another_pico(board):
    """Return what differs on a Pico 2, where the board can have one, and on clones, as Markdown."""
    lines = ["## Another Pico", ""]
    if any(variant["mcu"] == "rp2350" for variant in board.get("variants", ())):
        weak = "By erratum RP2350-E9 its pull-downs may leave a pin at 2 V. Keys and buses here have pull-ups"
        image, page = IMAGES["rp2350"], PAGES["rp2350"]
        lines.append(
            f"- **A Pico 2** needs a file of its own: `glowgrid uf2 --board {board['name']} --image {image}`, of "
            f"<{page}>. Its drive is {DRIVES['rp2350']}; with the drive {DRIVES['rp2040']} it is a Pico. "
            f"{weak}, so it does not matter."
        )
    return [
        *lines,
        "- **A clone** may have 4, 8 or 16 MB of flash: the same file runs, and uses 2 MB of them. All pins of the "
        "steps must be on its edge.",
        f"- **MicroPython**: Glowgrid was tried with {ALL}, on an emulated Pico. With any other, such as 1.29, "
        f"`glowgrid flash` says that it was not.{_only_a_scan(board)}",
        "",
    ]


def _only_a_scan(board):
    """Return what a board with parts on I2C may meet."""
    if "i2c" not in board["leds"] and "i2c" not in board["keys"]:
        return ""
    pico, pico_2 = GOOD_IMAGES["rp2040"], GOOD_IMAGES["rp2350"]
    reports = re.sub(r"https:[^;,)]+", r"<\g<0>>", REPORTS)
    return (
        f" Some chips on I2C answer a scan and nothing else: people report it {reports}. If the port says "
        f"`{OF_MICROPYTHON}`, take {TRIED[0]}: `glowgrid uf2 --board {board['name']} --image {pico}` (Pico 2: "
        f"`{pico_2}`), with that file of <{DOWNLOADS}>. Copying what it makes replaces saves."
    )


def _buffered(board):
    """LEDs behind U1."""
    lights = title(board, "leds")
    data = next(pad_of(wire) for wire in wires(board) if wire.part == BUFFER)
    ground, five = (of_u1(net) for net in ("GND", "5 V"))
    vcc, gnd = _pin("VCC"), _pin("GND")
    end = {wire.terminal: pad_of(wire) for wire in wires(board) if wire.part == lights}
    supplied = any(joint.part == SUPPLY for joint in joints(board))
    power = (
        f"the supply's + to 5V and - to GND of the {lights}; {end['GND']} of the Pico to the same GND. VBUS stays free"
        if supplied
        else f"{end['5V']} to 5V of the {lights}, {end['GND']} to GND"
    )
    split = _bridged(board)
    joined = ", and one from the left to the right end of each rail" if split else ""
    return [
        Step(
            f"**Power for the LEDs**: {power}.{split}",
            f"the meter shows no connection between 5 V and GND{joined}.",
            "two wires in one row of holes, or a reversed plug of the LEDs.",
        ),
        Step(
            f"**U1**, its notch at pins 1 and {vcc}: GND to pins {ground}, 5 V to pins {five}.",
            f"with the power on for ten seconds nothing gets warm; 4.5 to 5.2 V between pins {vcc} and {gnd}.",
            "pull the plug at once: U1 is reversed, or a pin missed its hole.",
        ),
        Step(
            f"**Capacitors**: C2 from pin {vcc} to pin {gnd} of U1, across its back; C1 from 5V to GND at the LEDs, "
            "its stripe (minus) to GND.",
            "still 4.5 to 5.2 V; C1 stays cold.",
            "pull the plug at once: C1 is reversed. Throw it away if it got hot.",
        ),
        Step(
            f"**Data**: {data} to pin {_pin('1A')} of U1; pin {_pin('1Y')} of U1 through R1 to DIN of the {lights}."
            f"{_chain(board)} R1 sits at DIN, not at U1.",
            f"plug it in: {RING}",
            f"is pin {_pin('/1OE')} of U1 at GND? Then [all lights stay dark](../WHAT_IF.md#5-all-lights-stay-dark).",
        ),
    ]


def _bridged(board):
    """Return what to do first with the rails of a breadboard, if there is a picture of one."""
    return " First bridge the split of each rail." if breadboard.possible(board) else ""


def _shifted(board):
    """Modules behind a level shifter."""
    module = "the first module" if "panels" in board["leds"] else "the module"
    lights = title(board, "leds")
    of = {(wire.part, wire.terminal): pad_of(wire) for wire in wires(board)}
    lines = {joint.terminal[-1]: joint.to_terminal for joint in joints(board) if joint.part == SHIFTER}
    channels = ", ".join(f"{of[SHIFTER, f'LV{number}']} to LV{number}" for number in "123")
    ends = ", ".join(f"HV{number} to {lines[number]}" for number in "123")
    return [
        Step(
            f"**Power for the LEDs**: {of[lights, 'VCC']} to VCC of {module}, {of[lights, 'GND']} to GND."
            f"{_bridged(board)}",
            "the meter shows no connection between VCC and GND; with the power on for ten seconds nothing gets warm.",
            "pull the plug at once: VCC and GND are swapped.",
        ),
        Step(
            f"**Power for the level shifter**: {of[SHIFTER, 'LV']} to LV, VCC of {module} to HV, "
            f"{of[SHIFTER, 'GND']} to GND. Go by the names on it: some have their pins in another order.",
            "3.2 to 3.4 V between LV and GND, 4.5 to 5.2 V between HV and GND.",
            "pull the plug at once: LV and HV are swapped, which puts 5 V onto the Pico.",
        ),
        Step(
            f"**The Pico's side**: {channels}.",
            "the meter shows no connection from one of them to the next.",
            "two wires in one row of holes.",
        ),
        Step(
            f"**The module's side**: {ends}. Take the side of {module} that says DIN, the right one of an FC-16 "
            "that is upright; DOUT is for another one."
            f"{_chain(board)}",
            f"plug it in: {RING}",
            "it stays dark: DIN and DOUT, or CLK and CS, are swapped. It is turned or mirrored: go on; the self-test "
            "in step 9 finds out how.",
        ),
    ]


def _backpack(board):
    """LEDs with an HT16K33 at their back."""
    power, data = _on_i2c(board)
    return [
        Step(
            "**Solder** the LEDs onto the backpack, on the side without the chip, printed side of the LEDs and first "
            "pin as its maker shows: the other way round they stay dark, and are hard to take off again.",
            "no solder joins two pins.",
            "remove solder with solder wick.",
        ),
        Step(
            f"**Address**: 0x{board['leds']['address']:02X}; " + _jumpers(board["leds"]["address"]),
            "no other jumper is closed." if board["leds"]["address"] & 7 else "no jumper is closed.",
            "remove a drop with solder wick.",
        ),
        power,
        data._replace(
            check=f"plug it in: {RING}",
            otherwise="SDA and SCL are swapped, or the address is wrong: the Pico's port says so. Colours or columns "
            "are wrong: [what if](../WHAT_IF.md#leds-on-an-ht16k33).",
        ),
    ]


def _chip(board):
    """LEDs and buttons, both on one HT16K33."""
    power, data = _on_i2c(board)
    first, others = scan_lines(board)
    keys = [(key, role) for role, key in board["keys"]["roles"].items()]
    ends = ", ".join(f"A{3 + key} is {role}" for key, role in sorted(keys))
    return [
        power,
        data,
        Step(
            "**Rows of the LEDs**: C0 to C7 to the pins of rows 1 to 8 of the matrix, from the top; they are cathodes: "
            f"{_pins_of(_ROW_PINS)} of a 1088AS. Pin 1 is at the left of the side with the printing, seen from the "
            "front with that side down; on to 8 at its right, 9 above 8, 16 above 1.",
            "with the meter's diode test, + at the pin of a column, an LED of each row lights up.",
            "compare with the list: the pins are in no order. Other matrices: look them up.",
        ),
        Step(
            "**Columns of the LEDs**: A0 to A7 to the pins of columns 1 to 8, from the left; they are anodes: "
            f"{_pins_of(_COLUMN_PINS)} of a 1088AS.",
            f"plug it in: {RING}",
            "all is dark: rows and columns are swapped. It is turned or mirrored: change "
            '`"rotate"` or `"mirror"` in a copy of the board file.',
        ),
        Step(
            f"**Buttons**: {first} to a rail, and from the rail to one leg of each. {_PAIRS}, so use two that lie on a "
            "diagonal.",
            "the meter shows a connection between the two legs only while the button is down.",
            "you took two legs that are always joined: take two on a diagonal.",
        ),
        Step(
            f"**Their lines**, each through a diode from the other leg, its band to the line: {ends}.{piezo(board)}",
            "right pages through the menu; no LED lights up while a button is down.",
            "[a button does not answer](../WHAT_IF.md#4-a-button-on-the-chip-does-not-answer).",
        ),
    ]


def _pins_of(pins):
    return f"pins {', '.join(map(str, pins))}"


def _on_i2c(board):
    """Return the steps of power and data of a part on I2C."""
    ends = {wire.terminal: pad_of(wire) for wire in wires(board) if wire.part == title(board, "leds")}
    return (
        Step(
            f"**Power**: {ends['VCC']} to VCC (on some boards VDD or +), never VBUS; {ends['GND']} to GND (or -)."
            f"{_bridged(board)}",
            "with the power on for ten seconds nothing gets warm; 3.2 to 3.4 V between VCC and GND.",
            "pull the plug at once: VCC and GND are swapped.",
        ),
        Step(
            f"**Data**: {ends['SDA']} to SDA (or D), {ends['SCL']} to SCL (or C).",
            "3.2 to 3.4 V between SDA and GND, and between SCL and GND, with the power on.",
            "the board has no pull-up resistors: 4.7 kohm from SDA to VCC, and from SCL to VCC.",
        ),
    )


def _jumpers(address):
    """Return which of the jumpers A0 to A2 of an HT16K33 are closed."""
    shut = [f"A{bit}" for bit in range(3) if address >> bit & 1]
    return f"close {' and '.join(shut)} with solder." if shut else "leave the jumpers A0 to A2 open."


def _matrix(board):
    """Keys in rows and columns."""
    keys = title(board, "keys")
    diodes = {
        "none": "",
        "row_to_column": " A diode at each key, its band to the column.",
        "column_to_row": " A diode at each key, its band to the row.",
    }[board["keys"]["diodes"]]
    return [
        Step(
            f"**Rows of the {keys.lower()}**, from row 0 on: {list_of(board, keys, 'row')}.",
            "the meter shows no connection between rows.",
            "two wires touch; on a keypad without labels the rows are one half of the plug.",
        ),
        Step(
            f"**Columns of the {keys.lower()}**, from column 0 on: "
            f"{list_of(board, keys, 'column')}.{diodes}{piezo(board)}",
            f"key {board['keys']['roles']['right']} (right) pages through the menu.",
            "[another key answers](../WHAT_IF.md#1-another-key-answers).",
        ),
    ]


def _buttons(board):
    """Separate buttons, each between a pin and ground."""
    buttons = title(board, "keys")
    of = {wire.terminal: pad_of(wire) for wire in wires(board) if wire.part == buttons}
    ground = of.pop("GND")
    if breadboard.possible(board):
        return _on_breadboard(board, ground)
    return [
        Step(
            f"**{buttons}**: {ground} to a rail, and from the rail to one leg of each. {_PAIRS}, so use two that lie "
            "on a diagonal.",
            "the meter shows a connection between the two legs only while the button is down.",
            "you took two legs that are always joined: take two on a diagonal.",
        ),
        Step(
            f"**Their pins**, to the other leg of each: {', '.join(f'{pin} is {name}' for name, pin in of.items())}."
            f"{piezo(board)}",
            "right pages through the menu.",
            "[another button answers, or none](../WHAT_IF.md#separate-buttons).",
        ),
    ]


def _on_breadboard(board, ground):
    """Separate buttons across the middle of the breadboard."""
    found = breadboard.buttons(board)
    first = found[0]
    grounded = ", ".join(button.wires[1] for button in found)
    pins = ", ".join(
        f"{breadboard.pad_of(button)} is {button.name}: a{button.pin} to {button.wires[0]}" for button in found
    )
    return [
        Step(
            "**Buttons**, across the middle of the breadboard, each leg in "
            f"[its hole]({board['name']}.md#hole-by-hole). "
            f"{ground} from a{breadboard.in_lines(board)['GND']} to the left - rail; the right - rail to {grounded}. "
            f"{_PAIRS}; the wires go to two on a diagonal, so any way round works.",
            f"the meter shows a connection between {first.wires[0]} and {first.wires[1]} only while {first.name} is "
            "down; the others likewise.",
            "a leg is bent under its button, or is one row off.",
        ),
        Step(
            f"**Their pins**: {pins}.{piezo(board)}",
            "right pages through the menu.",
            "[another button answers, or none](../WHAT_IF.md#separate-buttons).",
        ),
    ]


def _chain(board):
    """Return how the panels are chained, where the board has some."""
    what, power = ("module", "CLK, CS, VCC and GND") if has_shifter(board) else ("panel", "5V and GND")
    panels = [
        f"{what} {number} {_place(board, panel)}{_turned(board, panel)}"
        for number, panel in enumerate(board["leds"].get("panels", ()), 1)
    ]
    if not panels:
        return ""
    if has_shifter(board) and board["leds"]["height"] == 8:
        return " The modules of a strip are joined already."
    return f" DOUT, {power} of each {what} go to DIN, {power} of the next. From the front: {'; '.join(panels)}."


def _place(board, panel):
    """Return where a panel is: "upper right", or its upper left corner."""
    (x, y), leds = panel["at"], board["leds"]
    if len(leds["panels"]) == 4 and leds["width"] == leds["height"]:
        return f"{'lower' if y else 'upper'} {'right' if x else 'left'}"
    return f"with its upper left corner at column {x}, row {y}, counted from 0"


def _turned(board, panel):
    """Return how a panel lies; a module's DIN is on its right while it is upright."""
    turn = panel.get("turn", 0)
    if has_shifter(board):
        return f", DIN on its {('right', 'lower side', 'left', 'upper side')[turn // 90]}" + (
            " (turned)" if turn else ""
        )
    return f", turned by {turn} degrees" if turn else ""


def piezo(board):
    """Return how the piezo is wired, where the board has one."""
    ends = {wire.terminal: pad_of(wire) for wire in wires(board) if wire.part == PIEZO}
    return f" A piezo: {ends['+']} to one leg, {ends['GND']} to the other." if ends else ""


def _tiles(board):
    """NeoTrellis: keys and LEDs on one or more tiles."""
    ends = {wire.terminal: pad_of(wire) for wire in wires(board)}
    several = len(board["leds"]["addresses"]) > 1
    cable = dict(tiles.CABLE)
    return [
        _addresses(board),
        Step(
            "**Join the tiles** at their edges with solder, INT too."
            if several
            else "**Look at the tile** from behind.",
            "the meter shows no connection between VIN and GND"
            + (", and one from tile to tile on each pad." if several else "."),
            "look for solder between two pads.",
        ),
        Step(
            "**Lay the silicone keypad on**: its black pads lie on the gold combs, its rims over the LEDs.",
            "it lies flat, and each key moves by itself.",
            "turn it by a quarter, or lay it on again.",
        ),
        Step(
            f"**Power**, by the cable: VIN ({cable['VIN']}) to {ends['VIN']}, never to VBUS; GND ({cable['GND']}) to "
            f"{ends['GND']}. Trust the names beside the socket more than the colours.",
            "with the power on for ten seconds nothing gets warm; 3.2 to 3.4 V between VIN and GND.",
            "pull the plug at once, and look for swapped wires.",
        ),
        Step(
            f"**Data**: SDA ({cable['SDA']}) to {ends['SDA']}, SCL ({cable['SCL']}) to {ends['SCL']}.",
            f"plug it in: {RING}",
            "SDA and SCL are swapped, or an address is wrong: the Pico's port says which is missing.",
        ),
        Step(
            f"**INT** of the first tile to {ends['INT']}." if "INT" in ends else "**INT** stays free.",
            "keys in the menu work, and no line about INT appears at power-up.",
            "solder the wire again, or leave it out and remove `interrupt` in a copy of the board file.",
        ),
    ]


def _addresses(board):
    """Return the step that closes the address jumpers."""
    found = tiles.places(board)
    if len(found) == 1:
        address = f"0x{found[0][2]:02X}"
        shut = " and ".join(closed(found[0][2]))
        do = f"**Address**: {address} needs " + (f"{shut} closed." if shut else "all jumpers A0 to A4 open.")
        check = "no other jumper is closed." if shut else "no jumper is closed."
    else:
        rows = ("upper", "lower") if found[-1][1] == 1 else [f"row {row + 1}," for row in range(found[-1][1] + 1)]
        columns = ("left", "right") if max(found)[0] == 1 else [f"tile {at + 1}" for at in range(max(found)[0] + 1)]
        each = ", ".join(
            f"{rows[row]} {columns[column]} 0x{address:02X} ({' and '.join(closed(address)) or 'none'})"
            for column, row, address in found
        )
        do = (
            f"**Addresses**, from the front, with the jumpers to close with solder: {each}. The jumpers are on the "
            "back, where left and right are swapped: mark the tiles first."
        )
        check = "each tile has the jumpers of its place closed, no other."
    return Step(do, check, "remove a drop with solder wick.")


def _base(board):
    """A base that the Pico is plugged into."""
    power = {wire.terminal: pad_of(wire) for wire in wires(board)}
    return [
        Step(
            "**Headers**, if the Pico has none: solder on two rows of 20 pins, pointing away from its chip. The "
            "sockets of the base hold them straight.",
            "no solder joins two pins, and the Pico still starts.",
            "remove solder with solder wick.",
        ),
        Step(
            "**Keys**: lay the silicone keys flat onto the main board, each over its LED; the second board over them; "
            "turn all four bolts a little at a time, only until nothing rattles.",
            "every key goes down, comes back, and stands straight.",
            "a key stays down: loosen the bolts. A key tilts and sticks: tighten them evenly.",
        ),
        Step(
            "**Plug the Pico in**, without USB, its chip and plug visible, each pin into its hole: see the back of the "
            "base.",
            "all 40 pins are in.",
            "pull it out evenly, straighten the pins, try again.",
        ),
        Step(
            f"**Plug in USB.** The LEDs take 5 V from {power['5V']}, the keys, as far as we know, 3.3 V from "
            f"{power['VCC']}.",
            RING,
            "pull the plug at once: the Pico is reversed, or off by a hole. If keys answer in the dark, VBUS makes no "
            "contact.",
        ),
        Step(
            f"**Press key {board['keys']['roles']['select']}** (select) in the menu.",
            "the size or the seats appear.",
            "look for a bent pin at "
            + ", ".join(pad_of(wire) for wire in wires(board) if wire.terminal in ("SDA", "SCL"))
            + ".",
        ),
        Step(
            "**Page through the menu** with left and right.",
            "each game has its picture; no LED is dark in all of them, none flickers.",
            "look for a bent pin at "
            + ", ".join(pad_of(wire) for wire in wires(board) if wire.terminal in ("DIN", "CLK", "CS"))
            + ".",
        ),
    ]


def pad_of(wire):
    """Return the pad of a wire with its number: "GP16 (pin 21)"."""
    return f"{wire.pad} (pin {wire.pin})"


def _pin(name):
    """Return the number of a pin of U1."""
    return [pin for pin, _ in BUFFER_PINS].index(name) + 1


def of_u1(net):
    """Return the pins of U1 on a net: "4, 10, 13 and 14"."""
    return as_list([str(number) for number, (_, goes_to) in enumerate(BUFFER_PINS, 1) if goes_to == net])


def as_list(words):
    """Return words as a list in a sentence: "4, 10 and 13"."""
    return ", ".join(words[:-1]) + " and " + words[-1]


def list_of(board, part, word):
    """Return where the rows or the columns go, in their order: "GP2 (pin 4), GP3 (pin 5), ..."."""
    return ", ".join(pad_of(wire) for wire in wires(board) if wire.part == part and wire.terminal.startswith(word))
