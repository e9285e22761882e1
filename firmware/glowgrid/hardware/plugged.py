"""Keys and lights that can be unplugged: a part that stops answering is absent until it answers again.

The console does not notice: absent keys are up, and frames for absent lights go nowhere. While keys are absent, the
lights show a sign in place of all frames. Any other kind of error is our own fault: a crash.
"""

import gc

from glowgrid.hardware import board
from glowgrid.hardware.contacts import BOUNCE_MS, Contacts

_FAILURES = OSError, ValueError
_REPEAT = 10  # scans, a tenth of a second, between two attempts to send a frame that did not arrive
_LOOK = 50  # scans, half a second, between two checks of absent parts


class Leds:
    """The driver of the lights, with its methods; None if they did not answer. absent: whether they do not answer, or
    the driver failed; then it must be made again."""

    def __init__(self, driver):
        self.driver = driver
        self.absent = driver is None

    def write(self, rgb):
        if not self.absent:
            self._do(self.driver.write, rgb)

    def off(self):
        if not self.absent:
            self._do(self.driver.off)

    def close(self):
        if not self.absent:
            self._do(self.driver.close)

    def repeat(self, lights):
        """Send the last frame of the lights again if it may not have arrived."""
        if not self.absent and self.driver.unsure:
            self.write(lights.wire)

    def busy(self):
        """Return whether a frame is still being sent."""
        return not self.absent and self._do(self.driver.busy)

    def make(self, part):
        """Make a new driver. part: the "leds" of the board. ValueError if they do not answer."""
        self.close()
        self.driver = board.driver("leds", part)
        self.absent = False

    def _do(self, method, *arguments):
        try:
            return method(*arguments)
        except _FAILURES as error:
            self.absent = True
            _say("leds", error)


class Keys:
    """The driver of the keys, with its methods; `scan`, called at each tick, also looks after the lights.

    about: the board; driver: of its keys, None if they did not answer; leds: the Leds above; lights: to show the sign;
    red: its palette index.
    """

    def __init__(self, about, driver, leds, lights, red):
        self.count = about["keys"]["width"] * about["keys"]["height"]
        self.glance = getattr(driver, "glance", None)  # None while the keys are absent
        self.glance_ms = getattr(driver, "glance_ms", 0)
        self._about = about
        self._driver = driver  # None: absent
        self._leds = leds
        self._lights = lights
        self._red = red
        self._rest()
        self._scans = 0
        self._held = None  # a byte per key: 1 if it has been down since the keys were plugged in
        if driver is None:
            self._put_up_sign()

    def _rest(self):
        """Set all contacts open, as if they had been open for long."""
        bounce_ms = self._about["keys"].get("bounce_ms", BOUNCE_MS)
        self._contacts = Contacts(self.count, bounce_ms) if bounce_ms else None

    def scan(self, levels):
        """Read all keys into levels[key]: 0 up, 1 down, 3 down with the contact open. Allocates nothing while all is
        well."""
        self._scans += 1
        if self._scans % _REPEAT == 0:
            self._leds.repeat(self._lights)
        if self._scans == _LOOK:
            self._scans = 0
            self._look()
        if self._driver:
            try:
                self._driver.scan(levels)
                if self._held:
                    self._ignore_held(levels)
                if self._contacts:
                    self._contacts.settle(levels)
                return
            except _FAILURES as error:
                self._lose(error)
        for key in range(self.count):
            levels[key] = 0

    def lit(self):
        """Return whether frames are on the lights: these answer, and show no sign, as while keys are absent."""
        return self._driver is not None and not self._leds.absent and _answers(self._about["leds"])

    def _look(self):
        """Take back parts that answer again."""
        try:
            if not self._driver:
                self._find()
            leds = self._about["leds"]
            if self._leds.absent and _answers(leds):
                gc.collect()
                self._leds.make(leds)
                print("glowgrid: leds: here again")
            self._lights.refresh()
        except (MemoryError,) + _FAILURES:  # not yet
            pass

    def _lose(self, error):
        _say("keys", error)
        self._driver = self.glance = None
        self._put_up_sign()

    def _put_up_sign(self):
        sign = _load("fault").square(self._lights.width, self._lights.height)
        self._lights.put_up(bytes([self._red * on for on in sign]))

    def _find(self):
        """Take the keys back if they answer, and the lights if they share their bus: they have lost power too."""
        keys, leds = self._about["keys"], self._about["leds"]
        if not _answers(keys):
            return
        gc.collect()
        if "i2c" in leds:
            self._leds.make(leds)
        driver = board.driver("keys", keys)
        held = bytearray(self.count)
        driver.scan(held)
        self._rest()
        self._driver, self._held = driver, held
        self.glance = getattr(driver, "glance", None)
        print("glowgrid: keys: here again")
        self._lights.put_up(None)

    def _ignore_held(self, levels):
        """Ignore each key that was down when the keys were plugged in, until it is released."""
        for key in range(self.count):
            self._held[key] &= levels[key]
            levels[key] ^= self._held[key]
        if not any(self._held):
            self._held = None


def _say(kind, error):
    print("glowgrid: %s: %s; the game goes on and waits for them" % (kind, error))


def _answers(part):
    """Return whether a part of the board answers; True if it cannot be asked. A driver would wait for it to start."""
    return "i2c" not in part or _load("i2c").answers(part)


def _load(name):
    """Return a module of hardware/ that is not needed at power-up: each takes 4 ms."""
    return __import__("glowgrid.hardware." + name, None, None, (name,))
