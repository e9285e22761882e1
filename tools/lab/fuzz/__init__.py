"""Fuzzers: random input for everything that reads some, each with a model that says what should have happened.

A target is a module here with

    make(random)   a case: what is fed in, as JSON can hold it
    check(case)    feed it in; raise Wrong, or anything, if what happens is not what the model says

Another target needs its module and its name in TARGETS.
"""

import importlib

TARGETS = (
    *("keylog", "gtp", "boards", "games", "saves", "keys", "flash", "uf2", "sgf", "answers", "leftovers", "own_games"),
)


class Wrong(Exception):
    """What happened is not what the model says."""


def target(name):
    """Return the module of a target."""
    return importlib.import_module(f"{__name__}.{name}")


def must(holds, *said):
    """Raise Wrong unless it holds."""
    if not holds:
        raise Wrong(" ".join(map(str, said)))


def must_be_a_line(error):
    """Raise Wrong unless an error is told in one line, with words."""
    text = str(error)
    must(text.strip() and "\n" not in text, "not one line:", repr(text))
