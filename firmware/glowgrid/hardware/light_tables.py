"""What `Lights` computes once: gamma, and which LED of the wire shows which pixel."""

from array import array


def linear_light(lightness):
    """Return the linear light 0..65535 of a perceptual channel 0..255: CIE 1931, Y = (27/24389) L for L <= 8, else
    ((L + 16) / 116)^3, with L = lightness * 100 / 255. In exact integers, rounded down."""
    if lightness <= 20:
        return 65535 * 2700 * lightness // (255 * 24389)
    return 65535 * (20 * lightness + 816) ** 3 // 5916**3


def order_of(leds):
    """Return an array("H"): for every LED in wire order, the pixel it shows. leds: the "leds" of a board."""
    if "places" in leds:
        return array("H", leds["places"])
    return wire_order(
        leds["width"], leds["height"], leds["order"], leds["rotate"], leds.get("mirror"), leds.get("tile")
    )


def wire_order(width, height, order, rotate, mirror=False, tile=None):
    """Return an array("H"): for every LED in wire order, the pixel it shows (row by row, as the player sees them).

    width, height: as the player sees the matrix. order: "rows" if every row of the panel starts on its left,
    "serpentine" if every other one runs back. rotate: how far the panel is rotated clockwise, 0, 90, 180 or 270
    degrees. mirror: the panel's first LED is on its right. tile: (width, height) of each panel if several are chained
    row by row.
    """
    panel_width, panel_height = (height, width) if rotate % 180 else (width, height)
    tile_width, tile_height = tile or (panel_width, panel_height)
    across = panel_width // tile_width
    pixels = array("H")
    for led in range(width * height):
        number, place = divmod(led, tile_width * tile_height)
        row, column = divmod(place, tile_width)
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
