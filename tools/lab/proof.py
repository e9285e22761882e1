"""`python -m tools.lab record proof FILE`: pack a proof of Hex 6 for the device.

`glowgrid prove hex --size 6 --most 2000000` wrote that of the file that ships, 2,299 lines; without --most, unix
MicroPython makes 3,010, which take more room. firmware/glowgrid/search/groups/proof_book.py states the packed format.
What is packed is accepted first, by the rules in the file and by those of the game.
"""

from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from host_sim.cli.errors import ToolError
from host_sim.cli.writable import check_writable
from host_sim.text.text_file import NoText, file_bytes, plain_text
from host_sim.theory.proofs.packed import Unfit, packed_if_accepted

from .. import output
from ..paths import FIRMWARE

TITLES = {f"hex {size}": FIRMWARE / "glowgrid" / "games" / f"hex_{size}_proof.bin" for size in hex.PROOFS}


def command(
    file: Annotated[Path, typer.Argument(help="The proof, a text.")],
    to: Annotated[Path | None, typer.Option(help="Write here (default: the file in firmware/).")] = None,
):
    """Pack a proof of Hex for the file that the device plays from."""
    try:
        title, data = packed_if_accepted(plain_text(file_bytes(file)))
    except OSError as error:
        raise ToolError(f"{file}: cannot be read: {error.strerror}") from None
    except (NoText, Unfit) as error:
        raise ToolError(f"{file}: {error}") from None
    if not to and title not in TITLES:
        raise ToolError(
            f"{file}: of {title}; the device plays from proofs of {', '.join(TITLES)}: --to writes elsewhere"
        )
    target = to or TITLES[title]
    check_writable(target)
    output.write(output.console(stderr=True), target, data)
