"""The console: what is pressed becomes what is shown. Read `tick` first: it is the whole way of a key press.

It never sleeps and never reads a clock: time is the argument of `tick`, in ms, the same steps on every machine.
"""

import gc

import micropython

from glowgrid import console, games, search
from glowgrid.console.debounce import HOLD, PRESS, Debounce
from glowgrid.console.match import MATCH
from glowgrid.console.play import Play
from glowgrid.console.screen import NO_ROLE, ROLES
from glowgrid.console.settings import Settings
from glowgrid.modules import forget

# Modules imported when they are needed: 12 KB that a match can do without; and 4 KB for who asks for advice in it.
_MENU = ("menu", "seats", "sizes", "brightness", "pause", "choice", "splash", "power_up", "icons", "pictures", "starting",
         "no_memory")
_ADVICE = (console, "coach"), (search, "exact")
TICK_MS = 10  # the step of logical time between two calls of tick
DIM_AFTER_MS = 180_000  # nobody has touched a key for so long: a quarter of the brightness, until somebody does
_DIM = 4
_COLLECT_AFTER = 20_000  # bytes: so what stays lies close together, and the heap has room for the tables of an engine
_SHORT_AGAIN_MS = 100  # the ticks after memory has run out: what is left of a match must manage without a second time
_SAVE_AFTER_MS = 30  # a save stalls the Pico for some 50 ms: first let the changed frame out


