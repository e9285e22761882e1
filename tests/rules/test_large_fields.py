"""Fields of more than 250 points, where a point takes two bytes: in commands of a computer that allow them."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from all_games import GAMES
from deadline import DEADLINE_S
from support.judges.lines import Oracle, mnk
from test_groups import check_random_games

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.placed import handed, place
from glowgrid.rules.position import perft
from host_sim.engine.large_fields import allowed
from host_sim.own_games.passed import game_to_play
from tools.paths import ROOT

LARGE = [("hex", (16,)), ("hex", (19,)), ("havannah", (10,)), ("mnk", (19, 19, 5))]
SIZES = [("hex", 15), ("hex", 16), ("havannah", 9), ("havannah", 10), ("y", 21), ("y", 22), ("mnk", 10, 25, 5)]
SIZES += [("mnk", 16, 16, 5), ("hex", 19), ("hex", 20)]
PROGRAM = f"""
import sys
sys.path.insert(0, "firmware")
from glowgrid.games import discover
games = {{game.name: game for game in discover()[0]}}
for name, *size in {SIZES}:
    try:
        print(games[name].setup(size).points)
    except ValueError as error:
        print(error)
"""
HAVANNAH, Y = "havannah: size 10; expected 1 to 9", "y: size 22; expected 1 to 21"
MNK = "mnk: 16x16 field; rows and columns are 1 to 250, points at most {}"


def sizes_here():
    """The numbers of points of the sizes, or why there is no such size."""
    said = []
    for name, *size in SIZES:
        try:
            said.append(GAMES[name].setup(size).points)
        except ValueError as error:
            said.append(str(error))
    return said


@pytest.fixture
def large():
    with allowed():
        yield


def test_larger_fields_are_allowed_for_a_while_and_each_limit_is_said():
    hex = [f"hex: size {size}; expected 1 to 15" for size in (16, 19, 20)]
    small = [225, hex[0], 217, HAVANNAH, 231, Y, 250, MNK.format(250), *hex[1:]]
    assert sizes_here() == small
    with allowed():
        assert sizes_here() == [225, 256, 217, 271, 231, Y, 250, 256, 361, "hex: size 20; expected 1 to 19"]
        with pytest.raises(ValueError, match="mnk: 1x300 field; rows and columns are 1 to 250, points at most 400"):
            GAMES["mnk"].setup((1, 300, 3))
    assert sizes_here() == small
    micropython = Path(sys.executable).parent / "micropython"
    if not micropython.exists():
        pytest.skip("no unix MicroPython beside this Python; it comes with the extra [test]")
    done = subprocess.run([micropython, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.stdout.splitlines() == [str(each) for each in small], done.stderr


@pytest.mark.parametrize("name, size, number", [("hex", 16, 4), ("hex", 19, 4), ("havannah", 10, 2)])
def test_random_games_end_as_sets_say_and_undo_restores_every_byte(large, name, size, number):
    check_random_games(name, size, number)


def test_random_games_of_five_in_a_row_end_as_the_rows_say(large):
    random, oracle = Random(19), Oracle(mnk(19, 19, 5))
    for _ in range(4):
        position = GAMES["mnk"].setup((19, 19, 5))
        for point in random.sample(range(361), 361):
            assert position.play(point)
            assert position.winner == oracle.winner(tuple(position.cells))
            if position.winner:
                break
        marks = bytearray(361)
        position.winning_points(marks)
        assert oracle.is_what_won(tuple(position.cells), {at for at in range(361) if marks[at]})
        while position.undo() >= 0:
            pass
        assert not any(position.cells) and position.stones == 0


@pytest.mark.parametrize("name, size", LARGE)
def test_every_point_has_a_name_and_takes_a_stone_that_can_be_taken_back(large, name, size):
    position = GAMES[name].setup(size)
    points = position.points
    names = [point_name(position.field, point) for point in range(points)]
    assert len(set(names)) == points > 250
    assert [parse_point(position.field, each.upper()) for each in names] == list(range(points))
    for first, second in ((points - 1, 250), (251, points - 2)):
        assert position.play(first) and position.play(second) and not position.play(first)
        assert list(position.history[:2]) == [first, second] and position.last_stone() == second
        assert (position.undo(), position.undo(), position.undo()) == (second, first, -1)
    assert perft(position, 2) == points * (points - 1)


@pytest.mark.parametrize("name, size", LARGE[1:])
def test_positions_are_set_up_handed_over_and_copied(large, name, size):
    position = place(GAMES[name].setup(size), {0: 1, 254: 2, 255: 1, 256: 2, 270: 1}, 2)
    other = handed(position, 1)
    assert (other.to_move, other.cells) == (1, position.cells)
    assert other.play(253) and other.play(257)
    copy = other.fresh()
    copy.become(other)
    assert (copy.cells, copy.to_move, list(copy.history[:2])) == (other.cells, 1, [253, 257])


def test_one_group_may_fill_the_field(large):
    for name, size in LARGE[:3]:
        points = GAMES[name].setup(size).points
        position = place(GAMES[name].setup(size), dict.fromkeys(range(points), 1), 2)
        assert (position.winner, position.counts[position.group(0)], position.stones) == (1, points, points)


def test_a_first_stone_of_hex_is_taken_over_anywhere(large):
    position = GAMES["hex"].setup((19,))
    position.swap_rule = True
    for point, column, row in ((360, 0, 0), (0, 18, 18), (300, 3, 3), (18, 18, 18)):
        x, y = position.field.columns[point], position.field.rows[point]
        assert position.play(point) and position.play(position.swap)
        there = position.last_stone()
        assert (position.field.columns[there], position.field.rows[there]) == (18 - y, 18 - x)
        assert position.undo() == position.swap and position.undo() == point and not any(position.cells)


OWN = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
GAME = Game("large", "Large.", setup=lambda: Lines(square(16, 16), 2, [[0, 255]]).position())
"""


def test_a_game_of_ones_own_has_the_points_of_the_device_everywhere(large, tmp_path):
    path = tmp_path / "large.py"
    path.write_text(OWN)
    with pytest.raises(ValueError, match=r"field: 256 points; a game has 1 to 250"):
        game_to_play(path)
    path.write_text(OWN.replace("square(16, 16)", "square(10, 25)").replace("255", "249"))
    assert game_to_play(path).name == "large"
