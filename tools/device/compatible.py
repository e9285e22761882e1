"""Check that the MicroPython on a board can run the files we are about to copy."""

from dataclasses import dataclass

from .bundle import unbundled
from .mpy import header
from .ports import INSTALL

OLDEST = (1, 24)
CORTEX_M0 = 4  # number of armv6m in an .mpy header and in sys.implementation._mpy; newer ARM cores follow it
CORTEX_M_NEWEST = 8  # armv7emdp; higher numbers are other families


@dataclass(frozen=True)
class Machine:
    """The content of sys.implementation on the device."""

    name: str  # "micropython", "circuitpython"
    version: tuple[int, int, int]
    machine: str  # "Raspberry Pi Pico with RP2040"
    mpy: int  # bits 0-7 bytecode version, 8-9 sub-version, 10-13 architecture; 0: cannot load .mpy files

    def __str__(self):
        return f"{self.machine or 'an unnamed board'}, {self.name} {'.'.join(map(str, self.version))}"


def why_unfit(machine, files, mcu="rp2040"):
    """Return None if the machine runs the files, else one line: what is wrong and what to do.

    machine: a Machine. files: {path: bytes} as staged; their .mpy headers are compared. mcu: the chip named in the
    board file.
    """
    if machine.name != "micropython":
        return f"the board runs {machine.name}, not MicroPython: {INSTALL}"
    if mcu.upper() not in machine.machine.upper():
        return (
            f"the board is {machine.machine or 'unknown'}, the board file wants an {mcu.upper()}: "
            "choose another --board or --port"
        )
    if machine.version[:2] < OLDEST:
        have = ".".join(map(str, machine.version))
        return f"MicroPython {have} is too old, {'.'.join(map(str, OLDEST))} or newer is needed: {INSTALL}"
    for path, data in unbundled(files).items():
        if path.endswith(".mpy") and not _loads(machine.mpy, *header(data)):
            return (
                f"MicroPython {'.'.join(map(str, machine.version))} cannot load {path} as mpy-cross wrote it: "
                f"flash with --source, or update: {INSTALL}"
            )
    return None


def _loads(mpy, version, sub_version, architecture):
    if mpy & 0xFF != version:
        return False
    if architecture is None:  # bytecode only
        return True
    has = mpy >> 10 & 15
    return mpy >> 8 & 3 == sub_version and CORTEX_M0 <= architecture <= has <= CORTEX_M_NEWEST
