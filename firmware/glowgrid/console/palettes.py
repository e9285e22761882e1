"""Alternative palettes, as differences from palette.py; and how the settings change the lights and their rotation.

Most people never change these settings: loaded only if one of them is set.
"""

from glowgrid.console import load
from glowgrid.console.palette import RGB

NAMES = "for everybody", "for red-green blindness", "vivid"
# For each palette: index, red, green, blue, index, ...
_CHANGES = (
    b"",
    # For red-green blindness: neighbouring colours differ nearly twice as much for people who have it.
    bytes((1, 226, 130, 0, 2, 0, 99, 237, 3, 0, 174, 94, 4, 129, 47, 0, 7, 253, 213, 75, 14, 235, 217, 117))
    + bytes((16, 192, 80, 0)),
    # Vivid: purer red, blue and green.
    bytes((1, 255, 73, 0, 2, 0, 40, 255, 3, 0, 231, 40, 4, 120, 35, 0, 5, 0, 0, 91, 6, 0, 92, 10, 7, 255, 205, 80))
    + bytes((8, 90, 189, 255, 9, 181, 255, 141, 16, 198, 98, 0)),
)


def table(number):
    """Return a palette, as RGB."""
    changes = _CHANGES[number]
    if not changes:
        return RGB
    colours = bytearray(RGB)
    for at in range(0, len(changes), 4):
        colours[3 * changes[at] : 3 * changes[at] + 3] = changes[at + 1 : at + 4]
    return bytes(colours)


def apply(app):
    """Apply the colours and the rotation of the settings to the console."""
    settings, keypad, lights = app.settings, app.keypad, app.panel.lights
    palette = table(settings.colours)
    if palette != lights.palette:
        lights.recolour(palette)  # takes 7 ms on the Pico
    rotation = None
    if settings.turn:
        size = lights.width, lights.height, keypad.width, keypad.height
        rotation = load.rotation.Rotation(*size, settings.turn)
    keypad.turn(rotation)
    app.panel.turn(rotation)
