"""Logical time: ms that wrap to zero every 6.2 days, so that a time is always a small integer.

Only `since` may take differences. A time that no longer matters is forgotten, so none ever spans days.
"""

from micropython import const

_TIMES = const((1 << 29) - 1)


def wrap(ms):
    """Return the time after `ms` milliseconds."""
    return ms & _TIMES


def since(now_ms, then_ms):
    """Return how many ms have passed from `then_ms` to `now_ms`."""
    return (now_ms - then_ms) & _TIMES
