"""The keys: what is down, what each key is for, and what fingers do: press, release, hold. A held arrow repeats.

Bounce is already removed: the drivers of real keys do that (hardware/contacts.py).
"""

from array import array

import micropython
from micropython import const

from glowgrid.clock import since, wrap
from glowgrid.console.screen import BACK, NO_ROLE, ROLES, UNDO

PRESS = const(1)
RELEASE = const(2)
HOLD = const(3)  # the key has been down for HOLD_MS

HOLD_MS = const(600)
_QUEUE = const(32)
_TIMES = const((1 << 29) - 1)  # of times, see clock.py
_REPEAT_AFTER_MS = const(400)  # a held arrow repeats from then on, 8 times a second
_REPEAT_MS = const(125)
_REPEATS = const(24)  # then it is stuck: the other keys still work

# The state of a key, bits of a byte.
_DOWN = const(1)
_MUTE = const(2)  # ignored until released
_HELD = const(4)  # HOLD was reported, or must not be

# The queue of events, a ring: where to write next, where to read next, then kind and key of each.
_HEAD = const(0)
_TAIL = const(1)
_EVENTS = const(2)


class Debounce:
    """Turns the levels of keys into events: `update` it each tick, then take them with `next_event`.

    A key held at the start counts once released.
    """

    def __init__(self, count):
        self._levels = bytearray(count)  # at the previous tick
        self._states = bytearray([_MUTE] * count)
        self._pressed = array("i", [0] * count)  # ms of the last press
        self._queue = bytearray(_EVENTS + 2 * _QUEUE)
        self._busy = True  # a key is down
        self.kind = self.key = 0  # the event taken by next_event

    def update(self, levels, now_ms):
        """Take the levels of one scan (bytearray): 0 up, 1 down, 3 down with the contact open (not counted for a hold).

        now_ms: time of the scan, see clock.py. Allocates nothing.
        """
        if self._busy or levels != self._levels:
            self._busy = _update(levels, self._levels, self._states, self._pressed, self._queue, len(levels), now_ms)

    def next_event(self):
        """Take the next event into `kind` and `key`; return whether there was one."""
        queue = self._queue
        tail = queue[_TAIL]
        if queue[_HEAD] == tail:
            return False
        self.kind = queue[_EVENTS + 2 * tail]
        self.key = queue[_EVENTS + 2 * tail + 1]
        queue[_TAIL] = (tail + 1) % _QUEUE
        return True

    def flush(self):
        """Drop queued events: presses meant for one screen must not reach the next, nor turn into holds there."""
        self._queue[_TAIL] = self._queue[_HEAD]
        if self._busy:
            states = self._states
            for key in range(len(states)):
                if states[key] == _DOWN:
                    states[key] = _DOWN | _HELD


class Keypad(Debounce):
    """The keys of a console: `scan` them all each tick, then take events.

    keys         the driver: .count, .scan(levels)
    width, height
    over_lights  whether a key lies over each LED
    roles        by key: what it means if it is not a point of the field, see screen.py
    levels       which keys are down, as the person sees them: see Debounce.update
    rotation     of a rotated device (rotation.py), or None
    late_ms      how much later than its logical time the tick comes, in whole ticks; set by the main loop
    pressed_at   when a key last went down
    arrow        the key that is held and repeats, or None
    """

    def __init__(self, keys, about, lights):
        self.keys = keys
        self.width, self.height = about["width"], about["height"]
        self.over_lights = (self.width, self.height) == (lights.width, lights.height)
        self.roles = bytearray(keys.count)
        for name, key in about["roles"].items():
            self.roles[key] = ROLES.get(name, NO_ROLE)
        for name, area in about.get("areas", {}).items():
            for key in area:
                self.roles[key] = ROLES.get(name, NO_ROLE)
        self.levels = bytearray(keys.count)
        self.late_ms = self.pressed_at = 0
        self.arrow = None
        self._arrow_at = self._arrow_wait = 0  # when the arrow last counted, and how long until it counts again
        self._repeats = 0  # how many repeats are left
        self.turn(None)

    def turn(self, rotation):
        """Read the keys by this rotation from now on. Keys that are down count once released."""
        self.rotation = rotation
        super().__init__(len(self.levels))

    def scan(self, now_ms):
        """Read all keys. Allocates nothing."""
        if self.rotation:
            self.rotation.scan(self.keys, self.levels)
        else:
            self.keys.scan(self.levels)
        self.update(self.levels, self.finger_ms(now_ms))

    def is_chord(self):
        """Return whether the back key and the undo key in the corners are down together."""
        down, last = 0, len(self.levels)
        for key in 0, self.width - 1, last - self.width, last - 1:
            if self.levels[key]:
                down |= 1 << self.roles[key]
        return down >> BACK & down >> UNDO & 1

    def finger_ms(self, now_ms):
        """Return the time for fingers. After a stall, ticks catch up faster than real time; fingers do not."""
        return wrap(now_ms + self.late_ms)

    def press(self, key, repeats, now_ms):
        """A key went down; if it `repeats`, it is the held arrow from now on."""
        self.pressed_at = now_ms
        self.arrow = None
        if repeats:
            self.arrow, self._repeats = key, _REPEATS
            self._arrow_at, self._arrow_wait = self.finger_ms(now_ms), _REPEAT_AFTER_MS

    def repeat(self, now_ms):
        """Return whether the held arrow counts once more."""
        if not self._repeats or since(self.finger_ms(now_ms), self._arrow_at) < self._arrow_wait:
            return False
        self._arrow_at, self._arrow_wait = wrap(self._arrow_at + self._arrow_wait), _REPEAT_MS
        self._repeats -= 1
        return True


@micropython.viper
def _update(levels: ptr8, before: ptr8, states: ptr8, pressed: ptr32, queue: ptr8, count: int, now_ms: int) -> int:
    """Look at every key and copy its level into `before`. Return 1 if a key is down, else 0."""
    busy = 0
    key = 0
    while key < count:
        level = int(levels[key])
        before[key] = level
        state = int(states[key])
        kind = 0
        if state & _MUTE:
            if level == 0:
                state = 0
        elif level:
            if state == 0:
                state = _DOWN
                pressed[key] = now_ms
                kind = PRESS
            elif state | level == _DOWN:
                if (now_ms - pressed[key]) & _TIMES >= HOLD_MS:
                    state = _DOWN | _HELD
                    kind = HOLD
        elif state:
            state = 0
            kind = RELEASE
        states[key] = state
        if kind:
            head = int(queue[_HEAD])
            following = (head + 1) % _QUEUE
            if following != int(queue[_TAIL]):  # a full queue drops the newest: fingers make no 31 events in a tick
                queue[_EVENTS + 2 * head] = kind
                queue[_EVENTS + 2 * head + 1] = key
                queue[_HEAD] = following
        busy |= state
        key += 1
    if busy:
        return 1
    return 0
