"""How far long work is, where no bar can show it: in a pipe or a log, a line on standard error now and then."""

from time import monotonic

from .run import say

EVERY_S = 10


class NowAndThen:
    """Says only what comes more than EVERY_S after the line before, or after the start."""

    def __init__(self):
        self._before = monotonic()

    def say(self, text):
        if monotonic() - self._before > EVERY_S:
            self._before = monotonic()
            say(text, err=True)
