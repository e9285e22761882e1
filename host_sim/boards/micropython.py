"""The versions of MicroPython that Glowgrid was tried with, on the emulated Pico. Only README and CONTRIBUTING, which
are written by hand, list them too."""

TRIED = "1.24.1", "1.26.1", "1.28.0"
DEFAULT = "1.26.1"  # of the emulated Pico
ALL = f"{', '.join(TRIED[:-1])} and {TRIED[-1]}"
ISSUE = "https://github.com/micropython/micropython/issues/19514"
ONLY_A_SCAN = "only to a scan"  # hardware/i2c.py says so


def untried(version):
    """Return a line that says that Glowgrid was not tried with a version ("1.29.0"); "" if it was."""
    return "" if version in TRIED else f"not tried with MicroPython {version}; tried with {ALL}, emulated"


def of_a_scan(said):
    """Return what to do, as lines, if the Pico says that a part answers nothing but a scan; said: its line."""
    if ONLY_A_SCAN not in said:
        return ()
    return (
        "The part answers a scan, and a write to it fails. People report this of MicroPython 1.26 to 1.28 where wires "
        f"are good: see {ISSUE}. Copy MicroPython {TRIED[0]} onto the Pico, then Glowgrid again.",
    )
