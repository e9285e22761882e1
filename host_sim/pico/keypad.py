"""A matrix of key switches between row and column pins, electrically: levels flow through closed contacts; and buttons.

Without diodes a pressed key joins its row and its column, so three keys in the corners of a rectangle join the fourth
corner's lines too: a ghost. With a diode at every key current flows one way only. A line that was pulled low rises
slowly when let go, through its pull-up resistor. Two outputs connected at different levels count as `shorts`.
Voltages, diode drops and contact resistance are not modelled.
"""

import random

from rp2040py.gpio_pin import GPIOPinState

from .fingers import MS, Fingers

RISE_NS = 3_000  # the Pico's pull-up (50 to 80 kOhm) against about 40 pF of wire and pins
DIODES = ("none", "row_to_column", "column_to_row")

LOW, HIGH = GPIOPinState.LOW, GPIOPinState.HIGH


class KeyMatrix(Fingers):
    """Part for `Pico(parts=[...])`: keys at the crossings of `rows` and `columns`, lists of GPIO numbers.

    Keys are numbered row-major from 0. `diodes`: "none", or the way current flows through each key's diode:
    "row_to_column" (a low column pulls the row low, never the other way round) or "column_to_row".
    `reversed_diodes`: keys whose diode is soldered in backwards.
    """

    def __init__(self, rows, columns, diodes="none", rise_ns=RISE_NS, reversed_diodes=()):
        super().__init__()
        if diodes not in DIODES:
            raise ValueError(f"diodes {diodes!r}; expected one of {', '.join(DIODES)}")
        self.rows, self.columns = tuple(rows), tuple(columns)
        self.diodes = diodes
        self.reversed_diodes = frozenset(reversed_diodes)
        self.rise_ns = rise_ns
        self.count = len(self.rows) * len(self.columns)
        self.shorts = 0
        self.plugged = True
        self._pins = self.rows + self.columns

    @classmethod
    def of_board(cls, board, **options) -> "KeyMatrix":
        """Return the matrix, or the buttons, that a board file (its content as a dict) describes under "keys"."""
        keys = board["keys"]
        if keys["driver"] == "pins":
            return Buttons(keys["pins"], **options)
        return cls(keys["rows"], keys["columns"], keys["diodes"], **options)

    def plug(self, plugged) -> None:
        """Plug the keypad in, or unplug it: no contact then joins any lines."""
        self.plugged = plugged
        if self._clock is not None:
            self._update()

    def moved(self, key, closed):
        if self._clock is not None:
            self._update()

    def attach(self, pico):
        self.attach_fingers(pico)
        self._gpio = pico.mcu.gpio
        self._applied = dict.fromkeys(self._pins)  # the level we put on a pin: True, False, or None for not driven
        self._rising = {}
        for pin in self._pins:
            self._rising[pin] = [pico.clock.create_alarm(lambda pin=pin: self._apply(pin, None)), False]
            self._gpio[pin].add_listener(lambda new, old, pin=pin: self._on_pin(pin))
        self._update()

    def _on_pin(self, pin):
        if self.down and self.plugged:
            self._update()
        else:  # no pin changes another one
            state = self._gpio[pin].value
            self._put(pin, self._levels({pin: state})[pin], state)

    def _update(self):
        states = {pin: self._gpio[pin].value for pin in self._pins}
        levels = self._levels(states)
        for pin in self._pins:
            self._put(pin, levels[pin], states[pin])

    def _levels(self, states):
        """Return {pin: level from outside, or None}; a pin that the chip drives reads back its own level."""
        levels = {pin: state == HIGH if state in (LOW, HIGH) else None for pin, state in states.items()}
        if self.down and self.plugged:
            pulls_low, pulls_high = self._links()
            for state, links, level in ((HIGH, pulls_high, True), (LOW, pulls_low, False)):  # a low level wins
                for pin in self._pins:
                    if states[pin] == state:
                        self._spread(pin, level, links, levels, states)
        return levels

    def _links(self):
        """Return {pin: pins that become low when it is low}, and the same for high."""
        low = {pin: [] for pin in self._pins}
        high = {pin: [] for pin in self._pins}
        for key in sorted(self.down):
            row, column = self.rows[key // len(self.columns)], self.columns[key % len(self.columns)]
            if key in self.reversed_diodes:
                row, column = column, row
            if self.diodes != "column_to_row":
                low[column].append(row)
                high[row].append(column)
            if self.diodes != "row_to_column":
                low[row].append(column)
                high[column].append(row)
        return low, high

    def _spread(self, start, level, links, levels, states):
        seen, to_do = {start}, [start]
        while to_do:
            for pin in links[to_do.pop()]:
                if pin in seen:
                    continue
                seen.add(pin)
                if states[pin] in (LOW, HIGH):
                    self.shorts += (states[pin] == HIGH) != level
                else:
                    levels[pin] = level
                    to_do.append(pin)

    def _put(self, pin, level, state):
        alarm_and_flag = self._rising[pin]
        if level is self._applied[pin]:
            if alarm_and_flag[1] and level is not None:  # pulled low again before it rose
                alarm_and_flag[0].cancel()
                alarm_and_flag[1] = False
            return
        rises = level is None and self._applied[pin] is False and state == GPIOPinState.INPUT_PULL_UP
        if rises and self.rise_ns:
            if not alarm_and_flag[1]:
                alarm_and_flag[1] = True
                alarm_and_flag[0].schedule(self.rise_ns)
            return
        alarm_and_flag[0].cancel()
        self._apply(pin, level)

    def _apply(self, pin, level):
        self._rising[pin][1] = False
        self._applied[pin] = level
        if level is None:
            self._gpio[pin].release_input()
        else:
            self._gpio[pin].set_input_value(level)


class Buttons(KeyMatrix):
    """Part for `Pico(parts=[...])`: a button between each of these pins and ground, numbered in their order."""

    def __init__(self, pins, rise_ns=RISE_NS):
        super().__init__(pins, ["GND"], rise_ns=rise_ns)
        self._pins = self.rows

    def _levels(self, states):
        levels = {pin: state == HIGH if state in (LOW, HIGH) else None for pin, state in states.items()}
        for pin in [self.rows[key] for key in self.down if self.plugged]:
            self.shorts += levels[pin] is True
            levels[pin] = False
        return levels


def bounce_times(seed: int, lasts_ns=3 * MS, flips=6) -> list[int]:
    """Return when a contact opens and closes after its first touch: `flips` (even) times within `lasts_ns`."""
    chance = random.Random(seed)
    return sorted(chance.randrange(lasts_ns) for _ in range(flips))
