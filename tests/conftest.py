"""Fixtures of the emulated Pico and the closing line that says how many of its tests ran."""

import emulator
import pytest


@pytest.fixture(scope="session")
def pico_image():
    """Path of the MicroPython image to boot; skips where there is none."""
    return emulator.image_or_skip()


@pytest.fixture(scope="session")
def booted_pico(pico_image):
    """A booted Pico with nothing wired to it, one for all tests of a worker: `booted_pico.forked(lambda pico: ...)`."""
    return emulator.booted(pico_image)


def pytest_terminal_summary(terminalreporter):
    """Say how many emulator tests ran: a run that skipped them all must not look like one that passed."""
    ran = skipped = 0
    for outcome, reports in terminalreporter.stats.items():
        for report in reports:
            if "emulator" in getattr(report, "keywords", {}):
                skipped += outcome == "skipped"
                ran += outcome in ("passed", "failed", "xfailed", "xpassed", "error") and report.when == "call"
    terminalreporter.write_line(f"emulator tests: {ran} ran, {skipped} skipped")
