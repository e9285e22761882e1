"""The console has switched itself off: the lights are dark, and on a Pico the chip sleeps (hardware/off.py)."""

from glowgrid.console.screen import Screen


class Off(Screen):
    """Dark until a key is pressed. Then the screen before comes up again, and that press does nothing else."""

    NAME = "off"
    HELP = "Switched off. Any key: on"
    OFF = FIELD = True
    LOOK_MS = 1 << 28  # no words

    def __init__(self, app):
        super().__init__(app)
        self._before = app.screen
        self.in_match = app.screen.in_match

    def press(self, key, role, now_ms):
        self.app.go(self._before)
