"""The address jumpers of NeoTrellis tiles, and what to do if two tiles seem to have the same address."""

import re

from .micropython import ONLY_A_SCAN, of_a_scan

BASE = 0x2E  # address with all jumpers open
NAMES = "A0", "A1", "A2", "A3", "A4"
_MISSING = re.compile(r"no answer from address 0x([0-9A-F][0-9A-F]) .*two tiles")  # hardware/seesaw.py says so


def closed(address):
    """Return the jumpers to close for an address: ["A0", "A1"] for 0x31."""
    return [name for bit, name in enumerate(NAMES) if address - BASE >> bit & 1]


def steps(said):
    """Return what to do, as lines, if the Pico says that a part does not answer; said: its line.

    There is something to say of a tile that is missing while others answer, and of what micropython.py knows.
    """
    found = _MISSING.search(said)
    if not found or ONLY_A_SCAN in said:
        return of_a_scan(said)
    address = int(found.group(1), 16)
    shut = closed(address)
    others = [f"0x{at:02X}" for at in range(BASE, address) if set(closed(at)) < set(shut)]  # if some are open
    return (
        f"Do two tiles show the same? Then two tiles have the same address {' or '.join(others)}: on the back of the "
        f"one that should have 0x{address:02X}, close {' and '.join(shut)} with a drop of solder, and no other jumper.",
    )
