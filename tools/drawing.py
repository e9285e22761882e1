"""The drawing of a board file, made from its data: the Pico's pads and what goes to them, the keys, the LEDs' order."""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.hardware.light_tables import wire_order
from tools.wiring import LEFT, RIGHT, TITLES, one_part, wires

MARGIN = 24  # width of the labels on the Pico's left


def drawing(board):
    """Lines of ASCII, none longer than 100 and none ending in a space."""
    lines = _pico(board) + ["", *_leds(board), "", *_keys(board)]
    return [line.rstrip() for line in lines]


def _labels(board):
    """{pad: what is wired to it}; ground is drawn at its first pad on either side."""
    labels = {}
    for wire in wires(board):
        part = TITLES[wire.part, board[wire.part]["driver"]]
        label = f"{part} {wire.terminal}" + (f", through {wire.through}" if wire.through else "")
        if wire.pad in labels:
            label = labels[wire.pad] + (" and " + label if label not in labels[wire.pad] else "")
        labels[wire.pad] = label
    return labels


def _pico(board):
    labels = _labels(board)
    lines = ["USB".center(2 * MARGIN + 20), ".----| |----.".center(2 * MARGIN + 20)]
    for i, (left, right) in enumerate(zip(LEFT, RIGHT)):
        own = "" if left == "GND" else labels.get(left, "")
        other = labels.get(right, "") if right != "GND" or i == 2 else ""
        ours = (own + " ---" if own else "").rjust(MARGIN)
        line = f"{ours} {left:<4} |{i + 1:>2}       {40 - i}| {right:<6}"
        lines.append(line + ("--- " + other if other else ""))
    lines.append("'-----------'".center(2 * MARGIN + 20))
    if "supply" in labels:
        lines.append(f" 5 V supply --- {labels['supply']}; its ground to the Pico's GND")
    return lines


def _grid(numbers, width, cell=4):
    return ["   " + "".join(str(number).rjust(cell) for number in numbers[start:start + width])
            for start in range(0, len(numbers), width)]


def _leds(board):
    leds = board["leds"]
    order = wire_order(leds["width"], leds["height"], leds["order"], leds["rotate"], leds.get("mirror"),
                       leds.get("tile"))
    place = [0] * len(order)
    for led, pixel in enumerate(order):
        place[pixel] = led
    lines = [" LEDs by their place on the wire, seen from the front:"]
    if "addresses" in leds:
        tiles = ", ".join(f"0x{address:02X}" for address in leds["addresses"])
        lines[0] = f" LEDs by their place on the wire, seen from the front; tiles {tiles}:"
    return lines + _grid(place, leds["width"], 4 if len(place) > 99 else 3)


def _keys(board):
    keys = board["keys"]
    roles = ", ".join(f"{key} {role}" for role, key in sorted(keys["roles"].items(), key=lambda item: item[1]))
    lines = [f" Keys, seen from the front{', on the LEDs' if one_part(board) else ''}:"]
    if keys["driver"] == "matrix":
        lines = [" Keys, seen from the front; a pressed key joins its row to its column" + {
            "none": ":", "row_to_column": " (its diode's band there):",
            "column_to_row": " (its diode's band to the row):"}[keys["diodes"]]]
    return [*lines, *_grid(range(keys["width"] * keys["height"]), keys["width"], 3),
            f" Roles: {roles}"]
