"""Fields of more than 250 points, where a point takes two bytes: on a computer only, and only in games of Glowgrid.

test_groups.py and test_games.py play them against the same games as sets.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from deadline import DEADLINE_S

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.view import check_fit
from glowgrid.games import discover
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.placed import handed, place
from glowgrid.rules.position import perft
from host_sim.user_games.watch import game_to_play

REPO = Path(__file__).resolve().parents[2]
GAMES = {game.name: game for game in discover()[0]}
LARGE = [("hex", (16,)), ("hex", (19,)), ("havannah", (10,)), ("mnk", (19, 19, 5)), ("mnk", (1, 300, 3))]
SIZES = [("hex", 15), ("hex", 16), ("havannah", 9), ("havannah", 10), ("y", 21), ("y", 22), ("mnk", 10, 25, 5)]
SIZES += [("mnk", 16, 16, 5), ("hex", 19), ("hex", 20)]
PROGRAM = f"""
import sys
sys.path[:0] = ["firmware", "."]
if sys.implementation.name != "micropython":
    import host_sim
from glowgrid.games import discover
games = {{game.name: game for game in discover()[0]}}
for name, *size in {SIZES}:
    try:
        print(games[name].setup(size).points)
    except ValueError as error:
        print(error)
"""
HAVANNAH, Y = "havannah: size 10; expected 1 to 9", "y: size 22; expected 1 to 21"
MNK = "mnk: 16x16 field; rows and columns are at least 1, points at most 250"


def sizes_of(python):
    done = subprocess.run([python, "-c", PROGRAM], cwd=REPO, capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_computer_has_larger_fields_than_the_device_and_each_says_its_own_limits():
    said = sizes_of(sys.executable)
    assert said[:5] == ["225", "256", "217", "271", "231"] and said[6:9] == ["250", "256", "361"]
    assert (said[5], said[9]) == (Y, "hex: size 20; expected 1 to 19")
    micropython = Path(sys.executable).parent / "micropython"
    if not micropython.exists():
        pytest.skip("no unix MicroPython beside this Python; it comes with the extra [test]")
    hex = [f"hex: size {size}; expected 1 to 15" for size in (16, 19, 20)]
    assert sizes_of(micropython) == ["225", hex[0], "217", HAVANNAH, "231", Y, "250", MNK, *hex[1:]]


@pytest.mark.parametrize("name, size", LARGE)
def test_every_point_has_a_name_and_takes_a_stone_that_can_be_taken_back(name, size):
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


@pytest.mark.parametrize("name, size", LARGE[1:-1])
def test_positions_are_set_up_handed_over_and_copied(name, size):
    position = place(GAMES[name].setup(size), {0: 1, 254: 2, 255: 1, 256: 2, 270: 1}, 2)
    other = handed(position, 1)
    assert (other.to_move, other.cells) == (1, position.cells)
    assert other.play(253) and other.play(257)
    copy = other.fresh()
    copy.become(other)
    assert (copy.cells, copy.to_move, list(copy.history[:2])) == (other.cells, 1, [253, 257])


def test_a_first_stone_of_hex_is_taken_over_anywhere():
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


def test_a_game_of_ones_own_has_the_points_of_the_device(tmp_path):
    path = tmp_path / "large.py"
    path.write_text(OWN)
    with pytest.raises(ValueError, match=r"field: 256 points; a game has 1 to 250"):
        game_to_play(path)
    path.write_text(OWN.replace("square(16, 16)", "square(10, 25)").replace("255", "249"))
    assert game_to_play(path).name == "large"


def test_the_console_refuses_a_large_field_even_on_lights_that_could_show_it():
    field = GAMES["hex"].setup((16,)).field
    with pytest.raises(ValueError) as error:
        check_fit(field, 32, 32)
    assert str(error.value) == "a field of 256 points; the console has 250 at most"
    with pytest.raises(ValueError) as error:
        check_fit(field, 8, 8)
    assert str(error.value) == "a 16x16 field does not fit 8x8 LEDs"
