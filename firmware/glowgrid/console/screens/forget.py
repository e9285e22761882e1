"""Asks once more before the statistics are forgotten."""

from glowgrid import overlay
from glowgrid.console.screens import icons
from glowgrid.console.screens.choice import Choice

FORGET = (
    "!.....!."
    ".!...!?."
    "..!.!.?."
    "...!..?."
    "..!.!.?."
    ".!?.?!?."
    "!.?.?.!."
    "........"
)  # fmt: skip


class Forget(Choice):
    """Asks before statistics are deleted. at: the entry of the settings to return to."""

    NAME = "forget"

    def __init__(self, app, at):
        super().__init__(app, [("keep statistics", icons.RESUME, self._leave), ("forget", FORGET, self._forget)])
        self.on_back = self._leave
        self._back_at = at

    def _forget(self, now_ms):
        self.app.settings.forget()
        self.app.settings_changed(now_ms)
        self._leave(now_ms)

    def _leave(self, now_ms):
        self.app.go(overlay.load_screen("settings").SettingsMenu(self.app, self._back_at))
