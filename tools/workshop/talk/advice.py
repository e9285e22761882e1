"""What to do, in lines: on the command line, and in the page, which has neither options nor commands."""

import sys

from host_sim.boards.micropython import ALL

DRIVES = {"rp2040": "RPI-RP2", "rp2350": "RP2350"}  # in BOOTSEL mode
PAGES = {
    "rp2040": "https://micropython.org/download/RPI_PICO/",
    "rp2350": "https://micropython.org/download/RPI_PICO2/",
}
IMAGES = {mcu: f"{page.split('/')[-2]}-...uf2" for mcu, page in PAGES.items()}  # how MicroPython's files are called

THE_PICO = "the Pico"  # the name of the page's port
ON_THE_PICO = "run `glowgrid flash`"  # as the device itself says

_NO_ROW = "the Pico's file system has no free blocks in a row: code runs from memory, and large games may lack room"

if sys.implementation.name == "micropython":  # in the page
    AGAIN = "connect again"
    TIDY = 'press "Move aside what is in the way"'
    OTHER_BOARD = "choose another board"
    WITHOUT_MPY = ""
    FLASH_FIRST = "update it first, then again"
    REMOVE = "remove %s"
    FLASH = "update it"
    SCATTERED = f"{_NO_ROW}; First flash puts everything on from the start"
    BARE = "write the file of First flash onto its drive, or connect at Update"
    _ONE = "the one file that this page has for your board"
    _ON_A_PICO_2 = (f"A Pico 2 has the drive {DRIVES['rp2350']}: take the file for a Pico 2.",)
else:
    from host_sim.cli.installed import TOOLS

    AGAIN = "run this again"
    TIDY = "run this again with --tidy, which moves it aside"
    OTHER_BOARD = "choose another --board or --port"
    FLASH_FIRST = f"{TOOLS} flash --board NAME, then again"
    WITHOUT_MPY = "flash with --source, or "
    REMOVE = "remove it with `mpremote rm :%s`"
    FLASH = ON_THE_PICO
    SCATTERED = f"{_NO_ROW}; `glowgrid uf2` makes a file that puts everything on anew"
    BARE = f"run `{TOOLS} flash`"
    _ONE = f"the one file that `{TOOLS} uf2` makes"
    _ON_A_PICO_2 = (
        f"A Pico 2 has the drive {DRIVES['rp2350']} and wants {IMAGES['rp2350']} of {PAGES['rp2350']}.",
        f"Give that to `{TOOLS} uf2` with --board NAME and --image, or copy it alone.",
    )
_EITHER = (
    f"Copy {_ONE} onto that drive: it replaces what was there, saves too.",
    f"Or copy MicroPython alone onto it, {IMAGES['rp2040']} of {PAGES['rp2040']}.",
    f"That is for a Pico W, too; tried: {ALL}. Then {AGAIN}.",
)


def named(what, port):
    """Return how a device is called, "the board on COM3"; in the page, which has one, "the Pico"."""
    return THE_PICO if port == THE_PICO else f"the {what} on {port}"


def with_bootsel(when):
    """Return sentences on how to install Glowgrid or MicroPython on a Pico of any content; when: a clause."""
    first = f"{when}, hold BOOTSEL while you plug it in: the drive {DRIVES['rp2040']} appears."
    return (first,) + _EITHER + _ON_A_PICO_2


ONE_FILE = with_bootsel("If it is new, or no port ever comes up")  # or a boot.py does not end, or files are damaged


def install(mcu="rp2040"):
    """Return how to install MicroPython on a Pico, or with mcu="rp2350" on a Pico 2."""
    also = "a Pico W runs it, too" if mcu == "rp2040" else "Pico 2 W: RPI_PICO2_W"
    return (
        f"hold BOOTSEL while you plug the Pico in: the drive {DRIVES[mcu]} appears; copy onto it "
        f"{IMAGES[mcu]} from {PAGES[mcu]} ({also}; tried: {ALL}); {AGAIN}"
    )


def other_program(port, program):
    """Return the lines that say that a Pico runs another program than MicroPython, and what to do."""
    save = ("Save the files of its drive CIRCUITPY first.",) if program == "CircuitPython" else ()
    first = f"{named('Pico', port)} runs {program}, not MicroPython"
    return (first,) + save + with_bootsel("To use it for Glowgrid")


def no_prompt(port, heard):
    """Return the lines that say why a port does not show the prompt of MicroPython, and what to do.

    heard: the bytes that came from it.
    """
    heard = " ".join("".join([chr(byte) if 32 <= byte < 127 else " " for byte in heard]).split())
    if "CircuitPython" in heard or "Press any key to enter the REPL" in heard:
        return other_program(port, "CircuitPython")
    again = f"Unplug it, plug it in again, and {AGAIN}."
    if "glowgrid" in heard.lower():  # any other program knows no back key
        again = f"Hold the back key while you plug it in, which skips the game, and {AGAIN}."
    if heard:
        says = f"{named('board', port)} says {heard[-40:]!r}, and does not show the prompt of MicroPython"
        return (says, again) + with_bootsel("If it runs another program, an Arduino sketch")
    return (f"{named('board', port)} does not answer", again) + ONE_FILE
