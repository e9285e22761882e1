"""The console: what is pressed becomes what is shown. Read `tick` first: it is the whole way of a key press.

The console never sleeps and never reads a clock. Time is the argument of `tick`, in ms, in the same steps on every
machine.
"""

import gc

import micropython

from glowgrid import overlay, search
from glowgrid.clock import since, wrap
from glowgrid.console import load
from glowgrid.console.debounce import HOLD, PRESS, Debounce
from glowgrid.console.screen import NO_ROLE, ROLES
from glowgrid.console.settings import Settings
from glowgrid.console.storage import MATCH

TICK_MS = 10  # the step of logical time between two calls of tick
DIM_AFTER_MS = 180_000  # after so long without a press the lights get a quarter of their brightness
_DIM = 4
_SHORT_AGAIN_MS = 100  # memory that runs out again within this time is not survived
# A save stalls the Pico, 50 ms a step: it comes after the changed frame, when nobody presses, but not too late.
_SAVE_AFTER_MS = 30
_QUIET_MS = 150
_SAVE_WITHIN_MS = 2000
_STUCK_MS = 2000  # a key that is down for longer is held or stuck: garbage need not wait for it
_REPEAT_AFTER_MS = 400  # an arrow that is held, then 8 times a second
_REPEAT_MS = 125
_REPEATS = 24  # then it is stuck: the other keys shall still work


