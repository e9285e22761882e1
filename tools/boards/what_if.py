"""boards/WHAT_IF.md: the likeliest failures of a new build, with what you see, why, and the fix.

`page` needs no emulator. `picture` makes the picture of a fault on the emulated Pico, some seconds each. They are kept
in boards/pictures; `python -m tools board pictures --faults` makes them all.
"""

import textwrap
from xml.sax.saxutils import escape

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.boards.files import load_board
from host_sim.terminal import led_colour

from .facts import filled
from .faults import EMULATED, FAULTS, SECTIONS

PITCH, RADIUS, EDGE, LABEL = 14, 5, 8, 18
SIDE = 8  # LEDs in a row that fill a panel
PANEL = SIDE * PITCH + 2 * EDGE
GAP = 26
TERMINAL, LETTERS, LINE = 330, 50, 13  # its width, in dots and in letters; the height of a line
HEAD = """# What if

<!-- Made from tools/boards/faults.py by `python -m tools board pictures`. -->

The likeliest failures of a new build. Change wires only while the Pico is unplugged.
Two handhelds that do not find each other: [nothing happens](guides/link.md#nothing-happens).
Pictures show the emulated Pico with the fault; "modelled": what such LEDs make of its data is computed.
"""


def page():
    """Return the text of boards/WHAT_IF.md."""
    lines = [HEAD, *[f"- [{section.title}](#{_anchor(section.title)})" for section in SECTIONS], ""]
    for section in SECTIONS:
        board = load_board(section.board)
        lines += [f"## {section.title}", ""]
        for number, each in enumerate(section.faults, 1):
            title = each.name if section is SECTIONS[0] else f"{number}. {each.name}"
            lines += [f"### {title}", "", f"![Picture]({file_of(each)})", ""]
            lines += [filled(board, each.seen), ""]
            lines += [f"- {what}: {filled(board, words)}" for what, words in (("Why", each.cause), ("Fix", each.fix))]
            lines += [*([f"- Picture: {each.shown}."] if each.shown != EMULATED else []), ""]
    return "\n".join(lines).rstrip() + "\n"


def anchor_of(board):
    """Return the anchor of the section that is about a board."""
    driver, kinds = board["leds"]["driver"], {"seesaw": 2, "tca9555": 3, "pins": 4}
    section = {"ht16k33": 5, "max7219": 6}.get(driver) or kinds.get(board["keys"]["driver"], 1)
    return _anchor(SECTIONS[section].title)


def _anchor(title):
    return title.lower().replace(",", "").replace(" ", "-")


def file_of(fault):
    """Return the name of a fault's picture in boards/."""
    return f"pictures/what_if_{fault.key}.svg"


def picture(fault):
    """Return the picture of a fault: run it on the emulated Pico, then draw what was seen."""
    from . import inject

    return svg(fault.name, getattr(inject, fault.key)())


def pictures():
    """Yield (name of a file in boards/, its text) of every fault."""
    for fault in FAULTS:
        yield file_of(fault), picture(fault)


def svg(name, panels):
    """Return panels side by side, each with its label."""
    places, left = [], 0
    for panel in panels:
        places.append(left)
        left += (TERMINAL if panel.lines else PANEL) + GAP
    width, height = left - GAP + 8, max(PANEL, *map(_height, panels)) + LABEL + 4
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">',
        f"<title>{escape(name)}</title>",
        f'<rect x="-4" width="{width}" height="{height}" fill="#fff"/>',
    ]
    for left, panel in zip(places, panels):
        wide = TERMINAL if panel.lines else PANEL
        size = 12 if len(panel.label) * 6.5 < wide else 10
        parts.append(
            f'<text x="{left + wide // 2}" y="13" text-anchor="middle" font-size="{size}">{escape(panel.label)}</text>'
        )
        parts += _terminal(left, panel.lines) if panel.lines else _square(left, panel)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _height(panel):
    return len(_wrapped(panel.lines)) * LINE + 2 * EDGE if panel.lines else PANEL


def _wrapped(lines):
    return [part for line in lines for part in textwrap.wrap(line, LETTERS, subsequent_indent="  ") or [""]]


def _terminal(left, lines):
    """Draw a terminal with these lines, the long ones wrapped."""
    rows = _wrapped(lines)
    height = max(PANEL, len(rows) * LINE + 2 * EDGE)
    yield f'<rect x="{left}" y="{LABEL}" width="{TERMINAL}" height="{height}" rx="8" fill="#1e1e1e"/>'
    for number, row in enumerate(rows):
        y = LABEL + EDGE + LINE * number + 10
        yield (
            f'<text x="{left + EDGE}" y="{y}" font-family="monospace" font-size="10" fill="#d4d4d4" '
            f'xml:space="preserve">{escape(row)}</text>'
        )


def _square(left, panel):
    yield f'<rect x="{left}" y="{LABEL}" width="{PANEL}" height="{PANEL}" rx="8" fill="{_hex(led_colour.BOARD)}"/>'
    yield from _pad(left, *panel.keys) if panel.keys else _leds(left, panel.colours)


def _leds(left, colours):
    side = round(len(colours) ** 0.5)
    pitch = SIDE * PITCH // side
    for pixel, colour in enumerate(colours):
        x = left + EDGE + pitch * (pixel % side) + pitch // 2
        y = LABEL + EDGE + pitch * (pixel // side) + pitch // 2
        yield f'<circle cx="{x}" cy="{y}" r="{RADIUS * SIDE // side}" fill="{_hex(colour or led_colour.LENS)}"/>'


def _pad(left, across, count, pressed):
    size = SIDE * PITCH // across
    for key in range(count):
        x, y = left + EDGE + size * (key % across), LABEL + EDGE + size * (key // across)
        fill = "#eec85c" if key in pressed else "#2c3039"
        edge = max(1, size // 14)
        yield (
            f'<rect x="{x + edge}" y="{y + edge}" width="{size - 2 * edge}" height="{size - 2 * edge}" rx="3" '
            f'fill="{fill}"/>'
        )


def _hex(colour):
    return "#%02x%02x%02x" % tuple(colour)
