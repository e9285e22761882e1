"""`glowgrid pico`: play a key log on an emulated Pico that is flashed like a real one."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.terminal.arguments import AFTER_MS, BOARD, KEYS, key_log, write

LINK = typer.Option("--link", help="Play this key log on a second Pico, linked with the first.")


def command(
    keys: Annotated[Path | None, KEYS] = None,
    image: Annotated[Path | None, typer.Option(help="MicroPython image, a UF2 file for the Pico.")] = None,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    link: Annotated[Path | None, LINK] = None,
    until: Annotated[int | None, typer.Option(help="End at this time of the console, in ms.", min=0)] = None,
):
    """Play a key log on an emulated Pico, flashed like a real one; print the frames sent to the LEDs.

    Each frame has the console's time, as in the key log, and the time since power-up. It is slow: an emulated second
    takes ten to twenty while the Pico computes, less while it waits. The image: --image, or the environment variable
    GLOWGRID_UF2, or what rp2040py has downloaded or can download. With --link the board needs a "link"; in a key log,
    `menu hex 5 seats 0 -1` begins a match against the other Pico.
    """
    about = load_board(board)
    if link and "link" not in about:
        raise Refused(f'--link: {about["name"]} has no link; add "link" to a copy of its board file')
    logs = [key_log(path, about) for path in ((keys, link) if link else (keys,))]
    changes = sorted(change for log in logs for change in log)
    if until is None:
        if (keys or link) and not changes:
            raise Refused(f"{keys or link}: this key log has no presses; give --until to see the lights without any")
        until = (changes[-1][0] if changes else 0) + AFTER_MS
    try:
        from host_sim.pico.image import ImageMissing, checked

        from .linked_players import LinkedPlayers
        from .play_on_pico import Player, PlayError
    except ModuleNotFoundError as error:
        from host_sim.cli.missing import why_missing

        if why := why_missing(error):
            raise Refused(why) from None
        raise
    try:
        image = checked(image, "--image names") if image else None
        if link:
            print_linked(LinkedPlayers(about, logs, image), until)
        else:
            print_frames(Player(about, logs[0], image), until)
    except (ImageMissing, PlayError) as error:
        raise Refused(str(error)) from None


def print_frames(player, until_ms):
    """Run a Player; print its frames to standard output, its progress to standard error."""
    _print(player, until_ms, lambda frame: ("", frame))


def print_linked(players, until_ms):
    """Do the same with LinkedPlayers; each frame says which Pico it is of."""
    _print(players, until_ms, lambda shown: (f"Pico {shown[0]}   ", shown[1]))


def _print(player, until_ms, named):
    """named: returns (what stands before a frame, the frame)."""
    from host_sim.pico.progress import Progress

    with Progress(sys.stderr, until_ms) as progress:
        for shown in player.frames(until_ms, progress.report):
            name, frame = named(shown)
            progress.clear()
            write(f"{name}{frame.time_ms} ms   {frame.emulated_ms:.1f} ms since power-up\n{frame.text}\n\n")
