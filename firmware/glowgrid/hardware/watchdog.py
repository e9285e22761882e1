"""The chip's watchdog: it resets a console that hangs ("watchdog" in a board file), and remembers why one restarts."""

import machine

from glowgrid.hardware import WATCHDOG

TIMEOUT_MS = 8000
_CLEAR = WATCHDOG + 0x3000  # bits written here are cleared in the register at WATCHDOG
_ENABLE = 1 << 30
_SCRATCH = WATCHDOG + 0x0C  # registers that keep their values until the power goes
_RESTART = 3  # the one that says why the console restarts; those before it belong to crash.py
RESUME, SET_ASIDE = 0x610601, 0x610602  # go on with the match; or set its save aside, as it would crash again
_HOST = 0x50110052  # the upper half of SIE_STATUS, on both chips
_CONNECTED = 1  # a computer has reset the bus; stays set when it leaves


class Watchdog:
    """Starts the watchdog; call it at each tick. While a computer is connected, the watchdog is stopped."""

    def __init__(self):
        self._feed = machine.WDT(timeout=TIMEOUT_MS).feed

    def __call__(self):
        if machine.mem16[_HOST] & _CONNECTED:
            stop()
        else:
            self._feed()


def stop():
    """Stop the watchdog: at the prompt nothing feeds it."""
    machine.mem32[_CLEAR] = _ENABLE


def kept(register):
    """Return the value of scratch register 0..3, below 2^30; 0 after power-up."""
    return machine.mem32[_SCRATCH + 4 * register] & 0x3FFFFFFF


def keep(register, value):
    machine.mem32[_SCRATCH + 4 * register] = value


def take_restart():
    """Return why the console restarts, RESUME, SET_ASIDE or 0, and reset that to 0."""
    why = kept(_RESTART)
    keep(_RESTART, 0)
    return why


def put_restart(why):
    """Record why the console restarts."""
    keep(_RESTART, why)
