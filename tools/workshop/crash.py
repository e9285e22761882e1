"""`python -m tools crash FILE`: print a crash.txt of a Pico with the names and lines of the sources."""

from pathlib import Path
from typing import Annotated

import typer

from host_sim.cli.errors import ToolError
from host_sim.text.text_file import file_bytes

from .. import output
from ..compile.sources import sources
from ..paths import FIRMWARE
from .talk.crash import explained, is_crash


def command(file: Annotated[Path, typer.Argument(help="crash.txt, copied from the Pico.")]):
    """Print a crash.txt of a Pico with names and lines of the sources: the device has short names and no lines."""
    try:
        said = file_bytes(file).decode(errors="replace").replace("\r\n", "\n")
    except OSError as error:
        raise ToolError(f"{file} cannot be read: {error.strerror}") from error
    if not is_crash(said):
        raise ToolError(f"{file}: not a crash.txt of Glowgrid; give a copy of the file /crash.txt of the Pico")
    output.console().print(explained(said, sources(FIRMWARE)), end="", highlight=False, markup=False, soft_wrap=True)
