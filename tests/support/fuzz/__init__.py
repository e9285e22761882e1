"""Fuzzers: random input for everything that reads input, each with a model that predicts the result.

A target is a module here with

    make(random)   a case: the input, as JSON values
    check(case)    feed it in; raise Wrong, or anything, if the result differs from the model

To add a target, add its module and its name in TARGETS. Hypothesis draws `random`, so it reduces what fails.
"""

import contextlib
import importlib
import io
import json

from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import seed as seeded
from hypothesis.strategies import randoms

TARGETS = "keylog", "gtp", "boards", "games", "saves", "uf2", "sgf", "answers", "own_games"


class Wrong(Exception):
    """The result differs from the model."""


def target(name):
    """Return the module of a target."""
    return importlib.import_module(f"{__name__}.{name}")


def run(name, seed, cases):
    """Check random cases of a target. The same seed gives the same cases; a failing one is printed, reduced."""

    @seeded(seed)
    @settings(
        max_examples=cases,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[*HealthCheck],
    )
    @given(randoms(use_true_random=False))
    def each(random):
        case = target(name).make(random)
        note(json.dumps({"what": name, "case": case}))
        with contextlib.redirect_stdout(io.StringIO()):  # hide what the console prints
            target(name).check(case)

    each()


def must(holds, *said):
    """Raise Wrong unless the condition holds."""
    if not holds:
        raise Wrong(" ".join(map(str, said)))


def must_be_a_line(error):
    """Raise Wrong unless the message of an error is one line, with words."""
    text = str(error)
    must(text.strip() and "\n" not in text, "not one line:", repr(text))
