"""The common part of the fuzzers of the console."""

from functools import lru_cache

from glowgrid.games import discover
from host_sim.boards import load_board
from host_sim.console.session import Session

BOARD = "pico_ws2812_8x8_keys_4x4"
MOST_TICKS = 400


@lru_cache
def _found():
    games, errors = discover()
    return [game for game in games if game.name in ("tic-tac-toe", "hex", "fano")], errors


def switched_on(folder):
    """Return a Session with a few games, after the splash."""
    session = Session(load_board(BOARD), folder, _found())
    until_ready(session)
    return session


def until_ready(session):
    """Tick until the splash is over."""
    for _ in range(MOST_TICKS):
        session.tick()
        if session.app.screen.NAME != "splash":
            return
