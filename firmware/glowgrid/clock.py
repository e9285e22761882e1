"""Logical time: ms that begin again at zero every 6.2 days, so that a time is always a small integer.

Only the difference of two times means anything, and only `since` may take it. A time is forgotten, or made into a flag,
once it no longer matters; so nothing waits for a difference of days.
"""

from micropython import const

_TIMES = const((1 << 29) - 1)


def wrap(ms):
    """Return the time that so many ms are."""
    return ms & _TIMES


def since(now_ms, then_ms):
    """Return how many ms after `then_ms` it is `now_ms`."""
    return (now_ms - then_ms) & _TIMES
