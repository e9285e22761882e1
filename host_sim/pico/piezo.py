"""A piezo on a pin: its tones, measured from the pin's edges as by a frequency counter."""

from typing import NamedTuple

from rp2040py.gpio_pin import GPIOPinState

SILENCE_NS = 20_000_000  # without an edge for this long the tone has ended (50 Hz is the lowest)
SAME = 0.02  # periods that differ by less belong to one tone


class Tone(NamedTuple):
    """From its first rising edge to the end of its last period; `duty`: the share of the time that the pin is high."""

    start_ns: int
    end_ns: int
    hertz: float
    duty: float


class Piezo:
    """Part for `Pico(parts=[...])` on a GPIO number."""

    def __init__(self, pin):
        self.pin = pin
        self._rises = []  # (ns of a rising edge, ns of the falling one after it)

    def attach(self, pico):
        self._clock = pico.clock
        self._rises = []
        self._rose = None
        pico.mcu.gpio[self.pin].add_listener(self._edge)

    def _edge(self, new, old):
        now = round(self._clock.nanos)
        if new == GPIOPinState.HIGH:
            self._rose = now
        elif old == GPIOPinState.HIGH and self._rose is not None:
            self._rises.append((self._rose, now))

    def tones(self):
        """Return the tones since power-up, as Tone, in order."""
        found, run = [], []
        for rise in self._rises:
            if run and not self._goes_on(run, rise):
                found.append(_tone(run))
                run = []
            run.append(rise)
        return found + [_tone(run)] if run else found

    def _goes_on(self, run, rise):
        """Return whether a period belongs to the same tone as those before."""
        period = rise[0] - run[-1][0]
        if period > SILENCE_NS:
            return False
        before = run[1][0] - run[0][0] if len(run) > 1 else period
        return abs(period - before) <= SAME * before


def _tone(run):
    first, last = run[0], run[-1]
    if len(run) == 1:
        return Tone(first[0], first[1], 0.0, 0.0)
    period = (last[0] - first[0]) / (len(run) - 1)
    high = sum(end - start for start, end in run) / len(run)
    return Tone(first[0], round(last[0] + period), 1e9 / period, high / period)
