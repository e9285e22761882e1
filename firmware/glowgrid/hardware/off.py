"""The console is off: the chip sleeps until a key is down, and needs about 1 mA, besides what dark LEDs draw.

A key that pulls a pin low (a button, one of a matrix, or of tiles with an interrupt line) wakes the chip from its
deepest sleep, in which even its crystal stands still. Other keys are read many times a second, with light sleep
between two readings. SPI would suffer from that (APA102), and so would USB: then the chip only waits.
"""

import time

import machine

from glowgrid.hardware import USB_STATUS, WAKE

_CONNECTED = 1 << 16
_LOW = 1  # the bit that wakes while the pin is low
_READ_MS = 50  # between two readings of keys that pull no pin


def sleep(about, leds):
    """Sleep until a key may be down, or for a short time. about: the board; leds: the driver of its LEDs."""
    if machine.mem32[USB_STATUS] & _CONNECTED or "spi" in about["leds"]:
        time.sleep_ms(_READ_MS)
        return
    while leds.busy():
        pass
    driven, sensed = _lines(about["keys"])
    for pin in driven:
        machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=0)
    try:
        if sensed and all([machine.Pin(pin).value() for pin in sensed]):
            _sleep_deeply(sensed)
        else:  # no pin shows a key, or one is stuck
            machine.lightsleep(_READ_MS)
    finally:
        for pin in driven:
            machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1)


def _lines(keys):
    """Return (pins to pull low, pins that a key then pulls low); none if keys pull no pin."""
    if "interrupt" in keys:
        return (), (keys["interrupt"],)
    if keys["driver"] == "pins":
        return (), keys["pins"]
    if keys["driver"] != "matrix":
        return (), ()
    if keys["diodes"] == "column_to_row":
        return keys["rows"], keys["columns"]
    return keys["columns"], keys["rows"]


def _sleep_deeply(pins):
    """Stop everything until one of the pins is low."""
    masks = {}
    for pin in pins:
        register = WAKE + pin // 8 * 4
        masks[register] = masks.get(register, 0) | _LOW << pin % 8 * 4
    for register in masks:
        machine.mem32[register] = masks[register]
    try:
        machine.lightsleep()
    finally:
        for register in masks:
            machine.mem32[register] = 0
