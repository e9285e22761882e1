"""Check from the output of its console that Glowgrid starts on a Pico after a reset."""

import re
import time

from host_sim.cli_errors import printable
from host_sim.errors import ToolError
from host_sim.workshop.advice import ONE_FILE
from host_sim.workshop.places import OWN_GAMES

from . import jumpers
from .ports import opened

GOES_S = 1.5  # until a requested reset removes the port
COMES_BACK_S = 15  # until the port is back
SAYS_S = 15  # until it answers
SHOWS_S = 60  # until something is on the lights: less than a second, but the user's own games are tried before
CRASHES_S = 0.5  # time in which it would say so
_SHOWN = re.compile(r"glowgrid: the ([ -~]+) is on the lights")
WAITS = "; the game waits for them"  # of a part that does not answer
PROMPT = b">>> "


def started(port):
    """Return what is on the lights, such as "the menu is on the lights"; else ToolError with the Pico's output.

    Output before the port is open is lost, so start the program once more, without a reset of the port.
    """
    said = _said(port)
    why = "its menu is not on the lights"
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith((">>> ", "MPY: soft", "Type "))]
    for line in lines:
        if WAITS in line:
            words = f"Glowgrid is on the Pico, but not all parts answer; the Pico says: {line.strip()}"
            raise ToolError(words, *jumpers.steps(line))
    for at, line in enumerate(lines if not said.endswith(">>> ") else []):
        shown = _SHOWN.search(line)
        if shown and shown[1] != "sign":
            return f"the {shown[1]} is on the lights"
        if shown:
            why = "a sign is on its lights; any key goes on to the menu"
            del lines[at:]
            break
    lines = [line for line in lines if not re.match(r"MicroPython v", line)] or ["nothing"]
    raise ToolError(f"Glowgrid is on the Pico, but {why}; the Pico says: {_of_own_games(lines) or lines[-1].strip()}")


def _of_own_games(lines):
    """Return what the Pico says about the user's own games that it leaves out, and what to do; "" if there are none."""
    left_out = [line.strip() for line in lines if line.startswith(OWN_GAMES + "/") and ": " in line]
    if not left_out:
        return ""
    more = f" (and {len(left_out) - 1} more)" if len(left_out) > 1 else ""
    path = left_out[0].partition(": ")[0]
    return f"{left_out[0]}{more}; this game is left out: fix it, or remove it with `mpremote rm :{path}`"


def _said(port):
    """Return the output of a starting Pico, until something is on the lights or the prompt comes."""
    from mpremote.transport import TransportError

    ends = time.monotonic() + COMES_BACK_S
    time.sleep(GOES_S)
    while True:
        try:
            transport = opened(port)
            try:
                return printable(_soft_reset(transport.serial).decode("ascii", "replace"), kept="\n")
            finally:
                transport.serial.close()
        except (ToolError, TransportError, OSError) as error:
            time.sleep(0.2)
            if time.monotonic() > ends:
                raise ToolError(f"no port has come up on {port} after the reset", *ONE_FILE) from error


def _soft_reset(serial):
    """Stop the program at the port, restart it, and return its output as bytes."""
    serial.within(2 * SAYS_S + SHOWS_S)
    serial.write(b"\r\x03\x03\x02")
    _read(serial, SAYS_S, PROMPT)
    serial.write(b"\x04")
    _read(serial, SAYS_S, b"soft reboot\r\n")
    said = _read(serial, SHOWS_S, b"on the lights\r\n", PROMPT)
    return said + _read(serial, CRASHES_S)


def _read(serial, seconds, *endings):
    """Return what arrives within some seconds, or up to this ending."""
    said, ends = b"", time.monotonic() + seconds
    while time.monotonic() < ends and not (endings and said.endswith(endings)):
        if serial.inWaiting():
            said += serial.read(1)
        else:
            time.sleep(0.01)
    return said
