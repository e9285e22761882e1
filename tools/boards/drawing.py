"""The drawing of a board, made from its data: the Pico's pads and their wires, U1, the keys, the LEDs' order."""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.hardware.lights import order_of

from .wiring import BUFFER, BUFFER_PINS, LEFT, RIGHT, has_buffer, joints, one_chip, one_part, scan_lines, wires

MARGIN = 24  # width of the labels on the Pico's left
WIDE = 34  # the same of U1

_WIDEST = 24  # LEDs in a line of a terminal


def drawing(board):
    """Return lines of ASCII, none longer than 100 and none ending in a space."""
    lines = [*_pico(board), *(_buffer(board) if has_buffer(board) else []), "", *_leds(board), "", *_keys(board)]
    return [line.rstrip() for line in lines]


def _labels(board):
    """Return {pin of the Pico: what is wired to it}."""
    labels = {}
    for wire in wires(board):
        label = f"{wire.part} {wire.terminal}" + (f", through {wire.through}" if wire.through else "")
        labels[wire.pin] = f"{labels[wire.pin]} and {label}" if wire.pin in labels else label
    return labels


def _pico(board):
    labels = _labels(board)
    lines = ["USB".center(2 * MARGIN + 20), ".----| |----.".center(2 * MARGIN + 20)]
    for i, (left, right) in enumerate(zip(LEFT, RIGHT)):
        own, other = labels.get(i + 1, ""), labels.get(40 - i, "")
        ours = (own + " ---" if own else "").rjust(MARGIN)
        line = f"{ours} {left:<4} |{i + 1:>2}       {40 - i}| {right:<6}"
        lines.append(line + ("--- " + other if other else ""))
    lines.append("'-----------'".center(2 * MARGIN + 20))
    lines += [
        f" {wire.pad}, which only clones have --- {wire.part} {wire.terminal}" for wire in wires(board) if not wire.pin
    ]
    for joint in joints(board):
        if joint.part != BUFFER:
            lines.append(f" {joint.part} {joint.terminal} --- {joint.to_part} {joint.to_terminal}")
    return lines


def _buffer(board):
    """Draw U1 from above with the connection of each pin, and say where the capacitors are."""
    goes_to = dict(BUFFER_PINS)
    for wire in wires(board):
        if wire.part == BUFFER:
            goes_to[wire.terminal] = f"{wire.pad} (pin {wire.pin} of the Pico)"
    for joint in joints(board):
        if joint.part == BUFFER:
            goes_to[joint.terminal] = f"{joint.to_part} {joint.to_terminal}, through {joint.through}"
    names = [name for name, _ in BUFFER_PINS]
    lines = ["", f" {BUFFER}, seen from above:", f"{'':{WIDE}}  .-------v-------."]
    for i, (left, right) in enumerate(zip(names[:7], reversed(names[7:]))):
        own = f"{goes_to[left]} ---" if goes_to[left] else ""
        other = f"--- {goes_to[right]}" if goes_to[right] else ""
        lines.append(f"{own:>{WIDE}} {i + 1:>2} {left:<6} {right:>5} {14 - i:<2} {other}")
    return [
        *lines,
        f"{'':{WIDE}}  '---------------'",
        " Its 5 V and GND are those of the LEDs; C2 across its pins 14 and 7.",
        " C1 across 5V and GND of the LEDs, + to 5V.",
    ]


def _grid(numbers, width, cell=4):
    return [
        "   " + "".join(str(number).rjust(cell) for number in numbers[start : start + width])
        for start in range(0, len(numbers), width)
    ]


def _leds(board):
    leds = board["leds"]
    order = order_of(leds)
    place = [0] * len(order)
    for led, pixel in enumerate(order):
        place[pixel] = led
    lines = [" LEDs by their place on the wire, seen from the front:"]
    if "addresses" in leds:
        tiles = ", ".join(f"0x{address:02X}" for address in leds["addresses"])
        lines[0] = f" LEDs by their place on the wire, seen from the front; tiles {tiles}:"
    width, cell = leds["width"], 4 if len(place) > 99 else 3
    if width <= _WIDEST:
        return lines + _grid(place, width, cell)
    half = width // 2
    left, right = (
        [place[at] for at in range(len(place)) if (at % width < half) == is_left] for is_left in (True, False)
    )
    return [*lines, " The left half:", *_grid(left, half, cell), " The right half:", *_grid(right, width - half, cell)]


def _keys(board):
    keys = board["keys"]
    roles = ", ".join(f"{key} {role}" for role, key in sorted(keys["roles"].items(), key=lambda item: item[1]))
    lines = [f" Keys, seen from the front{', on the LEDs' if one_part(board) else ''}:"]
    if keys["driver"] == "pins":
        lines = [" Buttons, each between its pin and GND:"]
    if keys["driver"] == "matrix":
        lines = [
            " Keys, seen from the front; a pressed key joins its row to its column"
            + {
                "none": ":",
                "row_to_column": " (its diode's band there):",
                "column_to_row": " (its diode's band to the row):",
            }[keys["diodes"]]
        ]
    if one_chip(board):
        lines = [f" Buttons, each with a diode from {' to '.join(scan_lines(board))} (its band there):"]
    return [*lines, *_grid(range(keys["width"] * keys["height"]), keys["width"], 3), f" Roles: {roles}"]
