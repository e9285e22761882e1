"""Light sleep between two ticks, for a device on a battery ("light_sleep" in the "power" of a board): about 1 mA.

It stops the clocks, and with them PIO, DMA and PWM, so the device never sleeps during a frame or a sound. It disturbs
USB, so the device never sleeps once a computer has spoken to it since power-up. Keys are read at every tick as always,
and WS2812 LEDs keep their colours.
"""

import time

import machine

from glowgrid.hardware import USB_STATUS

_CONNECTED = 1 << 16
_SHORTEST_MS = 2  # for less, MicroPython's lightsleep only waits


class LightSleep:
    """Call it instead of time.sleep_ms. leds: the driver of the LEDs; app: the console."""

    def __init__(self, leds, app):
        self._busy = leds.busy
        self._app = app

    def __call__(self, ms):
        if ms < _SHORTEST_MS or self._busy() or self._is_sounding() or machine.mem32[USB_STATUS] & _CONNECTED:
            time.sleep_ms(ms)
        else:
            machine.lightsleep(ms)

    def _is_sounding(self):
        sounds = self._app.sounds
        return sounds and sounds.playing
