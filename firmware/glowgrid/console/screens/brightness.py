"""Setting the brightness: the picture is a bar, and the bar is as bright as it says."""

from glowgrid import overlay
from glowgrid.console.palette import GREY, YELLOW
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen

STEPS = (8, 16, 28, 44, 64, 96, 150, 255)


class Brightness(Screen):
    """Left and right change the brightness at once; select or back saves it.

    On few LEDs there are no steps to see: the LEDs light up from the bottom, an eighth of them for each step.

    at   the step of STEPS that is set
    """

    NAME = "brightness"
    ARROWS = True
    HELP = "left, right: darker, brighter   select: keep"

    def __init__(self, app):
        super().__init__(app)
        self.FIELD = app.enlarged

    def open(self, now_ms):
        super().open(now_ms)
        brightness = self.app.settings.brightness
        self.at = 0
        while self.at < len(STEPS) - 1 and STEPS[self.at] < brightness:
            self.at += 1

    def words(self):
        return "brightness", YELLOW

    def press(self, key, role, now_ms):
        if role in (LEFT, DOWN) or role in (RIGHT, UP):
            self.at = max(0, min(len(STEPS) - 1, self.at + (1 if role in (RIGHT, UP) else -1)))
            self.app.set_brightness(STEPS[self.at])
        elif role in (SELECT, BACK):
            self.app.settings_changed(now_ms)
            self.app.go(overlay.load_screen("settings").SettingsMenu(self.app))

    def draw(self, frame, now_ms):
        if self.FIELD:
            for at in range(len(frame)):
                frame[-1 - at] = YELLOW if at * len(STEPS) < (self.at + 1) * len(frame) else GREY
            return
        width = self.app.width
        left, top = (width - 8) // 2, (self.app.height - 8) // 2
        for x in range(8):
            for y in range(8 - x, 9):
                if y < 8:
                    frame[(top + y) * width + left + x] = YELLOW if x <= self.at else GREY
