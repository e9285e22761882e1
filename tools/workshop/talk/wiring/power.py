"""Test a device when its power comes and goes: the time to its first frame, and the state of its saves."""

from host_sim.cli.errors import ToolError

from ..answers import MANY
from ..session import found

PULL_S = 60  # time to pull the plug
BACK_TRIES, BACK_MS = 6, 2000  # a port takes a moment to come back: number of tries, and the time between them
SHOWN_MS = 3000  # the first frame is out by then

# For saves that only try: in Glowgrid's own folder, since one in the root may be a person's.
TRIAL = "/glowgrid/report"
CLEAR = f"""
import os
try:
    for name in os.listdir({TRIAL!r}):
        os.remove({TRIAL!r} + "/" + name)
    os.rmdir({TRIAL!r})
except OSError:  # the power went before the first save
    pass
"""

# Once the session has ended, the device resets.
RESET = """
from machine import Timer, reset
Timer(period=500, mode=Timer.ONE_SHOT, callback=lambda _: reset())
"""
FIRST = "from glowgrid.hardware import loop\nfound = getattr(loop, 'first_us', 0)"

# Saves without a pause until the power fails.
SAVING = f"""
from time import ticks_diff, ticks_ms
from glowgrid.console.storage import Storage
saves = Storage({TRIAL!r})
began, n = ticks_ms(), 0
while ticks_diff(ticks_ms(), began) < SECONDS * 1000:
    n += 1
    saves.save("match", {{"saves": n, "moves": [n & 255] * 100}})
print(n)
"""
SAVED = f"""
from glowgrid.console.storage import Storage
kept = Storage({TRIAL!r}).load("match")
whole = kept is not None and kept["moves"] == [kept["saves"] & 255] * 100
{CLEAR}
found = {{"saves": kept["saves"] if whole else 0, "whole": whole}}
"""
SAVED_KIND = {"saves": MANY, "whole": bool}


async def add_power(found, connect, talk):
    """Add to a report the time to the first frame, and the state of saves after a power cut.

    Return why something of it is missing, "" if nothing is. connect, talk: as for `pull_power`.
    """
    try:
        found["times"]["first_frame_us"] = await first_frame(connect, talk)
        found["power_pulled"] = await pull_power(connect, talk)
    except ToolError as error:
        return str(error)
    return ""


async def first_frame(connect, talk):
    """Reset the device; return the time to the end of its first tick, in us, or None.

    None: the game does not start. connect, talk: as for `pull_power`; connect(afresh=False) only stops the program.
    """
    async with connect() as run:
        await run(RESET)
    await talk.wait(SHOWN_MS)
    return await _soon(connect, talk, FIRST, MANY, afresh=False) or None


async def pull_power(connect, talk):
    """Ask for the plug to be pulled while the device saves. Return {"saves": how many, "whole": whether the last is}.

    Return None if the plug stayed in. connect(): a context manager that yields `run` of a new session with the
    device; it raises ToolError once the device is gone. talk: it has pull(seconds), which asks for it, plugged_in(),
    which returns once it is plugged in again, and wait(ms).
    """
    saving = False
    try:
        async with connect() as run:
            talk.pull(PULL_S)
            saving = True
            await run(SAVING.replace("SECONDS", str(PULL_S)))
            await run(SAVED)
        return None
    except ToolError:
        if not saving:
            raise
        await talk.plugged_in()
    return await _soon(connect, talk, SAVED, SAVED_KIND)


async def _soon(connect, talk, code, kind, **how):
    """Return what code finds in a session with a device that may not be back yet."""
    for left in range(BACK_TRIES - 1, -1, -1):
        try:
            async with connect(**how) as run:
                return await found(run, code, kind)
        except ToolError:
            if not left:
                raise
            await talk.wait(BACK_MS)
