# Made by `python -m tools package` from firmware/glowgrid/hardware/seesaw_interrupt.py of Glowgrid: change it there.
"""The wire from the INT pads of NeoTrellis tiles; it is tried once at power-up.

From Adafruit's seesaw firmware (boards/RGBTrellis/board_config.h, source/AOInterrupt.cpp, AOKeypad.cpp): INT is an open
drain. It goes low when the chip scans its keys and finds events waiting. It is released when the events are asked for,
even if the chip scans again before they are read. So if it is low, the events must be asked for, even if there are
often none.
"""

import time

import machine

from neotrellis import i2c, seesaw

_EVENT, _ENABLE, _QUEUE = 0x01, 0x02, 0x10
_HIGH_OR_LOW = 0b11  # one of the two happens at each scan, whether a key is held or not
_LOOK_MS = 25  # long enough for two scans of the chip
_ANSWER_US = 1000
_CLEARS = 20  # requests for 16 events, more than a queue holds


def line(part, tiles):
    """Return the pin of the wire if every tile can pull it low; else print a line and return None.

    part: the "keys" of a board; tiles: of seesaw.tiles. Raises ValueError if a tile does not answer.
    """
    pin = machine.Pin(part["interrupt"], machine.Pin.IN, machine.Pin.PULL_UP)
    for tile in tiles:
        seesaw.tell(part, tile, seesaw.KEYPAD, _EVENT, 0, 0)
        seesaw.tell(part, tile, seesaw.KEYPAD, _ENABLE, 1)
    for tile in tiles:
        _clear(part, tiles, pin)
        was_high = pin()
        seesaw.tell(part, tile, seesaw.KEYPAD, _EVENT, 0, _HIGH_OR_LOW << 1 | 1)
        _await_low(pin)
        went_low = not pin()
        seesaw.tell(part, tile, seesaw.KEYPAD, _EVENT, 0, 0)
        if not (was_high and went_low):
            print(
                "neotrellis: INT of address 0x%02X (GP%d) stays %s: check its wire; the keys are read without it"
                % (tile[0], part["interrupt"], "high" if was_high else "low")
            )
            return None
    _clear(part, tiles, pin)
    return pin


def _clear(part, tiles, pin):
    """Ask for all waiting events until the wire is high."""
    ask = bytes((seesaw.KEYPAD, _QUEUE))
    events = bytearray(16)
    for _ in range(_CLEARS):
        if pin():
            return
        for address, bus in tiles:
            try:
                bus.writeto(address, ask)
                time.sleep_us(_ANSWER_US)
                bus.readfrom_into(address, events)
            except OSError:
                raise i2c.silence(part, address)


def _await_low(pin):
    began = time.ticks_ms()
    while pin() and time.ticks_diff(time.ticks_ms(), began) < _LOOK_MS:
        pass
