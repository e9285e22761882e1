"""The order of the LEDs on the wire from "order", "rotate", "mirror" and "tile" of a board file.

A file that is made for a device has "places" in their stead, so a device loads this only for a file made by hand.
"""

from glowgrid import record


def fault(leds):
    """Return what is wrong with these fields of the "leds" of a board, in one line, or None."""
    kinds = {"order": ("rows", "serpentine", "wrapped"), "rotate": (0, 90, 180, 270), "mirror, optional": bool}
    kinds["tile, optional"] = [range(1, 33), 2, 2]
    found = record.fault(leds, kinds, "leds")
    width, height = leds["width"], leds["height"]
    if not found and "tile" in leds and (leds["rotate"] or width % leds["tile"][0] or height % leds["tile"][1]):
        found = "leds.tile: not %d x %d LEDs, or rotated" % (width, height)
    return found


def places_of(leds):
    """Return what `wire_order` does, for the "leds" of a board."""
    return wire_order(
        leds["width"], leds["height"], leds["order"], leds["rotate"], leds.get("mirror"), leds.get("tile")
    )


def wire_order(width, height, order, rotate, mirror=False, tile=None):
    """Return for every LED in wire order the pixel it shows (row by row, as the player sees them).

    width, height: as the player sees the matrix. order: "rows" if every row of the panel starts on its left,
    "serpentine" if every other one runs back, "wrapped" if every row starts with its second LED and ends with its first
    (Adafruit's 8x8 on an HT16K33). rotate: how far the panel is rotated clockwise, 0, 90, 180 or 270 degrees. mirror:
    the panel's first LED is on its right. tile: (width, height) of each panel if several are chained row by row.
    """
    panel_width, panel_height = (height, width) if rotate % 180 else (width, height)
    tile_width, tile_height = tile or (panel_width, panel_height)
    across = panel_width // tile_width
    pixels = []
    for led in range(width * height):
        number, place = divmod(led, tile_width * tile_height)
        row, column = divmod(place, tile_width)
        if order == "wrapped":
            column = (column + 1) % tile_width
        if (order == "serpentine" and row % 2) != bool(mirror):
            column = tile_width - 1 - column
        row += number // across * tile_height
        column += number % across * tile_width
        if rotate == 90:
            row, column = column, width - 1 - row
        elif rotate == 180:
            row, column = height - 1 - row, width - 1 - column
        elif rotate == 270:
            row, column = height - 1 - column, row
        pixels.append(row * width + column)
    return pixels
