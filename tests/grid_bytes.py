"""What grids get, byte for byte, and which notes their keys are: for the simulator's tests and the page's.

After dark lights the upper left LED becomes a full red, the lower right one a dim orange. Lights without hue have a
full red and a dim yellow there if they have two colours, else a full and a dim white.
"""

from host_sim.grids.devices import TABLE

DEVICES = {device["name"]: device for device in (*TABLE["launchpads"], TABLE["monome"])}
# By pixel: R, G, B on the board's LED wire. 104 and 8: brightness 6 and 0 of lights without hue. 102 looks full.
WIRES = {
    "Launchpad S or Mini": {0: (104, 0, 0), 63: (8, 8, 0)},
    "monome": {0: (104, 104, 104), 63: (8, 8, 8)},
}
WIRE = {0: (102, 0, 0), 63: (5, 1, 0)}  # of the others
RGB = "F0 00 20 29 02 {} 03 03 51 7F 00 00 03 12 06 01 00 F7"
# 8 of 102 looks a third as light as full, (8 / 102) ** (1 / 2.2) = 0.314: 1 of 3 steps, 5 of 15. Of red and green a
# byte is 16 green + red + 12: full red is 12 + 3, dim yellow 16 + 1 + 12.
CHANGES = {
    "Launchpad Mini MK3": [RGB.format("0D")],
    "Launchpad X": [RGB.format("0C")],
    "Launchpad Pro MK3": [RGB.format("0E")],
    "Launchpad MK2": ["F0 00 20 29 02 18 0B 51 3F 00 00 12 03 01 00 F7"],
    "Launchpad S or Mini": ["90 00 0F", "90 77 1D"],
    "monome": ["18 00 00 0F", "18 07 07 05"],
}
# Each end with the layout that the fake one (fake_launchpad.py) had.
ENTERS = {
    "Launchpad Mini MK3": ["F0 00 20 29 02 0D 00 F7", "F0 00 20 29 02 0D 0E 01 F7"],
    "Launchpad X": ["F0 00 20 29 02 0C 00 F7", "F0 00 20 29 02 0C 0E 01 F7"],
    "Launchpad Pro MK3": ["F0 00 20 29 02 0E 00 F7", "F0 00 20 29 02 0E 0E 01 F7"],
    "Launchpad MK2": ["F0 00 20 29 02 18 22 00 F7"],
    "Launchpad S or Mini": ["B0 00 00", "B0 00 01"],
}
LEAVES = {
    "Launchpad Mini MK3": ["F0 00 20 29 02 0D 0E 00 F7", "F0 00 20 29 02 0D 00 05 F7"],
    "Launchpad X": ["F0 00 20 29 02 0C 0E 00 F7", "F0 00 20 29 02 0C 00 01 F7"],
    "Launchpad Pro MK3": ["F0 00 20 29 02 0E 0E 00 F7", "F0 00 20 29 02 0E 00 04 00 00 F7"],
    "Launchpad MK2": ["F0 00 20 29 02 18 22 00 F7"],
    "Launchpad S or Mini": ["B0 00 00"],
}


def hexes(messages):
    return [message.hex(" ").upper() for message in messages]


def note(kind, key):
    return 16 * (key // 8) + key % 8 if kind == "Launchpad S or Mini" else 81 - 10 * (key // 8) + key % 8


def wire(name):
    data = bytearray(3 * 64)
    for pixel, rgb in WIRES.get(name, WIRE).items():
        data[3 * pixel : 3 * pixel + 3] = bytes(rgb)
    return bytes(data)
