"""`python -m tools bars`: from key to light, and how busy the console is, for each board on the emulated Pico."""

import statistics
from typing import Annotated

import typer

from tools.build import staged_files
from tools.errors import ToolError


def command(
    board: Annotated[str | None, typer.Option(help="One board only.")] = None,
    presses: Annotated[int, typer.Option(min=1, help="How many, for each board.")] = 20,
):
    """Measure key to light and CPU load of every board on the emulated Pico."""
    from host_sim.boards import BoardError, list_boards, load_board
    from host_sim.pico.bars import load, press_to_light

    for name in [board] if board else list_boards():
        try:
            about = load_board(name)
        except BoardError as error:
            raise ToolError(str(error)) from error
        files = staged_files(name)
        waits = press_to_light(about, files, presses)
        menu, match = load(about, files)
        typer.echo(f"{about['name']}: key to light median {statistics.median(waits):.1f} ms, worst {max(waits):.1f} ms; "
                   f"busy {menu} % in the menu, {match} % in a match nobody moves in")
