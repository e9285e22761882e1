"""The firmware's rules of tic-tac-toe and lines games against the definitions: exhaustively, then in random games.

Three sides stand in test_formal_three_players.py, search in test_formal_game_tree_search.py.
"""

from itertools import product
from random import Random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import mnk, tic_tac_toe
from host_sim.theory.formal import formal_game as fg
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal import winners
from host_sim.theory.formal.report import mnk_game

SIDE_OF = {1: 1, -1: 2, 0: 0}
ACTIONS = list(product((1, -1), (0, 1, 2, 3, 4), (1, 2, 3)))


def cells_of(s):
    return bytes(SIDE_OF[x] for row in fg.board(s) for x in row)


def walk(position, s, seen):
    """Every state of the formal game, once, with the position that plays along."""
    seen.add(s)
    yield position, s
    for i, j in product((1, 2, 3), repeat=2):
        after = fg.progress(s, fg.player(s), i, j)
        if after != s and after not in seen:
            assert position.play(3 * (i - 1) + j - 1)
            yield from walk(position, after, seen)
            position.undo()


def test_tic_tac_toe_is_the_formal_game_in_every_state_and_for_every_action():
    seen = set()
    for position, s in walk(tic_tac_toe.GAME.setup(), fg.setup(), seen):
        assert bytes(position.cells) == cells_of(s)
        assert position.to_move == SIDE_OF[fg.player(s)]
        assert position.winner == next((SIDE_OF[q] for q in (1, -1) if fg.victory(s, q)), 0)
        assert position.is_draw() == fg.draw(s)
        for q in (1, -1):
            assert bytes(position.view(SIDE_OF[q]).cells) == cells_of(fg.view(s, q))
        for q, i, j in ACTIONS:
            after = fg.progress(s, q, i, j)
            point = {0: -1, 4: 9}.get(i, 3 * (i - 1) + j - 1)  # a point off the field, for an i off the board
            refused = position.refusal(SIDE_OF[q], point) is not None
            assert refused == (after == s)
            if q == fg.player(s):
                assert position.play(point) == (not refused)
                assert bytes(position.cells) == cells_of(after) and position.to_move == SIDE_OF[fg.player(after)]
                if not refused:
                    position.undo()
    assert len(seen) == 5478


def test_progress_reaches_5478_states_and_255168_ends_of_games():
    ways, states, games = {fg.setup(): 1}, 0, 0
    while ways:
        states, after = states + len(ways), {}
        for s, number in ways.items():
            nexts = {fg.progress(s, fg.player(s), i, j) for i, j in product((1, 2, 3), repeat=2)} - {s}
            games += 0 if nexts else number
            for following in nexts:
                after[following] = after.get(following, 0) + number
        ways = after
    assert (states, games) == (5478, 255_168)


@pytest.mark.parametrize("m, n, k", [(3, 3, 3), (2, 4, 3), (4, 2, 2), (1, 7, 3), (3, 3, 2), (2, 2, 1), (3, 2, 3)])
def test_small_mnk_games_have_the_configurations_transitions_and_scores_of_the_definitions(m, n, k):
    played = winners.game_played_by(mnk.GAME.setup((m, n, k)), range(m * n))
    assert vars(played) == vars(pg.spg_game(mnk_game(m, n, k)))


@pytest.mark.parametrize("m, n, k", [(4, 4, 3), (5, 4, 4), (6, 6, 5), (7, 7, 4), (8, 8, 5), (1, 9, 2)])
def test_larger_mnk_games_by_chance(m, n, k):
    lines = mnk_game(m, n, k).wps1

    def wins(stones):
        return any(line <= stones for line in lines)

    for seed in range(12):
        position = mnk.GAME.setup((m, n, k))
        about = range(m * n), {1: wins, 2: wins}, Random(seed), lambda stones: {"line"}
        assert winners.first_disagreement(position, *about) is None
