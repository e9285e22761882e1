"""A line of WS2812 LEDs driven by the CPU, 30 us an LED with interrupts off. Used only if PIO or DMA is not free."""

import machine


class BitBangedLine:
    """Has `send` and `close`, like the line driven by PIO. timing: "timing" of the board."""

    def __init__(self, pin, timing):
        self._pin = pin
        self._timing = timing

    def send(self, data):
        machine.bitstream(self._pin, 0, self._timing, data)

    def close(self):
        pass
