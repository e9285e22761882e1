"""Where a Chromium of this computer is: for pictures and sheets of the page, its tests, and PDF files."""

import os
import shutil

from .errors import ToolError

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
