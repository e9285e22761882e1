"""I2C as the drivers use it: the bus of a part of the board, and one readable line when nobody answers."""
import machine

HERTZ = 400_000
TIMEOUT_US = 20_000    # a part that holds the clock low for longer is taken for dead


def bus(part):
    """The bus of a part of the board ("i2c", "sda", "scl", perhaps "hertz"); two parts may share one."""
    sda, scl = machine.Pin(part["sda"]), machine.Pin(part["scl"])
    return machine.I2C(part["i2c"], sda=sda, scl=scl, freq=part.get("hertz", HERTZ), timeout=TIMEOUT_US)


def silence(part, address):
    """ValueError that says who did not answer and what to look at; raise it."""
    return ValueError("no answer from address 0x%02X on I2C%d (SDA GP%d, SCL GP%d): check its wires and power"
                      % (address, part["i2c"], part["sda"], part["scl"]))
