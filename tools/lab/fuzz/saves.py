"""Saves: whatever lies in the folder, the console starts, offers a match that makes sense, and loses nothing."""

import tempfile
from pathlib import Path

from glowgrid import record
from glowgrid.console.storage import MATCH, SETTINGS
from host_sim.boards import load_board
from host_sim.session import Session

from . import must, noise
from .console import BOARD, until_ready

GOOD = {
    MATCH: {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4, 0, 8], "coach": False},
    SETTINGS: {
        "brightness": 40,
        "neighbours": True,
        "game": "hex",
        "size": [5],
        "seats": {"hex": [0, 5], "tic-tac-toe": [0, 0]},
    },
}


def make(random):
    case = {}
    for name, data in GOOD.items():
        if random.random() < 0.3:
            case[name] = {"flips": noise.flips(random, len(record.pack(data)))}
        elif random.random() < 0.8:
            changes = []
            for _ in range(random.randint(1, 2)):
                changes.append(noise.mutation(random, noise.mutated(data, changes)))
            case[name] = {"changes": changes}
    return {"saves": case, "keys": [random.randrange(16) for _ in range(3)]}


def check(case):
    board = load_board(BOARD)
    with tempfile.TemporaryDirectory() as folder:
        written = {}
        for name, how in case.get("saves", {}).items():
            body = record.pack(noise.mutated(GOOD[name], how.get("changes", [])))
            written[name] = noise.flipped(body, how.get("flips", []))
            (Path(folder) / name).write_bytes(written[name])
        session = Session(board, folder)
        until_ready(session)
        kept = [path.read_bytes() for path in Path(folder).iterdir()]
        must(all(body in kept for body in written.values()), "a save is gone, or was changed before anybody played")
        good = case.get("saves", {}).get(MATCH) == {"changes": []}
        must(not good or session.app.match is not None, "a good match is not offered")
        for key in case.get("keys", []):
            session.keys.levels[key] = 1
            for _ in range(6):
                session.tick()
            session.keys.levels[key] = 0
            for _ in range(20):
                session.tick()
