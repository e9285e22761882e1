"""Check that the MicroPython on a board, or in an image, can run the files we are about to copy."""

from host_sim.boards.micropython import untried

from ...compile.layout.bundle import unbundled
from .advice import OTHER_BOARD, WITHOUT_MPY, install

OLDEST = (1, 24)
# Before, it stated 4 MB of flash, and what was saved beyond 2 MB came over the firmware (MicroPython issue 18839).
SMALLER_THAN_STATED = "XIAO RP2350", (1, 29)
WIRELESS = " W with "  # in the name of a machine
CORTEX_M0 = 4  # number of armv6m in an .mpy header and in sys.implementation._mpy; newer ARM cores follow it
CORTEX_M_NEWEST = 8  # armv7emdp; higher numbers are other families
# Each loads code for itself and for the older ones (py/persistentcode.h, MPY_FEATURE_ARCH_TEST). An RP2350 has 7,
# armv7emsp, since its cores compute with floats of single precision; an RP2040 has 4.


class Machine:
    """The content of sys.implementation on the device.

    name     "micropython", "circuitpython"
    version  (1, 26, 1)
    machine  "Raspberry Pi Pico with RP2040"
    mpy      bits 0-7 bytecode version, 8-9 sub-version, 10-13 architecture; 0: no .mpy files; None: unknown
    chip     "rp2040"; "": see machine
    """

    def __init__(self, name, version, machine, mpy, chip=""):
        self.name, self.version, self.machine, self.mpy, self.chip = name, version, machine, mpy, chip

    def has(self, mcu):
        """Return whether it has this chip, as far as it says."""
        return mcu.upper() in (self.chip or self.machine).upper()

    @property
    def release(self):
        """Return the version as text."""
        return ".".join(map(str, self.version))

    def __str__(self):
        return f"{self.machine or 'an unnamed board'}, {self.name} {self.release}"


def why_unfit(machine, files, mcu="rp2040", image=None):
    """Return None if the machine runs the files, else one line: what is wrong and what to do.

    machine: a Machine. files: {path: bytes} as staged; their .mpy headers are compared. mcu: the chip named in the
    board file. image: path of the UF2 file that the machine is in, None if it is on a board. Only what code needs is
    compared, the chip, the version and the .mpy format: the name of the board does not matter.
    """
    what, advice = (image, "give a newer image") if image else ("the board", install(mcu))
    if machine.name != "micropython":
        return f"{what} has {machine.name}, not MicroPython: {'give a MicroPython image' if image else advice}"
    if not machine.has(mcu):
        other = "choose another --board or --image" if image else OTHER_BOARD
        is_for = f"for the {machine.chip.upper()}" if machine.chip else machine.machine or "unknown"
        return f"{what} is {is_for}, the board file wants an {mcu.upper()}: {other}"
    version = f"{what} has MicroPython {machine.release}"
    if machine.version[:2] < OLDEST:
        return f"{version}, which is too old: {'.'.join(map(str, OLDEST))} or newer is needed; {advice}"
    if SMALLER_THAN_STATED[0] in machine.machine and machine.version[:2] < SMALLER_THAN_STATED[1]:
        least = ".".join(map(str, SMALLER_THAN_STATED[1]))
        need = f"the image SEEED_XIAO_RP2350 of micropython.org, {least} or newer; that for a Pico 2 states 4 MB, too"
        return f"{version}, which takes the 2 MB of flash of a {SMALLER_THAN_STATED[0]} for 4: it needs {need}"
    if machine.mpy is None:
        return None
    if machine.mpy >> 10 & 15 > CORTEX_M_NEWEST:
        return f"{what} has a MicroPython for other cores than Arm: {'give the one for Arm' if image else advice}"
    for path, data in sorted(unbundled(files).items()):
        if path.endswith(".mpy") and not _loads(machine.mpy, header(data)):
            update = advice if image else f"{WITHOUT_MPY}update: {advice}"
            return f"{version}, which cannot load {path} as mpy-cross wrote it: {update}"
    return None


def _loads(mpy, needed):
    version, sub_version, architecture = needed
    if mpy & 0xFF != version:
        return False
    if architecture is None:  # bytecode only
        return True
    has = mpy >> 10 & 15
    return mpy >> 8 & 3 == sub_version and CORTEX_M0 <= architecture <= has <= CORTEX_M_NEWEST


def header(mpy):
    """Return (bytecode version, sub-version or None, architecture number or None) of an .mpy's bytes.

    The last two are None if the file has no native code and so runs on any chip.
    """
    version, flags = mpy[1], mpy[2]
    architecture = flags >> 2 & 15
    return (version, flags & 3, architecture) if architecture else (version, None, None)


def doubts(machine, mcu):
    """Return warnings, a line each, about a machine that fits.

    With 25 KB less memory than the image for a Pico leaves, no match starts on the emulated Pico; how much wireless
    takes was not measured.
    """
    found = []
    if mcu != "rp2040":
        found.append(f"for the {mcu.upper()} Glowgrid is built and simulated, not seen on a board yet")
    elif WIRELESS in machine.machine:
        found.append(
            "wireless may leave too little memory for a match: take the image RPI_PICO, which a Pico W runs too"
        )
    if line := untried(machine.release):
        found.append(line)
    return found
