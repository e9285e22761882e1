"""Board files: an accepted one runs on the console within its current budget, and the device reads it the same way."""

import json
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from glowgrid.hardware import board as device
from glowgrid.hardware.lights import order_of
from host_sim.boards.files import FOLDER, BoardError, list_boards, load_board
from host_sim.boards.parts import LAYOUT, device_board
from host_sim.console.session import Session

from . import must, must_be_a_line, noise

RUN_MS = 200


@lru_cache
def _good(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def make(random):
    name, changes = random.choice(list_boards()), []
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        about = noise.mutated(_good(name), changes)
        parts = [
            part for part in ("leds", "keys", "power") if isinstance(about, dict) and isinstance(about.get(part), dict)
        ]
        if parts and random.random() < 0.8:
            part = random.choice(parts)
            path, *new = noise.mutation(random, about[part])
            changes.append([[part, *path], *new])
        else:
            changes.append(noise.mutation(random, about))
    return {"board": name, "changes": changes}


def _order_and_rest(leds):
    """Return the order of the LEDs on the wire, which the device reads as places, and the other fields."""
    ways = (*LAYOUT, "panels", "places")
    return order_of(leds), {name: value for name, value in leds.items() if name not in ways}


def check(case):
    if case.get("board") not in list_boards():
        return
    about = noise.mutated(_good(case["board"]), case.get("changes", []))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.json"
        path.write_text(json.dumps(about))
        try:
            board = load_board(path)
        except BoardError as error:
            must_be_a_line(error)
            must(case.get("changes"), "refused:", error)
            return
        path.write_bytes(device_board(board))
        read: Any = device.load(str(path))
        must(_order_and_rest(read["leds"]) == _order_and_rest(board["leds"]), "the device reads other lights")
        must(read["keys"] == board["keys"], "the device reads other keys")
        session = Session(board, folder)
        for _ in range(RUN_MS // 10):
            session.tick()
            must(session.lights.milliamps <= board["power"]["budget_milliamps"], "more current than allowed")
        must(
            len(session.app.panel.frame) == board["leds"]["width"] * board["leds"]["height"], "a frame of another size"
        )
