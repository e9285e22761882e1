"""The settings: each has an icon that shows its value, and select changes it; the brightness has its own screen."""

from glowgrid import VERSION
from glowgrid.console import load
from glowgrid.console.palette import GREY, YELLOW
from glowgrid.console.palettes import NAMES
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen
from glowgrid.console.screens.choice import Choice, side_by_side

BRIGHTNESS, *SOUNDS, PALETTE, NEVER_OFF, BATTERY, TURN, POINTING, FORGET, ABOUT = side_by_side(
    "...?.... ..-..... ..#..... ..#..... ..#....# 11.22.33 ...-.... ........ ...#.... ++++.... !.....!. ...##...",
    ".?...?.. .--..... .##..... .##..#.. .##..#.# 11.22.33 .-.-.-.. #######. ..###... +..+.... .!...!?. ...##...",
    "...?.... ---..... ###.#... ###.#.#. ###.#.## AA.BB.CC -..-..-. #.....#. .#.#.#.. +..+.... ..!.!.?. ........",
    "?.???.?. ---..... ###.#... ###.#.#. ###.#.## AA.BB.CC -.....-. #.....## ...#.... ++++.... ...!..?. ..###...",
    "...?.... .--..... .##..... .##..#.. .##..#.# ........ -.....-. #.....## ...#.... ........ ..!.!.?. ...##...",
    ".?...?.. ..-..... ..#..... ..#..... ..#....# ++.??.!! .-...-.. #.....#. ...#.... ....###. .!?.?!?. ...##...",
    "...?.... ........ ........ ........ ........ ++.??.!! ..---... #######. ..---... ....###. !.?.?.!. ..####..",
    "........ ........ ........ ........ ........ ........ ........ ........ ........ ........ ........ ........",
)
POINTINGS = "by arrows", "two presses over 8x8", "two presses"
STEPS = 8, 16, 28, 44, 64, 96, 150, 255  # of the brightness
OFF_AFTER = 0, 5, 10, 30  # minutes
VOLUMES = "off", "soft", "middle", "loud"


def step_of(brightness):
    """Return the step nearest to a brightness, counted from 0."""
    return min(range(len(STEPS)), key=lambda at: abs(STEPS[at] - brightness))


def brightness_words(brightness):
    """Return a brightness as people read it: "5 of 8"."""
    return "%d of %d" % (step_of(brightness) + 1, len(STEPS))


def off_icon(minutes):
    """Return the icon for the time until the console switches off: yellow, with one to three dots, or grey."""
    dots = ".....", "..+..", ".+.+.", ".+++."
    if not minutes:
        return NEVER_OFF
    icon = NEVER_OFF.replace("-", "?")
    return icon[:33] + dots[OFF_AFTER.index(minutes)] + icon[38:]


def battery_icon(percent):
    """Return the icon of a battery with a bar of up to five LEDs: green, yellow or red."""
    steps = (percent + 19) // 20
    bar = "!!?+++"[steps] * steps
    icon = BATTERY
    for row in range(2, 6):
        icon = icon[: 8 * row + 1] + bar + icon[8 * row + 1 + steps :]
    return icon


