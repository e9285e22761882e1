"""Minimax, step by step: what it notes is what the recursion of the lecture does, with and without a window."""

import random

import pytest

from glowgrid.search import Limits, engine_for
from glowgrid.search.minimax_steps import BACK, DEEPER, DONE, HIGHEST, NUMBERS, SCORED, SKIPPED, Steps
from glowgrid.search.verdict import DRAW, LOSS, SURE_LOSS, SURE_WIN, WIN
from host_sim.own_games.find import find_game

MIDDLE_FIRST = 4, 1, 3, 5, 7, 0, 2, 6, 8


def positions():
    """Random positions of tic-tac-toe with three to five points left."""
    rng, found = random.Random(5), []
    while len(found) < 30:
        position = find_game("tic-tac-toe")[0].setup()
        for point in rng.sample(range(9), rng.choice((4, 5, 6))):
            position.play(point)
        if not position.is_over():
            found.append(position)
    return found


def notes_of(position, pruned):
    steps = Steps(position, pruned)
    while steps.take():
        pass
    notes = list(steps.notes)
    return [tuple(notes[at : at + NUMBERS]) for at in range(0, len(notes), NUMBERS)]


def recursion(position, pruned):
    """Yield (what, ply, move, score) as the textbook's recursion does, in the same order."""
    me = position.to_move

    def value(ply, alpha, beta):
        moves = [move for move in MIDDLE_FIRST if not position.cells[move]]
        mine = position.to_move == me
        for number, move in enumerate(moves):
            position.play(move)
            if position.is_over():
                won = {0: DRAW, me: WIN - ply - 1}.get(position.winner, LOSS + ply + 1)
                position.undo()
                yield SCORED, ply, move, won
            else:
                yield DEEPER, ply, move, 0
                below = value(ply + 1, *((alpha, beta) if pruned else (0, HIGHEST)))
                won = yield from below
                position.undo()
                yield BACK, ply, move, won
            alpha, beta = (max(alpha, won), beta) if mine else (alpha, min(beta, won))
            proven = not ply and won > DRAW
            if number + 1 < len(moves) and pruned and (alpha >= beta or proven):
                yield SKIPPED, ply, 255, 0
                break
        return alpha if mine else beta

    yield from value(0, 0, HIGHEST)


@pytest.mark.parametrize("pruned", [True, False], ids=["window", "no window"])
def test_the_steps_are_those_of_the_recursion(pruned):
    for position in positions():
        noted = notes_of(position, pruned)
        assert [note[:4] for note in noted[:-1]] == list(recursion(position, pruned)), bytes(position.cells)
        assert noted[-1][0] == DONE


def test_the_last_step_is_the_move_and_the_score_of_the_engine():
    for position in positions():
        engine = engine_for(position, family="minimax")
        engine.start(position, Limits(10**9))
        while not engine.step(10**6):
            pass
        sure = engine.verdict.score
        assert notes_of(position, False)[-1][3] == sure
        first_win = notes_of(position, True)[-1][3]  # one win is enough, and it may not be the shortest
        assert (first_win > SURE_WIN, first_win < SURE_LOSS) == (sure > SURE_WIN, sure < SURE_LOSS)
