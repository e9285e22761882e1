"""The real console with virtual keys, LEDs and clock, run by every front end of the simulator."""

from glowgrid.console.app import TICK_MS, App
from glowgrid.console.palette import CHARS, RGB
from glowgrid.console.storage import Storage
from glowgrid.console.tried import at_hand
from glowgrid.hardware.lights import kind

LINK = {"uart": 0, "tx": 0, "rx": 1}  # of a board that names none


class VirtualKeys:
    """Keys whose levels the front end sets: `levels[key]` is 1 while it is down."""

    def __init__(self, count):
        self.count = count
        self.levels = bytearray(count)

    def scan(self, levels):
        levels[:] = self.levels


class VirtualLeds:
    """An LED chain that keeps the last data it received: `wire`, R, G, B per LED in wire order."""

    def __init__(self):
        self.wire = b""

    def write(self, rgb):
        self.wire = bytes(rgb)

    def off(self):
        self.wire = bytes(len(self.wire))


class VirtualSpeaker:
    """A speaker that keeps its tones: (hertz, volume) since the list was last emptied; 0 Hz is silence."""

    def __init__(self):
        self.tones = []

    def tone(self, hertz, volume):
        self.tones.append((hertz, volume))


class VirtualBattery:
    """A battery whose charge the front end sets: `percent` of what its gauge shows."""

    def __init__(self, part):
        self._empty, self._full = part["empty_millivolts"], part["full_millivolts"]
        self.percent = 100

    def millivolts(self):
        return self._empty + ((self._full - self._empty) * self.percent + 99) // 100


class VirtualWire:
    """The end of a link: `came` holds what has arrived and is not read yet, `sent` what was sent."""

    said = ""  # what a person should know of it; a real wire has more to say

    def __init__(self):
        self.came, self.sent = bytearray(), bytearray()

    def read(self, most):
        taken = bytes(self.came[:most])
        del self.came[:most]
        return taken or None

    def write(self, line):
        self.sent += line


class Session:
    """A console that has just been switched on, with its saves in `folder`; `now_ms` counts from then.

    `found`: (games, errors) instead of what games.discover() finds. `first`: whether a console without saves
    treats this as its first start. `clock_ms`: where the console's clock begins. `refusals`: set by a front end
    that says why a press was refused (refusal.py). `wire`: the end of a link to another device, in place of a
    VirtualWire; the board then has a link.
    """

    clock_ms = 0
    refusals = None

    def __init__(self, board, folder, found=None, first=False, wire=None):
        keys = board["keys"]
        if wire:
            board = dict(board, link=board.get("link", LINK))
        self.board = board
        self.keys = VirtualKeys(keys["width"] * keys["height"])
        self.leds = VirtualLeds()
        self.lights = kind(board)(board, RGB, self.leds)
        self.speaker = VirtualSpeaker() if "sound" in board else None
        self.battery = VirtualBattery(board["battery"]) if "battery" in board else None
        self.wire = wire or (VirtualWire() if "link" in board else None)
        self._folder = str(folder)
        self._first = first
        self.now_ms = 0
        self.app = self._switched_on(found)

    def _switched_on(self, found):
        storage = Storage(self._folder)
        app = App(self.keys, self.lights, storage, self.board, found, self._driver)
        app.settings.fresh &= self._first
        return app

    def _driver(self, kind, part):
        return {"battery": self.battery, "link": self.wire}.get(kind, self.speaker)

    def restart(self, found):
        """Switch the console off and on again with other games; the last saved match resumes at once."""
        self.app = self._switched_on(found)
        self.app.restarted = True

    def tick(self):
        """Advance the console by one tick of TICK_MS."""
        try:
            self.app.tick(self.clock_ms + self.now_ms)
        except Exception as error:
            kept = getattr(error, "__dict__", None)  # MicroPython's have none
            if kept is not None:
                kept["own_game"] = at_hand(self.app)  # for own_game.place_in_own_file
            raise
        if self.refusals:
            self.refusals.look(self.app, self.clock_ms + self.now_ms)
        self.now_ms += TICK_MS

    def text(self):
        """Return the frame on the LEDs as text."""
        lights = self.lights
        if lights.mono:
            return frame_text(lights.shown, lights.width, signs_of(lights))
        return frame_text(self.app.panel.frame, lights.width)

    def play(self, changes, until_ms):
        """Replay key changes (see keylog.py) until `until_ms`; yields (time_ms, text) of each new frame."""
        shown = None
        changes = list(changes)
        while self.now_ms < until_ms:
            while changes and changes[0][0] <= self.now_ms:
                _, key, down = changes.pop(0)
                self.keys.levels[key] = down
            at = self.now_ms
            self.tick()
            if self.text() != shown:
                shown = self.text()
                yield at, shown


def signs_of(lights):
    """Return the signs for what lights without colours show: on or off, or one of three hues."""
    return ".#" if len(lights.palette) == 6 else ".123"


def frame_text(frame, width, signs=CHARS):
    """Return the frame as text: a line of signs for each row of LEDs."""
    rows = []
    for start in range(0, len(frame), width):
        rows.append("".join([signs[index] for index in frame[start : start + width]]))
    return "\n".join(rows)
