"""The commands as users type them, for messages: in a clone, or installed as `glowgrid`."""

from pathlib import Path

INSTALLED = Path(__file__).resolve().parents[1].name == "glowgrid_app"  # from a wheel
HOST_SIM, TOOLS = ("glowgrid", "glowgrid") if INSTALLED else ("python -m host_sim", "python -m tools")
