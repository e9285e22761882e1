"""A Chromium of this computer, driven by playwright: for the sheets of the page, its figures and its tests."""

import contextlib

from host_sim.cli.chromium import ARGUMENTS, find
from host_sim.cli.errors import ToolError


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
