"""The commands as users type them, for messages: `glowgrid` where it is installed, as README.md names them."""

import shutil
import sys
import sysconfig
from pathlib import Path

INSTALLED = Path(__file__).resolve().parents[2].name == "glowgrid_app"  # from a wheel
COMMAND = INSTALLED or shutil.which("glowgrid", path=sysconfig.get_path("scripts"))  # as `pip install -e .` leaves it
TOOLS = "glowgrid" if COMMAND else "python -m tools"
PLAY = "glowgrid play" if COMMAND else "python -m host_sim"


def to_install(*packages):
    """Return the command that installs packages where this runs: with pipx, which has no pip, or with pip."""
    with_pipx = Path(sys.prefix, "pipx_metadata.json").is_file()
    return " ".join(["pipx inject glowgrid" if with_pipx else "python -m pip install", *packages])
