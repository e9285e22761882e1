"""Settings that most people leave alone, colours and turn: loaded when one of them is set."""

from glowgrid.console import load
from glowgrid.console.debounce import Debounce


def follow(app):
    """Let colours and turn of a console be as its settings say."""
    settings, lights = app.settings, app.lights
    palette = load.palettes().table(settings.colours)
    if palette != lights.palette:
        lights.recolour(palette)  # takes 7 ms on the Pico
    app.turned, app.canvas = None, app.frame
    if settings.turn:
        size = lights.width, lights.height, app.keys_width, app.keys_height
        app.turned = load.rotation().Rotation(*size, settings.turn)
        app.canvas = app.turned.frame
    if not app.enlarged:
        app.picture = app.canvas
    app.debounce = Debounce(app.keys.count)  # a key that is down has become another one: it counts once released
