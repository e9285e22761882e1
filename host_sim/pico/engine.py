"""The loop that drives an emulated machine, by instruction and by alarm, until something stops it."""

from typing import Any

from rp2040py.execute_batch import execute_batch

from .pio_clock import Pacing, PioPacer
from .quick_sio import QuickSio

try:
    from rp2040py.native import fast_engine  # pyright: ignore[reportAttributeAccessIssue] - built by fast.py
except ImportError:
    fast_engine = None


class CacheMissing(Exception):
    """The message is one line that says what to do."""


class PlainEngine:
    """`execute` runs the machine until `stopped`, which any part of it may set.

    `stop_asked`: the current run should end. `handed_over`: the PioPacer should drive for a while.
    """

    __slots__ = ("rp2040", "clock", "stopped", "stop_asked", "handed_over")
    cache = None  # flash is as quick as RAM

    def __init__(self, mcu):
        self.rp2040 = mcu
        self.clock = mcu.clock
        self.stopped = self.stop_asked = True
        self.handed_over = False

    def hand_over(self) -> None:
        self.handed_over = self.stopped = True

    def execute(self) -> None:
        simulator: Any = self  # has all that execute_batch needs
        while not self.stopped:
            execute_batch(simulator, 1)


Engine = fast_engine.Engine if fast_engine else PlainEngine


def sio(mcu) -> Any:
    """Return the SIO of a chip: as rp2040py has it, with a quicker divider."""
    return fast_engine.Divider(mcu.sio) if fast_engine else QuickSio(mcu)


def pacer(mcu, hand_over) -> PioPacer:
    """Return the pacer of a chip's PIO."""
    pacing = fast_engine.Pacing if fast_engine else Pacing
    return PioPacer(mcu, pacing(mcu, hand_over))


def flash_cache() -> Any:
    """Return an empty flash cache, for the `cache` of an engine. Raises CacheMissing."""
    if not fast_engine:
        raise CacheMissing("the flash cache needs the faster build: python -m host_sim.pico.build")
    return fast_engine.Cache()
