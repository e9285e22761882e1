"""All games by name: those of Glowgrid, and those that tests write for themselves (tests/own_games)."""

import runpy
from pathlib import Path

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover

OWN_GAMES = Path(__file__).resolve().parent / "own_games"
GAMES = {game.name: game for game in discover()[0]}


def own_game(name):
    """Return a new game of a file of tests/own_games."""
    return runpy.run_path(str(OWN_GAMES / f"{name}.py"))["GAME"]
