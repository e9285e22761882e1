"""Ask the engine about the positions of a suite: does its move keep the value?

Row n of the job is the engine's answer to the n-th position of the file: [its move, whether it is proven]. Each row
has an engine of its own, so that no position profits from an earlier one.
"""

from pathlib import Path
from typing import NamedTuple

from ..arena.match import CODE as ENGINE_CODE
from ..arena.match import Tally
from ..arena.players import asked as answers
from ..runs.job import job
from .suite import about, asked

CODE = [*ENGINE_CODE, Path(__file__), Path(__file__).with_name("suite.py")]


def answered(parameters, number):
    """Return a row of the job."""
    suite, cases = asked(parameters)
    (answer,) = answers(parameters["player"], suite.game, suite.size, [{"moves": cases[number].moves}])
    return [answer["best"], answer["proven"]]


def job_of(suite, player, path=None):
    """Return the Job for a suite and our engine, as a text of arena/players.py."""
    return job(f"{__name__}:answered", {**about(suite, path), "player": player})


class Result(NamedTuple):
    """How many values the engine keeps."""

    positions: int
    kept: int
    proven: int

    def text(self):
        """Return it in words, with the 95% interval."""
        if not self.positions:
            return "no positions"
        low, high = Tally(2, self.positions, self.kept, 0).interval()
        share = self.kept / self.positions
        return f"{self.kept} of {self.positions}, {share:.1%} ({low:.1%} to {high:.1%})"


def result(cases, found, numbers):
    """Return the Result of some positions; found: {number: row}."""
    kept = sum(found[number][0] in cases[number].keeps for number in numbers)
    return Result(len(numbers), kept, sum(found[number][1] for number in numbers))
