"""Check from the output of its console that Glowgrid starts on a Pico after a reset."""

import re

from host_sim.boards.jumpers import steps
from host_sim.cli.errors import ToolError

from ...compile.layout.places import OWN_GAMES
from .advice import AGAIN, BARE, FLASH, ON_THE_PICO, ONE_FILE, REMOVE
from .link import LinkLost

SAYS_S = 15  # until it answers
SHOWS_S = 60  # until something is on the lights: less than a second, but the user's own games are tried before
CRASHES_S = 0.5  # time in which it would say so
_SHOWN = re.compile(r"glowgrid: the ([ -~]+) is on the lights")
WAITS = "; the game waits for them"  # of a part that does not answer
PROMPT = b">>> "
SCREENS = {"resume": "last match"}  # in other words


async def shown_at_start(link):
    """Return what is on the lights, such as "the menu is on the lights"; else ToolError with the Pico's output."""
    try:
        said = await said_at_start(link)
    except LinkLost:
        said = None
    if said is None:
        raise ToolError(f"{link.name} went away during the start: check the cable, then {AGAIN}", *ONE_FILE)
    return shown(said)


async def said_at_start(link):
    """Return the output of a starting program as bytes, until something is on the lights or the prompt comes.

    Output before the port is open is lost, so start the program once more, without a reset of the port.
    """
    await link.write(b"\r\x03\x03\x02")
    await link.until((PROMPT,), SAYS_S)
    await link.write(b"\x04")
    await link.until((b"soft reboot\r\n",), SAYS_S)
    said = await link.until((b"on the lights\r\n", PROMPT), SHOWS_S)
    return said + await link.until((), CRASHES_S)


def shown(output):
    """Return what is on the lights by the output, bytes, of a program that starts; else ToolError."""
    said = "".join([_printable(byte) for byte in output]).replace(ON_THE_PICO, FLASH)
    why = "its menu is not on the lights"
    lines = [line for line in said.split("\n") if line.strip() and not line.startswith((">>> ", "MPY: soft", "Type "))]
    for line in lines:
        if WAITS in line:
            words = f"Glowgrid is on the Pico, but not all parts answer; the Pico says: {line.strip()}"
            raise ToolError(words, *steps(line))
    for at, line in enumerate(lines if not said.endswith(">>> ") else []):
        found = _SHOWN.search(line)
        what = found.group(1) if found else ""
        if what == "sign":
            why = "a sign is on its lights; any key goes on to the menu"
            lines = lines[:at]
            break
        if what:
            return f"the {SCREENS.get(what, what)} is on the lights"
    lines = [line for line in lines if not line.startswith("MicroPython v")]
    if not lines and said.endswith(">>> "):
        raise ToolError(f"MicroPython is on the Pico, but not Glowgrid: {BARE}")
    lines = lines or ["nothing"]
    says = _of_own_games(lines) or lines[-1].strip()
    raise ToolError(f"Glowgrid is on the Pico, but {why}; the Pico says: {says}", *steps(says))


def _printable(byte):
    return chr(byte) if 32 <= byte < 127 or byte == 10 else "\ufffd" if byte > 127 else " "


def _of_own_games(lines):
    """Return what the Pico says about the user's own games that it leaves out, and what to do; "" if there are none."""
    left_out = [line.strip() for line in lines if line.startswith(OWN_GAMES + "/") and ": " in line]
    if not left_out:
        return ""
    more = f" (and {len(left_out) - 1} more)" if len(left_out) > 1 else ""
    path = left_out[0].split(": ", 1)[0]
    return f"{left_out[0]}{more}; this game is left out: fix it, or {REMOVE % path}"
