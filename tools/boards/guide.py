"""boards/guides/NAME.md: what to buy and how to build a board, in ten steps with a check after each."""

from typing import NamedTuple

from ..device.jumpers import closed
from . import breadboard, enclosure, tiles, what_if
from .facts import filled
from .wiring import BUFFER, BUFFER_PINS, PIEZO, SUPPLY, has_buffer, joints, one_part, title, wires

STEPS = 10
GENERATED = "<!-- Generated from the board file by `python -m tools board pictures`: edit that instead. -->"
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
        "This board is untested: if you build it, [report what you see](../../CONTRIBUTING.md#the-first-real-pico).",
        "",
        "## What to buy",
        "",
        *shopping(board),
        "",
        "Prices are rough web shop prices. A multimeter helps.",
        "",
        "## Wiring",
        "",
        f"![Wiring of {board['title']}](../pictures/{name}.svg)",
        "",
    ]
    if breadboard.possible(board):
        lines += [
            f"![The same on a breadboard](../pictures/{name}_breadboard.svg)",
            "",
            "Many long breadboards split their four power rails in the middle: the printed line has a gap, or the "
            "holes do. Bridge all four with short wires, as drawn; where rails are whole, the wires do no harm.",
            "",
        ]
    if tiles.possible(board):
        lines += [f"![The tiles from the front and from behind](../pictures/{name}_tiles.svg)", ""]
    lines += [*written(steps(board), "the Pico is unplugged"), "", *enclosure_lines(board)]
    if "handheld" in board:
        lines += [
            f"[The same as a handheld, with a battery]({name}_handheld.md); what power bank to buy is there too.",
            "",
        ]
    lines += [
        f"Something is wrong? [What if](../WHAT_IF.md#{what_if.anchor_of(board)}). With Thonny in place of a terminal: "
        "[Thonny](../THONNY.md). All boards: [boards](../README.md).",
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
    name, keys = board["name"], f"keys {at['key_pitch']:g} mm apart"
    if at["has_switches"]:
        parts = "front, diffuser with caps, LEDs and keys, back"
        measure = f"LEDs {at['led_pitch']:g} mm apart on {at['panel_w']:g} x {at['panel_h']:g} mm, {keys}"
        after = " Print the diffuser in white, the rest in a dark colour."
    else:
        parts = "front, LEDs under their keys, back"
        measure = f"{keys} on {at['panel_w']:g} x {at['panel_h']:g} mm; how thick the soft keys are is not published"
        after = ""
    if at["outer_h"] > _BED:
        after += f" It is longer than the {_BED} mm of many printers."
    return [
        *lines,
        f"![The enclosure, pulled apart](../pictures/{name}{suffix}_enclosure.png)",
        "",
        f"Drawn, not printed. From front to back: {parts}. `glowgrid board enclosure {name}{option} > enclosure.scad` "
        f"writes it for OpenSCAD: {at['outer_w']:.0f} x {at['outer_h']:.0f} x {at['outer_d']:.0f} mm, four M3 screws.",
        "",
        f"**Measure your parts first**: {measure}. What differs is a number at the top of the file.{after}",
        "",
    ]


def shopping(board):
    """Return the parts as a Markdown table, with prices and their sum where the board file has them."""
    parts = board["parts"]
    if not any("euros" in part for part in parts):
        rows = [f"| {part['count'] or 'optional'} | {part['what']} | {filled(board, part['why'])} |" for part in parts]
        return ["| count | part | what for |", "| --- | --- | --- |", *rows]
    rows, total = ["| count | part | each, about | what for |", "| --- | --- | --- | --- |"], 0
    for part in parts:
        price = part.get("euros", 0)
        total += price * part["count"]
        rows.append(
            f"| {part['count'] or 'optional'} | {part['what']} | {price:.2f} € | {filled(board, part['why'])} |"
        )
    return [*rows, f"| | all together | {total:.0f} € | |"]


def steps(board):
    """Return the ten steps."""
    name = board["name"]
    first = [
        Step(
            "**Lay out the parts** and compare them with the list. Find pin 1 of the Pico, beside its plug.",
            "every part of the list is there.",
            "only optional parts may be missing.",
        ),
        Step(
            f"**Put Glowgrid onto the bare Pico.** `glowgrid uf2 --board {name}` makes a file; hold BOOTSEL "
            f"while you plug the Pico in, and copy the file onto the drive RPI-RP2.{_pico_2(board)}",
            f"the drive vanishes by itself, and `glowgrid flash --board {name} --dry-run` finds the Pico and "
            "ends with `verdict   up to date`.",
            "try another USB cable: many only charge. Hold BOOTSEL from before you plug in until the drive appears. "
            "An error such as -36 is harmless if the drive vanishes; if it stays, see "
            "[the copy fails](../WHAT_IF.md#the-copy-fails).",
        ),
    ]
    last = [
        Step(
            "**Run the self-test**: `glowgrid selftest`. It shows red, green, blue and white; then press every key.",
            "all LEDs show all four, each key lights up once, and it ends with `selftest: done`.",
            "wrong colours: another `channels` in the board file; a turned or mirrored picture: "
            + (
                "`panels`, which `glowgrid selftest --wiring` finds out"
                if "panels" in board["leds"]
                else "`rotate`, `order` or `mirror`"
            )
            + ". If a key stays dark, check its wire. Then flash again.",
        ),
        Step(
            "**Play.** Page through the menu with left and right, choose a game with select, and play to its end. "
            "Unplug the Pico in the middle of a second game and plug it in again. The guided first game comes "
            "until a key is pressed in it, perhaps in an earlier step: copy the file of step 2 again to see it.",
            "the second game is offered again, as it was.",
            "read the file crash.txt on the Pico (with Thonny, say) and open an issue with it.",
        ),
    ]
    middle = _buffered(board) if has_buffer(board) else _tiles(board) if one_part(board) else _base(board)
    return [*first, *middle, *last]


def _pico_2(board):
    """Return what differs on a Pico 2, where the board can have one."""
    if not any(variant["mcu"] == "rp2350" for variant in board.get("variants", ())):
        return ""
    return (
        " A Pico 2 has the drive RP2350 instead, and its file is made with `--image RPI_PICO2-...uf2`, MicroPython "
        "from micropython.org/download/RPI_PICO2."
    )


def _buffered(board):
    """LEDs behind U1, keys in a matrix."""
    lights, keys = title(board, "leds"), title(board, "keys")
    data = next(pad_of(wire) for wire in wires(board) if wire.part == BUFFER)
    ground, five = (of_u1(net) for net in ("GND", "5 V"))
    vcc, gnd = _pin("VCC"), _pin("GND")
    end = {wire.terminal: pad_of(wire) for wire in wires(board) if wire.part == lights}
    supplied = any(joint.part == SUPPLY for joint in joints(board))
    power = (
        f"the supply's + to 5V of the {lights} and its - to GND; then {end['GND']} of the Pico to the same GND. "
        "VBUS stays free"
        if supplied
        else f"{end['5V']} of the Pico is 5 V, {end['GND']} is ground: to 5V and GND of the {lights}"
    )
    diodes = {
        "none": "",
        "row_to_column": " Each key has a diode in series, its band to the column.",
        "column_to_row": " Each key has a diode in series, its band to the row.",
    }[board["keys"]["diodes"]]
    role = "right" if "right" in board["keys"]["roles"] else "select"
    split = " On a breadboard, bridge the split of each rail first." if breadboard.possible(board) else ""
    joined = ", and one from the left to the right end of each rail" if split else ""
    return [
        Step(
            f"**Power for the LEDs**: {power}.{split}",
            f"the meter shows no connection between 5 V and GND{joined}.",
            "look for two wires in one row of holes, or a reversed plug of the LEDs.",
        ),
        Step(
            f"**U1**: its notch marks pins 1 and {vcc}. GND goes to its pins {ground}, 5 V to its pins {five}.",
            f"with the power on for ten seconds nothing gets warm, and between pins {vcc} and {gnd} there are 4.5 to "
            "5.2 V.",
            "pull the plug at once: U1 is reversed, or a pin missed its hole.",
        ),
        Step(
            f"**Capacitors**: C2 from pin {vcc} to pin {gnd} of U1, across its back; C1 across 5V and GND of the LEDs, "
            "close to them, its stripe (minus) to GND.",
            "with the power on there are still 4.5 to 5.2 V, and C1 stays cold.",
            "pull the plug at once: C1 is reversed. Throw it away if it got hot.",
        ),
        Step(
            f"**Data**: {data} to pin {_pin('1A')} of U1; pin {_pin('1Y')} of U1 through R1 to DIN of the {lights}."
            f"{_chain(board)} R1 is close to DIN: at the end of the wire, not at U1.",
            "plug it in: the ring must light now, within a second, and then the picture of a game.",
            f"check: DIN, not DOUT; 5V and GND reach the LEDs; pin {_pin('/1OE')} of U1 is at GND; pins {_pin('1A')} "
            f"and {_pin('1Y')} are not swapped.",
        ),
        Step(
            f"**Rows of the {keys.lower()}**: {list_of(board, keys, 'row')}.",
            "the meter shows no connection between any two rows, and the picture still appears when you plug it in.",
            "find the two wires that touch; on an unlabelled keypad the rows are one half of the plug.",
        ),
        Step(
            f"**Columns of the {keys.lower()}**: {list_of(board, keys, 'column')}.{diodes}{_piezo(board)}",
            f"plug it in: key {board['keys']['roles'][role]} ({role}) must page through the menu now.",
            "if another key pages, two wires are swapped, or rows and columns. If none does, a diode is reversed, or "
            "`diodes` in the board file is not what you built.",
        ),
    ]


def _chain(board):
    """Return how the panels are chained, where the board has some."""
    panels = [
        f"panel {number} at column {panel['at'][0]}, row {panel['at'][1]}"
        + (f", turned by {panel['turn']} degrees" if panel.get("turn") else "")
        for number, panel in enumerate(board["leds"].get("panels", ()), 1)
    ]
    if not panels:
        return ""
    return (
        " That is panel 1: DOUT, 5V and GND of each panel go to DIN, 5V and GND of the next. Their upper left corners, "
        f"counted from 0: {'; '.join(panels)}."
    )


def _piezo(board):
    """Return how the piezo is wired, where the board has one."""
    ends = {wire.terminal: pad_of(wire) for wire in wires(board) if wire.part == PIEZO}
    return f" If you have a piezo: {ends['+']} to one leg, {ends['GND']} to the other." if ends else ""


def _tiles(board):
    """NeoTrellis: keys and LEDs on one or more tiles."""
    part = title(board, "leds")
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
            "turn it by a quarter, or fit it over the LEDs again.",
        ),
        Step(
            f"**Power**, by the cable: VIN ({cable['VIN']}) of the {part} to {ends['VIN']}, GND ({cable['GND']}) to "
            f"{ends['GND']}. Not to VBUS: the pins of the Pico take only 3.3 V. Trust the names printed beside the "
            "socket more than the colours.",
            "with the power on for ten seconds nothing gets warm, and between VIN and GND there are 3.2 to 3.4 V.",
            "pull the plug at once, and look for swapped wires.",
        ),
        Step(
            f"**Data**: SDA ({cable['SDA']}) to {ends['SDA']}, SCL ({cable['SCL']}) to {ends['SCL']}.",
            "plug it in: the ring must light now, within a second, and then the picture of a game.",
            "SDA and SCL are swapped, or a tile has another address; a terminal on the Pico's port "
            "says which is missing.",
        ),
        Step(
            f"**INT** of the first tile to {ends['INT']}." if "INT" in ends else "**INT** stays free.",
            "keys in the menu work at once, and no line about INT appears at power-up.",
            "solder the wire to the pad INT again, or leave it out and remove `interrupt` in a copy of the board file.",
        ),
    ]


