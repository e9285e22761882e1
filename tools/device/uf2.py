"""`python -m tools uf2`: MicroPython and Glowgrid in one file, to drop onto the drive of a Pico in BOOTSEL mode."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_sim.boards import BoardError, load_board
from host_sim.errors import ToolError, check_writable, writing
from host_sim.installed import TOOLS
from host_sim.pico import image as images

from .. import output
from ..paths import DEFAULT_BOARD, MADE
from . import uf2_format
from .build import BOARD, BOARD_HELP, VIPER_HELP, build_with_progress
from .compatible import OLDEST

IMAGE_HELP = "MicroPython image, a UF2 file (default: $GLOWGRID_UF2, ~/.cache/rp2040py, or a download)."
DRIVES = {"rp2040": "RPI-RP2", "rp2350": "RP2350"}


def one_file(image, files):
    """Return the bytes of a UF2 file that puts MicroPython and exactly `files` onto a board.

    image: path of a MicroPython image; files: from `tools.device.build.staged_files`. It replaces the
    board's file system. Raises ToolError for an image that does not fit.
    """
    from host_sim.pico import filesystem

    mcu = json.loads(files[BOARD])["mcu"]
    there, storage = base_image(image, mcu)
    volume = filesystem.build(files, storage.size // filesystem.BLOCK_SIZE)
    pages = uf2_format.whole_sectors(there.pages)
    # All blocks up to the last in use, blank ones too: blocks of an old file system could win over new ones.
    end = -(-len(volume.rstrip(b"\xff")) // filesystem.BLOCK_SIZE) * filesystem.BLOCK_SIZE
    for start in range(0, end, uf2_format.PAGE):
        pages[storage.address + start] = volume[start : start + uf2_format.PAGE]
    return uf2_format.write(uf2_format.Image(pages, there.others), mcu)


def base_image(image, mcu):
    """Return (the content of a MicroPython image, where its file system is). Raises ToolError if it does not fit."""
    there = uf2_format.read(Path(image).read_bytes(), mcu, image)
    _check_content(there, image)
    storage = uf2_format.storage(there)
    if storage is None:
        raise ToolError(f"{image} does not say where its file system is: give a MicroPython image for the board")
    if storage.address <= max(there.pages):
        raise ToolError(f"{image} holds files already, maybe of another board: give the MicroPython image alone")
    return there, storage


def _check_content(there, name):
    version = uf2_format.version(there)
    if version is None:
        raise ToolError(f"{name} is not MicroPython: give a MicroPython image")
    if version < OLDEST:
        numbers, oldest = (".".join(map(str, of)) for of in (version, OLDEST))
        raise ToolError(f"{name} is MicroPython {numbers}; {oldest} or newer is needed: give a newer image")
    machine = uf2_format.machine(there)
    if "Pico" not in machine:
        raise ToolError(f"{name} is for another board, {machine or 'an unnamed one'}: give the image for the Pico")


def find_image(path, mcu):
    """Return the path of the MicroPython image for a chip: the given one, or the Pico's (cached or downloaded)."""
    try:
        if path:
            return images.checked(path, "--image names")
        if mcu != "rp2040":
            raise ToolError(f"no MicroPython image for the {mcu.upper()} is available: give one with --image")
        return images.find()
    except images.ImageMissing as error:
        raise ToolError(str(error)) from None


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    image: Annotated[Path | None, typer.Option(help=IMAGE_HELP)] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write (default BOARD.uf2; in a clone build/BOARD.uf2).")
    ] = None,
    viper: Annotated[bool, typer.Option("--viper", help=VIPER_HELP)] = False,
):
    """Make one file with MicroPython and Glowgrid, to drop onto a new Pico. It replaces saves; flash keeps them."""
    console = output.console()
    target = out or MADE / f"{Path(board).stem}.uf2"
    if out:
        check_writable(out)
    try:
        mcu = load_board(board)["mcu"]
    except BoardError as error:
        raise ToolError(str(error)) from error
    image = find_image(image, mcu)
    base_image(image, mcu)  # report what is wrong with it before the build
    files, _ = build_with_progress(board, False, viper, console)
    data = one_file(image, files)
    with writing(target):
        if out is None:
            target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    console.print(f"MicroPython: {image}")
    console.print(f"{target}: {len(data)} bytes")
    if mcu != "rp2040":
        console.print(f"It has not been tried on the {mcu.upper()} yet.")
    console.print(f"Hold BOOTSEL while you plug the Pico in, and copy the file onto the drive {DRIVES[mcu]}.")
    console.print(f"It replaces everything on the Pico, saved matches too; `{TOOLS} flash` keeps them.")
