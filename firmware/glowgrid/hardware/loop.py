"""The device's main loop: the only place where the console waits for real time."""
import time

MOST_LATE_MS = 1000
GLANCE_MS = 2    # how often the keys are glanced at between two ticks, if their driver does not say


def run(app, tick_ms, sleep_ms=time.sleep_ms, glances=True):
    """Call app.tick(0), app.tick(tick_ms), app.tick(2 * tick_ms) ... for ever, not faster than real time.

    Logical time never skips: no tick is dropped or merged, so what happens is a function of logical time and key levels
    alone, and can be replayed. After ticks that took too long the next ones follow at once until real time is reached
    again (a tick with nothing to do takes 0.4 ms); what is more than MOST_LATE_MS late is not made up for.

    A key that goes down while none was does not wait for its tick: where the keys can be glanced at (`glance` of their
    driver) the tick comes at once, up to tick_ms early, but never before the one before it was due. `glances` False: it
    waits, and the device can sleep from tick to tick.
    """
    now_ms = 0
    due = time.ticks_ms()
    glance = getattr(app.keys, "glance", None) if glances else None
    glance_ms = getattr(app.keys, "glance_ms", GLANCE_MS)
    while True:
        app.tick(now_ms)
        now_ms += tick_ms
        due = time.ticks_add(due, tick_ms)
        ahead = time.ticks_diff(due, time.ticks_ms())
        if ahead < -MOST_LATE_MS:
            due = time.ticks_ms()
        elif ahead > 0:
            if glance is None or any(app.levels):
                sleep_ms(ahead)
                continue
            if ahead > tick_ms:
                sleep_ms(ahead - tick_ms)
            while ahead > 0 and not glance():
                sleep_ms(min(ahead, glance_ms))
                ahead = time.ticks_diff(due, time.ticks_ms())
