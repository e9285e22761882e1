"""Settings that most people never change, colours and rotation: loaded only if one of them is set."""

from glowgrid.console import load
from glowgrid.console.palettes import table


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
