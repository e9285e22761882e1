"""A Chromium of this computer, driven by playwright: for the sheets of the page, its figures and its tests."""

import contextlib
import os
import shutil

from host_sim.cli.errors import ToolError

VARIABLE = "GLOWGRID_CHROMIUM"
# The first is the one without windows, which takes the least time.
NAMES = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"
ARGUMENTS = "--no-sandbox", "--disable-gpu"


def find():
    """Return the path of a Chromium; raises ToolError without one."""
    path = os.environ.get(VARIABLE) or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise ToolError(f"no Chromium: none of {', '.join(NAMES)} is installed, and {VARIABLE} names none")
    return path


@contextlib.contextmanager
def running():
    """A running Chromium. While it runs, no other event loop may run."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise ToolError('playwright is missing, which drives Chromium; pip install -e ".[test]"') from None
    path = find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
