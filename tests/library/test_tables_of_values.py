"""`glowgrid values`: the rows against plain play, the formal definitions, the solver; files, cuts, what is refused."""

import json
import random
import signal
import time
from collections import Counter
from pathlib import Path

import command_lines
import pytest
import source
from deadline import DEADLINE_S

import glowgrid
from host_sim.cli.errors import Refused
from host_sim.tables import columns
from host_sim.tables.asked import Asked, about, part_of, table_of
from host_sim.tables.parts import Parts
from host_sim.tables.progress import Estimate
from host_sim.theory.formal import backward, played

SMALL = [("tic-tac-toe", ()), ("hex", (3,)), ("havannah", (2,)), ("fano", ()), ("y", (3,)), ("mnk", (2, 4, 3))]
PLAYED = "game, size", SMALL


def rows_of(game, size, **sample):
    """Return the rows of a table as dictionaries."""
    asked = Asked(game, size, **sample)
    parts = range(len(table_of(asked).work()))
    return [dict(zip(columns.COLUMNS, row, strict=True)) for number in parts for row in table_of(asked).rows(number)]


def position_of(game, size, row):
    """Return the glowgrid.Position of a row, as README.md says how."""
    numbers = ",".join(map(str, size))
    return glowgrid.parse(f"{game} {numbers}: {row['position']}, {row['to_move']} to move")


def reached_by_play(game, size):
    """Return {stones: (ply, to_move, winner, plies, best, optimal)} by playing every game, without the table's code."""
    position, found = glowgrid.game(game, *size).start(), {}

    def visit():
        stones = frozenset(position.stones.items())
        if stones not in found:
            outcomes = {}
            for move in position.legal_moves():
                position.play(move)
                outcomes[move] = visit()
                position.undo()
            found[stones] = (len(position.history), position.to_move, *judged(position, outcomes))
        return found[stones][2:4]

    visit()
    return found


def judged(position, outcomes):
    """Return (winner, plies, best, optimal) of a position with these outcomes, (winner, plies), of its moves."""
    if position.is_over():
        return position.winner, 0, set(), set()
    rank = {position.to_move: 2, glowgrid.DRAW: 1}
    winner = max((winner for winner, _ in outcomes.values()), key=lambda winner: rank.get(winner, 0))
    best = {move for move in outcomes if outcomes[move][0] == winner}
    lengths = [outcomes[move][1] for move in best]
    if winner == glowgrid.DRAW:
        return winner, None, best, best
    length = min(lengths) if winner == position.to_move else max(lengths)
    return winner, length + 1, best, {move for move in best if outcomes[move][1] == length}


@pytest.mark.parametrize(*PLAYED)
def test_rows_are_all_positions_that_play_reaches_each_with_its_value(game, size):
    expected, rows = reached_by_play(game, size), rows_of(game, size)
    plies = Counter()
    for row in rows:
        position = position_of(game, size, row)
        best, optimal = set(row["best"].split()), set(row["optimal"].split())
        said = row["ply"], row["to_move"], row["winner"], row["plies"], best, optimal
        assert said == expected[frozenset(position.stones.items())], row
        assert position.text().split(": ")[1].startswith(row["position"])
        plies[row["ply"]] += row["count"]
    assert plies == Counter(ply for ply, *_ in expected.values())


@pytest.mark.parametrize(*PLAYED)
def test_rows_and_their_images_are_the_positions_each_once(game, size):
    symmetries = about(Asked(game, size))["symmetries"]
    names, met = about(Asked(game, size))["points"], set()
    for row in rows_of(game, size):
        stones = position_of(game, size, row).stones
        turned = [dict(zip(names, images, strict=True)) for images in [names, *symmetries]]
        images = {frozenset((image[name], side) for name, side in stones.items()) for image in turned}
        assert len(images) == row["count"] and met.isdisjoint(images), row
        met |= images
    assert met == reached_by_play(game, size).keys()


def test_known_numbers_of_positions():
    rows = rows_of("tic-tac-toe", ())
    assert (len(rows), sum(row["count"] for row in rows)) == (765, 5478)
    over = [row for row in rows if row["plies"] == 0]
    assert (len(over), sum(row["count"] for row in over)) == (138, 958)
    assert len(about(Asked("tic-tac-toe", ()))["symmetries"]) == 7 and len(about(Asked("hex", (3,)))["symmetries"]) == 1


@pytest.mark.parametrize("game, size", [("tic-tac-toe", ()), ("havannah", (2,)), ("hex", (2,))])
def test_winners_are_those_of_the_formal_definition(game, size):
    found = played.listed(glowgrid.game(game, *size).start().core, lambda moves, *_: moves)
    formal = backward.values(played.abstract_of(found))
    rows = rows_of(game, size)
    for row in rows:
        position = position_of(game, size, row)
        key = bytes(position.core.cells), position.to_move, row["ply"], ()
        assert formal[key] == {1: 1, 0: 0, 2: -1}[row["winner"]], row
    assert sum(row["count"] for row in rows) == len(formal)


def agrees_with_solver(game, size, row):
    """Return whether what `glowgrid.solve` proves of a position is what the row says; AssertionError if not."""
    answer = glowgrid.solve(position_of(game, size, row), nodes=300_000)
    assert answer.winner in (None, row["winner"]) and answer.plies in (None, row["plies"]), row
    if answer.winner is not None and not answer.published:
        assert set(answer.best) <= set(row["best"].split()), row
    return answer.winner is not None


@pytest.mark.parametrize(
    "game, size, samples",
    [
        ("hex", (3,), 30),
        ("mnk", (4, 3, 3), 30),
        pytest.param("hex", (4,), 10_000, marks=pytest.mark.long),
        pytest.param("mnk", (4, 4, 3), 3_000, marks=pytest.mark.long),
    ],
)
def test_values_are_those_of_the_solver(game, size, samples):
    asked, draw = Asked(game, size), random.Random(1)
    work = table_of(asked).work()
    parts = [number for number, each in enumerate(work) for _ in range(1)]
    chosen = Counter(draw.choices(parts, work, k=samples))
    proven = 0
    for number, count in chosen.items():
        rows = [dict(zip(columns.COLUMNS, row, strict=True)) for row in table_of(asked).rows(number)]
        proven += sum(agrees_with_solver(game, size, draw.choice(rows)) for _ in range(count) if rows)
    assert proven > 0.9 * samples
