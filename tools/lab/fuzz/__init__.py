"""Fuzzers: random input for everything that reads input, each with a model that predicts the result.

A target is a module here with

    make(random)   a case: the input, as JSON values
    check(case)    feed it in; raise Wrong, or anything, if the result differs from the model

To add a target, add its module and its name in TARGETS.
"""

import importlib

TARGETS = (
    *("keylog", "gtp", "boards", "games", "saves", "keys", "flash", "uf2", "sgf", "answers", "leftovers", "own_games"),
)


class Wrong(Exception):
    """The result differs from the model."""


def target(name):
    """Return the module of a target."""
    return importlib.import_module(f"{__name__}.{name}")


def must(holds, *said):
    """Raise Wrong unless the condition holds."""
    if not holds:
        raise Wrong(" ".join(map(str, said)))


def must_be_a_line(error):
    """Raise Wrong unless the message of an error is one line, with words."""
    text = str(error)
    must(text.strip() and "\n" not in text, "not one line:", repr(text))
