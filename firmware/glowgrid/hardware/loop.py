"""The device's main loop: the only place where the console waits for real time."""
import time

MOST_LATE_MS = 1000


def run(app, tick_ms):
    """Call app.tick(0), app.tick(tick_ms), app.tick(2 * tick_ms) ... for ever, not faster than real time.

    Logical time never skips: no tick is dropped or merged, so what happens is a function of logical time and key levels
    alone, and can be replayed. After ticks that took too long the next ones follow at once until real time is reached
    again (a tick with nothing to do takes 0.5 ms); what is more than MOST_LATE_MS late is not made up for.
    """
    now_ms = 0
    due = time.ticks_ms()
    while True:
        app.tick(now_ms)
        now_ms += tick_ms
        due = time.ticks_add(due, tick_ms)
        ahead = time.ticks_diff(due, time.ticks_ms())
        if ahead > 0:
            time.sleep_ms(ahead)
        elif ahead < -MOST_LATE_MS:
            due = time.ticks_ms()
