"""From raw key levels to presses: a press is reported at once, bounce after it is ignored, long presses are told apart."""

from array import array

import micropython
from micropython import const

PRESS = const(1)
RELEASE = const(2)
HOLD = const(3)  # the key has been down for HOLD_MS

BOUNCE_MS = const(15)  # after a change a key is not looked at for so long; switches bounce for up to 5 ms, some for 10
HOLD_MS = const(700)
_QUEUE = const(32)

# What is known of a key, bits of a byte.
_DOWN = const(1)  # the debounced level
_MUTE = const(2)  # ignored until released: it was down before anybody looked
_HELD = const(4)  # HOLD was reported

# Places in the queue of events, a ring: where the next one is written, where the next is read, then kind and key of each.
_HEAD = const(0)
_TAIL = const(1)
_EVENTS = const(2)


class Debounce:
    """Feed it with `update` each tick, take events with `next_event`. A key held when it starts counts once released."""

    def __init__(self, count):
        self._levels = bytearray(count)  # raw levels of the tick before
        self._states = bytearray([_MUTE] * count)
        self._changed = array("i", [0] * count)  # ms of the last change
        self._queue = bytearray(_EVENTS + 2 * _QUEUE)
        self._busy = True  # some key is down or may still bounce
        self.kind = self.key = 0  # the event that next_event took

    def update(self, levels, now_ms):
        """Take the raw levels (bytearray, 1 = down) of one scan. now_ms: below 2^31, 24 days. Allocates nothing."""
        if self._busy or levels != self._levels:
            self._busy = _update(levels, self._levels, self._states, self._changed, self._queue, len(levels), now_ms)

    def next_event(self):
        """Take the next event into `kind` and `key`; False if there is none."""
        queue = self._queue
        tail = queue[_TAIL]
        if queue[_HEAD] == tail:
            return False
        self.kind = queue[_EVENTS + 2 * tail]
        self.key = queue[_EVENTS + 2 * tail + 1]
        queue[_TAIL] = (tail + 1) % _QUEUE
        return True

    def flush(self):
        """Forget queued events: presses meant for one screen must not reach the next."""
        self._queue[_TAIL] = self._queue[_HEAD]


@micropython.viper
def _update(levels: ptr8, before: ptr8, states: ptr8, changed: ptr32, queue: ptr8, count: int, now_ms: int) -> int:
    """Every key once, and its level into `before`; 1 if one is down or may still bounce, else 0."""
    busy = 0
    key = 0
    while key < count:
        level = int(levels[key])
        before[key] = level
        state = int(states[key])
        age = now_ms - int(changed[key])
        kind = 0
        if state & _MUTE:
            changed[key] = now_ms
            if level == 0:
                states[key] = 0
        elif level != state & _DOWN:
            if age >= BOUNCE_MS:
                states[key] = level
                changed[key] = now_ms
                kind = RELEASE - level
        elif state == _DOWN:
            if age >= HOLD_MS:
                states[key] = _DOWN | _HELD
                kind = HOLD
        if kind:
            head = int(queue[_HEAD])
            following = (head + 1) % _QUEUE
            if following != int(queue[_TAIL]):  # a full queue drops the newest: 31 events in one tick are no fingers
                queue[_EVENTS + 2 * head] = kind
                queue[_EVENTS + 2 * head + 1] = key
                queue[_HEAD] = following
        if level | (int(states[key]) & _DOWN):
            busy = 1
        elif age < BOUNCE_MS:
            busy = 1
        key += 1
    return busy
