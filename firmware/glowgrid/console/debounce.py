"""From the levels of keys, tick by tick, to presses and releases; long presses are told apart.

Bounce is over by then: the drivers of real keys see to it (hardware/contacts.py).
"""

from array import array

import micropython
from micropython import const

PRESS = const(1)
RELEASE = const(2)
HOLD = const(3)  # the key has been down for HOLD_MS

HOLD_MS = const(600)
_QUEUE = const(32)
_TIMES = const((1 << 29) - 1)  # of times, see clock.py

# What is known of a key, bits of a byte.
_DOWN = const(1)
_MUTE = const(2)  # ignored until released
_HELD = const(4)  # HOLD was reported, or is not wanted

# Places in the queue of events, a ring: where to write the next, where to read the next, then kind and key of each.
_HEAD = const(0)
_TAIL = const(1)
_EVENTS = const(2)


class Debounce:
    """Feed it with `update` each tick, take events with `next_event`. A key held at the start counts once released."""

    def __init__(self, count):
        self._levels = bytearray(count)  # of the tick before
        self._states = bytearray([_MUTE] * count)
        self._pressed = array("i", [0] * count)  # ms of the last press
        self._queue = bytearray(_EVENTS + 2 * _QUEUE)
        self._busy = True  # some key is down
        self.kind = self.key = 0  # the event that next_event took

    def update(self, levels, now_ms):
        """Take the levels of one scan (bytearray): 0 up, 1 down, 3 down but its contact is open, so that it is no hold.

        now_ms: of the scan, see clock.py. Allocates nothing.
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
        """Drop queued events: presses meant for one screen must not reach the next, nor become long ones there."""
        self._queue[_TAIL] = self._queue[_HEAD]
        if self._busy:
            states = self._states
            for key in range(len(states)):
                if states[key] == _DOWN:
                    states[key] = _DOWN | _HELD


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
            if following != int(queue[_TAIL]):  # a full queue drops the newest: no fingers make 31 events in a tick
                queue[_EVENTS + 2 * head] = kind
                queue[_EVENTS + 2 * head + 1] = key
                queue[_HEAD] = following
        busy |= state
        key += 1
    if busy:
        return 1
    return 0
