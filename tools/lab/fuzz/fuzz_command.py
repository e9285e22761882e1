"""`python -m tools.lab fuzz WHAT --seed S --runs N`: feed random input to its readers, and compare with a model.

A failure is reduced and written to tests/data/fuzz.jsonl, and tests/tools/test_fuzz.py repeats it from then on; its
line says how. The same seed gives the same cases: case number N of a seed is made from "SEED N".
"""

import contextlib
import functools
import io
import json
import random
from typing import Annotated

import typer

from host_sim.errors import ToolError

from ... import output
from ...paths import ROOT
from . import TARGETS, target
from .shrink import shrunk

CASES = ROOT / "tests" / "data" / "fuzz.jsonl"


def command(
    what: Annotated[str, typer.Argument(help=f"One of {', '.join(TARGETS)}, or all.")],
    seed: Annotated[int, typer.Option(help="Seed of the cases.")] = 1,
    runs: Annotated[int, typer.Option(min=1, help="Cases of each target.")] = 1000,
):
    """Feed random input to its readers; compare the results with a model."""
    if what not in (*TARGETS, "all"):
        raise ToolError(f"{what}: no such target; there are {', '.join(TARGETS)}, all")
    console = output.console()
    for name in TARGETS if what == "all" else (what,):
        with output.progress(output.console(stderr=True)) as progress:
            task = progress.add_task(name, total=runs)
            found = failure(name, seed, runs, functools.partial(progress.advance, task))
        if found:
            number, case, why = found
            with CASES.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"what": name, "case": case}) + "\n")
            raise ToolError(f"{name}: case {number} of seed {seed} fails: {why}; reduced in {CASES}")
        console.print(f"{name}: {runs} cases of seed {seed}, all agree with the model")


def failure(name, seed, runs, done=lambda: None):
    """Return (number, reduced case, why) of the first case that fails; None if all pass."""
    fuzzed = target(name)
    for number in range(runs):
        case = fuzzed.make(random.Random(f"{seed} {number}"))
        why = wrong(fuzzed, case)
        if why:
            small = shrunk(case, functools.partial(_fails_alike, fuzzed, why))
            return number, small, wrong(fuzzed, small)
        done()
    return None


def _fails_alike(fuzzed, why, case):
    """Return whether a case raises the kind of error described by `why`."""
    return (wrong(fuzzed, case) or "").partition(":")[0] == why.partition(":")[0]


def wrong(fuzzed, case):
    """Return what is wrong with a case, in words; None if it passes."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # hide what the console prints
            fuzzed.check(case)
    except Exception as error:  # no error should have been raised
        return f"{type(error).__name__}: {str(error)[:300]}"
    return None
