"""Judge the positions of a suite again, without the code that found their values.

What found them (drawing.py) is our own engine or solver, and the judges of tools/lab/judges share no code with it; or
it is such a judge, and plain minimax by the rules of the firmware checks it. Both reach positions with few empty
points only.

Row n of the job is what the judge says of the n-th position of the file: [value, moves that keep it].
"""

import host_sim  # noqa: F401  (makes `glowgrid` importable)

from ...paths import FIRMWARE, ROOT
from ..judges.brute import brute
from ..judges.groups import Joining, Judge
from ..judges.lines import NEVER, Two
from ..runs.job import job
from .drawing import best_of, empty_points, masks
from .suite import VALUES, about, asked, names

LAB = ROOT / "tools" / "lab"
CODE = [
    *(LAB / "judges").glob("*.py"),
    *(path for folder in ("rules", "games") for path in (FIRMWARE / "glowgrid" / folder).glob("*.py")),
    *(LAB / "suites" / f"{name}.py" for name in ("suite", "drawing", "checking")),
]


def judged(parameters, number):
    """Return a row of the job."""
    suite, cases = asked(parameters)
    return list(best_of(judgement(suite, cases[number].moves)))


def judgement(suite, moves):
    """Return {move: its value, 1 a win, 0 a draw, -1 a loss} for the side to move after these moves."""
    position = suite.game.setup(suite.size)
    for point in moves:
        position.play(point)
    return judge_of(suite)[0](suite, position)


def judge_of(suite):
    """Return (the function that judges a position, up to how many empty points it takes some seconds)."""
    if suite.source == "judge":
        return by_minimax, 12
    return {"mnk": (by_lines, 17), "havannah": (by_groups, 15)}.get(suite.name, (by_joining, 20))


def by_joining(suite, position):
    mine, other = masks(position)
    wins = Joining(suite.name, *suite.size).winning(mine, other, position.to_move)
    return {point: 1 if point in wins else -1 for point in empty_points(position)}


def by_groups(suite, position):
    judge, (mine, other) = Judge(suite.name, *suite.size), masks(position)
    return {point: judge.after(mine, other, point, position.to_move) for point in empty_points(position)}


def by_lines(suite, position):
    judge, (mine, other) = Two(*suite.size), masks(position)

    def value(point):
        after = mine | 1 << point
        if judge.wins_at(mine, point) or judge.forces(after, other, False, NEVER):
            return 1
        return -1 if judge.forces(other, after, True, NEVER) else 0

    return {point: value(point) for point in empty_points(position)}


def by_minimax(suite, position):
    known, values, side = {}, {}, position.to_move
    for point in empty_points(position):
        position.play(point)
        winner = brute(position, position.empty, known)[0]
        values[point] = (winner == side) - (winner == 3 - side)
        position.undo()
    return values


def job_of(suite, path=None):
    return job(f"{__name__}:judged", about(suite, path))


def fault(suite, case, row):
    """Return how a position differs from what the judge says of it, "" if it does not."""
    value, keeps = row
    if value != case.value:
        return f"the judge says {VALUES.get(value, 'loss')}"
    wrong, missing = sorted({*case.keeps} - {*keeps}), sorted({*keeps} - {*case.keeps})
    found = [f"{text}: {names(suite, points)}" for text, points in (("loses", wrong), ("keeps", missing)) if points]
    return ", ".join(found)