def _addresses(board):
    """Return the step that closes the address jumpers."""
    found = tiles.places(board)
    if len(found) == 1:
        address = f"0x{found[0][2]:02X}"
        shut = " and ".join(closed(found[0][2]))
        do = f"**Address**: {address} needs " + (f"{shut} closed." if shut else "all jumpers A0 to A4 open.")
    else:
        rows = ("upper", "lower") if found[-1][1] == 1 else [f"row {row + 1}," for row in range(found[-1][1] + 1)]
        columns = ("left", "right") if max(found)[0] == 1 else [f"tile {at + 1}" for at in range(max(found)[0] + 1)]
        each = ", ".join(
            f"{rows[row]} {columns[column]} 0x{address:02X} ({' and '.join(closed(address)) or 'none'})"
            for column, row, address in found
        )
        do = (
            f"**Addresses**, from the front, with the jumpers to close by a drop of solder: {each}. The jumpers are on "
            "the back, where left and right are swapped: mark the tiles before you turn them over."
        )
    return Step(do, "each tile has exactly the closed jumpers of its place.", "remove a drop with solder wick.")


def _base(board):
    """A base that the Pico is plugged into."""
    ring = "the ring must light now, within a second, and then the picture of a game."
    power = {wire.terminal: pad_of(wire) for wire in wires(board)}
    return [
        Step(
            "**Headers**, if the Pico has none: solder two rows of 20 pins to it, pointing away from its chip. The "
            "sockets of the base hold the rows straight meanwhile.",
            "no two pins are joined by solder, and the Pico still starts when plugged in.",
            "remove excess solder with solder wick.",
        ),
        Step(
            "**Keys**: lay the silicone keys onto the main board, flat, each over its LED; the second board over them; "
            "then turn all four bolts a little at a time, only until nothing rattles.",
            "every key goes down, comes back by itself, and stands straight.",
            "a key that stays down: loosen the bolts. A key that tilts and sticks: tighten them evenly.",
        ),
        Step(
            "**Plug the Pico in**, without USB, its chip and plug visible, each pin into the hole of its own number. "
            "Look for names of pins or the outline of a Pico on the back of the base, or at the maker's photo.",
            "all 40 pins are in and none is beside a socket.",
            "pull it out evenly, straighten the pins, and try again.",
        ),
        Step(
            f"**Plug in USB.** The base takes its power from the Pico: 5 V for the LEDs from {power['5V']}, which only "
            f"USB feeds, and 3.3 V for the keys, as far as we know, from {power['VCC']}.",
            ring,
            "pull the plug at once: it is reversed, or off by a hole. If keys answer in the dark, VBUS is missing.",
        ),
        Step(
            f"**Press key {board['keys']['roles']['select']}** (select) in the menu; the picture above has the "
            "numbers.",
            "the size or the seats appear.",
            "the keys are read over I2C on "
            + ", ".join(pad_of(wire) for wire in wires(board) if wire.terminal in ("SDA", "SCL"))
            + ": look for a bent pin there.",
        ),
        Step(
            "**Page through the menu** with left and right.",
            "each game has its own picture; no LED is dark in all of them, and none flickers.",
            "the data of the LEDs comes on "
            + ", ".join(pad_of(wire) for wire in wires(board) if wire.terminal in ("DIN", "CLK", "CS"))
            + ": look for a bent pin there.",
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
    """Return the wires of the rows or the columns: "GP2 (pin 4) to row 0, ..."."""
    return ", ".join(
        f"{pad_of(wire)} to {wire.terminal}"
        for wire in wires(board)
        if wire.part == part and wire.terminal.startswith(word)
    )
