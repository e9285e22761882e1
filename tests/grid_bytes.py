"""What grids get, byte for byte: for the simulator's tests and the page's.

After dark lights the upper left LED becomes a full red of side 1, the lower right one a dim orange, which is the
free point of that side.
"""

WIRE = {0: (102, 0, 0), 63: (5, 1, 0)}  # by pixel: R, G, B on the board's LED wire
FRAME = {0: 1, 63: 4}  # palette indices
RGB = "F0 00 20 29 02 {} 03 03 51 7F 00 00 03 12 06 01 00 F7"
CHANGES = {
    "Launchpad Mini MK3": [RGB.format("0D")],
    "Launchpad X": [RGB.format("0C")],
    "Launchpad Pro MK3": [RGB.format("0E")],
    "Launchpad MK2": ["F0 00 20 29 02 18 0B 51 3F 00 00 12 03 01 00 F7"],
    "Launchpad S or Mini": ["90 00 0E", "90 77 0D"],
    "monome": ["18 00 00 09", "18 07 07 02"],
}
ENTERS = {
    "Launchpad Mini MK3": ["F0 00 20 29 02 0D 00 F7", "F0 00 20 29 02 0D 0E 01 F7"],
    "Launchpad X": ["F0 00 20 29 02 0C 00 F7", "F0 00 20 29 02 0C 0E 01 F7"],
    "Launchpad Pro MK3": ["F0 00 20 29 02 0E 00 F7", "F0 00 20 29 02 0E 0E 01 F7"],
    "Launchpad MK2": ["F0 00 20 29 02 18 22 00 F7"],
    "Launchpad S or Mini": ["B0 00 00", "B0 00 01"],
}
# With the layout that the fake one (fake_midi.py) had.
LEAVES = {
    "Launchpad Mini MK3": ["F0 00 20 29 02 0D 0E 00 F7", "F0 00 20 29 02 0D 00 05 F7"],
    "Launchpad X": ["F0 00 20 29 02 0C 0E 00 F7", "F0 00 20 29 02 0C 00 01 F7"],
    "Launchpad Pro MK3": ["F0 00 20 29 02 0E 0E 00 F7", "F0 00 20 29 02 0E 00 04 00 00 F7"],
    "Launchpad MK2": ["F0 00 20 29 02 18 22 00 F7"],
    "Launchpad S or Mini": ["B0 00 00"],
}


def wire():
    data = bytearray(3 * 64)
    for pixel, rgb in WIRE.items():
        data[3 * pixel : 3 * pixel + 3] = bytes(rgb)
    return bytes(data)


def frame():
    return bytes([FRAME.get(pixel, 0) for pixel in range(64)])
