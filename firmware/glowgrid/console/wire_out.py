"""The sign of a match whose wire is out: in a corner of the lights a red LED blinks once a second.

A corner beside the field is best. If there is none, red takes turns with what is in the top right corner; not on lights
without colours, where rhythms are taken for stones: there only words say it.
"""

from micropython import const

from glowgrid.console.palette import RED

NO_LED = const(-1)
_PERIOD = const(8)  # eighths of a second
_LIT = const(2)


def corner_of(play):
    """Return the LED for the sign in a Play, or NO_LED."""
    lights, edges = play.app.panel.lights, play.edges
    taken = play.view.mask(lights.height)
    end = len(taken)
    for led in (lights.width - 1, 0, end - 1, end - lights.width):
        if not taken[led] and not (edges and edges.has(led)):
            return led
    return NO_LED if play.app.panel.mono else lights.width - 1


def draw(frame, led, phase):
    """Paint it; phase counts eighths of a second."""
    if led != NO_LED and phase % _PERIOD < _LIT:
        frame[led] = RED
