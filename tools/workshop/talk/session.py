"""Run code on a device, for what examines its parts."""

from glowgrid import record
from glowgrid.hardware.board_check import fault
from host_sim.boards.jumpers import steps
from host_sim.cli.errors import ToolError

from ...compile.layout.manifest import MANIFEST, parsed
from ...compile.layout.places import BOARD
from .advice import FLASH_FIRST
from .answers import checked, last_line, text_of
from .device import RAW, STOP_S
from .link import LinkLost, NoAnswer

LONGEST_S = 120  # for one piece of code; the user may have to press a key meanwhile


async def stop_afresh(link):
    """Interrupt what runs and soft-reset, in the raw REPL: the heap is empty and main.py does not start."""
    await link.stop(STOP_S)
    await link.write(b"\x04")
    if not (await link.until((RAW,), STOP_S)).endswith(RAW):
        raise NoAnswer("could not enter raw repl")


class Session:
    """A context manager whose value is `run`: `await run(code)` returns what MicroPython code on the device prints.

    afresh: after a soft reset; else the program is only stopped, and its memory can be inspected. Raises ToolError, one
    line, if the device does not answer or the code fails.
    """

    def __init__(self, link, afresh=True):
        self._link = link
        self._afresh = afresh

    async def __aenter__(self):
        try:
            await self._sure(stop_afresh(self._link) if self._afresh else self._link.stop(STOP_S))
        except BaseException:
            await self._link.close()
            raise
        return self._run

    async def __aexit__(self, kind, error, _):
        try:
            if error is None:
                await self._sure(self._link.write(b"\r\x02"))  # leave the raw REPL
        finally:
            await self._link.close()

    async def _run(self, code):
        printed, failed = await self._sure(self._link.run(code, LONGEST_S))
        if failed:
            raise self._fault(last_line(text_of(failed), "no reason"))
        return text_of(printed).replace("\r\n", "\n")

    async def _sure(self, exchange):
        try:
            return await exchange
        except LinkLost as error:
            complaint = last_line(str(error), "lost")
        raise self._fault(complaint)

    def _fault(self, complaint):
        return ToolError(f"{self._link.name}: {complaint}; plug it in again and repeat", *steps(complaint))


async def found(run, code, kind):
    """Run code on a device that sets `found`; return its value, checked to be of this kind (record.fault)."""
    said = await run(f"{code}\nimport json\nprint(json.dumps(found))")
    return checked(last_line(said, "").encode(), kind, "the device")


async def board_on(run):
    """Return the board, a dict, that a device was flashed for. Raises ToolError if it has no usable one."""
    return board_in(await _content(run, BOARD))


def board_in(text):
    """Return the board, a dict, of the file of a device; empty: there is none. Raises ToolError."""
    if not text:
        raise ToolError(f"Glowgrid is not on this device yet: {FLASH_FIRST}")
    board, reason = {}, None
    try:
        board = record.parse(text)
        reason = fault(board)
    except ValueError as error:
        reason = str(error)
    if reason:
        raise ToolError(f"{BOARD} on the device: {reason}; flash the board again, then repeat")
    board.pop("checked", None)  # the sign of the copy on the device: no entry of a board file
    return board


async def version_on(run):
    """Return the version of Glowgrid that a device was flashed with, "" if unknown."""
    return parsed(await _content(run, MANIFEST)).version


async def _content(run, path):
    """Return the bytes of a file on the device, empty if it does not exist."""
    code = f"try:\n    print(open({path!r}).read())\nexcept OSError:\n    pass"
    return (await run(code)).strip().encode()
