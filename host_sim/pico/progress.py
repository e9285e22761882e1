"""The progress of a run of the emulated Pico: a line that rewrites itself, or in a log an occasional line."""

import time

LINE_EVERY_S = 10  # if the line cannot be rewritten
REDRAW_S = 0.2


class Progress:
    """`with Progress(sys.stderr, until_ms) as progress:` and pass `progress.report` to `Player.frames`."""

    def __init__(self, stream, until_ms):
        self._stream = stream
        self._until_ms = until_ms
        self._rewrites = stream.isatty()
        self._started = self._last = time.monotonic()
        self._shown = False

    def __enter__(self):
        self._say("booting the emulated Pico; it is about twenty times slower than a real one")
        return self

    def __exit__(self, *error):
        self.clear()

    def report(self, player):
        """Show the progress if it is time to."""
        now = time.monotonic()
        if now - self._last < (REDRAW_S if self._rewrites else LINE_EVERY_S):
            return
        self._last = now
        where = "starting" if player.time_ms < 0 else f"console at {player.time_ms} of {self._until_ms} ms"
        self._say(f"{where}, {player.emulated_ms:.0f} ms emulated, {now - self._started:.0f} s elapsed")

    def clear(self):
        """Remove the line before something else is printed."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False

    def _say(self, text):
        self.clear()
        self._stream.write(text if self._rewrites else text + "\n")
        self._stream.flush()
        self._shown = self._rewrites
