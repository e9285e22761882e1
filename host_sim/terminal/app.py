"""The simulator's terminal UI: the console in real time, its lights in true colours, its keys under the fingers."""

import os
import signal
import time

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Static

from glowgrid.console.app import TICK_MS
from glowgrid.rules.notation import point_name

from ..cli.run import VANISHED, terminal_has_vanished
from ..console import describe
from ..console.fingers import HOLD_MS, TAP_MS
from ..languages.language import IN_ENGLISH
from ..own_games.watch import LOOK_EVERY_MS
from .keyboard import Keyboard
from .widgets import CAPS, GAPPED, NAMED, SMALLEST, Keypad, Leds, TooSmall
from .window_words import figures, going_on, help_text

FRAME_S = 1 / 40  # how often the console catches up with the clock
BUSY_S = 0.025  # longest catch-up at a time, or the UI would freeze while the engine thinks
MOST_LATE_S = 0.5  # longer delays are skipped
HOLD_NEXT = "space"
SIDE_COLOURS = ((235, 238, 245), (255, 140, 60), (110, 175, 255), (90, 230, 130))
_GAP = 3  # columns between lights and keys
_FRAME = 3  # lines for title and status
_TALK_WIDTH = 52
_LEAST_TALK = 3  # lines for what is going on, below the keys


def monochrome():
    """Return whether the terminal seems to have no colours."""
    if os.environ.get("COLORTERM"):
        return False
    try:
        import curses

        curses.setupterm(fd=2)  # the UI is drawn on standard error
        return curses.tigetnum("colors") < 8
    except Exception:  # no curses (Windows), or an unknown terminal
        return os.environ.get("TERM") == "dumb"


class Words(Static):
    """Text that is set often but seldom changes."""

    said = None

    def say(self, text):
        if text != self.said:
            self.said = text
            self.update(text)


class Help(ModalScreen):
    """The keys, and the names of the points; any key closes it."""

    def __init__(self, text):
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(self._text, id="help")

    def on_key(self, event: events.Key):
        event.stop()
        self.dismiss()

    def on_click(self):
        self.dismiss()


