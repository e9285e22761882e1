"""Data games as the Pico takes them: compiled."""

import atexit
import functools
import json
import shutil
import tempfile
from pathlib import Path

from all_games import OWN_GAMES

from host_sim.own_games.data.reader import game_from
from host_sim.own_games.data.tables import compiled


def tables_of(text):
    """Return the tables of a data game; its JSON as text or bytes."""
    return compiled(game_from(json.loads(text)))


@functools.cache
def own_games():
    """Return a folder with the games of tests/own_games, data compiled. It goes when Python ends."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    for path in OWN_GAMES.glob("*.py"):
        shutil.copy(path, folder)
    for path in OWN_GAMES.glob("*.json"):
        (folder / f"{path.stem}.tables").write_bytes(tables_of(path.read_bytes()))
    return folder
