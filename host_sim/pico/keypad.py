"""A matrix of key switches between row and column pins, electrically: levels flow through closed contacts; and buttons.

Without diodes a pressed key joins its row and its column, so three keys in the corners of a rectangle join the fourth
corner's lines too: a ghost. With a diode at every key current flows one way only. A line that was pulled low rises
slowly when let go, through its pull-up resistor. Two outputs connected at different levels count as `shorts`.
Voltages, diode drops and contact resistance are not modelled.
"""

import heapq
import random
from typing import Any

from rp2040py.gpio_pin import GPIOPinState

MS = 1_000_000
RISE_NS = 3_000  # the Pico's pull-up (50 to 80 kOhm) against about 40 pF of wire and pins
DIODES = ("none", "row_to_column", "column_to_row")

LOW, HIGH = GPIOPinState.LOW, GPIOPinState.HIGH


class KeyMatrix:
    """Part for `Pico(parts=[...])`: keys at the crossings of `rows` and `columns`, lists of GPIO numbers.

    Keys are numbered row-major from 0. `diodes`: "none", or the way current flows through each key's diode:
    "row_to_column" (a low column pulls the row low, never the other way round) or "column_to_row".
    `reversed_diodes`: keys whose diode is soldered in backwards.
    Held keys stay held over a power cycle; it forgets presses planned for later.
    """

    def __init__(self, rows, columns, diodes="none", rise_ns=RISE_NS, reversed_diodes=()):
        if diodes not in DIODES:
            raise ValueError(f"diodes {diodes!r}; expected one of {', '.join(DIODES)}")
        self.rows, self.columns = tuple(rows), tuple(columns)
        self.diodes = diodes
        self.reversed_diodes = frozenset(reversed_diodes)
        self.rise_ns = rise_ns
        self.count = len(self.rows) * len(self.columns)
        self.down = set()  # keys whose contact is closed
        self.shorts = 0
        self.plugged = True
        self._pins = self.rows + self.columns
        self._clock: Any = None  # until the first power-up
        self._plan = []  # heap of (time in ns, order, key, closes, bounces)
        self._order = 0  # breaks ties by the order of planning

    @classmethod
    def of_board(cls, board, **options) -> "KeyMatrix":
        """Return the matrix, or the buttons, that a board file (its content as a dict) describes under "keys"."""
        keys = board["keys"]
        if keys["driver"] == "pins":
            return Buttons(keys["pins"], **options)
        return cls(keys["rows"], keys["columns"], keys["diodes"], **options)

    # ---- fingers -------------------------------------------------------------------------------------------------

    def press(self, key: int, bounces=()) -> None:
        """Close a key's contact now. `bounces`: when it opens and closes again, an even number of rising times in
        ns from now (see `bounce_times`); it ends closed."""
        self._move(key, True, bounces)

    def release(self, key: int, bounces=()) -> None:
        """Open a key's contact now; `bounces` as for `press`, it ends open."""
        self._move(key, False, bounces)

    def at(self, when_ns: int, action: str, key: int, bounces=()) -> None:
        """Plan a "press" or "release" of a key for an emulated time, in ns since power-up."""
        if action not in ("press", "release"):
            raise ValueError(f"unknown action {action!r} for key {key}; expected press or release")
        self._check(key)
        heapq.heappush(self._plan, (when_ns, self._order, key, action == "press", tuple(bounces)))
        self._order += 1
        self._arm()

    def play(self, log, start_ms=0, bounces=()) -> None:
        """Plan a key log: (time in ms, "press" or "release", key) each, times counted from `start_ms`."""
        for time_ms, action, key in log:
            self.at(round((start_ms + time_ms) * MS), action, key, bounces)

    def plug(self, plugged) -> None:
        """Plug the keypad in, or unplug it: no contact then joins any lines."""
        self.plugged = plugged
        if self._clock is not None:
            self._update()

    @property
    def planned(self) -> int:
        """Return how many planned presses, releases and bounces are still to come."""
        return len(self._plan)

    def _check(self, key):
        if not 0 <= key < self.count:
            raise ValueError(f"no key {key}; this matrix has keys 0 to {self.count - 1}")

    def _move(self, key, down, bounces):
        self._check(key)
        if len(bounces) % 2 or list(bounces) != sorted(bounces):
            raise ValueError(f"bounces of key {key} are an even number of rising times in ns, not {bounces!r}")
        self._contact(key, down)
        now = self._clock.nanos if self._clock is not None else 0
        for i, delay in enumerate(bounces):
            heapq.heappush(self._plan, (now + delay, self._order, key, down == bool(i % 2), ()))
            self._order += 1
        self._arm()

    def _contact(self, key, closed):
        (self.down.add if closed else self.down.discard)(key)
        if self._clock is not None:
            self._update()

    def _arm(self):
        if self._plan and self._clock is not None:
            self._alarm.schedule(max(self._plan[0][0] - self._clock.nanos, 0))

    def _due(self):
        while self._plan and self._plan[0][0] <= self._clock.nanos:
            _, _, key, down, bounces = heapq.heappop(self._plan)
            self._move(key, down, bounces)
        self._arm()

    # ---- wires ---------------------------------------------------------------------------------------------------

    def attach(self, pico):
        if self._clock is not None:
            self._plan.clear()
        self._clock = pico.clock
        self._gpio = pico.mcu.gpio
        self._alarm = pico.clock.create_alarm(self._due)
        self._applied = dict.fromkeys(self._pins)  # the level we put on a pin: True, False, or None for not driven
        self._rising = {}
        for pin in self._pins:
            self._rising[pin] = [pico.clock.create_alarm(lambda pin=pin: self._apply(pin, None)), False]
            self._gpio[pin].add_listener(self._on_pin)
        self._update()
        self._arm()

    def _on_pin(self, new, old):
        self._update()

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
