"""A driver of Textual that outlives its terminal, so that the window ends in order when that closes.

Textual's own threads end at the first error of the terminal. Then drawing waits for ever for the thread that writes,
and the thread that reads ends the window with a traceback.
"""

import contextlib

from textual.drivers.linux_driver import LinuxDriver

from ..cli.run import terminal_has_vanished


class Outliving(LinuxDriver):
    """Textual's driver for Linux and macOS; once the terminal has vanished, it draws and reads nothing."""

    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        self._file = _Dropping(self._file)

    def run_input_thread(self):
        try:
            super().run_input_thread()
        except OSError:
            if not terminal_has_vanished():
                raise


class _Dropping:
    """A file that drops what cannot be written."""

    def __init__(self, file):
        self._file = file
        self.fileno = file.fileno

    def write(self, text):
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self):
        with contextlib.suppress(OSError):
            self._file.flush()
