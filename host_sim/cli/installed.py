"""The commands as users type them, for messages: `glowgrid` where it is installed, as README.md names them."""

import shutil
import sysconfig
from pathlib import Path

INSTALLED = Path(__file__).resolve().parents[2].name == "glowgrid_app"  # from a wheel
COMMAND = INSTALLED or shutil.which("glowgrid", path=sysconfig.get_path("scripts"))  # as `pip install -e .` leaves it
TOOLS = "glowgrid" if COMMAND else "python -m tools"
PLAY = "glowgrid play" if COMMAND else "python -m host_sim"
