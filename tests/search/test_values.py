"""Exact answers of the engine against judges that share no code with it."""

import json
from pathlib import Path

import pytest
from cases import long, needs_unix
from support import values
from support.judges.lines import Two

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.game import size_name
from glowgrid.search import DRAWN
from host_sim.engine.worker import ENGINE_PROGRAM, Worker, engine_command

DATA = Path(__file__).parents[1] / "data" / "values.json"
MOST_POINTS = 16
WORK = {"micropython": 200_000_000, "cpython": 10_000_000}  # units, for all moves
BEST = 20  # a twentieth for the best move alone: with three sides all that is left goes into playouts
LIVE_POINTS = 12  # up to this size the judge recomputes the stored values


def sizes(most=MOST_POINTS):
    """Return every (rows, columns, k) of at most this many points, k no longer than the field."""
    return [(m, n, k) for m in range(1, most + 1) for n in range(1, most // m + 1) for k in range(1, max(m, n) + 1)]


def kept():
    """Return {size as text, rows <= columns: for each opening [the side that wins or 0, plies to it]}."""
    return json.loads(DATA.read_text())


def openings(values, size):
    """Return the kept outcomes of all openings, for a field that may be the mirror image of the kept one."""
    m, n, k = size
    if m <= n:
        return values[size_name(size)]
    turned = values[size_name((n, m, k))]
    return [turned[p % n * m + p // n] for p in range(m * n)]


def kept_faults(values, name, size, moves, answer):
    """As cases.faults, for the empty field, by the kept values."""
    said, w_star, m_hat, best = answer["rows"], answer["w_star"], answer["m_hat"], answer["best"]
    right = [tuple(value) for value in openings(values, size)]
    value = min(right, key=_loss)
    wrong = [
        f"opening {p}: {outcome}, {plies} plies, but it is {right[p]}"
        for p, (outcome, plies) in enumerate(said)
        if outcome and (outcome % DRAWN, plies or right[p][1]) != right[p]
    ]
    held = [p for p, (outcome, _) in enumerate(right) if outcome == value[0]]
    if w_star and (w_star % DRAWN, m_hat) != (value[0], held):
        wrong.append(f"w_star {w_star} by {m_hat}, but it is {value[0]} by {held}")
    if answer["proven"] and right[best] != value:
        wrong.append(f"plays {best}, which is not the best")
    return wrong, sum(not outcome for outcome, _ in said)


def _loss(value):
    """Return the rank of an outcome for side 1: an early win, a draw, a late loss."""
    outcome, plies = value
    return (0, plies) if outcome == 1 else (1, 0) if not outcome else (2, -plies)


def found(size):
    """Return the openings of a size as they are kept, from the judge."""
    values = Two(*size).values(0, 0)
    return [[(0, 1, 2)[value], plies] for value, plies in (values[p] for p in range(size[0] * size[1]))]


def answers(on, asked):
    """Yield the engine's answers to (game, size, moves) with every move searched; best is from a search for a move."""
    worker = Worker(engine_command(ENGINE_PROGRAM, unix=on == "micropython"))
    try:
        for name, size, moves in asked:
            case = {"game": name, "size": size, "moves": moves}
            found = worker.ask(**case, work=WORK[on] // BEST)
            every = worker.ask(**case, work=WORK[on], every=True)
            yield {**every, "best": found["best"], "proven": found["proven"]}
    finally:
        worker.close()


def test_the_stored_values_are_complete_and_match_the_judge():
    stored = kept()
    assert len(stored) == len([size for size in sizes() if size[0] <= size[1]]) == 187
    for size in sizes(LIVE_POINTS):
        if size[0] <= size[1]:
            assert stored[size_name(size)] == found(size), size


@needs_unix
@pytest.mark.parametrize("most", [10, long(MOST_POINTS)])
def test_every_mnk_of_few_points_has_the_stored_values(most):
    stored, asked = kept(), [("mnk", size, []) for size in sizes(most)]
    for (name, size, moves), answer in zip(asked, answers("micropython", asked), strict=True):
        assert kept_faults(stored, name, size, moves, answer) == ([], 0), size


@pytest.mark.parametrize("on", [pytest.param("micropython", marks=needs_unix), long("cpython")])
def test_random_positions_have_no_wrong_value(on, night_seed):
    asked = list(values.cases(len(values.KINDS), night_seed + (on == "cpython")))
    for case, answer in zip(asked, answers(on, asked), strict=True):
        wrong, unknown = values.faults(*case, answer)
        assert not wrong, case
        assert not unknown or on == "cpython", case
