"""`python -m tools uf2`: MicroPython and Glowgrid in one file, to drop onto the drive of a Pico in BOOTSEL mode."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import for_chip, list_boards, load_board
from host_sim.boards.micropython import ALL
from host_sim.cli.errors import ToolError
from host_sim.cli.installed import TOOLS
from host_sim.cli.writable import check_writable, writing
from host_sim.pico import image as images

from .. import output
from ..compile.layout.places import BOARD
from ..paths import MADE
from . import uf2_format
from .build import BOARD_HELP, VIPER_HELP, build_with_progress
from .talk.advice import DRIVES, IMAGES, PAGES
from .talk.compatible import Machine, doubts, why_unfit

IMAGE_HELP = f"MicroPython image, a UF2 file; tried: {ALL} (default: $GLOWGRID_UF2, ~/.cache/rp2040py, or a download)."
PICO_2_HELP = f" For a Pico 2: {IMAGES['rp2350']} of {PAGES['rp2350']}"
PICO = "Raspberry Pi Pico"  # how MicroPython's names of these boards begin


def one_file(image, files):
    """Return the bytes of a UF2 file that puts MicroPython and exactly `files` onto a board.

    image: path of a MicroPython image; files: from `tools.compile.build.staged_files`. It replaces the
    board's file system. Raises ToolError for an image that does not fit.
    """
    from littlefs import LittleFSError

    from host_sim.pico import filesystem

    mcu = json.loads(files[BOARD])["mcu"]
    there, storage, _ = base_image(image, mcu, files)
    try:
        volume = filesystem.build(files, storage.size // filesystem.BLOCK_SIZE)
    except LittleFSError as error:
        need, room = (-(-size // 1024) for size in (sum(map(len, files.values())), storage.size))
        raise ToolError(f"{image} keeps {room} KB for files, too little for {need} KB: give another image") from error
    pages = uf2_format.whole_sectors(there.pages)
    # All blocks up to the last in use, blank ones too: blocks of an old file system could win over new ones.
    end = -(-len(volume.rstrip(b"\xff")) // filesystem.BLOCK_SIZE) * filesystem.BLOCK_SIZE
    for start in range(0, end, uf2_format.PAGE):
        pages[storage.address + start] = volume[start : start + uf2_format.PAGE]
    return uf2_format.write(there._replace(pages=pages))


def base_image(image, mcu, files=()):
    """Return (the content of a MicroPython image, where its file system is, its Machine).

    Raises ToolError if the image does not run on the chip, or cannot load the files.
    """
    there = uf2_format.read(Path(image).read_bytes(), image)
    machine = _machine(there, image)
    if reason := why_unfit(machine, dict(files), mcu, image):
        raise ToolError(reason)
    storage = uf2_format.storage(there)
    if storage is None:
        raise ToolError(f"{image} does not say where its file system is: give a MicroPython image for the board")
    if storage.address <= max(there.pages):
        raise ToolError(f"{image} holds files already, maybe of another board: give the MicroPython image alone")
    return there, storage, machine


def _machine(there, path):
    """Return what sys.implementation will say on a board with an image, as a Machine."""
    banner = uf2_format.banner(there)
    if banner is None:
        raise ToolError(f"{path} is not MicroPython: give a MicroPython image")
    name, version = banner
    about = uf2_format.implementation(there) or uf2_format.Implementation(version, "", None)
    return Machine(name, about.version, about.machine, about.mpy, there.chip)


def warnings(machine, mcu):
    """Return what to look at before an image is used that fits as far as it can be judged."""
    found = []
    if not machine.machine.startswith(PICO):
        found.append(
            f"the image is for {machine.machine or 'an unnamed board'}: does it have the pins of the board file?"
        )
    if machine.mpy is None:
        found.append("the image does not say which .mpy files it loads, so this was not checked")
    return [*found, *doubts(machine, mcu)]


def find_image(path, mcu):
    """Return the path of the MicroPython image for a chip: the given one, or the Pico's (cached or downloaded)."""
    try:
        if path:
            return images.checked(path, "--image names")
        if mcu != "rp2040":
            raise ToolError(
                f"no MicroPython for the {mcu.upper()} is here: download {IMAGES[mcu]} of {PAGES[mcu]}, "
                "and name it with --image"
            )
        return images.find()
    except images.ImageMissing as error:
        kinds = (f"{IMAGES[chip]} of {PAGES[chip]}" for chip in PAGES)
        raise ToolError(str(error), "They are {} (Pico), {} (Pico 2).".format(*kinds)) from None


def command(
    board: Annotated[str | None, typer.Option(help=f"{BOARD_HELP} Without --image: {DEFAULT_BOARD}.")] = None,
    image: Annotated[Path | None, typer.Option(help=IMAGE_HELP + PICO_2_HELP)] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write (default BOARD.uf2; in a clone build/BOARD.uf2).")
    ] = None,
    viper: Annotated[bool, typer.Option("--viper", help=VIPER_HELP)] = False,
):
    """Make one file with MicroPython and Glowgrid, to drop onto a new Pico. It replaces saves; flash keeps them."""
    console = output.console()
    if image and not board:
        there = f"there are {', '.join(list_boards())}"
        raise ToolError(f"--image {image}: for which board? add --board NAME, or the path of a board file; {there}")
    board = board or DEFAULT_BOARD
    target = out or MADE / f"{Path(board).stem}.uf2"
    if out:
        check_writable(out)
    about = load_board(board)
    image = find_image(image, about["mcu"])
    mcu = for_chip(about, uf2_format.read(image.read_bytes(), image).chip)["mcu"]
    *_, machine = base_image(image, mcu)  # report what is wrong with it before the build
    files, _ = build_with_progress(board, False, viper, console, mcu)
    data = one_file(image, files)
    with writing(target):
        if out is None:
            target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    console.print(f"MicroPython: {image}")
    console.print(f"{target}: {len(data)} bytes")
    for warning in warnings(machine, mcu):
        console.print(f"warning: {warning}")
    console.print(f"Hold BOOTSEL while you plug the Pico in, and copy the file onto the drive {DRIVES[mcu]}.")
    if mcu == "rp2040" and for_chip(about, "rp2350") is not about:
        console.print(
            f"A Pico 2 has the drive {DRIVES['rp2350']}, and wants --image {IMAGES['rp2350']} of {PAGES['rp2350']}"
        )
    console.print(f"It replaces everything on the Pico, saved matches too; `{TOOLS} flash` keeps them.")
