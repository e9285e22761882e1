"""Cases of `parametrize` that only the night runs."""

import pytest


def long(*case, id=None):
    return pytest.param(*case, marks=pytest.mark.long, id=id)


def by_day(cases, *few):
    """Return cases, all but a few of them long."""
    return [case if case in few else long(*case) if isinstance(case, tuple) else long(case) for case in cases]
