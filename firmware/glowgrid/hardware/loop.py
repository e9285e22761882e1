"""The device's main loop: the only place where the console waits for real time."""

import time

from glowgrid.clock import wrap

MOST_LATE_MS = 1000
first_us = 0  # when the first tick ended, by a clock that starts with the chip; `selftest --report` reads it
GLANCE_MS = 2  # time between two glances at the keys, unless their driver has its own


def run(app, tick_ms, sleep_ms=time.sleep_ms, glances=True, feed=None, shown=None, off=None, typed=None):
    """Call app.tick(0), app.tick(tick_ms), app.tick(2 * tick_ms) ... for ever, not faster than real time.

    Logical time never skips: no tick is dropped or merged. So what happens depends only on logical time and key levels,
    and can be replayed. After a tick that took too long, the next ones follow at once until they have caught up with
    real time (a tick with nothing to do takes 0.4 ms). A delay of more than MOST_LATE_MS is not made up for. The
    keypad's `late_ms` says how much later than its logical time a tick comes, in whole ticks: fingers move in real
    time.

    If no key was down, a press does not wait for its tick: if the driver of the keys has a `glance`, the tick comes at
    once, up to tick_ms early, but never before the previous one was due. With `glances` False the press waits, and the
    device can sleep from tick to tick. feed: called at each tick, to feed a watchdog. shown: called with the app after
    each tick, until it returns True. typed: called at each tick, to drop what is typed (typed.py). off: called while
    the console is off and its lights are dark; it sleeps until a key may be down, and the clock may stand still
    meanwhile.
    """
    global first_us
    now_ms = lost_ms = 0
    ticks_ms, ticks_diff = time.ticks_ms, time.ticks_diff  # a name of a module takes longer
    due = ticks_ms()
    keypad = app.keypad
    glance_ms = getattr(keypad.keys, "glance_ms", 0) or GLANCE_MS
    while True:
        keypad.late_ms = lost_ms + max(ticks_diff(ticks_ms(), due), 0) // tick_ms * tick_ms
        app.tick(now_ms)
        if not first_us:
            first_us = time.ticks_us()
        if feed:
            feed()
        if shown and shown(app):
            shown = None
        if typed:
            typed()
        if off and app.screen.OFF:
            off()
            due = ticks_ms()
        now_ms = wrap(now_ms + tick_ms)
        due = time.ticks_add(due, tick_ms)
        ahead = ticks_diff(due, ticks_ms())
        if ahead < -MOST_LATE_MS:
            given_up = -ahead // tick_ms * tick_ms
            lost_ms = wrap(lost_ms + given_up)
            due = time.ticks_add(due, given_up)
        elif ahead > 0:
            glance = glances and getattr(keypad.keys, "glance", None)  # None while the keys are unplugged
            if not glance or any(keypad.levels):
                sleep_ms(ahead)
                continue
            if ahead > tick_ms:
                sleep_ms(ahead - tick_ms)
            while ahead > 0 and not glance():
                sleep_ms(min(ahead, glance_ms))
                ahead = ticks_diff(due, ticks_ms())
