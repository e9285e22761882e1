"""Wait for a Pico after a reset, and check that Glowgrid starts on it."""

import time

from host_sim.cli.errors import ToolError

from .serial_link import SerialLink, at_once
from .talk.advice import ONE_FILE
from .talk.link import LinkLost
from .talk.started import said_at_start, shown

GOES_S = 1.5  # until a requested reset removes the port
COMES_BACK_S = 15  # until the port is back


def started(port):
    """Return what is on the lights, such as "the menu is on the lights"; else ToolError with the Pico's output."""
    return shown(at_once(_said(port)))


async def _said(port):
    ends = time.monotonic() + COMES_BACK_S
    time.sleep(GOES_S)
    while True:
        try:
            link = SerialLink(port)
            try:
                return await said_at_start(link)
            finally:
                await link.close()
        except (ToolError, LinkLost) as error:
            time.sleep(0.2)
            if time.monotonic() > ends:
                raise ToolError(f"no port has come up on {port} after the reset", *ONE_FILE) from error
