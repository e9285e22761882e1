"""Signs: something is wrong, or memory has run out."""

from glowgrid.console.palette import RED
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_icon

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
        self.on_key(now_ms)

    def draw(self, frame, now_ms):
        draw_icon(frame, self.app.panel.width, self.app.panel.height, self.ICON)


class NoMemory(Sign):
    """A chip, crossed out. Any key goes on with the match, without the engine or without hint and coach."""

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