class App:
    """The console on some keys, lights and storage (drivers, or the simulator's).

    keys      .count, .scan(levels): one byte per key, 1 = down
    lights    .width, .height, .brightness, .show(frame): a byte (palette index) per LED
    storage   console/storage.py
    board     the board file as a dict: keys.width, keys.height, keys.roles, keys.areas, power.brightness

    width, height are those of `picture`, which all screens without FIELD paint: it is the frame, or where that has too few
    LEDs for an icon (`enlarged`), twice as large and shrunk.
    """

    def __init__(self, keys, lights, storage, board, found=None):
        gc.collect()
        if hasattr(gc, "threshold"):
            gc.threshold(_COLLECT_AFTER)
        self.table = search.new_table()  # the largest block by far: taken while the heap is still in one piece
        self.keys = keys
        self.lights = lights
        self.storage = storage
        self.enlarged = min(lights.width, lights.height) < 8
        scale = 2 if self.enlarged else 1
        self.width, self.height = scale * lights.width, scale * lights.height
        self.keys_width, self.keys_height = board["keys"]["width"], board["keys"]["height"]
        self.levels = bytearray(keys.count)
        self.debounce = Debounce(keys.count)
        self.frame = bytearray(lights.width * lights.height)
        self.picture = bytearray(self.width * self.height) if self.enlarged else self.frame
        self.roles = bytearray(keys.count)
        for name, key in board["keys"]["roles"].items():
            self.roles[key] = ROLES.get(name, NO_ROLE)
        for name, area in board["keys"].get("areas", {}).items():
            for key in area:
                self.roles[key] = ROLES.get(name, NO_ROLE)
        self.settings = Settings(storage, board["power"]["brightness"])
        lights.brightness = self.settings.brightness
        self.games, self.errors = found or ((), ())
        self.offered = ()  # the games of which a size fits the lights
        self._ready = None  # True once they have been found, see get_ready
        self.started = False  # what follows the splash has been done, see power_up.py
        self.match = None
        self.save_due = self.settings_due = False
        self._short_at = -1000  # when memory ran out last
        self._warned = False  # a save has failed, and a sign has said so
        self._changed_at = 0
        self.redraw = True
        self._drawn_at = 0
        self._touched_at = 0
        self._dimmed = False
        self.screen = None
        from glowgrid.console.splash import Splash
        self._next = Splash(self)

    def tick(self, now_ms):
        """One pass: keys, what they do, the picture, then a slice of background work."""
        self.keys.scan(self.levels)
        self.debounce.update(self.levels, now_ms)
        try:
            self._pass(now_ms)
        except MemoryError:
            self._make_do(now_ms)
        if now_ms - self._touched_at >= DIM_AFTER_MS and not self._dimmed:
            self._dimmed = self.redraw = True
            self.lights.brightness = max(1, self.settings.brightness // _DIM)

    def _pass(self, now_ms):
        while self._next is None and not (self.screen and self.screen.KEYS_WAIT) and self.debounce.next_event():
            self._handle(self.debounce.kind, self.debounce.key, now_ms)
        if self._next is not None:
            self._open_next(now_ms)
        screen = self.screen
        if self.redraw or (screen.PERIOD and now_ms - self._drawn_at >= screen.PERIOD):
            self._draw(now_ms)
        elif (self.save_due or self.settings_due) and now_ms - self._changed_at >= _SAVE_AFTER_MS:
            self._save()
        else:
            screen.work(now_ms)

    def _make_do(self, now_ms):
        """Memory has run out: give up what the match can do without, show a sign, go on with the match.

        MemoryError if there is no match, or if it happens again at once.
        """
        match = self.match
        if match is None or now_ms - self._short_at < _SHORT_AGAIN_MS:
            raise MemoryError
        self._short_at = now_ms
        self.screen = None  # it holds on to what is given up
        told = match.alone
        match.do_without()
        self.make_room()
        gc.collect()
        self._next = Play(self)
        if not told:
            try:
                from glowgrid.console.no_memory import tell
                tell(self)
            except MemoryError:  # not even for the sign
                print("out of memory: the match goes on without what it can do without")
        self._open_next(now_ms)

    def _handle(self, kind, key, now_ms):
        self.redraw = True
        self._touched_at = now_ms
        if self._dimmed:
            self._dimmed = False
            self.lights.brightness = self.settings.brightness
        if kind == PRESS:
            self.screen.press(key, self.roles[key], now_ms)
        elif kind == HOLD:
            self.screen.hold(key, now_ms)
        else:
            self.screen.release(key, now_ms)

    def _draw(self, now_ms):
        canvas = self.frame if self.screen.FIELD else self.picture
        _darken(canvas, len(canvas))
        self.screen.draw(canvas, now_ms)
        if canvas is not self.frame:
            from glowgrid.console.pictures import shrink
            shrink(canvas, self.frame, self.lights.width)
        self.lights.show(self.frame)
        self.redraw = False
        self._drawn_at = now_ms

    # From screen to screen ----------------------------------------------------------------------

    def go(self, screen):
        """Change to a screen, once the event at hand is dealt with; presses still queued are forgotten, unless they wait."""
        self._next = screen

    def _open_next(self, now_ms):
        waited = self.screen and self.screen.KEYS_WAIT
        self.screen, self._next = self._next, None
        if not waited:
            self.debounce.flush()
        self.screen.open(now_ms)
        self.redraw = True

    def get_ready(self, steps=-1):
        """Find the games: at most so many steps of 20 to 40 ms on the Pico, or all that are left."""
        if self._ready is None:
            from glowgrid.console.power_up import getting_ready
            self._ready = getting_ready(self)
        while steps and self._ready is not True:
            if next(self._ready):
                self._ready = True
            steps -= 1

    def match_under_way(self):
        """Is there one to go on with?"""
        return self.match is not None and self.match.position.plies and not self.match.position.is_over()

    def open_menu(self, now_ms):
        self.get_ready()
        from glowgrid.console.menu import open_menu
        open_menu(self)

    def test_hardware(self, now_ms):
        from glowgrid.console.selftest import SelfTest  # 4 KB that a match can do without
        self.go(SelfTest(self))

    def start_match(self, game, size, seats, now_ms):
        """Answer the press first, then set the match up."""
        from glowgrid.console.starting import Starting, starting
        self.go(Starting(self, starting(self, game, size, seats)))

    def warn(self, on_key, icon=None):
        """Show that something is wrong; `on_key` is the action of any key."""
        from glowgrid.console.splash import Sign
        self.go(Sign(self, on_key, icon))

    def make_room(self, advice=True):
        """Unload what a match can do without, `advice` too."""
        for name in _MENU:
            forget(console, name)
        if advice:
            for package, name in _ADVICE:
                forget(package, name)

    def resume(self, now_ms, hint=False):
        """Back to the match, with a hint if it is asked for."""
        if self.match.needs_engine(hint):
            from glowgrid.console.starting import Starting, resuming
            self.go(Starting(self, resuming(self, hint)))
            return
        self.make_room(not hint and not self.match.coach)
        self.go(Play(self, hint))

    def open_pause(self, now_ms):
        from glowgrid.console.pause import open_pause
        open_pause(self)

    # What lasts ---------------------------------------------------------------------------------

    def match_changed(self, now_ms):
        """Show the match, then save it: not in this tick, which has a frame to show."""
        self.save_due = self.redraw = True
        self._changed_at = now_ms

    def settings_changed(self, now_ms):
        """Show what has changed, then save it."""
        self.settings_due = True
        self._changed_at = now_ms

    def _save(self):
        """Save the match, or else the settings: a save a tick."""
        if self.save_due:
            self._save_match()
        else:
            self.settings_due = False
            self.settings.save()

    def _save_match(self):
        """Save, or show once that it cannot be done: the match goes on, but would not survive a power cut."""
        self.save_due = False
        try:
            saved = self.storage.save(MATCH, self.match.record())
        except MemoryError:
            saved = False
        if not saved and not self._warned:
            self._warned = True
            print("the match cannot be saved: is the flash full, or the memory?")
            self.warn(self.resume)

    def set_brightness(self, brightness):
        self.settings.brightness = brightness
        self.lights.brightness = brightness


@micropython.viper
def _darken(canvas: ptr8, at: int):
    """Set `at` bytes to 0; a slice would allocate."""
    while at:
        at -= 1
        canvas[at] = 0
