"""What `Lights` computes once: gamma, and which LED of the wire shows which pixel."""

from array import array


def linear_light(lightness):
    """Return the linear light 0..65535 of a perceptual channel 0..255: CIE 1931, Y = (27/24389) L for L <= 8, else
    ((L + 16) / 116)^3, with L = lightness * 100 / 255. In exact integers, rounded down."""
    if lightness <= 20:
        return 65535 * 2700 * lightness // (255 * 24389)
    return 65535 * (20 * lightness + 816) ** 3 // 5916**3


def order_of(leds):
    """Return an array("H"): for every LED in wire order, the pixel it shows, row by row as the player sees them.

    leds: the "leds" of a board. A file made for a device has the places; one made by hand may have none.
    """
    places = leds.get("places")
    if places is None:
        places = __import__("glowgrid.hardware.wire_order", None, None, ("places_of",)).places_of(leds)
    return array("H", places)
