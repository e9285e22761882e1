"""The console on the Pico, for evening.py: it presses keys and says how time goes on. Small, as it takes memory itself.

Any sign is an error.
"""

import gc
import time

import micropython

from glowgrid import overlay, power_up  # noqa: F401  (power_up: as main.py does)

app = fingers = watch = None
longest_us = 0  # of a tick, as long as the splash is shown
_now = 0


class Fingers:
    """The keys of a board; those of `down` are held."""

    def __init__(self, keys):
        self.keys = keys
        self.count = keys.count
        self.down = bytearray(keys.count)

    def scan(self, levels):
        self.keys.scan(levels)
        for key in range(self.count):
            levels[key] |= self.down[key]


def record():
    """Return what is to be saved of the match."""
    from glowgrid.console.saving import record_of

    return record_of(app.match)


def switch_on(mirrored=False):
    """Make the console as power_up.py does."""
    global app, fingers, watch
    place = overlay.hold(overlay.PLACE_OF_GAMES)
    from glowgrid.hardware import board, plugged, watchdog  # noqa: F401

    about = board.load("/board.json")
    keys, leds = board.drivers(about, True)
    from glowgrid.console import palette, storage
    from glowgrid.console.app import App
    from glowgrid.hardware import loop  # noqa: F401

    if mirrored:
        from glowgrid.mirror import Watch

        watch = Watch()
    else:
        from glowgrid.hardware.lights import Lights
    leds = plugged.Leds(leds)
    lights = Lights(about, palette.RGB, leds)
    fingers = Fingers(plugged.Keys(about, keys, leds, lights, palette.RED))
    app = App(fingers, lights, storage.Storage("/saves"), about, driver=board.driver, place=place)


def tick(count):
    global _now, longest_us
    while count:
        began = app.screen.NAME == "splash" and time.ticks_us()
        app.tick(_now)
        if watch:
            watch(app)
        if began:
            longest_us = max(longest_us, time.ticks_diff(time.ticks_us(), began))
        _now += 10
        count -= 1
        if app.screen.faults:
            raise RuntimeError("; ".join(app.screen.faults))


def wait(ms):
    """Let this much time go by in one tick."""
    global _now
    _now += ms
    tick(1)


def down(key, on):
    """Put a finger on a key, or take it off."""
    rotation = app.keypad.rotation
    fingers.down[rotation.keys[key] if rotation else key] = on
    tick(6)


def press(key):
    """Press a key at a person's pace."""
    down(key, 1)
    fingers.down[:] = bytes(fingers.count)  # the press may have rotated the device
    tick(24)


def look():
    """Print the state of the memory; nothing may have been given up."""
    match = app.match
    if match and (match.without > (1 if match.hides or match.puzzle else 0)):
        raise RuntimeError("out of memory: %s is lost" % ("advice" if match.without == 1 else "the engine"))
    gc.collect()
    micropython.mem_info()
    micropython.qstr_info()
