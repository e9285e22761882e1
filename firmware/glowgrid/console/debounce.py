"""From raw key levels to presses: a press is reported at once, bounce after it is ignored, long presses are told apart."""

PRESS = 1
RELEASE = 2
HOLD = 3  # the key has been down for HOLD_MS

BOUNCE_MS = 15  # after a change a key is not looked at for so long; switches bounce for up to 5 ms, some for 10
HOLD_MS = 700
_QUEUE = 32


class Debounce:
    """Feed it with `update` each tick, take events with `next_event`. A key held when it starts counts once released."""

    def __init__(self, count):
        self._count = count
        self._down = bytearray(count)  # debounced levels
        self._levels = bytearray(count)  # raw levels of the tick before
        self._mute = bytearray([1] * count)  # 1: ignore until released
        self._changed = [0] * count  # ms of the last change
        self._held = bytearray(count)  # 1: HOLD was reported
        self._busy = True  # some key is down or may still bounce
        self._kinds = bytearray(_QUEUE)
        self._keys = bytearray(_QUEUE)
        self._head = self._tail = 0
        self.kind = self.key = 0  # the event that next_event took

    def update(self, levels, now_ms):
        """Take the raw levels (bytearray, 1 = down) of one scan."""
        if not self._busy and levels == self._levels:
            return
        busy = False
        for key in range(self._count):
            level = levels[key]
            self._levels[key] = level
            age = now_ms - self._changed[key]
            if self._mute[key]:
                self._mute[key] = level
                self._changed[key] = now_ms
            elif level != self._down[key] and age >= BOUNCE_MS:
                self._down[key] = level
                self._changed[key] = now_ms
                self._held[key] = 0
                self._push(PRESS if level else RELEASE, key)
            elif level and self._down[key] and not self._held[key] and age >= HOLD_MS:
                self._held[key] = 1
                self._push(HOLD, key)
            if level or self._down[key] or age < BOUNCE_MS:
                busy = True
        self._busy = busy

    def _push(self, kind, key):
        following = (self._head + 1) % _QUEUE
        if following != self._tail:  # a full queue drops the newest: 31 events in one tick are no fingers
            self._kinds[self._head] = kind
            self._keys[self._head] = key
            self._head = following

    def next_event(self):
        """Take the next event into `kind` and `key`; False if there is none."""
        if self._head == self._tail:
            return False
        self.kind = self._kinds[self._tail]
        self.key = self._keys[self._tail]
        self._tail = (self._tail + 1) % _QUEUE
        return True

    def flush(self):
        """Forget queued events: presses meant for one screen must not reach the next."""
        self._tail = self._head