class Simulator(App):
    """The window. `fingers` (console/fingers.py) press the keys of a session, and play its replay if there is one.

    clock: returns seconds; the console keeps up with it.
    bell: the terminal's bell rings for the console's sounds.
    watched: the WatchedGame being played. said(text): a text in the person's language.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Glowgrid"
    BINDINGS = [
        Binding("ctrl+q,ctrl+c", "quit", "quit", priority=True),
        Binding("f1", "help", "help", priority=True),
    ]
    CSS = """
    Screen { background: #121419; color: #c8ccd4; overflow: hidden; }
    #title { height: 1; padding: 0 1; text-wrap: nowrap; color: #8b93a3; }
    #handheld { height: 1fr; layout: horizontal; align: center middle; }
    #handheld.stacked { layout: vertical; }
    #side { height: auto; margin-left: 3; layout: vertical; }
    .stacked #side { margin-left: 0; margin-top: 1; }
    #talk { width: 100%; height: auto; margin-top: 1; color: #c8ccd4; }
    #status { height: 2; padding: 0 1; text-wrap: nowrap; background: #1b1e25; }
    #small { width: 100%; height: 100%; content-align: center middle; display: none; }
    Screen.small #small { display: block; }
    Screen.small #handheld, Screen.small #title, Screen.small #status { display: none; }
    Help { align: center middle; background: #000000 60%; }
    #help { width: auto; max-width: 96%; height: auto; max-height: 100%; padding: 1 3; background: #1b1e25;
            border: round #4a5263; }
    """

    def __init__(self, fingers, recording=False, bell=False, clock=time.monotonic, watched=None, said=IN_ENGLISH.said):
        super().__init__()
        self._said = said
        self._bell = bell
        self._watched = watched
        self._heard = ""
        self.plain = self.no_color or monochrome()
        self.fingers = fingers
        self.session = fingers.session
        self.keyboard = Keyboard(self.session.board)
        self._leds = Leds(self.session.lights, self.session.text if self.plain else None, id="leds")
        self._keypad = Keypad(self.session.board, self.keyboard, said, id="keypad")
        self._title, self._talk, self._status = Words(id="title"), Words(id="talk"), Words(id="status")
        self._small = TooSmall(said, id="small")
        self._recording = recording
        self.clock = clock
        self._hold_next = False
        self._touched = None  # the key under the mouse button on the lights
        self._hint = ""
        self._hung_up = False

    def get_driver_class(self):
        if not hasattr(signal, "SIGHUP"):  # Windows
            return super().get_driver_class()
        from .vanishing import Outliving

        return Outliving

    def compose(self) -> ComposeResult:
        yield self._title
        with Container(id="handheld"):
            yield self._leds
            with Container(id="side"):
                yield self._keypad
                yield self._talk
        yield self._status
        yield self._small

    def on_mount(self):
        self._started = self.clock() - self.session.now_ms / 1000
        self.advance()
        self.set_interval(FRAME_S, self.advance)
        if self._watched:
            self.set_interval(LOOK_EVERY_MS / 1000, self._watched.check)

    def hang_up(self):
        """End as soon as possible; to be called at any time, by a signal."""
        self._hung_up = True

    # Time ---------------------------------------------------------------------------------------

    def advance(self):
        """Tick until the console has caught up with the clock, or as long as the UI can wait."""
        if self._hung_up or terminal_has_vanished():
            self.exit(return_code=VANISHED)
            return
        begun = time.monotonic()
        while (late := self.clock() - self._started - self.session.now_ms / 1000) >= TICK_MS / 1000:
            if late > MOST_LATE_S:
                self._started += late - MOST_LATE_S
            self.fingers.tick()
            if time.monotonic() - begun > BUSY_S:
                break
        self.redraw()

    # Keys ---------------------------------------------------------------------------------------

    def on_key(self, event: events.Key):
        if event.key == HOLD_NEXT:
            self._hold_next = not self._hold_next
            return
        hold = self._hold_next
        self._hold_next = False
        self._hint = ""
        sign = event.character or ""
        if sign in self.keyboard.taps:
            self._tap(self.keyboard.taps[sign], hold)
        elif sign in self.keyboard.holds:
            self._tap(self.keyboard.holds[sign], True)
        elif event.key in self.keyboard.roles:
            self._tap_role(event.key, hold)
        elif sign == "?":
            self.action_help()

    def _tap(self, key, hold):
        self.fingers.tap(key, HOLD_MS if hold else TAP_MS)

    def _tap_role(self, name, hold):
        """Tap the key with a role. If that key is a point now, avoid placing a stone by mistake: Escape becomes a long
        press, and Enter makes a thinking engine move at once, with the key of a stone.
        """
        app = self.session.app
        key = describe.role_key(app, self.keyboard.roles[name])
        match = describe.match_on_screen(app)
        stone = match and describe.point_key(app, match.seen().last_stone())
        if not describe.places_stone(app, key):
            self._tap(key, hold)
        elif name == "escape":
            self._tap(key, True)
        elif name == "enter" and app.screen.thinking and stone is not None:
            self._tap(stone, False)
        else:
            self._hint = f"{name.capitalize()} does nothing here: press the key of a point."

    def on_keypad_pressed(self, message: Keypad.Pressed):
        self.fingers.press(message.key)

    def on_keypad_released(self, message: Keypad.Released):
        self.fingers.release(message.key)

    def on_leds_touched(self, message: Leds.Touched):
        self._touched = describe.key_at(self.session.app, message.x, message.y)
        if self._touched is not None:
            self.fingers.press(self._touched)

    def on_leds_lifted(self, message: Leds.Lifted):
        if self._touched is not None:
            self.fingers.release(self._touched)
            self._touched = None

    # Picture ------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize):
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width, height):
        """Choose the largest lights that leave room for the keys, beside or below; show a message if none fit."""
        leds, keypad = self._leds, self._keypad
        named, short = ([cap for cap in CAPS[:-1] if (cap[0] >= NAMED) == wide] for wide in (True, False))
        # Shorten keys only to make gaps between the LEDs; use the smallest if nothing else fits.
        for caps, least in ((named, GAPPED), (short, GAPPED), (CAPS[-1:], GAPPED), (CAPS[:-1], SMALLEST), (CAPS, 0)):
            dots, cap, stacked = max(self._fits(width, height, cap) for cap in caps)
            if dots >= least:
                break
        self.screen_stack[0].set_class(dots < SMALLEST, "small")
        if dots < SMALLEST:
            pad, lights = keypad.extent(CAPS[-1]), leds.extent(SMALLEST)
            self._small.needed = lights[0] + pad[0] + _GAP + 2, _FRAME + max(lights[1], pad[1] + _LEAST_TALK)
            self._small.refresh()
            return
        leds.dots = dots
        keypad.cap = cap
        for widget, (columns, lines) in ((leds, leds.extent(dots)), (keypad, keypad.extent(cap))):
            widget.styles.width, widget.styles.height = columns, lines
            widget.refresh(layout=True)
        self.query_one("#handheld").set_class(stacked, "stacked")
        room = width - 2 if stacked else width - 2 - leds.extent(dots)[0] - _GAP
        self.query_one("#side").styles.width = max(keypad.extent(cap)[0], min(_TALK_WIDTH, room))

    def _fits(self, width, height, cap):
        """Return (dots of an LED, cap, whether the keys are below) for keys of this size; 0 dots: nothing fits."""
        pad_width, pad_height = self._keypad.extent(cap)
        beside = below = 0
        if height >= pad_height + _FRAME + _LEAST_TALK:
            beside = self._leds.size_for(width - pad_width - _GAP - 2, height - _FRAME)
        if width >= pad_width + 2:
            below = self._leds.size_for(width - 2, height - _FRAME - 1 - pad_height - _LEAST_TALK)
        return max((beside, cap, False), (below, cap, True))

    def redraw(self):
        """Update the screen; draw only what has changed."""
        self._leds.redraw()
        self._keypad.redraw(self.session.keys.levels, self._points())
        self._title.say(f"[b #e8ebf2]Glowgrid[/]  {escape(self.session.board['title'])}")
        self._talk.say(self._going_on())
        self._status.say(self._figures())
        heard = describe.heard(self.session.app)
        if self._bell and heard not in (
            "",
            "press",
            self._heard,
        ):  # one bell per sound; a bell per click would be too much
            self.bell()
        self._heard = heard

    def _points(self):
        """Return {key: (name of its point, colour)} of the keys that are points now."""
        app = self.session.app
        match, mono = describe.match_on_screen(app), self.session.lights.mono
        points = {}
        for key in range(self.session.keys.count):
            point = describe.key_point(app, key)
            if point is not None:
                position = match.seen()
                name, side = point_name(position.field, point), position.cells[point]
                if side:
                    points[key] = f"{name} {side if self.plain or mono else '●'}", SIDE_COLOURS[0 if mono else side]
                else:
                    points[key] = name, SIDE_COLOURS[0 if mono or position.is_over() else position.to_move]
        return points

    def _going_on(self):
        watched, grid = self._watched, self.fingers.grid
        faults = [each.fault for each in (watched, grid) if each and each.fault]
        return going_on(self.session, faults, self._hint, self._said)

    def _figures(self):
        replays = self.session.now_ms < self.fingers.replays_until_ms
        length = 20 if self.size.width >= 80 else 8 if self.size.width >= 56 else 0
        return figures(self.session, length, self._hold_next, replays, self._recording, self._said)

    def action_help(self):
        """Show the help, or close it."""
        if isinstance(self.screen, Help):
            self.screen.dismiss()
        else:
            self.push_screen(Help(help_text(self.session, self.keyboard, self._points(), self._said)))
