"""What saves a battery: the console switches itself off when it is left alone, and says when the battery is low.

The gauge ("battery" in a board file) is a straight line between two voltages of the battery. Under load its voltage
drops for a moment, so it must be low three times in a row before the console says so.
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.screens.off import Off

MINUTE_MS = 60_000
LOW = 10  # percent
_REFILLED = 25  # percent from which it has been charged, so that the console may say it again
_LOOK_MS = 10_000
_LOOKS = 3  # low in a row
_CALM_MS = 3000  # without a press, before a sign comes up


def cuts_in(app, now_ms):
    """Switch off, or show the sign of a low battery, if it is time; return whether it is."""
    screen, battery = app.screen, app.battery
    if screen.OFF or screen.KEYS_WAIT:
        return False
    idle_ms = since(now_ms, app.panel.touched_at)
    if app.settings.off_after and idle_ms >= app.settings.off_after * MINUTE_MS:
        app.go(Off(app))
        return True
    if battery and battery.is_low(now_ms) and idle_ms >= _CALM_MS:
        if not getattr(screen, "thinking", False) and not any(app.keypad.levels):
            app.go(load.sign.LowBattery(app))
            return True
    return False


def begin(make, part):
    """Return a Battery on the driver made for the "battery" of the board; None if that fails."""
    try:
        return Battery(make("battery", part), part)
    except ValueError as fault:
        print(fault)
        return None


class Battery:
    """driver: .millivolts(), of the battery itself. part: the "battery" of the board.

    percent   0, empty, to 100, as last measured
    """

    def __init__(self, driver, part):
        self._driver = driver
        self._empty, self._full = part["empty_millivolts"], part["full_millivolts"]
        self._lows = 0  # how often it was low in a row
        self._looked_at = None
        self.said = False  # whether the console has said that it is low
        self.measure()

    def measure(self):
        """Measure how full it is."""
        percent = (self._driver.millivolts() - self._empty) * 100 // (self._full - self._empty)
        self.percent = max(0, min(100, percent))

    def is_low(self, now_ms):
        """Measure if it is time; return whether it has been low for a while and the console has not said so yet."""
        if self._looked_at is None or since(now_ms, self._looked_at) >= _LOOK_MS:
            self._looked_at = now_ms
            self.measure()
            self._lows = self._lows + 1 if self.percent <= LOW else 0
            if self.percent >= _REFILLED:
                self.said = False
        return self._lows >= _LOOKS and not self.said
