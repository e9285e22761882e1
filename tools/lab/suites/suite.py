"""What a suite is, and its file: positions by number of stones whose value is easily lost.

A suite has equally many positions of each band, and of each number of stones in a band. The side to move does not
lose, and at most half of its moves keep the value. drawing.py says how they are chosen.

A file has comments, then one line for each position: the moves that lead to it, a colon, its value for the side to
move, the moves that keep it. The moves are in the order of play.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.game import size_name
from glowgrid.rules.notation import parse_point, point_name
from host_sim.cli.errors import ToolError

from ...paths import ROOT

FOLDER = ROOT / "tests" / "data" / "suites"
SEED = 1
VALUES = {1: "win", 0: "draw"}


class Case(NamedTuple):
    """A position: its moves from the empty field, its value for the side to move, and the moves that keep it."""

    moves: list
    value: int  # 1 a win, 0 a draw
    keeps: list


class Suite(NamedTuple):
    """What a suite has, and how it is made."""

    name: str  # of the game
    size: tuple
    bands: tuple  # (fewest stones, most) of each
    each: int  # positions of a band
    source: str  # what finds the values: a key of drawing.SOURCES, or a "judge" of the tests

    @property
    def title(self):
        return f"{self.name} {size_name(self.size)}"

    @property
    def game(self):
        return next(game for game in discover()[0] if game.name == self.name)

    @property
    def path(self):
        return FOLDER / f"{self.name}_{'x'.join(map(str, self.size))}.txt"

    @property
    def positions(self):
        return self.each * len(self.bands)

    def quotas(self, band):
        """Return {number of stones: how many positions of the band have it}."""
        stones = range(band[0], band[1] + 1)
        return {each: self.each // len(stones) + (i < self.each % len(stones)) for i, each in enumerate(stones)}


SUITES = (
    Suite("hex", (5,), ((2, 4), (5, 7), (8, 11), (12, 16)), 25, "exact"),
    Suite("hex", (6,), ((2, 5), (6, 10), (11, 16), (17, 24)), 100, "exact"),
    Suite("hex", (7,), ((2, 6), (7, 9), (10, 14), (15, 20), (21, 32)), 60, "exact"),
    Suite("havannah", (3,), ((2, 4), (5, 7), (8, 10), (11, 13)), 25, "engine"),
    Suite("havannah", (4,), ((20, 21), (22, 23), (24, 26), (27, 29)), 25, "engine"),
    Suite("y", (5,), ((2, 3), (4, 5), (6, 7), (8, 9)), 25, "engine"),
    Suite("y", (6,), ((4, 6), (7, 9), (10, 12), (13, 15)), 25, "judge"),
    Suite("mnk", (5, 5, 4), ((2, 4), (5, 8), (9, 12), (13, 16)), 25, "engine"),
    Suite("mnk", (6, 6, 5), ((10, 13), (14, 17), (18, 21), (22, 26)), 25, "engine"),
)


def suite_of(name, size):
    """Return the Suite of a game and a size, as typed: "hex", "7". Raises ToolError."""
    found = next((each for each in SUITES if each.title == f"{name} {size}"), None)
    if found is None:
        raise ToolError(f"no suite of {name} {size}; expected {', '.join(each.title for each in SUITES)}")
    return found


def text_of(suite, cases, drawn, seed=SEED):
    """Return the text of a suite's file. drawn: how many positions were drawn for each band."""
    bands = [f"{low} to {high} of {count:,}" for (low, high), count in zip(suite.bands, drawn, strict=True)]
    lines = [
        f"# Positions of {suite.title} whose value is easily lost; `python -m tools.lab suite make "
        f"{suite.name} {size_name(suite.size)}` makes this file.",
        "# A line: moves, a colon, the value for the side to move, the moves that keep it: at most half of them.",
        f"# Drawn by random moves from the empty field, seed {seed}. {suite.each} positions of each band; bands by "
        f"stones, and how many were drawn: {', '.join(bands)}.",
    ]
    if suite.bands[0][0] > 2:
        lines.append(f"# Positions with fewer than {suite.bands[0][0]} stones would take too long to make.")
    lines += [line_of(suite, case) for case in cases]
    return "\n".join(lines) + "\n"


def line_of(suite, case):
    """Return the line of a position."""
    return f"{names(suite, case.moves)} : {VALUES[case.value]} {names(suite, case.keeps)}"


def names(suite, points):
    """Return points as people write them."""
    field = suite.game.setup(suite.size).field
    return " ".join(point_name(field, point) for point in points)


def read(suite, path=None):
    """Return the Cases of a suite, from its own file or another. Raises ToolError if it is absent or a line invalid."""
    path = path or suite.path
    if path.is_dir():
        raise ToolError(f"{path} is a folder; name a file")
    if not path.is_file():
        raise ToolError(f"{path}: no such suite; `python -m tools.lab suite make` makes it")
    cases, position = [], suite.game.setup(suite.size)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.startswith("#"):
            case = _case(position, line)
            if case is None:
                raise ToolError(f"{path} line {number}: expected moves, a colon, win or draw, the moves that keep it")
            if not any(low <= len(case.moves) <= high for low, high in suite.bands):
                raise ToolError(f"{path} line {number}: {len(case.moves)} stones are in no band of {suite.title}")
            cases.append(case)
    return cases


def _case(position, line):
    """Return the Case of a line, None if it is invalid."""
    while position.undo() >= 0:
        pass
    before, _, after = line.partition(":")
    value, *names = after.split() or [""]
    moves, keeps = ([parse_point(position.field, name) for name in part] for part in (before.split(), names))
    value = next((number for number, text in VALUES.items() if text == value), None)
    if value is None or not keeps or min(moves + keeps) < 0:
        return None
    if not all(position.play(point) for point in moves) or not all(map(position.is_legal, keeps)):
        return None
    return Case(moves, value, keeps)


def about(suite, path=None):
    """Return a suite as parameters of a job, for `asked`."""
    positions = _digest(read(suite, path))
    return {"name": suite.name, "size": size_name(suite.size), "file": path and str(path), "positions": positions}


def asked(parameters):
    """Return (Suite, its Cases) of a job's parameters. Raises ToolError where the file is another one."""
    suite, file = suite_of(parameters["name"], parameters["size"]), parameters["file"]
    cases = read(suite, Path(file) if file else None)
    if _digest(cases) != parameters["positions"]:
        raise ToolError(f"{file or suite.path} is not the file of this job: check out the same commit")
    return suite, cases


def _digest(cases):
    """Return eight hexadecimal digits: other positions have others."""
    return hashlib.sha256(repr([tuple(case) for case in cases]).encode()).hexdigest()[:8]


def by_band(suite, cases, each=None):
    """Return for each band the numbers of its positions; at most `each` of them, from all parts of the band."""
    found = [[i for i, case in enumerate(cases) if low <= len(case.moves) <= high] for low, high in suite.bands]
    return [spread(numbers, each) for numbers in found]


def spread(items, most):
    """Return at most this many items (None: all), at equal distances."""
    if most is None or len(items) <= most:
        return items
    return [items[i * len(items) // most] for i in range(most)]
