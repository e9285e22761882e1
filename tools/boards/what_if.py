"""boards/WHAT_IF.md: the ten likeliest failures of a new build, with what you see, why, and the fix.

The pictures are frames of the console on the first board, changed as the failure would change them.
"""

import random
import tempfile
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.boards import load_board
from host_sim.console import describe
from host_sim.console.fingers import Fingers
from host_sim.console.session import Session
from host_sim.terminal import led_colour

from ..paths import DEFAULT_BOARD

SIDE = 8  # LEDs in a row
KEYS = 4  # in a row
PRESSED = 6  # the key in the pictures: right
PITCH, RADIUS, EDGE, LABEL = 14, 5, 8, 18
PANEL = SIDE * PITCH + 2 * EDGE
GAP = 26
LIMIT_MS = 10_000


class Failure(NamedTuple):
    """What you see, why, and the fix. panels: [(label, name of a picture or the key that is down), ...]."""

    name: str
    seen: str
    cause: str
    fix: str
    panels: list


WANTED = "as it should be", "menu"
WIRING = "`glowgrid selftest --wiring` asks what you see and writes the board file. Then flash again"
FAILURES = [  # the likeliest first
    Failure(
        "Another key answers",
        "Right goes down, or select goes back. In the self-test, another place lights up than you press.",
        "The keypad is turned or mirrored, or its rows and columns are swapped.",
        f"{WIRING}.",
        [("you press", PRESSED), ("the self-test shows", "another place")],
    ),
    Failure(
        "The picture begins in another corner",
        "The menu is mirrored, turned, or torn in every second row.",
        "Panels differ: the first LED may lie in any corner, and every second row may run backwards.",
        f"{WIRING}. By hand: `mirror`, `rotate`, `order` in the board file.",
        [WANTED, ("mirrored", "mirrored"), ("columns for rows", "columns"), ("serpentine", "serpentine")],
    ),
    Failure(
        "One press counts twice",
        "The menu moves on by two games.",
        "Worn or rubber keys bounce for longer than 30 ms on release.",
        '`"bounce_ms": 50` in `keys` of the board file. Then flash again.',
        [("before", "menu"), ("after one press", "after")],
    ),
    Failure(
        "Lights flicker, or the first one has the wrong colour",
        "Single LEDs flash; the first is green or white.",
        "The LEDs need 3.5 V on DIN, and the Pico gives 3.3: U1 is missing or has no 5 V, or R1 is far from DIN.",
        "Steps 4 and 6 of the guide: U1's pin 14 at 5 V, pin 1 at GND, R1 close to DIN, short wires.",
        [WANTED, ("as it is", "first wrong")],
    ),
    Failure(
        "All lights stay dark",
        "Nothing lights up. `glowgrid flash` finds the Pico and reports no error.",
        "Data goes into DOUT, the other end of the panel, or 5 V is missing.",
        "Connect R1 to DIN; an arrow on the panel points away from it. Then measure 5 V.",
        [WANTED, ("as it is", "dark")],
    ),
    Failure(
        "Random colours",
        "All LEDs flash in random colours, more so when you touch the wires.",
        "LEDs and Pico have no common ground.",
        "Connect GND of the LEDs (and of their supply) to GND of the Pico, pin 38.",
        [WANTED, ("as it is, for a moment", "noise")],
    ),
    Failure(
        "The lights work, but no computer finds the Pico",
        "The menu appears, but `glowgrid flash` says: no Pico with MicroPython found.",
        "The USB cable only charges.",
        "Use a cable that has carried files before.",
        [("the LEDs", "menu")],
    ),
    Failure(
        "The port exists, but cannot be opened",
        "`glowgrid flash` names the port and says that it cannot be opened or does not answer.",
        "Another program uses it: Thonny, a terminal, a second `flash`. On Linux you may lack the permission.",
        "Close the other program. On Linux join the group that `flash` names, mostly dialout (uucp on Arch): "
        "`sudo usermod -aG dialout $USER`, then log in again.",
        [("the LEDs", "menu")],
    ),
    Failure(
        "Wrong colours",
        "Orange is green and blue is violet, in the right places.",
        "The LEDs expect red and green in the other order.",
        f'{WIRING}. By hand: `"channels": "RGB"` for `"GRB"`, or the reverse.',
        [WANTED, ("as it is", "swapped")],
    ),
    Failure(
        "It restarts at bright frames",
        "All lights go dark, usually when many are on, and the opening ring appears.",
        "The port, the cable or a hub supplies too little current.",
        "Use another port, a short cable, no hub; or a smaller `budget_milliamps` in the board file.",
        [("in the menu", "next"), ("then", "dark"), ("then", "splash")],
    ),
]


