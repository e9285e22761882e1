"""How different two colours of the lights look, with normal and other colour vision.

The wire carries linear light. The eye adapts to what is bright, so light is measured in parts of white at that
brightness. Colour vision: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for
simulation of color vision deficiency", 2009 (severity 1). Difference: CIE 1976 L*a*b*, where 2.3 is just noticeable
side by side.
"""

from glowgrid.console.palette import RGB
from glowgrid.hardware.lights import FULL_SCALE, Lights

VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = (0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)  # of linear sRGB
_WHITE = 0.9505, 1.0, 1.089


def _times(matrix, colour):
    return [sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix]


def lab(light, vision):
    """Return (L*, a*, b*) of linear red, green, blue 0..1."""
    seen = [min(max(part, 0), 1) for part in _times(VISIONS[vision], light)]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (part / white for part, white in zip(_times(_XYZ, seen), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other, vision):
    """CIE 1976 difference of two colours."""
    return sum((a - b) ** 2 for a, b in zip(lab(one, vision), lab(other, vision), strict=True)) ** 0.5


def lights_at(board, brightness, colours=RGB):
    """Linear red, green, blue 0..1 of every palette index on a board, of white at that brightness, without the cap."""
    lights = Lights(board, colours, None)
    lights.brightness = brightness
    levels = bytearray(len(RGB))
    lights.colours(FULL_SCALE, levels)
    return [tuple(level / brightness for level in levels[at : at + 3]) for at in range(0, len(levels), 3)]
