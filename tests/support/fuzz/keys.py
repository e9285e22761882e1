"""Presses of any length on the console: a power cut loses no match, and the same presses give the same frames."""

import shutil
import tempfile
from typing import Any

from glowgrid.console.storage import MATCH
from host_sim.boards import load_board
from host_sim.console.fingers import Fingers

from . import must
from .console import BOARD, switched_on

QUIET_MS = 1500  # the match is saved by then


def make(random):
    select = load_board(BOARD)["keys"]["roles"]["select"]
    changes = []
    if random.random() < 0.8:  # the first game of the menu, a person and an engine
        changes = [[300 * number + ms, select, down] for number in range(3) for ms, down in ((0, 1), (80, 0))]
    time_ms = 300 * len(changes)
    for _ in range(random.randint(1, 14)):
        key, down_ms = random.randrange(16), random.choice([10, 40, *[80] * 20, 900])
        changes += [[time_ms, key, 1], [time_ms + down_ms, key, 0]]
        time_ms += random.choice((20, 150, 300, 300, 400, 1000))
    return sorted(changes)


def check(case):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        session, shown = _played(case, folder)
        _, again = _played(case, other)
        must(shown == again, "the same presses show something else")
        app = session.app
        _tick(session, QUIET_MS)
        match, saved = app.match, app.storage.load(MATCH)
        if match is None or match.engine_to_move():
            return
        position = match.position
        fresh = match.game.setup(match.size)
        for move in list(position.history[: position.plies]):
            must(fresh.play(move), "a move in the history is illegal")
        must(
            bytes(fresh.cells) == bytes(position.cells) and fresh.winner == position.winner, "history and cells differ"
        )
        if saved and not position.is_over() and position.plies:
            shutil.copytree(folder, other, dirs_exist_ok=True)
            after: Any = switched_on(other).app.match
            must(after is not None, "the match is gone after the power was")
            must(bytes(after.position.cells) == bytes(position.cells), "another match after the power was gone")


def _played(case, folder):
    """Return (session, all its frames) after the presses."""
    session = switched_on(folder)
    began = session.now_ms
    fingers = Fingers(session)
    fingers.replay(sorted((began + time_ms, key % 16, bool(down)) for time_ms, key, down in case if time_ms >= 0))
    return session, [text for _, text in fingers.frames(began + max([change[0] for change in case], default=0) + 100)]


def _tick(session, ms):
    for _ in range(ms // 10):
        session.tick()
