"""The versions of MicroPython that Glowgrid was tried with, on the emulated Pico. Only README and CONTRIBUTING, which
are written by hand, list them too."""

import sys

TRIED = "1.24.1", "1.26.1", "1.28.0"
DEFAULT = "1.26.1"  # of the emulated Pico
ALL = f"{', '.join(TRIED[:-1])} and {TRIED[-1]}"
_ISSUES = "https://github.com/micropython/micropython/issues/"
ISSUE = _ISSUES + "19514"
# Open issues in which a part answers a scan and nothing else.
REPORTS = (
    f"of a Pico 2 with 1.28.0 ({ISSUE}; 1.27 works), of a Pico with 1.26.1 (writes and reads of one byte, "
    f"{_ISSUES}18257) and with 1.27.0 (reads, {_ISSUES}19087)"
)
GOOD_IMAGES = {  # of a version of which we read no such report
    "rp2040": f"RPI_PICO-20241129-v{TRIED[0]}.uf2",
    "rp2350": f"RPI_PICO2-20241129-v{TRIED[0]}.uf2",
}
DOWNLOADS = "https://micropython.org/download/"
ONLY_A_SCAN = "only to a scan"  # hardware/i2c.py says so
OF_MICROPYTHON = "micropython issue"  # and so, where the version may be why


def untried(version):
    """Return a line that says that Glowgrid was not tried with a version ("1.29.0"); "" if it was."""
    return "" if version in TRIED else f"not tried with MicroPython {version}; tried with {ALL}, emulated"


def of_a_scan(said):
    """Return what to do, as lines, if the Pico says that MicroPython may be why a part answers nothing but a scan.

    said: its line.
    """
    if OF_MICROPYTHON not in said:
        return ()
    pico, pico_2 = GOOD_IMAGES["rp2040"], GOOD_IMAGES["rp2350"]
    first = (
        f"The part answers a scan, and a write to it fails. People report such things where wires are good: {REPORTS}."
    )
    if sys.implementation.name == "micropython":  # in the page, which has no commands
        return (
            first,
            f"Copy MicroPython {TRIED[0]} onto the drive of the Pico: {pico} (Pico 2: {pico_2}) of {DOWNLOADS}. Then "
            "connect again, and update it.",
        )
    return (
        first,
        f"Download MicroPython {TRIED[0]} of {DOWNLOADS}, run `glowgrid uf2 --board NAME --image {pico}` (Pico 2: "
        f"{pico_2}), and copy what it makes onto the drive of the Pico. It replaces saves.",
    )
