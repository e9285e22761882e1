"""The first picture: the ring of Glowgrid lights up, softly, for the supply's sake; any key skips it."""

from glowgrid.console.icons import SPLASH, TROUBLE
from glowgrid.console.palette import CHARS
from glowgrid.console.pictures import draw_icon
from glowgrid.console.screen import Screen

DURATION_MS = 320  # the menu is to be there within a second of power-up


class Splash(Screen):
    """Lights up row by row, while the console gets ready for its first choice."""

    PERIOD = DURATION_MS // 8

    def press(self, key, role, now_ms):
        from glowgrid.console.power_up import after_splash
        after_splash(self.app, now_ms)

    def work(self, now_ms):
        if now_ms - self.since >= DURATION_MS:
            self.press(0, 0, now_ms)
        else:
            self.app.get_ready(1)

    def draw(self, frame, now_ms):
        app = self.app
        left, top = (app.width - 8) // 2, (app.height - 8) // 2
        rows = min(8, (now_ms - self.since) // self.PERIOD + 1)
        app.lights.brightness = max(1, app.settings.brightness * rows // 8)
        for y in range(rows):
            for x in range(8):
                frame[(top + y) * app.width + left + x] = CHARS.index(SPLASH[y][x])


class Sign(Screen):
    """Something is wrong; any key goes on."""

    def __init__(self, app, on_key, icon=None):
        super().__init__(app)
        self.on_key = on_key
        self.icon = icon or TROUBLE

    def press(self, key, role, now_ms):
        self.on_key(now_ms)

    def draw(self, frame, now_ms):
        draw_icon(frame, self.app.width, self.app.height, self.icon)
