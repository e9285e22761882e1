"""Random positions of all kinds of games, and what is wrong with an engine's answers to them.

Judges that share no code with the engine decide what is right: judges/.
"""

from functools import cache
from random import Random
from typing import Any

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search import DRAWN
from host_sim.engine.engine_program import set_up

from .judges.groups import Judge
from .judges.lines import Three, Two

# Game, size, fewest plies played, so that the judge takes a fraction of a second.
KINDS = (
    ("mnk", (3, 3, 3), 0),
    ("mnk", (3, 4, 3), 0),
    ("mnk", (2, 6, 3), 0),
    ("mnk", (1, 9, 4), 0),
    ("mnk", (4, 4, 2), 0),
    ("mnk", (4, 4, 3), 4),
    ("mnk", (4, 4, 4), 6),
    ("mnk", (5, 4, 4), 9),
    ("mnk", (5, 5, 3), 13),
    ("mnk", (5, 5, 4), 14),
    ("mnk", (5, 5, 5), 13),
    ("mnk", (6, 6, 4), 25),
    ("mnk", (7, 7, 5), 38),
    ("three-player", (), 8),
    ("three", (3, 3, 3), 1),
    ("three", (3, 4, 3), 4),
    ("three", (3, 5, 4), 7),
    ("three", (2, 5, 2), 2),
    ("hex", (3,), 0),
    ("hex", (4,), 4),
    ("hex", (5,), 14),
    ("hex", (6,), 26),
    ("y", (4,), 0),
    ("y", (5,), 4),
    ("havannah", (2,), 0),
    ("havannah", (3,), 8),
)


def cases(number, seed):
    """Return `number` random positions, equally many of each kind, in turn: (game, size, moves)."""
    random = Random(seed)
    for turn in range(number):
        name, size, plies = KINDS[turn * len(KINDS) // number]
        yield name, size, random_moves(name, size, plies, random)


def random_moves(name, size, plies, random):
    """Return the moves of a random game that is not over after `plies` or a few more."""
    while True:
        position, _ = set_up(name, size)
        wanted = random.randint(plies, position.points - 1)
        while position.plies < wanted and not position.is_over():
            position.play(random.choice([p for p in range(position.points) if not position.cells[p]]))
        if not position.is_over():
            return list(position.history[: position.plies])


@cache
def judge_of(name, size) -> Any:
    if name == "mnk":
        return Two(*size)
    if name in ("three", "three-player"):
        return Three(*(size or (4, 4, 3)))
    return Judge(name, *size)


def truth(name, size, moves):
    """Return ({point: its outcome}, {point: the plies to it}, {point: how good it is to play}) of the legal moves.

    Outcomes are as in the engine: a side or DRAWN. Plies are left out if the engine gives none. How good: higher is
    better; with three sides, what the side to move forces against both others.
    """
    judge = judge_of(name, size)
    sides = 3 if isinstance(judge, Three) else 2
    me = len(moves) % sides
    stones = [sum(1 << p for p in moves[side::sides]) for side in range(sides)]
    stones = stones[me:] + stones[:me]
    if isinstance(judge, Three):
        outcomes = {p: (me + seen - 1) % 3 + 1 if seen else DRAWN for p, seen in judge.moves(*stones).items()}
        return outcomes, {}, judge.forced(*stones)
    if name == "mnk":
        values = judge.values(*stones)
        plies = {p: plies for p, (_, plies) in values.items()}
        good = {p: value * (1000 - plies) for p, (value, plies) in values.items()}
    else:
        values = {p: (judge.after(*stones, p, me + 1), 0) for p in range(judge.points) if p not in moves}
        plies, good = {}, {p: value for p, (value, _) in values.items()}
    return {p: (DRAWN, me + 1, 2 - me)[value] for p, (value, _) in values.items()}, plies, good


def faults(name, size, moves, answer):
    """Return (faults in an answer of engine_program.py, as words; the number of moves it leaves open)."""
    w_star, m_hat = answer["w_star"], answer["m_hat"]
    outcomes, plies, good = truth(name, size, moves)
    me = len(moves) % (3 if isinstance(judge_of(name, size), Three) else 2) + 1
    wrong, unknown = [], 0
    for point, outcome in outcomes.items():
        said, within = answer["rows"][point]
        unknown += not said
        if said not in (0, outcome):
            wrong.append(f"outcome {said} of point {point}, which has {outcome}")
        elif said and within and within != plies.get(point, within):
            wrong.append(f"{within} plies to the outcome of point {point}, which takes {plies[point]}")
    ranks = {p: 2 if outcome == me else 1 if outcome == DRAWN else 0 for p, outcome in outcomes.items()}
    held = sorted(p for p in ranks if ranks[p] == max(ranks.values()))
    if w_star and (w_star != outcomes[held[0]] or m_hat != held):
        wrong.append(f"w_star {w_star} by {m_hat}, but it is {outcomes[held[0]]} by {held}")
    if answer["proven"] and good[answer["best"]] != max(good.values()):
        wrong.append(f"plays {answer['best']}, which is not the best")
    return wrong, unknown
