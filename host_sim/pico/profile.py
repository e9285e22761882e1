"""The rise times and contact bounce of a real device, measured by `selftest --report`, for use on the bench."""

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
            raise ValueError("this report has no contacts: no key was tapped")
        if any(len(burst) % 2 or list(burst) != sorted(burst) for burst in presses + releases):
            raise ValueError("the contact bounces in this report are impossible")
        rise_ns = US * max(report["rise_us"].values()) if "rise_us" in report else None
        press_ns, release_ns = (max(max(burst, default=0) for burst in each) for each in (presses, releases))
    except (KeyError, TypeError, AttributeError):
        raise ValueError("this is not a report of a device") from None
    return Profile(rise_ns, itertools.cycle(presses), itertools.cycle(releases), press_ns, release_ns)
