"""The check of one game file: that its game keeps the contract of rules/position.py.

A game file may state known facts; a Python file for each size, a data file for its only size:

    TESTS = {(3,): {"perft": (9, 72, 504), "example": "a1 b2 b1 a2 a3 c2 = 2 edges"}}

perft: the number of sequences of 1, 2, 3 ... moves. example: a game and how it ends: who wins by what, or `draw`.
"""

import re
from pathlib import Path

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import FOLDER, discover
from glowgrid.rules.trial import shown
from host_sim.cli.errors import ToolError
from host_sim.own_games.load import data_game, line_of, load_game
from host_sim.text.json_text import parsed

from .contract import Raised, check


def check_file(file, fault, games, seed, passed):
    """Return the line for a game that keeps its contract; else ToolError, in one line.

    fault: what its trial has found, or "". passed() is called after each step.
    """
    game, tests = load(file)
    if fault and re.match(r"\w+ is ", fault.removeprefix(f"{file}: ")):  # an argument of Game(...)
        raise ToolError(fault)
    check_name(file, game)
    try:
        for size in [*game.sizes, *(size for size in tests if size not in game.sizes)]:
            check(game, size, tests.get(size, {}), games, seed, file, passed)
    except Raised as error:
        raise ToolError(fault or str(error)) from None  # the trial names what was called, and the line in the file
    if fault:  # the Pico's memory, and what only screens use
        raise ToolError(fault)
    family = game.family(game.setup())
    engine = family if family == "minimax" else f"the engines for {family}"
    sizes = f" of each of {len(game.sizes)} sizes" if len(game.sizes) > 1 else ""
    return f"{game.name}: {games} random games{sizes}, and games of {engine}: all is well"


def load(path):
    """Return (game, tests) of a file, tests by size; ToolError, in one line, if it holds none."""
    path = Path(path)
    if path.suffix == ".json":
        try:
            game = data_game(path)
        except ValueError as error:
            raise ToolError(str(error)) from None
        data = parsed(path.read_bytes())[1]
        return game, {(): {key: data[key] for key in ("perft", "example") if key in data}}
    if path.suffix != ".py":
        what = "its name ends neither in .py nor in .json" if path.is_file() else "not a file"
        raise ToolError(f"{path}: {what}; give the path of a game in Python (.py) or of a data file (.json)")
    try:
        game, module = load_game(path)
    except ValueError as error:
        raise ToolError(str(error)) from None
    check_sizes(path, game)
    tests = getattr(module, "TESTS", {})
    check_tests(path, tests)
    return game, tests


def check_sizes(path, game):
    """Raise ToolError unless a game in Python has sizes, each a tuple of whole numbers."""
    sizes = game.sizes
    if isinstance(sizes, (tuple, list)) and sizes and all(_is_size(size) for size in sizes):
        return
    raise ToolError(
        f"{path}: sizes is {sizes!r} ({path.name}, line {line_of(path, 'GAME')}); it is a tuple of tuples, such as "
        "((3,), (4,)); a game of only one size has sizes=((),)"
    )


def check_tests(path, tests):
    """Raise ToolError unless the TESTS of a game in Python are known facts by size."""
    if isinstance(tests, dict) and all(_is_size(size) and _are_facts(facts) for size, facts in tests.items()):
        return
    raise ToolError(
        f"{path}: TESTS is {shown(tests)} ({path.name}, line {line_of(path, 'TESTS')}); it has known facts by size, "
        'such as {(3,): {"perft": (9, 72, 504), "example": "a1 b2 = draw"}}'
    )


def _is_size(size):
    return isinstance(size, tuple) and all(isinstance(number, int) for number in size)


def _are_facts(facts):
    if not isinstance(facts, dict):
        return False
    counts = facts.get("perft", ())
    well = isinstance(counts, (tuple, list)) and all(isinstance(number, int) for number in counts)
    return well and isinstance(facts.get("example", ""), str)


def check_name(path, game):
    """Raise ToolError if another game has the name: the menu would show only one of them."""
    place = Path(FOLDER) / path.name
    games, errors = discover()
    if place.is_file() and place.samefile(path):
        clashes = [error for error in errors if error.startswith(f"{FOLDER}/{path.name}: another game")]
    else:  # a file that will be added there, or replace one
        clash = game.name in [other.name for other in games] and not place.is_file()
        clashes = [f"{path}: another game is already named {game.name}"] if clash else []
    if clashes:
        raise ToolError(f"{clashes[0]}; choose another name")
