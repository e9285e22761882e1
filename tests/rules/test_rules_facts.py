"""Known facts of the games: positions, games and nodes, counted through the rules and by brute force."""

from support.judges.lines import Oracle, three_player

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import three_player as three_player_game
from glowgrid.games import tic_tac_toe
from glowgrid.rules.position import perft


def test_tic_tac_toe_has_255168_games_46080_of_them_drawn_and_its_known_perft():
    position, known = tic_tac_toe.GAME.setup(), {}

    def counted():
        """Count from a position on: (games, those that are drawn, then positions ply by ply)."""
        cells = bytes(position.cells)
        if cells not in known:
            found = [position.is_over(), position.is_draw(), *[0] * 10]
            found[2 + position.plies] = 1
            for point in range(9):
                if position.play(point):
                    found = [sum(pair) for pair in zip(found, counted(), strict=True)]
                    position.undo()
            known[cells] = found
        return known[cells]

    games, drawn, *perft_of = counted()
    assert (games, drawn) == (255_168, 46_080)
    assert perft_of == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [perft(position, depth) for depth in range(7)] == perft_of[:7]


def test_perft_of_three_players():
    counts = [perft(three_player_game.GAME.setup(), depth) for depth in range(5)]
    assert counts == [1, 16, 240, 3360, 43680]  # no side has three stones before ply 7


def test_perft_of_three_players_where_games_end():
    position, opening = three_player_game.GAME.setup(), (5, 6, 9, 10, 0, 3)
    oracle = Oracle(three_player())
    cells = oracle.empty()
    for point in opening:
        assert position.play(point)
        cells = oracle.after(cells, point)
    oracle.empty = lambda: cells
    assert [perft(position, depth) for depth in range(5)] == oracle.sequences(4)
    assert perft(position, 2) == 10 * 9 - 9  # side 1 has 5 and 10, so 15 ends the game