def frames():
    """Return frames of the console as colours, by name: "splash", "menu", "next" and "after" one press and two."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        session = Session(load_board(DEFAULT_BOARD), folder)
        fingers = Fingers(session)

        def run(ms):
            for _ in range(ms // 10):
                fingers.tick()

        run(100)
        found["splash"] = led_colour.pixels(session.lights)
        while describe.screen_name(session.app) != "menu" and session.now_ms < LIMIT_MS:
            run(10)
        run(100)
        found["menu"] = led_colour.pixels(session.lights)
        for name in "next", "after":
            fingers.tap(session.board["keys"]["roles"]["right"])
            run(300)
            found[name] = led_colour.pixels(session.lights)
    return found


def pictures():
    """Return what the LEDs show, by name: frames of the console, and what failures make of its menu."""
    shown = frames()
    menu = shown["menu"]
    chance = random.Random(1)
    bright = [colour for colour in menu if colour] + [(255, 255, 255), (90, 255, 90)]
    noise = [chance.choice(bright) if chance.random() < 0.4 else None for _ in menu]
    first_wrong = [(120, 255, 120), *menu[1:]]
    first_wrong[9] = first_wrong[30] = (255, 255, 255)
    swapped = [colour and (colour[1], colour[0], colour[2]) for colour in menu]
    columns = [menu[x * SIDE + y] for y in range(SIDE) for x in range(SIDE)]
    serpentine = [menu[y * SIDE + (SIDE - 1 - x if y % 2 else x)] for y in range(SIDE) for x in range(SIDE)]
    mirrored = [menu[y * SIDE + SIDE - 1 - x] for y in range(SIDE) for x in range(SIDE)]
    return {
        **shown,
        "another place": key_places(9),
        "dark": [None] * len(menu),
        "noise": noise,
        "first wrong": first_wrong,
        "swapped": swapped,
        "columns": columns,
        "serpentine": serpentine,
        "mirrored": mirrored,
    }


def failures():
    """Return the ten failures, with the LEDs' colours in place of the names of pictures."""
    found = pictures()
    return [
        each._replace(panels=[(label, found.get(shown, shown)) for label, shown in each.panels]) for each in FAILURES
    ]


def key_places(key):
    """Return the colours of a panel on which the self-test lights the place of a key."""
    row, column = divmod(key, KEYS)
    places = [(y * SIDE + x) for y in (2 * row, 2 * row + 1) for x in (2 * column, 2 * column + 1)]
    return [(255, 90, 80) if pixel in places else (38, 44, 60) for pixel in range(SIDE * SIDE)]


def page():
    """Return {name of a file in boards/: text}: the page and its pictures."""
    lines = [
        "# What if",
        "",
        "The ten likeliest failures of a new build, on the first board. Made by `python -m tools board pictures`.",
        "Change wires only while the Pico is unplugged.",
        "",
    ]
    files = {}
    for number, each in enumerate(failures(), 1):
        name = f"pictures/what_if_{number}.svg"
        files[name] = svg(each)
        lines += [f"## {number}. {each.name}", "", f"![{each.name}]({name})", ""]
        lines += [f"- You see: {each.seen}", f"- Why: {each.cause}", f"- Fix: {each.fix}", ""]
    files["WHAT_IF.md"] = "\n".join(lines).rstrip() + "\n"
    return files


def svg(failure):
    """Return the picture of a failure: its panels side by side, each with its label."""
    width = len(failure.panels) * (PANEL + GAP) - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 {width + 8} {PANEL + LABEL + 4}" '
        f'width="{width + 8}" height="{PANEL + LABEL + 4}" font-family="sans-serif">',
        f"<title>{failure.name}</title>",
        f'<rect x="-4" width="{width + 8}" height="{PANEL + LABEL + 4}" fill="#fff"/>',
    ]
    for number, (label, shown) in enumerate(failure.panels):
        left = number * (PANEL + GAP)
        parts.append(f'<text x="{left + PANEL // 2}" y="13" text-anchor="middle" font-size="12">{label}</text>')
        parts.append(
            f'<rect x="{left}" y="{LABEL}" width="{PANEL}" height="{PANEL}" rx="8" fill="{_hex(led_colour.BOARD)}"/>'
        )
        parts += _pad(left, shown) if isinstance(shown, int) else _leds(left, shown)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _leds(left, colours):
    for pixel, colour in enumerate(colours):
        x = left + EDGE + PITCH * (pixel % SIDE) + PITCH // 2
        y = LABEL + EDGE + PITCH * (pixel // SIDE) + PITCH // 2
        yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{_hex(colour or led_colour.LENS)}"/>'


def _pad(left, pressed):
    size = SIDE * PITCH // KEYS
    for key in range(KEYS * KEYS):
        x, y = left + EDGE + size * (key % KEYS), LABEL + EDGE + size * (key // KEYS)
        fill = "#eec85c" if key == pressed else "#2c3039"
        yield f'<rect x="{x + 2}" y="{y + 2}" width="{size - 4}" height="{size - 4}" rx="4" fill="{fill}"/>'


def _hex(colour):
    return "#%02x%02x%02x" % tuple(colour)
