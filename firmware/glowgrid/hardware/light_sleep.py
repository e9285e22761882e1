"""Light sleep between two ticks, for a device on a battery ("light_sleep" in the "power" of a board): about 1 mA.

It stops clocks and with them PIO and DMA, so not while a frame is on its way; the keys are read at every tick as always.
It would disturb USB: not once a computer has spoken to the device since power-up. WS2812 keep their colours meanwhile.
"""
import time

import machine

_USB_STATUS = 0x50110050       # SIE_STATUS, at the same place in the RP2350 (data sheets, USB)
_CONNECTED = 1 << 16           # a computer has reset the bus; stays on when it goes
_SHORTEST_MS = 2               # below, MicroPython's lightsleep only waits


class LightSleep:
    """Call it instead of time.sleep_ms. leds: the driver of the LEDs."""

    def __init__(self, leds):
        self._busy = leds.busy

    def __call__(self, ms):
        if ms < _SHORTEST_MS or self._busy() or machine.mem32[_USB_STATUS] & _CONNECTED:
            time.sleep_ms(ms)
        else:
            machine.lightsleep(ms)
