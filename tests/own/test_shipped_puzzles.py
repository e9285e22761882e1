"""Each puzzle that ships has exactly one move that wins, say judges that share no code with the firmware."""

import re
from functools import lru_cache
from random import Random

import pytest
from command_lines import run
from support.judges import groups, lines

from host_sim.own.puzzles.puzzle_line import read
from tools.paths import FIRMWARE

FILES = sorted((FIRMWARE / "glowgrid" / "games" / "puzzles").glob("*.txt"))
LINE = re.compile(r"([\w-]+)(?: ([\d,]+))?: ([^/]+) / ([^,]+), ([12]) to move; wins in (\d+); grade \d+")
MADE = re.compile(r"# (puzzles make .*): exactly one move wins")
SAMPLE = 3  # puzzles of each file, in the gate


def puzzles_of(path):
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def commands_in(text):
    """Return the words of the commands that made a file."""
    found = [MADE.fullmatch(line) for line in text.splitlines() if line.startswith("#")]
    return [each[1].split() for each in found if each]


@lru_cache
def judge_of(name, size):
    """Return (judge, its places as names in its order)."""
    if name in ("hex", "havannah", "y"):
        named = [f"{chr(97 + x)}{y + 1}" for x, y in groups.places(name, *size)]
        return groups.Judge(name, *size), named
    rows, columns, k = size or (3, 3, 3)
    named = [f"{chr(97 + column)}{row + 1}" for row in range(rows) for column in range(columns)]
    return lines.Two(rows, columns, k), named


def winning_moves(line):
    """Return (points with which the side to move wins, in how many plies or None, what the line says)."""
    found = LINE.fullmatch(line)
    assert found, line
    name, size, first, second, side, plies = found.groups()
    judge, named = judge_of(name, tuple(map(int, size.split(","))) if size else ())
    stones = [sum(1 << named.index(point) for point in text.split()) for text in (first, second)]
    side = int(side)
    mine, other = stones[side - 1], stones[2 - side]
    if isinstance(judge, lines.Two):
        found = {named[point]: soon for point, (value, soon) in judge.values(mine, other).items() if value == 1}
    else:
        free = [point for point in range(len(named)) if not (mine | other) >> point & 1]
        found = {named[point]: None for point in free if judge.after(mine, other, point, side) == 1}
    return found, int(plies)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some", "all"])
@pytest.mark.sample(2)
def test_exactly_one_move_wins(path, all_of_them):
    puzzles = puzzles_of(path)
    for line in puzzles if all_of_them else Random(path.stem).sample(puzzles, SAMPLE):
        found, plies = winning_moves(line)
        assert len(found) == 1 and set(found.values()) <= {plies, None}, (line, found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_can_be_read_and_names_the_game_of_its_file(path):
    puzzles = read(path)
    assert 15 <= len(puzzles) <= 30
    assert {puzzle.game.name.replace("-", "_") for puzzle in puzzles} == {path.stem}
    assert len({puzzle.line() for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.line() for puzzle in puzzles] == puzzles_of(path)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_commands_in_the_remarks_make_the_file_again(path):
    text = path.read_text()
    assert "".join(run("host_sim", *words).stdout for words in commands_in(text)) == text
