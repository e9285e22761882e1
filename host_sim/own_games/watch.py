"""Watch the game file of `--game FILE`: when it changes, reload it and restart the console with it."""

from .passed import game_to_play

LOOK_EVERY_MS = 500


class WatchedGame:
    """Checks the file from time to time; `fault` says in one line why its current content is not played, or is "".

    The current match resumes with the new game, as after a crash, if its moves are legal there.
    """

    def __init__(self, path, session):
        self.path = path
        self.session = session
        self.fault = ""
        self._seen = self._stamp()

    def check(self):
        """Load the file if it has changed; return whether it has."""
        stamp = self._stamp()
        if stamp in (None, self._seen):  # None: an editor is about to rewrite it
            return False
        self._seen = stamp
        try:
            game = game_to_play(self.path)
        except ValueError as error:
            self.fault = str(error)
        else:
            self.fault = ""
            self.session.restart(((game,), ()))
        return True

    def _stamp(self):
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size
