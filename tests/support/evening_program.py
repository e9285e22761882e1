"""The console on the Pico, for evening.py: it presses keys and says how time goes on. Small, as it takes memory itself.

Any sign is an error.
"""

import gc
import time

import micropython

from glowgrid import overlay, power_up

app = says = None  # the console; what says what it shows
held = set()  # keys that a finger is on
longest_us = 0  # of a tick, as long as the splash is shown
_now = 0


def switch_on(mirrored=False):
    """Let power_up.py make the console; its loop only puts fingers on the keys."""
    place = overlay.hold(overlay.PLACE_OF_GAMES)
    from glowgrid.hardware import board, loop, plugged, watchdog  # noqa: F401

    loop.run = _take
    about = board.load("/board.json")
    keys, leds = board.drivers(about, True)
    power_up.play(keys, plugged.Leds(leds), about, None, [], place, mirrored)


def _take(made, *_, shown=None, **options):
    global app, says
    app, says = made, shown
    scan = made.keypad.keys.scan

    def scan_both(levels):
        scan(levels)
        for key in held:
            levels[key] = 1

    made.keypad.keys.scan = scan_both


def tick(count):
    global _now, longest_us, says
    while count:
        began = app.screen.NAME == "splash" and time.ticks_us()
        app.tick(_now)
        if says and says(app):
            says = None
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
    (held.add if on else held.discard)(rotation.keys[key] if rotation else key)
    tick(6)


def press(key):
    """Press a key at a person's pace."""
    down(key, 1)
    held.clear()  # the press may have rotated the device
    tick(24)


def look():
    """Print the state of the memory; nothing may have been given up."""
    match = app.match
    if match and (match.without > (1 if match.hides or match.puzzle else 0)):
        raise RuntimeError("out of memory: %s is lost" % ("advice" if match.without == 1 else "the engine"))
    gc.collect()
    micropython.mem_info()
    micropython.qstr_info()
