"""Reduce a case as long as it still fails: drop parts, move numbers towards zero, cut texts."""

from typing import Any


def shrunk(case, fails, most=2000):
    """Return a small case for which fails(case) is still true; try at most this many."""
    tried = 0
    found = True
    while found and tried < most:
        found = False
        for smaller in simpler(case):
            tried += 1
            if tried > most:
                break
            if fails(smaller):
                case, found = smaller, True
                break
    return case


def simpler(value: Any):
    """Yield values a little simpler than this one, the biggest change first."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        for number in (0, value // 2, value - (value > 0) + (value < 0)):
            if abs(number) < abs(value):
                yield number
    elif isinstance(value, float):
        yield 0
    elif isinstance(value, (str, list)):
        for size in _halves(len(value)):
            for start in range(0, len(value), size):
                rest: Any = value[start + size :]
                yield value[:start] + rest
        if isinstance(value, list):
            for at, part in enumerate(value):
                for smaller in simpler(part):
                    yield [*value[:at], smaller, *value[at + 1 :]]
    elif isinstance(value, dict):
        for name in value:
            yield {other: part for other, part in value.items() if other != name}
        for name, part in value.items():
            for smaller in simpler(part):
                yield {**value, name: smaller}


def _halves(size):
    while size:
        yield size
        size //= 2
