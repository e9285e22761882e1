"""Boards that are wired otherwise than their files say, and how what is found out is compared with that."""

import copy

from glowgrid.hardware.lights import order_of
from host_sim.boards.parts import LAYOUT
from tools.workshop.talk.wiring.find import differences


def wired(about, changes):
    real = copy.deepcopy(about)
    for part, values in changes.items():
        real[part].update(values)
    return real


def same(board, real):
    """Return the differences between two boards; two ways to state the same order of LEDs are equal."""
    plain = []
    for each in (board, real):
        each = copy.deepcopy(each) | {"name": "", "drawing": []}
        leds = {name: value for name, value in each["leds"].items() if name not in (*LAYOUT, "panels")}
        each["leds"] = {**leds, "places": list(order_of(each["leds"]))}
        plain.append(each)
    return list(differences(*plain))


ALL_WRONG = {
    "leds": {"rotate": 270, "mirror": True, "order": "serpentine", "channels": "BGR"},
    "keys": {"rows": [9, 2, 12, 5], "columns": [0, 14, 7, 3], "diodes": "column_to_row"},
}
