"""The pictures of boards/guides/link.md: the three wires between two Picos, and what the lights show of a link."""

import tempfile
from typing import Any
from xml.sax.saxutils import escape

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console import load
from glowgrid.console.screens import seats
from glowgrid.console.shared import Heard
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.boards.linked import LINK, linked
from host_sim.console.session import TICK_MS, Session
from host_sim.terminal import led_colour

from . import what_if
from .colours import BLACK, SIGNALS
from .panel import Panel
from .wiring import LEFT, pad, pin_of

WIRES, SCREENS = "link_wires", "link_screens"  # file names without .svg
_RESISTOR = "1 kΩ"
_GOLD, _GREEN, _WHITE = "#d4af37", "#1b5e20", "#ffffff"
_WIDE, _HIGH, _PICO, _PIN = 560, 190, 120, 44
_TOP = 60
_MENU_MS, _SHOWN_MS = 1000, 300
_OFFER = "0000002a hex 7 s 1 0 0 0 00000000 3 00000000 - -"  # a match that the other device has


def pictures():
    """Return {file name without .svg: SVG}."""
    return {WIRES: wires(), SCREENS: screens()}


def wires():
    """Return the three wires: what one sends the other one receives, through a resistor; ground to ground."""
    sends, receives = pin_of(pad(LINK["tx"])), pin_of(pad(LINK["rx"]))
    ground = LEFT.index("GND") + 1
    rows = {pin: _TOP + 30 + _PIN * (pin - 1) for pin in (sends, receives, ground)}
    left, right = 20 + _PICO, _WIDE - 20 - _PICO
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{_HIGH + _TOP}" '
        f'viewBox="0 0 {_WIDE} {_HIGH + _TOP}" font-family="sans-serif" font-size="12">',
        "<title>Three wires between two handhelds</title>",
        f'<rect width="{_WIDE}" height="{_HIGH + _TOP}" fill="{_WHITE}"/>',
        _text(_WIDE // 2, 26, "Three wires between two handhelds", "middle", 16),
    ]
    for colour, start, y, end, to_y in (
        (SIGNALS[0], left, rows[sends], right, rows[receives]),
        (SIGNALS[1], right, rows[sends], left, rows[receives]),
    ):
        out, back = (60, -60) if start < end else (-60, 60)
        lines += [
            f'<path d="M{start} {y}H{start + out}L{end + back} {to_y}H{end}" fill="none" stroke="{colour}" '
            'stroke-width="3"/>',
            f'<rect x="{start + out // 2 - 20}" y="{y - 7}" width="40" height="14" fill="{_WHITE}" stroke="{BLACK}"/>',
            _text(start + out // 2, y - 12, _RESISTOR, "middle", 11),
        ]
    lines.append(f'<path d="M{left} {rows[ground]}H{right}" fill="none" stroke="{BLACK}" stroke-width="3"/>')
    for x, at, anchor, words in ((left - _PICO, left, "end", "One"), (right, right, "start", "The other one")):
        lines.append(f'<rect x="{x}" y="{_TOP}" width="{_PICO}" height="150" rx="8" fill="{_GREEN}"/>')
        lines.append(_text(x + _PICO // 2, _TOP - 8, words, "middle", 13))
        for pin, what in ((sends, "TX"), (receives, "RX"), (ground, "")):
            inside = at - 10 if anchor == "end" else at + 10
            label = f"{LEFT[pin - 1]} (pin {pin}) {what}".rstrip()
            lines.append(f'<circle cx="{at}" cy="{rows[pin]}" r="5" fill="{_GOLD}"/>')
            lines.append(_text(inside, rows[pin] + 4, label, anchor, 12, _WHITE))
    lines.append(_text(_WIDE // 2, _HIGH + _TOP - 14, "No wire between the 5 V pins, VBUS and VSYS.", "middle", 12))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _text(x, y, text, anchor, size, fill=BLACK):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">{escape(text)}</text>'


def screens():
    """Return what the lights of a linked handheld show, from the console itself."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(linked(load_board(DEFAULT_BOARD)), folder)
        _wait(session, _MENU_MS)
        app: Any = session.app
        together = load.together
        offer = app.link.offered = Heard(_OFFER.split())
        sitting = seats.Seats(app, next(game for game in app.games if game.name == "hex"), (7,))
        sitting.seats = [seats.PERSON, sitting.choices[1]]
        panels = [
            _panel(session, "the wire is back", together.Wired(app)),
            _panel(session, "seats: you, it", sitting),
            _panel(session, "join", together.Offer(app, offer)),
            _panel(session, "keep mine", together.KeepWhich(app, offer)),
            _panel(session, "take the other", together.KeepWhich(app, offer), at=1),
            _panel(session, "take back: yes", together.TakeBack(app)),
        ]
    return what_if.svg("What a linked handheld shows", panels)


def _panel(session, label, screen, at=0):
    session.app.go(screen)
    _wait(session, _SHOWN_MS)
    if at:
        screen.at = at
        session.app.panel.redraw = True
    _wait(session, _SHOWN_MS)
    return Panel(label, colours=led_colour.pixels(session.lights))


def _wait(session, ms):
    for _ in range(ms // TICK_MS):
        session.tick()
