"""`python -m tools crash FILE`: print a crash.txt of a Pico with the names and lines of the sources."""

import re
from pathlib import Path
from typing import Annotated

import typer

from host_sim.errors import ToolError

from .. import output
from ..paths import FIRMWARE
from .lines import with_lines
from .names import ShortNames

# A crash in the file, or a traceback alone, copied from the serial line.
_BEGINS = re.compile(r"^[ \t]*(Crash, \d+ s after power-up|Traceback \()", re.MULTILINE)


def command(
    file: Annotated[Path, typer.Argument(help="crash.txt, copied from the Pico.")],
):
    """Print a crash.txt of a Pico with names and lines of the sources: the device has short names and no lines."""
    try:
        said = file.read_text(errors="replace")
    except OSError as error:
        raise ToolError(f"{file} cannot be read: {error.strerror}") from error
    if not _BEGINS.search(said):
        raise ToolError(f"{file}: not a crash.txt of Glowgrid; give a copy of the file /crash.txt of the Pico")
    text = with_lines(ShortNames(FIRMWARE).lengthen(said), FIRMWARE)
    output.console().print(text, end="", highlight=False, markup=False, soft_wrap=True)
