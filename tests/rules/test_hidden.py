"""Phantom games against rules written here independently: what is legal, what a side sees, what ends a game."""

from itertools import combinations
from random import Random

import pytest
from all_games import GAMES

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import LATER, discover
from glowgrid.rules.placed import place
from glowgrid.rules.position import perft
from glowgrid.search.imagined import Random as Numbers
from host_sim.own_games.data.reader import game_from

HIDDEN = 255
LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3")
THREE = {"name": "three", "sides": 3, "hidden": True, "rows": {"of": [3, 3], "k": 3}}
CASES = [(GAMES["phantom-tic-tac-toe"], ()), (GAMES["dark-hex"], (3,)), (game_from(THREE), ())]
every_case = pytest.mark.parametrize("game, size", CASES, ids=[game.name for game, _ in CASES])


class Table:
    """A referee, and what each side knows: {point: side} for each side; `open_`: the same game with all seen."""

    def __init__(self, game, size):
        self.open_ = game.setup(size).uncovered()
        self.known = {side: {} for side in range(1, game.sides + 1)}
        self.log = {side: [] for side in self.known}  # what each side has noticed: points, and HIDDEN

    def move(self, point):
        side = self.open_.to_move
        self.log[side].append(point)
        there = self.open_.cells[point]
        self.known[side][point] = there or side
        if not there:
            assert self.open_.play(point)
            for other in self.known:
                if other != side:
                    self.log[other].append(HIDDEN)


def random_games(game, size, number=12):
    """Yield (position, table) at every ply of random games."""
    random = Random(game.name)
    for _ in range(number):
        position, table = game.setup(size), Table(game, size)
        while True:
            yield position, table
            if position.is_over():
                break
            point = random.choice([p for p in range(position.points) if position.is_legal(p)])
            assert position.play(point)
            table.move(point)


@every_case
def test_a_side_sees_its_stones_and_those_it_has_found(game, size):
    tried = 0
    for position, table in random_games(game, size):
        over = position.is_over()
        assert over == table.open_.is_over() and position.winner == table.open_.winner
        assert position.to_move == table.open_.to_move and position.stones == table.open_.stones
        for side, known in table.known.items():
            seen = position.view(side)
            assert seen is not position and seen.plies == (position.plies if over else len(table.log[side]))
            if over:
                assert seen.cells == position.cells == table.open_.cells
                continue
            assert {point: stone for point, stone in enumerate(seen.cells) if stone} == known
            assert list(seen.history[: seen.plies]) == table.log[side]
            for point in range(position.points):
                why = "a stone is there" if point in known else None
                if side != position.to_move:
                    why = f"it is the turn of side {position.to_move}"
                assert position.refusal(side, point) == seen.refusal(side, point) == why
        tried += position.has_tried()
    assert tried > 10


@pytest.mark.parametrize("game, size", CASES[:2], ids=["phantom-tic-tac-toe", "dark-hex"])
def test_everything_possible_is_imagined(game, size):
    for position, _ in random_games(game, size, 3):
        if position.is_over() or position.plies < 2:
            continue
        side, seen = position.to_move, position.view(position.to_move)
        free = [point for point in range(9) if not seen.cells[point]]
        hidden = sum(map(bool, position.cells)) - sum(map(bool, seen.cells))
        possible = set()
        for points in combinations(free, hidden):
            stones = {
                point: seen.cells[point] or 3 - side for point in range(9) if seen.cells[point] or point in points
            }
            try:
                if not place(position.uncovered().fresh(), stones, side).winner:
                    possible.add(bytes(stones.get(point, 0) for point in range(9)))
            except ValueError:  # both sides would have won
                pass
        numbers = Numbers(position.plies)
        drawn = [seen.imagine(side, numbers) for _ in range(25 * len(possible))]
        assert {bytes(each.cells) for each in drawn if not each.is_over()} == possible


def count(moves, depth):
    """Return the number of sequences of phantom tic-tac-toe, by the referee's rules alone."""
    stones, known, turn = {}, {1: set(), 2: set()}, 1
    for point in moves:
        known[turn].add(point)
        if point not in stones:
            stones[point] = turn
            turn = 3 - turn
    mine = {name for name, side in stones.items() if side == 3 - turn}
    if any(set(line.split()) <= mine for line in LINES) or len(stones) == 9:
        return not depth
    if not depth:
        return 1
    points = [column + row for row in "123" for column in "abc" if column + row not in known[turn]]
    return sum(count(moves + [point], depth - 1) for point in points)


def test_perft_is_that_of_a_referee():
    position = GAMES["phantom-tic-tac-toe"].setup(())
    assert [perft(position, depth) for depth in range(1, 6)] == [count([], depth) for depth in range(1, 6)]


def test_in_phantom_tic_tac_toe_a_game_ends_after_17_plies_at_most():
    """As OpenSpiel states: nine stones, each but the last found by the other side."""
    position = GAMES["phantom-tic-tac-toe"].setup(())
    for point in (4, 4, 0, 0, 1, 1, 7, 7, 2, 2, 6, 6, 3, 3, 5, 5, 8):
        assert not position.is_over() and position.play(point)
    assert position.is_over() and not position.winner and position.plies == 17


def test_a_data_game_hides_stones_if_it_says_so():
    data = {"name": "own", "field": ["oooo"], "lines": ["a1 b1 c1"]}
    open_, hidden = game_from(data), game_from({**data, "hidden": True})
    assert (open_.hidden, hidden.hidden) == (False, True)
    position = hidden.setup()
    assert position.play(0) and position.play(0) and position.has_tried() and position.to_move == 2
    assert game_from({**data, "hidden": False}).setup().family() == "lines"
    with pytest.raises(ValueError, match="^hidden: expected true or false$"):
        game_from({**data, "hidden": 1})
    with pytest.raises(ValueError, match="^hidden: 128 points; expected at most 127$"):
        game_from({"name": "large", "hidden": True, "rows": {"of": [16, 8], "k": 5}})


def test_what_the_menu_knows_before_it_reads_a_file_is_what_the_file_says():
    for stem, (order, sizes, room) in LATER.items():
        module = __import__("glowgrid.games." + stem, None, None, ("GAME",))
        assert (module.GAME.name, module.GAME.order, module.GAME.sizes) == (stem.replace("_", "-"), order, sizes)
        picture = module.GAME.sketch() if module.GAME.sketch else []
        assert [(len(row), len(picture)) for row in picture] == [room] * len(picture) and bool(room) == bool(picture)
        listed = next(game for game in discover()[0] if game.name == module.GAME.name)
        assert listed.icon == module.GAME.icon and listed.goals() == module.GAME.goals()
        assert not hasattr(listed, "no such thing")
