"""The device's main loop: the only place where the console waits for real time."""
import time

TICK_MS = 10


def run(app):
    """Call app.tick(0), app.tick(10), app.tick(20) ... for ever, not faster than real time.

    Logical time never skips: after a tick that took too long it goes on from there, late, with no tick dropped or
    merged. So what happens is a function of logical time and key levels alone, and can be replayed.
    """
    now_ms = 0
    due = time.ticks_ms()
    while True:
        app.tick(now_ms)
        now_ms += TICK_MS
        due = time.ticks_add(due, TICK_MS)
        ahead = time.ticks_diff(due, time.ticks_ms())
        if ahead > 0:
            time.sleep_ms(ahead)
        else:
            due = time.ticks_ms()