class App:
    """The console on some keys, lights and storage (drivers, or the simulator's).

    keys      .count, .scan(levels): one byte per key, 0 = up; see Debounce.update
    lights    .width, .height, .brightness, .show(frame): a byte (palette index) per LED
    storage   console/storage.py
    board     the board file as a dict: keys.width, keys.height, keys.roles, keys.areas, power.brightness, speed
    found     (games, errors) instead of what games.discover() finds
    speaker   speaker("sound", board["sound"]) makes what sounds.py plays on, if the board has that
    place     what overlay.hold holds where the games are to lie, until they are made; None: they may lie anywhere

    width, height are those of `picture`, which all screens without FIELD paint. The picture is the canvas; or, if there
    are too few LEDs for an icon (`enlarged`), it is twice as large and shrunk into the canvas. The canvas is the frame;
    or, on a device that is held turned, it is turned into the frame (rotation.py).
    """

    def __init__(self, keys, lights, storage, board, found=None, speaker=None, place=None):
        overlay.begin()
        self.memory = search.Memory()  # by far the largest blocks: taken while the heap is still in one piece
        self.tick_work = int(search.TICK_WORK * board.get("speed", 1))
        self.keys = keys
        self.lights = lights
        self.storage = storage
        self.enlarged = min(lights.width, lights.height) < 8
        scale = 2 if self.enlarged else 1
        self.width, self.height = scale * lights.width, scale * lights.height
        self.keys_width, self.keys_height = board["keys"]["width"], board["keys"]["height"]
        self.keys_under = (self.keys_width, self.keys_height) == (lights.width, lights.height)  # a key under each LED
        self.levels = bytearray(keys.count)
        self.late_ms = 0  # how much later than its logical time the tick comes, in whole ticks; the main loop says it
        self.debounce = Debounce(keys.count)
        self.frame = self.canvas = bytearray(lights.width * lights.height)
        self.picture = bytearray(self.width * self.height) if self.enlarged else self.frame
        self.turned = None
        self.roles = bytearray(keys.count)
        for name, key in board["keys"]["roles"].items():
            self.roles[key] = ROLES.get(name, NO_ROLE)
        for name, area in board["keys"].get("areas", {}).items():
            for key in area:
                self.roles[key] = ROLES.get(name, NO_ROLE)
        self.settings = Settings(storage, board["power"]["brightness"])
        lights.brightness = self.settings.brightness
        if self.settings.colours or self.settings.turn:
            load.apply_settings().follow(self)
        self._sound = speaker and board.get("sound")  # until it is loaded
        self._speaker = speaker
        self.sounds = None  # until the splash is over, and on a board without sound
        self.place = place
        self.games, self.errors = found or ((), ())
        self.offered = ()  # the games of which a size fits the lights, once the splash has found them
        self.fits = {}  # by the name of a game: a byte for each size, whether it fits the lights (screens/sizes.py)
        self.match = None
        self.restarted = False  # whether the console restarts after a crash: the splash goes on with the match at once
        self.blamed = False  # whether the console crashed in a person's own game, which is left out the next time
        self.untried = False  # whether the match is as it was saved: nobody has moved since, or been in the menu
        self.save_due = self.settings_due = False
        self._saving = None  # the save under way: a generator
        self._saves_match = False  # whether it is of a match
        self.finished = None  # what is saved of a match that ended, until it is kept among the finished ones
        self._short_at = None  # when memory ran out last
        self._warned = False  # whether a sign has said that a save failed
        self._changed_at = 0
        self._due_at = 0  # when the first change came that is not saved yet
        self.redraw = True
        self.words = None  # those that scroll over the lights now (screens/words.py)
        self._told = False  # whether the words of what is shown have scrolled
        self._looked_at = 0  # since when what is shown is looked at
        self._drawn_at = 0
        self._touched_at = None  # when a key was pressed last, or the console was switched on
        self._pressed_at = 0
        self._arrow = None  # the arrow that is held: it counts as pressed again and again
        self._arrow_at = self._arrow_wait = 0  # when it did so last, and how long until it does again
        self._repeats = 0  # how often it still may
        self._dimmed = False
        self._next = None  # the screen to change to
        self.open_splash(0)
        self.screen = self._next
        self.untidy = False  # whether something was loaded or unloaded since garbage was collected

    def tick(self, now_ms):
        """Make one pass: keys, what they do, the picture, then a slice of background work."""
        now_ms = wrap(now_ms)
        if self._touched_at is None:
            self._touched_at = now_ms
        if self.sounds and not self.sounds.tick(now_ms):
            self.sounds = None  # the speaker has failed
        if self.turned:
            self.turned.scan(self.keys, self.levels)
        else:
            self.keys.scan(self.levels)
        self.debounce.update(self.levels, self.finger_ms(now_ms))
        try:
            self._pass(now_ms)
        except MemoryError:
            self._make_do(now_ms)
        if not self._dimmed and since(now_ms, self._touched_at) >= DIM_AFTER_MS:
            self._dimmed = self.redraw = True
            self.lights.brightness = max(1, self.settings.brightness // _DIM)

    def _pass(self, now_ms):
        while self._next is None and not self.screen.KEYS_WAIT and self.debounce.next_event():
            self._handle(self.debounce.kind, self.debounce.key, now_ms)
        if self._arrow is not None and self._next is None:
            self._repeat(now_ms)
        if self._next is not None:
            self._open_next(now_ms)
        screen = self.screen
        if not self._told and since(now_ms, self._looked_at) >= screen.LOOK_MS:
            self._begin_words(now_ms)
        period = self.words.step_ms if self.words else screen.PERIOD
        if self.redraw or (period and since(now_ms, self._drawn_at) >= period):
            self._draw(now_ms)
        if self._saving or self._may_save(now_ms):
            self._save()
        else:
            if self.untidy and not screen.KEYS_WAIT and not self._in_use(now_ms):
                if self._drawn_at != now_ms:
                    self._collect()
                return  # what the screen does can wait for a tick; a press cannot wait for two of these
            if self._sound and screen.NAME != "splash" and self._drawn_at != now_ms:
                self.sounds = load.sounds().begin(self._speaker, self._sound)
                self._sound = None
                return
            screen.work(now_ms)

    def _in_use(self, now_ms):
        """Return whether a key is down whose release, or another that makes a chord, is near."""
        return any(self.levels) and since(now_ms, self._pressed_at) < _STUCK_MS

    def _handle(self, kind, key, now_ms):
        self.look(now_ms)
        self._touched_at = now_ms
        if self._dimmed:
            self._dimmed = False
            self.lights.brightness = self.settings.brightness
        if kind == PRESS:
            self._pressed_at = now_ms
            self.sound("press", now_ms)
            self._arrow = None
            if self.screen.repeats(key, self.roles[key]):
                self._arrow, self._repeats = key, _REPEATS
                self._arrow_at, self._arrow_wait = self.finger_ms(now_ms), _REPEAT_AFTER_MS
            self.screen.press(key, self.roles[key], now_ms)
        elif kind == HOLD:
            if key != self._arrow:
                self.screen.hold(key, now_ms)
        else:
            if key == self._arrow:
                self._arrow = None
            self.screen.release(key, now_ms)

    def _repeat(self, now_ms):
        """Let the arrow that is held count once more, if it is time. In the stalls of a save none is: it may be up."""
        if self._repeats and not self._saving and since(self.finger_ms(now_ms), self._arrow_at) >= self._arrow_wait:
            self._arrow_at, self._arrow_wait = wrap(self._arrow_at + self._arrow_wait), _REPEAT_MS
            self._repeats -= 1
            self.look(now_ms)
            self.screen.press(self._arrow, self.roles[self._arrow], now_ms)

    def finger_ms(self, now_ms):
        """Return the time of fingers: after a stall ticks come late, faster than real time; nobody holds for that."""
        return wrap(now_ms + self.late_ms)

    def look(self, now_ms):
        """Something else is looked at from now on."""
        self.words, self._told = None, False
        self._looked_at = now_ms
        self.redraw = True

    def _begin_words(self, now_ms):
        self._told = True
        text, colour = self.screen.words()
        if text:
            lights = self.lights
            roles = self.roles if self.keys_under and not self.screen.FIELD else ()
            self.words = load.words().Words(text, lights.width, lights.height, colour, now_ms, roles)
            self.redraw = self.untidy = True

    def _draw(self, now_ms):
        canvas = self.canvas
        _darken(canvas, len(canvas))
        if not (self.words and self.words.draw(canvas, now_ms)):
            self.words = None
            self._draw_screen(now_ms)
        if self.turned:
            self.turned.show_in(self.frame)
        self.lights.show(self.frame)
        self.redraw = False
        self._drawn_at = now_ms

    def _draw_screen(self, now_ms):
        canvas = self.canvas if self.screen.FIELD else self.picture
        if canvas is not self.canvas:
            _darken(canvas, len(canvas))
        self.screen.draw(canvas, now_ms)
        if canvas is not self.canvas:
            load.pictures().shrink(canvas, self.canvas, self.lights.width)

    def _make_do(self, now_ms):
        """Memory has run out: give up hint and coach, the second time the engine; show a sign; go on with the match.

        MemoryError if there is no match, or if it happens again at once.
        """
        match = self.match
        again = self._short_at is not None and since(now_ms, self._short_at) < _SHORT_AGAIN_MS
        if match is None or again:
            raise MemoryError
        self._short_at = now_ms
        told = match.alone
        while True:
            self.screen = None  # it holds on to what is given up
            match.do_without()
            overlay.unload_screens()
            if match.alone:
                overlay.unload_engine()
            gc.collect()
            try:
                self._next = self._play()
                if not told:
                    self._next = self._short_of_memory(match)
                return self._open_next(now_ms)
            except MemoryError:
                if match.alone:  # nothing is left to give up
                    raise

    def _short_of_memory(self, match):
        """Tell what the match goes on without; return the sign, or, where there is no room for one, the field."""
        lost = "out of memory: the match goes on without %s" % ("an engine" if match.alone else "hint and coach")
        print(lost)
        try:
            return load.sign().NoMemory(self, self.resume, [lost])
        except MemoryError:
            return self._next

    # Sound --------------------------------------------------------------------------------------

    def sound(self, name, now_ms, match=None):
        """Let it be heard: a "press", a "move" of a match (or how that ended), a "refusal"."""
        if self.sounds:
            self.sounds.play(name, self.settings.volume, now_ms, match)

    # From screen to screen ----------------------------------------------------------------------

    def go(self, screen):
        """Change to a screen once the event at hand is dealt with. Presses in the queue are lost, unless they wait."""
        self._next = screen
        self.untidy = True

    def _open_next(self, now_ms):
        waited = self.screen and self.screen.KEYS_WAIT
        self.screen, self._next = self._next, None
        self._arrow = None
        if not waited:
            self.debounce.flush()
        self.screen.open(now_ms)
        self.look(now_ms)

    def open_splash(self, now_ms):
        self.go(load.splash().Splash(self))

    def open_menu(self, now_ms):
        self.untried = False
        self.go(load.menu().Menu(self))

    def open_pause(self, now_ms):
        self.go(load.pause().Pause(self))

    def test_hardware(self, now_ms):
        """Go to the self-test, from there to the menu, or at power-up to the splash."""
        self.go(load.selftest().SelfTest(self, self.open_menu if self.offered else self.open_splash))

    def warn(self, on_key, faults):
        """Show and print what is wrong, a line each; any key does `on_key`, an action."""
        for fault in faults:
            print(fault)
        self.go(load.sign().Sign(self, on_key, faults))

    def start_match(self, game, size, seats, now_ms):
        """Answer the press first, then set the match up."""
        screen = load.starting()
        self.go(screen.Starting(self, screen.starting(self, game, size, seats)))

    def match_under_way(self):
        """Return whether there is a match to go on with."""
        return self.match is not None and self.match.position.plies and not self.match.position.is_over()

    def resume(self, now_ms, hint=False):
        """Go back to the match, and ask for a hint there if `hint`; or to the menu, if there is none any more."""
        if self.match is None:  # it gave way to another one, but could not be saved: a sign was shown
            self.open_menu(now_ms)
        elif self.match.needs_engine(hint):
            screen = load.starting()
            self.go(screen.Starting(self, screen.resuming(self, hint)))
        else:
            self.go(self._play(hint))

    def _play(self, hint=False):
        """Return the screen of the match."""
        if self.settings.two_presses:
            screens = load.blocks()
            if screens.wanted(self):
                return screens.Blocks(self, hint)
        return load.play().Play(self, hint)

    def give_up_engine(self, why):
        """The engine cannot move: say why, and let people move for it."""
        self.match.give_up_engine()
        self.warn(self.resume, ["%s: %s" % (self.match.game.name, why)])

    # What lasts ---------------------------------------------------------------------------------

    def match_changed(self, now_ms):
        """Show the match, then save it: not in this tick, which has a frame to show."""
        self._changed(now_ms)
        self.look(now_ms)
        self.save_due = True
        self.untried = False

    def settings_changed(self, now_ms):
        """Show what has changed, then save it."""
        self._changed(now_ms)
        self.settings_due = True

    def _changed(self, now_ms):
        if not self._is_due():
            self._due_at = now_ms
        self._changed_at = now_ms

    def set_brightness(self, brightness):
        self.settings.brightness = brightness
        self.lights.brightness = brightness

    def save_is_near(self, now_ms):
        """Return whether a save is under way or near, so that a search had better begin after it."""
        return self._saving or self.save_due and since(now_ms, self._changed_at) < _QUIET_MS

    def _is_due(self):
        """Return whether something is to be saved."""
        return self.save_due or self.settings_due or self.finished

    def _may_save(self, now_ms):
        """Return whether a save is to begin."""
        if not self._is_due():
            return False
        shown = since(now_ms, self._changed_at) >= _SAVE_AFTER_MS
        return shown and since(now_ms, self._pressed_at) >= _QUIET_MS or since(now_ms, self._due_at) >= _SAVE_WITHIN_MS

    def _save(self):
        """Begin to save the match, or one that ended, or the settings; or do a step of that. Then garbage is due.

        If that fails, say so once: the match goes on, but would not survive a power cut.
        """
        self.untidy = True
        written = False
        try:
            if self._saving is None:
                self._saving = ()  # from here on a save is under way
                self._saving = self._begin_to_save()
                return
            written = next(self._saving)
        except MemoryError:
            pass
        if written is None:
            return
        self._saving = None
        if not written and self._saves_match and self.match and not self._warned:
            self._warned = True
            self.warn(self.resume, ["the match cannot be saved: is the flash full, or the memory?"])

    def _begin_to_save(self):
        """Return the steps of the save. A match that ended is kept before the next one is saved in its place."""
        self._saves_match = True
        record, self.finished = self.finished, None
        if record:
            return load.finished().keeping(self.storage, record)
        if self.save_due:
            self.save_due = False
            return self.storage.saving(MATCH, self._match_record())
        self._saves_match = self.settings_due = False
        return self.settings.saving()

    def _match_record(self):
        """Return what is saved of the match; one that is over gets its number, and is kept as well."""
        match = self.match
        if match.position.is_over():
            if not match.number:
                match.number = load.finished().next_number(self.storage, self.settings.counted)
                load.statistics().count(self.settings, match)
                self.settings_due = True
            self.finished = match.record()
        return match.record()

    def save_now(self):
        """The console ends: finish the save under way, and save what is due. It is too late for a sign."""
        try:
            if self.sounds:
                self.sounds.stop()
            if self._saving is not None:
                self._finish_saving()
            while self._is_due():
                for _ in self._begin_to_save():
                    pass
        except Exception:
            pass

    def _finish_saving(self):
        """Do the other steps of the save under way; if it was interrupted in a step, it is due anew."""
        written = None
        if not (self.save_due if self._saves_match else self.settings_due):  # else all of it would be in vain
            for written in self._saving:
                pass
        if not written:
            if self._saves_match:
                self.save_due = self.match is not None
            else:
                self.settings_due = True

    def give_up(self):
        """The console crashes: save what has to be. Return whether nobody has moved since the match was loaded."""
        self.save_now()
        try:
            self.blamed = load.tried().blame(self)
        except Exception:
            pass
        return self.untried

    def end_match(self):
        """The match gives way to another one: save it if it has just ended."""
        if self.save_due and self.match.position.is_over():
            while self.save_due or self._saving:
                self._save()

    def keep_if_over(self):
        """A match was loaded: if it is over, and the power was cut before it was kept, do so."""
        if self.match.position.is_over() and self.match.number not in load.finished().numbers(self.storage):
            self.save_due = True

    def _collect(self):
        """Collect garbage: after a save, or when a screen has come up or been loaded. A press would feel the 25 ms."""
        self.untidy = False
        if self.screen.in_match:
            overlay.unload_screens()
        overlay.collect()


@micropython.viper
def _darken(canvas: ptr8, at: int):
    """Set `at` bytes to 0; a slice would allocate."""
    while at:
        at -= 1
        canvas[at] = 0
