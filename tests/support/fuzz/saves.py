"""Saves: whatever is in the folder, the console starts, offers a sensible match, and loses nothing.

`games` prints one line for each kept game.
"""

import tempfile
from pathlib import Path

from glowgrid import record
from glowgrid.console.storage import MATCH, SETTINGS
from glowgrid.games import discover
from host_sim.boards.files import load_board
from host_sim.console.session import Session
from host_sim.records.finished import described

from . import must, noise
from .console import BOARD, until_ready

KEPT = "games/1"
GOOD = {
    MATCH: {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4, 0, 8], "coach": False},
    SETTINGS: {
        "brightness": 40,
        "neighbours": True,
        "game": "hex",
        "size": [5],
        "seats": {"hex": [0, 5], "tic-tac-toe": [0, 0]},
        "volume": 2,
        "turn": 1,
        "levels": {"hex": 3},
        "results": {"hex": {"3": [4, 0, 2, 1]}},
        "streaks": {"hex": -1},
        "counted": 1,
    },
    KEPT: {"game": "hex", "size": [3], "seats": [0, 2], "seed": 7, "moves": [4, "swap", 0, 1, 3], "number": 1},
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
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(written[name])
        if KEPT in written:
            _list(written[KEPT], case["saves"][KEPT] == {"changes": []})
        session = Session(board, folder)
        until_ready(session)
        kept = [path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()]
        must(all(body in kept for body in written.values()), "a save is gone, or was changed before a move")
        good = case.get("saves", {}).get(MATCH) == {"changes": []}
        must(not good or session.app.match is not None, "a good match is not offered")
        for key in case.get("keys", []):
            session.keys.levels[key] = 1
            for _ in range(6):
                session.tick()
            session.keys.levels[key] = 0
            for _ in range(20):
                session.tick()


def _list(body, is_good):
    """List a kept game as `games` does."""
    ((_, line, _, text),) = described({1: body}, discover()[0])
    must(len(line.splitlines()) == 1, "more than a line:", line)
    must(bool(text) != line.startswith("cannot be read: "), "neither listed nor written:", line)
    must(text or not is_good, "a good game is not listed:", line)
