"""The emulated Pico plays the moves of unix MicroPython, with the same nodes, and within the time that it has."""

from contextlib import closing
from random import Random

import pytest
from cases import long, needs_unix

from glowgrid.search import work_in
from tools.lab.arena.arena_command import match_of
from tools.lab.arena.players import legal, player
from tools.lab.bench.bench_command import emulated

POSITIONS = 20
SHORT_MS = 100
STARTING_MS = 10  # of a search, not counted in its work: a large part of a short one


def moves_of(game, size, plies, random):
    """Return the moves of a random game that is not over after these plies."""
    while True:
        position = game.setup(size)
        while position.plies < plies and not position.is_over():
            position.play(random.choice(legal(position)))
        if not position.is_over():
            return list(position.history[:plies])


@needs_unix
@pytest.mark.parametrize(
    "name, size, think, positions",
    [
        ("hex", "7", SHORT_MS, 1),
        long("hex", "7", 3000, POSITIONS),
        long("hex", "8", 3000, POSITIONS),
        long("havannah", "4", 3000, POSITIONS),
        long("mnk", "8,8,5", 3000, POSITIONS),
        long("mnk", "5,5,4", 10_000, POSITIONS),
        long("three-player", None, 2000, POSITIONS),
    ],
)
def test_the_pico_plays_the_same_moves(name, size, think, positions, pico_image):
    """With the heap locked: masks of 7x7 use bit 30, a number that Python would allocate."""
    match, pico = match_of(name, size, f"think:{think}", "random"), emulated(pico_image)
    with closing(player(f"think:{think}", match.game, match.size)) as here:
        for number in range(positions):
            plies = match.game.setup(match.size).points // 2 * number // positions
            moves = moves_of(match.game, match.size, plies, Random(1 + number))
            (found,) = pico.answers("reply", name, match.size, moves, work_in(think))
            took_ms = found.pop("us") / 1000
            assert found == here.ask(moves=moves), moves
            assert took_ms <= think + (STARTING_MS if think == SHORT_MS else 0), moves
