"""`python -m tools crash FILE`: a crash.txt of a Pico, with the names of the sources."""

from pathlib import Path
from typing import Annotated

import typer

from .. import plain
from ..paths import FIRMWARE
from .names import ShortNames


def command(
    file: Annotated[Path, typer.Argument(help="crash.txt, copied from the Pico.", exists=True, dir_okay=False)],
):
    """Print a crash.txt of a Pico with the names of the sources: on the device private names are short."""
    text = ShortNames(FIRMWARE).lengthen(file.read_text(errors="replace"))
    plain.console().print(text, end="", highlight=False, markup=False, soft_wrap=True)
