"""The console: the way of a key (key_to_light.py), and what hangs on it: sounds, saves, the match, other screens."""

from micropython import const

from glowgrid import overlay
from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.key_to_light import KeyToLight
from glowgrid.console.keypad import Keypad
from glowgrid.console.panel import Panel
from glowgrid.console.saving import Saving
from glowgrid.console.settings import Settings
from glowgrid.memory import Memory
from glowgrid.rules.game import one_line

TICK_MS = 10  # the step of logical time between two calls of tick
_JUST_NOW_MS = const(40)  # no finger presses again so soon
_LONG_AGO_MS = const(30_000)
_SHORT_AGAIN_MS = const(100)  # if memory runs out again within this time, the console gives up


class App(KeyToLight):
    """The console on some keys, lights and storage (drivers, or the simulator's).

    Made from
    keys      the driver of the keys, see keypad.py
    lights    shows frames, see panel.py
    storage   console/storage.py
    board     the board file as a dict: keys, power.brightness, speed, sound
    found     (games, errors), replaces what games.discover() finds
    driver    driver("sound", board["sound"]) makes the speaker for sounds.py, if the board has one; with "battery",
              what battery.py measures with; with "link", the wire of link.py
    place     the block from overlay.hold where the games will lie, freed before they are made; None: anywhere

    It has
    saving    what is kept (saving.py)
    sounds    sounds.py, or None: until the splash is over, and on a board without sound
    battery   battery.py, or None: likewise
    link      link.py, or None on a board without a link; linking: what it is made of, while the games are found
    games     all games; offered: those that fit the lights in some size, once the splash has found them
    puzzles   folders of files of puzzles
    strategies  the folder of strategies in files (strategy_file.py); it may not exist
    match     the match under way or over, or None
    restarted whether the console restarts after a crash: the splash then resumes the match at once
    menu_entry  name of the entry that the menu showed last; "" once a match has begun
    untried   whether the match is as it was saved: no move since, and no visit to the menu
    untidy    whether something was loaded or unloaded since garbage was last collected
    """

    link = linking = None

    def __init__(self, keys, lights, storage, board, found=None, driver=None, place=None):
        overlay.begin()
        self.memory = Memory()  # by far the largest blocks: made while the heap is still in one piece
        self._speed = board.get("speed", 1)
        self.storage = storage
        self.settings = Settings(storage, board["power"]["brightness"], "battery" in board)
        keypad = Keypad(keys, board["keys"], lights)
        super().__init__(keypad, Panel(lights, self.settings, keypad.roles if keypad.over_lights else ()))
        if self.settings.colours or self.settings.turn:
            load.palettes.apply(self)
        self.saving = Saving(storage, self.settings)
        self.sounds = self.battery = None
        if driver and "link" in board:
            self.linking = driver, board["link"]
        self._lasting = self._load_lasting(driver, board)
        self.games, errors = found or ((), ())
        self.offered = self.puzzles = ()
        self.strategies = ""
        self.match = None
        self.menu_entry = ""
        self.restarted = self.untried = False
        self._short_at = None  # when memory last ran out
        self.go(load.splash.Splash(self, errors, place))
        self.screen = self._next
        self.untidy = False

    @property
    def tick_work(self):
        """What an engine may do in one tick, in work units."""
        return int(load.search.TICK_WORK * self._speed)

    def begin(self, now_ms):
        if self.sounds and not self.sounds.tick(now_ms):
            self.sounds = None  # the speaker has failed

    def pressed(self, now_ms):
        self.sound("press", now_ms)

    def repeats(self):
        """Not during a save: the arrow may be up by then."""
        return not self.saving.steps

    def make_do(self, now_ms):
        if self._short_at is not None and since(now_ms, self._short_at) < _SHORT_AGAIN_MS:
            return False
        self._short_at = now_ms
        if (getattr(self.screen, "match", None) or self.match) is self.match:
            load.shortage.make_do(self, now_ms)
        else:
            self.screen.leave(now_ms)  # a guided game or attract mode: nothing of it is lost
        return True

    def work(self, now_ms):
        """Save, load, or let the screen work: only one of them, so that a press does not wait for two."""
        screen = self.screen
        if self.link and self.link.tick(self, now_ms):
            return  # the other device wants something
        if self.saving.wants_step(now_ms, self.keypad.pressed_at):
            self.save_step()
        elif self.untidy and self.panel.drawn_at != now_ms and self._nobody_presses(now_ms):
            self.untidy = False
            overlay.collect()
        elif (
            self._lasting
            and self.panel.drawn_at != now_ms
            and screen.NAME != "splash"
            and not (screen.KEYS_WAIT or screen.in_match)
        ):
            for _ in self._lasting:
                break
            else:
                self._lasting, self.untidy = None, True
        elif (self.battery or self.settings.off_after and self.panel.dimmed) and load.battery.cuts_in(self, now_ms):
            pass  # it switches itself off, or says that the battery is low
        else:
            screen.work(now_ms)

    def _nobody_presses(self, now_ms):
        """Return whether no key will be pressed for 25 ms: one was pressed just now, or none for long.

        By the console's own time: after a stall, garbage is collected while it catches up, not in a later press.
        """
        age = since(now_ms, self.keypad.pressed_at)
        return not self.screen.KEYS_WAIT and (0 < age <= _JUST_NOW_MS or age > _LONG_AGO_MS)

    def _load_lasting(self, driver, board):
        """Load, step by step, what is needed at any moment and stays: it lies low in memory."""
        if driver and "sound" in board:
            sounds = load.sounds
            yield
            self.sounds = sounds.begin(driver, board["sound"])
            yield
        if driver and "battery" in board:
            battery = load.battery
            yield
            self.battery = battery.begin(driver, board["battery"])
            yield
        overlay.grow_table()
        yield
        load.ahead("memory")  # by itself: with the search it would take 55 ms
        yield
        load.ahead("search")
        yield
        for each in "levels", "match", "view", "pointing", "words":
            load.ahead(each)
            yield

    def sound(self, name, now_ms, match=None):
        """Play a sound: a "press", a "move" of a match (or how it ended), a "refusal"."""
        if self.sounds:
            self.sounds.play(name, self.settings.volume, now_ms, match)

    # From screen to screen ----------------------------------------------------------------------

    def go(self, screen):
        super().go(screen)
        self.untidy = True

    def open_menu(self, now_ms):
        self.untried = False
        self.go(load.menu.Menu(self))

    def open_pause(self, now_ms, proven=(0, 0)):
        if self.match.shared:
            starting = load.starting
            self.go(starting.Starting(self, load.sharing.pausing(self, proven)))
        else:
            self.go(load.pause.Pause(self, proven))

    def test_hardware(self, now_ms):
        """Go to the self-test, then to the menu, or at power-up to the splash."""
        splash = self.screen
        self.go(load.selftest.SelfTest(self, self.open_menu if self.offered else lambda now_ms: self.go(splash)))

    def warn(self, on_key, faults):
        """Show and print what is wrong, a line each; any key then does `on_key`, an action."""
        faults = [one_line(fault) for fault in faults]  # they quote a person's files
        for fault in faults:
            print(fault)
        self.go(load.sign.Sign(self, on_key, faults))

    def start_match(self, game, size, seats, now_ms, files=(), shared=None):
        """Answer the press first, then set up the match. files, shared: see Match."""
        starting = load.starting
        self.go(starting.Starting(self, starting.starting(self, game, size, seats, files, shared)))

    def match_under_way(self):
        """Return whether there is a match to go on with."""
        return self.match is not None and self.match.is_under_way()

    def resume(self, now_ms, hint=False):
        """Go back to the match, and ask for a hint there if `hint`; without a match, go to the menu."""
        if self.match is None:  # it was replaced by another one that could not be saved: a sign was shown
            self.open_menu(now_ms)
        elif self.match.needs_engine(hint) or self.match.shared:  # a link needs room all the time
            starting = load.starting
            self.go(starting.Starting(self, starting.resuming(self, hint)))
        else:
            self.go(self.match_screen(hint))

    def match_screen(self, hint=False):
        """Return the screen of the match, or the one that covers it."""
        if self.match.passes_round():
            return load.cover.Cover(self)
        return self.play_screen(hint)

    def play_screen(self, hint=False):
        blocks = self.settings.two_presses and load.blocks.wanted(self)
        kind = load.blocks.Blocks if blocks else load.play.Play
        if self.match.shared:
            kind = load.linked_play.linked(kind)
        return kind(self, hint)

    # What lasts ---------------------------------------------------------------------------------

    def match_changed(self, now_ms):
        """Show the match, then save it: not in this tick, which has a frame to show."""
        self.saving.match_changed(now_ms)
        self.panel.look(now_ms)
        self.untried = False

    def save_step(self):
        """Begin a save or go on with it. If the match cannot be saved, say so; the match goes on."""
        self.untidy = True
        fault = self.saving.step(self.match)
        if fault:
            self.warn(self.resume, [fault])
        elif self.saving.short and self.screen.NAME == "play":
            starting = load.starting
            self.go(starting.Starting(self, load.shortage.saving(self)))

    def save_now(self):
        """The console ends: finish the save under way, and save what is due. It is too late for a sign."""
        try:
            if self.sounds:
                self.sounds.stop()
            self.saving.finish(self.match)
        except Exception:
            pass

    def give_up(self):
        """The console crashes: save what is due. Return whether there was no move since the match was loaded."""
        self.save_now()
        return self.untried

    def blame_game(self):
        """The console crashes: if it is in a person's game, record it. Return whether that is saved."""
        try:
            return load.tried.blame(self)
        except Exception:
            return False
