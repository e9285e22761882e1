"""A puzzle as one line of text: `hex 5: a4 c1 / b2 d3, 2 to move; wins in 5; grade 2`.

It is the line of a position (text/position_line.py), then in how many plies the side to move wins, and how hard it
is. Lines that begin with # are remarks.
"""

import re
from typing import NamedTuple

from glowgrid.games import discover
from glowgrid.rules.game import Game
from glowgrid.rules.position import Position

from ...text.placed_text import check_plies, parts_of
from ...text.position_line import placed_as, position_line
from ...text.text_file import file_bytes, plain_text

_MORE = re.compile(r"\s*wins in (\d{1,3})\s*(?:;\s*grade (\d{1,2})\s*)?$")


class Puzzle(NamedTuple):
    """A puzzle: the position, with the side to move that is to win in `plies`; grade 1 is the easiest."""

    game: Game
    size: tuple
    position: Position
    plies: int
    grade: int

    def line(self):
        return f"{position_line(self.game, self.size, self.position)}; wins in {self.plies}; grade {self.grade}"


def parse(line):
    """Return the Puzzle on a line; ValueError in one line."""
    stones, _, more = line.partition(";")
    name, size, text = parts_of(stones)
    found = _MORE.match(more)
    game = next((game for game in discover()[0] if game.name == name), None)
    if not found or not game:
        raise ValueError(f"no game {name}" if found else "expected '; wins in 5; grade 2' after the position")
    check_plies(int(found[1]))
    size = size or game.sizes[0]
    return Puzzle(game, size, placed_as(text, game, size), int(found[1]), int(found[2] or 1))


def read(path):
    """Return the puzzles of a file; ValueError in one line (file, line, what)."""
    puzzles = []
    for number, line in enumerate(plain_text(file_bytes(path)).splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                puzzles.append(parse(line))
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
    return puzzles
