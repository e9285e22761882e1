"""A driver of Textual that outlives its terminal, so that the window ends in order when that closes.

The threads of Textual's own end with the first error of a terminal. Then whoever draws waits for ever for the one that
writes, and the one that reads makes the window end with a traceback.
"""

import contextlib

from textual.drivers.linux_driver import LinuxDriver

from ..cli.run import terminal_has_vanished


class Outliving(LinuxDriver):
    """The driver of Linux and macOS, until the terminal vanishes; then it draws nothing, and reads nothing."""

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
