"""The self-test of a device: it lights every LED, and every key that a person presses."""

from host_sim.boards.jumpers import steps
from host_sim.boards.micropython import untried
from host_sim.cli.errors import ToolError

from .answers import text_of
from .device import STOP_S
from .link import LinkLost
from .session import stop_afresh

PREFIX = "selftest: "
DONE = PREFIX + "done"
ASKS = PREFIX + "press every key"  # after all LEDs have been lit
DARK = "No light at all? Then DIN may be on another GP than the board file says; next compare power and ground."
RUNS = ", micropython "  # in its first line, before the version
SILENCE_S = 120  # the test ends if no key is pressed for this long
LIGHTS_OFF_S = 3  # they are within 20 ms
# As power_up.py does if the undo key is held; the lights go out in any case.
SCRIPT = """
from glowgrid.hardware import board, loop
from glowgrid.hardware.lights import kind
from glowgrid.console import palette
from glowgrid.console.app import TICK_MS, App
from glowgrid.console.storage import Storage
about = board.load("/board.json")
keys, leds = board.drivers(about)
try:
    app = App(keys, kind(about)(about, palette.RGB, leds), Storage("/saves"), about, driver=board.driver)
    app.test_hardware(0)
    loop.run(app, TICK_MS)
finally:
    leds.off()
    leds.close()
"""


async def selftest(link, say):
    """Run the self-test; call say(line) with each of its lines, until it is done or no key is pressed any more.

    It ends at the friendly prompt, and the port is released. Raises ToolError.
    """
    try:
        await stop_afresh(link)
        await link.start(SCRIPT, STOP_S)
        await _pass_on(link, say)
        return
    except LinkLost as error:
        why = str(error)
    finally:
        await _leave(link)
    raise ToolError(f"{link.name}: {why}; plug it in again and repeat")


async def _pass_on(link, say):
    failed = False
    while True:
        line = text_of(await link.until((b"\n",), SILENCE_S)).strip()
        if not line:
            return
        if line.startswith(PREFIX):
            say(line)
            if line.startswith(ASKS):
                say(DARK)
            elif RUNS in line and untried(version := line.rpartition(RUNS)[2]):
                say(untried(version))
        elif failed and not line.startswith("File "):
            raise ToolError(f"{link.name}: {line}", *steps(line))
        failed = failed or line.startswith("\x04Traceback")
        if line == DONE:
            return


def unseen(lines):
    """Return in a line that these lines of a self-test do not report that every key works; "" if they do."""
    if any([line.startswith(PREFIX + "all ") and line.endswith(" keys work") for line in lines]):
        return ""
    said = [line for line in lines if line != DONE] or ["the device said nothing"]
    return "the self-test did not see every key: " + said[-1].replace(PREFIX, "")


async def _leave(link):
    """End the script, wait until it has put out the lights, and give the port back at the friendly prompt."""
    try:
        await link.write(b"\x03")
        await link.until((b"\x04>",), LIGHTS_OFF_S)
        await link.write(b"\r\x02")
    except LinkLost:  # the port is gone
        pass
    await link.close()
