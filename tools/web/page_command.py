"""`python -m tools page`: build the page that plays the firmware in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from host_sim.cli.errors import ToolError
from host_sim.cli.writable import writing

from .. import output
from ..paths import BUILD, ROOT
from ..workshop.uf2 import IMAGE_HELP, find_image
from . import cards, journeys
from .build import STEPS, build, is_built

FOLDER = BUILD / "web"
IN_THE_WHEEL = ROOT / "page"
ABOUT = "Building the page"


def command(
    image: Annotated[Path | None, typer.Option(help=IMAGE_HELP)] = None,
    out: Annotated[Path | None, typer.Option(help="Folder to build into (default build/web).")] = None,
    address: Annotated[
        str, typer.Option(help="Where the page will be, so that messengers show a picture of a link to it.")
    ] = "",
    sheets: Annotated[
        Path | None,
        typer.Option("--journeys", help="Also play journeys in Chromium; a sheet of each into this folder."),
    ] = None,
    picture: Annotated[bool, typer.Option("--picture", help="Also make the picture of the page in README.")] = False,
    names: Annotated[list[str] | None, typer.Argument(help="Journeys of tools/web/journeys.json; none: all.")] = None,
):
    """Build the page that plays the firmware in a browser, into a folder that any web server can serve."""
    console = output.console()
    if names and not sheets:
        raise ToolError(f"journeys are played into a folder; --journeys DIR {' '.join(names)}")
    address = address and cards.checked(address)
    folder = out or FOLDER
    try:
        path = find_image(image, "rp2040")
    except ToolError as error:
        if image:
            raise
        path = None
        console.print(f"{error}; so the page offers no UF2 files")
    make(folder, path, address)
    if path:
        console.print(f"MicroPython in the UF2 files: {path}")
    console.print(f"{folder}: {sum(file.stat().st_size for file in folder.iterdir())} bytes; serve it, or run `web`")
    if picture:
        journeys.picture(folder)
    if sheets:
        failed = journeys.play(folder, sheets, names or (), console)
        console.print(f"{sheets}: open each sheet and look")
        raise typer.Exit(failed > 0)


def place():
    """Return the folder of the page: the one that came with the wheel, if it is of this version, or one to build."""
    return IN_THE_WHEEL if is_built(IN_THE_WHEEL) else FOLDER


def make(folder, image, address=None):
    """Build the page into a folder, unless what is there is made of the same; say how far it is on standard error."""
    with writing(folder):
        build(folder, image, address, lambda steps: output.run(output.console(stderr=True), ABOUT, steps, STEPS))
