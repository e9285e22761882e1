"""`glowgrid pico`: play a key log on an emulated Pico that is flashed like a real one."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.terminal.arguments import AFTER_MS, BOARD, KEYS, key_log, write


def command(
    keys: Annotated[Path | None, KEYS] = None,
    image: Annotated[Path | None, typer.Option(help="MicroPython image, a UF2 file for the Pico.")] = None,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    until: Annotated[int | None, typer.Option(help="End at this time of the console, in ms.", min=0)] = None,
):
    """Play a key log on an emulated Pico, flashed like a real one; print the frames sent to the LEDs.

    Each frame has the console's time, as in the key log, and the time since power-up. It is slow: an emulated second
    takes ten to twenty while the Pico computes, less while it waits. The image: --image, or the environment variable
    GLOWGRID_UF2, or what rp2040py has downloaded or can download.
    """
    about = load_board(board)
    changes = key_log(keys, about)
    if until is None:
        if keys and not changes:
            raise Refused(f"{keys}: this key log has no presses; give --until to see the lights without any")
        until = (changes[-1][0] if changes else 0) + AFTER_MS
    try:
        from host_sim.pico.image import ImageMissing, checked

        from .play_on_pico import Player, PlayError
    except ModuleNotFoundError as error:
        from host_sim.cli.missing import why_missing

        if why := why_missing(error):
            raise Refused(why) from None
        raise
    try:
        print_frames(Player(about, changes, checked(image, "--image names") if image else None), until)
    except (ImageMissing, PlayError) as error:
        raise Refused(str(error)) from None


def print_frames(player, until_ms):
    """Run a Player; print its frames to standard output, its progress to standard error."""
    from host_sim.pico.progress import Progress

    with Progress(sys.stderr, until_ms) as progress:
        for frame in player.frames(until_ms, progress.report):
            progress.clear()
            write(f"{frame.time_ms} ms   {frame.emulated_ms:.1f} ms since power-up\n{frame.text}\n\n")
