"""Run code on a device at a serial port, for the tools that examine its parts."""

import contextlib
import io
import struct

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import record
from glowgrid.hardware.board_check import fault
from host_sim.errors import ToolError
from host_sim.installed import TOOLS
from host_sim.workshop import jumpers
from host_sim.workshop.answers import checked, last_line
from host_sim.workshop.device import STOP_S
from host_sim.workshop.manifest import MANIFEST, parsed
from host_sim.workshop.places import BOARD

from .ports import opened

LONGEST_S = 120  # for one piece of code; the user may have to press a key meanwhile


@contextlib.contextmanager
def session(port, afresh=True):
    """Yield run(code): it runs MicroPython code on the device at the port and returns what that printed.

    afresh: after a soft reset; else the program is only stopped, and its memory can be inspected. Raises ToolError, one
    line, if the device does not answer or the code fails.
    """
    from mpremote.transport import TransportError, TransportExecError

    transport = opened(port)

    def run(code):
        transport.serial.within(LONGEST_S)
        printed, failed = transport.exec_raw(code, timeout=LONGEST_S)  # its default is 10 s without output
        if failed:
            raise TransportExecError(printed, failed.decode(errors="replace"))
        return printed.decode(errors="replace").replace("\r\n", "\n")

    try:
        transport.serial.within(STOP_S)
        with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it got instead of an answer
            transport.enter_raw_repl(soft_reset=afresh)
        yield run
        transport.serial.within(STOP_S)
        transport.exit_raw_repl()
    except (TransportError, OSError, struct.error) as error:
        complaint = _complaint(error)
        raise ToolError(f"{port}: {complaint}; plug it in again and repeat", *jumpers.steps(complaint)) from error
    finally:
        with contextlib.suppress(OSError):
            transport.close()


def found(run, code, kind):
    """Run code on a device that sets `found`; return its value, checked to be of this kind (record.fault)."""
    said = run(f"{code}\nimport json\nprint(json.dumps(found))")
    return checked(last_line(said, "").encode(), kind, "the device")


def board_on(run):
    """Return the board, a dict, that a device was flashed for. Raises ToolError if it has no usable one."""
    text = _content(run, BOARD)
    if not text:
        raise ToolError(f"Glowgrid is not on this device yet: {TOOLS} flash --board NAME, then again")
    try:
        board = record.parse(text)
        reason = fault(board)
    except ValueError as error:
        reason = str(error)
    if reason:
        raise ToolError(f"{BOARD} on the device: {reason}; flash the board again, then repeat")
    return board


def version_on(run):
    """Return the version of Glowgrid that a device was flashed with, "" if unknown."""
    return parsed(_content(run, MANIFEST)).version


def _content(run, path):
    """Return the bytes of a file on the device, empty if it does not exist."""
    code = f"try:\n    print(open({path!r}).read())\nexcept OSError:\n    pass"
    return run(code).strip().encode()


def _complaint(error):
    """Return the device's complaint: the last line of its traceback, if there is one."""
    return last_line(str(error.args[-1] if error.args else error), type(error).__name__)
