"""I2C for the drivers: a bus that retries, and one readable line if nothing answers.

A busy chip does not acknowledge, and a part that was interrupted while it was read holds SDA low. So a refused transfer
is tried again, and a blocked bus is freed first.
"""

import sys
import time

import machine

HERTZ = 100_000
TIMEOUT_US = 20_000  # a part that holds the clock low for longer counts as dead
_TRIES = 3
_BETWEEN_MS = 2
_TIMED_OUT = 110  # errno
_HALF_US = 5  # half a period of the clock that frees a bus
_CLOCK_ON = b"\x21"  # of an HT16K33, on which _ANYBODY would light an LED
_ANYBODY = b"\x00\x01"  # asks a seesaw what it is; on a TCA9555 it names the inputs, which cannot be written


class Bus:
    """The bus of a part of the board ("i2c", "sda", "scl", perhaps "hertz"), freed. Two parts may share one.

    It has the methods of machine.I2C. They raise OSError if the last try fails, and allocate nothing if all is well.
    """

    def __init__(self, part):
        self._part = part
        self._open()

    def _open(self):
        part = self._part
        sda = machine.Pin(part["sda"], machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP, value=1)
        scl = machine.Pin(part["scl"], machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP, value=1)
        _free(sda, scl)
        bus = machine.I2C(part["i2c"], sda=sda, scl=scl, freq=part.get("hertz", HERTZ), timeout=TIMEOUT_US)
        self._write, self._read = bus.writeto, bus.readfrom_into

    def writeto(self, address, data):
        self._do(True, address, data)

    def readfrom_into(self, address, answer):
        self._do(False, address, answer)

    def _do(self, writes, address, data):
        for left in range(_TRIES - 1, -1, -1):
            try:
                if writes:
                    self._write(address, data)
                else:
                    self._read(address, data)
                return
            except OSError as error:
                if not left:
                    raise
                if error.errno == _TIMED_OUT:
                    self._open()
            time.sleep_ms(_BETWEEN_MS)


def answers(part):
    """Free the bus of a part of the board; return whether the whole part answers."""
    wires = Bus(part)
    try:
        for address in part.get("addresses") or (part["address"],):
            wires.writeto(address, _CLOCK_ON if part["driver"] == "ht16k33" else _ANYBODY)
    except OSError:
        return False
    return True


def silence(part, address):
    """Return a ValueError, to be raised, that says what did not answer and what to check.

    A scan writes no byte, which MicroPython does by moving the pins itself. With 1.26 to 1.28 some parts answer nothing
    else: micropython issues 18257, 19087, 19514. If SDA is stuck low, all addresses seem to answer.
    """
    scan = ""
    try:
        Bus(part).writeto(address, b"")
        if machine.Pin(part["sda"])():
            newer = sys.implementation.version[:2] > (1, 25)
            scan = ", only to a scan" + newer * " (micropython issue 19514: try 1.24.1)"
    except OSError:
        pass
    return ValueError(
        "no answer from address 0x%02X on I2C%d (SDA GP%d, SCL GP%d)%s: check its wires and power"
        % (address, part["i2c"], part["sda"], part["scl"], scan)
    )


def _free(sda, scl):
    """Make a part release SDA after an interrupted read: nine clocks, then a STOP."""
    for _ in range(9):
        _set(scl, 0)
        _set(scl, 1)
    for line, level in ((scl, 0), (sda, 0), (scl, 1), (sda, 1)):
        _set(line, level)


def _set(line, level):
    line(level)
    time.sleep_us(_HALF_US)
