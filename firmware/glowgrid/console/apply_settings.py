"""Settings that most people leave alone, colours and turn: loaded when one of them is set."""

from glowgrid.console import load
from glowgrid.console.palettes import table


def apply(app):
    """Let colours and turn of a console be as its settings say."""
    settings, keypad, lights = app.settings, app.keypad, app.panel.lights
    palette = table(settings.colours)
    if palette != lights.palette:
        lights.recolour(palette)  # takes 7 ms on the Pico
    rotation = None
    if settings.turn:
        size = lights.width, lights.height, keypad.width, keypad.height
        rotation = load.rotation().Rotation(*size, settings.turn)
    keypad.turn(rotation)
    app.panel.turn(rotation)