class SettingsMenu(Choice):
    """Comes up at the brightness, or the last change."""

    NAME = "settings"

    def __init__(self, app, at=0):
        super().__init__(app, (), at)
        self.on_back = app.open_menu
        self._list()

    def help(self):
        entry = self.entries[self.at]
        return "left, right: choose   select: %s (%s)" % (entry[0], entry[3])

    def words(self):
        entry = self.entries[self.at]
        return "%s: %s" % (entry[0], entry[3]), None

    def _list(self):
        """List the entries again: name, icon, action, and the value in words."""
        app, settings = self.app, self.app.settings
        entries = [("brightness", BRIGHTNESS, self._choose_brightness, brightness_words(settings.brightness))]
        if app.sounds:
            entries.append(("sound", SOUNDS[settings.volume], self._change_volume, VOLUMES[settings.volume]))
        if not app.panel.mono:
            entries.append(("colours", PALETTE, self._change_colours, NAMES[settings.colours]))
        entries.append(("turn", TURN, self._change_turn, "by %d degrees" % (90 * settings.turn)))
        if app.panel.lights.width > app.keypad.width:
            entries.append(("pointing", POINTING, self._change_pointing, POINTINGS[settings.two_presses]))
        minutes = settings.off_after
        after = "after %d minutes" % minutes if minutes else "never"
        entries.append(("switch off", off_icon(minutes), self._change_off_after, after))
        if app.battery:
            app.battery.measure()
            percent = app.battery.percent
            entries.append(("battery", battery_icon(percent), self._measure, "%d%%" % percent))
        entries.append(("forget statistics", FORGET, self._ask, "your levels too"))
        entries.append(("version", ABOUT, self._tell, "Glowgrid " + VERSION))
        self.entries = entries

    def _choose_brightness(self, now_ms):
        self.app.go(Brightness(self.app, self.at))

    def _changed(self, now_ms):
        self.app.saving.settings_changed(now_ms)
        self._list()

    def _change_volume(self, now_ms):
        settings = self.app.settings
        settings.volume = (settings.volume + 1) % len(VOLUMES)
        self._changed(now_ms)
        self.app.sound("win", now_ms)

    def _change_colours(self, now_ms):
        settings = self.app.settings
        settings.colours = (settings.colours + 1) % len(NAMES)
        load.palettes.apply(self.app)
        self._changed(now_ms)

    def _change_turn(self, now_ms):
        app = self.app
        lights, keypad = app.panel.lights, app.keypad
        square = lights.width == lights.height and keypad.width == keypad.height
        app.settings.turn = (app.settings.turn + (1 if square else 2)) % 4
        load.palettes.apply(app)
        self._changed(now_ms)

    def _change_pointing(self, now_ms):
        settings = self.app.settings
        settings.two_presses = (settings.two_presses + 1) % len(POINTINGS)
        self._changed(now_ms)

    def _change_off_after(self, now_ms):
        settings = self.app.settings
        settings.off_after = OFF_AFTER[(OFF_AFTER.index(settings.off_after) + 1) % len(OFF_AFTER)]
        self._changed(now_ms)

    def _measure(self, now_ms):
        self._list()

    def _ask(self, now_ms):
        forget = "forget", FORGET, self._forget
        self.app.go(load.sure.Sure(self, "keep statistics", forget))

    def _forget(self, now_ms):
        app = self.app
        app.settings.forget()
        load.finished.forget(app.storage, app.match)
        app.saving.match_due = app.match is not None
        app.saving.settings_changed(now_ms)
        app.go(self)

    def _tell(self, now_ms):
        print("Glowgrid " + VERSION)


class Brightness(Screen):
    """Left and right change the brightness at once; select or back saves it.

    On few LEDs there is no room for steps: the LEDs light up from the bottom, an eighth of them for each step.

    at   the current step of STEPS
    """

    NAME = "brightness"
    ARROWS = True
    HELP = "left, right: darker, brighter   select: keep"

    def __init__(self, app, back_at=0):
        """back_at: the entry of the settings to return to."""
        super().__init__(app)
        self._back_at = back_at
        self.FIELD = app.panel.enlarged

    def open(self, now_ms):
        super().open(now_ms)
        self.at = step_of(self.app.settings.brightness)

    def help(self):
        return "%s   %s" % (self.HELP, self.words()[0])

    def words(self):
        return "brightness: " + brightness_words(STEPS[self.at]), YELLOW

    def press(self, key, role, now_ms):
        if role in (LEFT, DOWN) or role in (RIGHT, UP):
            self.at = max(0, min(len(STEPS) - 1, self.at + (1 if role in (RIGHT, UP) else -1)))
            self.app.settings.brightness = STEPS[self.at]
            self.app.panel.shine()
        elif role in (SELECT, BACK):
            self.app.saving.settings_changed(now_ms)
            self.app.soon(lambda now_ms: self.app.go(SettingsMenu(self.app, self._back_at)))

    def draw(self, frame, now_ms):
        if self.FIELD:
            for at in range(len(frame)):
                frame[-1 - at] = YELLOW if at * len(STEPS) < (self.at + 1) * len(frame) else GREY
            return
        width = self.app.panel.width
        left, top = (width - 8) // 2, (self.app.panel.height - 8) // 2
        for x in range(8):
            for y in range(8 - x, 9):
                if y < 8:
                    frame[(top + y) * width + left + x] = YELLOW if x <= self.at else GREY
