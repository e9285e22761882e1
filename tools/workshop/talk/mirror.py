"""Begin the mirror of a device: it plays, and says in lines what it shows; firmware/glowgrid/mirror.py has them."""

from host_sim.cli.errors import ToolError

from .answers import last_line, text_of
from .device import STOP_S
from .link import LinkLost

STARTS_S = 30  # until the first line
FIRST = '"glowgrid": '  # somewhere in it: MicroPython orders names as it likes
BEGIN = """
import sys
sys.path[:] = ".frozen", "", "/lib"
from glowgrid import power_up
power_up.main(True)
"""


async def begin(link):
    """Begin on a stopped device; return the first line of the mirror. Raises ToolError, one line."""
    try:
        await link.start(BEGIN, STOP_S)
        line, why = await _first_line(link)
        if line:
            return line
        await link.stop(STOP_S)
    except LinkLost as error:
        why = f"{error}; plug it in again and repeat"
    raise ToolError(f"no mirror on {link.name}: {why}")


async def _first_line(link):
    """Return (the line, "") or ("", why there is none)."""
    said = "nothing"
    while True:
        line = text_of(await link.until((b"\n", b"\x04"), STARTS_S))
        if line.startswith("{") and FIRST in line and line.endswith("\n"):
            return line, ""
        if not line.endswith("\n"):
            break
        said = line.strip() or said
    failed = text_of(await link.until((b"\x04",), STOP_S)) if line.endswith("\x04") else ""
    if "TypeError" in failed or "ImportError" in failed:
        return "", "the Glowgrid on it has none, or there is none; update it first"
    return "", f"it says {last_line(failed.strip(chr(4)), said)}"
