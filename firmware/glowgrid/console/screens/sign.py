"""Signs: something is wrong, memory has run out, or the battery is nearly empty."""

from glowgrid.clock import since
from glowgrid.console.palette import RED
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_icon

_LOW_MS = 4000  # how long the sign of an empty battery is shown
_SPOKEN = 4  # faults that scroll; all are printed
TROUBLE = (
    "...!!..."
    "...!!..."
    "...!!..."
    "...!!..."
    "...!!..."
    "........"
    "...!!..."
    "...!!..."
)  # fmt: skip


class Sign(Screen):
    """Shows an icon until a key is pressed; then `on_key`, an action, goes on. `faults`: what is wrong, a line each."""

    NAME = "sign"
    HELP = "Something is wrong, see below. Any key goes on."
    ICON = TROUBLE

    def __init__(self, app, on_key, faults):
        super().__init__(app)
        self.on_key = on_key
        self.faults = faults

    def words(self):
        more = len(self.faults) - _SPOKEN
        return ", ".join(self.faults[:_SPOKEN] + ["and %d more" % more] * (more > 0)), RED

    def press(self, key, role, now_ms):
        self.app.soon(self.on_key)

    def draw(self, frame, now_ms):
        draw_icon(frame, self.app.panel.width, self.app.panel.height, self.ICON)


class NoMemory(Sign):
    """A chip, crossed out. Any key goes on: with the match, without the engine or hint and coach; or to the menu."""

    NAME = "no memory"
    LOOK_MS = 1 << 28  # there is no room for words
    ICON = (
        "!.-.-.!."
        ".!---!.."
        "--!-!--."
        "---!---."
        "--!-!--."
        ".!---!.."
        "!.-.-.!."
        "........"
    )  # fmt: skip


class LowBattery(Sign):
    """A battery with little left, shown for a few seconds, or until a key is pressed, which does nothing else."""

    NAME = "low battery"
    HELP = "The battery is nearly empty: charge or change it. Any key goes on."
    LOOK_MS = 1 << 28  # words would take longer than the sign
    ICON = (
        "........"
        "#######."
        "#.....#."
        "#!....##"
        "#!....##"
        "#.....#."
        "#######."
        "........"
    )  # fmt: skip

    def __init__(self, app):
        app.battery.said = True
        before = app.screen
        super().__init__(app, lambda now_ms: app.go(before), ["battery at %d%%" % app.battery.percent])
        self.in_match = before.in_match
        print(self.faults[0])

    def work(self, now_ms):
        if since(now_ms, self.since) >= _LOW_MS:
            self.app.soon(self.on_key)
