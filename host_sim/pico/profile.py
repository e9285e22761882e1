"""A real device's parts on the bench: how its lines rise and contacts bounce, as `selftest --report` measured it."""

import itertools
from typing import NamedTuple

US = 1000  # ns


class Profile(NamedTuple):
    """rise_ns: of the slowest line, None if it was not measured; presses, releases: endless, the bounces of one contact
    after the other, in ns; press_ns, release_ns: the longest of them."""

    rise_ns: int | None
    presses: itertools.cycle
    releases: itertools.cycle
    press_ns: int
    release_ns: int


def profile_of(report):
    """Return the Profile in a report (the content of a report.json). Raises ValueError if it has none."""
    try:
        bounce = report["bounce"]
        presses, releases = (
            [tuple(us * US for us in burst) for burst in bounce[name]] for name in ("presses_us", "releases_us")
        )
        if not presses or not releases:
            raise ValueError("this report tells of no contacts: nobody tapped a key")
        if any(len(burst) % 2 or list(burst) != sorted(burst) for burst in presses + releases):
            raise ValueError("this report's contacts bounce as none can")
        rise_ns = US * max(report["rise_us"].values()) if "rise_us" in report else None
        press_ns, release_ns = (max(max(burst, default=0) for burst in each) for each in (presses, releases))
    except (KeyError, TypeError, AttributeError):
        raise ValueError("this is no report of a device") from None
    return Profile(rise_ns, itertools.cycle(presses), itertools.cycle(releases), press_ns, release_ns)
