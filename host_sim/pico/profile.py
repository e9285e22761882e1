"""A real device's parts on the bench: how its lines rise and contacts bounce, as `selftest --report` measured it."""

import itertools
from typing import NamedTuple

US = 1000  # ns


class Profile(NamedTuple):
    """rise_ns: of the slowest line; presses, releases: endless, the bounces of one contact after the other, in ns."""

    rise_ns: int
    presses: itertools.cycle
    releases: itertools.cycle


def profile_of(report):
    """Return the Profile in a report (the content of a report.json). Raises ValueError if it has none."""
    try:
        bounce = report["bounce"]
        bursts = [[tuple(us * US for us in burst) for burst in bounce[name]] for name in ("presses_us", "releases_us")]
        if not all(bursts) or any(len(burst) % 2 or list(burst) != sorted(burst) for each in bursts for burst in each):
            raise ValueError("this report's contacts bounce as none can")
        rise_ns = US * max(report["rise_us"].values())
    except (KeyError, TypeError, AttributeError):
        raise ValueError("this is no report of a device with a matrix of keys") from None
    return Profile(rise_ns, *map(itertools.cycle, bursts))
